// What was ordered of a supplier comes in, whole or in parts, at what the order says; it is to be invoiced.
#include "domain/comun/parametros.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/pendientes.hpp"
#include "domain/inventario/recepciones.hpp"
#include "domain/motor/costos.hpp"

namespace gestor::inventario {
namespace {

struct RecepcionDeProveedor {  // what only a reception of a purchase has, as it is stored
    Cadena folioProveedor;
};
DTO(RecepcionDeProveedor, folioProveedor)

}  // namespace
static TablaPropia const tabla_recepcion_de_proveedor(*tipo_de<RecepcionDeProveedor>(), "compra");

namespace {

void exigir_de_orden(RecepcionNueva const& r, Fallas& fallas) {
    if (r.cerrar.valor) fallas.agregar("cerrar", codigo::rango, "sólo se cierra un traspaso");
}

// With the price of the order, or what the supplier's paper says; taxes and all, so that the invoice finds them.
Linea linea_recibida(LineaOrigen const& o, Id orden, Cantidad cantidad, RecepcionNueva const& r) {
    auto l = parte_de_linea(o, orden, cantidad);
    auto& g = l.guardada;
    g.surtida = cantidad;
    g.avanceSurtida = std::min(cantidad, pendiente_de(o));
    if (r.almacenId) g.almacenId = *r.almacenId;
    return l;
}

std::vector<Linea> lineas_recibidas(Escritura& db, RecepcionNueva const& r, PedidoAbierto const& orden,
                                    Fallas& fallas) {
    std::vector<Linea> lineas;
    Id const id = orden.documento.transaccionId;
    if (r.partidas.empty())
        for (auto const& o : orden.lineas)
            if (!pendiente_de(o).es_cero()) lineas.push_back(linea_recibida(o, id, pendiente_de(o), r));
    auto const tolerancia = parametro<NoNegativo<Porcentaje>>(db, "toleranciaRecepcion");
    for (std::size_t i = 0; i < r.partidas.size(); ++i) {
        auto const& p = r.partidas[i];
        auto const o = std::find_if(orden.lineas.begin(), orden.lineas.end(), [&](LineaOrigen const& x) {
            return x.linea.guardada.numeroPartida.valor() == p.numeroPartida.valor();
        });
        if (o == orden.lineas.end()) {
            fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::no_existe, "no existe en la orden");
            continue;
        }
        Cantidad const tope = pendiente_de(*o) + multiplicar<6>(pendiente_de(*o), tolerancia.valor());
        if (p.cantidad > tope) {
            fallas.agregar(en_fila("partidas", i, "cantidad"), codigo::rango, "pasa de lo pendiente de recibir");
            continue;
        }
        auto l = linea_recibida(*o, id, p.cantidad, r);
        if (p.costoUnitario) {
            l.guardada.precioUnitario = *p.costoUnitario;
            l.guardada.descuento = {}, l.guardada.promocion = {};
        }
        for (auto const& s : p.series) l.series.push_back(s.valor());
        l.lotes = p.lotes;
        lineas.push_back(std::move(l));
    }
    if (lineas.empty() && fallas.vacio())
        throw Problema(codigo::estado_invalido, orden.documento.folio.valor() + " no tiene nada pendiente de recibir")
            .con("accionesPermitidas", "[]");
    return lineas;
}

}  // namespace

RecepcionCreada recibir_orden(Escritura& db, Sesion const& sesion, RecepcionNueva const& r,
                              OrigenDeRecepcion const& orden) {
    auto const& tipo = recepcion_de_mercancia;
    auto const id = r.transaccionIdOrigen;
    Fallas fallas;
    exigir_de_orden(r, fallas);
    Menciones menciones;
    menciones.almacenId = r.almacenId ? r.almacenId : orden.almacenId.id();
    menciones.origenes = {id};
    EncabezadoNuevo e = r;
    if (!e.monedaId && !e.moneda) e.monedaId = orden.monedaId;
    auto const c = resolver(db, tipo, e, menciones, fallas);
    if (c.monedaId.valor() != 0 && c.monedaId.valor() != orden.monedaId.valor())
        fallas.agregar(r.monedaId ? "monedaId" : "moneda", codigo::rango, "la orden es de otra moneda");
    fallas.lanzar();
    auto bloqueados = EnPeriodo::entrar(db, c).sin_contraparte().documentos({id});
    auto const& bloqueado = *bloqueados.cartera.buscar(id);
    transicion(bloqueado.tipo(), bloqueado, AccionDocumento::recibir, sesion);
    Emision emision;
    auto& h = emision.hechos;
    auto& cabecera = h.documento.cabecera = cabecera_de(tipo, e, c);
    cabecera.contactoId = bloqueado.contactoId, cabecera.contacto = bloqueado.contacto, cabecera.rfc = bloqueado.rfc;
    auto abierta = bloqueados.abierto(id);
    auto lineas = lineas_recibidas(db, r, abierta, fallas);
    calcular(lineas, fallas);
    fallas.lanzar();

    poner_lineas(h, lineas);
    tratar_ieps(db, h);
    std::vector<Cantidad> todas;
    std::vector<Avance> avances;
    for (auto const& l : lineas) {
        todas.push_back(l.guardada.cantidad);
        avances.push_back({id, l.guardada.numeroPartidaOrigen.valor(), l.guardada.avanceSurtida, {}, {}});
    }
    h.piezas = piezas_que_entran(db, lineas, todas, costos_de(h, lineas), c.almacenId);
    h.existencias = std::move(bloqueados).existencias(h.piezas);
    h.contra = {"POR_FACTURAR"};
    RecepcionDeProveedor propia;
    if (r.folioProveedor) propia.folioProveedor = Cadena::de_base(r.folioProveedor->valor());
    cabecera.palabras = propia.folioProveedor;
    h.documento.propios.push_back(propio(tabla_recepcion_de_proveedor, propia));
    h.relaciones.push_back({id, c.transaccionId, "Origen"});
    emision.origenes.push_back({std::move(abierta), std::move(avances)});
    auto const plan = planificar(tipo, recepcion_de_compra, std::move(emision));
    aplicar(db, plan);
    return recepcion_creada(db, c, *plan);
}

}  // namespace gestor::inventario
