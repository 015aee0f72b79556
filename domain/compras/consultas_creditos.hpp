#pragma once
#include "domain/compras/consultas.hpp"

namespace gestor::sql {

// Adds the document that a credit note credits: the origin of its relation Credito, the one with the lowest id.
inline constexpr std::string_view desde_acreditado = R"({desde_compra}
    LEFT JOIN LATERAL (
        SELECT x.transaccion_id, x.folio, x.uuid FROM relacion r
        JOIN transaccion x ON x.organizacion_id = r.organizacion_id AND x.transaccion_id = r.origen_id
        WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Credito'
        ORDER BY x.transaccion_id LIMIT 1) o ON true)";

// ---- goods returned to a supplier ----
inline constexpr Fuente devoluciones_proveedor{
    .columnas = R"(
    t.transaccion_id AS "transaccionId", t.folio, t.fecha, t.estado, t.contacto_id AS "proveedorId",
    t.contacto AS proveedor, t.rfc, o.transaccion_id AS "transaccionIdCompra", o.folio AS "folioCompra",
    m.nombre AS almacen, d.motivo, t.moneda, t.subtotal, t.iva, t.ieps, t.iva_retenido AS "ivaRetenido",
    t.isr_retenido AS "isrRetenido", t.total, t.saldo, t.uuid)",
    .desde = R"({desde_acreditado}
    LEFT JOIN almacen m ON m.organizacion_id = t.organizacion_id AND m.almacen_id = t.almacen_id)",
    .base = "t.organizacion_id = :organizacionId AND t.obj_id = {NotaDevolucionProveedor}",
    .orden = orden_documentos,
    .descendente = true,
};
// Totals of return notes; a cancelled note is listed and not added.
inline constexpr std::string_view devoluciones_totales = R"(
    sum(coalesce(sum(round(t.total * t.tipo_cambio, 2)) FILTER (WHERE t.estado <> 'Cancelado'), 0)) OVER () AS "totalMXN",
    t.moneda, coalesce(sum(t.subtotal) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS subtotal,
    coalesce(sum(t.iva) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS iva,
    coalesce(sum(t.ieps) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS ieps,
    coalesce(sum(t.iva_retenido) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS "ivaRetenido",
    coalesce(sum(t.isr_retenido) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS "isrRetenido",
    coalesce(sum(t.total) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS total, sum(t.saldo) AS saldo)";
inline constexpr std::string_view acredita_compra = R"(t.transaccion_id IN (
    SELECT r.destino_id FROM relacion r
    WHERE r.organizacion_id = :organizacionId AND r.origen_id = :transaccionIdCompra AND r.tipo = 'Credito'))";

// ---- credit notes, line by line ----
inline constexpr Orden orden_lineas_credito[] = {
    {"t.fecha", "timestamp"}, {"t.transaccion_id", "bigint"}, {"l.numero_partida", "integer"}};
inline constexpr Fuente creditos_detallados{
    .columnas = R"(
    t.transaccion_id AS "transaccionId", t.folio, t.fecha, t.estado,
    CASE t.obj_id WHEN {NotaCreditoCliente} THEN 'Cliente' ELSE 'Proveedor' END AS tipo, t.contacto_id AS "contactoId",
    t.contacto, t.rfc, t.uuid, CASE WHEN o.transaccion_id IS NULL THEN '' ELSE '01' END AS "tipoRelacion",
    o.folio AS "documentoRelacionado", o.uuid AS "uuidRelacionado", l.numero_partida AS "numeroPartida",
    l.producto_id AS "productoId", l.codigo, n.nombre AS concepto, l.descripcion, l.cantidad, l.unidad,
    l.precio_unitario AS "precioUnitario", l.importe, coalesce(i.tasa_iva, 0) AS "tasaIva", coalesce(i.iva, 0) AS iva,
    coalesce(i.ieps, 0) AS ieps, t.moneda, t.total, t.total - t.saldo AS aplicado, t.saldo, v.nombre AS vendedor,
    s.nombre AS sucursal, y.nombre AS proyecto)",
    .desde = R"({desde_acreditado}
    JOIN partida l ON l.organizacion_id = t.organizacion_id AND l.transaccion_id = t.transaccion_id
    LEFT JOIN concepto n ON n.organizacion_id = l.organizacion_id AND n.concepto_id = l.concepto_id
    LEFT JOIN LATERAL (
        SELECT max(q.tasa_cuota) FILTER (WHERE q.impuesto = '002') AS tasa_iva,
               sum(q.importe) FILTER (WHERE q.impuesto = '002') AS iva,
               sum(q.importe) FILTER (WHERE q.impuesto = '003') AS ieps
        FROM partida_impuesto q
        WHERE q.organizacion_id = t.organizacion_id AND q.transaccion_id = t.transaccion_id
          AND q.numero_partida = l.numero_partida AND q.tipo = 'Traslado') i ON true)",
    .base = "t.organizacion_id = :organizacionId AND t.obj_id IN ({NotaCreditoCliente}, {NotaCreditoProveedor})",
    .orden = orden_lineas_credito,
    .descendente = true,
};
inline constexpr std::string_view credito_de_tipo =
    "t.obj_id = CASE :tipo WHEN 'Proveedor' THEN {NotaCreditoProveedor} ELSE {NotaCreditoCliente} END";
inline constexpr std::string_view creditos_totales = R"(
    sum(coalesce(sum(round(l.importe * t.tipo_cambio, 2)) FILTER (WHERE t.estado <> 'Cancelado'), 0)) OVER () AS "importeMXN",
    t.moneda, coalesce(sum(round(l.importe, 2)) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS importe,
    coalesce(sum(round(i.iva, 2)) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS iva,
    coalesce(sum(round(i.ieps, 2)) FILTER (WHERE t.estado <> 'Cancelado'), 0) AS ieps)";

}  // namespace gestor::sql
