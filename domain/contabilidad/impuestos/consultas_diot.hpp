#pragma once
// Payments to third parties, with the parts of each payment in pesos of its day.
#include "domain/contabilidad/impuestos/consultas.hpp"
#include "domain/contabilidad/reportes/consultas_balanza.hpp"

namespace gestor::sql {

// VAT paid to third parties. A payment moves the parts that its money paid, less those that an advance had declared;
// advances and egresses by concept declare their own VAT; a return takes declared parts back; a note that is settled
// again changes both.
inline constexpr std::string_view pagado_a_terceros = R"(
    SELECT g.signo, a.destino_id AS documento_id, false AS devuelto,
           CASE WHEN a.fuente_pesos IS NULL THEN a.flujo ELSE cubetas_menos(a.flujo, a.fuente_pesos) END AS c
    FROM aplicacion a {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Pago' AND a.flujo IS NOT NULL AND {aplicacion_en_rango}
      AND {en_rango}
    UNION ALL
    SELECT g.signo, a.destino_id, x.devuelto, x.c
    FROM aplicacion a
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = a.fuente_id
                      AND t.obj_id IN ({creditos_de_compra})
    CROSS JOIN LATERAL (VALUES (false, a.flujo), (true, a.declarado)) x (devuelto, c)
    {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Reclasificacion' AND {aplicacion_en_rango} AND {en_rango}
    UNION ALL
    SELECT -g.signo, a.destino_id, false, a.pesos
    FROM aplicacion a
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = a.destino_id
                      AND t.obj_id = {AnticipoProveedor}
    {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Reembolso' AND {aplicacion_en_rango} AND {en_rango}
    UNION ALL
    SELECT g.signo, t.transaccion_id, false, t.cubetas_mxn
    FROM transaccion t {dias_de_documento}
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({Egreso}, {AnticipoProveedor}) AND t.fecha_apertura IS NULL
      AND t.cubetas_mxn IS NOT NULL AND {documento_en_rango} AND {en_rango}
    UNION ALL
    SELECT g.signo, t.transaccion_id, true, d.declarado
    FROM transaccion t
    JOIN documento d ON d.organizacion_id = :organizacionId AND d.transaccion_id = t.transaccion_id
                    AND d.declarado IS NOT NULL
    {dias_de_documento}
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({creditos_de_compra}) AND {documento_en_rango}
      AND {en_rango})";
// Bank of an egress d whose whole VAT comes from fees (701.10), when the bank's RFC is known; and our supplier with
// that RFC.
inline constexpr std::string_view banco_que_cobra = R"(LATERAL (
    SELECT n.rfc, n.nombre,
           (SELECT min(o.contacto_id) FROM contacto o
            WHERE o.organizacion_id = :organizacionId AND o.rfc = n.rfc AND o.tipo_contacto <> 'Cliente') AS contacto_id
    FROM movimiento_banco v
    JOIN cuenta_bancaria u ON u.organizacion_id = :organizacionId AND u.cuenta_id = v.cuenta_id
    JOIN banco n ON n.banco_id = u.banco_id AND n.rfc <> ''
    WHERE v.organizacion_id = :organizacionId AND v.transaccion_id = d.transaccion_id
      AND (SELECT bool_and(a.codigo_agrupador = '701.10')
           FROM partida_impuesto i
           JOIN partida l ON l.organizacion_id = :organizacionId AND l.transaccion_id = i.transaccion_id
                         AND l.numero_partida = i.numero_partida
           JOIN concepto o ON o.organizacion_id = :organizacionId AND o.concepto_id = l.concepto_id
           JOIN cuenta_contable a ON a.organizacion_id = :organizacionId AND a.cuenta_contable_id = o.cuenta_contable_id
           WHERE i.organizacion_id = :organizacionId AND i.transaccion_id = d.transaccion_id AND i.impuesto = '002'
             AND i.tipo = 'Traslado')) b)";
// Payments by third party. `proporcion`: share of the credited VAT that is credited by the proportion.
// `costo_proporcion`: share of the non-credited VAT that the proportion leaves out; the rest is not creditable. An
// egress by concept without VAT (loans, taxes) is no operation with a third party. A payment at customs counts for the
// supplier of the goods.
inline constexpr std::string_view terceros_diot = R"(
    SELECT k.contacto_id AS "contactoId", coalesce(k.codigo, '') AS codigo, coalesce(k.nombre, y.nombre, '') AS nombre,
           coalesce(k.rfc, y.rfc, '') AS rfc, CASE WHEN y.rfc IS NULL THEN coalesce(k.tipo_operacion, '') ELSE '85' END AS "tipoOperacion",
           coalesce(k.residencia_fiscal, '') AS "residenciaFiscal", coalesce(k.num_reg_id_trib, '') AS "numRegIdTrib",
           coalesce(sum(y.base8) FILTER (WHERE NOT y.devuelto), 0) AS base8,
           coalesce(sum(y.base8) FILTER (WHERE y.devuelto), 0) AS devuelto8,
           coalesce(sum(y.base16) FILTER (WHERE NOT y.devuelto AND NOT y.aduana), 0) AS base16,
           coalesce(sum(y.base16) FILTER (WHERE y.devuelto), 0) AS devuelto16,
           coalesce(sum(y.importacion), 0) AS importacion,
           sum(y.iva8 - y.proporcion8) AS iva8, sum(y.proporcion8) AS proporcion8,
           coalesce(sum(y.iva16 - y.proporcion16) FILTER (WHERE NOT y.aduana), 0) AS iva16, sum(y.proporcion16) AS proporcion16,
           coalesce(sum(y.iva16) FILTER (WHERE y.aduana), 0) AS "ivaImportacion",
           coalesce(sum(y.costo_proporcion) FILTER (WHERE y.de8), 0) AS "costoProporcion8",
           coalesce(sum(y.costo - y.costo_proporcion) FILTER (WHERE y.de8), 0) AS costo8,
           coalesce(sum(y.costo_proporcion) FILTER (WHERE NOT y.de8), 0) AS "costoProporcion16",
           coalesce(sum(y.costo - y.costo_proporcion) FILTER (WHERE NOT y.de8), 0) AS costo16,
           sum(y.iva_ret) AS "ivaRetenido", sum(y.exento) AS exento, sum(y.base0) AS base0, sum(y.no_objeto) AS "noObjeto"
    FROM (SELECT CASE WHEN d.origen = 'Importacion'
                      THEN coalesce((SELECT min(o.contacto_id) FROM relacion r
                                     JOIN transaccion o ON o.organizacion_id = :organizacionId AND o.transaccion_id = r.origen_id
                                     WHERE r.organizacion_id = :organizacionId AND r.destino_id = d.transaccion_id), d.contacto_id)
                      ELSE coalesce(d.contacto_id, b.contacto_id) END AS contacto_id,
                 CASE WHEN b.contacto_id IS NULL THEN b.rfc END AS rfc, CASE WHEN b.contacto_id IS NULL THEN b.nombre END AS nombre,
                 x.devuelto, d.origen = 'Importacion' AS aduana, (x.c).base8 > 0 AND (x.c).base16 = 0 AS de8,
                 x.signo * (x.c).base8 AS base8, x.signo * (x.c).base16 AS base16,
                 CASE WHEN d.origen = 'Importacion' AND d.total > 0
                      THEN x.signo * round(p.base_importacion * (x.c).iva16 / d.total, 2) ELSE 0 END AS importacion,
                 v.signo * (x.c).iva8 AS iva8, v.signo * (x.c).iva16 AS iva16,
                 v.signo * round((x.c).iva8 * s.proporcion, 2) AS proporcion8,
                 v.signo * round((x.c).iva16 * s.proporcion, 2) AS proporcion16,
                 v.signo * n.iva AS costo, v.signo * round(n.iva * s.costo_proporcion, 2) AS costo_proporcion,
                 v.signo * (x.c).iva_ret AS iva_ret, v.signo * (x.c).exento AS exento, v.signo * (x.c).base0 AS base0,
                 CASE d.obj_id WHEN {Egreso} THEN 0 ELSE v.signo * ((x.c).no_afecto - n.iva) END AS no_objeto
          FROM ({pagado_a_terceros}) x
          JOIN transaccion d ON d.organizacion_id = :organizacionId AND d.transaccion_id = x.documento_id
          LEFT JOIN compra p ON p.organizacion_id = :organizacionId AND p.transaccion_id = d.transaccion_id
          LEFT JOIN {banco_que_cobra} ON d.obj_id = {Egreso} AND d.contacto_id IS NULL
          CROSS JOIN LATERAL (SELECT CASE WHEN x.devuelto THEN -x.signo ELSE x.signo END AS signo) v
          CROSS JOIN LATERAL (SELECT iva_no_acreditable((x.c).no_afecto, d.iva, d.cubetas) AS iva) n
          CROSS JOIN LATERAL (
              SELECT coalesce(sum(i.importe * (1 - i.no_acreditable)) FILTER (WHERE i.no_acreditable > 0 AND i.no_acreditable < 1)
                              / nullif(sum(i.importe * (1 - i.no_acreditable)), 0), 0) AS proporcion,
                     coalesce(sum(i.importe * i.no_acreditable) FILTER (WHERE i.no_acreditable < 1)
                              / nullif(sum(i.importe * i.no_acreditable), 0), 0) AS costo_proporcion
              FROM partida_impuesto i
              WHERE i.organizacion_id = :organizacionId AND i.transaccion_id = d.transaccion_id AND i.impuesto = '002'
                AND i.tipo = 'Traslado') s) y
    LEFT JOIN contacto k ON k.organizacion_id = :organizacionId AND k.contacto_id = y.contacto_id
    GROUP BY k.organizacion_id, k.contacto_id, y.rfc, y.nombre
    LIMIT :maximo::bigint)";

