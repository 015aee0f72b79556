#pragma once
// What is held and owed in other currencies on a day, and what the ledger has of it.
#include "domain/contabilidad/consultas_balanza.hpp"

namespace gestor::sql {

inline constexpr std::string_view monedas_que_no_hay = R"(
    SELECT f.ordinality - 1 AS fila
    FROM ROWS FROM (jsonb_to_recordset(:tiposCambio::jsonb) AS (moneda text)) WITH ORDINALITY f
    WHERE NOT EXISTS (SELECT FROM moneda m WHERE m.clave = f.moneda)
    ORDER BY 1)";

// What was sent, or the rate in force on that day.
inline constexpr std::string_view tasas_al_cierre = R"(
    SELECT m.moneda_id, m.clave,
           coalesce(j."tipoCambio", (SELECT c.valor FROM tipo_cambio c
                                     WHERE c.organizacion_id = :organizacionId AND c.moneda_id = m.moneda_id
                                       AND c.fecha <= :fechaCorte::date
                                     ORDER BY c.fecha DESC LIMIT 1)) AS valor
    FROM moneda m
    LEFT JOIN jsonb_to_recordset(:tiposCambio::jsonb) AS j (moneda text, "tipoCambio" numeric)
           ON j.moneda = m.clave
    WHERE m.moneda_id <> 1)";
inline constexpr std::string_view aplicada_al_cierre = R"(
    a.organizacion_id = :organizacionId AND a.fecha < :fechaCorte::date + 1
    AND (a.fecha_reversa IS NULL OR a.fecha_reversa >= :fechaCorte::date + 1))";
inline constexpr std::string_view vivo_al_cierre = R"(
    t.organizacion_id = :organizacionId AND t.fecha < :fechaCorte::date + 1
    AND (t.fecha_apertura IS NULL OR t.fecha_apertura <= :fechaCorte::date)
    AND (t.fecha_cancelacion IS NULL OR t.fecha_cancelacion >= :fechaCorte::date + 1))";

// Of a sale, what is owed less the taxes that are collected with it; of a purchase, what is owed and withheld less
// those that are paid with it: they move with the payment, at its rate. A part has left what was not applied of it by
// then.
inline constexpr std::string_view debido_al_cierre = R"(
    SELECT q.grupo, q.sucursal_id, q.moneda_id,
           q.signo * (cubetas_total(q.c) - (q.c).iva16 - (q.c).iva8 - (q.c).ieps
                      + CASE WHEN q.signo < 0 THEN (q.c).iva_ret + (q.c).isr_ret ELSE 0 END) AS saldo,
           q.signo * (cubetas_total(q.p) - (q.p).iva16 - (q.p).iva8 - (q.p).ieps
                      + CASE WHEN q.signo < 0 THEN (q.p).iva_ret + (q.p).isr_ret ELSE 0 END) AS libro
    FROM (SELECT CASE WHEN t.obj_id IN ({por_cobrar}) THEN 'Clientes' ELSE 'Proveedores' END AS grupo,
                 CASE WHEN t.obj_id IN ({por_cobrar}) THEN 1 ELSE -1 END AS signo, t.sucursal_id, t.moneda_id,
                 cubetas_menos(t.cubetas, coalesce(d.partes, cubetas_cero())) AS c,
                 cubetas_menos(t.cubetas_mxn, coalesce(d.pesos, cubetas_cero())) AS p
          FROM transaccion t
          LEFT JOIN LATERAL (
              SELECT cubetas_suma(ROW(a.base16, a.iva16, a.base8, a.iva8, a.base0, a.exento, a.no_afecto, a.ieps, a.iva_ret,
                                      a.isr_ret)::cubetas) AS partes, cubetas_suma(a.pesos) AS pesos
              FROM aplicacion a WHERE a.destino_id = t.transaccion_id AND {aplicada_al_cierre}) d ON true
          WHERE {vivo_al_cierre} AND t.moneda_id <> 1 AND t.obj_id IN ({por_cobrar}, {por_pagar})) q)";
// What customers and suppliers have in favour of what came back. (An advance is paid in goods: it is no money.)
inline constexpr std::string_view creditos_al_cierre = R"(
    SELECT CASE WHEN t.obj_id IN ({creditos_de_venta}) THEN 'Clientes' ELSE 'Proveedores' END AS grupo, t.sucursal_id,
           t.moneda_id, s.signo * (t.total - coalesce(f.importe, 0) - coalesce(d.importe, 0)) AS saldo,
           s.signo * (coalesce(cubetas_total(t.cubetas_mxn), round(t.total * t.tipo_cambio, 2))
                      - coalesce(f.pesos, 0) - coalesce(d.pesos, 0)) AS libro
    FROM transaccion t
    CROSS JOIN LATERAL (SELECT CASE WHEN t.obj_id IN ({creditos_de_venta}) THEN -1 ELSE 1 END AS signo) s
    LEFT JOIN LATERAL (
        SELECT sum(a.importe_fuente) AS importe, sum(coalesce(cubetas_total(a.flujo), cubetas_total(a.pesos),
                                                              round(a.importe_fuente * t.tipo_cambio, 2))) AS pesos
        FROM aplicacion a
        WHERE a.fuente_id = t.transaccion_id AND a.tipo NOT IN ('Traspaso', 'Heredado') AND {aplicada_al_cierre}) f ON true
    LEFT JOIN LATERAL (
        SELECT sum(a.importe_destino) AS importe,
               sum(coalesce(cubetas_total(a.pesos), round(a.importe_destino * t.tipo_cambio, 2))) AS pesos
        FROM aplicacion a WHERE a.destino_id = t.transaccion_id AND {aplicada_al_cierre}) d ON true
    WHERE {vivo_al_cierre} AND t.moneda_id <> 1 AND t.obj_id IN ({creditos}))";
