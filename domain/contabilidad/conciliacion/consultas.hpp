#pragma once
// Documents beside the CFDI that the tax authority, or their files, tell of.
#include "domain/comun/consultas.hpp"

namespace gestor::sql {

// A cancelled CFDI stays cancelled: an older file, or the CFDI itself, does not know it.
inline constexpr std::string_view cfdi_informados_guardar = R"(
    WITH guardado AS (
        INSERT INTO cfdi_informado AS c (organizacion_id, uuid, lado, tipo, rfc, nombre, fecha, total, moneda, estado, fecha_cancelacion)
        SELECT :organizacionId::bigint, f.uuid, f.lado, f.tipo, f.rfc, f.nombre, f.fecha, f.total, f.moneda, f.estado,
               nullif(f."fechaCancelacion", '')::timestamp
        FROM jsonb_to_recordset(:filas::jsonb) AS f (uuid text, lado text, tipo text, rfc text, nombre text, fecha timestamp,
             total numeric, moneda text, estado text, "fechaCancelacion" text)
        ON CONFLICT (organizacion_id, uuid) DO UPDATE
        SET estado = CASE c.estado WHEN 'Cancelado' THEN c.estado ELSE excluded.estado END,
            fecha_cancelacion = coalesce(c.fecha_cancelacion, excluded.fecha_cancelacion),
            moneda = CASE excluded.moneda WHEN '' THEN c.moneda ELSE excluded.moneda END
        WHERE c.estado = 'Vigente' AND excluded.estado = 'Cancelado' OR c.moneda = '' AND excluded.moneda <> ''
        RETURNING xmax = 0 AS nuevo)
    SELECT count(*) FILTER (WHERE nuevo) AS nuevos, count(*) FILTER (WHERE NOT nuevo) AS actualizados FROM guardado)";

// CFDI with the document in force of its folio, else with the payment of its receipt, the last cancelled
// document, or a manual póliza in force.
// A CFDI of goods in transit (T) has no document, and the total of a payment receipt (P) is 0.
inline constexpr std::string_view cfdi_con_documento = R"(
    SELECT i.uuid, i.lado, i.tipo, i.fecha, i.rfc, i.nombre, i.total, i.moneda, i.estado, i.fecha_cancelacion,
           t.transaccion_id, t.tipo_documento, t.folio, t.fecha AS fecha_documento, t.total AS total_documento,
           t.estado = 'Cancelado' AS cancelado, p.poliza_id, r.hay AS con_recibo,
           concat_ws(', ', CASE WHEN t.rfc <> i.rfc THEN 'rfc' END,
                     CASE WHEN i.tipo IN ('I', 'E') AND abs(t.total - i.total) > 0.01 THEN 'total' END,
                     CASE WHEN i.tipo IN ('I', 'E') AND i.moneda <> '' AND t.moneda <> i.moneda THEN 'moneda' END) AS diferencias
    FROM cfdi_informado i
    LEFT JOIN LATERAL (
        SELECT v.transaccion_id FROM transaccion v
        WHERE v.organizacion_id = :organizacionId AND v.uuid = i.uuid AND v.uuid <> '' AND v.estado <> 'Cancelado' OFFSET 0) v ON true
    LEFT JOIN LATERAL (
        SELECT max(c.transaccion_id) AS transaccion_id FROM transaccion c
        WHERE v.transaccion_id IS NULL AND c.organizacion_id = :organizacionId AND c.uuid = i.uuid AND c.uuid <> ''
          AND c.estado = 'Cancelado' OFFSET 0) c ON true
    LEFT JOIN LATERAL (
        SELECT count(*) > 0 AS hay, max(p.egreso_id) AS egreso_id FROM recibo_de_pago r
        LEFT JOIN recibo_de_pago_egreso p ON p.organizacion_id = :organizacionId AND p.recibo_de_pago_id = r.recibo_de_pago_id
        WHERE r.organizacion_id = :organizacionId AND r.uuid = i.uuid OFFSET 0) r ON true
    LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId
         AND t.transaccion_id = CASE WHEN v.transaccion_id IS NOT NULL THEN v.transaccion_id
                                     WHEN r.hay THEN r.egreso_id ELSE c.transaccion_id END
    LEFT JOIN LATERAL (
        SELECT min(p.poliza_id) AS poliza_id FROM poliza_movimiento m
        JOIN poliza p ON p.organizacion_id = :organizacionId AND p.poliza_id = m.poliza_id AND p.transaccion_id IS NULL
             AND p.reversa_de IS NULL
        WHERE v.transaccion_id IS NULL AND m.organizacion_id = :organizacionId AND m.uuid = i.uuid AND m.uuid <> ''
          AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = :organizacionId AND r.reversa_de = p.poliza_id) OFFSET 0) p ON true
    WHERE i.organizacion_id = :organizacionId AND i.tipo <> 'T')";
