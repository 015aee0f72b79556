#pragma once
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view archivo_guardado = R"(
    SELECT nombre || '.' || extension AS nombre, tipo_contenido AS tipo, tamano, encode(hash, 'hex') AS hash
    FROM archivo WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId)";
// Block of a stored file, 256 KB; base64 because soci carries text.
inline constexpr std::string_view archivo_bloque = R"(
    SELECT translate(encode(contenido, 'base64'), E'\n', '') AS contenido
    FROM archivo_bloque WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId AND numero = :numero)";

// Stores a file; no row when the document already has the same content.
inline constexpr std::string_view archivo_nuevo = R"(
    INSERT INTO archivo AS a (organizacion_id, transaccion_id, nombre, extension, tipo, tipo_contenido, tamano, hash, fecha)
    SELECT :organizacionId, :transaccionId, :nombre, :extension, :tipo, :tipoContenido, :tamano, decode(:hash, 'hex'),
           coalesce(CAST(:fecha AS timestamp),
                    timezone(coalesce((SELECT s.zona_horaria FROM sucursal s
                                       WHERE s.organizacion_id = :organizacionId AND s.sucursal_id = :sucursalId),
                                      'America/Mexico_City'), :ahora::timestamptz))
    ON CONFLICT (organizacion_id, transaccion_id, hash) DO NOTHING
    RETURNING {archivo_columnas})";
inline constexpr std::string_view archivo_por_hash = R"(
    SELECT {archivo_columnas} FROM archivo a
    WHERE a.organizacion_id = :organizacionId AND a.transaccion_id = :transaccionId AND a.hash = decode(:hash, 'hex'))";
inline constexpr std::string_view archivo_bloque_nuevo = R"(
    INSERT INTO archivo_bloque (organizacion_id, archivo_id, numero, contenido)
    VALUES (:organizacionId, :archivoId, :numero, decode(:contenido, 'base64')))";
inline constexpr std::string_view archivo_borrar =
    "DELETE FROM archivo WHERE organizacion_id = :organizacionId AND archivo_id = :archivoId";

// ---- the document of a CFDI ----
inline constexpr std::string_view documento_de_cfdi_leer = R"(
    SELECT t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.origen, t.tipo_documento AS "tipoDocumento", t.folio,
           t.estado, t.rfc, t.moneda, t.total, t.uuid, t.estatus_timbrado AS "estatusTimbrado", o.rfc AS "rfcPropio",
           t.verificado, t.validacion, '' AS recibo
    FROM transaccion t
    JOIN organizacion o ON o.organizacion_id = t.organizacion_id
    WHERE t.organizacion_id = :organizacionId)";
inline constexpr std::string_view documento_de_cfdi = R"(
    {documento_de_cfdi_leer} AND t.transaccion_id = :transaccionId
    FOR NO KEY UPDATE OF t)";
inline constexpr std::string_view recibo_de_egreso = R"(
    SELECT p.recibo_de_pago_id AS recibo FROM recibo_de_pago_egreso p
    JOIN recibo_de_pago r ON r.organizacion_id = :organizacionId::bigint AND r.recibo_de_pago_id = p.recibo_de_pago_id
         AND r.uuid = :uuid COLLATE "C"
    WHERE p.organizacion_id = :organizacionId::bigint AND p.egreso_id = :transaccionId::bigint)";
// Documents that a CFDI may belong to: of its counterpart, and found by our folio, by the supplier's folio, or by
// counterpart and date. Documents of another total come last: perhaps it was typed wrong. The general public has too
// many documents, so only the folio finds them.
inline constexpr std::string_view documentos_de_cfdi = R"(
    WITH mirados AS MATERIALIZED (
        SELECT t.transaccion_id
        FROM sucursal s
        CROSS JOIN unnest(CAST(:objIds AS integer[])) k (obj_id)
        CROSS JOIN LATERAL (
            SELECT x.transaccion_id FROM transaccion x
            WHERE x.organizacion_id = :organizacionId AND x.sucursal_id = s.sucursal_id AND x.obj_id = k.obj_id
              AND x.serie = :serie COLLATE "C" AND x.numero = CAST(:numero AS bigint) AND x.fecha_apertura IS NULL) t
        WHERE s.organizacion_id = :organizacionId
        UNION
        SELECT c.transaccion_id
        FROM compra c
        WHERE c.organizacion_id = :organizacionId AND c.folio_proveedor = ANY (ARRAY[:folio, :serie || :folio]::text[])
          AND c.folio_proveedor <> ''
        UNION
        SELECT t.transaccion_id
        FROM contacto e
        JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.contacto_id = e.contacto_id
             AND t.fecha >= CAST(:fecha AS timestamp) - interval '3 days' AND t.fecha < CAST(:fecha AS timestamp) + interval '62 days'
        WHERE e.organizacion_id = :organizacionId AND e.rfc = :rfc AND NOT :generico::boolean
          AND e.rfc NOT IN ('', 'XAXX010101000', 'XEXX010101000')
    )
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio, t.fecha::date AS fecha,
           t.total, t.moneda, x.igual, x.igual AND x.suyo AS exacto,
           x.igual AND NOT x.suyo AND (:folio = '' OR coalesce(c.folio_proveedor, t.folio) = '') AS posible
    FROM mirados m
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = m.transaccion_id
    LEFT JOIN compra c ON c.organizacion_id = t.organizacion_id AND c.transaccion_id = t.transaccion_id
    CROSS JOIN LATERAL (SELECT abs(t.total - CAST(:total AS numeric)) <= 0.01 AS igual, :folio <> '' AND CASE
        WHEN c.transaccion_id IS NULL THEN t.folio = :serie || :folio
        ELSE c.folio_proveedor = :serie || :folio OR (c.folio_proveedor = :folio AND c.serie_proveedor IN ('', :serie)) END AS suyo) x
    WHERE t.obj_id = ANY (CAST(:objIds AS integer[])) AND t.rfc = :rfc AND t.uuid = '' AND t.estado <> 'Cancelado'
    ORDER BY exacto DESC, posible DESC, x.igual DESC, x.suyo DESC, abs(t.total - CAST(:total AS numeric)),
             t.fecha DESC, t.transaccion_id DESC LIMIT 10)";
// Sets the fiscal folio, also of a document registered with its folio alone, or with a file whose seal did not hold.
inline constexpr std::string_view poner_folio_fiscal = R"(
    UPDATE transaccion
    SET uuid = :uuid, fecha_timbrado = coalesce(fecha_timbrado, CAST(:fechaTimbrado AS timestamp))
    WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionId
    AND   (uuid <> :uuid OR fecha_timbrado IS NULL))";

}  // namespace gestor::sql
