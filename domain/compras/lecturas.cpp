#include "domain/compras/lecturas.hpp"

#include "domain/compras/consultas.hpp"
#include "domain/compras/tipos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/motor/lecturas.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::compras {
namespace {

using Listas = std::vector<ListaDeclarada>;
using Filtros = std::vector<FiltroDeclarado>;

Filtros de_compras() {
    using F = CompraFiltro;
    return {
        filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
        filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
        filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
        filtro<&F::proveedorId>("t.contacto_id = :proveedorId", maestra::contacto),
        filtro_largo<&F::monedaId>("t.moneda_id = :monedaId", maestra::moneda),
        filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"),
    };
}

template <auto M>
FiltroDeclarado por_estado() {
    return filtro_largo<M>("t.estado = :estado");
}

// ---- order ----
using OrdenDeCompra = OrdenCompraViewModel;

Listas de_orden() {
    return {
        partidas<&OrdenDeCompra::partidas>(sql::partidas_orden_compra),
        lista_siempre<&OrdenDeCompra::archivos>(sql::archivos),
        lista_siempre<&OrdenDeCompra::documentosRelacionados>(sql::documentos_relacionados),
    };
}

// ---- invoice ----
using Factura = FacturaCompraViewModel;

Listas de_factura() {
    return {
        lista_siempre<&Factura::recepciones>(sql::compra_recepciones),
        partidas<&Factura::partidas>(sql::partidas_factura_compra),
        lista_siempre<&Factura::pagos>(sql::compra_pagos),
        lista_siempre<&Factura::gastosSobreCompra>(sql::compra_gastos),
        lista_siempre<&Factura::archivos>(sql::archivos),
        lista_siempre<&Factura::documentosRelacionados>(sql::documentos_relacionados),
    };
}

// ---- remission ----
using Remision = NotaRemisionViewModel;

Listas de_remision() {
    return {
        partidas<&Remision::partidas>(),
        lista<&Remision::archivos>(sql::archivos),
        lista<&Remision::documentosRelacionados>(sql::documentos_relacionados),
    };
}

// ---- landed cost ----
using Gasto = GastoSobreCompraViewModel;

}  // namespace

LecturaCompilada leer_orden_compra() {
    return {lectura<OrdenDeCompra>(sql::ordenes_compra, de_orden()), "ordenCompra"};
}

LecturaCompilada leer_ordenes_compra() {
    using F = OrdenCompraFiltro;
    return {pagina<OrdenDeCompra, F>(sql::ordenes_compra, de_orden(), de_compras(), detalle_si<&F::incluirPartidas>(),
                                     por_estado<&F::estado>(), filtro_si<&F::porRecibir>(sql::por_recibir)),
            "ordenesCompra"};
}

LecturaCompilada leer_ordenes_compra_desde() {
    using F = OrdenCompraDesdeFiltro;
    return {pagina<OrdenDeCompra, F>(sql::ordenes_compra_desde, de_orden(),
                                     filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                                     por_estado<&F::estado>()),
            "ordenesCompraDesde"};
}

LecturaCompilada leer_factura_compra() {
    return {lectura<Factura>(sql::facturas_compra, de_factura()), "facturaCompra"};
}

LecturaCompilada leer_facturas_compra() {
    using F = FacturaCompraFiltro;
    return {pagina<Factura, F>(sql::facturas_compra, de_factura(), de_compras(), detalle_si<&F::incluirPartidas>(),
                               por_estado<&F::estado>(), filtro<&F::uuid>("t.uuid = :uuid"),
                               filtro_si<&F::soloConSaldo>("t.saldo > 0")),
            "facturasCompra"};
}

LecturaCompilada leer_facturas_compra_por_ids() {
    return {catalogo<Factura, PorIds>(sql::facturas_compra_por_ids, de_factura(), larga), "facturasCompraPorIds"};
}

LecturaCompilada leer_nota_remision() {
    return {lectura<Remision>(sql::notas_remision, de_remision()), "notaRemision"};
}

LecturaCompilada leer_notas_remision() {
    using F = NotaRemisionFiltro;
    return {pagina<Remision, F>(sql::notas_remision, de_remision(), de_compras(), por_estado<&F::estado>(),
                                filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                                filtro<&F::origen>("t.origen = :origen"),
                                filtro_si<&F::porFacturar>("t.estado IN ('Pendiente', 'Parcial')")),
            "notasRemision"};
}

LecturaCompilada leer_gasto_de_compra() {
    return {lectura<Gasto>(sql::gastos_sobre_compra, lista<&Gasto::distribucion>(sql::gasto_distribucion)),
            "gastoSobreCompra"};
}

LecturaCompilada leer_gastos_de_compra() {
    using F = GastoSobreCompraFiltro;
    return {pagina<Gasto, F>(sql::gastos_sobre_compra, lista<&Gasto::distribucion>(sql::gasto_distribucion),
                             de_compras(), por_estado<&F::estado>(),
                             filtro<&F::transaccionIdCompra>(sql::de_la_compra, sql::existe_compra)),
            "gastosSobreCompra"};
}

LecturaCompilada leer_cotizaciones_proveedor() {
    using C = CotizacionProveedorViewModel;
    using F = CotizacionProveedorFiltro;
    return {
        pagina<C, F>(sql::cotizaciones_proveedor, partidas<&C::partidas>(), lista<&C::archivos>(sql::archivos),
                     lista<&C::documentosRelacionados>(sql::documentos_relacionados),
                     filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                     filtro<&F::proveedorId>("t.contacto_id = :proveedorId", maestra::contacto),
                     filtro<&F::cotizacionId>("t.transaccion_id = :cotizacionId", sql::existe_cotizacion_proveedor)),
        "cotizacionesProveedor"};
}

}  // namespace gestor::compras
