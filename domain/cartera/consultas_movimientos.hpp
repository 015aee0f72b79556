#pragma once
// Changes of the balance of each document, each on its day: birth, applications to the document, applications by it;
// each reversed on the day of its cancel. In the document's currency, and in pesos as in the ledger.
#include "domain/cartera/consultas.hpp"

namespace gestor::sql {

// Side of a document in an account with contacts: 1 (debe) when a customer's debt grows or our debt to a supplier
// falls. A document that is neither a debt nor a credit is on no side.
inline constexpr std::string_view en_cuenta = R"(
    CASE WHEN t.obj_id IN ({por_cobrar}, {creditos_de_compra}) THEN 1
         WHEN t.obj_id IN ({por_pagar}, {creditos_de_venta}) THEN -1 END)";
inline constexpr std::string_view documento_que_cambia = R"(
    t.transaccion_id, t.contacto_id, t.obj_id, t.moneda_id, t.tipo_cambio, {vence} AS vence, {en_cuenta} AS cuenta)";

// Births and cancels. A document of another system begins on the day of its opening, less the amount collected there
// (inherited from itself). The amount that the lines of an egress spent by concept was never unassigned.
inline constexpr std::string_view nacidos_y_cancelados = R"(
    SELECT {documento_que_cambia}, g.fecha, t.transaccion_id AS origen_id, 0::bigint AS aplicacion_id,
           g.signo, g.signo * (t.total - {gastado_por_concepto}) AS importe,
           g.signo * coalesce(cubetas_total(t.cubetas_mxn), round(t.total * t.tipo_cambio, 2)) AS pesos
    FROM transaccion t
    CROSS JOIN LATERAL (VALUES (coalesce(t.fecha_apertura, t.fecha), 1), (t.fecha_cancelacion, -1)) g (fecha, signo)
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({con_saldo})
      {deposito_de_cliente})";
inline constexpr std::string_view aplicados = R"(
    SELECT {documento_que_cambia}, g.fecha, a.fuente_id, a.aplicacion_id, g.signo,
           -g.signo * a.importe_destino,
           -g.signo * coalesce(cubetas_total(a.pesos), round(a.importe_destino * t.tipo_cambio, 2))
    FROM transaccion t
    JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.destino_id = t.transaccion_id
    CROSS JOIN LATERAL (VALUES (a.fecha, 1), (a.fecha_reversa, -1)) g (fecha, signo)
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({con_saldo}))";
inline constexpr std::string_view usados = R"(
    SELECT {documento_que_cambia}, g.fecha, a.fuente_id, a.aplicacion_id, g.signo,
           -g.signo * a.importe_fuente,
           -g.signo * CASE a.tipo WHEN 'Reclasificacion' THEN cubetas_total(a.fuente_pesos)
               ELSE coalesce(cubetas_total(a.flujo), cubetas_total(a.pesos), round(a.importe_fuente * t.tipo_cambio, 2)) END
    FROM transaccion t
    JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.fuente_id = t.transaccion_id
                     AND a.tipo NOT IN ('Traspaso', 'Heredado')
    CROSS JOIN LATERAL (VALUES (a.fecha, 1), (a.fecha_reversa, -1)) g (fecha, signo)
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({a_favor}))";

// ---- the statement of one contact ----
// A credit that pays a debt moves nothing but the difference of their rates.
inline constexpr std::string_view cambios_de_contacto = R"(
    {nacidos_y_cancelados} AND t.contacto_id = :contactoId::bigint
    UNION ALL {aplicados} AND t.contacto_id = :contactoId::bigint
    UNION ALL {usados} AND t.contacto_id = :contactoId::bigint)";
inline constexpr std::string_view movimientos_de_contacto = R"(
    SELECT b.fecha, b.origen_id, b.aplicacion_id, b.signo,
           max(b.transaccion_id) FILTER (WHERE b.obj_id IN ({por_cobrar}, {por_pagar})) AS documento_id,
           sum(b.cuenta * CASE WHEN :monedaId::integer IS NULL THEN b.pesos ELSE b.importe END) AS debe
    FROM ({cambios_de_contacto}) b
    WHERE b.fecha < :fechaFinal::date + 1 AND (:monedaId::integer IS NULL OR b.moneda_id = :monedaId::integer)
      AND b.obj_id = ANY (:tipos::integer[])
    GROUP BY b.fecha, b.origen_id, b.aplicacion_id, b.signo)";
