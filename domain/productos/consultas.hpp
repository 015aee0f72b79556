#pragma once
#include "domain/motor/consultas.hpp"

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

inline constexpr Orden orden_unidades[] = {{"u.nombre", "text"}, {"u.unidad_medida_id", "bigint"}};
constexpr Fuente unidades(std::string_view base) {
    return {
        .columnas = R"(
    u.unidad_medida_id AS "unidadMedidaId", u.clave, u.nombre, u.abreviatura, u.clave_unidad AS "claveUnidad",
    coalesce(u.unidad_base_id, u.unidad_medida_id) AS "unidadBaseId", u.factor, u.activo)",
        .desde = "unidad_medida u",
        .base = base,
        .orden = orden_unidades,
    };
}
inline constexpr std::string_view existe_unidad_base =
    "SELECT 1 FROM unidad_medida WHERE organizacion_id = :organizacionId AND unidad_medida_id = :unidadBaseId";

// The level is the number of steps to the root.
inline constexpr Orden orden_clasificaciones_producto[] = {{"c.nombre", "text"}, {"c.clasificacion_id", "bigint"}};
inline constexpr Fuente clasificaciones_producto{
    .columnas = R"(
    c.clasificacion_id AS "clasificacionId", c.clave, c.nombre,
    (WITH RECURSIVE subida (padre_id) AS (
         SELECT c.padre_id
         UNION
         SELECT p.padre_id FROM subida
         JOIN clasificacion_producto p ON p.organizacion_id = :organizacionId AND p.clasificacion_id = subida.padre_id)
     SELECT count(*) FROM subida) AS nivel, c.padre_id AS "padreId", c.activo)",
    .desde = "clasificacion_producto c",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_clasificaciones_producto,
};
inline constexpr std::string_view existe_clasificacion_padre =
    "SELECT 1 FROM clasificacion_producto WHERE organizacion_id = :organizacionId AND clasificacion_id = :padreId";

}  // namespace gestor::sql
