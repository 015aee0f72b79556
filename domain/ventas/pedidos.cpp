// Order and quotation: priced, without a póliza; an order reserves its goods.
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/ventas/consultas_documentos.hpp"
#include "domain/ventas/documentos.hpp"
#include "domain/ventas/escrituras.hpp"
#include "domain/ventas/lecturas.hpp"
#include "domain/ventas/propios.hpp"
#include "persistence/recien_escrito.hpp"

namespace gestor::ventas {
namespace {

Borrador ofrecer(Escritura& db, TipoDocumento const& tipo, Nacimiento const& nacimiento, OfertaNueva const& o,
                 std::span<PartidaNueva const> partidas, std::optional<Id> origen = {}) {
    Borrador b(db, tipo, nacimiento);
    Menciones p;
    if (origen) p.origenes.push_back(*origen);
    p.del_origen = p.hereda = true;
    p.nombrar(o.clienteId, o.codigoCliente);
    p.vendedorId = o.vendedorId, p.almacenId = o.almacenId, p.listaPreciosId = o.listaPreciosId;
    b.encabezado(o, p);
    b.partidas(partidas);
    calcular(b.lineas, b.fallas);
    return b;
}

IdOCero lista_de(Contexto const& c) {
    return c.listaPreciosId.presente() ? c.listaPreciosId : c.listaPropia;
}

// Warnings for goods ordered beyond the stock; the order is accepted.
std::vector<std::string> avisos_de_existencia(Hechos const& h) {
    std::vector<std::string> avisos;
    for (auto const& e : h.existencias.actuales) {
        Cantidad apartado = e.apartado;
        for (auto const& p : h.piezas)
            if (p.almacenId == e.almacenId && p.productoId == e.productoId) apartado += p.cantidad;
        if (apartado <= e.cantidad) continue;
        std::string a, hay;
        apartado.escribir(a);
        e.cantidad.escribir(hay);
        avisos.push_back(e.codigo.valor() + ": quedan apartadas " + a + " y hay " + hay);
    }
    return avisos;
}

// Lists without rows in the plan, which the answer need not read.
std::vector<std::string_view> listas_vacias(PlanDocumento const& plan) {
    std::vector<std::string_view> vacias{sql::archivos};
    if (plan.nuevo->impuestos.empty()) vacias.push_back(sql::partida_impuestos);
    if (plan.nuevo->series.empty()) vacias.push_back(sql::partida_series);
    if (plan.nuevo->lotes.empty()) vacias.push_back(sql::partida_lotes);
    if (plan.relaciones.empty()) vacias.push_back(sql::documentos_relacionados);
    return vacias;
}

void exigir_cotizacion(Escritura& db, Id id, Fallas& fallas) {
    auto const faltan = db.consultar<sql::existen_documentos>("ids"_es(std::vector{id}),
                                                              "objId"_es(std::int64_t{cotizacion_de_cliente.obj_id}),
                                                              "origen"_es(std::string(cotizacion_de_cliente.origen)));
    if (!faltan.vacia()) fallas.agregar("transaccionIdCotizacion", codigo::no_existe, "no existe");
}

// Takes the lines of the quotation, under its lock, and moves its state.
void tomar_cotizacion(Emisor& x, Id id, Sesion const& sesion) {
    auto const& d = *x.cartera().buscar(id);
    x.e.mudanzas.push_back(mudanza_de(cotizacion_de_cliente, d, AccionDocumento::aceptar, sesion));
    x.viene_de(id);
    if (!x.db.consultar<sql::cotizacion_vencida>("transaccionId"_es(id)).vacia())
        throw Problema(codigo::estado_invalido,
                       "la cotización " + d.folio.valor() + " está vencida y no se puede aceptar")
            .con("accionesPermitidas", "[]");
    x.es_suyo(d, "clienteId");
    x.fallas.lanzar();
    if (!x.lineas.empty()) return;
    for (auto const& l : lineas_de(x.db, Lado::venta, id))
        x.lineas.push_back(parte_de_linea(l, id, l.linea.guardada.cantidad));
    calcular(x.lineas, x.fallas);
    x.fallas.lanzar();
}

}  // namespace

PedidoClienteCreado crear_pedido(Escritura& db, Sesion const& sesion, Cuerpo<PedidoNuevo> const& p) {
    auto b = ofrecer(db, pedido_de_cliente, pedido_nuevo, p, p.partidas, p.transaccionIdCotizacion);
    auto const fecha = b.cabecera().fecha.fecha();
    if (p.entregaFecha && p.entregaFecha->fecha() < fecha)
        b.fallas.agregar("entregaFecha", codigo::rango_fechas, "es anterior a la fecha del pedido");
    if (p.vigenciaFecha && *p.vigenciaFecha < fecha)
        b.fallas.agregar("vigenciaFecha", codigo::rango_fechas, "es anterior a la fecha del pedido");
    if (p.transaccionIdCotizacion) exigir_cotizacion(db, *p.transaccionIdCotizacion, b.fallas);

    auto x = std::move(b).bloquear();
    if (p.transaccionIdCotizacion) tomar_cotizacion(x, *p.transaccionIdCotizacion, sesion);
    exigir_precios(x.lineas);
    poner_lineas(x.h(), x.lineas);
    x.propio(tabla_pedido, PedidoPropio{{lista_de(x.c), p.vigenciaFecha}, p.entregaFecha, p.domicilioEntrega});
    x.h().piezas = piezas_de(db, x.lineas, x.c.almacenId);
    // serial numbers and lots are named when the goods leave
    for (auto& pieza : x.h().piezas) pieza.series.clear(), pieza.lotes.clear();
    x.existencias();
    auto const avisos = avisos_de_existencia(x.h());
    x.c.avisos.insert(x.c.avisos.begin(), avisos.begin(), avisos.end());
    auto const hecho = std::move(x).emitir();
    Vista<PedidoClienteViewModel> vista{
        recien_escrito(db, pedido_cliente, hecho.id.valor(), listas_vacias(hecho.plan()))};
    return {std::move(vista), {}, hecho.advertencias()};
}

TransaccionResultado crear_cotizacion(Escritura& db, Sesion const&, Cuerpo<CotizacionNueva> const& c) {
    auto b = ofrecer(db, cotizacion_de_cliente, cotizacion_nueva, c, c.partidas);
    if (c.vigenciaFecha < b.cabecera().fecha.fecha())
        b.fallas.agregar("vigenciaFecha", codigo::rango_fechas, "es anterior a la fecha de la cotización");
    auto x = std::move(b).bloquear();
    exigir_precios(x.lineas);
    poner_lineas(x.h(), x.lineas);
    x.propio(tabla_cotizacion, CotizacionPropia{lista_de(x.c), c.vigenciaFecha});
    return std::move(x).emitir().resultado();
}

}  // namespace gestor::ventas