// VAT that we withhold is creditable once it is remitted, the oldest first. Remitted part: the withheld sum less the
// balance of its account. Withholdings are read from :fechaInicial on, when all earlier ones are remitted
// (enterado_desde); the reversal of an earlier one counts in its month alone. The month begins on :desde and ends on
// :fechaFinal.
inline constexpr std::string_view retenido_y_enterado = R"(
    acto AS MATERIALIZED (
        SELECT x.acto, x.consecutivo, min(x.fecha) AS fecha, q.contacto_id, (q.c).base8 > 0 AND (q.c).base16 = 0 AS de8,
               coalesce(r.no_acreditable > 0 AND r.no_acreditable < 1, false) AS proporcion,
               coalesce(sum(x.signo * a.importe) FILTER (WHERE x.nacio >= {desde_el_dia}), 0) AS importe,
               coalesce(sum(x.signo * a.importe) FILTER (WHERE x.fecha >= (:desde::date)::timestamp), 0) AS del_mes, 1 AS nuestro
        FROM ({actos_que_retienen}) x
        CROSS JOIN LATERAL (SELECT d.contacto_id, d.cubetas FROM transaccion d
                            WHERE d.organizacion_id = :organizacionId AND d.transaccion_id = x.documento_id OFFSET 0) d
        LEFT JOIN LATERAL (SELECT v.transaccion_id, v.contacto_id, v.cubetas FROM transaccion v
                           WHERE v.organizacion_id = :organizacionId AND v.transaccion_id = x.compra_id OFFSET 0) v ON true
        LEFT JOIN LATERAL (SELECT r.no_acreditable FROM retencion r
                           WHERE r.organizacion_id = :organizacionId AND r.transaccion_id = x.de
                             AND r.consecutivo = x.consecutivo OFFSET 0) r ON true
        CROSS JOIN LATERAL (SELECT coalesce(v.contacto_id, d.contacto_id) AS contacto_id,
                                   CASE WHEN v.transaccion_id IS NULL THEN d.cubetas ELSE v.cubetas END AS c) q
        CROSS JOIN LATERAL (SELECT x.importe - round(x.importe * coalesce(r.no_acreditable, 0), 2) AS importe) a
        GROUP BY 1, 2, 4, 5, 6
        UNION ALL
        SELECT 0, 0, p.fecha, NULL, false, false, m.debe - m.haber, CASE WHEN p.fecha >= :desde::date THEN m.debe - m.haber ELSE 0 END, 0
        FROM poliza p
        JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id
        JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = m.cuenta_contable_id
             AND c.clave = 'IVA_ACREDITABLE_RETENIDO'
        WHERE p.organizacion_id = :organizacionId AND p.transaccion_id IS NULL AND p.fecha >= :fechaInicial::date
          AND p.fecha <= :fechaFinal::date),
    saldo AS (
        SELECT coalesce(sum(l.debe - l.haber) FILTER (WHERE (l.ejercicio, l.mes) < (:ejercicio::integer, :mes::integer)), 0) AS antes,
               coalesce(sum(l.debe - l.haber), 0) AS ahora
        FROM ({libro_por_mes}) l
        WHERE l.cuenta_contable_id = (SELECT c.cuenta_contable_id FROM cuenta_contable c
                                      WHERE c.organizacion_id = :organizacionId AND c.clave = 'IVA_ACREDITABLE_RETENIDO')
          AND (l.ejercicio, l.mes) <= (:ejercicio::integer, :mes::integer)),
    enterado AS (
        SELECT coalesce(sum(a.importe - a.del_mes), 0) - (SELECT s.antes FROM saldo s) AS antes,
               coalesce(sum(a.importe), 0) - (SELECT s.ahora FROM saldo s) AS ahora
        FROM acto a))";
