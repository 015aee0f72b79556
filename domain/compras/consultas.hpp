#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// Header with the members of the supplier's document.
inline constexpr std::string_view desde_compra = R"({desde_documento}
    LEFT JOIN compra p ON p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id)";
// VAT of a purchase that is not credited.
inline constexpr std::string_view iva_como_costo = "iva_no_acreditable((t.cubetas).no_afecto, t.iva, t.cubetas)";

// ---- order ----
inline constexpr std::string_view orden_compra_propio = R"(
    d.entrega_fecha AS "entregaFecha", t.almacen_id AS "almacenId", d.condiciones_pago AS "condicionesPago",
    a.usuario AS "autorizadoPor", a.fecha AS "fechaAutorizacion",
    a.notas AS "notasAutorizacion",
    coalesce((SELECT round(100 * sum(l.surtida) / sum(l.cantidad), 2)
              FROM partida l
              JOIN producto q ON q.organizacion_id = l.organizacion_id AND q.producto_id = l.producto_id
                  AND q.tipo <> 'Servicio'
              WHERE l.organizacion_id = t.organizacion_id AND l.transaccion_id = t.transaccion_id),
             100) AS "porcentajeRecibido")";  // percentage of the quantity to receive
inline constexpr std::string_view desde_orden_compra = R"({desde_documento}
    LEFT JOIN autorizacion a ON a.organizacion_id = t.organizacion_id AND a.transaccion_id = t.transaccion_id)";
inline constexpr std::string_view de_ordenes_compra =
    "t.organizacion_id = :organizacionId AND t.obj_id = {OrdenCompra}";
inline constexpr Fuente ordenes_compra =
    documentos("{trx}, {prov}, {imp}, {orden_compra_propio}", desde_orden_compra, de_ordenes_compra);
// Order of creation, from an id on: a client that keeps a copy asks for new orders.
inline constexpr Orden orden_por_id[] = {{"t.transaccion_id", "bigint"}};
inline constexpr Fuente ordenes_compra_desde{
    .columnas = "{trx}, {prov}, {imp}, {orden_compra_propio}",
    .desde = desde_orden_compra,
    .base = "{de_ordenes_compra} AND t.transaccion_id >= :id::bigint",
    .orden = orden_por_id,
    .estrecha = "transaccion t",
};
// Lines of an order. A service line is received with its invoice. Goods received beyond the order, within the
// tolerance, are shown too.
inline constexpr std::string_view partidas_orden_compra = R"(
    {partida}, x.llego + m.de_mas AS "cantidadRecibida", p.cantidad - x.llego AS "cantidadPendiente"
    {de_partidas}
    LEFT JOIN producto q ON q.organizacion_id = p.organizacion_id AND q.producto_id = p.producto_id AND q.tipo <> 'Servicio'
    CROSS JOIN LATERAL (SELECT CASE WHEN q.producto_id IS NULL THEN p.facturada ELSE p.surtida END AS llego) x
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(r.surtida - r.avance_surtida), 0) AS de_mas FROM partida r
        JOIN transaccion y ON y.organizacion_id = r.organizacion_id AND y.transaccion_id = r.transaccion_id
             AND y.estado <> 'Cancelado'
        WHERE r.organizacion_id = p.organizacion_id AND r.origen_id = p.transaccion_id
          AND r.numero_partida_origen = p.numero_partida AND q.producto_id IS NOT NULL) m
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view por_recibir = R"(t.estado IN ('Autorizado', 'Parcial') AND EXISTS (
    SELECT FROM partida l
    JOIN producto q ON q.organizacion_id = l.organizacion_id AND q.producto_id = l.producto_id AND q.tipo <> 'Servicio'
    WHERE l.organizacion_id = t.organizacion_id AND l.transaccion_id = t.transaccion_id AND l.surtida < l.cantidad))";

// ---- invoice ----
// The order that it comes from, by itself or through a reception or a remission; the first of several.
inline constexpr std::string_view desde_factura_compra = R"({desde_compra}
    LEFT JOIN LATERAL (
        SELECT x.transaccion_id FROM (
            SELECT r.origen_id FROM relacion r
            WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen'
            UNION ALL
            SELECT q.origen_id FROM relacion r
            JOIN relacion q ON q.organizacion_id = r.organizacion_id AND q.destino_id = r.origen_id AND q.tipo = 'Origen'
            WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen') r
        JOIN transaccion x ON x.organizacion_id = t.organizacion_id AND x.transaccion_id = r.origen_id
        WHERE x.obj_id = {OrdenCompra}
        ORDER BY x.transaccion_id LIMIT 1) o ON true)";
inline constexpr std::string_view factura_compra_propio = R"(
    p.serie_proveedor AS "serieProveedor", p.folio_proveedor AS "folioProveedor", p.fecha_proveedor AS "fechaProveedor",
    t.fecha_vencimiento AS "fechaVencimiento", t.almacen_id AS "almacenId", o.transaccion_id AS "transaccionIdOrden",
    {iva_como_costo} AS "ivaNoAcreditable")";
