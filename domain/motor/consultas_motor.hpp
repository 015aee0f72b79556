#pragma once
// The statements of the engine that touch what documents leave behind: stock, applications, ledger, the documents
// themselves. Rows arrive as JSON and go in with one statement. Locks are taken in one order, always: periodo,
// contacto, documents by id, turns for stock by their number, existencia by (almacén, producto), serie_folio, and
// poliza_folio last of all, so that the hottest is held shortest.
// Under row level security a comparison with coalesce(…), or with a text that is cast to a number, does not reach an
// index: it might fail on a row that one must not see. Keys are compared with parameters and columns of their type
// (`= ANY (:ids::bigint[])`, a materialized CTE, a scalar subquery). tests/persistence/planes_escritura_test.cpp.
#include <string_view>

namespace gestor::sql {

// ---- stock: lock and read ----
// Before the rows themselves: whoever waits for a row that is then updated loses his turn to a newcomer, and starves
// among a few who sell the same. These locks are given in the order in which they were asked for. They take room in
// PostgreSQL's memory, which row locks do not: a document of many products goes without.
inline constexpr std::size_t existencias_con_turno = 32;
inline constexpr std::string_view existencias_formarse = R"(
    SELECT pg_advisory_xact_lock(k.turno) AS turno
    FROM (SELECT DISTINCT hashint8extended(p, hashint8extended(a, :organizacionId::bigint)) AS turno
          FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint) ORDER BY 1) k)";
inline constexpr std::string_view existencias_bloquear = R"(
    SELECT e.almacen_id AS "almacenId", e.producto_id AS "productoId", p.codigo, p.metodo_costeo AS "metodoCosteo",
           p.maneja_series AS "manejaSeries", p.maneja_lotes AS "manejaLotes", e.cantidad, e.valor, e.apartado
    FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    JOIN existencia e ON e.organizacion_id = :organizacionId::bigint AND e.almacen_id = k.a AND e.producto_id = k.p
    JOIN producto p ON p.organizacion_id = e.organizacion_id AND p.producto_id = e.producto_id
    ORDER BY e.almacen_id, e.producto_id
    FOR UPDATE OF e)";
inline constexpr std::string_view existencias_crear = R"(
    INSERT INTO existencia (organizacion_id, almacen_id, producto_id)
    SELECT :organizacionId::bigint, k.a, k.p FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    ORDER BY k.a, k.p
    ON CONFLICT DO NOTHING)";
// And whether anything moved on a day after the one that is written: whoever writes the past must look at it.
inline constexpr std::string_view capas_abiertas = R"(
    WITH k AS MATERIALIZED (
        SELECT a, p, EXISTS (
                   SELECT FROM movimiento_inventario m
                   WHERE m.organizacion_id = :organizacionId::bigint AND m.producto_id = p AND m.almacen_id = a
                     AND m.fecha >= (:dia::date + 1)::timestamp) AS despues
        FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    )
    SELECT c.almacen_id AS "almacenId", c.producto_id AS "productoId", c.capa_id AS "capaId", c.fecha, c.serie, c.lote,
           c.restante, c.valor, k.despues
    FROM k
    JOIN capa c ON c.organizacion_id = :organizacionId::bigint AND c.almacen_id = k.a AND c.producto_id = k.p
               AND c.restante > 0
    ORDER BY c.almacen_id, c.producto_id, c.fecha, c.transaccion_id, c.capa_id)";
// What moved after a day, the latest first; `llega`: the layer came with it.
inline constexpr std::string_view movimientos_posteriores = R"(
    SELECT m.almacen_id AS "almacenId", m.producto_id AS "productoId", m.capa_id AS "capaId", m.fecha::date AS dia, m.serie,
           m.lote, sum(m.cantidad) AS cantidad,
           bool_or(m.cantidad > 0 AND NOT m.reversa AND c.transaccion_id = m.transaccion_id) AS llega
    FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.producto_id = k.p
                                AND m.almacen_id = k.a AND m.fecha >= (:dia::date + 1)::timestamp
    JOIN capa c ON c.organizacion_id = m.organizacion_id AND c.capa_id = m.capa_id
    GROUP BY 1, 2, 3, 4, 5, 6
    ORDER BY dia DESC)";
