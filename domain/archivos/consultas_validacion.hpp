#pragma once
#include <string_view>

namespace gestor::sql {

// The index of folios has those of living documents. A file that was found wrong,
// or that nobody could judge, is not made good by being registered.
inline constexpr std::string_view validacion_guardar = R"(
    UPDATE transaccion SET validacion = :validacion
    WHERE  organizacion_id = :organizacionId AND uuid = :uuid AND uuid <> '' AND estado <> 'Cancelado'
    AND    validacion <> :validacion
    AND    CASE :validacion WHEN 'Válido' THEN validacion IN ('Sin validar', 'No encontrado', 'Cancelado')
                            ELSE validacion <> 'Inválido' END)";

}  // namespace gestor::sql
