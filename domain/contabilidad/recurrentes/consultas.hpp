#pragma once
// Recurring pólizas, and those that are due.
#include "domain/contabilidad/polizas/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_recurrentes[] = {{"r.nombre", "text"}, {"r.poliza_recurrente_id", "bigint"}};
inline constexpr Fuente polizas_recurrentes{
    .columnas = R"(
    r.poliza_recurrente_id AS "polizaRecurrenteId", r.nombre, r.tipo, r.concepto, r.modo, r.dia, r.desde, r.hasta,
    (SELECT coalesce(sum(p.debe), 0) FROM poliza_recurrente_partida p
     WHERE p.organizacion_id = :organizacionId AND p.poliza_recurrente_id = r.poliza_recurrente_id) AS importe,
    (SELECT max(q.fecha) FROM poliza_recurrente_mes m
     JOIN poliza q ON q.organizacion_id = :organizacionId AND q.poliza_id = m.poliza_id
     WHERE m.organizacion_id = :organizacionId AND m.poliza_recurrente_id = r.poliza_recurrente_id) AS "ultimaFecha",
    r.activo)",
    .desde = "poliza_recurrente r",
    .base = "r.organizacion_id = :organizacionId",
    .orden = orden_recurrentes,
};
inline constexpr std::string_view recurrente_partidas = R"(
    SELECT k.poliza_recurrente_id, p.numero AS "numeroPartida", c.cuenta_contable_id AS "cuentaId", c.codigo AS cuenta,
           c.nombre, p.debe, p.haber, p.concepto, p.sucursal_id AS "sucursalId", p.proyecto_id AS "proyectoId",
           p.centro_costo_id AS "clasificadorCostoId", p.contacto_id AS "contactoId"
    FROM {clave} k
    JOIN poliza_recurrente_partida p ON p.organizacion_id = :organizacionId AND p.poliza_recurrente_id = k.poliza_recurrente_id
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = p.cuenta_contable_id
    ORDER BY {orden}, p.numero)";
inline constexpr std::string_view recurrente_generadas = R"(
    SELECT k.poliza_recurrente_id, m.ejercicio, m.mes, q.fecha, q.poliza_id AS "polizaId",
           (SELECT sum(v.debe) FROM poliza_movimiento v
            WHERE v.organizacion_id = :organizacionId AND v.poliza_id = q.poliza_id) AS importe
    FROM {clave} k
    JOIN poliza_recurrente_mes m ON m.organizacion_id = :organizacionId AND m.poliza_recurrente_id = k.poliza_recurrente_id
    JOIN poliza q ON q.organizacion_id = :organizacionId AND q.poliza_id = m.poliza_id
    ORDER BY {orden}, m.ejercicio, m.mes)";

inline constexpr std::string_view recurrente_partidas_borrar = R"(
    DELETE FROM poliza_recurrente_partida
    WHERE organizacion_id = :organizacionId AND poliza_recurrente_id = :id::bigint)";
inline constexpr std::string_view recurrente_partidas_guardar = R"(
    INSERT INTO poliza_recurrente_partida (organizacion_id, poliza_recurrente_id, numero, cuenta_contable_id, debe, haber,
                                           concepto, sucursal_id, proyecto_id, centro_costo_id, contacto_id)
    SELECT :organizacionId, :id::bigint, l.ordinality, l."cuentaId", l.debe, l.haber, coalesce(l.concepto, ''),
           l."sucursalId", l."proyectoId", l."centroCostoId", l."contactoId"
    FROM ROWS FROM (jsonb_to_recordset(:lineas::jsonb) AS ("cuentaId" bigint, debe numeric, haber numeric, concepto text,
             "sucursalId" bigint, "proyectoId" bigint, "centroCostoId" bigint, "contactoId" bigint)) WITH ORDINALITY l)";
inline constexpr std::string_view recurrente_con_meses = R"(
    SELECT 1 FROM poliza_recurrente_mes
    WHERE organizacion_id = :organizacionId AND poliza_recurrente_id = :id::bigint LIMIT 1)";

// Days until :fin on which an active recurring póliza is due and has none yet. `numero` of `meses` counts its days.
inline constexpr std::string_view recurrentes_debidas = R"(
    SELECT r.poliza_recurrente_id AS "polizaRecurrenteId", r.nombre, r.tipo, r.concepto, r.modo, d.fecha, d.numero, d.meses
    FROM poliza_recurrente r
    CROSS JOIN LATERAL (
        SELECT x.fecha, row_number() OVER (ORDER BY x.fecha) AS numero, count(*) OVER () AS meses
        FROM (SELECT least((m.primero + interval '1 month' - interval '1 day')::date, m.primero::date + r.dia - 1) AS fecha
              FROM generate_series(date_trunc('month', r.desde::timestamp),
                                   CASE r.modo WHEN 'Igual' THEN least(r.hasta, :fin::date) ELSE r.hasta END::timestamp,
                                   interval '1 month') m (primero)) x
        WHERE x.fecha >= r.desde AND (r.hasta IS NULL OR x.fecha <= r.hasta)) d
    WHERE r.organizacion_id = :organizacionId AND r.activo AND d.fecha <= :fin::date
      AND NOT EXISTS (SELECT FROM poliza_recurrente_mes g
                      WHERE g.organizacion_id = :organizacionId AND g.poliza_recurrente_id = r.poliza_recurrente_id
                        AND g.ejercicio = extract(year FROM d.fecha)::integer AND g.mes = extract(month FROM d.fecha)::integer)
    ORDER BY d.fecha, r.poliza_recurrente_id
    LIMIT :maximo::bigint)";
inline constexpr std::string_view recurrente_lineas = R"(
    SELECT '' AS clave, p.cuenta_contable_id AS "cuentaId", p.debe, p.haber, p.concepto, p.sucursal_id AS "sucursalId",
           p.proyecto_id AS "proyectoId", p.centro_costo_id AS "centroCostoId", p.contacto_id AS "contactoId", '' AS uuid
    FROM poliza_recurrente_partida p
    WHERE p.organizacion_id = :organizacionId AND p.poliza_recurrente_id = :id::bigint
    ORDER BY p.numero)";
inline constexpr std::string_view recurrente_como_nueva = R"(
    SELECT NULL::text AS cuenta, p.cuenta_contable_id AS "cuentaId", p.debe, p.haber, p.concepto,
           p.sucursal_id AS "sucursalId", p.proyecto_id AS "proyectoId", p.centro_costo_id AS "clasificadorCostoId",
           p.contacto_id AS "contactoId", NULL::text AS "codigoContacto"
    FROM poliza_recurrente_partida p
    WHERE p.organizacion_id = :organizacionId AND p.poliza_recurrente_id = :id::bigint
    ORDER BY p.numero)";
inline constexpr std::string_view recurrente_mes_guardar = R"(
    INSERT INTO poliza_recurrente_mes (organizacion_id, poliza_recurrente_id, ejercicio, mes, poliza_id)
    VALUES (:organizacionId, :id::bigint, extract(year FROM :fecha::date)::integer, extract(month FROM :fecha::date)::integer,
            :polizaId::bigint))";

}  // namespace gestor::sql
