#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_clasificaciones_contacto[] = {{"c.nombre", "text"}, {"c.clasificacion_id", "bigint"}};
inline constexpr Fuente clasificaciones_contacto{
    .columnas = R"(
    c.clasificacion_id AS "clasificacionId", c.clave, c.nombre, c.tipo_contacto AS "tipoContacto",
    c.padre_id AS "padreId", c.activo)",
    .desde = "clasificacion_contacto c",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_clasificaciones_contacto,
};

}  // namespace gestor::sql