inline constexpr std::string_view series_en_almacen = R"(
    SELECT s.producto_id AS "productoId", s.serie, s.almacen_id AS "almacenId"
    FROM (SELECT DISTINCT k.p FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)) k
    CROSS JOIN jsonb_array_elements_text(:series::jsonb) AS q (serie)
    JOIN existencia_serie s ON s.organizacion_id = :organizacionId::bigint AND s.producto_id = k.p
                           AND s.serie = q.serie COLLATE "C"
    FOR UPDATE OF s)";
inline constexpr std::string_view lotes_en_almacen = R"(
    SELECT l.almacen_id AS "almacenId", l.producto_id AS "productoId", l.lote, l.caducidad, l.cantidad
    FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    JOIN existencia_lote l ON l.organizacion_id = :organizacionId::bigint AND l.almacen_id = k.a AND l.producto_id = k.p)";
inline constexpr std::string_view capas_numeros =
    "SELECT nextval('capa_capa_id_seq') AS id FROM generate_series(1, :cuantas::integer)";

// ---- stock: write ----
inline constexpr std::string_view existencias_mover = R"(
    UPDATE existencia e
    SET cantidad = e.cantidad + k.cantidad, valor = e.valor + k.valor, apartado = e.apartado + k.apartado
    FROM (SELECT a, p, sum(cantidad) AS cantidad, sum(valor) AS valor, sum(apartado) AS apartado
          FROM (SELECT m."almacenId" AS a, m."productoId" AS p, m.cantidad, m.valor, 0 AS apartado
                FROM jsonb_to_recordset(:movimientos::jsonb) AS m ("almacenId" bigint, "productoId" bigint,
                     cantidad numeric, valor numeric)
                UNION ALL
                SELECT r."almacenId", r."productoId", 0, 0, r.cantidad
                FROM jsonb_to_recordset(:apartados::jsonb) AS r ("almacenId" bigint, "productoId" bigint,
                     cantidad numeric)) x
          GROUP BY a, p) k
    WHERE e.organizacion_id = :organizacionId::bigint AND e.almacen_id = k.a AND e.producto_id = k.p)";
inline constexpr std::string_view apartados_soltar = R"(
    UPDATE apartado a SET cantidad = a.cantidad + r.cantidad
    FROM jsonb_to_recordset(:apartados::jsonb) AS r ("transaccionId" bigint, "numeroPartida" integer,
         "productoId" bigint, cantidad numeric)
    WHERE r.cantidad < 0 AND a.organizacion_id = :organizacionId::bigint AND a.transaccion_id = r."transaccionId"
      AND a.numero_partida = r."numeroPartida" AND a.producto_id = r."productoId")";
inline constexpr std::string_view apartados_tomar = R"(
    INSERT INTO apartado (organizacion_id, transaccion_id, numero_partida, producto_id, almacen_id, pedida, cantidad)
    SELECT :organizacionId::bigint, r."transaccionId", r."numeroPartida", r."productoId", r."almacenId", r.cantidad, r.cantidad
    FROM jsonb_to_recordset(:apartados::jsonb) AS r ("transaccionId" bigint, "numeroPartida" integer,
         "productoId" bigint, "almacenId" bigint, cantidad numeric)
    WHERE r.cantidad > 0
    ON CONFLICT (organizacion_id, transaccion_id, numero_partida, producto_id)
    DO UPDATE SET cantidad = apartado.cantidad + excluded.cantidad)";
