#pragma once
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view producto_imagen = R"(
    SELECT coalesce((SELECT translate(encode(string_agg(b.contenido, ''::bytea ORDER BY b.numero), 'base64'), E'\n', '')
                     FROM archivo_bloque b
                     WHERE b.organizacion_id = :organizacionId AND b.archivo_id = p.imagen_id), '') AS foto,
           coalesce(:urlBase::text || '/api/ArchivoDigital/Contenido/' || p.imagen_id, '') AS url
    FROM producto p WHERE p.organizacion_id = :organizacionId AND p.producto_id = :id)";
// One picture at a time; documents that name the product go on.
inline constexpr std::string_view producto_bloquear_imagen = R"(
    SELECT coalesce(imagen_id, 0) AS "imagenId" FROM producto
    WHERE organizacion_id = :organizacionId AND producto_id = :id FOR NO KEY UPDATE)";
inline constexpr std::string_view producto_poner_imagen = R"(
    UPDATE producto SET imagen_id = :archivoId WHERE organizacion_id = :organizacionId AND producto_id = :id
    RETURNING :urlBase::text || '/api/ArchivoDigital/Contenido/' || imagen_id AS url)";

}  // namespace gestor::sql
