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
    auto const id = r.transaccionIdOrigen;
    Borrador b(db, recepcion_de_mercancia, recepcion_de_compra);
    exigir_de_orden(r, b.fallas);
    Menciones menciones;
    menciones.almacenId = r.almacenId ? r.almacenId : orden.almacenId.id();
    menciones.origenes = {id};
    EncabezadoNuevo e = r;
    if (!e.monedaId && !e.moneda) e.monedaId = orden.monedaId;
    b.encabezado(e, menciones);
    if (b.c.monedaId.valor() != 0 && b.c.monedaId.valor() != orden.monedaId.valor())
        b.fallas.agregar(r.monedaId ? "monedaId" : "moneda", codigo::rango, "la orden es de otra moneda");

    auto x = std::move(b).bloquear();
    auto const& abierta = x.abrir(id, AccionDocumento::recibir, sesion);
    x.para_quien(abierta.documento);
    x.lineas = lineas_recibidas(db, r, abierta, x.fallas);
    x.sumar();
    tratar_ieps(db, x.h());
    for (auto const& l : x.lineas)
        x.e.origenes[0].avances.push_back(
            {id, l.guardada.numeroPartidaOrigen.valor(), l.guardada.avanceSurtida, {}, {}});
    x.h().piezas = piezas_que_entran(db, x.lineas, costos_de(x.h(), x.lineas), x.c.almacenId);
    x.h().contra = {"POR_FACTURAR"};
    RecepcionDeProveedor propia;
    if (r.folioProveedor) propia.folioProveedor = Cadena::de_base(r.folioProveedor->valor());
    x.cabecera().palabras = propia.folioProveedor;
    x.propio(tabla_recepcion_de_proveedor, propia);
    return recepcion_creada(db, std::move(x).emitir());
}

}  // namespace gestor::inventario
