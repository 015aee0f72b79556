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

}  // namespace gestor::sql
