#include "domain/compras/lecturas_creditos.hpp"

#include "domain/compras/consultas_creditos.hpp"
#include "domain/compras/consultas_recibos.hpp"
#include "domain/compras/tipos_creditos.hpp"
#include "domain/compras/tipos_recibos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/motor/lecturas.hpp"

namespace gestor::compras {

LecturaCompilada leer_devoluciones_proveedor() {
    using D = NotaDevolucionProveedorViewModel;
    using F = NotaDevolucionProveedorFiltro;
    return {pagina<D, F>(sql::devoluciones_proveedor, partidas<&D::partidas>(),
                         totales<DevolucionesTotales>(sql::devoluciones_totales, "t.moneda"),
                         filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                         filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                         filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                         filtro<&F::proveedorId>("t.contacto_id = :proveedorId", maestra::contacto),
                         filtro_largo<&F::monedaId>("t.moneda_id = :monedaId", maestra::moneda),
                         filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"),
                         filtro_largo<&F::estado>("t.estado = :estado"),
                         filtro<&F::transaccionIdCompra>(sql::acredita_compra, sql::existe_compra), larga),
            "devolucionesProveedor"};
}

LecturaCompilada leer_creditos_detallados() {
    using F = NotaCreditoDetalladoFiltro;
    return {pagina<NotaCreditoDetalladoViewModel, F>(
                sql::creditos_detallados, totales<CreditosTotales>(sql::creditos_totales, "t.moneda"),
                filtro<&F::tipo>(sql::credito_de_tipo), filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                filtro<&F::contactoId>("t.contacto_id = :contactoId", maestra::contacto),
                filtro_largo<&F::productoId>("l.producto_id = :productoId", maestra::producto),
                filtro_largo<&F::estado>("t.estado = :estado"),
                filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"), larga),
            "creditosDetallados"};
}

LecturaCompilada leer_recibos_de_pago() {
    using F = RecibosDePagoFiltro;
    return {pagina<ReciboDePagoViewModel, F>(
                sql::recibos_de_pago, filtro<&F::fechaInicial>("r.fecha_pago >= :fechaInicial::timestamp"),
                filtro<&F::fechaFinal>("r.fecha_pago < :fechaFinal::timestamp + interval '1 day'"),
                filtro<&F::sinEgreso>("(e.transaccion_id IS NULL AND r.sustituido_por = '') = :sinEgreso::boolean")),
            "recibosDePago"};
}

}  // namespace gestor::compras
