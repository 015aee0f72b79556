#pragma once
#include <string_view>

namespace gestor::sql {

// The index of folios has those of living documents.
inline constexpr std::string_view validacion_guardar = R"(
    UPDATE transaccion SET validacion = :validacion
    WHERE  organizacion_id = :organizacionId AND uuid = :uuid AND uuid <> '' AND estado <> 'Cancelado'
    AND    validacion <> :validacion)";

}  // namespace gestor::sql
