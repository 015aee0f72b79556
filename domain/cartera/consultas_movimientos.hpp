#pragma once
// What changed the balance of each document of a contact (k), on its day: its birth, what was applied to it, what it
// was applied to; and back again on the day of a cancel. In its own currency and in pesos, as the ledger has them.
#include "domain/cartera/consultas.hpp"

namespace gestor::sql {

// A document of another system came to be the day it was opened, less what had been collected of it there (inherited
// from itself). Of an egress, what its own lines spent never waited.
inline constexpr std::string_view cambios_de_saldo = R"(
    SELECT t.transaccion_id, t.obj_id, t.moneda_id, g.fecha, t.transaccion_id AS origen_id, 0::bigint AS aplicacion_id,
           g.signo, g.signo * (t.total - {gastado_por_concepto}) AS importe,
           g.signo * coalesce(cubetas_total(t.cubetas_mxn), round(t.total * t.tipo_cambio, 2)) AS pesos
    FROM transaccion t
    CROSS JOIN LATERAL (VALUES (coalesce(t.fecha_apertura, t.fecha), 1), (t.fecha_cancelacion, -1)) g (fecha, signo)
    WHERE t.organizacion_id = :organizacionId AND t.contacto_id = k.contacto_id AND t.obj_id IN ({con_saldo})
      {deposito_de_cliente}
    UNION ALL
    SELECT t.transaccion_id, t.obj_id, t.moneda_id, g.fecha, a.fuente_id, a.aplicacion_id, g.signo,
           -g.signo * a.importe_destino,
           -g.signo * coalesce(cubetas_total(a.pesos), round(a.importe_destino * t.tipo_cambio, 2))
    FROM transaccion t
    JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.destino_id = t.transaccion_id
    CROSS JOIN LATERAL (VALUES (a.fecha, 1), (a.fecha_reversa, -1)) g (fecha, signo)
    WHERE t.organizacion_id = :organizacionId AND t.contacto_id = k.contacto_id AND t.obj_id IN ({con_saldo})
    UNION ALL
    SELECT t.transaccion_id, t.obj_id, t.moneda_id, g.fecha, a.fuente_id, a.aplicacion_id, g.signo,
           -g.signo * a.importe_fuente,
           -g.signo * coalesce(cubetas_total(a.flujo), cubetas_total(a.pesos), round(a.importe_fuente * t.tipo_cambio, 2))
    FROM transaccion t
    JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.fuente_id = t.transaccion_id
                     AND a.tipo NOT IN ('Traspaso', 'Heredado')
    CROSS JOIN LATERAL (VALUES (a.fecha, 1), (a.fecha_reversa, -1)) g (fecha, signo)
    WHERE t.organizacion_id = :organizacionId AND t.contacto_id = k.contacto_id AND t.obj_id IN ({a_favor}))";

// What is owed, and the credits that lower it, as an account has them: charged (debe) when what a customer owes grows,
// when what a supplier is owed shrinks. A credit that pays a debt moves nothing but the difference of their rates.
inline constexpr std::string_view debe_de_cambio = R"(
    CASE WHEN b.obj_id IN ({por_cobrar}, {creditos_de_compra}) THEN 1 ELSE -1 END)";
inline constexpr std::string_view en_la_cuenta =
    "b.obj_id IN ({por_cobrar}, {creditos_de_venta}, {por_pagar}, {creditos_de_compra})";

// ---- the statement of one contact ----
inline constexpr std::string_view movimientos_de_contacto = R"(
    SELECT b.fecha, b.origen_id, b.aplicacion_id, b.signo,
           max(b.transaccion_id) FILTER (WHERE b.obj_id IN ({por_cobrar}, {por_pagar})) AS documento_id,
           sum({debe_de_cambio} * CASE WHEN :monedaId::integer IS NULL THEN b.pesos ELSE b.importe END) AS debe
    FROM (SELECT :contactoId::bigint AS contacto_id) k
    CROSS JOIN LATERAL ({cambios_de_saldo}) b
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

