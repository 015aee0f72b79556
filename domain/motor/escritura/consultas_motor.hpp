#pragma once
// Statements of the engine on stock, applications, ledger and the documents themselves. Rows arrive as JSON, and one
// statement writes them. Locks have one order: periodo, contacto, documents by id, turns for stock by their number,
// existencia by (almacén, producto), serie_folio, poliza_folio. The busiest row is locked last and held shortest. Under
// row level security a comparison with coalesce(…), or with a text cast to a number, does not use an index, because it
// might fail on a row of another tenant. Keys are compared with parameters and columns of their type (`= ANY
// (:ids::bigint[])`, a materialized CTE, a scalar subquery). Proven by tests/persistence/planes_escritura_test.cpp.
#include <string_view>

namespace gestor::sql {

// Turn for stock, taken before the row lock. A transaction that waits for a row loses its place to a newcomer when the
// row is updated, and starves when a few transactions sell the same product; advisory locks are given in order of
// arrival. Each turn takes room in PostgreSQL's lock table, which row locks do not: a document of more than 32 products
// takes no turns.
inline constexpr std::size_t existencias_con_turno = 32;
inline constexpr std::string_view existencias_formarse = R"(
    SELECT pg_advisory_xact_lock(k.turno) AS turno
    FROM (SELECT DISTINCT hashint8extended(p, hashint8extended(a, :organizacionId::bigint)) AS turno
          FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint) ORDER BY 1) k)";
// Locks each row by its key, in order. A join would read all stock of an organization that has little.
inline constexpr std::string_view existencias_bloquear = R"(
    SELECT e.almacen_id AS "almacenId", e.producto_id AS "productoId", p.codigo, p.metodo_costeo AS "metodoCosteo",
           p.maneja_series AS "manejaSeries", p.maneja_lotes AS "manejaLotes", e.cantidad, e.valor, e.apartado, w.es_ruta AS "movil"
    FROM (SELECT k.a, k.p FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint) ORDER BY k.a, k.p) k
    CROSS JOIN LATERAL (
        SELECT x.* FROM existencia x
        WHERE x.organizacion_id = :organizacionId::bigint AND x.almacen_id = k.a AND x.producto_id = k.p
        FOR UPDATE) e
    CROSS JOIN LATERAL (
        SELECT q.* FROM producto q WHERE q.organizacion_id = :organizacionId::bigint AND q.producto_id = k.p OFFSET 0) p
    CROSS JOIN LATERAL (
        SELECT q.es_ruta FROM almacen q WHERE q.organizacion_id = :organizacionId::bigint AND q.almacen_id = k.a OFFSET 0) w)";
inline constexpr std::string_view existencias_crear = R"(
    INSERT INTO existencia (organizacion_id, almacen_id, producto_id)
    SELECT :organizacionId::bigint, k.a, k.p FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    ORDER BY k.a, k.p
    ON CONFLICT DO NOTHING)";
// Open layers, and whether their product moved after the day of the write, which only a write in the past asks. Layers
// are read by product, as in existencias_bloquear.
inline constexpr std::string_view capas_abiertas = R"(
    WITH k AS MATERIALIZED (
        SELECT a, p, EXISTS (
                   SELECT FROM movimiento_inventario m
                   WHERE m.organizacion_id = :organizacionId::bigint AND m.producto_id = p AND m.almacen_id = a
                     AND m.fecha >= (:dia::date + 1)::timestamp) AS despues
        FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    )
    SELECT c.almacen_id AS "almacenId", c.producto_id AS "productoId", c.capa_id AS "capaId", c.fecha, c.llegada,
           c.serie, c.lote, c.restante, c.valor, k.despues
    FROM k
    CROSS JOIN LATERAL (
        SELECT x.* FROM capa x
        WHERE x.organizacion_id = :organizacionId::bigint AND x.almacen_id = k.a AND x.producto_id = k.p AND x.restante > 0
        OFFSET 0) c
    ORDER BY c.almacen_id, c.producto_id, c.fecha, c.transaccion_id, c.capa_id)";
// Movements after a day, the latest first.
inline constexpr std::string_view movimientos_posteriores = R"(
    SELECT m.almacen_id AS "almacenId", m.producto_id AS "productoId", m.fecha::date AS dia, m.serie, m.lote,
           sum(m.cantidad) AS cantidad
    FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.producto_id = k.p
                                AND m.almacen_id = k.a AND m.fecha >= (:dia::date + 1)::timestamp
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY dia DESC)";
inline constexpr std::string_view series_en_almacen = R"(
    SELECT s.producto_id AS "productoId", s.serie, CASE WHEN NOT s.en_transito THEN s.almacen_id END AS "almacenId"
    FROM (SELECT DISTINCT k.p FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)) k
    CROSS JOIN jsonb_array_elements_text(:series::jsonb) AS q (serie)
    JOIN existencia_serie s ON s.organizacion_id = :organizacionId::bigint AND s.producto_id = k.p
                           AND s.serie = q.serie COLLATE "C"
    FOR UPDATE OF s)";
inline constexpr std::string_view lotes_en_almacen = R"(
    SELECT l.almacen_id AS "almacenId", l.producto_id AS "productoId", l.lote, l.caducidad, l.cantidad
    FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    JOIN existencia_lote l ON l.organizacion_id = :organizacionId::bigint AND l.almacen_id = k.a AND l.producto_id = k.p)";
