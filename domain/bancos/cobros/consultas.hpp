#pragma once
#include "domain/bancos/cobros/consultas_depositos.hpp"

namespace gestor::sql {

// A source of payments to customers' documents, read as a deposit. Credit and return notes are sources too, without a
// bank.
inline constexpr std::string_view fuente_propia = R"(
    coalesce(m.cuenta_id, 0) AS "cuentaId", coalesce(m.cuenta, '') AS cuenta, coalesce(m.forma_pago_id, 0) AS "formaPagoId",
    coalesce(m.forma, '') AS forma, coalesce(f.clave_sat33, '') AS "claveSAT33", t.contacto_id AS "contactoId", t.contacto,
    t.rfc, coalesce(m.referencia, '') AS referencia, t.total AS importe, t.total - t.saldo AS "importeAsignado",
    t.saldo AS "importePorAsignar", coalesce(m.tipo, 'Cobranza') AS tipo, coalesce(m.conciliado, false) AS conciliado,
    t.uuid, t.fecha_timbrado AS "fechaTimbrado")";
inline constexpr Fuente fuentes_de_cobro{
    .columnas = "{trx}, {fuente_propia}",
    .desde = R"(transaccion t
    LEFT JOIN movimiento_banco m ON m.organizacion_id = t.organizacion_id AND m.transaccion_id = t.transaccion_id
    LEFT JOIN forma_pago f ON f.organizacion_id = m.organizacion_id AND f.forma_pago_id = m.forma_pago_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id)",
    .base = "t.organizacion_id = :organizacionId AND t.obj_id IN ({a_favor_de_clientes})",
    .orden = orden_documentos,
    .descendente = true,
};

// Payer of a concept: any contact, not only a customer.
inline constexpr std::string_view contacto_de_concepto = R"(
    SELECT contacto_id AS "contactoId", nombre AS contacto, rfc FROM contacto
    WHERE organizacion_id = :organizacionId::bigint AND activo
      AND contacto_id = coalesce(:contactoId::bigint, (
            SELECT q.contacto_id FROM contacto q WHERE q.organizacion_id = :organizacionId::bigint
            AND q.codigo_normalizado = upper(:codigo))))";
// Concepts of these types that a document of this type admits: without limits of accounts and contacts, or with this
// account and contact in their lists.
inline constexpr std::string_view conceptos_directos = R"(
    SELECT coalesce(c.concepto_id, 0) AS "conceptoId", c.clave AS codigo, c.nombre AS descripcion,
           CASE WHEN c.no_afecto THEN '01' ELSE c.objeto_impuesto END AS "objetoImpuesto",
           c.clave_producto_servicio AS "claveProductoServicio", c.clave_unidad AS "claveUnidad", c.tasa_iva AS "tasaIva",
           coalesce(c.tasa_ieps, 0) AS "tasaIeps", coalesce(c.tasa_iva_retenido, 0) AS "tasaIvaRetenido",
           coalesce(c.tasa_isr_retenido, 0) AS "tasaIsrRetenido", coalesce(c.tipo_retencion, '') AS "tipoRetencion",
           coalesce(c.acreditamiento, 'Total') AS acreditamiento, coalesce(c.pago_iva_retenido, false) AS "pagoIvaRetenido",
           coalesce(c.pago_isr_retenido, false) AS "pagoIsrRetenido",
           EXISTS (SELECT FROM cuenta_contable q WHERE q.organizacion_id = :organizacionId::bigint
                     AND q.cuenta_contable_id = c.cuenta_contable_id AND q.clave = 'PAGOS_PROVISIONALES_ISR') AS "pagoProvisional",
           coalesce(c.cuenta_contable_id, o.cuenta_contable_id) AS "cuentaContableId",
           NOT EXISTS (SELECT FROM concepto_cuenta l WHERE l.organizacion_id = c.organizacion_id AND l.concepto_id = c.concepto_id)
               OR EXISTS (SELECT FROM concepto_cuenta l WHERE l.organizacion_id = c.organizacion_id AND l.concepto_id = c.concepto_id
                          AND l.cuenta_id = :cuentaId::bigint) AS "deCuenta",
           NOT EXISTS (SELECT FROM concepto_contacto l WHERE l.organizacion_id = c.organizacion_id AND l.concepto_id = c.concepto_id)
               OR EXISTS (SELECT FROM concepto_contacto l WHERE l.organizacion_id = c.organizacion_id AND l.concepto_id = c.concepto_id
                          AND l.contacto_id = :contactoId::bigint) AS "deContacto",
           {concepto_entre_cuentas} AS "entreCuentas"
    FROM unnest(:conceptos::bigint[]) WITH ORDINALITY p (concepto_id, fila)
    LEFT JOIN concepto c ON c.organizacion_id = :organizacionId::bigint AND c.activo AND c.concepto_id = p.concepto_id
         AND c.tipo = ANY (:tipos::text[]) AND (:objId::integer = ANY (c.objetos) OR :sinObjetos::boolean AND c.objetos = '{}')
    LEFT JOIN cuenta_contable o ON o.organizacion_id = :organizacionId::bigint AND o.clave = :cuentaDefecto AND o.clave <> ''
    ORDER BY p.fila)";

