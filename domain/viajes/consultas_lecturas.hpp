#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// ---- the set of a booking ----
// Value to us of a document of a booking, in pesos: without its taxes, as it was posted, and without what is of a third
// party. Tax that an expense may not credit is part of it. Money collected or paid counts at its own pesos.
inline constexpr std::string_view propio_de_viaje = R"(
    cubetas_total(d.cubetas_mxn) + (d.cubetas_mxn).iva_ret + (d.cubetas_mxn).isr_ret + (d.cubetas_mxn).ret_local - (d.cubetas_mxn).iva16
        - (d.cubetas_mxn).iva8 - (d.cubetas_mxn).ieps)";
inline constexpr std::string_view sumas_de_expediente = R"(
    SELECT coalesce(sum(cubetas_total(d.cubetas_mxn)) FILTER (WHERE d.obj_id IN ({por_cobrar})), 0) AS facturado,
           coalesce(sum(cubetas_total(d.cubetas_mxn)) FILTER (WHERE d.obj_id = {Gasto}), 0) AS gastos,
           coalesce(sum(a.flujo) FILTER (WHERE d.obj_id IN ({por_cobrar})), 0) AS cobrado,
           coalesce(sum(a.flujo) FILTER (WHERE d.obj_id = {Gasto}), 0) AS pagado,
           coalesce(sum(CASE WHEN f.transaccion_id IS NOT NULL THEN {propio_de_viaje} - f.terceros_mxn
                             WHEN NOT g.es_tercero THEN -({propio_de_viaje}) END), 0) AS utilidad
    FROM relacion r
    JOIN transaccion d ON d.organizacion_id = r.organizacion_id AND d.transaccion_id = r.destino_id
         AND d.estado <> 'Cancelado' AND d.cubetas_mxn IS NOT NULL
    LEFT JOIN factura_viaje f ON f.organizacion_id = d.organizacion_id AND f.transaccion_id = d.transaccion_id
    LEFT JOIN compra g ON g.organizacion_id = d.organizacion_id AND g.transaccion_id = d.transaccion_id
    LEFT JOIN LATERAL (
        SELECT sum(cubetas_total(c.flujo)) AS flujo FROM aplicacion c
        WHERE c.organizacion_id = d.organizacion_id AND c.destino_id = d.transaccion_id AND c.fecha_reversa IS NULL
          AND c.tipo IN ('Cobro', 'Pago', 'Reclasificacion')) a ON true
    WHERE r.organizacion_id = t.organizacion_id AND r.origen_id = t.transaccion_id AND r.tipo = 'Origen')";
inline constexpr std::string_view expediente = R"(
    SELECT t.transaccion_id AS "expedienteId", t.referencia_externa AS booking, x.localizador,
           x.cliente_id AS "clienteId", c.codigo AS "codigoCliente", c.nombre AS cliente, c.rfc,
           x.fecha_inicio_viaje AS "fechaInicioViaje", x.fecha_fin_viaje AS "fechaFinViaje", t.estado,
           s.facturado AS "totalFacturado", s.gastos AS "totalGastos", s.cobrado AS "totalCobrado",
           s.pagado AS "totalPagado", s.utilidad
    FROM transaccion t
    LEFT JOIN expediente_viaje x ON x.organizacion_id = t.organizacion_id AND x.transaccion_id = t.transaccion_id
    LEFT JOIN contacto c ON c.organizacion_id = t.organizacion_id AND c.contacto_id = x.cliente_id
    CROSS JOIN LATERAL ({sumas_de_expediente}) s
    WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id = {ExpedienteViaje}
      AND t.transaccion_id = :expedienteId::bigint)";
inline constexpr std::string_view expediente_pasajeros = R"(
    SELECT p.nombre, p.tipo
    FROM expediente_viaje x
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(x.pasajeros) AS (nombre text, tipo text)) WITH ORDINALITY p
    WHERE x.organizacion_id = :organizacionId::bigint AND x.transaccion_id = :expedienteId::bigint
    ORDER BY p.ordinality)";
inline constexpr std::string_view expediente_servicios = R"(
    SELECT s.consecutivo, s.factura_id AS "transaccionId", s.tipo, s.proveedor_id AS "proveedorId",
           c.nombre AS proveedor, s.descripcion, s.fecha_inicio AS "fechaInicio", s.fecha_fin AS "fechaFin",
           m.clave AS moneda, s.tarifa, s.impuestos_aereos AS "impuestosAereos", s.comision
    FROM viaje_servicio s
    JOIN moneda m ON m.moneda_id = s.moneda_id
    LEFT JOIN contacto c ON c.organizacion_id = s.organizacion_id AND c.contacto_id = s.proveedor_id
    WHERE s.organizacion_id = :organizacionId::bigint AND s.expediente_id = :expedienteId::bigint
    ORDER BY s.consecutivo)";
