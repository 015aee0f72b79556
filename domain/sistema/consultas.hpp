#pragma once
#include "persistence/lectura.hpp"

namespace gestor::sql {

inline constexpr Orden orden_cambios[] = {{"b.fecha", "date"}, {"b.id", "integer"}};
inline constexpr Fuente cambios{
    .columnas = R"(b.id, b.fecha, b.tipo, b.descripcion, b.endpoint, b.accion_requerida AS "accionRequerida")",
    .desde = "cambio b",
    .base = "true",
    .orden = orden_cambios,
    .descendente = true,
};

}  // namespace gestor::sql
