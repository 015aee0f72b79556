#pragma once
#include <string_view>

namespace gestor::sql {

// The index of folios has those of living documents. A file that was found wrong,
// or that nobody could judge, is not made good by being registered; and what the authority does not find was perhaps
// asked with another total, which is nothing against the document.
inline constexpr std::string_view validacion_guardar = R"(
    UPDATE transaccion SET validacion = :validacion
    WHERE  organizacion_id = :organizacionId AND uuid = :uuid AND uuid <> '' AND estado <> 'Cancelado'
    AND    validacion <> :validacion
    AND    CASE :validacion WHEN 'Válido' THEN validacion IN ('Sin validar', 'No encontrado', 'Cancelado')
                            WHEN 'No encontrado' THEN validacion <> 'Inválido' AND rfc IN (:rfcEmisor, :rfcReceptor)
                                                      AND abs(total - CAST(:total AS numeric)) <= 0.01
                            ELSE validacion <> 'Inválido' END)";

}  // namespace gestor::sql
