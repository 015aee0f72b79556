#pragma once
#include "domain/bancos/cobros/consultas.hpp"

namespace gestor::sql {

// An egress, or a credit of a supplier, which is assigned like one and has no bank. The taxes of the egress are those
// of its own lines and of its payments; taxes of payments are in the currency of the paid document.
inline constexpr std::string_view egreso_propio = R"(
    coalesce(m.cuenta_id, 0) AS "cuentaId", coalesce(m.cuenta, '') AS cuenta, coalesce(m.forma_pago_id, 0) AS "formaPagoId",
    coalesce(m.forma, '') AS forma, coalesce(m.beneficiario_id, 0) AS "beneficiarioId",
    CASE WHEN m.transaccion_id IS NULL THEN t.contacto ELSE m.beneficiario END AS beneficiario, t.rfc,
    coalesce(m.numero_cheque, '') AS "numeroCheque", coalesce(m.referencia, '') AS referencia, t.proyecto_id AS "divisionId",
    t.total AS importe, CASE t.estado WHEN 'Cancelado' THEN 0 ELSE t.total - t.saldo END AS "importeAsignado",
    t.saldo AS "importePorAsignar", t.total - i.iva - i.ieps + i.iva_ret + i.isr_ret AS subtotal, i.iva, i.ieps,
    i.iva_ret AS "ivaRetenido", i.isr_ret AS "isrRetenido",
    (SELECT r.origen_id FROM relacion r
     JOIN transaccion q ON q.organizacion_id = r.organizacion_id AND q.transaccion_id = r.origen_id AND q.obj_id = {SolicitudPago}
     WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id) AS "solicitudPagoId",
    coalesce(m.conciliado, false) AS conciliado)";
// Applications of an egress, payments and refunds, reversed ones included; con_impuestos: the amount whose taxes moved
// with the application. A refunded credit note had returned its taxes when it was made; only a refunded advance moves
// taxes.
inline constexpr std::string_view lo_pagado = R"(aplicacion a
        JOIN transaccion x ON x.organizacion_id = :organizacionId AND x.transaccion_id = a.destino_id
        CROSS JOIN LATERAL (SELECT CASE WHEN a.tipo = 'Reembolso' AND x.obj_id IN ({creditos}) THEN 0 ELSE a.importe_fuente END
                            AS con_impuestos) q)";
// VAT paid, creditable or not.
inline constexpr std::string_view iva_pagado = "(a.iva16 + a.iva8 + iva_no_acreditable(a.no_afecto, x.iva, x.cubetas))";
inline constexpr std::string_view desde_egreso = R"(transaccion t
    LEFT JOIN movimiento_banco m ON m.organizacion_id = t.organizacion_id AND m.transaccion_id = t.transaccion_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id
    CROSS JOIN LATERAL (
        SELECT t.iva + coalesce(sum(round({iva_pagado} * q.con_impuestos / a.importe_destino, 2)), 0) AS iva,
               t.ieps + coalesce(sum(round(a.ieps * q.con_impuestos / a.importe_destino, 2)), 0) AS ieps,
               t.iva_retenido + coalesce(sum(round(a.iva_ret * q.con_impuestos / a.importe_destino, 2)), 0) AS iva_ret,
               t.isr_retenido + coalesce(sum(round(a.isr_ret * q.con_impuestos / a.importe_destino, 2)), 0) AS isr_ret
        FROM {lo_pagado}
        WHERE a.organizacion_id = :organizacionId AND a.fuente_id = t.transaccion_id AND a.tipo IN ('Pago', 'Reembolso')
          AND (a.fecha_reversa IS NULL OR a.fecha_reversa = t.fecha_cancelacion) AND t.obj_id = {Egreso}) i)";
constexpr Fuente egresos(std::string_view base, bool descendente) {
    return {
        .columnas = "{trx}, {egreso_propio}",
        .desde = desde_egreso,
        .base = base,
        .orden = orden_documentos,
        .descendente = descendente,
        .estrecha = R"(transaccion t
    LEFT JOIN movimiento_banco m ON m.organizacion_id = t.organizacion_id AND m.transaccion_id = t.transaccion_id)",
    };
}
inline constexpr std::string_view base_egresos =
    "t.organizacion_id = :organizacionId AND t.obj_id IN ({sale_del_banco})";
inline constexpr std::string_view base_a_favor =
    "t.organizacion_id = :organizacionId AND t.obj_id IN ({a_favor_nuestro})";
