#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view total_saldo_uuid = "t.total, t.saldo, t.uuid";
inline constexpr std::string_view movimiento_propias = R"(
    d.tipo_movimiento AS "tipoMovimiento", d.concepto_id AS "conceptoId", c.nombre AS concepto,
    CASE WHEN d.tipo_movimiento <> 'Entrada' THEN t.almacen_id END AS "almacenOrigenId",
    CASE WHEN d.tipo_movimiento = 'Entrada' THEN t.almacen_id ELSE d.almacen_destino_id END AS "almacenDestinoId")";
inline constexpr std::string_view desde_movimiento = R"(transaccion t
    LEFT JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id
    LEFT JOIN concepto c ON c.organizacion_id = t.organizacion_id AND c.concepto_id = d.concepto_id)";
inline constexpr Fuente movimientos_inventario =
    documentos("{trx}, {total_saldo_uuid}, {movimiento_propias}", desde_movimiento,
               "t.organizacion_id = :organizacionId AND t.obj_id = {MovimientoInventario}");
inline constexpr std::string_view del_tipo = R"(EXISTS (
    SELECT FROM documento d
    WHERE d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
      AND d.tipo_movimiento = :tipoMovimiento))";
// Warehouse of a movement: the one that goods leave or enter, or the one that a transfer goes to.
inline constexpr std::string_view en_el_almacen = R"(t.almacen_id = :almacenId OR EXISTS (
    SELECT FROM documento d
    WHERE d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
      AND d.almacen_destino_id = :almacenId))";
inline constexpr std::string_view del_producto = R"(EXISTS (
    SELECT FROM partida p
    WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id
      AND p.producto_id = :productoId))";
// Lines at cost, in the currency of their document.
inline constexpr std::string_view partida_a_costo = R"(
           k.transaccion_id, p.numero_partida AS "numeroPartida", p.producto_id AS "productoId", p.codigo, p.descripcion,
           p.unidad_medida_id AS "unidadMedidaId", p.unidad, p.cantidad, round(p.costo / t.tipo_cambio / p.cantidad, 6) AS "costoUnitario",
           round(p.costo / t.tipo_cambio, 6) AS importe, p.notas)";
inline constexpr std::string_view movimiento_partidas = R"(
    SELECT {partida_a_costo}
    FROM {clave} k
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = k.transaccion_id
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    ORDER BY {orden}, p.numero_partida)";

// Deliveries or receptions of one document.
inline constexpr std::string_view del_origen = R"(t.transaccion_id IN (
    SELECT r.destino_id FROM relacion r
    WHERE r.organizacion_id = :organizacionId AND r.origen_id = :transaccionIdOrigen AND r.tipo = 'Origen'))";
inline constexpr std::string_view existe_origen = R"(
    SELECT 1 FROM transaccion WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionIdOrigen)";
// Line of a delivery or reception, beside its source line.
inline constexpr std::string_view partida_de_origen = R"(
           k.transaccion_id, p.numero_partida AS "numeroPartida", p.producto_id AS "productoId", p.codigo, p.descripcion,
           p.unidad_medida_id AS "unidadMedidaId", p.unidad, p.numero_partida_origen AS "numeroPartidaOrigen",
           o.cantidad AS "cantidadSolicitada")";
inline constexpr std::string_view de_partidas_de_origen = R"(
    FROM {clave} k
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    JOIN partida o ON o.organizacion_id = :organizacionId AND o.transaccion_id = p.origen_id
                  AND o.numero_partida = p.numero_partida_origen
    ORDER BY {orden}, p.numero_partida)";

inline constexpr std::string_view entrega_propias = R"(
    r.origen_id AS "transaccionIdOrigen", t.almacen_id AS "almacenId", d.recibe)";
inline constexpr std::string_view desde_entrega = R"(transaccion t
    LEFT JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id
    LEFT JOIN contacto c ON c.organizacion_id = t.organizacion_id AND c.contacto_id = t.contacto_id
    LEFT JOIN relacion r ON r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen')";
inline constexpr Fuente entregas = documentos("{trx}, {cli}, {total_saldo_uuid}, {entrega_propias}", desde_entrega,
                                              "t.organizacion_id = :organizacionId AND t.obj_id = {EntregaMercancia}");
inline constexpr std::string_view entrega_partidas = R"(
    SELECT {partida_de_origen}, p.cantidad AS "cantidadEntregada", o.cantidad - o.surtida AS "cantidadPendiente",
           p.notas
    {de_partidas_de_origen})";

inline constexpr std::string_view recepcion_propias = R"(
    r.origen_id AS "transaccionIdOrigen", e.folio_proveedor AS "folioProveedor", t.almacen_id AS "almacenId",
    d.concepto_id AS "conceptoId", k.nombre AS concepto)";