// Goods in transit, the oldest layer first, in the order of their exit.
inline constexpr std::string_view camino_columnas = R"(
           m.envio_id AS "envioId", m.partida_envio AS "numeroPartida", m.almacen_id AS "almacenId",
           m.producto_id AS "productoId", c.capa_id AS "capaId", c.fecha AS "capaFecha", m.serie, m.lote,
           max(m.caducidad) AS caducidad, sum(m.cantidad) AS restante, sum(m.valor) AS valor, sum(m.valor_capa) AS "valorCapa",
           max(m.fecha::date) FILTER (WHERE m.reversa AND m.cantidad > 0) AS desde
    FROM movimiento_transito m
    JOIN capa c ON c.organizacion_id = :organizacionId::bigint AND c.capa_id = m.capa_id)";
inline constexpr std::string_view camino_orden = R"(
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, c.transaccion_id
    HAVING sum(m.cantidad) > 0
    ORDER BY 1, 2, c.fecha, c.transaccion_id, c.capa_id, m.serie)";
// Goods in transit of one transfer.
inline constexpr std::string_view en_camino = R"(
    SELECT {camino_columnas}
    WHERE m.organizacion_id = :organizacionId::bigint AND m.envio_id = :transaccionId::bigint
    {camino_orden})";
// Goods in transit of some layers, of any transfer.
inline constexpr std::string_view en_camino_de_capas = R"(
    SELECT {camino_columnas}
    WHERE m.organizacion_id = :organizacionId::bigint AND m.capa_id = ANY (:capas::bigint[])
    {camino_orden})";
inline constexpr std::string_view capas_numeros =
    "SELECT nextval('capa_capa_id_seq') AS id FROM generate_series(1, :cuantas::integer)";

// ---- stock: write ----
inline constexpr std::string_view existencias_mover = R"(
    UPDATE existencia e
    SET cantidad = e.cantidad + k.cantidad, valor = e.valor + k.valor, apartado = e.apartado + k.apartado,
        en_transito = e.en_transito + k.en_transito
    FROM {existencias_cambiadas} k
    WHERE e.organizacion_id = :organizacionId::bigint AND e.almacen_id = k.almacen_id AND e.producto_id = k.producto_id)";
inline constexpr std::string_view apartados_soltar = R"(
    UPDATE apartado a SET cantidad = a.cantidad + r.cantidad
    FROM {reservas} r
    WHERE r.cantidad < 0 AND a.organizacion_id = :organizacionId::bigint AND a.transaccion_id = r.transaccion_id
      AND a.numero_partida = r.numero_partida AND a.producto_id = r.producto_id)";
inline constexpr std::string_view apartados_tomar = R"(
    INSERT INTO apartado (organizacion_id, transaccion_id, numero_partida, producto_id, almacen_id, pedida, cantidad)
    SELECT :organizacionId::bigint, r.transaccion_id, r.numero_partida, r.producto_id, r.almacen_id, r.cantidad, r.cantidad
    FROM {reservas} r
    WHERE r.cantidad > 0
    ON CONFLICT (organizacion_id, transaccion_id, numero_partida, producto_id)
    DO UPDATE SET cantidad = apartado.cantidad + excluded.cantidad)";
// Parts of movimientos_guardar, left out when no movement has such rows.
inline constexpr std::string_view movimientos_capas = R"(, nuevas AS (
        INSERT INTO capa (organizacion_id, capa_id, almacen_id, producto_id, transaccion_id, numero_partida, fecha, llegada,
                          origen_id, serie, lote, cantidad, restante, costo, valor)
        SELECT :organizacionId::bigint, m.capa_id, m.almacen_id, m.producto_id, :transaccionId::bigint, m.numero_partida,
               m.capa_fecha, :fecha::timestamp, m.capa_origen_id, m.serie, m.lote, m.cantidad, m.cantidad,
               m.valor_capa, m.valor_capa
        FROM m WHERE m.nueva
    ))";
inline constexpr std::string_view movimientos_series = R"(, salen AS (
        DELETE FROM existencia_serie s USING m
        WHERE m.serie <> '' AND m.cantidad < 0 AND s.organizacion_id = :organizacionId::bigint
          AND s.producto_id = m.producto_id AND s.serie = m.serie COLLATE "C"
          AND NOT EXISTS (SELECT FROM m q WHERE q.producto_id = m.producto_id AND q.serie = m.serie AND q.cantidad > 0)
    ), mudan AS (
        UPDATE existencia_serie s SET almacen_id = m.almacen_id, capa_id = m.capa_id, en_transito = m.transito
        FROM m
        WHERE m.serie <> '' AND m.cantidad > 0 AND s.organizacion_id = :organizacionId::bigint
          AND s.producto_id = m.producto_id AND s.serie = m.serie COLLATE "C"
          AND EXISTS (SELECT FROM m q WHERE q.producto_id = m.producto_id AND q.serie = m.serie AND q.cantidad < 0)
    ), llegan AS (
        INSERT INTO existencia_serie (organizacion_id, producto_id, serie, almacen_id, capa_id, en_transito)
        SELECT :organizacionId::bigint, m.producto_id, m.serie, m.almacen_id, m.capa_id, m.transito FROM m
        WHERE m.serie <> '' AND m.cantidad > 0
          AND NOT EXISTS (SELECT FROM m q WHERE q.producto_id = m.producto_id AND q.serie = m.serie AND q.cantidad < 0)
    ))";
