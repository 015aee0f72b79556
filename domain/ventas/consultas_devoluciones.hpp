#pragma once
// Cost at which the goods of a sale left.
#include <string_view>

#include "domain/motor/cartera/consultas_devolucion.hpp"
#include "domain/ventas/consultas.hpp"

namespace gestor::sql {

// Goods of a line left with the line itself, with deliveries of it, or with the lines of the order or note that it
// comes from: the family of its first ancestor. Exits and returns are counted for the whole family.
inline constexpr std::string_view con_familia = R"(
    WITH RECURSIVE salida AS (
        SELECT transaccion_id, numero_partida FROM partida
        WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    ), {familias_de_salidas})";
// Quantities of each line's family, in the unit of the line: delivered and returned.
inline constexpr std::string_view devolucion_familias = R"(
    {con_familia},
    miembros AS (
        SELECT f.raiz, f.raiz_partida, t.obj_id, p.cantidad, p.surtida, p.origen_id, p.avance_surtida,
               EXISTS (SELECT FROM movimiento_inventario m WHERE m.organizacion_id = :organizacionId::bigint
                       AND m.transaccion_id = f.id AND m.numero_partida = f.partida) AS movio
        FROM familia f
        JOIN partida p ON p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = f.id
             AND p.numero_partida = f.partida
        JOIN transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
             AND t.estado <> 'Cancelado'
    )
    SELECT r.linea AS "numeroPartida", r.raiz AS "raizId", r.raiz_partida AS "raizPartida",
           coalesce(sum(CASE WHEN m.origen_id IS NULL OR m.obj_id = {EntregaMercancia} THEN m.cantidad ELSE m.avance_surtida END)
                    FILTER (WHERE m.obj_id <> {NotaDevolucionCliente} AND m.movio), 0) AS surtida,
           coalesce(sum(m.surtida) FILTER (WHERE m.obj_id = {NotaDevolucionCliente}), 0) AS regresada
    FROM raices r
    LEFT JOIN miembros m ON m.raiz = r.raiz AND m.raiz_partida = r.raiz_partida
    GROUP BY 1, 2, 3 ORDER BY 1)";
// Goods moved by the families, by product, serial number and lot. The value is the cost at the exit plus the cost added
// since, also when they have come back, into stock or as a loss.
inline constexpr std::string_view devolucion_salidas = R"(
    {con_familia}
    SELECT f.raiz AS "raizId", f.raiz_partida AS "raizPartida", m.producto_id AS "productoId", m.serie, m.lote,
           max(m.caducidad) AS caducidad,
           (array_agg(m.almacen_id ORDER BY m.movimiento_id) FILTER (WHERE m.cantidad < 0))[1] AS "almacenId",
           -sum(m.cantidad) FILTER (WHERE t.obj_id <> {NotaDevolucionCliente}) AS cantidad,
           sum(coalesce(k.importe, 0) - m.valor) FILTER (WHERE t.obj_id <> {NotaDevolucionCliente}) AS valor,
           coalesce(sum(m.cantidad) FILTER (WHERE t.obj_id = {NotaDevolucionCliente}), 0) AS regresada,
           coalesce(sum(m.valor + coalesce(k.importe, 0)) FILTER (WHERE t.obj_id = {NotaDevolucionCliente}), 0)
               AS "valorRegresado"
    FROM familia f
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = f.id
    CROSS JOIN LATERAL (
        SELECT i.movimiento_id, i.producto_id, i.serie, i.lote, i.caducidad, i.almacen_id, i.cantidad, i.valor
        FROM movimiento_inventario i
        WHERE i.organizacion_id = :organizacionId::bigint AND i.transaccion_id = f.id AND i.numero_partida = f.partida
        UNION ALL
        SELECT p.movimiento_id, p.producto_id, p.serie, p.lote, NULL, NULL, p.cantidad, p.valor
        FROM mercancia_perdida p
        WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = f.id AND p.numero_partida = f.partida
          AND t.estado <> 'Cancelado') m
    LEFT JOIN LATERAL (SELECT sum(a.importe) AS importe FROM costo_adicional a
                       WHERE a.organizacion_id = :organizacionId::bigint AND a.movimiento_id = m.movimiento_id) k ON true
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(m.cantidad) FILTER (WHERE t.obj_id <> {NotaDevolucionCliente}) < 0
    ORDER BY 1, 2, 3, min(m.movimiento_id))";
// Goods that a return lost; a later cost names their rows.
inline constexpr std::string_view perdidas_guardar = R"(
    INSERT INTO mercancia_perdida (organizacion_id, transaccion_id, numero_partida, producto_id, serie, lote, cantidad, valor)
    SELECT :organizacionId::bigint, :transaccionId::bigint, k."numeroPartida", k."productoId", k.serie, k.lote, k.cantidad,
           k.valor
    FROM jsonb_to_recordset(:perdidas::jsonb) AS k ("numeroPartida" integer, "productoId" bigint, serie text, lote text,
         cantidad numeric, valor numeric))";

