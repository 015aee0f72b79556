#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_proyectos[] = {{"y.nombre", "text"}, {"y.proyecto_id", "bigint"}};
inline constexpr Fuente proyectos{
    .columnas = R"(
    y.proyecto_id AS "proyectoId", y.clave, y.nombre, y.descripcion, y.contacto_id AS "clienteId",
    y.fecha_inicio AS "fechaInicio", y.fecha_fin AS "fechaFin", y.presupuesto, y.responsable, y.activo)",
    .desde = "proyecto y",
    .base = "y.organizacion_id = :organizacionId",
    .orden = orden_proyectos,
};
// Orders of customers, purchases, services and work that are neither finished nor cancelled.
inline constexpr std::string_view proyecto_ordenes = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId AND t.proyecto_id = :proyectoId 
      AND t.obj_id IN ({PedidoCliente}, {OrdenCompra}, {OrdenServicio}, {OrdenTrabajo})
      AND t.estado NOT IN ('Surtido', 'Facturado', 'Recibido', 'Cerrado', 'Terminado', 'Cancelado')
    ORDER BY t.transaccion_id LIMIT 100)";

inline constexpr Orden orden_clasificadores[] = {{"c.nombre", "text"}, {"c.clasificador_costo_id", "bigint"}};
// Cost classifiers; the level is the number of steps to the root.
constexpr Fuente clasificadores(std::string_view base) {
    return {
        .columnas = R"(
    c.clasificador_costo_id AS "clasificadorCostoId", c.clave, c.nombre, c.tipo, c.padre_id AS "padreId",
    p.nombre AS padre,
    (WITH RECURSIVE subida (padre_id) AS (
         SELECT c.padre_id
         UNION
         SELECT x.padre_id FROM subida
         JOIN clasificador_costo x ON x.organizacion_id = :organizacionId AND x.clasificador_costo_id = subida.padre_id)
     SELECT count(*) FROM subida) AS nivel, a.codigo AS "cuentaContable", c.activo)",
        .desde = R"(clasificador_costo c
    LEFT JOIN clasificador_costo p ON p.organizacion_id = c.organizacion_id AND p.clasificador_costo_id = c.padre_id
    LEFT JOIN cuenta_contable a ON a.organizacion_id = c.organizacion_id AND a.cuenta_contable_id = c.cuenta_contable_id)",
        .base = base,
        .orden = orden_clasificadores,
    };
}
inline constexpr std::string_view clasificador_busqueda =
    "normalizar(c.clave || ' ' || c.nombre) LIKE patron(:busqueda)";

inline constexpr std::string_view clasificadores_usuario =
    R"(c.organizacion_id = :organizacionId AND c.activo AND EXISTS (
        SELECT FROM usuario_clasificador u
        WHERE u.organizacion_id = c.organizacion_id AND u.usuario_id = :usuarioId
          AND u.clasificador_costo_id = c.clasificador_costo_id))";

// Parent of a cost classifier, its future level, and the depth of the classifiers below it.
inline constexpr std::string_view clasificador_lugar = R"(
    WITH RECURSIVE subida (id, padre_id) AS (
        SELECT clasificador_costo_id, padre_id FROM clasificador_costo
        WHERE organizacion_id = :organizacionId AND clasificador_costo_id = :padreId::bigint
        UNION
        SELECT x.clasificador_costo_id, x.padre_id FROM subida
        JOIN clasificador_costo x ON x.organizacion_id = :organizacionId AND x.clasificador_costo_id = subida.padre_id),
    bajada (id, nivel) AS (
        SELECT :id::bigint, 1
        UNION
        SELECT x.clasificador_costo_id, nivel + 1 FROM bajada
        JOIN clasificador_costo x ON x.organizacion_id = :organizacionId AND x.padre_id = bajada.id
        WHERE nivel < 100)
    SELECT EXISTS (SELECT 1 FROM subida WHERE id = :id::bigint) AS ciclo,
           (SELECT count(*) FROM subida) + (SELECT max(nivel) FROM bajada) AS niveles,
           coalesce((SELECT activo FROM clasificador_costo
                     WHERE organizacion_id = :organizacionId AND clasificador_costo_id = :padreId::bigint), true)
               AS "padreActivo")";
// Grants the use of a new cost classifier to its author and to administrators.
inline constexpr std::string_view clasificador_asignar = R"(
    INSERT INTO usuario_clasificador (organizacion_id, usuario_id, clasificador_costo_id)
    SELECT u.organizacion_id, u.usuario_id, :id::bigint FROM usuario u
    WHERE u.organizacion_id = :organizacionId AND u.activo AND (u.rol = 'administrador' OR u.usuario_id = :usuarioId)
    ON CONFLICT DO NOTHING)";
inline constexpr std::string_view clasificador_hijos = R"(
    SELECT 1 FROM clasificador_costo WHERE organizacion_id = :organizacionId AND padre_id = :id AND activo LIMIT 1)";
}  // namespace gestor::sql