inline constexpr std::string_view movimientos_lotes = R"(, lotes AS (
        INSERT INTO existencia_lote (organizacion_id, almacen_id, producto_id, lote, caducidad, cantidad)
        SELECT :organizacionId::bigint, almacen_id, producto_id, lote, max(caducidad), sum(cantidad) FROM m
        WHERE lote <> '' AND NOT transito GROUP BY almacen_id, producto_id, lote HAVING sum(cantidad) > 0
        ON CONFLICT (organizacion_id, almacen_id, producto_id, lote)
        DO UPDATE SET cantidad = existencia_lote.cantidad + excluded.cantidad,
                      caducidad = coalesce(CASE WHEN existencia_lote.cantidad > 0 THEN existencia_lote.caducidad END,
                                           excluded.caducidad, existencia_lote.caducidad)
    ), lotes_menos AS (
        UPDATE existencia_lote l SET cantidad = l.cantidad + k.cantidad
        FROM (SELECT almacen_id, producto_id, lote, sum(cantidad) AS cantidad FROM m
              WHERE lote <> '' AND NOT transito GROUP BY 1, 2, 3 HAVING sum(cantidad) < 0) k
        WHERE l.organizacion_id = :organizacionId::bigint AND l.almacen_id = k.almacen_id
          AND l.producto_id = k.producto_id AND l.lote = k.lote COLLATE "C"
    ))";
inline constexpr std::string_view movimientos_camino = R"(, en_camino AS (
        INSERT INTO movimiento_transito (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id,
                                         fecha, cantidad, valor, valor_capa, serie, lote, caducidad, reversa, envio_id,
                                         partida_envio)
        SELECT :organizacionId::bigint, :transaccionId::bigint, m.numero_partida, m.almacen_id, m.producto_id, m.capa_id,
               :fecha::timestamp, m.cantidad, m.valor, m.valor_capa, m.serie, m.lote, m.caducidad, :reversa::boolean, m.envio_id,
               m.partida_envio
        FROM m WHERE m.transito
    ))";
// Writes new layers, rests of old layers, movements in stock and in transit, and the serial numbers and lots in stock.
// A movement of quantity 0 changes the cost of its layer.
inline constexpr std::string_view movimientos_guardar = R"(
    WITH m AS (
        SELECT * FROM {movimientos} f
    ){movimientos_capas}, gastadas AS (
        UPDATE capa c SET restante = c.restante + k.cantidad, valor = c.valor + k.valor,
                          costo = greatest(c.costo + k.costo, c.valor + k.valor)  -- goods that come back may have
                                                                                  -- gained cost while they were away
        FROM (SELECT capa_id, sum(cantidad) AS cantidad, sum(valor_capa) AS valor,
                     coalesce(sum(valor_capa) FILTER (WHERE cantidad = 0), 0) AS costo
              FROM m WHERE NOT nueva AND NOT transito GROUP BY 1) k
        WHERE c.organizacion_id = :organizacionId::bigint AND c.capa_id = k.capa_id
    ){movimientos_series}{movimientos_lotes}{movimientos_camino}
    INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id,
                                       fecha, cantidad, valor, valor_capa, serie, lote, caducidad, reversa)
    SELECT :organizacionId::bigint, :transaccionId::bigint, m.numero_partida, m.almacen_id, m.producto_id, m.capa_id,
           :fecha::timestamp, m.cantidad, m.valor, m.valor_capa, m.serie, m.lote, m.caducidad, :reversa::boolean
    FROM m WHERE NOT m.transito)";

// Adds cost to goods that had left, by movement; an amount below 0 takes cost back.
inline constexpr std::string_view costos_agregar = R"(
    INSERT INTO costo_adicional (organizacion_id, transaccion_id, movimiento_id, importe)
    SELECT :organizacionId::bigint, :transaccionId::bigint, k."movimientoId", k.importe
    FROM jsonb_to_recordset(:costos::jsonb) AS k ("movimientoId" bigint, importe numeric))";

// ---- other documents ----
inline constexpr std::string_view saldos_mover = R"(
    UPDATE transaccion t
    SET saldo = t.saldo + k.cambio, estado = k.estado, pendiente = CAST(k.pendiente AS cubetas),
        pendiente_mxn = CAST(k.pendiente_mxn AS cubetas), tramo = CAST(k.tramo AS cubetas), tramo_numero = k.tramo_numero
    FROM {saldos} k
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = k.transaccion_id)";
inline constexpr std::string_view avances_mover = R"(
    UPDATE partida p SET surtida = p.surtida + k.surtida, facturada = p.facturada + k.facturada,
                         devuelta = p.devuelta + k.devuelta
    FROM {avances} k
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = k.transaccion_id
      AND p.numero_partida = k.numero_partida)";
inline constexpr std::string_view aplicaciones_revertir = R"(
    UPDATE aplicacion SET fecha_reversa = :fecha::timestamp
    WHERE organizacion_id = :organizacionId::bigint AND aplicacion_id = ANY (:ids::bigint[]))";
