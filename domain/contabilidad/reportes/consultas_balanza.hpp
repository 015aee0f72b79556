#pragma once
// The ledger by month: the sums already stored (schema/0041), plus newer pólizas, less entries after the asked day. One
// statement reads all three, so that they belong to one moment.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// BETWEEN with both ends: for a half-open range the planner expects a third of the table, and reads all of it.
inline constexpr std::string_view libro_por_mes = R"(
    SELECT s.cuenta_contable_id, s.ejercicio, s.mes, s.debe, s.haber, s.sucursal_id, s.proyecto_id, s.centro_costo_id
    FROM saldo_mensual s
    WHERE s.organizacion_id = :organizacionId AND s.ejercicio <= :ejercicio::integer
    UNION ALL
    SELECT m.cuenta_contable_id, p.ejercicio, p.mes, m.debe, m.haber, m.sucursal_id, m.proyecto_id, m.centro_costo_id
    FROM poliza p
    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id
    WHERE p.organizacion_id = :organizacionId
      AND p.poliza_id BETWEEN (SELECT r.hasta + 1 FROM resumen_contable r) AND (SELECT 9223372036854775807)
    UNION ALL
    SELECT m.cuenta_contable_id, p.ejercicio, p.mes, -m.debe, -m.haber, m.sucursal_id, m.proyecto_id, m.centro_costo_id
    FROM poliza p
    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id
    WHERE p.organizacion_id = :organizacionId AND p.fecha > :fechaCorte::date
      AND p.fecha < (date_trunc('month', :fechaCorte::date) + interval '1 month')::date)";
inline constexpr std::string_view de_lo_pedido = R"(
    (:sucursalId::bigint IS NULL OR l.sucursal_id = :sucursalId::bigint)
    AND (:proyectoId::bigint IS NULL OR l.proyecto_id = :proyectoId::bigint)
    AND (:clasificadorCostoId::bigint IS NULL OR l.centro_costo_id = :clasificadorCostoId::bigint))";
// Month 13, the closing of a year: always part of earlier years; part of the asked year only with incluirCierre.
inline constexpr std::string_view balanza_cuentas = R"(
    SELECT c.cuenta_contable_id AS "cuentaId", c.codigo AS cuenta, c.nombre, c.codigo_agrupador AS "codigoAgrupador",
           c.nivel, c.padre_id AS "padreId", c.naturaleza, c.detalle AS "esDetalle",
           coalesce(x.anteriores, 0) AS anteriores, coalesce(x.antes, 0) AS antes, coalesce(x.debe, 0) AS debe,
           coalesce(x.haber, 0) AS haber
    FROM cuenta_contable c
    LEFT JOIN (SELECT q.cuenta_contable_id,
                      sum(q.debe - q.haber) FILTER (WHERE q.ejercicio < :ejercicio::integer) AS anteriores,
                      sum(q.debe - q.haber) FILTER (WHERE q.ejercicio = :ejercicio::integer
                                                      AND q.mes < :mesInicial::integer) AS antes,
                      sum(q.debe) FILTER (WHERE q.en_rango) AS debe, sum(q.haber) FILTER (WHERE q.en_rango) AS haber
               FROM (SELECT l.*, l.ejercicio = :ejercicio::integer
                            AND (l.mes BETWEEN :mesInicial::integer AND :mesFinal::integer
                                 OR l.mes = 13 AND :mesFinal::integer = 12 AND :incluirCierre::boolean) AS en_rango
                     FROM ({libro_por_mes}) l WHERE {de_lo_pedido}) q
               GROUP BY q.cuenta_contable_id) x ON x.cuenta_contable_id = c.cuenta_contable_id
    WHERE c.organizacion_id = :organizacionId
    ORDER BY c.codigo, c.cuenta_contable_id
    LIMIT :maximo::bigint)";

}  // namespace gestor::sql
