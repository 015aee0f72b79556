// Order and quotation: priced and promised, nothing is posted; only what was authorized is received.
#include "domain/compras/compra.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/compras/lecturas.hpp"
#include "domain/motor/autorizar.hpp"

namespace gestor::compras {
namespace {

struct OrdenPropia {  // what only an order has, as it is stored
    std::optional<FechaHora> entregaFecha;
    Cadena condicionesPago;
};
DTO(OrdenPropia, entregaFecha, condicionesPago)

struct CotizacionDeProveedorPropia {
    std::optional<Fecha> vigenciaFecha;
};
DTO(CotizacionDeProveedorPropia, vigenciaFecha)

}  // namespace
static TablaPropia const tabla_orden(*tipo_de<OrdenPropia>(), "documento");
static TablaPropia const tabla_cotizacion_proveedor(*tipo_de<CotizacionDeProveedorPropia>(), "documento");

PartidaConCosto::operator PartidaNueva() const {
    PartidaNueva p;
    p.productoId = productoId, p.codigo = codigo, p.conceptoId = conceptoId, p.descripcion = descripcion;
    p.cantidad = cantidad, p.unidadMedidaId = unidadMedidaId, p.precioUnitario = precioUnitario;
    p.descuento = descuento, p.almacenId = almacenId, p.proyectoId = proyectoId, p.centroCostoId = centroCostoId;
    p.notas = notas;
    return p;
}

void validar(OrdenCompraNueva const& o, Fallas& fallas) {
    validar_partidas(std::vector<PartidaNueva>(o.partidas.begin(), o.partidas.end()), fallas);
}
void validar(CotizacionProveedorNueva const& c, Fallas& fallas) {
    validar_partidas(std::vector<PartidaNueva>(c.partidas.begin(), c.partidas.end()), fallas);
}

namespace {

Compra ofrecer(Escritura& db, TipoDocumento const& tipo, EncabezadoNuevo const& e, Id proveedor,
               std::optional<Id> almacen, PartidasConCosto const& partidas, Fallas& fallas) {
    Menciones menciones;
    menciones.contraparteId = proveedor, menciones.almacenId = almacen;
    Compra compra{tipo, resolver(db, tipo, e, menciones, fallas)};
    compra.cabecera() = cabecera_de(tipo, e, compra.c);
    std::vector<PartidaNueva> const todas(partidas.begin(), partidas.end());
    compra.lineas = resolver_lineas(db, tipo, compra.c, compra.cabecera().fecha, todas, fallas);
    exigir_comprables(compra.lineas, fallas);
    calcular(compra.lineas, fallas);
    return compra;
}

TransaccionResultado prometer(Escritura& db, Compra& compra, Nacimiento const& nacimiento, FilaPropia propia,
                              Fallas& fallas) {
    fallas.lanzar();
    exigir_sin_repetir(compra.c);
    poner_lineas(compra.h(), compra.lineas);
    compra.h().documento.propios.push_back(std::move(propia));
    aplicar(db, planificar(compra.tipo, nacimiento, std::move(compra.e)));
    return resultado(db, compra.c.transaccionId, compra.c.avisos);
}

}  // namespace

TransaccionResultado crear_orden_compra(Escritura& db, Sesion const&, Cuerpo<OrdenCompraNueva> const& o) {
    Fallas fallas;
    auto compra = ofrecer(db, orden_de_compra, o, o.proveedorId, o.almacenId, o.partidas, fallas);
    if (o.entregaFecha && o.entregaFecha->fecha() < compra.cabecera().fecha.fecha())
        fallas.agregar("entregaFecha", codigo::rango_fechas, "es anterior a la fecha de la orden");
    OrdenPropia propia{o.entregaFecha, {}};
    if (o.condicionesPago) propia.condicionesPago = Cadena::de_base(o.condicionesPago->valor());
    return prometer(db, compra, orden_nueva, propio(tabla_orden, propia), fallas);
}

TransaccionResultado crear_cotizacion_proveedor(Escritura& db, Sesion const&,
                                                Cuerpo<CotizacionProveedorNueva> const& c) {
    Fallas fallas;
    auto compra = ofrecer(db, cotizacion_de_proveedor, c, c.proveedorId, {}, c.partidas, fallas);
    if (c.vigenciaFecha < compra.cabecera().fecha.fecha())
        fallas.agregar("vigenciaFecha", codigo::rango_fechas, "es anterior a la fecha de la cotización");
    auto const propia = propio(tabla_cotizacion_proveedor, CotizacionDeProveedorPropia{c.vigenciaFecha});
    return prometer(db, compra, cotizacion_de_proveedor_nueva, propia, fallas);
}

Vista<OrdenCompraViewModel> autorizar_orden_compra(Escritura& db, Sesion const& sesion, Id id,
                                                   Cuerpo<AutorizacionNueva> const& a) {
    auto const orden = bloquear(db, orden_de_compra, id);
    auto const mudanza = planificar(orden_de_compra, orden, AccionDocumento::autorizar, sesion);
    exigir_facultad(db, id, false);
    autorizar(db, mudanza, momento_de(db, {id})->ahora, a.notas ? a.notas->valor() : std::string());
    return db.vista<OrdenCompraViewModel>(orden_compra, id);
}

}  // namespace gestor::compras