// ---- notes that are invoiced ----
// Sale notes with the rest of each after its returns.
inline constexpr std::string_view notas_por_facturar = R"(
    SELECT t.subtotal - q.subtotal AS subtotal, t.descuento - q.descuento AS descuento, t.ieps - q.ieps AS ieps,
           t.iva - q.iva AS iva, t.impuestos_locales - q.impuestos_locales AS "impuestosLocales",
           t.iva_retenido - q.iva_retenido AS "ivaRetenido", t.isr_retenido - q.isr_retenido AS "isrRetenido",
           t.retencion_local - q.retencion_local AS "retencionLocal", t.total - q.total AS total,
           t.transaccion_id AS "transaccionId", t.folio, t.fecha, t.sucursal_id AS "sucursalId", t.moneda_id AS "monedaId",
           t.tipo_cambio AS "tipoCambio", t.contacto_id AS "contactoId", t.rfc, t.vendedor_id AS "vendedorId",
           t.proyecto_id AS "proyectoId", t.centro_costo_id AS "centroCostoId", t.almacen_id AS "almacenId",
           q.total <> 0 AND q.total = t.total AS devuelta, q.cubetas AS "devueltoCubetas", q.pesos AS "devueltoPesos",
           coalesce(d.entrega_inmediata, true) AS "entregaInmediata"
    FROM unnest(:ids::bigint[]) WITH ORDINALITY AS k (id, n)
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = k.id AND t.obj_id = {NotaVenta}
    LEFT JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    {devuelto}
    ORDER BY k.n)";
// Form of payment with the greatest collected amount.
inline constexpr std::string_view forma_de_las_notas = R"(
    SELECT f.clave_sat33 AS clave
    FROM aplicacion a
    JOIN movimiento_banco b ON b.organizacion_id = a.organizacion_id AND b.transaccion_id = a.fuente_id
    JOIN forma_pago f ON f.organizacion_id = b.organizacion_id AND f.forma_pago_id = b.forma_pago_id
    WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = ANY (:ids::bigint[]) AND a.tipo = 'Cobro'
      AND a.fecha_reversa IS NULL AND f.clave_sat33 <> '99'
    GROUP BY f.clave_sat33 ORDER BY sum(a.importe_destino) DESC, f.clave_sat33 LIMIT 1)";
inline constexpr std::string_view cliente_por_rfc = R"(
    SELECT k.id
    FROM (SELECT contacto_id AS id, activo, tipo_contacto FROM contacto  -- UNION ALL of two lookups: each has its index
          WHERE organizacion_id = :organizacionId::bigint AND rfc = :rfc AND rfc NOT IN ('', 'XAXX010101000', 'XEXX010101000')
          UNION ALL
          SELECT contacto_id, activo, tipo_contacto FROM contacto
          WHERE organizacion_id = :organizacionId::bigint AND rfc = :rfc AND rfc IN ('', 'XAXX010101000', 'XEXX010101000')) k
    WHERE k.activo AND k.tipo_contacto = ANY (:contactos::text[])
    ORDER BY k.id LIMIT 1)";

// ---- cancel ----
// Documents that forbid the cancel of a sale: collections, write-offs, credits, deliveries. The cancel of a credit is
// forbidden when it paid another document, or when its sale note was invoiced for the rest.
inline constexpr std::string_view bloqueos_de_venta = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM (
        SELECT a.fuente_id AS id FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = :transaccionId::bigint
          AND a.tipo IN ('Cobro', 'Incobrable') AND a.fecha_reversa IS NULL
        UNION
        SELECT r.destino_id FROM relacion r
        WHERE r.organizacion_id = :organizacionId::bigint AND r.origen_id = :transaccionId::bigint AND r.tipo = 'Credito'
        UNION
        SELECT p.transaccion_id FROM partida p
        JOIN transaccion e ON e.organizacion_id = p.organizacion_id AND e.transaccion_id = p.transaccion_id
             AND e.obj_id = {EntregaMercancia}
        WHERE p.organizacion_id = :organizacionId::bigint AND p.origen_id = :transaccionId::bigint
        UNION
        SELECT a.destino_id FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.tipo = 'Cobro'
          AND a.fecha_reversa IS NULL
          AND NOT EXISTS (SELECT FROM relacion r WHERE r.organizacion_id = a.organizacion_id AND r.origen_id = a.destino_id
                          AND r.destino_id = a.fuente_id AND r.tipo = 'Credito')
        UNION
        SELECT f.destino_id FROM relacion r
        JOIN relacion f ON f.organizacion_id = r.organizacion_id AND f.origen_id = r.origen_id AND f.tipo = 'Origen'
        JOIN transaccion n ON n.organizacion_id = r.organizacion_id AND n.transaccion_id = r.origen_id AND n.obj_id = {NotaVenta}
             AND n.estado = 'Facturado'
        JOIN transaccion i ON i.organizacion_id = f.organizacion_id AND i.transaccion_id = f.destino_id AND i.obj_id = {FacturaVenta}
        WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint AND r.tipo = 'Credito'
        UNION
        {devuelto_despues}
    ) k
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = k.id AND t.estado <> 'Cancelado'
    ORDER BY t.transaccion_id)";
// Deposits made together with a sale note in one call, and cancelled with it.
inline constexpr std::string_view pagos_propios = R"(
    SELECT d.transaccion_id AS id
    FROM transaccion t
    JOIN relacion r ON r.organizacion_id = t.organizacion_id AND r.origen_id = t.transaccion_id AND r.tipo = 'Origen'
    JOIN transaccion d ON d.organizacion_id = r.organizacion_id AND d.transaccion_id = r.destino_id AND d.obj_id = {Deposito}
         AND d.estado <> 'Cancelado'
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint AND t.obj_id = {NotaVenta}
      AND t.estado IN ('Pendiente', 'Parcial', 'Pagado', 'Incobrable')
      AND EXISTS (SELECT FROM aplicacion a
                  WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = d.transaccion_id
                    AND a.destino_id = t.transaccion_id AND a.fecha_reversa IS NULL)
    ORDER BY d.transaccion_id)";

}  // namespace gestor::sql