inline constexpr std::string_view desde_recepcion = R"(transaccion t
    LEFT JOIN compra e ON e.organizacion_id = t.organizacion_id AND e.transaccion_id = t.transaccion_id
    LEFT JOIN contacto c ON c.organizacion_id = t.organizacion_id AND c.contacto_id = t.contacto_id
    LEFT JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id
    LEFT JOIN concepto k ON k.organizacion_id = t.organizacion_id AND k.concepto_id = d.concepto_id
    LEFT JOIN relacion r ON r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen')";
inline constexpr Fuente recepciones =
    documentos("{trx}, {prov}, {total_saldo_uuid}, {recepcion_propias}", desde_recepcion,
               "t.organizacion_id = :organizacionId AND t.obj_id = {RecepcionMercancia}");
// Line of a reception: received or missing; a missing one has a concept.
inline constexpr std::string_view recepcion_partidas = R"(
    SELECT {partida_de_origen}, p.surtida AS "cantidadRecibida", p.cantidad - p.surtida AS "cantidadFaltante",
           o.cantidad - o.surtida AS "cantidadPendiente", round(p.costo / p.cantidad, 6) AS "costoUnitario", p.costo AS importe,
           p.notas
    {de_partidas_de_origen})";

// Repackaging: its first lines are the goods used, the others the goods made.
inline constexpr Fuente reempaque{
    .columnas = R"({trx}, {total_saldo_uuid}, t.almacen_id AS "almacenId", r.merma, t.total AS "costoTotal")",
    .desde = R"(transaccion t
    JOIN reempaque r ON r.organizacion_id = t.organizacion_id AND r.transaccion_id = t.transaccion_id
    JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id)",
    .base = "t.organizacion_id = :organizacionId AND t.obj_id = {Reempaque}",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr std::string_view reempaque_origen = R"(
    SELECT {partida_a_costo}
    FROM {clave} k
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = k.transaccion_id
    JOIN reempaque r ON r.organizacion_id = :organizacionId AND r.transaccion_id = k.transaccion_id
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
                  AND p.numero_partida <= r.origenes
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view reempaque_destino = R"(
    SELECT {partida_a_costo}, r.factores[p.numero_partida - r.origenes] AS "factorCosto"
    FROM {clave} k
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = k.transaccion_id
    JOIN reempaque r ON r.organizacion_id = :organizacionId AND r.transaccion_id = k.transaccion_id
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
                  AND p.numero_partida > r.origenes
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view reempaque_origen_series = R"(
    SELECT k.transaccion_id, e.numero_partida, e.serie AS valor
    FROM {clave} k
    JOIN reempaque r ON r.organizacion_id = :organizacionId AND r.transaccion_id = k.transaccion_id
    JOIN partida_serie e ON e.organizacion_id = :organizacionId AND e.transaccion_id = k.transaccion_id
                        AND e.numero_partida <= r.origenes
    ORDER BY {orden}, e.numero_partida, e.serie)";
inline constexpr std::string_view reempaque_destino_series = R"(
    SELECT k.transaccion_id, e.numero_partida, e.serie AS valor
    FROM {clave} k
    JOIN reempaque r ON r.organizacion_id = :organizacionId AND r.transaccion_id = k.transaccion_id
    JOIN partida_serie e ON e.organizacion_id = :organizacionId AND e.transaccion_id = k.transaccion_id
                        AND e.numero_partida > r.origenes
    ORDER BY {orden}, e.numero_partida, e.serie)";
inline constexpr std::string_view reempaque_origen_lotes = R"(
    SELECT k.transaccion_id, l.numero_partida, l.lote, l.cantidad, l.caducidad
    FROM {clave} k
    JOIN reempaque r ON r.organizacion_id = :organizacionId AND r.transaccion_id = k.transaccion_id
    JOIN partida_lote l ON l.organizacion_id = :organizacionId AND l.transaccion_id = k.transaccion_id
                       AND l.numero_partida <= r.origenes
    ORDER BY {orden}, l.numero_partida, l.lote)";
inline constexpr std::string_view reempaque_destino_lotes = R"(
    SELECT k.transaccion_id, l.numero_partida, l.lote, l.cantidad, l.caducidad
    FROM {clave} k
    JOIN reempaque r ON r.organizacion_id = :organizacionId AND r.transaccion_id = k.transaccion_id
    JOIN partida_lote l ON l.organizacion_id = :organizacionId AND l.transaccion_id = k.transaccion_id
                       AND l.numero_partida > r.origenes
    ORDER BY {orden}, l.numero_partida, l.lote)";

}  // namespace gestor::sql
