#include "domain/ventas/lecturas.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/motor/lecturas.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/ventas/consultas_documentos.hpp"
#include "domain/ventas/tipos_documentos.hpp"

namespace gestor::ventas {
namespace {

using Listas = std::vector<ListaDeclarada>;
using Filtros = std::vector<FiltroDeclarado>;

Filtros de_documentos() {
    using F = DocumentoFiltro;
    return {
        filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
        filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
        filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
        filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
        filtro_largo<&F::vendedorId>("t.vendedor_id = :vendedorId", maestra::vendedor),
        filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"),
    };
}

Filtros de_ventas() {
    auto todos = de_documentos();
    todos.push_back(filtro_largo<&VentaFiltro::monedaId>("t.moneda_id = :monedaId", maestra::moneda));
    return todos;
}

template <auto M>
FiltroDeclarado por_estado() {
    return filtro_largo<M>("t.estado = :estado");
}

// ---- invoice ----
using Factura = FacturaVentaViewModel;

Listas de_factura() {
    return {
        partidas<&Factura::partidas>(),
        lista_siempre<&Factura::cobros>(sql::registro_cobros),
        lista_siempre<&Factura::archivos>(sql::archivos),
        lista_siempre<&Factura::documentosRelacionados>(sql::documentos_relacionados),
    };
}

Listas de_factura_proyecto() {
    auto todas = de_factura();
    todas[0] = lista<&Factura::partidas>(
        sql::partidas_proyecto, lista<&Partida::impuestos>(sql::partida_impuestos_proyecto),
        lista<&Partida::series>(sql::partida_series_proyecto), lista<&Partida::lotes>(sql::partida_lotes_proyecto));
    return todas;
}

// ---- note ----
using Nota = NotaVentaViewModel;

Listas de_nota() {
    return {
        partidas<&Nota::partidas>(),
        lista_siempre<&Nota::pagos>(sql::nota_pagos),
        lista_siempre<&Nota::archivos>(sql::archivos),
        lista_siempre<&Nota::documentosRelacionados>(sql::documentos_relacionados),
        lista_siempre<&Nota::escuela>(sql::nota_escuela),
    };
}

// ---- order ----
using Pedido = PedidoClienteViewModel;

Listas de_pedido() {
    return {
        partidas<&Pedido::partidas>(sql::partidas_pedido),
        lista<&Pedido::archivos>(sql::archivos),
        lista<&Pedido::documentosRelacionados>(sql::documentos_relacionados),
    };
}

// ---- quotation ----
using Cotizacion = CotizacionViewModel;

Listas de_cotizacion() {
    return {
        partidas<&Cotizacion::partidas>(),
        lista<&Cotizacion::archivos>(sql::archivos),
        lista<&Cotizacion::documentosRelacionados>(sql::documentos_relacionados),
    };
}

// ---- return ----
using Devolucion = NotaDevolucionClienteViewModel;

Listas de_devolucion() {
    return {
        partidas<&Devolucion::partidas>(sql::partidas_devolucion),
        lista<&Devolucion::aplicaciones>(sql::devolucion_aplicaciones),
    };
}

}  // namespace

// Kept as promised to callers: a missing invoice is an empty result, not an error.
LecturaCompilada leer_factura_venta() {
    return {lectura<Factura>(sql::facturas_venta, de_factura(), o_nulo), "facturaVenta"};
}

LecturaCompilada leer_facturas_venta() {
    using F = FacturaVentaFiltro;
    return {
        pagina<Factura, F>(sql::facturas_venta, de_factura(), de_ventas(), detalle_si<&F::incluirPartidas>(),
                           por_estado<&F::estado>(), filtro_largo<&F::proyectoId>(sql::del_proyecto, maestra::proyecto),
                           filtro<&F::uuid>("t.uuid = :uuid"), filtro_si<&F::soloConSaldo>("t.saldo > 0")),
        "facturasVenta"};
}

LecturaCompilada leer_facturas_proyecto() {
    using F = FacturaVentaProyectoFiltro;
    return {pagina<FacturaVentaProyectoViewModel, F>(sql::facturas_proyecto, de_factura_proyecto(), de_ventas(),
                                                     filtro_largo<&F::proyectoId>(sql::del_proyecto, maestra::proyecto),
                                                     por_estado<&F::estado>()),
            "facturasProyecto"};
}

LecturaCompilada leer_facturas_por_ids() {
    return {catalogo<Factura, PorIds>(sql::facturas_por_ids, de_factura(), larga), "facturasPorIds"};
}

LecturaCompilada leer_nota_venta() {
    return {lectura<Nota>(sql::notas_venta, de_nota()), "notaVenta"};
}

LecturaCompilada leer_notas_venta() {
    using F = NotaVentaFiltro;
    return {pagina<Nota, F>(sql::notas_venta, de_nota(), de_ventas(), detalle_si<&F::incluirPartidas>(),
                            por_estado<&F::estado>(), filtro_largo<&F::caja>(sql::de_la_caja),
                            filtro<&F::matricula>(sql::de_la_matricula)),
            "notasVenta"};
}

LecturaCompilada leer_pedido_cliente() {
    return {lectura<Pedido>(sql::pedidos_cliente, de_pedido()), "pedidoCliente"};
}

LecturaCompilada leer_pedidos_cliente() {
    using F = PedidoClienteFiltro;
    return {pagina<Pedido, F>(sql::pedidos_cliente, de_pedido(), de_documentos(), por_estado<&F::estado>()),
            "pedidosCliente"};
}

LecturaCompilada leer_cotizacion_cliente() {
    return {lectura<Cotizacion>(sql::cotizaciones, de_cotizacion()), "cotizacion"};
}

LecturaCompilada leer_cotizaciones_cliente() {
    using F = CotizacionFiltro;
    return {pagina<Cotizacion, F>(sql::cotizaciones, de_cotizacion(),
                                  filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                                  filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                                  filtro<&F::cotizacionId>("t.transaccion_id = :cotizacionId", sql::existe_cotizacion)),
            "cotizaciones"};
}

LecturaCompilada leer_nota_devolucion() {
    return {lectura<Devolucion>(sql::notas_devolucion, de_devolucion()), "notaDevolucion"};
}

LecturaCompilada leer_notas_devolucion() {
    using F = NotaDevolucionFiltro;
    return {pagina<Devolucion, F>(sql::notas_devolucion, de_devolucion(), de_ventas(), por_estado<&F::estado>(),
                                  filtro<&F::transaccionIdVenta>(sql::de_la_venta, sql::existe_venta)),
            "notasDevolucion"};
}

LecturaCompilada leer_promociones_cruzadas() {
    using P = PromocionCruzadaViewModel;
    using F = PromocionCruzadaFiltro;
    return {
        catalogo<P, F>(sql::promociones, lista<&P::sucursales>(sql::promocion_sucursales),
                       lista<&P::condiciones>(sql::promocion_condiciones),
                       lista<&P::beneficios>(sql::promocion_beneficios), filtro<&F::sucursalId>("", maestra::sucursal),
                       filtro<&F::productoId>(sql::con_el_producto, maestra::producto),
                       filtro<&F::listaPreciosId>(sql::en_la_lista, maestra::lista_precios)),
        "promocionesCruzadas"};
}

}  // namespace gestor::ventas
