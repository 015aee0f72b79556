// Remission: goods delivered with a note. A supplier invoices the goods that he brings later; goods that we send leave
// at cost, and are owed once they are invoiced.
#include <algorithm>
#include <set>

#include "domain/compras/compra.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/comun/parametros.hpp"
#include "domain/motor/escritura/toma.hpp"
#include "domain/ventas/documentos.hpp"

namespace gestor::compras {

void validar(RemisionNueva const& r, Fallas& fallas) {
    bool const compra = r.origen.valor == "Compra";
    bool const de_orden =
        std::ranges::any_of(r.partidas, [](auto const& p) { return p.transaccionIdOrigen.has_value(); });
    if (compra)
        validar_contraparte(r.proveedorId, r.codigoProveedor, "proveedorId", "codigoProveedor", de_orden, fallas);
    else
        validar_contraparte(r.clienteId, r.codigoCliente, "clienteId", "codigoCliente", false, fallas);
    if (compra && r.codigoCliente)
        fallas.agregar("codigoCliente", codigo::rango, "una remisión de compra es de un proveedor");
    if (!compra && r.codigoProveedor)
        fallas.agregar("codigoProveedor", codigo::rango, "una remisión de venta es a un cliente");
    if (compra && r.clienteId) fallas.agregar("clienteId", codigo::rango, "una remisión de compra es de un proveedor");
    if (!compra && r.proveedorId) fallas.agregar("proveedorId", codigo::rango, "una remisión de venta es a un cliente");
    if (!compra && (r.folioProveedor || r.serieProveedor || r.fechaProveedor || r.uuid || r.fechaTimbrado))
        fallas.agregar("folioProveedor", codigo::rango, "una remisión de venta no lleva datos del proveedor");
    for (std::size_t i = 0; i < r.partidas.size(); ++i) {
        auto const& p = r.partidas[i];
        if (p.transaccionIdOrigen && !compra)
            fallas.agregar(en_fila("partidas", i, "transaccionIdOrigen"), codigo::rango,
                           "sólo una remisión de compra tiene orden de origen");
        else if (p.transaccionIdOrigen && !p.numeroPartidaOrigen)
            fallas.agregar(en_fila("partidas", i, "numeroPartidaOrigen"), codigo::requerido, "es obligatorio");
        else if (!p.transaccionIdOrigen && p.numeroPartidaOrigen)
            fallas.agregar(en_fila("partidas", i, "transaccionIdOrigen"), codigo::requerido, "es obligatorio");
        if (p.transaccionIdOrigen)
            validar_detalle(p, i, fallas);
        else if (compra)
            validar_compra(p, i, fallas);
        else
            validar_partida(p, i, fallas);
    }
}

namespace {

// Orders that the lines name, each once, in the order in which they appear.
std::vector<Id> ordenes_de(RemisionNueva const& r) {
    std::vector<Id> ids;
    for (auto const& p : r.partidas)
        if (p.transaccionIdOrigen && std::find(ids.begin(), ids.end(), *p.transaccionIdOrigen) == ids.end())
            ids.push_back(*p.transaccionIdOrigen);
    return ids;
}

// Takes lines of orders, under their locks: the received quantity advances the order.
void tomar_ordenes(Emisor& x, RemisionNueva const& r, Almacenes const& almacenes) {
    static constexpr TipoDocumento const* ordenes[] = {&orden_de_compra};
    std::set<Id> vistas;
    for (std::size_t i = 0; i < r.partidas.size(); ++i)
        if (auto const& id = r.partidas[i].transaccionIdOrigen; id && vistas.insert(*id).second)
            if (auto const campo = en_fila("partidas", i, "transaccionIdOrigen"); x.es_suyo(*id, ordenes, campo))
                x.abrir(*id, AccionDocumento::recibir, campo);
    x.fallas.lanzar();
    auto const queda = [](Tomada const& t) { return t.linea->linea.guardada.cantidad - t.linea->surtida; };
    Toma toma(x, {.hacer = "recibir",
                  .queda = queda,
                  .surte = [&](Tomada const& t, Cantidad q) { return std::min<Cantidad>(q, queda(t)); },
                  .tolerancia = parametro<NoNegativo<Porcentaje>>(x.db, "toleranciaRecepcion").valor(),
                  .completa = [&](Linea& l, Tomada const& t) { l.guardada.almacenId = almacen_de(t, almacenes); }});
    toma.tomar(r.partidas, [&](Linea& l, Tomada const&, std::size_t i) {
        if (l.tipo == "Servicio")
            x.fallas.agregar(en_fila("partidas", i, "numeroPartidaOrigen"), codigo::rango,
                             "no es mercancía: se recibe con su factura");
        else
            conformar(l, r.partidas[i], x.lineas[i], i, x.fallas);
    });
    calcular(x.lineas, x.fallas);
    x.fallas.lanzar();
}

}  // namespace

TransaccionResultado registrar_remision(Escritura& db, Cuerpo<RemisionNueva> const& r) {
    bool const entra = r.origen.valor == "Compra";
    Borrador b(db, entra ? remision_de_compra : ventas::remision_de_venta,
               entra ? remision_de_compra_nueva : ventas::remision_nueva);
    Menciones menciones;
    menciones.nombrar(entra ? r.proveedorId : r.clienteId, entra ? r.codigoProveedor : r.codigoCliente);
    menciones.del_origen = true;
    menciones.almacenId = r.almacenId;
    menciones.origenes = ordenes_de(r);
    menciones.hereda = true;
    auto const almacenes = almacenes_de(db, menciones);
    b.encabezado(r, menciones);
    comprobar_proveedor(r, b.c, b.fallas);
    b.partidas(std::vector<PartidaNueva>(r.partidas.begin(), r.partidas.end()));
    if (entra) exigir_comprables(b.lineas, b.fallas);
    calcular(b.lineas, b.fallas);
    b.fallas.lanzar();
    if (r.uuid) exigir_uuid_nuevo(db, *r.uuid, "uuid");

    auto x = std::move(b).bloquear();
    if (!menciones.origenes.empty()) tomar_ordenes(x, r, almacenes);
    exigir_precios(x.lineas);
    auto& h = x.h();
    std::vector<Dinero> costos;
    if (entra)
        costos = sumar_costos(x);
    else
        poner_lineas(h, x.lineas);
    for (auto& partida : h.documento.partidas) partida.surtida = partida.cantidad;
    h.piezas = entra ? piezas_que_entran(db, x.lineas, costos, x.c.almacenId) : piezas_de(db, x.lineas, x.c.almacenId);
    if (entra) poner_proveedor(h, r);
    return std::move(x).emitir().resultado();
}

}  // namespace gestor::compras