// What was received and its supplier has not invoiced, at the rate of its reception.
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
// Bank accounts that share an account of the ledger are worth together what it has: those in pesos as much as they
// hold.
inline constexpr std::string_view bancos_al_cierre = R"(
    SELECT k.cuenta_contable_id, k.codigo, b.moneda_id,
           CASE WHEN b.saldo_inicial_fecha > :fechaCorte::date THEN 0 ELSE b.saldo_inicial END + coalesce(x.neto, 0) AS saldo
    FROM cuenta_bancaria b
    JOIN cuenta_contable k ON k.organizacion_id = b.organizacion_id
         AND CASE WHEN b.cuenta_contable_id IS NULL THEN k.clave = CASE b.tipo WHEN 'Caja' THEN 'CAJA' ELSE 'BANCO' END
                  ELSE k.cuenta_contable_id = b.cuenta_contable_id END
    LEFT JOIN (SELECT v.cuenta_id, sum(v.deposito - v.egreso) AS neto FROM ({movimientos_de_banco}) v
               GROUP BY v.cuenta_id) x ON x.cuenta_id = b.cuenta_id
    WHERE b.organizacion_id = :organizacionId)";
inline constexpr std::string_view libro_al_cierre = R"(
    SELECT l.cuenta_contable_id, sum(l.debe - l.haber) AS saldo
    FROM ({libro_por_mes}) l
    WHERE (l.ejercicio, l.mes) <= (:ejercicio::integer, :mes::integer)
    GROUP BY l.cuenta_contable_id)";
inline constexpr std::string_view revaluables = R"(
    WITH tasa AS MATERIALIZED ({tasas_al_cierre})
    SELECT q.grupo, coalesce(q.sucursal_id, 0) AS "sucursalId", 0 AS "cuentaId", '' AS cuenta, z.clave AS moneda,
           round(q.saldo, 2) AS saldo, z.valor AS "tipoCambio", round(q.libro, 2) AS "valorLibros",
           round(q.saldo * z.valor, 2) AS valor, round(q.saldo * z.valor, 2) - round(q.libro, 2) AS diferencia
    FROM (SELECT y.grupo, y.sucursal_id, y.moneda_id, sum(y.saldo) AS saldo, sum(y.libro) AS libro
          FROM ({debido_al_cierre}
                UNION ALL {creditos_al_cierre}
                UNION ALL {por_facturar_al_cierre}) y
          GROUP BY 1, 2, 3 HAVING sum(y.saldo) <> 0 OR sum(y.libro) <> 0) q
    JOIN tasa z ON z.moneda_id = q.moneda_id
    UNION ALL
    SELECT 'Bancos', 0, q.cuenta_contable_id, q.codigo, q.moneda, q.saldo, q.tasa, q.libro, q.valor, q.valor - q.libro
    FROM (SELECT c.cuenta_contable_id, c.codigo, string_agg(DISTINCT z.clave, ', ' ORDER BY z.clave) AS moneda,
                 CASE WHEN count(DISTINCT z.clave) = 1 THEN sum(c.saldo) FILTER (WHERE c.moneda_id <> 1) END AS saldo,
                 CASE WHEN count(DISTINCT z.clave) = 1 THEN max(z.valor) END AS tasa,
                 coalesce(max(l.saldo), 0) - coalesce(sum(c.saldo) FILTER (WHERE c.moneda_id = 1), 0) AS libro,
                 CASE WHEN NOT bool_or(c.moneda_id <> 1 AND c.saldo <> 0 AND z.valor IS NULL)
                      THEN coalesce(round(sum(c.saldo * z.valor), 2), 0) END AS valor
          FROM ({bancos_al_cierre}) c
          LEFT JOIN tasa z ON z.moneda_id = c.moneda_id
          LEFT JOIN ({libro_al_cierre}) l ON l.cuenta_contable_id = c.cuenta_contable_id
          GROUP BY c.cuenta_contable_id, c.codigo HAVING bool_or(c.moneda_id <> 1)) q
    WHERE q.libro <> 0 OR q.valor IS DISTINCT FROM 0
    ORDER BY 1, 5, 2, 4)";

// Those of a month that nobody has reversed: of its last day, and what takes it back on the first of the next.
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