inline constexpr std::string_view documento_cancelar = R"(
    UPDATE transaccion SET estado = :estado, saldo = 0, pendiente = NULL, pendiente_mxn = NULL, tramo = NULL,
                           fecha_cancelacion = :fecha::timestamp, motivo_cancelacion = :motivo
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
// Moves the status of the CFDI of a document (timbrado.hpp).
inline constexpr std::string_view timbrado_mover = R"(
    UPDATE transaccion SET estatus_timbrado = :hasta
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
      AND estatus_timbrado = :desde
    RETURNING transaccion_id)";
inline constexpr std::string_view aplicaciones_guardar = R"(
    INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, tipo, importe_fuente, importe_destino, tipo_cambio,
                            base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret, ret_local,
                            pesos, flujo, declarado, fuente_pesos, tramo, retenciones, fuente_folio, fuente_moneda, fuente_total, cuenta, forma,
                            referencia, numero_partida, notas)
    SELECT :organizacionId::bigint, a."fuenteId", a."destinoId", a.fecha::timestamp, a.tipo, a."importeFuente",
           a."importeDestino", a."tipoCambio", (c.c).base16, (c.c).iva16, (c.c).base8, (c.c).iva8, (c.c).base0, (c.c).exento,
           (c.c).no_afecto, (c.c).ieps, (c.c).iva_ret, (c.c).isr_ret, (c.c).ret_local, a.pesos::cubetas,
           nullif(a.flujo, '')::cubetas, nullif(a.declarado, '')::cubetas, nullif(a."fuentePesos", '')::cubetas, a.tramo,
           (SELECT array_agg(ROW(r.consecutivo, r.importe, r.pesos, r.flujo)::parte_retenida ORDER BY r.consecutivo)
            FROM jsonb_to_recordset(a.retenciones) AS r (consecutivo integer, importe numeric, pesos numeric, flujo numeric)),
           f.folio, f.moneda, f.total,
           coalesce(b.cuenta, ''),
           coalesce(b.forma, CASE f.obj_id WHEN {PagoNoMonetario} THEN (
               SELECT d.tipo_pago FROM documento d
               WHERE d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = f.transaccion_id)
               WHEN {CuentaIncobrable} THEN 'Incobrable' END, ''),
           coalesce(b.referencia, ''), nullif(a."numeroPartida", 0), a.notas
    FROM ROWS FROM (jsonb_to_recordset(:aplicaciones::jsonb) AS ("fuenteId" bigint, "destinoId" bigint, fecha text, tipo text,
             "importeFuente" numeric, "importeDestino" numeric, "tipoCambio" numeric, cubetas text, pesos text, flujo text,
             declarado text, "fuentePesos" text, tramo integer, retenciones jsonb, "numeroPartida" integer, notas text)) WITH ORDINALITY a
    CROSS JOIN LATERAL (SELECT a.cubetas::cubetas AS c) c
    JOIN transaccion f ON f.organizacion_id = :organizacionId::bigint AND f.transaccion_id = a."fuenteId"
    LEFT JOIN movimiento_banco b ON b.organizacion_id = f.organizacion_id AND b.transaccion_id = f.transaccion_id
    ORDER BY a.ordinality)";

// Return and credit notes against these documents, or against the documents of the notes among them, in order of
// registration. The stretch of a note is documento.tramo_origen; an older note has the stretch of its applications to
// the document; a note without applications has the document's present one. `heredado`: taxes declared with the sale
// notes that the document invoices, and not given back.
inline constexpr std::string_view notas_de_documentos = R"(
    WITH documentos AS (
        SELECT unnest(:ids::bigint[]) AS id
        UNION
        SELECT r.origen_id FROM relacion r
        WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = ANY (:ids::bigint[]) AND r.tipo = 'Credito'
    )
    SELECT v.transaccion_id AS "documentoId", n.transaccion_id AS "transaccionId",
           coalesce(o.tramo_origen, x.tramo, v.tramo_numero) AS tramo,
           coalesce(o.declarado, cubetas_menos(n.cubetas_mxn, coalesce(x.pesos, cubetas_cero()))) AS declarado,
           cubetas_menos(coalesce(h.cobrado, cubetas_cero()), coalesce(h.regresado, cubetas_cero())) AS heredado
    FROM documentos d
    JOIN transaccion v ON v.organizacion_id = :organizacionId::bigint AND v.transaccion_id = d.id
         AND v.estado <> 'Cancelado' AND v.cubetas IS DISTINCT FROM NULL
    JOIN relacion r ON r.organizacion_id = :organizacionId::bigint AND r.origen_id = v.transaccion_id AND r.tipo = 'Credito'
    JOIN transaccion n ON n.organizacion_id = :organizacionId::bigint AND n.transaccion_id = r.destino_id
         AND n.obj_id IN ({creditos}) AND n.estado <> 'Cancelado'
    LEFT JOIN documento o ON o.organizacion_id = :organizacionId::bigint AND o.transaccion_id = n.transaccion_id
    CROSS JOIN LATERAL (
        SELECT min(CASE a.tipo WHEN 'Devolucion' THEN a.tramo ELSE greatest(a.tramo - 1, 0) END) AS tramo,
               cubetas_suma(a.pesos) FILTER (WHERE a.tipo = 'Devolucion') AS pesos
        FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = n.transaccion_id
          AND a.destino_id = v.transaccion_id AND a.tipo IN ('Devolucion', 'Cobro', 'Pago') AND a.fecha_reversa IS NULL) x
    CROSS JOIN LATERAL (
        SELECT (SELECT cubetas_suma(cubetas_menos(a.flujo, coalesce(a.declarado, cubetas_cero())))
                FROM relacion k
                JOIN aplicacion a ON a.organizacion_id = :organizacionId::bigint AND a.destino_id = k.origen_id
                     AND a.tipo IN ('Cobro', 'Reclasificacion') AND a.fecha_reversa IS NULL AND a.flujo IS DISTINCT FROM NULL
                JOIN transaccion q ON q.organizacion_id = :organizacionId::bigint AND q.transaccion_id = k.origen_id
                     AND q.obj_id = {NotaVenta}
                WHERE k.organizacion_id = :organizacionId::bigint AND k.destino_id = v.transaccion_id AND k.tipo = 'Origen') AS cobrado,
               (SELECT cubetas_suma(coalesce(p.declarado, c.cubetas_mxn))
                FROM relacion k
                JOIN transaccion q ON q.organizacion_id = :organizacionId::bigint AND q.transaccion_id = k.origen_id
                     AND q.obj_id = {NotaVenta}
                JOIN relacion g ON g.organizacion_id = :organizacionId::bigint AND g.origen_id = k.origen_id AND g.tipo = 'Credito'
                JOIN transaccion c ON c.organizacion_id = :organizacionId::bigint AND c.transaccion_id = g.destino_id
                     AND c.obj_id IN ({creditos}) AND c.estado <> 'Cancelado'
                LEFT JOIN documento p ON p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = c.transaccion_id
                WHERE k.organizacion_id = :organizacionId::bigint AND k.destino_id = v.transaccion_id AND k.tipo = 'Origen') AS regresado) h
    ORDER BY v.transaccion_id, tramo, n.transaccion_id)";

