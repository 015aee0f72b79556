#pragma once
// A document with its returns and credits, and the taxes declared with its payments.
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view devoluciones = "{NotaDevolucionCliente}, {NotaDevolucionProveedor}";
inline constexpr std::string_view notas_de_credito = "{NotaCreditoCliente}, {NotaCreditoProveedor}";
inline constexpr std::string_view por_devolver = R"(
    SELECT sucursal_id AS "sucursalId", moneda_id AS "monedaId", tipo_cambio AS "tipoCambio"
    FROM transaccion
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
      AND obj_id = ANY (:objetos::integer[]))";
// Later returns of goods that a credit note had made cheaper: the note cannot end before them.
inline constexpr std::string_view devuelto_despues = R"(
        SELECT d.transaccion_id AS id
        FROM transaccion n
        JOIN relacion a ON a.organizacion_id = n.organizacion_id AND a.destino_id = n.transaccion_id AND a.tipo = 'Credito'
        JOIN relacion b ON b.organizacion_id = a.organizacion_id AND b.origen_id = a.origen_id AND b.tipo = 'Credito'
             AND b.destino_id > n.transaccion_id
        JOIN transaccion d ON d.organizacion_id = b.organizacion_id AND d.transaccion_id = b.destino_id
             AND d.obj_id IN ({devoluciones})
        WHERE n.organizacion_id = :organizacionId::bigint AND n.transaccion_id = :transaccionId::bigint
          AND n.obj_id IN ({notas_de_credito}))";
// Sum of the return and credit notes against a document t. Goods of a sale note that came back before its invoice are
// no part of the invoice.
inline constexpr std::string_view devuelto = R"(
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(c.subtotal), 0) AS subtotal, coalesce(sum(c.descuento), 0) AS descuento,
               coalesce(sum(c.iva), 0) AS iva, coalesce(sum(c.ieps), 0) AS ieps,
               coalesce(sum(c.iva_retenido), 0) AS iva_retenido, coalesce(sum(c.isr_retenido), 0) AS isr_retenido,
               coalesce(sum(c.impuestos_locales), 0) AS impuestos_locales,
               coalesce(sum(c.retencion_local), 0) AS retencion_local,
               coalesce(sum(c.total), 0) AS total, coalesce(cubetas_suma(c.cubetas), cubetas_cero()) AS cubetas,
               coalesce(cubetas_suma(c.cubetas_mxn), cubetas_cero()) AS pesos,
               coalesce(sum(c.subtotal) FILTER (WHERE c.obj_id IN ({notas_de_credito})), 0) AS acreditado
        FROM relacion r
        JOIN transaccion c ON c.organizacion_id = r.organizacion_id AND c.transaccion_id = r.destino_id
             AND c.obj_id IN ({devoluciones}, {notas_de_credito}) AND c.estado <> 'Cancelado'
        WHERE r.organizacion_id = :organizacionId::bigint AND r.origen_id = t.transaccion_id AND r.tipo = 'Credito') q)";
