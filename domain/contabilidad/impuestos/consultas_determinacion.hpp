#pragma once
#include "domain/contabilidad/reportes/consultas_balanza.hpp"

namespace gestor::sql {

// An opening, and an invoice before schema/0075, posted amounts to IVA_RET_A_FAVOR that no customer withheld in that
// month.
inline constexpr std::string_view libro_de_impuestos = R"(
    {libro_por_mes}
    UNION ALL
    SELECT m.cuenta_contable_id, p.ejercicio, p.mes, -m.debe, -m.haber, m.sucursal_id, m.proyecto_id, m.centro_costo_id
    FROM cuenta_contable c
    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.cuenta_contable_id = c.cuenta_contable_id
    JOIN poliza p ON p.organizacion_id = :organizacionId AND p.poliza_id = m.poliza_id
         AND p.ejercicio = :ejercicio::integer AND p.mes = :mes::integer
    LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = p.transaccion_id
    WHERE c.organizacion_id = :organizacionId AND c.clave = 'IVA_RET_A_FAVOR'
      AND (p.origen = 'Apertura' OR t.obj_id IN ({por_cobrar})))";
// A determination of the month that was reversed in the same month adds nothing to these sums.
inline constexpr std::string_view saldos_por_determinar = R"(
    SELECT l.cuenta_contable_id AS "cuentaId", coalesce(l.sucursal_id, 0) AS "sucursalId",
           coalesce(l.proyecto_id, 0) AS "proyectoId", coalesce(l.centro_costo_id, 0) AS "centroCostoId",
           sum(l.debe - l.haber) AS saldo
    FROM ({libro_de_impuestos}) l
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = l.cuenta_contable_id
    WHERE l.ejercicio = :ejercicio::integer AND l.mes = :mes::integer AND c.clave = ANY (:cuentas::text[])
    GROUP BY 1, 2, 3, 4, c.codigo
    HAVING sum(l.debe - l.haber) <> 0
    ORDER BY 2, 3, 4, c.codigo)";
inline constexpr std::string_view impuesto_del_mes = R"(
    SELECT c.clave, sum(l.debe - l.haber) AS saldo
    FROM ({libro_de_impuestos}) l
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = l.cuenta_contable_id
    WHERE l.ejercicio = :ejercicio::integer AND l.mes = :mes::integer AND c.clave = ANY (:cuentas::text[])
    GROUP BY 1)";

// Tax in favour of one month credited by another month: the text of the movement names the first month, 2025-09.
inline constexpr std::string_view favor_tomado = R"(
    SELECT p.poliza_id, p.fecha, p.reversa_de, p.ejercicio, p.mes, m.concepto AS de, m.haber - m.debe AS importe
    FROM poliza p
    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id AND m.concepto <> ''
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = m.cuenta_contable_id
         AND c.clave = :aFavor
    WHERE p.organizacion_id = :organizacionId AND p.origen = :origen)";
inline constexpr std::string_view no_reversada = R"(
    p.reversa_de IS NULL
    AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = :organizacionId AND r.reversa_de = p.poliza_id))";
// Determination of the month in force.
inline constexpr std::string_view poliza_de_determinacion = R"(
    SELECT p.poliza_id AS id FROM poliza p
    WHERE p.organizacion_id = :organizacionId AND p.fecha = :fecha::date AND p.origen = :origen
      AND {no_reversada}
      AND EXISTS (SELECT FROM poliza_movimiento m
                  JOIN cuenta_contable c ON c.organizacion_id = :organizacionId
                       AND c.cuenta_contable_id = m.cuenta_contable_id AND c.clave = ANY (:cuentas::text[])
                  WHERE m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id))";
// Entry in force by which the month credited tax in favour of earlier months.
inline constexpr std::string_view poliza_de_acreditamiento = R"(
    SELECT DISTINCT p.poliza_id AS id FROM ({favor_tomado}) p WHERE p.fecha = :fecha::date AND {no_reversada})";
inline constexpr std::string_view acreditamiento_deshecho = R"(
    SELECT 1 FROM ({favor_tomado}) p
    WHERE p.fecha = :fecha::date AND p.reversa_de IS NULL AND p.poliza_id > :polizaId::bigint AND NOT ({no_reversada})
    LIMIT 1)";
inline constexpr std::string_view favor_por_mes = R"(
    WITH tomado AS ({favor_tomado})
    SELECT y.ejercicio AS anio, y.mes, y.importe + coalesce(t.importe, 0) AS favor, coalesce(d.importe, 0) AS acreditado,
           coalesce(e.iva_en_devolucion AND :aFavor::text = 'IVA_A_FAVOR', false) AS "enDevolucion"
    FROM (SELECT l.ejercicio, l.mes, sum(l.debe - l.haber) AS importe
          FROM ({libro_por_mes}) l
          JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = l.cuenta_contable_id
               AND c.clave = :aFavor
          WHERE (l.ejercicio, l.mes) <= (:ejercicio::integer, :mes::integer) AND l.mes <= 12
          GROUP BY 1, 2) y
    LEFT JOIN LATERAL (SELECT sum(q.importe) AS importe FROM tomado q
                       WHERE q.ejercicio = y.ejercicio AND q.mes = y.mes) t ON true
    LEFT JOIN LATERAL (SELECT sum(q.importe) AS importe FROM tomado q
                       WHERE q.de = y.ejercicio || '-' || lpad(y.mes::text, 2, '0')) d ON true
    LEFT JOIN periodo e ON e.organizacion_id = :organizacionId AND e.ejercicio = y.ejercicio AND e.mes = y.mes
    ORDER BY 1, 2)";
inline constexpr std::string_view iva_en_devolucion = R"(
    UPDATE periodo SET iva_en_devolucion = :enDevolucion::boolean
    WHERE organizacion_id = :organizacionId::bigint AND ejercicio = :ejercicio::integer AND mes = :mes::integer)";

}  // namespace gestor::sql
