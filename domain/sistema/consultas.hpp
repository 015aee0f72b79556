#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_objetos[] = {{"o.nombre", "text"}, {"o.obj_id", "integer"}};
inline constexpr Fuente objetos{
    .columnas = R"(
    o.obj_id AS "objId", o.clave, o.nombre, o.modulo, o.serie, o.afecta_inventario AS "afectaInventario",
    o.afecta_cxc AS "afectaCxC", o.afecta_cxp AS "afectaCxP", o.afecta_bancos AS "afectaBancos", o.activo)",
    .desde = "objeto o",
    .base = "true",
    .orden = orden_objetos,
};

inline constexpr Orden orden_addendas[] = {{"a.nombre", "text"}, {"a.addenda_id", "bigint"}};
inline constexpr Fuente addendas{
    .columnas = R"(
    a.addenda_id AS "addendaId", a.clave, a.nombre, a.descripcion, a.obj_id AS "objId", a.contacto_id AS "clienteId",
    a.plantilla, a.activo)",
    .desde = "addenda a",
    .base = "a.organizacion_id = :organizacionId",
    .orden = orden_addendas,
};
inline constexpr std::string_view addenda_campos = R"(
    SELECT k.addenda_id, e.campo ->> 'nombre' AS nombre, e.campo ->> 'tipo' AS tipo,
           (e.campo ->> 'requerido')::boolean AS requerido
    FROM {clave} k
    JOIN addenda x ON x.organizacion_id = :organizacionId AND x.addenda_id = k.addenda_id
    CROSS JOIN LATERAL jsonb_array_elements(x.campos) WITH ORDINALITY AS e (campo, n)
    ORDER BY {orden}, e.n)";

inline constexpr Orden orden_sucursales[] = {{"s.nombre", "text"}, {"s.sucursal_id", "bigint"}};
inline constexpr std::string_view columnas_sucursal = R"(
    s.sucursal_id AS "sucursalId", s.clave, s.nombre, s.codigo_postal AS "codigoPostal")";
inline constexpr std::string_view columnas_zona =
    R"(s.zona_horaria AS "zonaHoraria", s.tasa_frontera AS "tasaFrontera", s.activo)";
inline constexpr Fuente sucursales{
    .columnas = "{columnas_sucursal}, {domicilio}, {columnas_zona}",
    .desde = "sucursal s",
    .base = "s.organizacion_id = :organizacionId",
    .orden = orden_sucursales,
};
inline constexpr std::string_view sucursal_almacenes = R"(
    SELECT k.sucursal_id, a.almacen_id AS "almacenId", a.clave, a.nombre, a.es_cedis AS "esCedis", a.es_ruta AS "esRuta"
    FROM {clave} k
    JOIN almacen a ON a.organizacion_id = :organizacionId AND a.sucursal_id = k.sucursal_id AND a.activo
    ORDER BY {orden}, a.nombre, a.almacen_id)";
inline constexpr std::string_view sucursal_del_usuario = R"(
    NOT :soloUsuario::boolean OR EXISTS (
        SELECT FROM usuario_sucursal u
        WHERE u.organizacion_id = s.organizacion_id AND u.usuario_id = :usuarioId AND u.sucursal_id = s.sucursal_id))";

inline constexpr Fuente sucursales_liquidaciones{
    .columnas = R"(
    s.sucursal_id AS "sucursalId", s.nombre AS sucursal, s.maneja_liquidacion AS "manejaLiquidacion",
    s.tolerancia_efectivo AS "toleranciaEfectivo", s.tolerancia_mercancia AS "toleranciaMercancia",
    s.cuenta_liquidacion_id AS "cuentaId",
    (SELECT count(*) FROM transaccion t
     WHERE t.organizacion_id = s.organizacion_id AND t.obj_id = {LiquidacionRuta} AND t.sucursal_id = s.sucursal_id
       AND t.estado = 'Pendiente') AS "liquidacionesPendientes",
    (SELECT max(u.fecha)::date
     FROM (VALUES ('Pendiente'), ('Validado')) e (estado)
     CROSS JOIN LATERAL (SELECT t.fecha FROM transaccion t
                         WHERE t.organizacion_id = s.organizacion_id AND t.obj_id = {LiquidacionRuta}
                           AND t.sucursal_id = s.sucursal_id AND t.estado = e.estado
                         ORDER BY t.fecha DESC LIMIT 1) u) AS "ultimaLiquidacion")",
    .desde = "sucursal s",
    .base = "s.organizacion_id = :organizacionId",
    .orden = orden_sucursales,
};
inline constexpr std::string_view sucursal_liquidaciones = R"(
    SELECT k.sucursal_id, t.transaccion_id AS "transaccionId", t.folio, t.fecha, l.ruta, l.vendedor, t.estado,
           v.esperado AS "efectivoEsperado", l.efectivo_entregado AS "efectivoEntregado",
           l.efectivo_entregado - v.esperado AS "diferenciaEfectivo"
    FROM {clave} k
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.obj_id = {LiquidacionRuta} AND t.sucursal_id = k.sucursal_id
    JOIN liquidacion_ruta l ON l.organizacion_id = t.organizacion_id AND l.transaccion_id = t.transaccion_id
    CROSS JOIN LATERAL (SELECT t.almacen_id, l.fecha_liquidacion::timestamp AS desde, (l.fecha_liquidacion + 1)::timestamp AS hasta) x
    CROSS JOIN LATERAL (
        SELECT CASE t.estado WHEN 'Pendiente'
                    THEN (SELECT f."ventasContado" + f.cobranza FROM ({efectivo_del_dia}) f) - l.gastos
                    ELSE l.efectivo_esperado END AS esperado) v
    WHERE t.estado = coalesce(:estado::text, 'Pendiente')
      AND t.fecha >= coalesce(:fechaInicial::timestamp, '-infinity')
      AND t.fecha < coalesce(:fechaFinal::timestamp + interval '1 day', 'infinity')
    ORDER BY {orden}, t.fecha DESC, t.transaccion_id DESC)";

}  // namespace gestor::sql