// ---- every contact, by currency: D.3 on the last day, and what moved between both ----
inline constexpr std::string_view del_lado_pedido = R"(
    CASE :tipo::text WHEN 'Cliente' THEN b.obj_id IN ({por_cobrar}, {a_favor_de_clientes})
                     WHEN 'Proveedor' THEN b.obj_id IN ({por_pagar}, {a_favor_nuestro}) ELSE true END)";
inline constexpr std::string_view movido_de_contacto = R"(
    LEFT JOIN LATERAL (
        WITH b AS MATERIALIZED (
            SELECT b.* FROM ({cambios_de_saldo}) b WHERE b.fecha < :fechaFinal::date + 1 AND {del_lado_pedido}),
        movida AS (
            SELECT y.moneda_id, sum(y.debe) FILTER (WHERE y.fecha < :fechaInicial::date) AS inicial,
                   sum(greatest(y.debe, 0)) FILTER (WHERE y.fecha >= :fechaInicial::date) AS cargos,
                   sum(greatest(-y.debe, 0)) FILTER (WHERE y.fecha >= :fechaInicial::date) AS abonos,
                   sum(y.debe) AS saldo, sum(y.pesos) AS pesos
            FROM (SELECT b.moneda_id, b.fecha, sum({debe_de_cambio} * b.importe) AS debe,
                         sum({debe_de_cambio} * b.pesos) AS pesos
                  FROM b WHERE {en_la_cuenta}
                  GROUP BY b.moneda_id, b.fecha, b.origen_id, b.aplicacion_id, b.signo) y
            GROUP BY y.moneda_id),
        abierta AS (
            SELECT {saldos_por_clase}, max(ultimo)::date AS ultimo
            FROM (SELECT {saldo_con_clase}, x.ultimo
                  FROM (SELECT b.transaccion_id, sum(b.importe) AS saldo, max(b.fecha) AS ultimo,
                               :fechaFinal::date AS corte
                        FROM b GROUP BY b.transaccion_id) x
                  JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = x.transaccion_id) d
            GROUP BY moneda_id)
        SELECT coalesce(s.moneda_id, v.moneda_id) AS moneda_id, s.cliente, s.proveedor, s.anticipos_cliente,
               s.anticipos_proveedor, s.vencido_cliente, s.vencido_proveedor, s.usado, s.ultimo, v.inicial, v.cargos,
               v.abonos, v.saldo, v.pesos,
               coalesce(s.cliente + s.proveedor + s.anticipos_cliente + s.anticipos_proveedor, 0) > 0
               OR coalesce(v.saldo, 0) <> 0 AS con_saldo
        FROM abierta s FULL JOIN movida v ON v.moneda_id = s.moneda_id) z ON true)";
inline constexpr std::string_view a_favor_o_en_contra = "CASE :tipo::text WHEN 'Proveedor' THEN -1 ELSE 1 END";
inline constexpr Fuente saldos_clientes_proveedores{
    .columnas = R"({saldos_de_contacto}, z.ultimo AS "ultimoMovimiento",
        {a_favor_o_en_contra} * coalesce(z.inicial, 0) AS "saldoInicial", coalesce(z.cargos, 0) AS cargos,
        coalesce(z.abonos, 0) AS abonos, {a_favor_o_en_contra} * coalesce(z.saldo, 0) AS "saldoFinal",
        {a_favor_o_en_contra} * coalesce(z.pesos, 0) AS "saldoFinalMXN")",
    .desde = R"(contacto c
        CROSS JOIN LATERAL (SELECT c.contacto_id) k
        {movido_de_contacto}
        JOIN moneda m ON m.moneda_id = coalesce(z.moneda_id, 1))",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_saldos,
};
inline constexpr std::string_view saldos_clientes_proveedores_totales = R"(
    sum({a_favor_o_en_contra} * sum(coalesce(z.pesos, 0))) OVER () AS "saldoFinalMXN", m.clave AS moneda,
    {a_favor_o_en_contra} * sum(coalesce(z.inicial, 0)) AS "saldoInicial", sum(coalesce(z.cargos, 0)) AS cargos,
    sum(coalesce(z.abonos, 0)) AS abonos, {a_favor_o_en_contra} * sum(coalesce(z.saldo, 0)) AS "saldoFinal")";

}  // namespace gestor::sql
