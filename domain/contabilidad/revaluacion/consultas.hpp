#pragma once
// Balances in foreign currency on a day, held and owed, and their value in the ledger.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// Currencies of the body that the organization does not use.
inline constexpr std::string_view monedas_que_no_hay = R"(
    SELECT f.ordinality - 1 AS fila
    FROM ROWS FROM (jsonb_to_recordset(:tiposCambio::jsonb) AS (moneda text)) WITH ORDINALITY f
    WHERE NOT EXISTS (SELECT FROM moneda m
                      JOIN organizacion_moneda o ON o.organizacion_id = :organizacionId AND o.moneda_id = m.moneda_id
                      WHERE m.clave = f.moneda)
    ORDER BY 1)";

// Rate of each currency: the sent one, or the rate in force on that day.
inline constexpr std::string_view tasas_al_cierre = R"(
    SELECT m.moneda_id, m.clave, coalesce(j."tipoCambio", r.valor) AS valor,
           CASE WHEN j."tipoCambio" IS NULL THEN r.fecha END AS fecha
    FROM moneda m
    LEFT JOIN jsonb_to_recordset(:tiposCambio::jsonb) AS j (moneda text, "tipoCambio" numeric) ON j.moneda = m.clave
    LEFT JOIN LATERAL (SELECT c.valor, c.fecha FROM tipo_cambio c
                       WHERE c.organizacion_id = :organizacionId AND c.moneda_id = m.moneda_id
                         AND c.fecha <= :fechaCorte::date
                       ORDER BY c.fecha DESC LIMIT 1) r ON true
    WHERE m.moneda_id <> 1)";
inline constexpr std::string_view aplicada_al_cierre = R"(
    a.organizacion_id = :organizacionId AND a.fecha < :fechaCorte::date + 1
    AND (a.fecha_reversa IS NULL OR a.fecha_reversa >= :fechaCorte::date + 1))";
inline constexpr std::string_view vivo_al_cierre = R"(
    t.organizacion_id = :organizacionId AND t.fecha < :fechaCorte::date + 1
    AND (t.fecha_apertura IS NULL OR t.fecha_apertura <= :fechaCorte::date)
    AND (t.fecha_cancelacion IS NULL OR t.fecha_cancelacion >= :fechaCorte::date + 1))";

// Debt of a document for the revaluation: debt and withholdings, less the taxes that are declared with its payment.
// Taxes and withholdings move with the payment, at the payment's rate. The remainder of a part is the part less the
// applications until the day.
inline constexpr std::string_view debido_al_cierre = R"(
    SELECT q.grupo, q.sucursal_id, q.moneda_id,
           q.signo * (cubetas_total(q.c) - (q.c).iva16 - (q.c).iva8 - (q.c).ieps + (q.c).iva_ret + (q.c).isr_ret) AS saldo,
           q.signo * (cubetas_total(q.p) - (q.p).iva16 - (q.p).iva8 - (q.p).ieps + (q.p).iva_ret + (q.p).isr_ret) AS libro
    FROM (SELECT CASE WHEN t.obj_id IN ({por_cobrar}) THEN 'Clientes' ELSE 'Proveedores' END AS grupo,
                 CASE WHEN t.obj_id IN ({por_cobrar}) THEN 1 ELSE -1 END AS signo, t.sucursal_id, t.moneda_id,
                 cubetas_menos(t.cubetas, coalesce(d.partes, cubetas_cero())) AS c,
                 cubetas_menos(t.cubetas_mxn, coalesce(d.pesos, cubetas_cero())) AS p
          FROM transaccion t
          LEFT JOIN LATERAL (
              SELECT cubetas_suma(ROW(a.base16, a.iva16, a.base8, a.iva8, a.base0, a.exento, a.no_afecto, a.ieps, a.iva_ret,
                                      a.isr_ret, a.ret_local)::cubetas) AS partes, cubetas_suma(a.pesos) AS pesos
              FROM aplicacion a WHERE a.destino_id = t.transaccion_id AND {aplicada_al_cierre}) d ON true
          WHERE {vivo_al_cierre} AND t.moneda_id <> 1 AND t.obj_id IN ({por_cobrar}, {por_pagar})) q)";