inline constexpr std::string_view partidas_factura_compra = R"(
    {partida}, (SELECT coalesce(sum(round(i.importe * i.no_acreditable, 6)), 0) FROM partida_impuesto i
                WHERE i.organizacion_id = :organizacionId AND i.transaccion_id = p.transaccion_id
                  AND i.numero_partida = p.numero_partida AND i.tipo = 'Traslado') AS "ivaNoAcreditable"
    {de_partidas}
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view de_facturas_compra =
    "t.organizacion_id = :organizacionId AND t.obj_id = {FacturaCompra}";
inline constexpr Fuente facturas_compra =
    documentos("{trx}, {prov}, {imp}, {fis}, {factura_compra_propio}", desde_factura_compra, de_facturas_compra);
inline constexpr Fuente facturas_compra_por_ids{
    .columnas = "{trx}, {prov}, {imp}, {fis}, {factura_compra_propio}",
    .desde = "{pedidas} CROSS JOIN {desde_factura_compra}",
    .base = "{de_facturas_compra} AND t.transaccion_id = q.id",
    .orden = orden_pedidas,
};
inline constexpr std::string_view compra_recepciones = R"(
    SELECT k.transaccion_id, x.transaccion_id AS valor
    FROM {clave} k
    JOIN relacion r ON r.organizacion_id = :organizacionId AND r.destino_id = k.transaccion_id AND r.tipo = 'Origen'
    JOIN transaccion x ON x.organizacion_id = :organizacionId AND x.transaccion_id = r.origen_id
    WHERE x.obj_id = {RecepcionMercancia}
    ORDER BY {orden}, x.transaccion_id)";
inline constexpr std::string_view compra_pagos = R"(
    SELECT k.transaccion_id, row_number() OVER (PARTITION BY k.transaccion_id ORDER BY a.fecha, a.aplicacion_id) AS consecutivo,
           a.fuente_id AS "transaccionId", a.fuente_folio AS folio, a.fecha, a.forma, a.cuenta,
           a.importe_destino AS importe
    FROM {clave} k
    JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.destino_id = k.transaccion_id
    WHERE a.fecha_reversa IS NULL AND a.tipo IN ('Pago', 'Devolucion', 'Reclasificacion') AND a.importe_destino <> 0
    ORDER BY {orden}, a.fecha, a.aplicacion_id)";
inline constexpr std::string_view compra_gastos = R"(
    SELECT k.transaccion_id, x.transaccion_id AS "transaccionId", x.folio, c.nombre AS concepto, x.subtotal AS importe
    FROM {clave} k
    JOIN relacion r ON r.organizacion_id = :organizacionId AND r.origen_id = k.transaccion_id AND r.tipo = 'Origen'
    JOIN transaccion x ON x.organizacion_id = :organizacionId AND x.transaccion_id = r.destino_id
    LEFT JOIN documento d ON d.organizacion_id = :organizacionId AND d.transaccion_id = x.transaccion_id
    LEFT JOIN concepto c ON c.organizacion_id = :organizacionId AND c.concepto_id = d.concepto_id
    WHERE x.obj_id = {GastoSobreCompra} AND x.estado <> 'Cancelado'
    ORDER BY {orden}, x.transaccion_id)";

// ---- remission ----
inline constexpr std::string_view contraparte_remision = R"(
    CASE t.origen WHEN 'Compra' THEN t.contacto_id END AS "proveedorId",
    CASE t.origen WHEN 'Compra' THEN c.codigo END AS "codigoProveedor",
    CASE t.origen WHEN 'Compra' THEN t.contacto END AS proveedor,
    CASE t.origen WHEN 'Venta' THEN t.contacto_id END AS "clienteId",
    CASE t.origen WHEN 'Venta' THEN c.codigo END AS "codigoCliente",
    CASE t.origen WHEN 'Venta' THEN t.contacto END AS cliente, t.rfc, t.origen)";
inline constexpr std::string_view remision_propio = R"(
    t.uuid, t.fecha_timbrado AS "fechaTimbrado", o.transaccion_id AS "transaccionIdOrden",
    f.transaccion_id AS "transaccionIdFactura")";
inline constexpr std::string_view desde_remision = R"({desde_documento}
    LEFT JOIN LATERAL (
        SELECT x.transaccion_id FROM relacion r
        JOIN transaccion x ON x.organizacion_id = r.organizacion_id AND x.transaccion_id = r.origen_id
        WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen'
          AND x.obj_id IN ({OrdenCompra}, {PedidoCliente})
        ORDER BY x.transaccion_id LIMIT 1) o ON true
    LEFT JOIN LATERAL (
        SELECT x.transaccion_id FROM relacion r
        JOIN transaccion x ON x.organizacion_id = r.organizacion_id AND x.transaccion_id = r.destino_id
        WHERE r.organizacion_id = t.organizacion_id AND r.origen_id = t.transaccion_id AND r.tipo = 'Origen'
          AND x.obj_id IN ({FacturaCompra}, {FacturaVenta}) AND x.estado <> 'Cancelado'
        ORDER BY x.transaccion_id LIMIT 1) f ON true)";