// New layers, what is left of the old ones, the movements, and the serial numbers and lots that are in stock.
inline constexpr std::string_view movimientos_guardar = R"(
    WITH m AS (
        SELECT *, nullif(caducidad, '')::date AS caduca
        FROM jsonb_to_recordset(:movimientos::jsonb) AS m ("numeroPartida" integer, "almacenId" bigint, "productoId" bigint,
             "capaId" bigint, nueva boolean, "capaFecha" timestamp, cantidad numeric, valor numeric, "valorCapa" numeric,
             serie text, lote text, caducidad text)
    ), nuevas AS (
        INSERT INTO capa (organizacion_id, capa_id, almacen_id, producto_id, transaccion_id, numero_partida, fecha, serie,
                          lote, cantidad, restante, costo, valor)
        SELECT :organizacionId::bigint, m."capaId", m."almacenId", m."productoId", :transaccionId::bigint, m."numeroPartida",
               m."capaFecha", m.serie, m.lote, m.cantidad, m.cantidad, m."valorCapa", m."valorCapa"
        FROM m WHERE m.nueva
    ), gastadas AS (
        UPDATE capa c SET restante = c.restante + k.cantidad, valor = c.valor + k.valor
        FROM (SELECT "capaId", sum(cantidad) AS cantidad, sum("valorCapa") AS valor FROM m WHERE NOT nueva GROUP BY 1) k
        WHERE c.organizacion_id = :organizacionId::bigint AND c.capa_id = k."capaId"
    ), salen AS (
        DELETE FROM existencia_serie s USING m
        WHERE m.serie <> '' AND m.cantidad < 0 AND s.organizacion_id = :organizacionId::bigint
          AND s.producto_id = m."productoId" AND s.serie = m.serie COLLATE "C"
          AND NOT EXISTS (SELECT FROM m q WHERE q."productoId" = m."productoId" AND q.serie = m.serie AND q.cantidad > 0)
    ), mudan AS (
        UPDATE existencia_serie s SET almacen_id = m."almacenId", capa_id = m."capaId"
        FROM m
        WHERE m.serie <> '' AND m.cantidad > 0 AND s.organizacion_id = :organizacionId::bigint
          AND s.producto_id = m."productoId" AND s.serie = m.serie COLLATE "C"
          AND EXISTS (SELECT FROM m q WHERE q."productoId" = m."productoId" AND q.serie = m.serie AND q.cantidad < 0)
    ), llegan AS (
        INSERT INTO existencia_serie (organizacion_id, producto_id, serie, almacen_id, capa_id)
        SELECT :organizacionId::bigint, m."productoId", m.serie, m."almacenId", m."capaId" FROM m
        WHERE m.serie <> '' AND m.cantidad > 0
          AND NOT EXISTS (SELECT FROM m q WHERE q."productoId" = m."productoId" AND q.serie = m.serie AND q.cantidad < 0)
    ), lotes AS (
        INSERT INTO existencia_lote (organizacion_id, almacen_id, producto_id, lote, caducidad, cantidad)
        SELECT :organizacionId::bigint, "almacenId", "productoId", lote, max(caduca), sum(cantidad) FROM m
        WHERE lote <> '' GROUP BY "almacenId", "productoId", lote HAVING sum(cantidad) > 0
        ON CONFLICT (organizacion_id, almacen_id, producto_id, lote)
        DO UPDATE SET cantidad = existencia_lote.cantidad + excluded.cantidad,
                      caducidad = coalesce(existencia_lote.caducidad, excluded.caducidad)
    ), lotes_menos AS (
        UPDATE existencia_lote l SET cantidad = l.cantidad + k.cantidad
        FROM (SELECT "almacenId", "productoId", lote, sum(cantidad) AS cantidad FROM m WHERE lote <> ''
              GROUP BY 1, 2, 3 HAVING sum(cantidad) < 0) k
        WHERE l.organizacion_id = :organizacionId::bigint AND l.almacen_id = k."almacenId"
          AND l.producto_id = k."productoId" AND l.lote = k.lote COLLATE "C"
    )
    INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id,
                                       fecha, cantidad, valor, valor_capa, serie, lote, caducidad, reversa)
    SELECT :organizacionId::bigint, :transaccionId::bigint, m."numeroPartida", m."almacenId", m."productoId", m."capaId",
           :fecha::timestamp, m.cantidad, m.valor, m."valorCapa", m.serie, m.lote, m.caduca, :reversa::boolean
    FROM m)";

// ---- other documents ----
inline constexpr std::string_view saldos_mover = R"(
    UPDATE transaccion t
    SET saldo = t.saldo + k.cambio, estado = k.estado, pendiente = nullif(k.pendiente, '')::cubetas,
        pendiente_mxn = nullif(k."pendienteMxn", '')::cubetas, tramo = nullif(k.tramo, '')::cubetas,
        tramo_numero = k."tramoNumero"
    FROM jsonb_to_recordset(:saldos::jsonb) AS k ("transaccionId" bigint, cambio numeric, estado text, pendiente text,
         "pendienteMxn" text, tramo text, "tramoNumero" integer)
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = k."transaccionId")";
inline constexpr std::string_view avances_mover = R"(
    UPDATE partida p SET surtida = p.surtida + k.surtida, facturada = p.facturada + k.facturada,
                         devuelta = p.devuelta + k.devuelta
    FROM jsonb_to_recordset(:avances::jsonb) AS k ("transaccionId" bigint, "numeroPartida" integer, surtida numeric,
         facturada numeric, devuelta numeric)
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = k."transaccionId"
      AND p.numero_partida = k."numeroPartida")";
inline constexpr std::string_view aplicaciones_revertir = R"(
    UPDATE aplicacion SET fecha_reversa = :fecha::timestamp
    WHERE organizacion_id = :organizacionId::bigint AND aplicacion_id = ANY (:ids::bigint[]))";
