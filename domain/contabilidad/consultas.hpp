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
// Orders of customer, purchase, service and work that are neither finished nor cancelled.
inline constexpr std::string_view proyecto_ordenes = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId AND t.proyecto_id = :proyectoId AND t.obj_id IN (3, 12, 20, 21)
      AND t.estado NOT IN ('Surtido', 'Facturado', 'Recibido', 'Cerrado', 'Terminado', 'Cancelado')
    ORDER BY t.transaccion_id LIMIT 100)";

}  // namespace gestor::sql
