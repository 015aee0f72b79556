#pragma once
// Taxes collected, paid or withheld, from stored rows: an application has its parts in pesos of its day; a document
// that declares its own tax has its own parts. Each row counts on its day, and is subtracted on the day of its
// reversal, as in the ledger.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// A payment, egress or credit has two days: its own and that of its reversal. A range takes the days inside it. The
// bounds are timestamps: under row level security a comparison with another type does not use the index and reads all
// rows (schema/README.md).
inline constexpr std::string_view desde_el_dia = "(:fechaInicial::date)::timestamp";
inline constexpr std::string_view antes_del_dia = "(:fechaFinal::date + 1)::timestamp";
inline constexpr std::string_view en_rango = "g.fecha >= {desde_el_dia} AND g.fecha < {antes_del_dia}";
inline constexpr std::string_view aplicacion_en_rango = R"(
    (a.fecha >= {desde_el_dia} AND a.fecha < {antes_del_dia}
     OR a.fecha_reversa >= {desde_el_dia} AND a.fecha_reversa < {antes_del_dia}))";
inline constexpr std::string_view documento_en_rango = R"(
    (t.fecha >= {desde_el_dia} AND t.fecha < {antes_del_dia}
     OR t.fecha_cancelacion >= {desde_el_dia} AND t.fecha_cancelacion < {antes_del_dia}))";
inline constexpr std::string_view dias_de_aplicacion =
    "CROSS JOIN LATERAL (VALUES (a.fecha, 1), (a.fecha_reversa, -1)) g (fecha, signo)";
inline constexpr std::string_view dias_de_documento =
    "CROSS JOIN LATERAL (VALUES (t.fecha, 1), (t.fecha_cancelacion, -1)) g (fecha, signo)";

