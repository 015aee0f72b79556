#pragma once
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view archivo_guardado = R"(
    SELECT nombre || '.' || extension AS nombre, tipo_contenido AS tipo, tamano, encode(hash, 'hex') AS hash
    FROM archivo WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId)";
// A block is 256 KB; base64 because soci carries text.
inline constexpr std::string_view archivo_bloque = R"(
    SELECT translate(encode(contenido, 'base64'), E'\n', '') AS contenido
    FROM archivo_bloque WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId AND numero = :numero)";

inline constexpr std::string_view archivo_nuevo = R"(
    INSERT INTO archivo (organizacion_id, transaccion_id, nombre, extension, tipo, tipo_contenido, tamano, hash, fecha)
    SELECT :organizacionId, :transaccionId, :nombre, :extension, :tipo, :tipoContenido, :tamano, decode(:hash, 'hex'),
           timezone(coalesce((SELECT s.zona_horaria FROM sucursal s
                              WHERE s.organizacion_id = :organizacionId AND s.sucursal_id = :sucursalId),
                             'America/Mexico_City'), now())
    RETURNING archivo_id AS "archivoId")";
inline constexpr std::string_view archivo_bloque_nuevo = R"(
    INSERT INTO archivo_bloque (organizacion_id, archivo_id, numero, contenido)
    VALUES (:organizacionId, :archivoId, :numero, decode(:contenido, 'base64')))";
inline constexpr std::string_view archivo_borrar =
    "DELETE FROM archivo WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId";

}  // namespace gestor::sql
