#pragma once
#include <string_view>

namespace gestor::sql {

// In order of (tipo, clave): two calls that enqueue to the same keys wait at the first key and do not deadlock.
inline constexpr std::string_view tareas_nuevas = R"(
    INSERT INTO trabajo (organizacion_id, tipo, clave, datos, vence)
    SELECT :organizacionId, n.tipo, n.clave, n.datos, now() + make_interval(secs => n.plazo) -- house-rule: instances share one clock
    FROM   ROWS FROM (jsonb_to_recordset(CAST(:tareas AS jsonb)) AS (tipo text, clave text, plazo integer, datos jsonb))
           WITH ORDINALITY AS n (tipo, clave, plazo, datos, orden)
    ORDER  BY n.tipo, n.clave, n.orden)";

inline constexpr std::string_view tareas_arrendadas = R"(
    SELECT organizacion_id AS "organizacionId", trabajo_id AS "tareaId", tipo, datos::text AS datos, intentos, vencido
    FROM   trabajo_arrendar(CAST(:tipos AS text[]), CAST(:cuantos AS integer[]), CAST(:segundos AS integer)))";
// Ends a job, unless another instance has leased it since.
inline constexpr std::string_view tarea_terminada = R"(
    DELETE FROM trabajo
    WHERE  organizacion_id = :organizacionId AND trabajo_id = :tareaId AND intentos = :intentos
    RETURNING trabajo_id)";
// Plans the next attempt. When the deadline is earlier than the attempt, the job is abandoned.
inline constexpr std::string_view tarea_fallida = R"(
    UPDATE trabajo SET siguiente = now() + make_interval(secs => CAST(:segundos AS integer)), -- house-rule: instances share one clock
           abandonado = now() + make_interval(secs => CAST(:segundos AS integer)) >= vence, -- house-rule: instances share one clock
           ultimo_error = :error
    WHERE  organizacion_id = :organizacionId AND trabajo_id = :tareaId AND intentos = :intentos
    RETURNING abandonado, ultimo_error)";
// Abandons a job at its deadline, with its last error.
inline constexpr std::string_view tarea_vencida = R"(
    UPDATE trabajo SET abandonado = true, ultimo_error = coalesce(nullif(ultimo_error, ''), :error)
    WHERE  organizacion_id = :organizacionId AND trabajo_id = :tareaId AND intentos = :intentos
    RETURNING abandonado, ultimo_error)";
// Returns a leased job without counting an attempt.
inline constexpr std::string_view tarea_devuelta = R"(
    UPDATE trabajo SET intentos = intentos - 1,
           siguiente = now() + make_interval(secs => CAST(:segundos AS integer)) -- house-rule: instances share one clock
    WHERE  organizacion_id = :organizacionId AND trabajo_id = :tareaId AND intentos = :intentos)";
inline constexpr std::string_view tareas_contadas = "SELECT pendientes, abandonados FROM trabajo_contar()";

}  // namespace gestor::sql