inline constexpr Fuente notas_remision =
    documentos("{trx}, {contraparte_remision}, {imp}, {remision_propio}", desde_remision,
               "t.organizacion_id = :organizacionId AND t.obj_id = {NotaRemision}");

// ---- landed cost ----
inline constexpr std::string_view gasto_propio = R"(
    t.uuid, t.subtotal AS importe, p.base_prorrateo AS "baseProrrateo", o.transaccion_id AS "transaccionIdCompra",
    o.folio AS "folioCompra", d.concepto_id AS "conceptoId", n.nombre AS concepto,
    {iva_como_costo} AS "ivaNoAcreditable", coalesce(p.base_importacion, 0) AS "ivaImportacion.base",
    CASE t.origen WHEN 'Importacion' THEN t.iva ELSE 0 END AS "ivaImportacion.importe",
    coalesce(p.pedimento, '') AS "ivaImportacion.pedimento")";
inline constexpr std::string_view desde_gasto = R"({desde_compra}
    LEFT JOIN concepto n ON n.organizacion_id = t.organizacion_id AND n.concepto_id = d.concepto_id
    LEFT JOIN LATERAL (
        SELECT x.transaccion_id, x.folio FROM relacion r
        JOIN transaccion x ON x.organizacion_id = r.organizacion_id AND x.transaccion_id = r.origen_id
        WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen'
        ORDER BY x.transaccion_id LIMIT 1) o ON true)";
inline constexpr Fuente gastos_sobre_compra =
    documentos("{trx}, {prov}, {imp}, {gasto_propio}", desde_gasto,
               "t.organizacion_id = :organizacionId AND t.obj_id = {GastoSobreCompra}");
// Distribution of a landed cost. Each of its lines stands for a line of the purchase (q). The previous unit cost: the
// purchase line itself, and the landed costs in force stored before. Each amount has its non-credited taxes, in pesos
// at the rate of its document, or of the reception that it invoices.
inline constexpr std::string_view gasto_distribucion = R"(
    SELECT k.transaccion_id, q.producto_id AS "productoId", q.codigo, q.descripcion, q.cantidad,
           p.importe AS "importeAsignado", round(c.antes / (q.cantidad * q.factor), 6) AS "costoUnitarioAnterior",
           round(c.despues / (q.cantidad * q.factor), 6) AS "costoUnitarioNuevo"
    {de_partidas}
    JOIN partida q ON q.organizacion_id = :organizacionId AND q.transaccion_id = p.origen_id
                  AND q.numero_partida = p.numero_partida_origen
    CROSS JOIN LATERAL (
        SELECT sum(y.costo) FILTER (WHERE y.transaccion_id < p.transaccion_id) AS antes, sum(y.costo) AS despues
        FROM (
            SELECT z.transaccion_id, coalesce(r.tipo_cambio, x.tipo_cambio) * (z.importe + (
                       SELECT coalesce(sum(round(i.importe * CASE WHEN i.impuesto = '002' THEN i.no_acreditable
                                                                  WHEN (x.cubetas).ieps = 0 THEN 1 ELSE 0 END, 6)), 0)
                       FROM partida_impuesto i
                       WHERE i.organizacion_id = :organizacionId AND i.transaccion_id = z.transaccion_id
                         AND i.numero_partida = z.numero_partida AND i.tipo = 'Traslado')) AS costo
            FROM (SELECT q.*
                  UNION ALL
                  SELECT l.* FROM partida l
                  WHERE l.organizacion_id = :organizacionId AND l.origen_id = q.transaccion_id
                    AND l.numero_partida_origen = q.numero_partida AND l.transaccion_id <= p.transaccion_id) z
            JOIN transaccion x ON x.organizacion_id = :organizacionId AND x.transaccion_id = z.transaccion_id
            LEFT JOIN transaccion r ON r.organizacion_id = :organizacionId AND r.transaccion_id = z.origen_id
                 AND x.obj_id = {FacturaCompra} AND r.obj_id IN ({RecepcionMercancia}, {NotaRemisionCompra})
            WHERE z.transaccion_id IN (q.transaccion_id, p.transaccion_id)
               OR x.obj_id = {GastoSobreCompra} AND x.estado <> 'Cancelado') y) c
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view de_la_compra = R"(t.transaccion_id IN (
    SELECT r.destino_id FROM relacion r
    WHERE r.organizacion_id = :organizacionId AND r.origen_id = :transaccionIdCompra))";
inline constexpr std::string_view existe_compra = R"(
    SELECT 1 FROM transaccion
    WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionIdCompra AND obj_id = {FacturaCompra})";

// ---- quotation ----
inline constexpr Fuente cotizaciones_proveedor =
    documentos(R"({trx_folio}, {estado_con_vigencia}, {trx_resto}, {prov}, {imp}, d.vigencia_fecha AS "vigenciaFecha")",
               desde_documento, "t.organizacion_id = :organizacionId AND t.obj_id = {CotizacionProveedor}");
inline constexpr std::string_view existe_cotizacion_proveedor = R"(
    SELECT 1 FROM transaccion
    WHERE organizacion_id = :organizacionId AND transaccion_id = :cotizacionId AND obj_id = {CotizacionProveedor})";

}  // namespace gestor::sql
