// Deliveries: what an order, an invoice or a note still owes of its goods leaves the warehouse, once.
#include "domain/inventario/consultas_movimientos.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/inventario/pendientes.hpp"
#include "domain/motor/consultas_resolver.hpp"
#include "domain/motor/etapas.hpp"

namespace gestor::inventario {
namespace {

struct OrigenDeEntrega {
    Id objId;
    IdOCero contactoId;
    IdOCero almacenId;
};
DTO(OrigenDeEntrega, objId, contactoId, almacenId)

struct EntregaPropia {  // what only a delivery has, as it is stored
    Cadena recibe;
};
DTO(EntregaPropia, recibe)

}  // namespace
static TablaPropia const tabla_entrega(*tipo_de<EntregaPropia>(), "documento");

void validar(EntregaNueva const& e, Fallas& fallas) {
    exigir_partidas_distintas(e.partidas, fallas);
}

namespace {

std::vector<Linea> lineas_de_entrega(EntregaNueva const& e, PedidoAbierto const& origen, Fallas& fallas) {
    auto lineas = lineas_pendientes(e.partidas, origen, "entregar", fallas);
    if (lineas.empty() && fallas.vacio())
        throw Problema(codigo::estado_invalido, origen.documento.folio.valor() + " no tiene nada pendiente de entregar")
            .con("accionesPermitidas", "[]");
    fallas.lanzar();
    return lineas;
}

using E = EntregaViewModel;
Plan const entrega(lectura<E>(sql::entrega, lista<&E::partidas>(sql::entrega_partidas,
                                                                lista<&PartidaEntrega::series>(sql::partida_series),
                                                                lista<&PartidaEntrega::lotes>(sql::partida_lotes))),
                   "entregaMercancia");

}  // namespace

EntregaCreada entregar_mercancia(Escritura& db, Sesion const& sesion, Cuerpo<EntregaNueva> const& e) {
    Fallas fallas;
    auto const quien = db.uno<OrigenDeEntrega, sql::entrega_origen>("transaccionId"_es(e.transaccionIdOrigen));
    if (!quien) fallas.agregar("transaccionIdOrigen", codigo::no_existe, "no existe");
    Menciones p;
    p.almacenId = e.almacenId;
    p.origenes = {e.transaccionIdOrigen};
    if (quien && !e.almacenId) p.almacenId = quien->almacenId.id();
    auto c = resolver(db, entrega_de_mercancia, e, p, fallas);
    fallas.lanzar();
    Emision emision;
    auto& h = emision.hechos;
    h.documento.cabecera = cabecera_de(entrega_de_mercancia, e, c);
    auto& cabecera = h.documento.cabecera;
    auto bloqueados = EnPeriodo::entrar(db, c).sin_contraparte().documentos({e.transaccionIdOrigen});
    auto const& bloqueado = *bloqueados.cartera.buscar(e.transaccionIdOrigen);
    transicion(bloqueado.tipo(), bloqueado, AccionDocumento::entregar, sesion);
    auto origen = bloqueados.abierto(e.transaccionIdOrigen);
    auto lineas = lineas_de_entrega(e, origen, fallas);
    calcular(lineas, fallas);
    fallas.lanzar();

    std::vector<Cantidad> todas;
    std::vector<Avance> avances;
    for (auto const& l : lineas) {
        todas.push_back(l.guardada.cantidad);
        avances.push_back({e.transaccionIdOrigen, l.guardada.numeroPartidaOrigen.valor(), l.guardada.cantidad, {}, {}});
    }
    h.piezas = piezas_de(db, lineas, todas, c.almacenId);
    for (auto& pieza : h.piezas) {
        if (e.almacenId) pieza.almacenId = *e.almacenId;  // from there, whatever was planned
        origen.ceder(pieza);
    }
    cabecera.contactoId = bloqueado.contactoId, cabecera.contacto = bloqueado.contacto, cabecera.rfc = bloqueado.rfc;
    h.existencias = std::move(bloqueados).existencias(h.piezas, origen.apartados);
    poner_lineas(h, lineas);
    EntregaPropia propios;
    if (e.recibe) propios.recibe = Cadena::de_base(e.recibe->valor());
    h.documento.propios.push_back(propio(tabla_entrega, propios));
    h.relaciones.push_back({e.transaccionIdOrigen, c.transaccionId, "Origen"});
    emision.origenes.push_back({std::move(origen), std::move(avances)});
    auto const plan = planificar(entrega_de_mercancia, entrega_nueva, std::move(emision));
    aplicar(db, plan);
    auto avisos = c.avisos;
    avisos.insert(avisos.end(), plan->avisos.begin(), plan->avisos.end());
    return {db.vista<EntregaViewModel>(entrega, c.transaccionId), advertencias_de(avisos)};
}

}  // namespace gestor::inventario
