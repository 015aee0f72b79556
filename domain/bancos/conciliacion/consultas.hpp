#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// Movements of a bank account: a money document moves it on its day, and back on the day of its cancel, as in the
// ledger. Incoming money is a debit in the ledger and a deposit here.
inline constexpr std::string_view movimientos_de_banco = R"(
    SELECT v.cuenta_id, v.transaccion_id, v.referencia, v.conciliado, t.tipo_documento, t.folio,
           CASE WHEN t.contacto = '' THEN v.beneficiario ELSE t.contacto END AS contacto, t.fecha_cancelacion, g.fecha,
           g.vale, CASE WHEN t.obj_id IN ({entra_al_banco}) = g.vale THEN t.total ELSE 0 END AS deposito,
           CASE WHEN t.obj_id IN ({entra_al_banco}) = g.vale THEN 0 ELSE t.total END AS egreso
    FROM movimiento_banco v
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = v.transaccion_id
    CROSS JOIN LATERAL (VALUES (t.fecha, true), (t.fecha_cancelacion, false)) g (fecha, vale)
    WHERE v.organizacion_id = :organizacionId AND t.obj_id IN ({en_banco}) AND g.fecha < :fechaFinal::date + 1)";

// saldoConciliado adds every reconciled movement to the opening balance, also when the filter leaves others out.
inline constexpr std::string_view saldo_cuentas = R"(
    SELECT c.cuenta_id AS "cuentaId", c.nombre AS cuenta, b.nombre AS banco, m.clave AS moneda,
           c.saldo_inicial + coalesce(x.antes, 0) AS "saldoInicial", coalesce(x.depositos, 0) AS depositos,
           coalesce(x.egresos, 0) AS egresos,
           c.saldo_inicial + coalesce(x.antes + x.depositos - x.egresos, 0) AS "saldoFinal",
           c.saldo_inicial + coalesce(x.conciliado, 0) AS "saldoConciliado",
           coalesce(x.neto - x.conciliado, 0) AS "porConciliar"
    FROM cuenta_bancaria c
    JOIN moneda m ON m.moneda_id = c.moneda_id
    LEFT JOIN banco b ON b.banco_id = c.banco_id
    LEFT JOIN (SELECT q.cuenta_id, sum(q.deposito - q.egreso) AS neto,
                      coalesce(sum(q.deposito - q.egreso) FILTER (WHERE q.conciliado), 0) AS conciliado,
                      coalesce(sum(q.deposito - q.egreso) FILTER (WHERE q.contado AND NOT q.en_rango), 0) AS antes,
                      coalesce(sum(q.deposito) FILTER (WHERE q.contado AND q.en_rango), 0) AS depositos,
                      coalesce(sum(q.egreso) FILTER (WHERE q.contado AND q.en_rango), 0) AS egresos
               FROM (SELECT r.*, r.conciliado OR NOT :soloConciliados::boolean AS contado,
                            r.fecha >= :fechaInicial::date AS en_rango
                     FROM ({movimientos_de_banco}) r
                     WHERE :cuentaId::bigint IS NULL OR r.cuenta_id = :cuentaId::bigint) q
               GROUP BY q.cuenta_id) x ON x.cuenta_id = c.cuenta_id
    WHERE c.organizacion_id = :organizacionId AND (:cuentaId::bigint IS NULL OR c.cuenta_id = :cuentaId::bigint)
    ORDER BY c.nombre, c.cuenta_id
    LIMIT :maximo::bigint)";
inline constexpr std::string_view movimientos_de_cuenta = R"(
    SELECT q.fecha, q.tipo_documento AS "tipoDocumento", q.folio, q.transaccion_id AS "transaccionId", q.contacto,
           q.referencia, q.deposito, q.egreso,
           :saldoInicial::numeric + sum(q.deposito - q.egreso) OVER (ORDER BY q.fecha, q.transaccion_id, q.vale DESC)
               AS saldo, q.conciliado
    FROM ({movimientos_de_banco}) q
    WHERE q.cuenta_id = :cuentaId AND q.fecha >= :fechaInicial::date AND (q.conciliado OR NOT :soloConciliados::boolean)
    ORDER BY q.fecha, q.transaccion_id, q.vale DESC
    LIMIT :maximo::bigint)";

// Locks movements. Runs under the lock of the document, which a cancel takes too.
inline constexpr std::string_view movimientos_bloquear = R"(
    SELECT t.transaccion_id AS "transaccionId", v.cuenta_id AS "cuentaId", t.fecha, t.estado = 'Cancelado' AS cancelado,
           t.tipo_documento || ' ' || t.folio AS documento
    FROM transaccion t
    JOIN movimiento_banco v ON v.organizacion_id = t.organizacion_id AND v.transaccion_id = t.transaccion_id
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = ANY (:ids::bigint[])
      AND t.obj_id IN ({en_banco})
    ORDER BY t.transaccion_id
    FOR UPDATE OF t)";
// Sets or clears the reconciled mark, and deletes the statement line of an earlier mark.
inline constexpr std::string_view movimientos_conciliar = R"(
    UPDATE movimiento_banco SET conciliado = :conciliado::boolean, renglon_estado = ''
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = ANY (:ids::bigint[])
      AND conciliado <> :conciliado::boolean
    RETURNING 1)";
// Unreconciled movements in force on the day of the statement: a cancel of a later day does not count.
inline constexpr std::string_view movimientos_por_conciliar = R"(
    SELECT q.fecha, q.tipo_documento AS "tipoDocumento", q.folio, q.transaccion_id AS "transaccionId", q.contacto,
           q.referencia, q.deposito, q.egreso, count(*) OVER () AS cuantos
    FROM ({movimientos_de_banco}) q
    WHERE q.cuenta_id = :cuentaId AND NOT q.conciliado AND q.vale
      AND (q.fecha_cancelacion IS NULL OR q.fecha_cancelacion >= :fechaFinal::date + 1)
    ORDER BY q.fecha, q.transaccion_id
    LIMIT :maximo::bigint)";

// Whether a movement is reconciled, asked once the document is locked, by a statement of its own: a statement that
// waited for the lock would have read the other rows before the wait.
inline constexpr std::string_view esta_conciliado = R"(
    SELECT 1 FROM movimiento_banco
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint AND conciliado)";

}  // namespace gestor::sql