// Lines of an egress: expenses by concept and payments, in the order of the body; later assignments follow.
inline constexpr std::string_view egreso_partidas = R"(
    SELECT k.transaccion_id, row_number() OVER (PARTITION BY k.transaccion_id ORDER BY l.fila NULLS LAST, l.id) AS "numeroPartida",
           l.abono AS "importeAbono", l.notas, l.compra AS "transaccionIdCompra", l.folio AS "folioCompra",
           l.documento AS "importeDocumento", l.tipo_cambio AS "tipoCambio", l.concepto_id AS "conceptoId", l.concepto,
           l.abono - l.iva - l.ieps + l.iva_ret + l.isr_ret AS subtotal, l.iva, l.ieps, l.iva_ret AS "ivaRetenido",
           l.isr_ret AS "isrRetenido"
    FROM {clave} k
    CROSS JOIN LATERAL (
        SELECT p.numero_partida AS fila, 0::bigint AS id, round(p.importe + i.iva + i.ieps - i.iva_ret - i.isr_ret, 2) AS abono,
               p.notas, NULL::bigint AS compra, '' AS folio, 0::numeric AS documento, 1::numeric AS tipo_cambio,
               p.concepto_id, c.nombre AS concepto, round(i.iva, 2) AS iva, round(i.ieps, 2) AS ieps,
               round(i.iva_ret, 2) AS iva_ret, round(i.isr_ret, 2) AS isr_ret
        FROM transaccion t
        JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = t.transaccion_id AND p.concepto_id IS NOT NULL
        JOIN concepto c ON c.organizacion_id = :organizacionId AND c.concepto_id = p.concepto_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(j.importe) FILTER (WHERE j.impuesto = '002' AND j.tipo = 'Traslado'), 0) AS iva,
                   coalesce(sum(j.importe) FILTER (WHERE j.impuesto = '003'), 0) AS ieps,
                   coalesce(sum(j.importe) FILTER (WHERE j.impuesto = '002' AND j.tipo = 'Retencion'), 0) AS iva_ret,
                   coalesce(sum(j.importe) FILTER (WHERE j.impuesto = '001'), 0) AS isr_ret
            FROM partida_impuesto j
            WHERE j.organizacion_id = :organizacionId AND j.transaccion_id = p.transaccion_id
              AND j.numero_partida = p.numero_partida) i
        WHERE t.organizacion_id = :organizacionId AND t.transaccion_id = k.transaccion_id AND t.obj_id = {Egreso}
        UNION ALL
        SELECT a.numero_partida, a.aplicacion_id, a.importe_fuente, a.notas, x.transaccion_id, x.folio, a.importe_destino,
               a.tipo_cambio, NULL, '', round({iva_pagado} * q.con_impuestos / a.importe_destino, 2),
               round(a.ieps * q.con_impuestos / a.importe_destino, 2), round(a.iva_ret * q.con_impuestos / a.importe_destino, 2),
               round(a.isr_ret * q.con_impuestos / a.importe_destino, 2)
        FROM {lo_pagado}
        JOIN transaccion f ON f.organizacion_id = :organizacionId AND f.transaccion_id = k.transaccion_id
             AND (a.fecha_reversa IS NULL OR a.fecha_reversa = f.fecha_cancelacion)
        WHERE a.organizacion_id = :organizacionId AND a.fuente_id = k.transaccion_id AND a.tipo IN ('Pago', 'Reembolso')) l
    ORDER BY {orden}, 2)";

// Payments made by an advance: they forbid the cancel of the advance. When an egress is cancelled, its paid documents
// are simply owed again.
inline constexpr std::string_view pagado_con_anticipo = R"(
    SELECT DISTINCT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM aplicacion a
    JOIN transaccion f ON f.organizacion_id = a.organizacion_id AND f.transaccion_id = a.fuente_id
         AND f.obj_id = {AnticipoProveedor}
    JOIN transaccion t ON t.organizacion_id = a.organizacion_id AND t.transaccion_id = a.destino_id
    WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
    ORDER BY 1)";
// Withheld tax in the ledger until a day and not remitted: the debt in each of these accounts, and the VAT that
// remitting makes creditable. A later remittance counts too; a cancelled one never does.
inline constexpr std::string_view retenido_por_enterar = R"(
    SELECT c.cuenta_contable_id AS "cuentaId", c.clave = 'IVA_ACREDITABLE_RETENIDO' AS acreditable,
           coalesce(sum(x.importe) FILTER (WHERE x.importe < 0 OR p.fecha <= :fecha::date OR t.estado = 'Cancelado'), 0) AS importe
    FROM cuenta_contable c
    LEFT JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId::bigint AND m.cuenta_contable_id = c.cuenta_contable_id
    LEFT JOIN poliza p ON p.organizacion_id = :organizacionId::bigint AND p.poliza_id = m.poliza_id
    LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = p.transaccion_id
    CROSS JOIN LATERAL (SELECT CASE c.naturaleza WHEN 'A' THEN m.haber - m.debe ELSE m.debe - m.haber END AS importe) x
    WHERE c.organizacion_id = :organizacionId::bigint
      AND (c.cuenta_contable_id = ANY (:cuentas::bigint[]) OR c.clave = 'IVA_ACREDITABLE_RETENIDO')
    GROUP BY 1, 2)";
