#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// Line of a payment request: its quantity is its amount in the currency of the request. The paid part is its progress;
// the part of returned purchases is its returned quantity.
inline constexpr std::string_view solicitud_propia = R"(
    t.contacto_id AS "proveedorId", c.codigo AS "codigoProveedor", t.contacto AS proveedor, t.rfc, q.version,
    q.fecha_requerida AS "fechaRequerida", q.cuenta_id AS "cuentaId", q.forma_pago_id AS "formaPagoId", t.total,
    CASE t.estado WHEN 'Cancelado' THEN 0 ELSE t.total - round((
        SELECT coalesce(sum(p.facturada + p.devuelta), 0) FROM partida p
        WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id), 2) END AS saldo,
    q.prioridad, t.usuario AS solicitante, coalesce(a.usuario, '') AS "autorizadoPor", a.fecha AS "fechaAutorizacion",
    coalesce(a.notas, '') AS "notasAutorizacion", t.validacion)";
inline constexpr Fuente solicitudes{
    .columnas = "{trx}, {solicitud_propia}",
    .desde = R"(transaccion t
    JOIN solicitud_pago q ON q.organizacion_id = t.organizacion_id AND q.transaccion_id = t.transaccion_id
    LEFT JOIN autorizacion a ON a.organizacion_id = t.organizacion_id AND a.transaccion_id = t.transaccion_id
    LEFT JOIN contacto c ON c.organizacion_id = t.organizacion_id AND c.contacto_id = t.contacto_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id)",
    .base = "t.organizacion_id = :organizacionId AND t.obj_id = {SolicitudPago}",
    .orden = orden_documentos,
    .descendente = true,
    .estrecha = R"(transaccion t
    JOIN solicitud_pago q ON q.organizacion_id = t.organizacion_id AND q.transaccion_id = t.transaccion_id)",
};
inline constexpr std::string_view solicitud_partidas = R"(
    SELECT k.transaccion_id, p.numero_partida AS "numeroPartida", p.origen_id AS "transaccionIdCompra", x.folio AS "folioCompra",
           p.concepto_id AS "conceptoId", c.nombre AS concepto, round(p.importe, 2) AS importe, p.proyecto_id AS "proyectoId",
           p.centro_costo_id AS "clasificadorCostoId", p.notas
    FROM {clave} k
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    LEFT JOIN concepto c ON c.organizacion_id = p.organizacion_id AND c.concepto_id = p.concepto_id
    LEFT JOIN transaccion x ON x.organizacion_id = p.organizacion_id AND x.transaccion_id = p.origen_id
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view solicitud_de_compra = R"(EXISTS (
    SELECT FROM partida p WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id
    AND p.origen_id = :transaccionIdCompra))";

// Balance that open payment requests keep, per document; the request `salvo` is left out.
inline constexpr std::string_view apartado_por_solicitudes = R"(
    SELECT p.origen_id AS "transaccionId", round(sum(p.cantidad - p.facturada - p.devuelta), 2) AS importe
    FROM partida p
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = p.transaccion_id
         AND t.obj_id = {SolicitudPago} AND t.estado IN ('Pendiente', 'Autorizado', 'Parcial')
         AND t.transaccion_id <> :salvo::bigint
    WHERE p.organizacion_id = :organizacionId::bigint AND p.origen_id = ANY (:ids::bigint[])
    GROUP BY 1)";
// Documents of a payment request, each with the amount that the request still asks for.
inline constexpr std::string_view solicitud_documentos = R"(
    SELECT p.origen_id AS "transaccionId", round(p.cantidad - p.facturada - p.devuelta, 2) AS importe
    FROM partida p
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint AND p.origen_id IS NOT NULL
    ORDER BY p.numero_partida)";
inline constexpr std::string_view moneda_de_documento = R"(
    SELECT t.moneda_id AS "monedaId", t.tipo_cambio AS "tipoCambio" FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";

// Payment requests in force that ask for a document.
inline constexpr std::string_view solicitudes_de_documento = R"(
    SELECT DISTINCT p.transaccion_id AS "transaccionId"
    FROM partida p
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = p.transaccion_id
         AND t.obj_id = {SolicitudPago} AND t.estado IN ('Pendiente', 'Autorizado', 'Parcial')
    WHERE p.organizacion_id = :organizacionId::bigint AND p.origen_id = :transaccionId::bigint
    ORDER BY 1)";

}  // namespace gestor::sql