// Credits of customers and of suppliers from returns. An advance is settled with goods, so it is no monetary balance.
inline constexpr std::string_view creditos_al_cierre = R"(
    SELECT CASE WHEN t.obj_id IN ({creditos_de_venta}) THEN 'Clientes' ELSE 'Proveedores' END AS grupo, t.sucursal_id,
           t.moneda_id, s.signo * (t.total - coalesce(f.importe, 0) - coalesce(d.importe, 0)) AS saldo,
           s.signo * (coalesce(cubetas_total(t.cubetas_mxn), round(t.total * t.tipo_cambio, 2))
                      - coalesce(f.pesos, 0) - coalesce(d.pesos, 0)) AS libro
    FROM transaccion t
    CROSS JOIN LATERAL (SELECT CASE WHEN t.obj_id IN ({creditos_de_venta}) THEN -1 ELSE 1 END AS signo) s
    LEFT JOIN LATERAL (
        SELECT sum(a.importe_fuente) AS importe,
               sum(CASE a.tipo WHEN 'Reclasificacion' THEN cubetas_total(a.fuente_pesos)
                   ELSE coalesce(cubetas_total(a.flujo), cubetas_total(a.pesos), round(a.importe_fuente * t.tipo_cambio, 2)) END) AS pesos
        FROM aplicacion a
        WHERE a.fuente_id = t.transaccion_id AND a.tipo NOT IN ('Traspaso', 'Heredado') AND {aplicada_al_cierre}) f ON true
    LEFT JOIN LATERAL (
        SELECT sum(a.importe_destino) AS importe,
               sum(coalesce(cubetas_total(a.pesos), round(a.importe_destino * t.tipo_cambio, 2))) AS pesos
        FROM aplicacion a WHERE a.destino_id = t.transaccion_id AND {aplicada_al_cierre}) d ON true
    WHERE {vivo_al_cierre} AND t.moneda_id <> 1 AND t.obj_id IN ({creditos}))";
// Received goods that their supplier has not invoiced, at the rate of their reception.
inline constexpr std::string_view por_facturar_al_cierre = R"(
    SELECT 'PorFacturar' AS grupo, r.sucursal_id, r.moneda_id,
           CASE WHEN r.transaccion_id = t.transaccion_id THEN -1 ELSE 1 END * p.costo / r.tipo_cambio AS saldo,
           CASE WHEN r.transaccion_id = t.transaccion_id THEN -1 ELSE 1 END * p.costo AS libro
    FROM transaccion t
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = t.transaccion_id
    JOIN transaccion r ON r.organizacion_id = :organizacionId
         AND r.transaccion_id = CASE WHEN t.obj_id = {FacturaCompra} THEN p.origen_id ELSE t.transaccion_id END
         AND (r.obj_id = {RecepcionMercancia} AND r.contacto_id IS NOT NULL
              OR r.obj_id = {NotaRemisionCompra} AND r.origen = 'Compra')
    WHERE {vivo_al_cierre} AND t.obj_id IN ({FacturaCompra}, {RecepcionMercancia}, {NotaRemisionCompra})
      AND r.moneda_id <> 1)";