inline constexpr std::string_view documento_cancelar = R"(
    UPDATE transaccion SET estado = :estado, saldo = 0, pendiente = NULL, pendiente_mxn = NULL, tramo = NULL,
                           fecha_cancelacion = :fecha::timestamp, motivo_cancelacion = :motivo,
                           estatus_timbrado = CASE estatus_timbrado WHEN 'Timbrado' THEN 'Cancelado' ELSE estatus_timbrado END
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view aplicaciones_guardar = R"(
    INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, tipo, importe_fuente, importe_destino, tipo_cambio,
                            base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret,
                            pesos, flujo, fuente_pesos, tramo, fuente_folio, fuente_moneda, fuente_total, cuenta, forma,
                            referencia)
    SELECT :organizacionId::bigint, a."fuenteId", a."destinoId", a.fecha::timestamp, a.tipo, a."importeFuente",
           a."importeDestino", a."tipoCambio", (c.c).base16, (c.c).iva16, (c.c).base8, (c.c).iva8, (c.c).base0, (c.c).exento,
           (c.c).no_afecto, (c.c).ieps, (c.c).iva_ret, (c.c).isr_ret, a.pesos::cubetas,
           nullif(a.flujo, '')::cubetas, nullif(a."fuentePesos", '')::cubetas, a.tramo, f.folio, f.moneda, f.total,
           coalesce(b.cuenta, ''), coalesce(b.forma, ''), coalesce(b.referencia, '')
    FROM ROWS FROM (jsonb_to_recordset(:aplicaciones::jsonb) AS ("fuenteId" bigint, "destinoId" bigint, fecha text, tipo text,
             "importeFuente" numeric, "importeDestino" numeric, "tipoCambio" numeric, cubetas text, pesos text, flujo text,
             "fuentePesos" text, tramo integer)) WITH ORDINALITY a
    CROSS JOIN LATERAL (SELECT a.cubetas::cubetas AS c) c
    JOIN transaccion f ON f.organizacion_id = :organizacionId::bigint AND f.transaccion_id = a."fuenteId"
    LEFT JOIN movimiento_banco b ON b.organizacion_id = f.organizacion_id AND b.transaccion_id = f.transaccion_id
    ORDER BY a.ordinality)";

