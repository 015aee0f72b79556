// Remission: goods that change hands with a note. What a supplier brings is to be invoiced by him; what we send leaves
// at its cost, and is owed once it is invoiced.
#include "domain/compras/compra.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/ventas/documentos.hpp"

namespace gestor::compras {

void validar(RemisionNueva const& r, Fallas& fallas) {
    bool const compra = r.origen.valor == "Compra";
    if (compra && !r.proveedorId) fallas.agregar("proveedorId", codigo::requerido, "es de un proveedor");
    if (!compra && !r.clienteId) fallas.agregar("clienteId", codigo::requerido, "es a un cliente");
    if (compra && r.clienteId) fallas.agregar("clienteId", codigo::rango, "una remisión de compra es de un proveedor");
    if (!compra && r.proveedorId) fallas.agregar("proveedorId", codigo::rango, "una remisión de venta es a un cliente");
    if (!compra && (r.folioProveedor || r.serieProveedor || r.fechaProveedor || r.uuid || r.fechaTimbrado))
        fallas.agregar("folioProveedor", codigo::rango,
                       "una remisión de venta es nuestra: no tiene papel del proveedor");
    if (compra) return validar_compra(r.partidas, fallas);
    validar_partidas(r.partidas, fallas);
}

TransaccionResultado registrar_remision(Escritura& db, Cuerpo<RemisionNueva> const& r) {
    bool const entra = r.origen.valor == "Compra";
    auto const& tipo = entra ? remision_de_compra : ventas::remision_de_venta;
    Fallas fallas;
    Menciones menciones;
    menciones.contraparteId = entra ? r.proveedorId : r.clienteId;
    menciones.almacenId = r.almacenId;
    Compra compra{tipo, resolver(db, tipo, r, menciones, fallas)};
    auto& c = compra.c;
    comprobar_proveedor(r, c, fallas);
    compra.cabecera() = cabecera_de(tipo, r, c);
    compra.cabecera().origen = Cadena::de_base(tipo.origen);
    compra.lineas = resolver_lineas(db, tipo, c, compra.cabecera().fecha, r.partidas, fallas);
    if (entra) exigir_comprables(compra.lineas, fallas);
    calcular(compra.lineas, fallas);
    fallas.lanzar();
    exigir_precios(compra.lineas);
    if (r.uuid) exigir_uuid_nuevo(db, *r.uuid, "uuid");
    auto bloqueados = EnPeriodo::entrar(db, c).sin_contraparte().documentos({});
    auto& h = compra.h();
    std::vector<Dinero> costos;
    if (entra)
        costos = compra.calcular_costos(db, fallas);
    else
        poner_lineas(h, compra.lineas);
    std::vector<Cantidad> todas;
    for (auto const& linea : compra.lineas) todas.push_back(linea.guardada.cantidad);
    for (auto& partida : h.documento.partidas) partida.surtida = partida.cantidad;
    h.piezas = entra ? piezas_que_entran(db, compra.lineas, todas, costos, c.almacenId)
                     : piezas_de(db, compra.lineas, todas, c.almacenId);
    h.existencias = std::move(bloqueados).existencias(h.piezas);
    if (entra) poner_proveedor(h, r);
    auto const plan = planificar(tipo, entra ? remision_de_compra_nueva : ventas::remision_nueva, std::move(compra.e));
    c.avisos.insert(c.avisos.end(), plan->avisos.begin(), plan->avisos.end());
    aplicar(db, plan);
    return resultado(db, c.transaccionId, c.avisos);
}

}  // namespace gestor::compras