// Remittances of withheld VAT since :fechaInicial: before the month, and until its end. A sum below 0: part of the
// earlier withholdings is not remitted.
inline constexpr std::string_view enterado_desde = R"(
    WITH {retenido_y_enterado}
    SELECT e.antes, e.ahora FROM enterado e)";
// VAT withheld in the month is deducted from the credited VAT of its payment; VAT remitted in the month is added to
// that of its payment.
inline constexpr std::string_view retenido_diot = R"(
    WITH {retenido_y_enterado},
    suyo AS (
        SELECT f.contacto_id, f.de8, f.proporcion,
               least(f.hasta, e.ahora) - least(f.hasta - f.importe, e.ahora) - least(f.hasta, e.antes)
               + least(f.hasta - f.importe, e.antes) - f.nuestro * f.del_mes AS iva
        FROM (SELECT a.*, sum(a.importe) OVER (ORDER BY a.fecha, a.acto, a.consecutivo ROWS UNBOUNDED PRECEDING) AS hasta
              FROM acto a) f
        CROSS JOIN enterado e)
    SELECT k.contacto_id AS "contactoId", coalesce(k.codigo, '') AS codigo, coalesce(k.nombre, '') AS nombre,
           coalesce(k.rfc, '') AS rfc, coalesce(k.tipo_operacion, '') AS "tipoOperacion",
           coalesce(k.residencia_fiscal, '') AS "residenciaFiscal", coalesce(k.num_reg_id_trib, '') AS "numRegIdTrib",
           0 AS base8, 0 AS devuelto8, 0 AS base16, 0 AS devuelto16, 0 AS importacion,
           coalesce(sum(s.iva) FILTER (WHERE s.de8 AND NOT s.proporcion), 0) AS iva8,
           coalesce(sum(s.iva) FILTER (WHERE s.de8 AND s.proporcion), 0) AS proporcion8,
           coalesce(sum(s.iva) FILTER (WHERE NOT s.de8 AND NOT s.proporcion), 0) AS iva16,
           coalesce(sum(s.iva) FILTER (WHERE NOT s.de8 AND s.proporcion), 0) AS proporcion16,
           0 AS "ivaImportacion", 0 AS "costoProporcion8", 0 AS costo8, 0 AS "costoProporcion16", 0 AS costo16,
           0 AS "ivaRetenido", 0 AS exento, 0 AS base0, 0 AS "noObjeto"
    FROM suyo s
    LEFT JOIN contacto k ON k.organizacion_id = :organizacionId AND k.contacto_id = s.contacto_id
    GROUP BY k.organizacion_id, k.contacto_id
    HAVING bool_or(s.iva <> 0)
    LIMIT :maximo::bigint)";

}  // namespace gestor::sql