// VAT collected. An application moves the parts that its money collected, less those that an advance had declared;
// advances and deposits by concept declare their own VAT; a refund takes declared parts back; a note that is settled
// again changes both. VAT declared in another system is not included.
inline constexpr std::string_view cobrado_por_tasas = R"(
    SELECT g.fecha, g.signo, a.aplicacion_id AS orden, a.fuente_id AS documento_id, a.destino_id AS venta_id, a.cuenta,
           CASE WHEN a.fuente_pesos IS NULL THEN a.flujo ELSE cubetas_menos(a.flujo, a.fuente_pesos) END AS c
    FROM aplicacion a {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Cobro' AND a.flujo IS NOT NULL AND {aplicacion_en_rango}
      AND {en_rango}
    UNION ALL
    SELECT g.fecha, g.signo, a.aplicacion_id, a.fuente_id, a.destino_id, a.cuenta, cubetas_menos(a.flujo, a.declarado)
    FROM aplicacion a
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = a.fuente_id
                      AND t.obj_id IN ({creditos_de_venta})
    {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Reclasificacion' AND {aplicacion_en_rango} AND {en_rango}
    UNION ALL
    SELECT g.fecha, -g.signo, a.aplicacion_id, a.fuente_id, a.destino_id, a.cuenta, a.pesos
    FROM aplicacion a
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = a.destino_id
                      AND t.obj_id = {AnticipoCliente}
    {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Reembolso' AND {aplicacion_en_rango} AND {en_rango}
    UNION ALL
    SELECT g.fecha, g.signo, 0, t.transaccion_id, NULL, v.cuenta, t.cubetas_mxn
    FROM transaccion t
    JOIN movimiento_banco v ON v.organizacion_id = :organizacionId AND v.transaccion_id = t.transaccion_id
    {dias_de_documento}
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({Deposito}, {AnticipoCliente})
      AND (t.obj_id = {AnticipoCliente} OR v.tipo = 'Concepto') AND t.fecha_apertura IS NULL
      AND t.cubetas_mxn IS NOT NULL AND {documento_en_rango} AND {en_rango}
    UNION ALL
    SELECT g.fecha, -g.signo, 0, t.transaccion_id,
           (SELECT min(r.origen_id) FROM relacion r
            WHERE r.organizacion_id = :organizacionId AND r.destino_id = t.transaccion_id AND r.tipo = 'Credito'), '',
           d.declarado
    FROM transaccion t
    JOIN documento d ON d.organizacion_id = :organizacionId AND d.transaccion_id = t.transaccion_id
                    AND d.declarado IS NOT NULL
    {dias_de_documento}
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({creditos_de_venta}) AND {documento_en_rango}
      AND {en_rango})";
inline constexpr std::string_view iva_cobrado = R"(
    SELECT x.fecha, d.transaccion_id AS "transaccionId", d.folio, x.cuenta, q.contacto_id AS "clienteId",
           q.contacto AS cliente, q.rfc, v.transaccion_id AS "transaccionIdVenta", coalesce(v.folio, '') AS "folioVenta",
           q.uuid, d.moneda, d.tipo_cambio AS "tipoCambio", x.signo * (x.c).base16 AS subtotal16,
           x.signo * (x.c).iva16 AS impuesto16, x.signo * (x.c).base8 AS subtotal8, x.signo * (x.c).iva8 AS impuesto8,
           x.signo * (x.c).base0 AS subtotal0, x.signo * (x.c).exento AS exento, x.signo * (x.c).no_afecto AS "noAfecto",
           x.signo * (x.c).ieps AS ieps, x.signo * (x.c).iva_ret AS "ivaRetenido", x.signo * (x.c).isr_ret AS "isrRetenido",
           x.signo * cubetas_total(x.c) AS total
    FROM ({cobrado_por_tasas}) x
    JOIN transaccion d ON d.organizacion_id = :organizacionId AND d.transaccion_id = x.documento_id
    LEFT JOIN transaccion v ON v.organizacion_id = :organizacionId AND v.transaccion_id = x.venta_id
    CROSS JOIN LATERAL (SELECT coalesce(v.contacto_id, d.contacto_id) AS contacto_id,
                               CASE WHEN v.transaccion_id IS NULL THEN d.contacto ELSE v.contacto END AS contacto,
                               CASE WHEN v.transaccion_id IS NULL THEN d.rfc ELSE v.rfc END AS rfc,
                               CASE WHEN v.transaccion_id IS NULL THEN d.uuid ELSE v.uuid END AS uuid) q
    WHERE x.c <> cubetas_cero() AND (:sucursalId::bigint IS NULL OR d.sucursal_id = :sucursalId::bigint)
      AND (:clienteId::bigint IS NULL OR q.contacto_id = :clienteId::bigint)
    ORDER BY x.fecha, d.transaccion_id, x.orden, x.signo DESC
    LIMIT :maximo::bigint)";

// ---- VAT that we withhold ----
// The acts, each with what it paid in pesos, where that is told, and the rows of VAT that went with it; of a row how
// many pesos went for each unit of it. A payment withholds the part of each row that went with it; an egress by concept
// the rows that are its own; a credit of a supplier gives back what had been withheld of what was paid, by the rows of
// the credit. VAT that is not credited is VAT here, too, and no base. `nacio` is the day it happened, on the day it is
// undone, too. Documents and rows that an act names are looked up by key: OFFSET 0 keeps the planner from reading all.
inline constexpr std::string_view actos_que_retienen = R"(
    SELECT g.fecha, g.signo, 2 * a.aplicacion_id AS acto, a.fuente_id AS documento_id, a.destino_id AS compra_id,
           (w.c).base16 + (w.c).base8 + (w.c).base0 + (w.c).exento + (w.c).no_afecto - n.iva AS subtotal,
           (w.c).iva16 + (w.c).iva8 + n.iva AS iva, (w.c).isr_ret AS isr, a.destino_id AS de, p.consecutivo,
           p.flujo AS importe, p.flujo / nullif(q.importe, 0) AS razon, a.fecha AS nacio
    FROM aplicacion a
    {dias_de_aplicacion}
    CROSS JOIN LATERAL (SELECT v.obj_id, v.iva, v.cubetas FROM transaccion v
                        WHERE v.organizacion_id = :organizacionId AND v.transaccion_id = a.destino_id OFFSET 0) v
    CROSS JOIN LATERAL (SELECT CASE a.tipo WHEN 'Reclasificacion' THEN cubetas_menos(a.flujo, a.declarado) ELSE a.flujo END AS c) w
    CROSS JOIN LATERAL (SELECT iva_no_acreditable((w.c).no_afecto, v.iva, v.cubetas) AS iva) n
    CROSS JOIN LATERAL unnest(a.retenciones) p
    CROSS JOIN LATERAL (SELECT q.importe FROM retencion q
                        WHERE q.organizacion_id = :organizacionId AND q.transaccion_id = a.destino_id
                          AND q.consecutivo = p.consecutivo AND q.impuesto = '002' OFFSET 0) q
    WHERE a.organizacion_id = :organizacionId AND a.retenciones IS NOT NULL AND v.obj_id IN ({por_pagar})
      AND a.tipo IN ('Pago', 'Reclasificacion') AND (w.c).iva_ret <> 0 AND {aplicacion_en_rango} AND {en_rango}
    UNION ALL
    SELECT g.fecha, g.signo, 2 * t.transaccion_id + 1, t.transaccion_id, NULL, NULL, NULL,
           round(t.isr_retenido * t.tipo_cambio, 2), t.transaccion_id, q.consecutivo, q.importe_mxn, t.tipo_cambio, t.fecha
    FROM transaccion t
    {dias_de_documento}
    CROSS JOIN LATERAL (SELECT q.consecutivo, q.importe_mxn FROM retencion q
                        WHERE q.organizacion_id = :organizacionId AND q.transaccion_id = t.transaccion_id
                          AND q.impuesto = '002' OFFSET 0) q
    WHERE t.organizacion_id = :organizacionId AND t.obj_id = {Egreso} AND t.iva_retenido > 0 AND {documento_en_rango}
      AND {en_rango}
    UNION ALL
    SELECT g.fecha, -g.signo, 2 * t.transaccion_id + 1, t.transaccion_id, o.origen_id,
           (d.declarado).base16 + (d.declarado).base8 + (d.declarado).base0 + (d.declarado).exento
               + (d.declarado).no_afecto - n.iva,
           (d.declarado).iva16 + (d.declarado).iva8 + n.iva, (d.declarado).isr_ret, t.transaccion_id, coalesce(q.consecutivo, 0),
           coalesce(q.suyo, (d.declarado).iva_ret), q.suyo / nullif(q.importe, 0), t.fecha
    FROM transaccion t
    JOIN documento d ON d.organizacion_id = :organizacionId AND d.transaccion_id = t.transaccion_id
                    AND (d.declarado).iva_ret <> 0
    CROSS JOIN LATERAL (SELECT iva_no_acreditable((d.declarado).no_afecto, t.iva, t.cubetas) AS iva) n
    {dias_de_documento}
    LEFT JOIN LATERAL (
        SELECT y.consecutivo, y.importe, round((d.declarado).iva_ret * y.hasta / y.todo, 2)
                                         - round((d.declarado).iva_ret * (y.hasta - y.importe) / y.todo, 2) AS suyo
        FROM (SELECT z.consecutivo, z.importe, sum(z.importe) OVER (ORDER BY z.consecutivo) AS hasta, sum(z.importe) OVER () AS todo
              FROM retencion z
              WHERE z.organizacion_id = :organizacionId AND z.transaccion_id = t.transaccion_id AND z.impuesto = '002') y
        WHERE y.todo > 0) q ON true
    LEFT JOIN LATERAL (SELECT min(e.origen_id) AS origen_id FROM relacion e
                       WHERE e.organizacion_id = :organizacionId AND e.destino_id = t.transaccion_id
                         AND e.tipo = 'Credito') o ON true
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({creditos_de_compra}) AND {documento_en_rango}
      AND {en_rango})";
