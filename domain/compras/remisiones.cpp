// Remission: goods that change hands with a note. What a supplier brings is to be invoiced by him; what we send leaves
// at its cost, and is owed once it is invoiced.
#include <algorithm>
#include <set>

#include "domain/compras/compra.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/comun/parametros.hpp"
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
    for (std::size_t i = 0; i < r.partidas.size(); ++i) {
        auto const& p = r.partidas[i];
        if (p.transaccionIdOrigen && !compra)
            fallas.agregar(en_fila("partidas", i, "transaccionIdOrigen"), codigo::rango,
                           "sólo lo que se compra viene de una orden");
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

// The orders that its lines come from, each once, in the order in which they are named.
std::vector<Id> ordenes_de(RemisionNueva const& r) {
    std::vector<Id> ids;
    for (auto const& p : r.partidas)
        if (p.transaccionIdOrigen && std::find(ids.begin(), ids.end(), *p.transaccionIdOrigen) == ids.end())
            ids.push_back(*p.transaccionIdOrigen);
    return ids;
}

// Lines of orders, under their locks: what comes in with them is no longer to be received.
class DeOrdenes {
public:
    DeOrdenes(Escritura& db, Compra& compra, Almacenes almacenes)
        : compra_(compra),
          almacenes_(std::move(almacenes)),
          tolerancia_(parametro<NoNegativo<Porcentaje>>(db, "toleranciaRecepcion")) {}

    void abrir(ConDocumentos& bloqueados, Id id, std::string const& campo, Fallas& fallas) {
        auto const* d = bloqueados.cartera.buscar(id);
        if (d == nullptr || &d->tipo() != &orden_de_compra)
            return fallas.agregar(campo, codigo::no_existe, "no existe");
        if (d->contactoId != compra_.c.contraparteId)
            return fallas.agregar(campo, codigo::rango, "es de otro proveedor");
        if (d->monedaId.valor() != compra_.c.monedaId.valor())
            return fallas.agregar(campo, codigo::rango, "es de otra moneda");
        transicion(d->tipo(), *d, AccionDocumento::recibir, campo);
        compra_.h().relaciones.push_back({id, compra_.c.transaccionId, "Origen"});
        compra_.e.origenes.push_back({bloqueados.abierto(id), {}});
    }

    void tomar(PartidaRemisionNueva const& p, std::size_t i, Fallas& fallas) {
        auto const falla = [&](std::string_view campo, std::string_view codigo, char const* porque) {
            fallas.agregar(en_fila("partidas", i, campo), codigo, porque);
        };
        for (auto& origen : compra_.e.origenes) {
            auto const id = origen.documento.documento.transaccionId;
            if (id != *p.transaccionIdOrigen) continue;
            for (auto const& a : origen.avances)
                if (a.numeroPartida.valor() == p.numeroPartidaOrigen->valor())
                    return falla("numeroPartidaOrigen", codigo::duplicado, "repite una fila");
            for (auto const& o : origen.documento.lineas) {
                if (o.linea.guardada.numeroPartida.valor() != p.numeroPartidaOrigen->valor()) continue;
                if (o.linea.tipo == "Servicio")
                    return falla("numeroPartidaOrigen", codigo::rango, "no es mercancía: llega con su factura");
                Cantidad const queda = o.linea.guardada.cantidad - o.surtida;
                if (p.cantidad > queda + multiplicar<6>(queda, tolerancia_.valor()))
                    return falla("cantidad", codigo::rango, "pasa de lo pendiente de recibir");
                auto l = parte_de_linea(o, id, p.cantidad);
                l.guardada.avanceSurtida = std::min<Cantidad>(p.cantidad, queda);
                if (!l.guardada.almacenId.presente() && almacenes_.contains(id))
                    l.guardada.almacenId = almacenes_.at(id);
                conformar(l, p, compra_.lineas[i], i, fallas);
                origen.avances.push_back({id, p.numeroPartidaOrigen->valor(), l.guardada.avanceSurtida, {}, {}});
                compra_.lineas[i] = std::move(l);
                return;
            }
            return falla("numeroPartidaOrigen", codigo::no_existe, "no existe en la orden");
        }
    }

private:
    Compra& compra_;
    Almacenes almacenes_;
    NoNegativo<Porcentaje> tolerancia_;
};

void tomar_ordenes(Escritura& db, ConDocumentos& bloqueados, RemisionNueva const& r, Compra& compra,
                   Almacenes almacenes) {
    Fallas fallas;
    DeOrdenes ordenes(db, compra, std::move(almacenes));
    std::set<Id> abiertas;
    for (std::size_t i = 0; i < r.partidas.size(); ++i)
        if (auto const& id = r.partidas[i].transaccionIdOrigen; id && abiertas.insert(*id).second)
            ordenes.abrir(bloqueados, *id, en_fila("partidas", i, "transaccionIdOrigen"), fallas);
    fallas.lanzar();
    for (std::size_t i = 0; i < r.partidas.size(); ++i)
        if (r.partidas[i].transaccionIdOrigen) ordenes.tomar(r.partidas[i], i, fallas);
    calcular(compra.lineas, fallas);
    fallas.lanzar();
}

}  // namespace

TransaccionResultado registrar_remision(Escritura& db, Cuerpo<RemisionNueva> const& r) {
    bool const entra = r.origen.valor == "Compra";
    auto const& tipo = entra ? remision_de_compra : ventas::remision_de_venta;
    Fallas fallas;
    Menciones menciones;
    menciones.contraparteId = entra ? r.proveedorId : r.clienteId;
    menciones.almacenId = r.almacenId;
    menciones.origenes = ordenes_de(r);
    auto almacenes = almacenes_de(db, menciones);
    Compra compra{tipo, resolver(db, tipo, r, menciones, fallas)};
    auto& c = compra.c;
    comprobar_proveedor(r, c, fallas);
    compra.cabecera() = cabecera_de(tipo, r, c);
    compra.cabecera().origen = Cadena::de_base(tipo.origen);
    std::vector<PartidaNueva> const partidas(r.partidas.begin(), r.partidas.end());
    compra.lineas = resolver_lineas(db, tipo, c, compra.cabecera().fecha, partidas, fallas);
    if (entra) exigir_comprables(compra.lineas, fallas);
    calcular(compra.lineas, fallas);
    fallas.lanzar();
    if (r.uuid) exigir_uuid_nuevo(db, *r.uuid, "uuid");
    auto bloqueados = EnPeriodo::entrar(db, c).sin_contraparte().documentos(menciones.origenes);
    if (!menciones.origenes.empty()) tomar_ordenes(db, bloqueados, r, compra, std::move(almacenes));
    exigir_precios(compra.lineas);
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
