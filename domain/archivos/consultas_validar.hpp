#pragma once
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view archivo_por_validar = R"(
    SELECT archivo_id AS "archivoId", coalesce(transaccion_id, 0) AS "transaccionId", tamano
    FROM archivo WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId)";
// The last ones: a file that replaces another is added after it.
inline constexpr std::string_view xml_de_documento = R"(
    SELECT archivo_id AS "archivoId", transaccion_id AS "transaccionId", tamano
    FROM archivo WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionId AND tipo = 'XML'
    ORDER BY archivo_id DESC LIMIT 10)";
inline constexpr std::string_view folio_de_documento =
    "SELECT uuid FROM transaccion WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionId";
inline constexpr std::string_view archivo_bloques = R"(
    SELECT translate(encode(contenido, 'base64'), E'\n', '') AS contenido
    FROM archivo_bloque WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId ORDER BY numero)";

inline constexpr std::string_view documento_validado = R"(
    UPDATE transaccion SET validacion = :validacion
    WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionId AND validacion <> :validacion)";
inline constexpr std::string_view documento_verificar = R"(
    UPDATE transaccion SET verificado = 'Sí'
    WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionId AND verificado <> 'Sí')";

}  // namespace gestor::sql
