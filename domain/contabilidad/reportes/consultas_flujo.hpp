#pragma once
// Cash flow: the movements of bank and cash accounts, by the accounts on the other side of their pólizas.
#include "domain/contabilidad/cuentas/consultas.hpp"
#include "domain/contabilidad/reportes/consultas_auxiliar.hpp"

namespace gestor::sql {

// Transfers between own accounts pass through TRASPASOS, which is cash too: they net out.
inline constexpr std::string_view cuentas_de_efectivo = R"(
    WITH pedida AS MATERIALIZED (
        SELECT c.cuenta_contable_id AS id FROM cuenta_contable c
        WHERE c.organizacion_id = :organizacionId AND (c.clave IN ('CAJA', 'BANCO', 'TRASPASOS') OR {cuenta_de_banco})))";
inline constexpr std::string_view flujo_inicial = "{cuentas_de_efectivo}{saldo_de_pedidas}";

// Number of the concept of account c: its key, or its place in the tax authority's chart.
inline constexpr std::string_view concepto_de_flujo = R"(
    CASE WHEN c.clave = 'APERTURA' THEN 11
         WHEN c.clave IN ('UTILIDAD_CAMBIARIA', 'PERDIDA_CAMBIARIA') THEN 12
         WHEN c.codigo_agrupador = '205.01' THEN 9
         WHEN left(c.codigo_agrupador, 3) IN ('105', '106', '206', '401', '402') THEN 1
         WHEN left(c.codigo_agrupador, 3) IN ('115', '116', '120', '201') OR c.codigo_agrupador LIKE '5%' THEN 2
         WHEN left(c.codigo_agrupador, 3) IN ('110', '113', '114', '118', '119', '208', '209', '213', '216', '610', '611') THEN 4
         WHEN left(c.codigo_agrupador, 3) IN ('109', '173', '205', '210', '211', '212', '214', '215')
              OR c.codigo_agrupador LIKE '6%' THEN 3
         WHEN left(c.codigo_agrupador, 3) IN ('107', '108') THEN 5
         WHEN left(c.codigo_agrupador, 3) IN ('207', '217') THEN 6
         WHEN left(c.codigo_agrupador, 3) IN ('701', '702') THEN 7
         WHEN left(c.codigo_agrupador, 3) IN ('103', '104') OR left(c.codigo_agrupador, 3) BETWEEN '151' AND '191' THEN 8
         WHEN left(c.codigo_agrupador, 3) IN ('202', '203', '204') OR left(c.codigo_agrupador, 2) IN ('25', '26') THEN 9
         WHEN c.codigo_agrupador LIKE '3%' THEN 10
         ELSE 13 END)";

// A póliza balances, so its other accounts move the opposite of its cash. Taxes of a payment belong to the concept that
// is paid, when its amount is greater. A reversal lowers the side of its original. Windows instead of joins: a kept
// plan expects few rows of any range of days, and would join the movements of a year row by row.
inline constexpr std::string_view flujo_conceptos = R"(
    {cuentas_de_efectivo}{polizas_de_los_dias}, movida AS (
        SELECT l.poliza_id, l.cuenta_contable_id, l.haber - l.debe AS importe, e.es_efectivo,
               bool_or(e.es_efectivo) OVER (PARTITION BY l.poliza_id) AS mueve_efectivo
        FROM poliza_movimiento l
        CROSS JOIN LATERAL (SELECT l.cuenta_contable_id = ANY (ARRAY(SELECT q.id FROM pedida q)) AS es_efectivo) e
        WHERE l.organizacion_id = :organizacionId AND l.poliza_id = ANY (ARRAY(SELECT d.poliza_id FROM del_rango d))
    ), parte AS (
        SELECT m.poliza_id, k.concepto, m.cuenta_contable_id, sum(m.importe) AS importe,
               sum(sum(m.importe)) OVER (PARTITION BY m.poliza_id, k.concepto) AS neto
        FROM movida m
        JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = m.cuenta_contable_id
        CROSS JOIN LATERAL (SELECT {concepto_de_flujo} AS concepto) k
        WHERE m.mueve_efectivo AND NOT m.es_efectivo
        GROUP BY m.poliza_id, k.concepto, m.cuenta_contable_id
    ), ordenada AS (
        SELECT x.*, first_value(x.concepto) OVER mayores AS principal, first_value(abs(x.neto)) OVER mayores AS mayor
        FROM parte x
        WHERE x.neto <> 0
        WINDOW mayores AS (PARTITION BY x.poliza_id ORDER BY x.concepto = 4, abs(x.neto) DESC, x.concepto)
    ), neta AS (
        SELECT x.poliza_id, p.reversa_de IS NOT NULL AS reversa, y.concepto, x.cuenta_contable_id, x.importe,
               sum(x.importe) OVER (PARTITION BY x.poliza_id, y.concepto) AS neto
        FROM ordenada x
        JOIN poliza p ON p.organizacion_id = :organizacionId AND p.poliza_id = x.poliza_id
        CROSS JOIN LATERAL (
            SELECT CASE WHEN x.concepto = 4 AND x.mayor > abs(x.neto) THEN x.principal ELSE x.concepto END AS concepto) y
    ), fila AS (
        SELECT x.concepto, CASE WHEN :agrupar = 'Cuenta' THEN x.cuenta_contable_id END AS cuenta_contable_id,
               CASE WHEN :agrupar = 'Poliza' THEN x.poliza_id END AS poliza_id,
               coalesce(sum(x.importe) FILTER (WHERE (x.neto > 0) <> x.reversa), 0) AS entradas,
               coalesce(-sum(x.importe) FILTER (WHERE (x.neto > 0) = x.reversa), 0) AS salidas, sum(x.importe) AS neto
        FROM neta x
        WHERE x.neto <> 0
        GROUP BY 1, 2, 3
    )
    SELECT n.actividad, n.nombre AS concepto, x.cuenta_contable_id AS "cuentaId", c.codigo AS cuenta, c.nombre,
           x.poliza_id AS "polizaId", p.fecha, p.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento",
           t.folio, t.contacto, x.entradas, x.salidas, x.neto
    FROM fila x
    JOIN (VALUES (1, 'Operacion', 'Clientes'), (2, 'Operacion', 'Proveedores'), (3, 'Operacion', 'Acreedores y gastos'),
                 (4, 'Operacion', 'Impuestos'), (5, 'Operacion', 'Deudores'), (6, 'Operacion', 'Cuenta de terceros'),
                 (7, 'Operacion', 'Gastos y productos financieros'), (8, 'Inversion', 'Activo fijo e inversiones'),
                 (9, 'Financiamiento', 'Préstamos'), (10, 'Financiamiento', 'Capital'), (11, 'Ajuste', 'Saldos iniciales'),
                 (12, 'Ajuste', 'Diferencia cambiaria'), (13, 'Operacion', 'Otros')) n (concepto, actividad, nombre)
      ON n.concepto = x.concepto
    LEFT JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = x.cuenta_contable_id
    LEFT JOIN poliza p ON p.organizacion_id = :organizacionId AND p.poliza_id = x.poliza_id
    LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = p.transaccion_id
    ORDER BY CASE n.actividad WHEN 'Operacion' THEN 1 WHEN 'Inversion' THEN 2 WHEN 'Financiamiento' THEN 3 ELSE 4 END, n.concepto,
             c.codigo, p.fecha, x.poliza_id
    LIMIT :maximo::bigint)";

}  // namespace gestor::sql