inline constexpr std::string_view pagado_por_solicitud = R"(
    SELECT 1 FROM relacion r
    JOIN transaccion s ON s.organizacion_id = :organizacionId::bigint AND s.transaccion_id = r.origen_id AND s.obj_id = {SolicitudPago}
    WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint)";
// Use of a balance in favour on past days, for a write dated :fecha. A reversed use counts until the day of its
// reversal. Excess of a day: uses of that day that were reversed since, less present uses that began later. Gives the
// day of the greatest excess from :fecha on. Example: 80.00 used on day 1 and reversed on day 10, 50.00 used on day 12:
// on day 3 the excess is 30.00, which a new use dated day 3 must leave free.
inline constexpr std::string_view usado_por_dia = R"(
    WITH usos AS MATERIALIZED (
        SELECT a.fuente_id AS id, a.fecha::date AS desde, a.fecha_reversa::date AS hasta, a.importe_fuente AS importe
        FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = ANY (:ids::bigint[]) AND a.tipo NOT IN ('Traspaso', 'Heredado')
        UNION ALL
        SELECT a.destino_id, a.fecha::date, a.fecha_reversa::date, a.importe_destino
        FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = ANY (:ids::bigint[]) AND a.tipo = 'Reembolso'
    )
    SELECT DISTINCT ON (d.id) d.id AS "transaccionId", d.dia, x.exceso
    FROM (SELECT unnest(:ids::bigint[]) AS id, :fecha::date AS dia
          UNION
          SELECT u.id, u.desde FROM usos u WHERE u.hasta IS NOT NULL AND u.desde > :fecha::date) d
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(u.importe) FILTER (WHERE u.hasta IS NOT NULL AND u.desde <= d.dia AND u.hasta > d.dia), 0)
               - coalesce(sum(u.importe) FILTER (WHERE u.hasta IS NULL AND u.desde > d.dia), 0) AS exceso
        FROM usos u WHERE u.id = d.id) x
    WHERE x.exceso > 0
    ORDER BY d.id, x.exceso DESC, d.dia)";
// Credit of the same document: the credit pays the debt of its document, until the credit is cancelled.
inline constexpr std::string_view credito_del_documento = R"(
    SELECT 1 FROM relacion
    WHERE organizacion_id = :organizacionId::bigint AND origen_id = :documentoId::bigint
      AND destino_id = :transaccionId::bigint AND tipo = 'Credito')";
// Documents that recovered their balance with this cancel; for a sale note invoiced since, its invoice. Notes settled
// again at the same moment are included.
inline constexpr std::string_view facturas_afectadas = R"(
    SELECT t.transaccion_id AS "transaccionId", t.folio, t.saldo - sum(a.importe_destino) + n.importe AS "saldoAnterior",
           sum(a.importe_destino) - n.importe AS importe, t.saldo, t.estado
    FROM aplicacion a
    JOIN transaccion d ON d.organizacion_id = a.organizacion_id AND d.transaccion_id = a.fuente_id
    LEFT JOIN LATERAL (
        SELECT h.destino_id FROM aplicacion h
        WHERE h.organizacion_id = a.organizacion_id AND h.fuente_id = a.destino_id AND h.tipo = 'Heredado'
          AND h.fecha_reversa = d.fecha_cancelacion LIMIT 1) h ON true
    JOIN transaccion t ON t.organizacion_id = a.organizacion_id
         AND t.transaccion_id = CASE WHEN h.destino_id IS NULL THEN a.destino_id ELSE h.destino_id END
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(CASE t.transaccion_id WHEN x.destino_id THEN x.importe_destino ELSE x.importe_fuente END), 0) AS importe
        FROM aplicacion x
        WHERE x.organizacion_id = a.organizacion_id AND t.transaccion_id IN (x.destino_id, x.fuente_id)
          AND x.tipo = 'Reclasificacion' AND x.fecha = d.fecha_cancelacion) n
    WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.tipo IN ('Cobro', 'Pago', 'Reembolso')
      AND a.fecha_reversa = d.fecha_cancelacion
    GROUP BY t.transaccion_id, t.folio, t.saldo, t.estado, n.importe
    ORDER BY t.transaccion_id)";

}  // namespace gestor::sql