// ---- a new document, whole: the series is locked here, after everything else, and held until the commit. What another
// system made brings its number ----
inline constexpr std::string_view documento_guardar = R"(
    WITH tomado AS (
        UPDATE serie_folio SET siguiente = siguiente + 1
        WHERE :cabecera::jsonb ->> 'numero' = '0' AND organizacion_id = :organizacionId::bigint AND sucursal_id = (:cabecera::jsonb ->> 'sucursalId')::bigint
          AND obj_id = (:cabecera::jsonb ->> 'objId')::integer AND serie = :cabecera::jsonb ->> 'serie' COLLATE "C"
        RETURNING siguiente - 1 AS numero
    ), folio AS (
        SELECT numero FROM tomado
        UNION ALL
        SELECT (:cabecera::jsonb ->> 'numero')::bigint WHERE :cabecera::jsonb ->> 'numero' <> '0'
    ), nueva AS (
        INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, moneda_id,
                                 serie, tipo_documento, origen, estado, contacto, rfc, moneda, tipo_cambio, subtotal, descuento,
                                 iva, ieps, iva_retenido, isr_retenido, total, saldo, metodo_pago, forma_pago, uso_cfdi,
                                 regimen_fiscal, fecha_vencimiento, dias_credito, vendedor_id, proyecto_id, centro_costo_id,
                                 almacen_id, notas, referencia_externa, usuario_id, usuario, fecha_creacion, cubetas, cubetas_mxn,
                                 pendiente, pendiente_mxn, tramo, tramo_numero, fecha_apertura, uuid, fecha_timbrado,
                                 estatus_timbrado)
        SELECT :organizacionId::bigint, c."transaccionId", c."sucursalId", nullif(c."contactoId", 0), folio.numero, c.fecha,
               c."objId", c."monedaId", c.serie, o.nombre, c.origen, c.estado, c.contacto, c.rfc, c.moneda, c."tipoCambio",
               c.subtotal, c.descuento, c.iva, c.ieps, c."ivaRetenido", c."isrRetenido", c.total, c.saldo,
               nullif(c."metodoPago", ''), nullif(c."formaPago", ''), nullif(c."usoCFDI", ''), nullif(c."regimenFiscal", ''),
               nullif(c."fechaVencimiento", '')::date, c."diasCredito", nullif(c."vendedorId", 0), nullif(c."proyectoId", 0),
               nullif(c."centroCostoId", 0), nullif(c."almacenId", 0), c.notas, c."referenciaExterna",
               u.usuario_id, coalesce(u.usuario, ''), date_trunc('second', timezone(s.zona_horaria, now())),
               nullif(c.cubetas, '')::cubetas, nullif(c."cubetasMxn", '')::cubetas, nullif(c.pendiente, '')::cubetas,
               nullif(c."pendienteMxn", '')::cubetas, nullif(c.tramo, '')::cubetas, c."tramoNumero",
               nullif(c."fechaApertura", '')::date, c.uuid, CASE WHEN c.timbrado THEN c.fecha END,
               CASE WHEN c.timbrado THEN 'Timbrado' ELSE 'SinTimbrar' END
        FROM folio
        CROSS JOIN jsonb_to_record(:cabecera::jsonb) AS c ("transaccionId" bigint, "objId" integer, "sucursalId" bigint,
             serie text, fecha timestamp, estado text, origen text, "contactoId" bigint, contacto text, rfc text,
             "monedaId" integer, moneda text, "tipoCambio" numeric, subtotal numeric, descuento numeric, iva numeric,
             ieps numeric, "ivaRetenido" numeric, "isrRetenido" numeric, total numeric, saldo numeric, "metodoPago" text,
             "formaPago" text, "usoCFDI" text, "regimenFiscal" text, "fechaVencimiento" text, "diasCredito" integer,
             "vendedorId" bigint, "proyectoId" bigint, "centroCostoId" bigint, "almacenId" bigint, notas text,
             "referenciaExterna" text, cubetas text, "cubetasMxn" text, pendiente text, "pendienteMxn" text, tramo text,
             "tramoNumero" integer, "fechaApertura" text, uuid text, timbrado boolean)
        JOIN objeto o ON o.obj_id = c."objId"
        JOIN sucursal s ON s.organizacion_id = :organizacionId::bigint AND s.sucursal_id = c."sucursalId"
        LEFT JOIN usuario u ON u.organizacion_id = :organizacionId::bigint AND u.usuario_id = :usuarioId::bigint
        RETURNING transaccion_id, folio
    ), lineas AS (
        INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, concepto_id, unidad_medida_id,
                             proyecto_id, centro_costo_id, almacen_id, codigo, numero_parte, descripcion, unidad, cantidad,
                             factor, precio_unitario, descuento, promocion, importe, clave_producto_servicio, clave_unidad,
                             objeto_impuesto, notas, surtida, costo, origen_id, numero_partida_origen, avance_surtida,
                             avance_facturada, avance_devuelta)
        SELECT :organizacionId::bigint, nueva.transaccion_id, p."numeroPartida", nullif(p."productoId", 0),
               nullif(p."conceptoId", 0), nullif(p."unidadMedidaId", 0), nullif(p."proyectoId", 0),
               nullif(p."centroCostoId", 0), nullif(p."almacenId", 0), p.codigo, p."numeroParte", p.descripcion, p.unidad,
               p.cantidad, p.factor, p."precioUnitario", p.descuento, p.promocion, p.importe, p."claveProductoServicio",
               p."claveUnidad", p."objetoImpuesto", p.notas, p.surtida, p.costo, nullif(p."origenId", 0),
               nullif(p."numeroPartidaOrigen", 0), p."avanceSurtida", p."avanceFacturada", p."avanceDevuelta"
        FROM nueva CROSS JOIN jsonb_to_recordset(:partidas::jsonb) AS p ("numeroPartida" integer, "productoId" bigint,
             "conceptoId" bigint, "unidadMedidaId" bigint, "proyectoId" bigint, "centroCostoId" bigint, "almacenId" bigint,
             codigo text, "numeroParte" text, descripcion text, unidad text, cantidad numeric, factor numeric,
             "precioUnitario" numeric, descuento numeric, promocion numeric, importe numeric, "claveProductoServicio" text,
             "claveUnidad" text, "objetoImpuesto" text, notas text, surtida numeric, costo numeric, "origenId" bigint,
             "numeroPartidaOrigen" integer, "avanceSurtida" numeric, "avanceFacturada" numeric, "avanceDevuelta" numeric)
    ), impuestos AS (
        INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo,
                                      tipo_factor, tasa_cuota, base, importe)
        SELECT :organizacionId::bigint, nueva.transaccion_id, i."numeroPartida", i.consecutivo, i.impuesto, i.tipo,
               i."tipoFactor", i."tasaOCuota", i.base, i.importe
        FROM nueva CROSS JOIN jsonb_to_recordset(:impuestos::jsonb) AS i ("numeroPartida" integer, consecutivo integer,
             impuesto text, tipo text, "tipoFactor" text, "tasaOCuota" numeric, base numeric, importe numeric)
    ), series AS (
        INSERT INTO partida_serie (organizacion_id, transaccion_id, numero_partida, serie)
        SELECT :organizacionId::bigint, nueva.transaccion_id, s."numeroPartida", s.serie
        FROM nueva CROSS JOIN jsonb_to_recordset(:series::jsonb) AS s ("numeroPartida" integer, serie text)
    ), lotes AS (
        INSERT INTO partida_lote (organizacion_id, transaccion_id, numero_partida, lote, cantidad, caducidad)
        SELECT :organizacionId::bigint, nueva.transaccion_id, l."numeroPartida", l.lote, l.cantidad,
               nullif(l.caducidad, '')::date
        FROM nueva CROSS JOIN jsonb_to_recordset(:lotes::jsonb) AS l ("numeroPartida" integer, lote text, cantidad numeric,
             caducidad text)
    ), banco AS (
        INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, tipo, cuenta, forma, referencia)
        SELECT :organizacionId::bigint, nueva.transaccion_id, b."cuentaId", b."formaPagoId", b.tipo, b.cuenta, b.forma,
               b.referencia
        FROM nueva CROSS JOIN jsonb_to_recordset(:banco::jsonb) AS b ("cuentaId" bigint, "formaPagoId" bigint, tipo text,
             cuenta text, forma text, referencia text)
    ), propios AS (
        INSERT INTO documento (organizacion_id, transaccion_id, lista_precios_id, concepto_id, almacen_destino_id,
                               entrega_inmediata, entrega_fecha, vigencia_fecha, condiciones_pago, caja, cambio, motivo, recibe,
                               tipo_movimiento, matricula, domicilio, escuela, addenda, informacion_global, cfdi_relacionados,
                               declarado)
        SELECT :organizacionId::bigint, nueva.transaccion_id, nullif(d."listaPreciosId", 0), nullif(d."conceptoId", 0),
               nullif(d."almacenDestinoId", 0), d."entregaInmediata", nullif(d."entregaFecha", '')::timestamp,
               nullif(d."vigenciaFecha", '')::date, d."condicionesPago", d.caja, d.cambio, d.motivo, d.recibe,
               d."tipoMovimiento", d.matricula, nullif(d.domicilio, '')::jsonb, nullif(d.escuela, '')::jsonb,
               nullif(d.addenda, '')::jsonb, nullif(d."informacionGlobal", '')::jsonb, nullif(d."cfdiRelacionados", '')::jsonb,
               nullif(d.declarado, '')::cubetas
        FROM nueva CROSS JOIN jsonb_to_recordset(:propios::jsonb) AS d ("listaPreciosId" bigint, "conceptoId" bigint,
             "almacenDestinoId" bigint, "entregaInmediata" boolean, "entregaFecha" text, "vigenciaFecha" text,
             "condicionesPago" text, caja text, cambio numeric, motivo text, recibe text, "tipoMovimiento" text, matricula text,
             domicilio text, escuela text, addenda text, "informacionGlobal" text, "cfdiRelacionados" text, declarado text)
    ), relaciones AS (
        INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo)
        SELECT :organizacionId::bigint, r."origenId", r."destinoId", r.tipo
        FROM nueva CROSS JOIN jsonb_to_recordset(:relaciones::jsonb) AS r ("origenId" bigint, "destinoId" bigint, tipo text)
    )
    SELECT folio FROM nueva)";