// Write-offs in force of these documents.
inline constexpr std::string_view incobrables_de = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM aplicacion a
    JOIN transaccion t ON t.organizacion_id = a.organizacion_id AND t.transaccion_id = a.fuente_id
    WHERE a.organizacion_id = :organizacionId::bigint AND a.tipo = 'Incobrable' AND a.fecha_reversa IS NULL
      AND a.destino_id = ANY (:ids::bigint[])
    ORDER BY t.transaccion_id)";

// ---- our withholdings ----
// The rest of each row after its active applications. The stretch is the document's.
inline constexpr std::string_view retenciones_vivas = R"(
    SELECT r.consecutivo, r.impuesto, r.tipo_retencion AS "tipoRetencion", r.tasa, r.base, r.importe,
           r.importe_mxn AS "importeMxn", r.no_acreditable AS "noAcreditable",
           r.importe - coalesce(x.importe, 0) AS pendiente,
           r.importe_mxn - coalesce(x.pesos, 0) AS "pendienteMxn",
           r.importe - coalesce(x.importe, 0) + coalesce(x.del_tramo, 0) AS tramo, r.transaccion_id AS "transaccionId"
    FROM retencion r
    JOIN transaccion t ON t.organizacion_id = r.organizacion_id AND t.transaccion_id = r.transaccion_id
    CROSS JOIN LATERAL (
        SELECT sum(q.importe) AS importe, sum(q.pesos) AS pesos,
               sum(q.importe) FILTER (WHERE a.tramo = t.tramo_numero) AS del_tramo
        FROM aplicacion a CROSS JOIN LATERAL unnest(a.retenciones) q
        WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = r.transaccion_id AND a.fecha_reversa IS NULL
          AND q.consecutivo = r.consecutivo) x
    WHERE r.organizacion_id = :organizacionId::bigint AND r.transaccion_id = ANY (:ids::bigint[])
    ORDER BY r.transaccion_id, r.consecutivo)";
inline constexpr std::string_view partes_retenidas = R"(
    SELECT q.consecutivo, q.importe, q.pesos, q.flujo, a.aplicacion_id AS "aplicacionId"
    FROM aplicacion a CROSS JOIN LATERAL unnest(a.retenciones) q
    WHERE a.organizacion_id = :organizacionId::bigint AND a.aplicacion_id = ANY (:ids::bigint[]))";

// Reservations of the new document itself, and their change of the stock.
inline constexpr std::string_view apartados_nuevos = R"(, apartadonuevo AS (
        INSERT INTO apartado (organizacion_id, transaccion_id, numero_partida, producto_id, almacen_id, pedida, cantidad)
        SELECT :organizacionId::bigint, r.transaccion_id, r.numero_partida, r.producto_id, r.almacen_id, r.cantidad, r.cantidad
        FROM nueva CROSS JOIN {reservas} r
    ))";
inline constexpr std::string_view existencias_apartadas = ", existenciamovida AS ({existencias_mover})";