// Documents of the booking, with their payments, credits and write-offs.
inline constexpr std::string_view expediente_documentos = R"(
    SELECT x.transaccion_id AS "transaccionId", x.obj_id AS "objId", x.tipo_documento AS "tipoDocumento", x.folio,
           x.fecha, x.total,
           CASE WHEN q.relacion = 'Pago' AND x.obj_id NOT IN ({en_banco}, {PagoNoMonetario}) THEN 'Credito'
                ELSE q.relacion END AS relacion, x.saldo, x.moneda, x.estado
    FROM (
        SELECT r.destino_id AS otro_id, 'Destino' AS relacion
        FROM relacion r
        WHERE r.organizacion_id = :organizacionId::bigint AND r.origen_id = :expedienteId::bigint AND r.tipo = 'Origen'
        UNION
        SELECT a.fuente_id, CASE a.tipo WHEN 'Incobrable' THEN a.tipo ELSE 'Pago' END
        FROM relacion r
        JOIN aplicacion a ON a.organizacion_id = r.organizacion_id AND a.destino_id = r.destino_id
             AND a.fecha_reversa IS NULL
        WHERE r.organizacion_id = :organizacionId::bigint AND r.origen_id = :expedienteId::bigint
          AND r.tipo = 'Origen') q
    JOIN transaccion x ON x.organizacion_id = :organizacionId::bigint AND x.transaccion_id = q.otro_id
    ORDER BY x.transaccion_id, q.relacion)";

// ---- documents by id: the file, its documents, and their payments ----
inline constexpr std::string_view expediente_de_documento = R"(
    SELECT e.transaccion_id, e.referencia_externa, q.relacion
    FROM (
        SELECT r.origen_id AS id, 'Destino' AS relacion FROM relacion r
        WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen'
        UNION ALL
        SELECT r.origen_id, CASE WHEN a.tipo = 'Incobrable' THEN a.tipo
                                 WHEN t.obj_id IN ({en_banco}, {PagoNoMonetario}) THEN 'Pago' ELSE 'Credito' END
        FROM aplicacion a
        JOIN relacion r ON r.organizacion_id = a.organizacion_id AND r.destino_id = a.destino_id AND r.tipo = 'Origen'
        WHERE a.organizacion_id = t.organizacion_id AND a.fuente_id = t.transaccion_id AND a.fecha_reversa IS NULL
        UNION ALL
        SELECT t.transaccion_id, 'Origen') q
    JOIN transaccion e ON e.organizacion_id = t.organizacion_id AND e.transaccion_id = q.id
         AND e.obj_id = {ExpedienteViaje}
    ORDER BY e.transaccion_id LIMIT 1)";
inline constexpr Fuente documentos_de_viaje{
    .columnas = R"(
    t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.tipo_documento AS "tipoDocumento", t.folio, t.fecha,
    t.total, e.relacion, t.moneda, t.saldo, e.referencia_externa AS booking, e.transaccion_id AS "expedienteId", t.uuid)",
    .desde = "{pedidas} CROSS JOIN transaccion t CROSS JOIN LATERAL ({expediente_de_documento}) e",
    .base = "t.organizacion_id = :organizacionId AND t.transaccion_id = q.id",
    .orden = orden_pedidas,
};

// ---- invoices: one that another system made has no file ----
inline constexpr std::string_view factura_de_viaje_propio = R"(
    e.referencia_externa AS booking, f.expediente_id AS "expedienteId", x.localizador,
    x.fecha_inicio_viaje AS "fechaInicioViaje", x.fecha_fin_viaje AS "fechaFinViaje",
    coalesce(f.total_terceros, 0) AS "totalTerceros", t.total - coalesce(f.total_terceros, 0) AS "totalPropio")";
inline constexpr std::string_view desde_factura_de_viaje = R"({desde_documento}
    LEFT JOIN factura_viaje f ON f.organizacion_id = t.organizacion_id AND f.transaccion_id = t.transaccion_id
    LEFT JOIN transaccion e ON e.organizacion_id = t.organizacion_id AND e.transaccion_id = f.expediente_id
    LEFT JOIN expediente_viaje x ON x.organizacion_id = t.organizacion_id AND x.transaccion_id = f.expediente_id)";
inline constexpr Fuente facturas_de_viaje =
    documentos("{trx}, {cli}, {imp}, {fis}, {factura_propio}, {factura_de_viaje_propio}", desde_factura_de_viaje,
               "t.organizacion_id = :organizacionId AND t.obj_id = {FacturaAgenciaViaje}");
inline constexpr std::string_view del_expediente = R"(t.transaccion_id IN (
    SELECT f.transaccion_id FROM factura_viaje f
    WHERE f.organizacion_id = :organizacionId AND f.expediente_id = :expedienteId))";
inline constexpr std::string_view del_booking = R"(t.transaccion_id IN (
    SELECT f.transaccion_id FROM transaccion e
    JOIN factura_viaje f ON f.organizacion_id = e.organizacion_id AND f.expediente_id = e.transaccion_id
    WHERE e.organizacion_id = :organizacionId AND e.obj_id = {ExpedienteViaje} AND e.referencia_externa = :booking
      AND e.referencia_externa <> '' AND e.estado <> 'Cancelado'))";
inline constexpr std::string_view existe_expediente = R"(
    SELECT 1 FROM transaccion
    WHERE organizacion_id = :organizacionId AND transaccion_id = :expedienteId AND obj_id = {ExpedienteViaje})";

}  // namespace gestor::sql