inline constexpr std::string_view estado_cuenta_inicial = R"(
    SELECT c.nombre AS contacto, c.rfc,
           coalesce((SELECT sum(x.debe) FROM ({movimientos_de_contacto}) x WHERE x.fecha < :fechaInicial::date), 0) AS debe
    FROM contacto c WHERE c.organizacion_id = :organizacionId AND c.contacto_id = :contactoId::bigint)";
inline constexpr std::string_view estado_cuenta_movimientos = R"(
    SELECT x.fecha, o.tipo_documento AS "tipoDocumento", o.folio, o.transaccion_id AS "transaccionId",
           coalesce(a.referencia, o.referencia_externa) AS referencia,
           CASE WHEN x.signo < 0 THEN 'Cancelación de ' ELSE '' END
           || CASE WHEN a.aplicacion_id IS NULL THEN o.tipo_documento || ' ' || o.folio
                   WHEN d.transaccion_id IS NULL THEN a.tipo
                   ELSE a.tipo || ' a ' || d.tipo_documento || ' ' || d.folio END AS concepto, x.debe
    FROM ({movimientos_de_contacto}) x
    JOIN transaccion o ON o.organizacion_id = :organizacionId AND o.transaccion_id = x.origen_id
    LEFT JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.aplicacion_id = x.aplicacion_id
    LEFT JOIN transaccion d ON d.organizacion_id = :organizacionId AND d.transaccion_id = x.documento_id
    WHERE x.fecha >= :fechaInicial::date AND x.debe <> 0
    ORDER BY x.fecha, x.origen_id, x.aplicacion_id, x.signo DESC
    LIMIT :maximo::bigint)";

// ---- every contact, by currency: balances of the last day, and movements between both days ----
// From what is open now, back: what was open on the last day is that, without what came to documents of then since. The
// balance of the first day is that of the last, without what moved between both. So it costs what is open, what moved,
// and what was applied since; not what was settled before.
inline constexpr std::string_view del_lado_pedido = R"(
    t.contacto_id IS NOT NULL
    AND CASE :tipo::text WHEN 'Cliente' THEN t.obj_id IN ({por_cobrar}, {a_favor_de_clientes})
                         WHEN 'Proveedor' THEN t.obj_id IN ({por_pagar}, {a_favor_nuestro}) ELSE true END)";
// Documents that existed on the last day. The condition on the range (r) is repeated for each index that has the dates.
inline constexpr std::string_view de_entonces = "t.fecha < :fechaFinal::timestamp + interval '1 day'";
inline constexpr std::string_view cambiaron = R"(
    {del_lado_pedido} AND {de_entonces} AND g.fecha >= r.desde AND g.fecha < r.hasta)";
inline constexpr std::string_view aplicados_en_rango = R"(
    (a.fecha >= r.desde AND a.fecha < r.hasta OR a.fecha_reversa >= r.desde AND a.fecha_reversa < r.hasta))";
inline constexpr std::string_view cambios_en_rango = R"(
    {nacidos_y_cancelados} AND {cambiaron}
      AND (t.fecha >= r.desde AND {de_entonces}
           OR t.fecha_apertura >= CAST(r.desde AS date) AND t.fecha_apertura < CAST(r.hasta AS date)
           OR t.fecha_cancelacion >= r.desde AND t.fecha_cancelacion < r.hasta)
    UNION ALL {aplicados} AND {cambiaron} AND {aplicados_en_rango}
    UNION ALL {usados} AND {cambiaron} AND {aplicados_en_rango})";
// Condition for pesos: a document at rate 1 has its balance, which the index contains.
inline constexpr std::string_view documentos_entonces = R"(
    SELECT b.transaccion_id, b.contacto_id, b.obj_id, b.moneda_id, b.tipo_cambio, b.vence, b.cuenta,
           sum(b.importe) AS saldo, sum(b.pesos) AS pesos
    FROM (SELECT {documento_que_cambia}, t.saldo AS importe,
                 CASE WHEN t.tipo_cambio = 1 THEN t.saldo
                      ELSE (SELECT cubetas_total(u.pendiente_mxn) FROM transaccion u
                            WHERE u.organizacion_id = :organizacionId AND u.transaccion_id = t.transaccion_id) END AS pesos
          FROM transaccion t
          WHERE t.organizacion_id = :organizacionId AND t.saldo > 0 AND t.obj_id IN ({con_saldo})
            AND {del_lado_pedido} AND {de_entonces} {deposito_de_cliente}
          UNION ALL
          SELECT c.transaccion_id, c.contacto_id, c.obj_id, c.moneda_id, c.tipo_cambio, c.vence, c.cuenta, -c.importe,
                 -c.pesos
          FROM (SELECT :fechaFinal::timestamp + interval '1 day' AS desde, timestamp 'infinity' AS hasta) r
          CROSS JOIN LATERAL ({cambios_en_rango}) c) b
    GROUP BY b.transaccion_id, b.contacto_id, b.obj_id, b.moneda_id, b.tipo_cambio, b.vence, b.cuenta
    HAVING sum(b.importe) <> 0)";