// Balance of a bank account, and the amount that its own movements posted: other bank accounts may share its ledger
// account. The opening balance counts once the ledger has its value in pesos: a movement of that póliza, like one of
// each revaluation, has the key of the bank account as its text.
inline constexpr std::string_view bancos_al_cierre = R"(
    SELECT b.cuenta_id, b.clave, b.sucursal_id, b.moneda_id, k.cuenta_contable_id, k.codigo,
           CASE WHEN o.abierta THEN b.saldo_inicial ELSE 0 END + coalesce(x.neto, 0) AS saldo,
           coalesce(d.pesos, 0) + coalesce(o.pesos, 0) AS libro
    FROM cuenta_bancaria b
    JOIN cuenta_contable k ON k.organizacion_id = b.organizacion_id
         AND CASE WHEN b.cuenta_contable_id IS NULL THEN k.clave = CASE b.tipo WHEN 'Caja' THEN 'CAJA' ELSE 'BANCO' END
                  ELSE k.cuenta_contable_id = b.cuenta_contable_id END
    LEFT JOIN LATERAL (SELECT sum(v.deposito - v.egreso) AS neto FROM ({movimientos_de_banco}) v
                       WHERE v.cuenta_id = b.cuenta_id) x ON true
    LEFT JOIN LATERAL (
        SELECT sum(m.debe - m.haber) AS pesos
        FROM movimiento_banco v
        JOIN poliza p ON p.organizacion_id = :organizacionId AND p.transaccion_id = v.transaccion_id
             AND p.fecha <= :fechaCorte::date
        JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id
             AND m.cuenta_contable_id = k.cuenta_contable_id
        WHERE v.organizacion_id = :organizacionId AND v.cuenta_id = b.cuenta_id) d ON true
    LEFT JOIN LATERAL (
        SELECT sum(m.debe - m.haber) AS pesos, bool_or(p.origen <> 'Revaluacion') AS abierta
        FROM poliza p
        JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id
             AND m.cuenta_contable_id = k.cuenta_contable_id AND m.concepto = b.clave
        WHERE p.organizacion_id = :organizacionId AND p.transaccion_id IS NULL AND p.fecha <= :fechaCorte::date) o ON true
    WHERE b.organizacion_id = :organizacionId AND b.moneda_id <> 1)";
inline constexpr std::string_view revaluables = R"(
    WITH tasa AS MATERIALIZED ({tasas_al_cierre})
    SELECT q.grupo, coalesce(q.sucursal_id, 0) AS "sucursalId", coalesce(q.cuenta_contable_id, 0) AS "cuentaId", q.clave,
           z.clave AS moneda, round(q.saldo, 2) AS saldo, z.valor AS "tipoCambio", z.fecha AS "fechaTipoCambio",
           round(q.libro, 2) AS "valorLibros", round(q.saldo * z.valor, 2) AS valor,
           round(q.saldo * z.valor, 2) - round(q.libro, 2) AS diferencia
    FROM (SELECT y.grupo, y.sucursal_id, y.moneda_id, NULL::bigint AS cuenta_contable_id, '' AS clave, sum(y.saldo) AS saldo,
                 sum(y.libro) AS libro
          FROM ({debido_al_cierre} UNION ALL {creditos_al_cierre} UNION ALL {por_facturar_al_cierre}) y
          GROUP BY 1, 2, 3
          UNION ALL
          SELECT 'Bancos', c.sucursal_id, c.moneda_id, c.cuenta_contable_id, c.clave, c.saldo, c.libro
          FROM ({bancos_al_cierre}) c) q
    JOIN tasa z ON z.moneda_id = q.moneda_id
    WHERE q.saldo <> 0 OR q.libro <> 0
    ORDER BY 1, 5, 2, 4)";

// Revaluation pólizas of a month in force: on its last day, and their reversal on the first of the next.
inline constexpr std::string_view polizas_de_revaluacion = R"(
    SELECT p.poliza_id AS id, p.fecha FROM poliza p
    WHERE p.organizacion_id = :organizacionId AND p.origen = 'Revaluacion' AND p.reversa_de IS NULL
      AND p.fecha BETWEEN :fechaCorte::date AND :fechaCorte::date + 1
      AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = :organizacionId AND r.reversa_de = p.poliza_id)
    ORDER BY p.fecha)";
inline constexpr std::string_view revaluacion_posterior = R"(
    SELECT p.fecha FROM poliza p
    WHERE p.organizacion_id = :organizacionId AND p.origen = 'Revaluacion' AND p.reversa_de IS NULL
      AND p.fecha > :fechaCorte::date + 1
      AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = :organizacionId AND r.reversa_de = p.poliza_id)
    ORDER BY p.fecha LIMIT 1)";

}  // namespace gestor::sql
