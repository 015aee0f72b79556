#pragma once
// Statements of the writes of service orders and work orders, beside the engine.
#include <string_view>

namespace gestor::sql {

// ---- members of the body ----
inline constexpr std::string_view orden_nombrados = R"(
    SELECT n.contacto_id AS "contratoDe", coalesce(g.activo, false) AS agrupador, coalesce(p.activo, false) AS personal,
           coalesce(p.nombre, '') AS "personalServicio", coalesce(r.activo, false) AS ruta
    FROM organizacion o
    LEFT JOIN contrato n ON n.organizacion_id = o.organizacion_id AND n.contrato_id = :contratoId::bigint
    LEFT JOIN agrupador_servicio g ON g.organizacion_id = o.organizacion_id
         AND g.agrupador_servicio_id = :agrupadorServicioId::bigint
    LEFT JOIN personal_servicio p ON p.organizacion_id = o.organizacion_id
         AND p.personal_servicio_id = :personalServicioId::bigint
    LEFT JOIN ruta r ON r.organizacion_id = o.organizacion_id AND r.ruta_id = :rutaId::bigint
    WHERE o.organizacion_id = :organizacionId::bigint)";
// Work orders of the body; a new one has the number that it will get.
inline constexpr std::string_view trabajos_nombrados = R"(
    SELECT nextval('transaccion_transaccion_id_seq') AS "transaccionId", s.serie, coalesce(p.activo, false) AS personal,
           coalesce(p.nombre, '') AS "personalServicio", coalesce(v.activo, false) AS vendedor
    FROM ROWS FROM (jsonb_to_recordset(:trabajos::jsonb) AS ("personalServicioId" bigint, "vendedorId" bigint))
         WITH ORDINALITY f
    LEFT JOIN serie_folio s ON s.organizacion_id = :organizacionId::bigint AND s.sucursal_id = :sucursalId::bigint
         AND s.obj_id = {OrdenTrabajo} AND s.predeterminada
    LEFT JOIN personal_servicio p ON p.organizacion_id = :organizacionId::bigint
         AND p.personal_servicio_id = f."personalServicioId"
    LEFT JOIN vendedor v ON v.organizacion_id = :organizacionId::bigint AND v.vendedor_id = f."vendedorId"
    ORDER BY f.ordinality)";

// ---- stored orders ----
inline constexpr std::string_view orden_guardada = R"(
    SELECT t.fecha, t.serie, t.sucursal_id AS "sucursalId", t.proyecto_id AS "proyectoId",
           t.centro_costo_id AS "centroCostoId", t.moneda_id AS "monedaId", t.moneda, t.tipo_cambio AS "tipoCambio",
           t.notas, t.referencia_externa AS "referenciaExterna", t.contacto_id AS "clienteId", NULL AS "codigoCliente", o.equipo, o.marca,
           o.modelo, o.numero_serie AS "numeroSerie", o.falla, o.diagnostico, o.contrato_id AS "contratoId",
           o.agrupador_servicio_id AS "agrupadorServicioId", o.personal_servicio_id AS "personalServicioId",
           t.vendedor_id AS "vendedorId", o.ruta_id AS "rutaId", o.fecha_compromiso AS "fechaCompromiso"
    FROM transaccion t
    JOIN orden_servicio o ON o.organizacion_id = t.organizacion_id AND o.transaccion_id = t.transaccion_id
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view trabajos_guardados = R"(
    SELECT t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.folio, t.estado,
           t.fecha_apertura AS "fechaApertura", w.personal_servicio_id AS "personalServicioId",
           t.vendedor_id AS "vendedorId", w.fecha_programada AS "fechaProgramada", w.descripcion
    FROM orden_trabajo w
    JOIN transaccion t ON t.organizacion_id = w.organizacion_id AND t.transaccion_id = w.transaccion_id
    WHERE w.organizacion_id = :organizacionId::bigint AND w.orden_servicio_id = :transaccionId::bigint
    ORDER BY w.transaccion_id)";
