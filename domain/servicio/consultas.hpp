#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view orden_servicio = R"(
    o.equipo, o.marca, o.modelo, o.numero_serie AS "numeroSerie", o.falla, o.diagnostico, o.contrato_id AS "contratoId",
    o.agrupador_servicio_id AS "agrupadorServicioId", o.personal_servicio_id AS "personalServicioId",
    o.personal_servicio AS "personalServicio", t.vendedor_id AS "vendedorId", o.ruta_id AS "rutaId", o.fecha_compromiso AS "fechaCompromiso",
    o.fecha_autorizacion AS "fechaAutorizacion", o.fecha_cierre AS "fechaCierre", o.solucion)";
inline constexpr std::string_view desde_orden_servicio = R"(transaccion t
    JOIN orden_servicio o ON o.organizacion_id = t.organizacion_id AND o.transaccion_id = t.transaccion_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id
    LEFT JOIN contacto c ON c.organizacion_id = t.organizacion_id AND c.contacto_id = t.contacto_id)";
inline constexpr Fuente ordenes_servicio{
    .columnas = "{trx}, {cli}, {imp}, {orden_servicio}",
    .desde = desde_orden_servicio,
    .base = "t.organizacion_id = :organizacionId AND t.obj_id = {OrdenServicio}",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr std::string_view orden_contrato = R"(
    SELECT k.transaccion_id, n.contrato_id AS "contratoId", n.folio, n.descripcion, n.fecha_inicio AS "fechaInicio",
           n.fecha_fin AS "fechaFin", n.importe, n.estado
    FROM {clave} k
    JOIN orden_servicio o ON o.organizacion_id = :organizacionId AND o.transaccion_id = k.transaccion_id
    JOIN contrato n ON n.organizacion_id = o.organizacion_id AND n.contrato_id = o.contrato_id
    ORDER BY {orden})";
inline constexpr std::string_view orden_trabajos = R"(
    SELECT k.transaccion_id, w.transaccion_id AS "transaccionId", x.folio, x.estado,
           w.personal_servicio AS "personalServicio"
    FROM {clave} k
    JOIN orden_trabajo w ON w.organizacion_id = :organizacionId AND w.orden_servicio_id = k.transaccion_id
    JOIN transaccion x ON x.organizacion_id = w.organizacion_id AND x.transaccion_id = w.transaccion_id
    ORDER BY {orden}, w.transaccion_id)";

inline constexpr std::string_view orden_trabajo = R"(
    w.orden_servicio_id AS "transaccionIdOrdenServicio", p.folio AS "folioOrdenServicio", o.ruta_id AS "rutaId",
    r.nombre AS ruta, t.vendedor_id AS "vendedorId", v.nombre AS vendedor,
    w.personal_servicio_id AS "personalServicioId", w.personal_servicio AS "personalServicio",
    w.fecha_programada AS "fechaProgramada", w.fecha_inicio AS "fechaInicio", w.fecha_fin AS "fechaFin",
    w.latitud, w.longitud, w.descripcion, w.resultado)";
inline constexpr std::string_view desde_orden_trabajo = R"(transaccion t
    JOIN orden_trabajo w ON w.organizacion_id = t.organizacion_id AND w.transaccion_id = t.transaccion_id
    LEFT JOIN transaccion p ON p.organizacion_id = w.organizacion_id AND p.transaccion_id = w.orden_servicio_id
    LEFT JOIN orden_servicio o ON o.organizacion_id = w.organizacion_id AND o.transaccion_id = w.orden_servicio_id
    LEFT JOIN ruta r ON r.organizacion_id = o.organizacion_id AND r.ruta_id = o.ruta_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id
    LEFT JOIN contacto c ON c.organizacion_id = t.organizacion_id AND c.contacto_id = t.contacto_id
    LEFT JOIN vendedor v ON v.organizacion_id = t.organizacion_id AND v.vendedor_id = t.vendedor_id)";