// ---- documents under lock, and what is applied to and from them ----
inline constexpr std::string_view documentos_bloquear = R"(
    SELECT t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.folio, t.estado, t.fecha_apertura AS "fechaApertura",
           t.pendiente,
           t.pendiente_mxn AS "pendienteMxn", t.tramo, t.tramo_numero AS "tramoNumero", t.origen,
           t.contacto_id AS "contactoId", t.sucursal_id AS "sucursalId", t.fecha, t.moneda_id AS "monedaId",
           t.tipo_cambio AS "tipoCambio", t.total, t.saldo, t.cubetas, t.cubetas_mxn AS "cubetasMxn",
           (SELECT b.tipo FROM movimiento_banco b WHERE b.organizacion_id = t.organizacion_id
            AND b.transaccion_id = t.transaccion_id) AS "tipoBanco",
           coalesce((SELECT b.conciliado FROM movimiento_banco b WHERE b.organizacion_id = t.organizacion_id
            AND b.transaccion_id = t.transaccion_id), false) AS conciliado,
           t.contacto, t.rfc, t.tipo_documento AS "tipoDocumento",
           t.estatus_timbrado AS "estatusTimbrado"
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
           ROW(a.base16, a.iva16, a.base8, a.iva8, a.base0, a.exento, a.no_afecto, a.ieps, a.iva_ret, a.isr_ret)::cubetas
               AS cubetas,
           a.pesos, a.tramo
    FROM vigente a
    JOIN transaccion f ON f.organizacion_id = :organizacionId::bigint AND f.transaccion_id = a.fuente_id
    ORDER BY a.aplicacion_id)";