// Lines of a withholding row: their amount, VAT and withheld ISR; and the same sums of all lines of the document.
inline constexpr std::string_view lineas_que_retienen = R"(LATERAL (
    SELECT sum(l.importe) FILTER (WHERE l.suya) AS subtotal, sum(l.iva) FILTER (WHERE l.suya) AS iva,
           sum(l.isr) FILTER (WHERE l.suya) AS isr, sum(l.importe) AS todo, sum(l.isr) AS todo_isr
    FROM (SELECT p.importe + coalesce(sum(i.importe) FILTER (WHERE i.impuesto = '003'), 0) AS importe,
                 coalesce(sum(i.importe) FILTER (WHERE i.impuesto = '002' AND i.tipo = 'Traslado'), 0) AS iva,
                 coalesce(sum(i.importe) FILTER (WHERE i.impuesto = '001'), 0) AS isr,
                 bool_or(i.impuesto = '002' AND i.tipo = 'Retencion' AND i.tipo_retencion = r.tipo_retencion
                         AND i.tasa_cuota = r.tasa AND i.no_acreditable = r.no_acreditable) AS suya
          FROM partida p
          LEFT JOIN partida_impuesto i ON i.organizacion_id = :organizacionId AND i.transaccion_id = p.transaccion_id
                                      AND i.numero_partida = p.numero_partida
          WHERE p.organizacion_id = :organizacionId AND p.transaccion_id = r.transaccion_id
          GROUP BY p.numero_partida, p.importe) l) k)";