inline constexpr Fuente ordenes_trabajo{
    .columnas = "{trx}, {cli}, {orden_trabajo}",
    .desde = desde_orden_trabajo,
    .base = "t.organizacion_id = :organizacionId AND t.obj_id = {OrdenTrabajo}",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr std::string_view trabajo_acciones = R"(
    SELECT k.transaccion_id, a.consecutivo, a.accion, a.fecha, a.usuario, a.notas, a.latitud, a.longitud
    FROM {clave} k
    JOIN orden_trabajo_accion a ON a.organizacion_id = :organizacionId AND a.transaccion_id = k.transaccion_id
    ORDER BY {orden}, a.consecutivo)";

inline constexpr std::string_view evidencia_columnas =
    R"({archivo_columnas}, e.clase AS evidencia, e.latitud, e.longitud)";
inline constexpr std::string_view trabajo_archivos = R"(
    SELECT k.transaccion_id, {evidencia_columnas}
    FROM {clave} k
    JOIN archivo a ON a.organizacion_id = :organizacionId AND a.transaccion_id = k.transaccion_id
    LEFT JOIN orden_trabajo_archivo e ON e.organizacion_id = a.organizacion_id AND e.archivo_id = a.archivo_id
    ORDER BY {orden}, a.archivo_id)";

inline constexpr Orden orden_agrupadores[] = {{"g.nombre", "text"}, {"g.agrupador_servicio_id", "bigint"}};
inline constexpr Fuente agrupadores{
    .columnas = R"(
    g.agrupador_servicio_id AS "agrupadorServicioId", g.clave, g.nombre, g.descripcion, g.padre_id AS "padreId",
    g.activo)",
    .desde = "agrupador_servicio g",
    .base = "g.organizacion_id = :organizacionId",
    .orden = orden_agrupadores,
};

inline constexpr std::string_view autorizacion = R"(
    SELECT t.transaccion_id AS "transaccionId", t.fecha, t.folio, t.contacto_id AS "clienteId", t.contacto AS cliente,
           o.equipo, t.notas
    FROM transaccion t
    JOIN orden_servicio o ON o.organizacion_id = t.organizacion_id AND o.transaccion_id = t.transaccion_id
    WHERE t.organizacion_id = :organizacionId AND t.transaccion_id = :transaccionId)";
inline constexpr std::string_view anotar_autorizacion = R"(
    UPDATE orden_servicio o
    SET fecha_autorizacion = date_trunc('second', timezone(s.zona_horaria, :ahora::timestamptz)), autorizado_por = u.usuario
    FROM transaccion t
    JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    JOIN usuario u ON u.organizacion_id = t.organizacion_id AND u.usuario_id = :usuarioId
    WHERE o.organizacion_id = :organizacionId AND o.transaccion_id = :transaccionId
      AND t.organizacion_id = o.organizacion_id AND t.transaccion_id = o.transaccion_id)";

inline constexpr Orden orden_personal[] = {{"p.nombre", "text"}, {"p.personal_servicio_id", "bigint"}};
inline constexpr Fuente personal{
    .columnas = R"(
    p.personal_servicio_id AS "personalServicioId", p.clave, p.nombre, p.puesto, p.telefono, p.correo,
    p.sucursal_id AS "sucursalId", p.agrupador_servicio_id AS "agrupadorServicioId", p.costo_hora AS "costoHora",
    p.activo)",
    .desde = "personal_servicio p",
    .base = "p.organizacion_id = :organizacionId",
    .orden = orden_personal,
};
inline constexpr std::string_view personal_trabajos = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM orden_trabajo w
    JOIN transaccion t ON t.organizacion_id = w.organizacion_id AND t.transaccion_id = w.transaccion_id
    WHERE w.organizacion_id = :organizacionId AND w.personal_servicio_id = :personalServicioId
      AND t.estado NOT IN ('Terminado', 'Cancelado')
    ORDER BY t.transaccion_id LIMIT 100)";

}  // namespace gestor::sql
