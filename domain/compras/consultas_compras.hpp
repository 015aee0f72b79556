#pragma once
// Reads for the writes of purchases.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view folio_de_factura = R"(
    SELECT folio FROM transaccion WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";

// Contact of the issuer of a CFDI. A generic RFC has no contact.
inline constexpr std::string_view proveedor_de_rfc = R"(
    SELECT contacto_id AS "proveedorId" FROM contacto
    WHERE organizacion_id = :organizacionId::bigint AND rfc = :rfc AND rfc NOT IN ('', 'XAXX010101000', 'XEXX010101000')
      AND tipo_contacto IN ('Proveedor', 'Ambos'))";
// Our products whose code a CFDI uses; the caller compares their SAT keys.
inline constexpr std::string_view productos_del_cfdi = R"(
    SELECT p.producto_id AS "productoId", p.codigo, p.clave_unidad AS "claveUnidad",
           p.clave_producto_servicio AS "claveProductoServicio"
    FROM (SELECT DISTINCT codigo FROM jsonb_to_recordset(:codigos::jsonb) AS r (codigo text)) r
    JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.codigo = r.codigo AND p.activo)";
// Received lines and their invoiced part, in pesos as it was booked then.
inline constexpr std::string_view recibido_facturado = R"(
    SELECT p.origen_id AS "transaccionId", p.numero_partida_origen AS "numeroPartida", sum(p.costo) AS costo
    FROM partida p
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = p.transaccion_id
         AND t.obj_id = {FacturaCompra} AND t.estado <> 'Cancelado'
    WHERE p.organizacion_id = :organizacionId::bigint AND p.origen_id = ANY (:ids::bigint[])
    GROUP BY 1, 2)";
// Receptions and remissions of an order whose goods have all arrived, when they are not invoiced whole.
inline constexpr std::string_view recibido_de_orden = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM transaccion o
    JOIN relacion r ON r.organizacion_id = o.organizacion_id AND r.origen_id = o.transaccion_id AND r.tipo = 'Origen'
    JOIN transaccion t ON t.organizacion_id = r.organizacion_id AND t.transaccion_id = r.destino_id
         AND t.obj_id IN ({RecepcionMercancia}, {NotaRemisionCompra}) AND t.estado NOT IN ('Facturado', 'Cancelado')
    WHERE o.organizacion_id = :organizacionId::bigint AND o.transaccion_id = :transaccionId::bigint
      AND o.obj_id = {OrdenCompra} AND o.estado = 'Recibido'
    ORDER BY t.transaccion_id)";
// Layers in which the goods of these documents entered.
inline constexpr std::string_view capas_de_documentos = R"(
    SELECT c.transaccion_id AS "transaccionId", c.numero_partida AS "numeroPartida", c.capa_id AS "capaId",
           c.almacen_id AS "almacenId", c.producto_id AS "productoId", c.cantidad
    FROM capa c
    WHERE c.organizacion_id = :organizacionId::bigint AND c.transaccion_id = ANY (:ids::bigint[]) AND c.origen_id IS NULL
    ORDER BY c.transaccion_id, c.numero_partida, c.capa_id)";
// Serial numbers and lots that entered with the lines of documents, and the present quantity of each.
inline constexpr std::string_view identificados_de_documentos = R"(
    SELECT m.transaccion_id AS "transaccionId", m.numero_partida AS "numeroPartida", m.serie, m.lote,
           sum(m.cantidad) AS cantidad,
           CASE WHEN m.serie = '' THEN coalesce((SELECT l.cantidad FROM existencia_lote l
                    WHERE l.organizacion_id = :organizacionId::bigint AND l.almacen_id = m.almacen_id
                      AND l.producto_id = m.producto_id AND l.lote = m.lote), 0)
                ELSE (SELECT count(*) FROM existencia_serie s
                      WHERE s.organizacion_id = :organizacionId::bigint AND s.producto_id = m.producto_id
                        AND s.serie = m.serie AND s.almacen_id = m.almacen_id AND NOT s.en_transito) END AS hay
    FROM movimiento_inventario m
    WHERE m.organizacion_id = :organizacionId::bigint AND m.transaccion_id = ANY (:ids::bigint[])
      AND (m.serie <> '' OR m.lote <> '')
    GROUP BY m.transaccion_id, m.numero_partida, m.serie, m.lote, m.almacen_id, m.producto_id
    ORDER BY m.transaccion_id, m.numero_partida, m.serie, m.lote)";
