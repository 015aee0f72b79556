// Order and quotation: priced and promised; an order holds its goods, nothing is posted.
#include "domain/motor/consultas_resolver.hpp"
#include "domain/motor/etapas.hpp"
#include "domain/ventas/consultas_documentos.hpp"
#include "domain/ventas/documentos.hpp"
#include "domain/ventas/escrituras.hpp"
#include "domain/ventas/lecturas.hpp"
#include "domain/ventas/propios.hpp"
#include "persistence/recien_escrito.hpp"

namespace gestor::ventas {
namespace {

struct Oferta {
    Contexto c;
    Hechos h;
    std::vector<Linea> lineas;
};

Oferta resolver_oferta(Escritura& db, TipoDocumento const& tipo, OfertaNueva const& o,
                       std::span<PartidaNueva const> partidas, std::optional<Id> origen, Fallas& fallas) {
    Menciones p;
    if (origen) p.origenes.push_back(*origen);
    p.contraparteId = o.clienteId, p.vendedorId = o.vendedorId, p.almacenId = o.almacenId,
    p.listaPreciosId = o.listaPreciosId;
    if (o.codigoCliente) p.codigo = o.codigoCliente->valor();
    Oferta r{resolver(db, tipo, o, p, fallas), {}, {}};
    r.h.documento.cabecera = cabecera_de(tipo, o, r.c);
    r.lineas = resolver_lineas(db, tipo, r.c, r.h.documento.cabecera.fecha, partidas, fallas);
    calcular(r.lineas, fallas);
    return r;
}

IdOCero lista_de(Oferta const& o) {
    return o.c.listaPreciosId.presente() ? o.c.listaPreciosId : o.c.listaPropia;
}

// What is promised beyond what there is; it can still be ordered.
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

// What a plan does not write, nobody has to read.
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

// The lines of the quotation, under its lock; what it then becomes.
Mudanza tomar_cotizacion(Escritura& db, Sesion const& sesion, DocumentoBloqueado const& d, Oferta& o) {
    Fallas fallas;
    Id const id = d.transaccionId;
    auto const aceptada = planificar(cotizacion_de_cliente, d, AccionDocumento::aceptar, sesion);
    if (!db.consultar<sql::cotizacion_vencida>("transaccionId"_es(id)).vacia())
        throw Problema(codigo::estado_invalido,
                       "la cotización " + d.folio.valor() + " está vencida y no se puede aceptar")
            .con("accionesPermitidas", "[]");
    if (d.contactoId.valor() != o.c.contraparteId.valor() || d.monedaId.valor() != o.c.monedaId.valor())
        fallas.agregar("clienteId", codigo::rango, "la cotización es de otro cliente o de otra moneda");
    fallas.lanzar();
    if (!o.lineas.empty()) return aceptada;
    for (auto const& l : lineas_de(db, Lado::venta, id))
        o.lineas.push_back(parte_de_linea(l, id, l.linea.guardada.cantidad));
    calcular(o.lineas, fallas);
    fallas.lanzar();
    return aceptada;
}

}  // namespace

PedidoClienteCreado crear_pedido(Escritura& db, Sesion const& sesion, Cuerpo<PedidoNuevo> const& p) {
    Fallas fallas;
    auto o = resolver_oferta(db, pedido_de_cliente, p, p.partidas, p.transaccionIdCotizacion, fallas);
    auto const fecha = o.h.documento.cabecera.fecha.fecha();
    if (p.entregaFecha && p.entregaFecha->fecha() < fecha)
        fallas.agregar("entregaFecha", codigo::rango_fechas, "es anterior a la fecha del pedido");
    if (p.vigenciaFecha && *p.vigenciaFecha < fecha)
        fallas.agregar("vigenciaFecha", codigo::rango_fechas, "es anterior a la fecha del pedido");
    if (p.transaccionIdCotizacion) exigir_cotizacion(db, *p.transaccionIdCotizacion, fallas);
    fallas.lanzar();
    std::vector<Id> origenes;
    if (p.transaccionIdCotizacion) origenes.push_back(*p.transaccionIdCotizacion);
    auto bloqueados = EnPeriodo::sin_asentar(db, o.c).sin_contraparte().documentos(origenes);
    Emision e;
    for (auto const id : origenes) {
        e.mudanzas.push_back(tomar_cotizacion(db, sesion, *bloqueados.cartera.buscar(id), o));
        o.h.relaciones.push_back({id, o.c.transaccionId, "Origen"});
    }
    exigir_precios(o.lineas);
    poner_lineas(o.h, o.lineas);
    PedidoPropio const propios{{lista_de(o), p.vigenciaFecha}, p.entregaFecha, p.domicilioEntrega};
    o.h.documento.propios.push_back(propio(tabla_pedido, propios));
    std::vector<Cantidad> todas;
    for (auto const& l : o.lineas) todas.push_back(l.guardada.cantidad);
    o.h.piezas = piezas_de(db, o.lineas, todas, o.c.almacenId);
    for (auto& pieza : o.h.piezas) pieza.series.clear(), pieza.lotes.clear();  // they are named when they leave
    o.h.existencias = std::move(bloqueados).apartados(o.h.piezas);
    auto avisos = avisos_de_existencia(o.h);
    avisos.insert(avisos.end(), o.c.avisos.begin(), o.c.avisos.end());
    e.hechos = std::move(o.h);
    auto const plan = planificar(pedido_de_cliente, pedido_nuevo, std::move(e));
    aplicar(db, plan);
    Vista<PedidoClienteViewModel> vista{
        recien_escrito(db, pedido_cliente, o.c.transaccionId.valor(), listas_vacias(*plan))};
    return {std::move(vista), {}, advertencias_de(avisos)};
}

TransaccionResultado crear_cotizacion(Escritura& db, Sesion const&, Cuerpo<CotizacionNueva> const& c) {
    Fallas fallas;
    auto o = resolver_oferta(db, cotizacion_de_cliente, c, c.partidas, {}, fallas);
    if (c.vigenciaFecha < o.h.documento.cabecera.fecha.fecha())
        fallas.agregar("vigenciaFecha", codigo::rango_fechas, "es anterior a la fecha de la cotización");
    fallas.lanzar();
    exigir_sin_repetir(o.c);
    exigir_precios(o.lineas);
    poner_lineas(o.h, o.lineas);
    CotizacionPropia const propios{lista_de(o), c.vigenciaFecha};
    o.h.documento.propios.push_back(propio(tabla_cotizacion, propios));
    aplicar(db, planificar(cotizacion_de_cliente, cotizacion_nueva, Emision{std::move(o.h)}));
    return resultado(db, o.c.transaccionId, o.c.avisos);
}

}  // namespace gestor::ventas