// Withholdings of a payment, row by row, with the base, the VAT and the ISR of the withheld lines: everything paid,
// when all lines withhold; else in proportion to their amounts. A row without lines weighs by its base.
inline constexpr std::string_view retenido = R"(
    SELECT y.fecha, y.signo, y.acto, y.documento_id, y.compra_id, y.consecutivo, y.tipo_retencion, y.tasa, y.importe,
           CASE WHEN y.todas THEN round(y.subtotal * y.hasta / y.suma, 2) - round(y.subtotal * (y.hasta - y.peso) / y.suma, 2)
                ELSE round(y.peso * y.razon, 2) END AS subtotal,
           CASE WHEN NOT y.todas THEN round(y.peso_iva * y.razon, 2)
                WHEN y.suma_iva > 0 THEN round(y.iva * y.hasta_iva / y.suma_iva, 2)
                                         - round(y.iva * (y.hasta_iva - y.peso_iva) / y.suma_iva, 2)
                ELSE 0 END AS iva,
           CASE WHEN y.todo_isr > 0 THEN round(y.isr * y.hasta_isr / y.todo_isr, 2)
                                         - round(y.isr * (y.hasta_isr - y.peso_isr) / y.todo_isr, 2)
                ELSE 0 END AS isr
    FROM (SELECT w.*, w.subtotal IS NOT NULL AND (w.sin_lineas OR sum(w.peso) OVER acto = w.todo) AS todas,
                 sum(w.peso) OVER acto AS suma, sum(w.peso_iva) OVER acto AS suma_iva, sum(w.peso) OVER hasta AS hasta, sum(w.peso_iva) OVER hasta AS hasta_iva,
                 sum(w.peso_isr) OVER hasta AS hasta_isr
          FROM (SELECT x.*, coalesce(r.tipo_retencion, '') AS tipo_retencion, coalesce(r.tasa, 0) AS tasa,
                       coalesce(k.subtotal, b.base) AS peso, coalesce(k.iva, b.base) AS peso_iva,
                       coalesce(k.isr, b.base) AS peso_isr, k.subtotal IS NULL AS sin_lineas, k.todo,
                       coalesce(k.todo_isr, sum(b.base) OVER (PARTITION BY x.acto, x.signo)) AS todo_isr
                FROM ({actos_que_retienen}) x
                LEFT JOIN retencion r ON r.organizacion_id = :organizacionId AND r.transaccion_id = x.de
                                     AND r.consecutivo = x.consecutivo
                CROSS JOIN LATERAL (SELECT coalesce(nullif(r.base, 0), 1) AS base) b
                LEFT JOIN {lineas_que_retienen} ON true) w
          WINDOW acto AS (PARTITION BY w.acto, w.signo), hasta AS (PARTITION BY w.acto, w.signo ORDER BY w.consecutivo)) y)";