inline constexpr std::string_view movido_por_contacto = R"(
    SELECT contacto_id, moneda_id, s.cliente, s.proveedor, s.anticipos_cliente, s.anticipos_proveedor,
           s.vencido_cliente, s.vencido_proveedor, s.usado, v.cargos, v.abonos, s.saldo, s.pesos,
           coalesce(s.saldo, 0) - coalesce(v.cargos - v.abonos, 0) AS inicial,
           coalesce(s.cliente + s.proveedor + s.anticipos_cliente + s.anticipos_proveedor, 0) > 0 AS con_saldo
    FROM (SELECT {saldos_por_clase}, sum(debe) AS saldo, sum(debe_pesos) AS pesos
          FROM (SELECT {saldo_con_clase}, :fechaFinal::date > t.vence AS vencido, t.cuenta * t.saldo AS debe,
                       t.cuenta * t.pesos AS debe_pesos
                FROM ({documentos_entonces}) t CROSS JOIN LATERAL (SELECT t.saldo) x) d
          GROUP BY contacto_id, moneda_id) s
    FULL JOIN (SELECT y.contacto_id, y.moneda_id, sum(greatest(y.debe, 0)) AS cargos, sum(greatest(-y.debe, 0)) AS abonos
               FROM (SELECT b.contacto_id, b.moneda_id, sum(b.cuenta * b.importe) AS debe
                     FROM (SELECT :fechaInicial::timestamp AS desde,
                                  :fechaFinal::timestamp + interval '1 day' AS hasta) r
                     CROSS JOIN LATERAL ({cambios_en_rango}) b
                     WHERE b.cuenta IS NOT NULL
                     GROUP BY b.contacto_id, b.moneda_id, b.origen_id, b.aplicacion_id, b.signo) y
               GROUP BY y.contacto_id, y.moneda_id) v USING (contacto_id, moneda_id))";
inline constexpr std::string_view a_favor_o_en_contra = "CASE :tipo::text WHEN 'Proveedor' THEN -1 ELSE 1 END";
// Contacts and currencies without an order of their own: sorting by name would make the planner read all balances for
// each contact.
inline constexpr Fuente saldos_clientes_proveedores{
    .columnas = R"({saldos_de_contacto}, {ultimo_movimiento_al},
        {a_favor_o_en_contra} * coalesce(z.inicial, 0) AS "saldoInicial", coalesce(z.cargos, 0) AS cargos,
        coalesce(z.abonos, 0) AS abonos, {a_favor_o_en_contra} * coalesce(z.saldo, 0) AS "saldoFinal",
        {a_favor_o_en_contra} * coalesce(z.pesos, 0) AS "saldoFinalMXN")",
    .desde = R"((SELECT * FROM contacto WHERE organizacion_id = :organizacionId OFFSET 0) c
        CROSS JOIN (SELECT :fechaFinal::date AS corte) f
        LEFT JOIN ({movido_por_contacto}) z ON z.contacto_id = c.contacto_id
        JOIN (SELECT * FROM moneda OFFSET 0) m ON m.moneda_id = coalesce(z.moneda_id, 1))",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_saldos,
};
inline constexpr std::string_view saldos_clientes_proveedores_totales = R"(
    sum({a_favor_o_en_contra} * sum(coalesce(z.pesos, 0))) OVER () AS "saldoFinalMXN", m.clave AS moneda,
    {a_favor_o_en_contra} * sum(coalesce(z.inicial, 0)) AS "saldoInicial", sum(coalesce(z.cargos, 0)) AS cargos,
    sum(coalesce(z.abonos, 0)) AS abonos, {a_favor_o_en_contra} * sum(coalesce(z.saldo, 0)) AS "saldoFinal")";

}  // namespace gestor::sql
