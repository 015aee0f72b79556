#pragma once
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view trabajo_nuevo = R"(
    INSERT INTO trabajo (organizacion_id, tipo, datos) VALUES (:organizacionId, :tipo, CAST(:datos AS jsonb)))";

inline constexpr std::string_view trabajo_arrendado = R"(
    SELECT organizacion_id AS "organizacionId", trabajo_id AS "trabajoId", tipo, datos::text AS datos, intentos
    FROM   trabajo_arrendar(CAST(:tipos AS text[]), CAST(:segundos AS integer)))";
// An instance that was given the job since is the one to end it.
inline constexpr std::string_view trabajo_terminado = R"(
    DELETE FROM trabajo
    WHERE  organizacion_id = :organizacionId AND trabajo_id = :trabajoId AND intentos = :intentos
    RETURNING trabajo_id)";
inline constexpr std::string_view trabajo_fallido = R"(
    UPDATE trabajo SET siguiente = now() + make_interval(secs => CAST(:segundos AS integer)), ultimo_error = :error, abandonado = :abandonado
    WHERE  organizacion_id = :organizacionId AND trabajo_id = :trabajoId AND intentos = :intentos
    RETURNING trabajo_id)";
// Taken up for nothing: the attempt is not one.
inline constexpr std::string_view trabajo_devuelto = R"(
    UPDATE trabajo SET intentos = intentos - 1, siguiente = now() + make_interval(secs => CAST(:segundos AS integer))
    WHERE  organizacion_id = :organizacionId AND trabajo_id = :trabajoId AND intentos = :intentos)";
inline constexpr std::string_view trabajos_contados = "SELECT pendientes, abandonados FROM trabajo_contar()";

}  // namespace gestor::sql