inline constexpr std::string_view trabajos_sin_terminar = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM orden_trabajo w
    JOIN transaccion t ON t.organizacion_id = w.organizacion_id AND t.transaccion_id = w.transaccion_id
    WHERE w.organizacion_id = :organizacionId::bigint AND w.orden_servicio_id = :transaccionId::bigint
      AND t.estado NOT IN ('Terminado', 'Cancelado')
    ORDER BY t.transaccion_id LIMIT 100)";
// Latest action of a work order, when it is after a day.
inline constexpr std::string_view trabajo_posterior = R"(
    SELECT t.folio, a.fecha::date AS fecha
    FROM orden_trabajo w
    JOIN transaccion t ON t.organizacion_id = w.organizacion_id AND t.transaccion_id = w.transaccion_id
    JOIN orden_trabajo_accion a ON a.organizacion_id = w.organizacion_id AND a.transaccion_id = w.transaccion_id
    WHERE w.organizacion_id = :organizacionId::bigint AND w.orden_servicio_id = :transaccionId::bigint
      AND a.fecha >= :fecha::date + 1
    ORDER BY a.fecha DESC, t.transaccion_id LIMIT 1)";
inline constexpr std::string_view orden_por_cerrar = R"(
    SELECT t.contacto_id AS "clienteId", t.vendedor_id AS "vendedorId", t.sucursal_id AS "sucursalId",
           t.proyecto_id AS "proyectoId", t.centro_costo_id AS "centroCostoId", t.moneda_id AS "monedaId"
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint
      AND t.obj_id = {OrdenServicio})";
// Whether the order was billed and its note is no longer in force.
inline constexpr std::string_view orden_por_cobrar_otra_vez = R"(
    SELECT 1 FROM relacion r
    JOIN transaccion t ON t.organizacion_id = r.organizacion_id AND t.transaccion_id = r.destino_id AND t.obj_id = {NotaVenta}
    WHERE r.organizacion_id = :organizacionId::bigint AND r.origen_id = :transaccionId::bigint AND r.tipo = 'Origen'
    HAVING count(*) > 0 AND bool_and(t.estado = 'Cancelado'))";
inline constexpr std::string_view orden_tiene_partidas = R"(
    SELECT 1 FROM partida
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint LIMIT 1)";
inline constexpr std::string_view trabajo_guardado = R"(
    SELECT w.orden_servicio_id AS "ordenServicioId", w.personal_servicio_id AS "personalServicioId",
           t.vendedor_id AS "vendedorId", w.fecha_programada AS "fechaProgramada", w.descripcion,
           t.sucursal_id AS "sucursalId", w.personal_servicio AS "personalServicio"
    FROM orden_trabajo w
    JOIN transaccion t ON t.organizacion_id = w.organizacion_id AND t.transaccion_id = w.transaccion_id
    WHERE w.organizacion_id = :organizacionId::bigint AND w.transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view trabajo_ultima_accion = R"(
    SELECT consecutivo, fecha FROM orden_trabajo_accion
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    ORDER BY consecutivo DESC LIMIT 1)";
// Overlapping visits: a visit lasts an hour, so visits of one person less than an hour apart overlap. When both visits
// are in the list, the later one is reported.
inline constexpr std::string_view trabajos_encimados = R"(
    WITH mio AS MATERIALIZED (
        SELECT w.transaccion_id, w.personal_servicio_id, w.personal_servicio, t.folio,
               w.fecha_programada - interval '1 hour' AS desde, w.fecha_programada + interval '1 hour' AS hasta
        FROM orden_trabajo w
        JOIN transaccion t ON t.organizacion_id = w.organizacion_id AND t.transaccion_id = w.transaccion_id
        WHERE w.organizacion_id = :organizacionId::bigint AND w.transaccion_id = ANY (:ids::bigint[])
          AND t.estado NOT IN ('Terminado', 'Cancelado')
    )
    SELECT m.personal_servicio AS "personalServicio", m.folio, x.folio AS otro, q.fecha_programada AS fecha
    FROM mio m
    JOIN orden_trabajo q ON q.organizacion_id = :organizacionId::bigint
         AND q.personal_servicio_id = m.personal_servicio_id AND q.fecha_programada > m.desde
         AND q.fecha_programada < m.hasta AND q.transaccion_id <> m.transaccion_id
    JOIN transaccion x ON x.organizacion_id = :organizacionId::bigint AND x.transaccion_id = q.transaccion_id
    WHERE x.estado NOT IN ('Terminado', 'Cancelado')
      AND (q.transaccion_id <> ALL (:ids::bigint[]) OR q.transaccion_id < m.transaccion_id)
    ORDER BY m.transaccion_id, q.transaccion_id LIMIT 100)";

