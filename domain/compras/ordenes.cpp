// Purchase order and quotation: priced, without a póliza; only an authorized order can be received.
#include "domain/compras/compra.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/compras/lecturas.hpp"
#include "domain/motor/escritura/autorizar.hpp"

namespace gestor::compras {
namespace {

struct OrdenPropia {  // OrdenPropia: stored columns that only an order has
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
    validar_contraparte(o.proveedorId, o.codigoProveedor, "proveedorId", "codigoProveedor", false, fallas);
    validar_partidas(std::vector<PartidaNueva>(o.partidas.begin(), o.partidas.end()), fallas);
}
void validar(CotizacionProveedorNueva const& c, Fallas& fallas) {
    validar_contraparte(c.proveedorId, c.codigoProveedor, "proveedorId", "codigoProveedor", false, fallas);
    validar_partidas(std::vector<PartidaNueva>(c.partidas.begin(), c.partidas.end()), fallas);
}

namespace {

Borrador ofrecer(Escritura& db, TipoDocumento const& tipo, Nacimiento const& nacimiento, auto const& oferta,
                 std::optional<Id> almacen) {
    Borrador b(db, tipo, nacimiento);
    Menciones menciones;
    menciones.nombrar(oferta.proveedorId, oferta.codigoProveedor);
    menciones.almacenId = almacen;
    b.encabezado(oferta, menciones);
    b.partidas(std::vector<PartidaNueva>(oferta.partidas.begin(), oferta.partidas.end()));
    exigir_comprables(b.lineas, b.fallas);
    calcular(b.lineas, b.fallas);
    return b;
}

TransaccionResultado prometer(Borrador b) {
    auto x = std::move(b).bloquear();
    poner_lineas(x.h(), x.lineas);
    return std::move(x).emitir().resultado();
}

}  // namespace

TransaccionResultado crear_orden_compra(Escritura& db, Sesion const&, Cuerpo<OrdenCompraNueva> const& o) {
    auto b = ofrecer(db, orden_de_compra, orden_nueva, o, o.almacenId);
    if (o.entregaFecha && o.entregaFecha->fecha() < b.cabecera().fecha.fecha())
        b.fallas.agregar("entregaFecha", codigo::rango_fechas, "es anterior a la fecha de la orden");
    OrdenPropia propia{o.entregaFecha, {}};
    if (o.condicionesPago) propia.condicionesPago = Cadena::de_base(o.condicionesPago->valor());
    b.propio(tabla_orden, propia);
    return prometer(std::move(b));
}

TransaccionResultado crear_cotizacion_proveedor(Escritura& db, Sesion const&,
                                                Cuerpo<CotizacionProveedorNueva> const& c) {
    auto b = ofrecer(db, cotizacion_de_proveedor, cotizacion_de_proveedor_nueva, c, {});
    if (c.vigenciaFecha < b.cabecera().fecha.fecha())
        b.fallas.agregar("vigenciaFecha", codigo::rango_fechas, "es anterior a la fecha de la cotización");
    b.propio(tabla_cotizacion_proveedor, CotizacionDeProveedorPropia{c.vigenciaFecha});
    return prometer(std::move(b));
}

Vista<OrdenCompraViewModel> autorizar_orden_compra(Escritura& db, Sesion const& sesion, Id id,
                                                   Cuerpo<AutorizacionNueva> const& a) {
    auto const orden = bloquear(db, orden_de_compra, id);
    auto const mudanza = mudanza_de(orden_de_compra, orden, AccionDocumento::autorizar, sesion);
    exigir_facultad(db, id, false);
    autorizar(db, mudanza, momento_de(db, {id})->ahora, a.notas ? a.notas->valor() : std::string());
    return db.vista<OrdenCompraViewModel>(orden_compra, id);
}

}  // namespace gestor::compras
