#pragma once
#include "persistence/lectura.hpp"

namespace gestor::sql {

// Statements of Acceso, before the tenant is known: they call SECURITY DEFINER functions of the schema.
inline constexpr std::string_view consumidor_de_llave = R"(
    SELECT organizacion_id AS "organizacionId", organizacion, consumidor_api_id AS "consumidorApiId",
           tipo_integracion AS "tipoIntegracion", version, activo
    FROM consumidor_por_hash(decode(:hash, 'hex')))";
inline constexpr std::string_view consumidor_mcp = R"(
    SELECT organizacion_id AS "organizacionId", organizacion, consumidor_api_id AS "consumidorApiId",
           tipo_integracion AS "tipoIntegracion", version, activo
    FROM consumidor_mcp(:organizacion::bigint))";
inline constexpr std::string_view usuario_de_nombre = R"(
    SELECT usuario_id AS "usuarioId", usuario, contrasena, rol, array_to_string(permisos, ' ') AS permisos, version,
           activo AND NOT bloqueado AS vigente, sucursal_id AS "sucursalId",
           array_to_string(sucursales, ' ') AS sucursales,
           timezone(zona_horaria, to_timestamp(:expira::bigint))::timestamp(0) AS expiracion
    FROM usuario_por_nombre(:organizacion::bigint, :usuario))";
inline constexpr std::string_view intento_fallido = "SELECT intento_fallido(:organizacion::bigint, :usuarioId::bigint)";
inline constexpr std::string_view intento_correcto =
    "SELECT intento_correcto(:organizacion::bigint, :usuarioId::bigint), consumidor_usado(:organizacion::bigint, "
    ":consumidorId::bigint)";
inline constexpr std::string_view consumidor_usado =
    "SELECT consumidor_usado(:organizacion::bigint, :consumidorId::bigint)";
inline constexpr std::string_view usuario_de_identidad = R"(
    SELECT u.usuario FROM usuario_de_identidad(:organizacion::bigint, :emisor, :sujeto) AS u (usuario)
    WHERE u.usuario IS NOT NULL)";
inline constexpr std::string_view identidad_enlazar = R"(
    SELECT u.usuario
    FROM identidad_enlazar(:organizacion::bigint, :consumidorId::bigint, :emisor, :sujeto, :correo, :solicitud) AS u (usuario)
    WHERE u.usuario IS NOT NULL)";
inline constexpr std::string_view contrasena_renovar =
    "SELECT contrasena_renovar(:organizacion::bigint, :usuarioId::bigint, :antes, :contrasena)";

inline constexpr std::string_view usuario_informacion = R"(
    SELECT u.usuario_id AS "usuarioId", u.usuario, u.nombre, u.correo, u.organizacion_id AS "organizacionId",
           o.nombre AS organizacion, o.rfc, o.regimen_fiscal AS "regimenFiscal", s.sucursal_id AS "sucursalId",
           s.nombre AS sucursal, u.centro_costo_id AS "centroCostoId", u.proyecto_id AS "divisionId",
           u.almacen_id AS "almacenId", u.vendedor_id AS "vendedorId", k.consumidor_api_id AS "consumidorApiId",
           k.tipo_integracion AS "tipoIntegracion",
           timezone(coalesce(z.zona_horaria, 'America/Mexico_City'), to_timestamp(:expira::bigint))::timestamp(0) AS expiracion
    FROM usuario u
    LEFT JOIN sucursal z ON z.organizacion_id = u.organizacion_id AND z.sucursal_id = u.sucursal_id
    JOIN organizacion o ON o.organizacion_id = u.organizacion_id
    LEFT JOIN sucursal s ON s.organizacion_id = u.organizacion_id AND s.sucursal_id = :sucursalId::bigint
    LEFT JOIN consumidor_api k ON k.organizacion_id = u.organizacion_id AND k.consumidor_api_id = :consumidorId::bigint
    WHERE u.organizacion_id = :organizacionId AND u.usuario_id = :usuarioId AND u.activo)";
inline constexpr std::string_view usuario_rol = R"(
    SELECT u.rol, array_to_string(u.permisos, ' ') AS permisos
    FROM usuario u
    WHERE u.organizacion_id = :organizacionId AND u.usuario_id = :usuarioId)";