// ---- a new document: its series is locked last and held until the commit. An opening document brings its number. The
// rows are those of tablas.hpp; the caller leaves out empty tables ----
inline constexpr std::string_view documento_guardar = R"(
    WITH tomado AS (
        UPDATE serie_folio SET siguiente = siguiente + 1
        WHERE :numero::bigint = 0 AND organizacion_id = :organizacionId::bigint
          AND sucursal_id = :CabeceraNueva_sucursalId::bigint AND obj_id = :CabeceraNueva_objId::integer
          AND serie = :CabeceraNueva_serie::text COLLATE "C"
        RETURNING siguiente - 1 AS numero
    ), folio AS (
        SELECT numero FROM tomado
        UNION ALL
        SELECT :numero::bigint WHERE :numero::bigint <> 0
    ), nueva AS (
        INSERT INTO transaccion (organizacion_id, numero, tipo_documento, usuario_id, usuario, fecha_creacion,
                                 {cabecera_columnas})
        SELECT :organizacionId::bigint, folio.numero, o.nombre, u.usuario_id, coalesce(u.usuario, ''),
               date_trunc('second', timezone(s.zona_horaria, :ahora::timestamptz)), {cabecera_valores}
        FROM folio
        JOIN objeto o ON o.obj_id = :CabeceraNueva_objId::integer
        JOIN sucursal s ON s.organizacion_id = :organizacionId::bigint
                       AND s.sucursal_id = :CabeceraNueva_sucursalId::bigint
        LEFT JOIN usuario u ON u.organizacion_id = :organizacionId::bigint AND u.usuario_id = :usuarioId::bigint
        RETURNING transaccion_id, folio
    ){filas_partidas}{filas_impuestos}{filas_retenciones}{filas_series}{filas_lotes}{fila_banco}{filas_relaciones}{filas_propias}{apartados_nuevos}{existencias_apartadas}
    SELECT folio FROM nueva)";

// ---- a stored document without effects is rewritten (the schema refuses any other) ----
inline constexpr std::string_view partidas_quitar = R"(
    WITH impuestos AS (
        DELETE FROM partida_impuesto
        WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    ), series AS (
        DELETE FROM partida_serie
        WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    ), lotes AS (
        DELETE FROM partida_lote
        WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    )
    DELETE FROM partida WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
// Rewrites the header; the receiver's name keeps its stored value.
inline constexpr std::string_view encabezado_reescribir = R"(
    UPDATE transaccion
    SET contacto = CASE WHEN contacto_id = :CabeceraNueva_contactoId::bigint THEN contacto ELSE :CabeceraNueva_contacto END,
        rfc = CASE WHEN contacto_id = :CabeceraNueva_contactoId::bigint THEN rfc ELSE :CabeceraNueva_rfc END,
        contacto_id = :CabeceraNueva_contactoId::bigint, vendedor_id = :CabeceraNueva_vendedorId::bigint,
        proyecto_id = :CabeceraNueva_proyectoId::bigint, centro_costo_id = :CabeceraNueva_centroCostoId::bigint,
        notas = :CabeceraNueva_notas, referencia_externa = :CabeceraNueva_referenciaExterna,
        palabras = :CabeceraNueva_palabras
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :CabeceraNueva_transaccionId::bigint
    RETURNING transaccion_id)";
inline constexpr std::string_view partidas_reescribir = R"(
    WITH nueva AS (
        UPDATE transaccion
        SET subtotal = :CabeceraNueva_subtotal::numeric, descuento = :CabeceraNueva_descuento::numeric,
            ieps = :CabeceraNueva_ieps::numeric, iva = :CabeceraNueva_iva::numeric,
            iva_retenido = :CabeceraNueva_ivaRetenido::numeric, isr_retenido = :CabeceraNueva_isrRetenido::numeric,
            impuestos_locales = :CabeceraNueva_impuestosLocales::numeric,
            retencion_local = :CabeceraNueva_retencionLocal::numeric,
            total = :CabeceraNueva_total::numeric, cubetas = CAST(:CabeceraNueva_cubetas AS cubetas),
            cubetas_mxn = CAST(:CabeceraNueva_cubetasMxn AS cubetas)
        WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :CabeceraNueva_transaccionId::bigint
        RETURNING transaccion_id
    ){filas_partidas}{filas_impuestos}{filas_series}{filas_lotes}
    SELECT transaccion_id FROM nueva)";

// ---- locked documents, and the applications from and to them ----
inline constexpr std::string_view documentos_bloquear = R"(
    SELECT t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.folio, t.estado, t.fecha_apertura AS "fechaApertura",
           t.pendiente,
           t.pendiente_mxn AS "pendienteMxn", t.tramo, t.tramo_numero AS "tramoNumero", t.origen,
           t.contacto_id AS "contactoId", t.sucursal_id AS "sucursalId", t.fecha, t.moneda_id AS "monedaId",
           t.tipo_cambio AS "tipoCambio", t.total, t.saldo, t.cubetas, t.cubetas_mxn AS "cubetasMxn",
           (SELECT b.tipo FROM movimiento_banco b WHERE b.organizacion_id = t.organizacion_id
            AND b.transaccion_id = t.transaccion_id) AS "tipoBanco",
           t.contacto, t.rfc, t.tipo_documento AS "tipoDocumento",
           t.estatus_timbrado AS "estatusTimbrado",
           t.obj_id IN ({por_cobrar}) AND t.saldo < t.total AND EXISTS (
               SELECT FROM aplicacion a
               WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = t.transaccion_id
                 AND a.tipo = 'Incobrable' AND a.fecha_reversa IS NULL) AS incobrable
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = ANY (:ids::bigint[])
    ORDER BY t.transaccion_id
    FOR UPDATE OF t)";