inline constexpr std::string_view situacion_de_cfdi = R"(
    CASE WHEN x.estado = 'Cancelado' THEN CASE WHEN NOT x.cancelado OR x.poliza_id IS NOT NULL THEN 'CanceladoEnSat' ELSE 'Igual' END
         WHEN x.poliza_id IS NOT NULL OR x.con_recibo THEN 'Igual'
         WHEN x.transaccion_id IS NULL THEN 'SinDocumento'
         WHEN x.cancelado THEN 'CanceladoEnGestor'
         WHEN x.diferencias <> '' THEN 'Diferente'
         ELSE 'Igual' END)";
// Documents of these days whose CFDI nobody told of, and those that want one and have none.
inline constexpr std::string_view documentos_sin_cfdi = R"(
    SELECT CASE t.uuid WHEN '' THEN 'SinCfdi' ELSE 'NoInformado' END AS situacion,
           CASE WHEN t.obj_id IN ({por_cobrar}, {creditos_de_venta}, {entra_al_banco}) THEN 'Emitido' ELSE 'Recibido' END AS lado,
           t.uuid, t.rfc, t.contacto, t.transaccion_id, t.tipo_documento, t.folio, t.fecha, t.total, t.moneda
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId AND t.fecha >= :fechaInicial::date AND t.fecha < :fechaFinal::date + 1
      AND t.estado <> 'Cancelado'
      AND CASE t.uuid WHEN '' THEN t.obj_id IN ({FacturaVenta}, {FacturaAgenciaViaje})
                                   OR t.obj_id IN ({por_pagar}) AND t.origen <> 'Importacion' AND t.rfc <> 'XEXX010101000'
          ELSE NOT EXISTS (SELECT FROM cfdi_informado i WHERE i.organizacion_id = :organizacionId AND i.uuid = t.uuid) END)";
inline constexpr std::string_view cfdi_conciliados = R"(
    WITH x AS (
        SELECT {situacion_de_cfdi} AS situacion, x.lado, x.uuid, x.tipo, x.fecha, x.rfc, x.nombre, x.total, x.moneda, x.estado,
               x.fecha_cancelacion, x.transaccion_id, x.tipo_documento, x.folio, x.fecha_documento, x.total_documento,
               x.poliza_id, CASE WHEN x.cancelado THEN '' ELSE x.diferencias END AS diferencias
        FROM ({cfdi_con_documento} AND i.fecha >= :fechaInicial::date AND i.fecha < :fechaFinal::date + 1) x
        UNION ALL
        SELECT d.situacion, d.lado, d.uuid, '', NULL, d.rfc, d.contacto, 0, d.moneda, '', NULL, d.transaccion_id, d.tipo_documento,
               d.folio, d.fecha, d.total, NULL, ''
        FROM ({documentos_sin_cfdi}) d))";
inline constexpr std::string_view conciliacion_conteo = R"(
    {cfdi_conciliados}
    SELECT count(*) FILTER (WHERE x.situacion = 'SinDocumento') AS "sinDocumento",
           count(*) FILTER (WHERE x.situacion = 'CanceladoEnSat') AS "canceladosEnSat",
           count(*) FILTER (WHERE x.situacion = 'CanceladoEnGestor') AS "canceladosEnGestor",
           count(*) FILTER (WHERE x.situacion = 'Diferente') AS diferentes,
           count(*) FILTER (WHERE x.situacion = 'NoInformado') AS "noInformados",
           count(*) FILTER (WHERE x.situacion = 'SinCfdi') AS "sinCfdi",
           count(*) FILTER (WHERE x.situacion = 'Igual') AS iguales
    FROM x WHERE :lado::text IS NULL OR x.lado = :lado)";
// Rows are cut before they are sorted: too many of them are a fault, told after reading no more.
inline constexpr std::string_view conciliacion_filas = R"(
    {cfdi_conciliados}
    SELECT x.situacion, x.lado, x.uuid, x.tipo, x.fecha, x.rfc, x.nombre, x.total, x.moneda, x.estado,
           x.fecha_cancelacion AS "fechaCancelacion", x.transaccion_id AS "transaccionId", x.tipo_documento AS "tipoDocumento",
           x.folio, x.fecha_documento AS "fechaDocumento", coalesce(x.total_documento, 0) AS "totalDocumento", x.poliza_id AS "polizaId",
           x.diferencias
    FROM (SELECT * FROM x
          WHERE (:lado::text IS NULL OR x.lado = :lado)
            AND CASE WHEN :situacion::text IS NULL THEN x.situacion <> 'Igual' ELSE x.situacion = :situacion END
          LIMIT :maximo::bigint) x
    ORDER BY x.lado DESC, x.situacion, CASE WHEN x.fecha IS NULL THEN x.fecha_documento ELSE x.fecha END, x.uuid, x.transaccion_id)";

}  // namespace gestor::sql