// ---- what a document left behind, for whoever cancels it ----
// Now, in the branch of a document, and the latest of those that something comes from. What another system made is of
// the day it was opened here: before, the ledger knows nothing of it.
inline constexpr std::string_view momento = R"(
    SELECT date_trunc('second', timezone(s.zona_horaria, now())) AS ahora, q.fecha, q.nombre
    FROM transaccion t
    JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    CROSS JOIN LATERAL (
        SELECT greatest(x.fecha, x.fecha_apertura) AS fecha, x.tipo_documento || ' ' || x.folio AS nombre
        FROM transaccion x WHERE x.organizacion_id = :organizacionId::bigint AND x.transaccion_id = ANY (:ids::bigint[])
        ORDER BY 1 DESC LIMIT 1) q
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";
// The documents that a cancel touches beside its own: those it was applied to, the invoices that they became, those its
// lines come from.
inline constexpr std::string_view cancelar_alcance = R"(
    SELECT a.destino_id AS id FROM aplicacion a
    WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
    UNION
    SELECT h.destino_id FROM aplicacion a
    JOIN aplicacion h ON h.organizacion_id = a.organizacion_id AND h.fuente_id = a.destino_id AND h.tipo = 'Heredado'
         AND h.fecha_reversa IS NULL
    WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
    UNION
    SELECT p.origen_id FROM partida p
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint AND p.origen_id IS NOT NULL
    UNION
    SELECT r.origen_id FROM relacion r
    JOIN transaccion q ON q.organizacion_id = r.organizacion_id AND q.transaccion_id = r.origen_id AND q.obj_id = {CotizacionCliente}
    WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint AND r.tipo = 'Origen')";
// The quotations that this order alone had accepted.
inline constexpr std::string_view cotizaciones_libres = R"(
    SELECT q.transaccion_id AS id
    FROM relacion r
    JOIN transaccion q ON q.organizacion_id = r.organizacion_id AND q.transaccion_id = r.origen_id AND q.obj_id = {CotizacionCliente}
         AND q.estado = 'Aceptado'
    WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint AND r.tipo = 'Origen'
      AND NOT EXISTS (
          SELECT FROM relacion x
          JOIN transaccion p ON p.organizacion_id = x.organizacion_id AND p.transaccion_id = x.destino_id
               AND p.estado <> 'Cancelado'
          WHERE x.organizacion_id = :organizacionId::bigint AND x.origen_id = q.transaccion_id AND x.tipo = 'Origen'
            AND x.destino_id <> :transaccionId::bigint))";
inline constexpr std::string_view cancelacion_en_proceso = R"(
    UPDATE transaccion SET estatus_timbrado = 'CancelacionEnProceso', motivo_cancelacion = :motivo
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view movimientos_guardados = R"(
    SELECT m.numero_partida AS "numeroPartida", m.almacen_id AS "almacenId", m.producto_id AS "productoId",
           m.capa_id AS "capaId", c.fecha AS "capaFecha", m.cantidad, m.valor, m.valor_capa AS "valorCapa", m.serie, m.lote,
           m.caducidad
    FROM movimiento_inventario m
    JOIN capa c ON c.organizacion_id = m.organizacion_id AND c.capa_id = m.capa_id
    WHERE m.organizacion_id = :organizacionId::bigint AND m.transaccion_id = :transaccionId::bigint AND NOT m.reversa
    ORDER BY m.movimiento_id)";