inline constexpr std::string_view aplicaciones_activas = R"(
    WITH vigente AS (
        SELECT a.* FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = ANY (:ids::bigint[]) AND a.fecha_reversa IS NULL
        UNION ALL
        SELECT a.* FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = ANY (:ids::bigint[])
          AND a.fuente_id <> ALL (:ids::bigint[]) AND a.fecha_reversa IS NULL
    )
    SELECT a.aplicacion_id AS "aplicacionId", a.fuente_id AS "fuenteId", a.destino_id AS "destinoId",
           f.obj_id AS "fuenteObjId", a.tipo, a.importe_fuente AS "importeFuente", a.importe_destino AS "importeDestino",
           ROW(a.base16, a.iva16, a.base8, a.iva8, a.base0, a.exento, a.no_afecto, a.ieps, a.iva_ret, a.isr_ret,
               a.ret_local)::cubetas AS cubetas,
           a.pesos, a.flujo, a.declarado, a.fuente_pesos AS "fuentePesos", a.tramo
    FROM vigente a
    JOIN transaccion f ON f.organizacion_id = :organizacionId::bigint AND f.transaccion_id = a.fuente_id
    ORDER BY a.aplicacion_id)";

// Present moment in the branch of a document, and the latest date of its source documents. A document of another system
// counts from the day of its opening, because the ledger lacks it before.
inline constexpr std::string_view momento = R"(
    SELECT date_trunc('second', timezone(s.zona_horaria, :ahora::timestamptz)) AS ahora, q.fecha, q.nombre
    FROM transaccion t
    JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    CROSS JOIN LATERAL (
        SELECT greatest(x.fecha, x.fecha_apertura) AS fecha, x.tipo_documento || ' ' || x.folio AS nombre
        FROM transaccion x WHERE x.organizacion_id = :organizacionId::bigint AND x.transaccion_id = ANY (:ids::bigint[])
        ORDER BY 1 DESC LIMIT 1) q
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";
// Reservation of each line of an order: `pedida` is the quantity of the whole line, `cantidad` the quantity reserved
// now.
inline constexpr std::string_view apartados_de_pedido = R"(
    SELECT numero_partida AS "numeroPartida", producto_id AS "productoId", almacen_id AS "almacenId", pedida, cantidad
    FROM apartado
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    ORDER BY almacen_id, producto_id, numero_partida)";

// ---- authorization ----
inline constexpr std::string_view facultad = R"(
    SELECT coalesce(t.usuario_id = :usuarioId::bigint, false) AS propio, u.limite_autorizacion AS limite,
           coalesce(round(t.total * t.tipo_cambio, 2) > u.limite_autorizacion, false) AS excede
    FROM transaccion t
    LEFT JOIN usuario u ON u.organizacion_id = :organizacionId::bigint AND u.usuario_id = :usuarioId::bigint
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view autorizacion_anotar = R"(
    INSERT INTO autorizacion (organizacion_id, transaccion_id, usuario_id, usuario, fecha, notas)
    SELECT t.organizacion_id, t.transaccion_id, u.usuario_id, coalesce(u.usuario, ''), :fecha::timestamp, :notas
    FROM transaccion t
    LEFT JOIN usuario u ON u.organizacion_id = :organizacionId::bigint AND u.usuario_id = :usuarioId::bigint
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";

// Writes all pólizas of a transaction at once and last: their numbers come from the busiest rows of an organization,
// locked by key and held until the commit. A póliza or a line without own values takes those of its document; a póliza
// without a document (poliza_propia) has its own values.
inline constexpr std::string_view polizas_guardar = R"(
    WITH p AS MATERIALIZED (
        SELECT coalesce(q."polizaId", nextval('poliza_poliza_id_seq')) AS id, q.tipo, q."reversaDe", q.lineas, q."transaccionId",
               q.fecha::date AS fecha, extract(year FROM q.fecha)::integer AS ejercicio,
               coalesce(q.mes, extract(month FROM q.fecha)::integer) AS mes, coalesce(q.origen, 'Documento') AS origen,
               coalesce(q.concepto, d.nombre) AS concepto, coalesce(q.motivo, '') AS motivo, d.sucursal_id, d.proyecto_id,
               d.centro_costo_id
        FROM jsonb_to_recordset(:polizas::jsonb) AS q (tipo text, "reversaDe" bigint, lineas jsonb, "transaccionId" bigint,
             fecha timestamp, "polizaId" bigint, mes integer, origen text, concepto text, motivo text)
        LEFT JOIN LATERAL (
            SELECT t.tipo_documento || ' ' || t.folio AS nombre, t.sucursal_id, t.proyecto_id, t.centro_costo_id
            FROM transaccion t
            WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = q."transaccionId" OFFSET 0) d ON true
    ), numeros AS MATERIALIZED (
        SELECT k.ejercicio, k.mes, k.tipo,
               poliza_numeros(:organizacionId::bigint, k.ejercicio, k.mes, k.tipo, k.cuantas) AS primero
        FROM (SELECT ejercicio, mes, tipo, count(*) AS cuantas FROM p GROUP BY 1, 2, 3 ORDER BY 1, 2, 3) k
    ), cabeceras AS (
        INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, numero, transaccion_id, reversa_de,
                            origen, concepto, motivo)
        SELECT :organizacionId::bigint, p.id, p.tipo, p.fecha, p.ejercicio, p.mes,
               n.primero - 1 + row_number() OVER (PARTITION BY p.ejercicio, p.mes, p.tipo ORDER BY p.id),
               p."transaccionId", nullif(p."reversaDe", 0), p.origen, p.concepto, p.motivo
        FROM p
        JOIN numeros n ON n.ejercicio = p.ejercicio AND n.mes = p.mes AND n.tipo = p.tipo
    )
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id,
                                   proyecto_id, centro_costo_id, contacto_id, uuid, concepto)
    SELECT :organizacionId::bigint, p.id, l.ordinality, coalesce((
               SELECT c.cuenta_contable_id FROM cuenta_contable c
               WHERE c.organizacion_id = :organizacionId::bigint AND c.clave = l.clave AND c.clave <> ''),
               nullif(l."cuentaId", 0)), l.debe, l.haber,
           coalesce(l."sucursalId", p.sucursal_id), coalesce(l."proyectoId", p.proyecto_id),
           coalesce(l."centroCostoId", p.centro_costo_id), l."contactoId", coalesce(l.uuid, ''), coalesce(l.concepto, '')
    FROM p
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(p.lineas) AS (clave text, "cuentaId" bigint, debe numeric, haber numeric,
               concepto text, "sucursalId" bigint, "proyectoId" bigint, "centroCostoId" bigint, "contactoId" bigint, uuid text))
               WITH ORDINALITY l)";
