#pragma once
// Movements of an account, or of all accounts below it, between two days.
#include "domain/contabilidad/reportes/consultas_balanza.hpp"

namespace gestor::sql {

inline constexpr std::string_view auxiliar_cuenta = R"(
    SELECT c.cuenta_contable_id AS "cuentaId", c.codigo AS cuenta, c.nombre, c.codigo_agrupador AS "codigoAgrupador",
           c.nivel, c.padre_id AS "padreId", c.naturaleza, c.detalle AS "esDetalle"
    FROM cuenta_contable c
    WHERE c.organizacion_id = :organizacionId AND c.codigo = :cuenta)";

inline constexpr std::string_view subcuentas_pedidas = R"(
    WITH RECURSIVE pedida AS (
        SELECT c.cuenta_contable_id AS id FROM cuenta_contable c
        WHERE c.organizacion_id = :organizacionId AND c.cuenta_contable_id = :cuentaId::bigint
        UNION ALL
        SELECT c.cuenta_contable_id FROM pedida p
        JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.padre_id = p.id))";

// Balance of the accounts `pedida` before the first day, debit less credit: the sums of earlier months, newer pólizas
// of those months, and the days of the first month before that day. Income and expense accounts begin each year at 0.
// The bounds of the years stand at the sums themselves, so that their index by account reads no other year.
inline constexpr std::string_view saldo_de_pedidas = R"(, mes AS (
        SELECT date_trunc('month', :fechaInicial::date)::date AS dia, extract(year FROM :fechaInicial::date)::integer AS ejercicio,
               extract(month FROM :fechaInicial::date)::integer AS mes)
    SELECT coalesce(sum(x.debe - x.haber), 0) AS saldo
    FROM (SELECT l.debe, l.haber
          FROM (SELECT s.ejercicio, s.mes, s.debe, s.haber, s.sucursal_id, s.proyecto_id, s.centro_costo_id
                FROM saldo_mensual s
                WHERE s.organizacion_id = :organizacionId AND s.cuenta_contable_id = ANY (ARRAY(SELECT p.id FROM pedida p))
                  AND s.ejercicio BETWEEN (SELECT CASE WHEN :delEjercicio::boolean THEN m.ejercicio ELSE 0 END FROM mes m)
                                      AND (SELECT m.ejercicio FROM mes m)
                UNION ALL
                SELECT p.ejercicio, p.mes, m.debe, m.haber, m.sucursal_id, m.proyecto_id, m.centro_costo_id
                FROM poliza p
                JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id
                WHERE p.organizacion_id = :organizacionId AND m.cuenta_contable_id = ANY (ARRAY(SELECT p.id FROM pedida p))
                  AND p.poliza_id BETWEEN (SELECT r.hasta + 1 FROM resumen_contable r) AND (SELECT 9223372036854775807)) l
          CROSS JOIN mes
          WHERE (l.ejercicio < mes.ejercicio AND NOT :delEjercicio::boolean OR l.ejercicio = mes.ejercicio AND l.mes < mes.mes)
            AND {de_lo_pedido}
          UNION ALL
          SELECT l.debe, l.haber
          FROM poliza p
          JOIN poliza_movimiento l ON l.organizacion_id = :organizacionId AND l.poliza_id = p.poliza_id
          WHERE p.organizacion_id = :organizacionId AND l.cuenta_contable_id = ANY (ARRAY(SELECT p.id FROM pedida p))
            AND p.fecha >= (SELECT dia FROM mes) AND p.fecha < :fechaInicial::date AND {de_lo_pedido}) x)";
inline constexpr std::string_view auxiliar_inicial = "{subcuentas_pedidas}{saldo_de_pedidas}";

// polizas_de_los_dias: the pólizas between two days, from their index by day. min() over the table itself would walk
// the ledger in the order of its numbers until it met the first of these days.
inline constexpr std::string_view polizas_de_los_dias = R"(, del_rango AS MATERIALIZED (
        SELECT q.poliza_id FROM poliza q
        WHERE q.organizacion_id = :organizacionId AND q.fecha BETWEEN :fechaInicial::date AND :fechaFinal::date))";
inline constexpr std::string_view numero_de_los_dias =
    "BETWEEN (SELECT min(d.poliza_id) FROM del_rango d) AND (SELECT max(d.poliza_id) FROM del_rango d)";

// The numbers of the pólizas of these days bound the movements that are read: an account has those of all its history.
inline constexpr std::string_view auxiliar_movimientos = R"(
    {subcuentas_pedidas}{polizas_de_los_dias}
    SELECT p.fecha, p.poliza_id AS "polizaId", p.tipo, p.numero, l.numero AS "numeroPartida", c.cuenta_contable_id AS "cuentaId",
           c.codigo AS cuenta, c.nombre, coalesce(nullif(l.concepto, ''), p.concepto) AS concepto, l.debe, l.haber, 0 AS saldo,
           p.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio, o.nombre AS contacto,
           coalesce(nullif(l.uuid, ''), t.uuid) AS uuid
    FROM poliza p
    JOIN poliza_movimiento l ON l.organizacion_id = :organizacionId AND l.poliza_id = p.poliza_id
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = l.cuenta_contable_id
    LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = p.transaccion_id
    LEFT JOIN contacto o ON o.organizacion_id = :organizacionId AND o.contacto_id = coalesce(l.contacto_id, t.contacto_id)
    WHERE p.organizacion_id = :organizacionId AND p.fecha BETWEEN :fechaInicial::date AND :fechaFinal::date
      AND l.cuenta_contable_id = ANY (ARRAY(SELECT q.id FROM pedida q))
      AND l.poliza_id {numero_de_los_dias}
      AND {de_lo_pedido}
    ORDER BY p.fecha, p.poliza_id, l.numero
    LIMIT :maximo::bigint)";

}  // namespace gestor::sql