inline constexpr std::string_view retenciones_de_actos = R"(
    SELECT x.fecha, d.transaccion_id AS "transaccionId", d.folio, q.contacto_id AS "proveedorId", q.contacto AS proveedor,
           q.rfc, v.transaccion_id AS "transaccionIdCompra", coalesce(v.folio, '') AS "folioCompra",
           coalesce(p.serie_proveedor || p.folio_proveedor, '') AS "folioProveedor", q.uuid, x.signo * x.subtotal AS subtotal,
           x.signo * x.iva AS iva, x.signo * x.importe AS "ivaRetenido", x.signo * x.isr AS "isrRetenido",
           x.signo * (x.subtotal + x.iva - x.importe - x.isr) AS total, 0 AS enterado, 0 AS "porPagar",
           CASE x.tipo_retencion WHEN '' THEN 'Otros' ELSE x.tipo_retencion END AS "tipoRetencion", x.tasa AS "tasaRetencion",
           d.sucursal_id AS "sucursalId"
    FROM ({retenido}) x
    JOIN transaccion d ON d.organizacion_id = :organizacionId AND d.transaccion_id = x.documento_id
    LEFT JOIN transaccion v ON v.organizacion_id = :organizacionId AND v.transaccion_id = x.compra_id
    LEFT JOIN compra p ON p.organizacion_id = :organizacionId AND p.transaccion_id = v.transaccion_id
    CROSS JOIN LATERAL (SELECT coalesce(v.contacto_id, d.contacto_id) AS contacto_id,
                               CASE WHEN v.transaccion_id IS NULL THEN d.contacto ELSE v.contacto END AS contacto,
                               CASE WHEN v.transaccion_id IS NULL THEN d.rfc ELSE v.rfc END AS rfc,
                               CASE WHEN v.transaccion_id IS NULL THEN d.uuid ELSE v.uuid END AS uuid) q
    ORDER BY x.fecha, d.transaccion_id, x.acto, x.signo DESC, x.consecutivo
    LIMIT :maximo::bigint)";

// VAT withheld month by month, and the balance of its account: withheld VAT that left the account was remitted.
inline constexpr std::string_view retenido_por_mes = R"(
    SELECT to_char(x.fecha, 'YYYY-MM') AS periodo, sum(x.signo * x.subtotal) AS base, sum(x.signo * x.importe) AS importe
    FROM ({retenido}) x
    JOIN transaccion d ON d.organizacion_id = :organizacionId AND d.transaccion_id = x.documento_id
    WHERE :sucursalId::bigint IS NULL OR d.sucursal_id = :sucursalId::bigint
    GROUP BY 1 ORDER BY 1)";
inline constexpr std::string_view por_pagar_por_mes = R"(
    SELECT CASE WHEN p.fecha < :fechaInicial::date THEN '' ELSE to_char(p.fecha, 'YYYY-MM') END AS periodo,
           0 AS base, sum(m.haber - m.debe) AS importe
    FROM cuenta_contable c
    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.cuenta_contable_id = c.cuenta_contable_id
    JOIN poliza p ON p.organizacion_id = :organizacionId AND p.poliza_id = m.poliza_id
    WHERE c.organizacion_id = :organizacionId AND c.clave = 'IVA_RET_POR_PAGAR' AND p.fecha <= :fechaFinal::date
      AND (:sucursalId::bigint IS NULL OR m.sucursal_id = :sucursalId::bigint)
    GROUP BY 1 ORDER BY 1)";

}  // namespace gestor::sql