// Id of a new póliza, taken with the month locked: a sum of the ledger waits for transactions that have begun to write.
inline constexpr std::string_view poliza_nueva = "SELECT nextval('poliza_poliza_id_seq') AS id";
inline constexpr std::string_view periodo_bloquear = R"(
    SELECT estado FROM periodo
    WHERE organizacion_id = :organizacionId::bigint AND ejercicio = extract(year FROM :fecha::date)::integer
      AND mes = extract(month FROM :fecha::date)::integer
    FOR SHARE)";
// State of a new month. A month before a closed month is created closed: no entry may change the opening balance of the
// closed one. Month 13 holds only the closing of its year.
inline constexpr std::string_view estado_al_nacer = R"(
    CASE WHEN n.mes <= 12 AND EXISTS (SELECT FROM periodo c
                                      WHERE c.organizacion_id = :organizacionId::bigint AND c.estado = 'Cerrado'
                                        AND c.mes <= 12 AND (c.ejercicio, c.mes) > (n.ejercicio, n.mes))
         THEN 'Cerrado' ELSE 'Abierto' END)";
inline constexpr std::string_view periodo_crear = R"(
    INSERT INTO periodo (organizacion_id, ejercicio, mes, estado)
    SELECT :organizacionId::bigint, n.ejercicio, n.mes, {estado_al_nacer}
    FROM (SELECT extract(year FROM :fecha::date)::integer AS ejercicio, extract(month FROM :fecha::date)::integer AS mes) n
    ON CONFLICT DO NOTHING)";
// First day, not before :desde, in a month that is closed neither by hand nor by `diasCierre`.
inline constexpr std::string_view primer_dia_abierto = R"(
    SELECT greatest(:desde::date,
                    (SELECT (make_date(c.ejercicio, c.mes, 1) + interval '1 month')::date FROM periodo c
                     WHERE c.organizacion_id = :organizacionId::bigint AND c.estado = 'Cerrado' AND c.mes <= 12
                     ORDER BY c.ejercicio DESC, c.mes DESC LIMIT 1),
                    (SELECT date_trunc('month', (SELECT {dia_de_hoy}) - x.valor::integer)::date FROM parametro x
                     WHERE x.organizacion_id = :organizacionId::bigint AND x.clave = 'diasCierre'
                       AND x.valor::integer > 0)) AS dia)";
// Months of a year for ASolas (a_solas.hpp).
inline constexpr std::string_view meses_crear = R"(
    INSERT INTO periodo (organizacion_id, ejercicio, mes, estado)
    SELECT :organizacionId::bigint, n.ejercicio, n.mes, {estado_al_nacer}
    FROM (SELECT :ejercicio::integer AS ejercicio, m AS mes
          FROM generate_series(:desde::integer, :hasta::integer) m) n
    ON CONFLICT DO NOTHING)";
inline constexpr std::string_view meses_apartar = R"(
    SELECT mes, estado FROM periodo
    WHERE organizacion_id = :organizacionId::bigint AND ejercicio = :ejercicio::integer
      AND mes BETWEEN :desde::integer AND :hasta::integer
    ORDER BY mes
    FOR UPDATE)";
// A stored póliza without a document (poliza_propia).
inline constexpr std::string_view poliza_propia = R"(
    SELECT poliza_id AS "polizaId", tipo, coalesce(reversa_de, 0) AS "reversaDe", origen, fecha, mes, concepto
    FROM poliza
    WHERE organizacion_id = :organizacionId::bigint AND poliza_id = :polizaId::bigint AND transaccion_id IS NULL)";
inline constexpr std::string_view poliza_propia_lineas = R"(
    SELECT '' AS clave, cuenta_contable_id AS "cuentaId", debe, haber, concepto, sucursal_id AS "sucursalId",
           proyecto_id AS "proyectoId", centro_costo_id AS "centroCostoId", contacto_id AS "contactoId", uuid
    FROM poliza_movimiento
    WHERE organizacion_id = :organizacionId::bigint AND poliza_id = :polizaId::bigint
    ORDER BY numero)";

}  // namespace gestor::sql
