#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_listas_precios[] = {{"l.nombre", "text"}, {"l.lista_precios_id", "bigint"}};
inline constexpr Fuente listas_precios{
    .columnas = R"(
    l.lista_precios_id AS "listaPreciosId", l.clave, l.nombre, l.moneda_id AS "monedaId", m.clave AS moneda,
    l.precios_con_impuesto AS "preciosConImpuesto", l.vigencia_inicio AS "vigenciaInicio",
    l.vigencia_fin AS "vigenciaFin", l.predeterminada, l.activo)",
    .desde = "lista_precios l JOIN moneda m ON m.moneda_id = l.moneda_id",
    .base = "l.organizacion_id = :organizacionId",
    .orden = orden_listas_precios,
};
inline constexpr std::string_view lista_sucursales = R"(
    SELECT k.lista_precios_id, s.sucursal_id AS valor
    FROM {clave} k
    JOIN lista_precios_sucursal s ON s.organizacion_id = :organizacionId AND s.lista_precios_id = k.lista_precios_id
    ORDER BY {orden}, s.sucursal_id)";
inline constexpr std::string_view precios_columnas = R"(
    SELECT k.lista_precios_id, p.producto_id AS "productoId", p.codigo, p.descripcion,
           x.unidad_medida_id AS "unidadMedidaId", u.nombre AS unidad, x.precio, x.cantidad_minima AS "cantidadMinima",
           x.descuento_maximo AS "descuentoMaximo"
    FROM {clave} k
    JOIN precio x ON x.organizacion_id = :organizacionId AND x.lista_precios_id = k.lista_precios_id
    JOIN producto p ON p.organizacion_id = x.organizacion_id AND p.producto_id = x.producto_id
    JOIN unidad_medida u ON u.organizacion_id = x.organizacion_id AND u.unidad_medida_id = x.unidad_medida_id)";
inline constexpr std::string_view precios_orden = R"(
    ORDER BY {orden}, p.codigo, p.producto_id, x.unidad_medida_id, x.cantidad_minima)";
inline constexpr std::string_view lista_precios_pedidos = R"(
    {precios_columnas}
    WHERE (:productoId::bigint IS NULL OR x.producto_id = :productoId::bigint)
      AND (:busqueda::text IS NULL OR p.busqueda LIKE patron(:busqueda::text))
    {precios_orden})";
inline constexpr std::string_view lista_precios_todos = R"(
    {precios_columnas}
    {precios_orden})";

// A list without branches applies to all branches.
inline constexpr std::string_view lista_en_sucursal = R"(
    NOT EXISTS (SELECT FROM lista_precios_sucursal s
                WHERE s.organizacion_id = :organizacionId AND s.lista_precios_id = l.lista_precios_id)
    OR EXISTS (SELECT FROM lista_precios_sucursal s
               WHERE s.organizacion_id = :organizacionId AND s.lista_precios_id = l.lista_precios_id
                 AND s.sucursal_id = :sucursalId))";

inline constexpr std::string_view sucursales_fallas = R"(
    SELECT '' AS campo, CASE WHEN s.sucursal_id IS NULL THEN 'NO_EXISTE' ELSE 'DUPLICADO' END AS codigo,
           CASE WHEN s.sucursal_id IS NULL THEN 'no existe' ELSE 'repite una anterior' END AS mensaje,
           f.ordinality - 1 AS fila
    FROM (SELECT v::bigint AS id, ordinality, row_number() OVER (PARTITION BY v::bigint ORDER BY ordinality) AS vez
          FROM jsonb_array_elements_text(:sucursales::jsonb) WITH ORDINALITY x (v, ordinality)) f
    LEFT JOIN sucursal s ON s.organizacion_id = :organizacionId AND s.sucursal_id = f.id
    WHERE s.sucursal_id IS NULL OR f.vez > 1
    ORDER BY f.ordinality)";
inline constexpr std::string_view sucursales_borrar = R"(
    DELETE FROM lista_precios_sucursal WHERE organizacion_id = :organizacionId AND lista_precios_id = :id)";
inline constexpr std::string_view sucursales_guardar = R"(
    INSERT INTO lista_precios_sucursal (organizacion_id, lista_precios_id, sucursal_id)
    SELECT :organizacionId, :id, v::bigint FROM jsonb_array_elements_text(:sucursales::jsonb) v)";

inline constexpr std::string_view quitar_predeterminada = R"(
    UPDATE lista_precios SET predeterminada = false
    WHERE organizacion_id = :organizacionId AND moneda_id = :monedaId AND predeterminada AND lista_precios_id <> :id)";
inline constexpr std::string_view precios_en_otra_moneda = R"(
    SELECT 1 FROM lista_precios l
    WHERE l.organizacion_id = :organizacionId AND l.lista_precios_id = :id AND l.moneda_id <> :monedaId
      AND EXISTS (SELECT FROM precio x WHERE x.organizacion_id = :organizacionId AND x.lista_precios_id = :id))";

// A price is identified by product, unit and quantity break. `anterior` and `sitio` are the stored values; the list is
// locked. Each row looks up its own price by key, forced by the LIMIT: for a list not analyzed yet the planner expects
// one price, and would compare every row with every price.
inline constexpr std::string_view precios_revisados = R"(
    revisada AS (
        SELECT n.*, a.sitio, a.descuento_maximo AS anterior, n.producto_id IS NOT NULL AND row_number() OVER (
                   PARTITION BY n.producto_id, n.unidad_medida_id, n.minima ORDER BY n.fila) > 1 AS repetida,
               CASE WHEN n.eliminar AND n.producto_id IS NOT NULL AND a.producto_id IS NULL
                    THEN 'la lista no tiene ese precio' END AS impropia, 'NO_EXISTE' AS impropia_codigo
        FROM nombrada n
        LEFT JOIN LATERAL (
            SELECT x.ctid AS sitio, x.producto_id, x.descuento_maximo FROM precio x
            WHERE x.organizacion_id = :organizacionId AND x.lista_precios_id = :id AND x.producto_id = n.producto_id
              AND x.unidad_medida_id = n.unidad_medida_id AND x.cantidad_minima = n.minima LIMIT 1) a ON true))";
inline constexpr std::string_view precios_fallas = "{nombrados}, {precios_revisados}, {fallas_nombrados}";
// An unchanged price is not written and gets no history; it counts as updated.
inline constexpr std::string_view precios_escritura = R"(
    puestos AS (
        INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, cantidad_minima, precio,
                            descuento_maximo)
        SELECT :organizacionId, :id, producto_id, unidad_medida_id, minima, precio,
               coalesce("descuentoMaximo", anterior, 0)
        FROM revisada WHERE NOT eliminar
        ON CONFLICT (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, cantidad_minima)
        DO UPDATE SET precio = excluded.precio, descuento_maximo = excluded.descuento_maximo
        WHERE (precio.precio, precio.descuento_maximo) <> (excluded.precio, excluded.descuento_maximo)
    ), quitados AS (
        DELETE FROM precio WHERE ctid = ANY (ARRAY(SELECT sitio FROM revisada WHERE eliminar))
          AND organizacion_id = :organizacionId AND lista_precios_id = :id)
    SELECT :id::bigint AS "listaPreciosId", count(*) FILTER (WHERE NOT eliminar AND anterior IS NOT NULL) AS actualizados,
           count(*) FILTER (WHERE NOT eliminar AND anterior IS NULL) AS agregados,
           count(*) FILTER (WHERE eliminar) AS eliminados
    FROM revisada)";
inline constexpr std::string_view precios_guardar = "{nombrados}, {precios_revisados}, {precios_escritura}";

}  // namespace gestor::sql
