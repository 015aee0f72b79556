#pragma once
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view archivo_por_validar = R"(
    SELECT archivo_id AS "archivoId", coalesce(transaccion_id, 0) AS "transaccionId", tamano
    FROM archivo WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId)";
// Latest XML files of a document, the newest first: a file that replaces another is added after it.
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
// The next documents with an XML and without a judgement, in order.
inline constexpr std::string_view documentos_sin_juicio = R"(
    {documento_de_cfdi_leer} AND t.transaccion_id > :desde::bigint AND t.validacion = 'Sin validar'
      AND EXISTS (SELECT FROM archivo a WHERE a.organizacion_id = :organizacionId
                  AND a.transaccion_id = t.transaccion_id AND a.tipo = 'XML')
    ORDER BY t.transaccion_id LIMIT 20)";
inline constexpr std::string_view documento_juzgado = R"(
    UPDATE transaccion t SET validacion = :validacion
    WHERE t.organizacion_id = :organizacionId AND t.transaccion_id = :transaccionId AND t.validacion = 'Sin validar')";
inline constexpr std::string_view documento_verificar = R"(
    UPDATE transaccion SET verificado = 'Sí'
    WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionId AND verificado <> 'Sí')";
// Stores the authority's status of a folio. The index used has the folios of documents in force. A file judged invalid,
// or not judged, stays so although the CFDI is registered. "No encontrado" is stored only when the question had the
// document's RFC and total.
inline constexpr std::string_view validacion_guardar = R"(
    UPDATE transaccion SET validacion = :validacion
    WHERE  organizacion_id = :organizacionId AND uuid = :uuid AND uuid <> '' AND estado <> 'Cancelado'
    AND    validacion <> :validacion
    AND    CASE :validacion WHEN 'Válido' THEN validacion IN ('Sin validar', 'No encontrado', 'Cancelado')
                            WHEN 'No encontrado' THEN validacion <> 'Inválido' AND rfc IN (:rfcEmisor, :rfcReceptor)
                                                      AND abs(total - CAST(:total AS numeric)) <= 0.01
                            ELSE validacion <> 'Inválido' END)";

}  // namespace gestor::sql
