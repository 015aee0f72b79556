#pragma once
#include <string_view>

namespace gestor::sql {

// CFDI that the tax authority's metadata know as cancelled, with its day, if they tell it.
inline constexpr std::string_view cfdi_cancelado = R"(
    SELECT i.fecha_cancelacion::date AS dia FROM cfdi_informado i
    WHERE i.organizacion_id = :organizacionId AND i.uuid = :uuid COLLATE "C" AND i.estado = 'Cancelado')";

}  // namespace gestor::sql