// `declarado`: taxes collected or paid of the document, or of the sale notes that it invoices, and not given back.
inline constexpr std::string_view devolucion_origen = R"(
    WITH origenes AS (
        SELECT :transaccionId::bigint AS id
        UNION
        SELECT r.origen_id FROM relacion r
        JOIN transaccion n ON n.organizacion_id = r.organizacion_id AND n.transaccion_id = r.origen_id AND n.obj_id = {NotaVenta}
        WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint AND r.tipo = 'Origen'
    ), cobrado AS (
        SELECT coalesce(cubetas_suma(CASE a.tipo WHEN 'Reclasificacion' THEN cubetas_menos(a.flujo, a.declarado) ELSE a.flujo END),
                        cubetas_cero()) AS partes
        FROM origenes v
        JOIN aplicacion a ON a.organizacion_id = :organizacionId::bigint AND a.destino_id = v.id
        WHERE a.tipo IN ('Cobro', 'Pago', 'Reclasificacion') AND a.fecha_reversa IS NULL
    ), regresado AS (
        SELECT coalesce(cubetas_suma(coalesce(o.declarado, c.cubetas_mxn)), cubetas_cero()) AS partes FROM origenes v
        JOIN relacion r ON r.organizacion_id = :organizacionId::bigint AND r.origen_id = v.id AND r.tipo = 'Credito'
        JOIN transaccion c ON c.organizacion_id = r.organizacion_id AND c.transaccion_id = r.destino_id
             AND c.obj_id IN ({devoluciones}, {notas_de_credito}) AND c.estado <> 'Cancelado'
        LEFT JOIN documento o ON o.organizacion_id = :organizacionId::bigint AND o.transaccion_id = c.transaccion_id
    )
    SELECT t.subtotal, t.descuento, t.ieps, t.iva, t.impuestos_locales AS "impuestosLocales",
           t.iva_retenido AS "ivaRetenido", t.isr_retenido AS "isrRetenido", t.retencion_local AS "retencionLocal", t.total,
           t.contacto_id AS "contactoId", t.contacto, t.rfc, t.moneda, t.uso_cfdi AS "usoCFDI",
           t.regimen_fiscal AS "regimenFiscal", t.vendedor_id AS "vendedorId", t.proyecto_id AS "proyectoId",
           t.centro_costo_id AS "centroCostoId", t.almacen_id AS "almacenId",
           q.subtotal AS "devueltoSubtotal", q.descuento AS "devueltoDescuento", q.iva AS "devueltoIva",
           q.ieps AS "devueltoIeps", q.iva_retenido AS "devueltoIvaRetenido", q.isr_retenido AS "devueltoIsrRetenido",
           q.impuestos_locales AS "devueltoImpuestosLocales", q.retencion_local AS "devueltoRetencionLocal",
           q.cubetas AS "devueltoCubetas", q.pesos AS "devueltoPesos", q.acreditado,
           cubetas_menos((SELECT partes FROM cobrado), (SELECT partes FROM regresado)) AS declarado
    FROM transaccion t
    {devuelto}
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";

// Lines of the return and credit notes, by line of the document.
inline constexpr std::string_view con_devueltas = R"(
    WITH devueltas AS (
        SELECT d.numero_partida_origen AS linea, d.transaccion_id, d.numero_partida, d.cantidad, d.descuento, d.promocion,
               d.importe, t.obj_id IN ({notas_de_credito}) AS sin_mercancia
        FROM partida d
        JOIN transaccion t ON t.organizacion_id = d.organizacion_id AND t.transaccion_id = d.transaccion_id
             AND t.obj_id IN ({devoluciones}, {notas_de_credito}) AND t.estado <> 'Cancelado'
        WHERE d.organizacion_id = :organizacionId::bigint AND d.origen_id = :transaccionId::bigint
    ))";
inline constexpr std::string_view devolucion_lineas = R"(
    {con_devueltas}
    SELECT linea AS "numeroPartida", coalesce(sum(cantidad) FILTER (WHERE NOT sin_mercancia), 0) AS cantidad,
           coalesce(sum(descuento) FILTER (WHERE NOT sin_mercancia), 0) AS descuento,
           coalesce(sum(promocion) FILTER (WHERE NOT sin_mercancia), 0) AS promocion,
           coalesce(sum(importe) FILTER (WHERE NOT sin_mercancia), 0) AS importe,
           coalesce(sum(importe) FILTER (WHERE sin_mercancia), 0) AS acreditado
    FROM devueltas GROUP BY linea)";
// Each tax, with its returned or credited part.
inline constexpr std::string_view devolucion_impuestos = R"(
    {con_devueltas}
    SELECT i.numero_partida AS "numeroPartida", i.consecutivo, i.impuesto, i.tipo, i.tipo_factor AS "tipoFactor",
           i.tasa_cuota AS "tasaOCuota", i.base, i.importe, i.tipo_retencion AS "tipoRetencion",
           i.no_acreditable AS "noAcreditable", coalesce(q.base, 0) AS "devueltaBase", coalesce(q.importe, 0) AS "devueltoImporte"
    FROM partida_impuesto i
    LEFT JOIN (
        SELECT d.linea, x.consecutivo, sum(x.base) AS base, sum(x.importe) AS importe
        FROM devueltas d
        JOIN partida_impuesto x ON x.organizacion_id = :organizacionId::bigint AND x.transaccion_id = d.transaccion_id
             AND x.numero_partida = d.numero_partida
        GROUP BY 1, 2) q ON q.linea = i.numero_partida AND q.consecutivo = i.consecutivo
    WHERE i.organizacion_id = :organizacionId::bigint AND i.transaccion_id = :transaccionId::bigint
    ORDER BY i.numero_partida, i.consecutivo)";

}  // namespace gestor::sql