inline constexpr std::string_view apartados_guardados = R"(
    SELECT transaccion_id AS "transaccionId", numero_partida AS "numeroPartida", producto_id AS "productoId",
           almacen_id AS "almacenId", cantidad
    FROM apartado
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint AND cantidad > 0)";
inline constexpr std::string_view avances_guardados = R"(
    SELECT origen_id AS "transaccionId", numero_partida_origen AS "numeroPartida", sum(avance_surtida) AS surtida,
           sum(avance_facturada) AS facturada, sum(avance_devuelta) AS devuelta
    FROM partida
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint AND origen_id IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2)";
inline constexpr std::string_view polizas_guardadas = R"(
    SELECT p.poliza_id AS "polizaId", p.tipo, m.cuenta_contable_id AS "cuentaId", m.debe, m.haber
    FROM poliza p
    JOIN poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint AND p.reversa_de IS NULL
      AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = p.organizacion_id AND r.reversa_de = p.poliza_id)
    ORDER BY p.poliza_id, m.numero)";
// What each line of an order should still reserve, and what it does.
inline constexpr std::string_view apartados_de_pedido = R"(
    SELECT numero_partida AS "numeroPartida", producto_id AS "productoId", almacen_id AS "almacenId", pedida, cantidad
    FROM apartado
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    ORDER BY almacen_id, producto_id, numero_partida)";

// ---- ledger ----
// All pólizas of a transaction at once and last of all: their numbers are taken from the busiest rows of an
// organization, in the order of those rows' keys, and held until the commit.
inline constexpr std::string_view polizas_guardar = R"(
    WITH p AS MATERIALIZED (
        SELECT nextval('poliza_poliza_id_seq') AS id, q.tipo, q."reversaDe", q.lineas, q."transaccionId", q.fecha::date AS fecha,
               extract(year FROM q.fecha)::integer AS ejercicio, extract(month FROM q.fecha)::integer AS mes
        FROM jsonb_to_recordset(:polizas::jsonb) AS q (tipo text, "reversaDe" bigint, lineas jsonb, "transaccionId" bigint,
             fecha timestamp)
    ), numeros AS MATERIALIZED (
        SELECT k.ejercicio, k.mes, k.tipo,
               poliza_numeros(:organizacionId::bigint, k.ejercicio, k.mes, k.tipo, k.cuantas) AS primero
        FROM (SELECT ejercicio, mes, tipo, count(*) AS cuantas FROM p GROUP BY 1, 2, 3 ORDER BY 1, 2, 3) k
    ), cabeceras AS (
        INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, numero, transaccion_id, reversa_de, concepto)
        SELECT :organizacionId::bigint, p.id, p.tipo, p.fecha, p.ejercicio, p.mes,
               n.primero - 1 + row_number() OVER (PARTITION BY p.ejercicio, p.mes, p.tipo ORDER BY p.id),
               p."transaccionId", nullif(p."reversaDe", 0), d.tipo_documento || ' ' || d.folio
        FROM p
        JOIN numeros n ON n.ejercicio = p.ejercicio AND n.mes = p.mes AND n.tipo = p.tipo
        JOIN transaccion d ON d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = p."transaccionId"
    )
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id,
                                   proyecto_id, centro_costo_id)
    SELECT :organizacionId::bigint, p.id, l.ordinality, coalesce(c.cuenta_contable_id, nullif(l."cuentaId", 0)), l.debe, l.haber,
           d.sucursal_id, d.proyecto_id, d.centro_costo_id
    FROM p
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(p.lineas) AS (clave text, "cuentaId" bigint, debe numeric, haber numeric))
               WITH ORDINALITY l
    JOIN transaccion d ON d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = p."transaccionId"
    LEFT JOIN cuenta_contable c ON c.organizacion_id = :organizacionId::bigint AND l.clave <> '' AND c.clave = l.clave)";
inline constexpr std::string_view periodo_bloquear = R"(
    SELECT estado FROM periodo
    WHERE organizacion_id = :organizacionId::bigint AND ejercicio = extract(year FROM :fecha::date)
      AND mes = extract(month FROM :fecha::date)
    FOR SHARE)";
inline constexpr std::string_view periodo_crear = R"(
    INSERT INTO periodo (organizacion_id, ejercicio, mes)
    VALUES (:organizacionId::bigint, extract(year FROM :fecha::date), extract(month FROM :fecha::date))
    ON CONFLICT DO NOTHING)";

}  // namespace gestor::sql