// ---- written ----
inline constexpr std::string_view orden_cerrar = R"(
    UPDATE orden_servicio SET fecha_cierre = :fecha::timestamp, solucion = :solucion
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
// Work orders take the contact and the search words of their service order.
inline constexpr std::string_view trabajos_seguir = R"(
    UPDATE transaccion t
    SET contacto = CASE WHEN t.contacto_id = :contactoId::bigint THEN t.contacto ELSE :contacto END,
        rfc = CASE WHEN t.contacto_id = :contactoId::bigint THEN t.rfc ELSE :rfc END,
        contacto_id = :contactoId::bigint, palabras = :palabras
    FROM orden_trabajo w
    WHERE w.organizacion_id = :organizacionId::bigint AND w.orden_servicio_id = :transaccionId::bigint
      AND t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = w.transaccion_id
      AND (t.contacto_id, t.palabras) IS DISTINCT FROM (:contactoId::bigint, :palabras))";
inline constexpr std::string_view trabajo_modificar = R"(
    WITH suya AS (
        UPDATE transaccion SET vendedor_id = :vendedorId::bigint
        WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    )
    UPDATE orden_trabajo SET personal_servicio_id = :personalServicioId::bigint, personal_servicio = :personalServicio,
                             fecha_programada = :fechaProgramada::timestamp, descripcion = :descripcion
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view trabajo_anotar = R"(
    WITH hecha AS (
        INSERT INTO orden_trabajo_accion (organizacion_id, transaccion_id, consecutivo, accion, fecha, usuario_id, usuario,
                                          notas, latitud, longitud)
        SELECT :organizacionId::bigint, :transaccionId::bigint, :consecutivo::integer, :accion::text, :fecha::timestamp,
               u.usuario_id, coalesce(u.usuario, ''), :notas, :latitud::numeric, :longitud::numeric
        FROM organizacion o
        LEFT JOIN usuario u ON u.organizacion_id = o.organizacion_id AND u.usuario_id = :usuarioId::bigint
        WHERE o.organizacion_id = :organizacionId::bigint
    )
    UPDATE orden_trabajo
    SET fecha_inicio = CASE :accion::text WHEN 'Iniciar' THEN :fecha::timestamp ELSE fecha_inicio END,
        fecha_fin = CASE :accion::text WHEN 'Terminar' THEN :fecha::timestamp ELSE fecha_fin END,
        resultado = CASE :accion::text WHEN 'Terminar' THEN :resultado ELSE resultado END,
        latitud = CASE WHEN :latitud::numeric IS NULL THEN latitud ELSE :latitud::numeric END,
        longitud = CASE WHEN :longitud::numeric IS NULL THEN longitud ELSE :longitud::numeric END
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
// Adds an evidence; the same file again changes nothing.
inline constexpr std::string_view evidencia_nueva = R"(
    INSERT INTO orden_trabajo_archivo (organizacion_id, archivo_id, transaccion_id, clase, latitud, longitud)
    VALUES (:organizacionId, :archivoId, :transaccionId, :clase, CAST(:latitud AS numeric), CAST(:longitud AS numeric))
    ON CONFLICT (organizacion_id, archivo_id) DO NOTHING)";
inline constexpr std::string_view evidencia_guardada = R"(
    SELECT {evidencia_columnas}
    FROM archivo a
    LEFT JOIN orden_trabajo_archivo e ON e.organizacion_id = a.organizacion_id AND e.archivo_id = a.archivo_id
    WHERE a.organizacion_id = :organizacionId AND a.archivo_id = :archivoId)";

}  // namespace gestor::sql