// ISR that customers withheld before the month of this day, less the credited part.
inline constexpr std::string_view isr_por_acreditar = R"(
    SELECT greatest(least(coalesce(sum(m.debe - m.haber) FILTER (WHERE p.fecha < date_trunc('month', :fecha::date)
                                                                   OR t.obj_id = {Egreso}), 0),
                          coalesce(sum(m.debe - m.haber), 0)), 0) AS importe
    FROM cuenta_contable c
    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId::bigint AND m.cuenta_contable_id = c.cuenta_contable_id
    JOIN poliza p ON p.organizacion_id = :organizacionId::bigint AND p.poliza_id = m.poliza_id
    LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = p.transaccion_id
    WHERE c.organizacion_id = :organizacionId::bigint AND c.clave = 'ISR_RET_A_FAVOR')";
// Whether tax withheld by a payment was remitted since, which forbids the cancel of the payment. The oldest tax is
// remitted first, so part of this payment's tax was remitted when the present debt is less than the tax withheld after
// the payment.
inline constexpr std::string_view enterado_despues = R"(
    SELECT DISTINCT e.transaccion_id AS "transaccionId", e.tipo_documento AS "tipoDocumento", e.folio
    FROM (SELECT q.cuenta_contable_id AS cuenta, min(p.fecha) AS fecha
          FROM poliza p
          JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId::bigint AND m.poliza_id = p.poliza_id
          JOIN cuenta_contable q ON q.organizacion_id = :organizacionId::bigint AND q.cuenta_contable_id = m.cuenta_contable_id
               AND q.clave IN ('IVA_RET_POR_PAGAR', 'ISR_RET_HONOR', 'ISR_RET_ARREND', 'ISR_RET_OTROS')
          WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint
          GROUP BY 1 HAVING sum(m.haber - m.debe) > 0) s
    CROSS JOIN LATERAL (
        SELECT y.*, sum(y.importe) OVER () AS pendiente,
               sum(y.importe) FILTER (WHERE NOT y.entera AND (y.fecha, y.id) >= (s.fecha, :transaccionId::bigint)) OVER ()
                   AS desde_entonces
        FROM (SELECT p.transaccion_id AS id, min(p.fecha) AS fecha, sum(m.haber - m.debe) AS importe,
                     t.obj_id = {Egreso} AND sum(m.haber - m.debe) < 0 AS entera
              FROM poliza_movimiento m
              JOIN poliza p ON p.organizacion_id = :organizacionId::bigint AND p.poliza_id = m.poliza_id
              LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = p.transaccion_id
              WHERE m.organizacion_id = :organizacionId::bigint AND m.cuenta_contable_id = s.cuenta
              GROUP BY 1, t.obj_id) y) x
    JOIN transaccion e ON e.organizacion_id = :organizacionId::bigint AND e.transaccion_id = x.id
    WHERE x.entera AND x.fecha >= s.fecha AND x.pendiente < x.desde_entonces
    ORDER BY 1)";
// Beneficiary of an egress, when the sent number is the id of a contact.
inline constexpr std::string_view beneficiario_conocido = R"(
    SELECT contacto_id AS "contactoId", nombre AS contacto, rfc FROM contacto
    WHERE organizacion_id = :organizacionId::bigint AND contacto_id = :contactoId::bigint)";
inline constexpr std::string_view proyectos_ausentes = R"(
    SELECT k.id FROM unnest(:ids::bigint[]) AS k (id)
    WHERE NOT EXISTS (SELECT FROM proyecto y WHERE y.organizacion_id = :organizacionId::bigint AND y.proyecto_id = k.id
                      AND y.activo))";
inline constexpr std::string_view clasificadores_ausentes = R"(
    SELECT k.id FROM unnest(:ids::bigint[]) AS k (id)
    WHERE NOT EXISTS (SELECT FROM clasificador_costo c WHERE c.organizacion_id = :organizacionId::bigint
                      AND c.clasificador_costo_id = k.id AND c.activo))";
// Next cheque number of an account; a number written by hand moves the count past itself.
inline constexpr std::string_view cheque_tomar = R"(
    INSERT INTO cheque_folio AS f (organizacion_id, cuenta_id, siguiente)
    VALUES (:organizacionId::bigint, :cuentaId::bigint, coalesce(:numero::bigint, 1) + 1)
    ON CONFLICT (organizacion_id, cuenta_id)
    DO UPDATE SET siguiente = greatest(f.siguiente, coalesce(:numero::bigint, f.siguiente) + 1)
    RETURNING siguiente - 1 AS numero)";

}  // namespace gestor::sql