inline constexpr std::string_view usuario_sucursales = R"(
    SELECT s.sucursal_id AS "sucursalId", s.nombre AS sucursal
    FROM usuario_sucursal us
    JOIN sucursal s ON s.organizacion_id = us.organizacion_id AND s.sucursal_id = us.sucursal_id
    WHERE us.organizacion_id = :organizacionId AND us.usuario_id = :usuarioId
    ORDER BY s.nombre, s.sucursal_id)";

inline constexpr Orden orden_consumidores[] = {{"k.nombre", "text"}, {"k.consumidor_api_id", "bigint"}};
inline constexpr Fuente consumidores{
    .columnas = R"(
    k.consumidor_api_id AS "consumidorApiId", k.nombre, k.organizacion_id AS "organizacionId", o.nombre AS organizacion,
    k.tipo_integracion AS "tipoIntegracion", k.prefijo, k.correo_contacto AS "correoContacto",
    timezone('America/Mexico_City', k.fecha_alta)::timestamp(0) AS "fechaAlta",
    timezone('America/Mexico_City', k.ultimo_uso)::timestamp(0) AS "ultimoUso", k.activo)",
    .desde = "consumidor_api k JOIN organizacion o ON o.organizacion_id = k.organizacion_id",
    .base = "k.organizacion_id = :organizacionId",
    .orden = orden_consumidores,
};

// Moments in the time of the session's branch.
inline constexpr std::string_view bitacora_columnas = R"(
    timezone(coalesce((SELECT z.zona_horaria FROM sucursal z WHERE z.organizacion_id = :organizacionId
                       AND z.sucursal_id = :sesionSucursalId), 'America/Mexico_City'), b.fecha)::timestamp(0) AS fecha,
    b.usuario_id AS "usuarioId", coalesce(u.usuario, b.operador) AS usuario, b.consumidor_api_id AS "consumidorApiId",
    coalesce(k.nombre, '') AS consumidor, b.solicitud AS "solicitudId", b.operacion, b.recurso, b.registro_id AS id,
    b.folio, b.accion)";
inline constexpr Orden orden_bitacora[] = {{"b.fecha", "timestamptz"}, {"b.bitacora_id", "bigint"}};
inline constexpr Fuente bitacora{
    .columnas = bitacora_columnas,
    .desde = R"(bitacora b
    LEFT JOIN usuario u ON u.organizacion_id = b.organizacion_id AND u.usuario_id = b.usuario_id
    LEFT JOIN consumidor_api k ON k.organizacion_id = b.organizacion_id AND k.consumidor_api_id = b.consumidor_api_id)",
    .base = "b.organizacion_id = :organizacionId",
    .orden = orden_bitacora,
    .descendente = true,
};
inline constexpr std::string_view bitacora_cambios = R"(
    SELECT k.bitacora_id, c.cambio ->> 'campo' AS campo, coalesce(c.cambio ->> 'antes', '') AS antes,
           coalesce(c.cambio ->> 'despues', '') AS despues
    FROM {clave} k
    JOIN bitacora x ON x.organizacion_id = :organizacionId AND x.fecha = k.fecha AND x.bitacora_id = k.bitacora_id
    CROSS JOIN LATERAL jsonb_array_elements(x.cambios) WITH ORDINALITY AS c (cambio, n)
    ORDER BY {orden}, c.n)";
// The moment is a scalar subquery: inside coalesce(…) the comparison would not use the index.
inline constexpr std::string_view bitacora_desde = R"(
    b.fecha >= (SELECT timezone(coalesce(max(z.zona_horaria), 'America/Mexico_City'), :fechaInicial::timestamp)
                FROM sucursal z WHERE z.organizacion_id = :organizacionId AND z.sucursal_id = :sesionSucursalId))";
inline constexpr std::string_view bitacora_hasta = R"(
    b.fecha < (SELECT timezone(coalesce(max(z.zona_horaria), 'America/Mexico_City'), :fechaFinal::timestamp + interval '1 day')
               FROM sucursal z WHERE z.organizacion_id = :organizacionId AND z.sucursal_id = :sesionSucursalId))";
inline constexpr std::string_view existe_usuario =
    "SELECT 1 FROM usuario WHERE organizacion_id = :organizacionId AND usuario = lower(:usuario)";
inline constexpr std::string_view bitacora_de_usuario = R"(
    b.usuario_id = (SELECT y.usuario_id FROM usuario y
                    WHERE y.organizacion_id = :organizacionId AND y.usuario = lower(:usuario)))";

}  // namespace gestor::sql