// Serial numbers and lots returned to the supplier, by line of a purchase.
inline constexpr std::string_view identificados_devueltos = R"(
    SELECT p.numero_partida_origen AS "numeroPartida", m.serie, m.lote, -sum(m.cantidad) AS cantidad
    FROM partida p
    JOIN transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
         AND t.obj_id = {NotaDevolucionProveedor} AND t.estado <> 'Cancelado'
    JOIN movimiento_inventario m ON m.organizacion_id = p.organizacion_id AND m.transaccion_id = p.transaccion_id
         AND m.numero_partida = p.numero_partida AND (m.serie <> '' OR m.lote <> '')
    WHERE p.organizacion_id = :organizacionId::bigint AND p.origen_id = :transaccionId::bigint
    GROUP BY 1, 2, 3)";
// Lines of goods of a purchase, and the line that brought the goods in: the same line, or that of the reception that it
// invoices.
inline constexpr std::string_view mercancia_comprada = R"(
    SELECT p.numero_partida AS "numeroPartida", p.producto_id AS "productoId", p.codigo, p.descripcion,
           p.unidad_medida_id AS "unidadMedidaId", p.unidad, p.importe, round(p.cantidad * p.factor, 6) AS cantidad,
           round(coalesce(q.peso, 0) * p.cantidad * p.factor, 6) AS peso,
           CASE WHEN o.obj_id IN ({RecepcionMercancia}, {NotaRemisionCompra}) THEN p.origen_id ELSE p.transaccion_id END
               AS "transaccionId",
           CASE WHEN o.obj_id IN ({RecepcionMercancia}, {NotaRemisionCompra}) THEN p.numero_partida_origen
                ELSE p.numero_partida END AS "numeroPartidaOrigen"
    FROM partida p
    JOIN producto q ON q.organizacion_id = :organizacionId::bigint AND q.producto_id = p.producto_id AND q.tipo = 'Producto'
    LEFT JOIN transaccion o ON o.organizacion_id = :organizacionId::bigint AND o.transaccion_id = p.origen_id
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint
    ORDER BY p.numero_partida)";
// Warehouse of these documents, for lines without one.
inline constexpr std::string_view almacenes_de_documentos = R"(
    SELECT t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.almacen_id AS "almacenId"
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = ANY (:ids::bigint[]) AND t.almacen_id IS NOT NULL
    ORDER BY t.transaccion_id)";
inline constexpr std::string_view compra_registrada = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint AND t.obj_id = {FacturaCompra})";
inline constexpr std::string_view gastos_cargados = R"(
    SELECT t.transaccion_id AS "transaccionId", t.folio, t.subtotal AS importe, t.total
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = ANY (:ids::bigint[])
    ORDER BY t.transaccion_id)";
// Documents that forbid the cancel of a purchase: payments, requests that keep part of its balance, credits, returns,
// landed costs, invoices of received goods.
inline constexpr std::string_view bloqueos_de_compra = R"(
    SELECT DISTINCT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM (SELECT a.fuente_id AS id FROM aplicacion a
          WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
            AND a.fuente_id <> a.destino_id
          UNION
          SELECT a.destino_id FROM aplicacion a
          JOIN transaccion f ON f.organizacion_id = a.organizacion_id AND f.transaccion_id = a.fuente_id
               AND f.obj_id IN ({a_favor_nuestro})
          WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
            AND a.tipo = 'Pago' AND NOT EXISTS (
                SELECT FROM relacion r WHERE r.organizacion_id = a.organizacion_id AND r.origen_id = a.destino_id
                AND r.destino_id = a.fuente_id AND r.tipo = 'Credito')
          UNION
          SELECT p.transaccion_id FROM partida p
          JOIN transaccion s ON s.organizacion_id = p.organizacion_id AND s.transaccion_id = p.transaccion_id
               AND s.obj_id = {SolicitudPago}
          WHERE p.organizacion_id = :organizacionId::bigint AND p.origen_id = :transaccionId::bigint
            AND p.cantidad > p.facturada + p.devuelta
          UNION
          SELECT r.destino_id FROM relacion r
          WHERE r.organizacion_id = :organizacionId::bigint AND r.origen_id = :transaccionId::bigint
          UNION
          {devuelto_despues}) x
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = x.id AND t.estado <> 'Cancelado'
    ORDER BY 1)";

}  // namespace gestor::sql
