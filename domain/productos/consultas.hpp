#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view producto_imagen = R"(
    SELECT coalesce((SELECT translate(encode(string_agg(b.contenido, ''::bytea ORDER BY b.numero), 'base64'), E'\n', '')
                     FROM archivo_bloque b
                     WHERE b.organizacion_id = :organizacionId AND b.archivo_id = p.imagen_id), '') AS foto,
           coalesce(:urlBase::text || '/api/ArchivoDigital/Contenido/' || p.imagen_id, '') AS url
    FROM producto p WHERE p.organizacion_id = :organizacionId AND p.producto_id = :id)";
// Lock for one picture of a product at a time; documents with the product do not wait.
inline constexpr std::string_view producto_bloquear_imagen = R"(
    SELECT coalesce(imagen_id, 0) AS "imagenId" FROM producto
    WHERE organizacion_id = :organizacionId AND producto_id = :id FOR NO KEY UPDATE)";
inline constexpr std::string_view producto_poner_imagen = R"(
    UPDATE producto SET imagen_id = :archivoId WHERE organizacion_id = :organizacionId AND producto_id = :id)";

inline constexpr Orden orden_unidades[] = {{"u.nombre", "text"}, {"u.unidad_medida_id", "bigint"}};
constexpr Fuente unidades(std::string_view base) {
    return {
        .columnas = R"(
    u.unidad_medida_id AS "unidadMedidaId", u.clave, u.nombre, u.abreviatura, u.clave_unidad AS "claveUnidad",
    coalesce(u.unidad_base_id, u.unidad_medida_id) AS "unidadBaseId", u.factor, u.activo)",
        .desde = "unidad_medida u",
        .base = base,
        .orden = orden_unidades,
    };
}

// Product classifications; the level is the number of steps to the root.
inline constexpr Orden orden_clasificaciones_producto[] = {{"c.nombre", "text"}, {"c.clasificacion_id", "bigint"}};
inline constexpr Fuente clasificaciones_producto{
    .columnas = R"(
    c.clasificacion_id AS "clasificacionId", c.clave, c.nombre,
    (WITH RECURSIVE subida (padre_id) AS (
         SELECT c.padre_id
         UNION
         SELECT p.padre_id FROM subida
         JOIN clasificacion_producto p ON p.organizacion_id = :organizacionId AND p.clasificacion_id = subida.padre_id)
     SELECT count(*) FROM subida) AS nivel, c.padre_id AS "padreId", c.activo)",
    .desde = "clasificacion_producto c",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_clasificaciones_producto,
};

// ---- products ----
inline constexpr std::string_view articulo = R"(
    p.producto_id AS "productoId", p.codigo, p.numero_parte AS "numeroParte", p.codigo_barras AS "codigoBarras",
    p.descripcion, p.tipo, p.unidad_medida_id AS "unidadMedidaId", u.nombre AS unidad,
    p.clasificacion_id AS "clasificacionId", c.nombre AS clasificacion,
    p.clave_producto_servicio AS "claveProductoServicio", p.clave_unidad AS "claveUnidad",
    p.objeto_impuesto AS "objetoImpuesto",
    (SELECT x.precio FROM precio x
     WHERE x.organizacion_id = :organizacionId AND x.lista_precios_id = l.lista_precios_id
       AND x.producto_id = p.producto_id AND x.unidad_medida_id = p.unidad_medida_id AND x.cantidad_minima <= 1
     ORDER BY x.cantidad_minima DESC LIMIT 1) AS precio,
    l.moneda_id AS "monedaId", m.clave AS moneda)";
// Stock e of a product p in each warehouse a.
inline constexpr std::string_view existencia_de_articulo = R"(existencia e
     JOIN almacen a ON a.organizacion_id = e.organizacion_id AND a.almacen_id = e.almacen_id
     WHERE e.organizacion_id = :organizacionId AND e.producto_id = p.producto_id)";
inline constexpr std::string_view articulo_control =
    R"(p.maneja_series AS "manejaSeries", p.maneja_lotes AS "manejaLotes", p.activo)";
inline constexpr std::string_view producto_propio = R"(
    p.descripcion_larga AS "descripcionLarga", p.marca, p.modelo, b.unidad_medida_id AS "unidadBaseId",
    b.nombre AS "unidadBase", round(u.factor / b.factor, 6) AS "factorUnidad", p.tasa_iva AS "tasaIva",
    p.tasa_iva IS NULL AS "exentoIva", p.tasa_ieps AS "tasaIeps", p.cuota_ieps AS "cuotaIeps",
    p.tasa_iva_retenido AS "tasaIvaRetenido", p.tasa_isr_retenido AS "tasaIsrRetenido",
    p.tipo_retencion AS "tipoRetencion", p.metodo_costeo AS "metodoCosteo", p.stock_minimo AS "stockMinimo",
    p.stock_maximo AS "stockMaximo", p.peso, p.agrupador_servicio_id AS "agrupadorServicioId",
    p.proveedor_id AS "proveedorId", p.es_envase AS "esEnvase", p.envase_id AS "envaseId")";

// The organization's default list is the default one of its default currency; without it, of pesos or any other. The
// price that an article shows is that of its own unit, from its lowest quantity.
inline constexpr std::string_view lista_predeterminada = R"(
    (SELECT d.lista_precios_id FROM lista_precios d
     JOIN organizacion_moneda o ON o.organizacion_id = d.organizacion_id AND o.moneda_id = d.moneda_id
     WHERE d.organizacion_id = :organizacionId AND d.predeterminada AND d.activo
     ORDER BY o.predeterminada DESC, d.moneda_id LIMIT 1))";
inline constexpr std::string_view desde_articulo = R"(producto p
    JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    JOIN unidad_medida b ON b.organizacion_id = p.organizacion_id
     AND b.unidad_medida_id = coalesce(p.unidad_base_id, u.unidad_base_id, u.unidad_medida_id)
    LEFT JOIN clasificacion_producto c ON c.organizacion_id = p.organizacion_id
                                      AND c.clasificacion_id = p.clasificacion_id
    LEFT JOIN lista_precios l ON l.organizacion_id = p.organizacion_id AND l.lista_precios_id =)";

inline constexpr Orden orden_productos[] = {{"p.codigo", "text"}, {"p.producto_id", "bigint"}};
inline constexpr Fuente articulos{
    .columnas = R"({articulo},
    (SELECT sum(e.cantidad) FROM {existencia_de_articulo}
     AND CASE WHEN :almacenId::bigint IS NULL
         THEN :sesionSucursalId::bigint IN (0, a.sucursal_id) ELSE e.almacen_id = :almacenId::bigint END) AS existencia,
    {articulo_control})",
    .desde = R"({desde_articulo} coalesce(:listaPreciosId::bigint, {lista_predeterminada})
    LEFT JOIN moneda m ON m.moneda_id = l.moneda_id)",
    .base = "p.organizacion_id = :organizacionId",
    .orden = orden_productos,
};
inline constexpr Fuente productos{
    .columnas = R"({articulo},
    (SELECT sum(e.cantidad) FROM {existencia_de_articulo}
     AND :sesionSucursalId::bigint IN (0, a.sucursal_id)) AS existencia,
    {articulo_control}, {producto_propio})",
    .desde = R"({desde_articulo} {lista_predeterminada}
    LEFT JOIN moneda m ON m.moneda_id = l.moneda_id)",
    .base = "p.organizacion_id = :organizacionId",
    .orden = orden_productos,
};
inline constexpr std::string_view producto_precios = R"(
    SELECT k.producto_id, l.lista_precios_id AS "listaPreciosId", l.nombre AS lista, x.precio, m.clave AS moneda
    FROM {clave} k
    JOIN producto p ON p.organizacion_id = :organizacionId AND p.producto_id = k.producto_id
    CROSS JOIN lista_precios l
    JOIN moneda m ON m.moneda_id = l.moneda_id
    CROSS JOIN LATERAL (
        SELECT y.precio FROM precio y
        WHERE y.organizacion_id = :organizacionId AND y.lista_precios_id = l.lista_precios_id
          AND y.producto_id = p.producto_id AND y.unidad_medida_id = p.unidad_medida_id AND y.cantidad_minima <= 1
        ORDER BY y.cantidad_minima DESC LIMIT 1) x
    WHERE l.organizacion_id = :organizacionId
    ORDER BY {orden}, l.nombre, l.lista_precios_id)";
inline constexpr std::string_view producto_componentes = R"(
    SELECT k.producto_id, q.producto_id AS "productoId", q.codigo, q.descripcion, x.cantidad,
           x.unidad_medida_id AS "unidadMedidaId", u.nombre AS unidad
    FROM {clave} k
    JOIN producto_componente x ON x.organizacion_id = :organizacionId AND x.producto_id = k.producto_id
    JOIN producto q ON q.organizacion_id = x.organizacion_id AND q.producto_id = x.componente_id
    JOIN unidad_medida u ON u.organizacion_id = x.organizacion_id AND u.unidad_medida_id = x.unidad_medida_id
    ORDER BY {orden}, x.consecutivo)";

inline constexpr std::string_view clave_de_la_unidad = R"(coalesce(nullif(:claveUnidad, ''), (
    SELECT clave_unidad FROM unidad_medida WHERE organizacion_id = :organizacionId AND unidad_medida_id = :unidadMedidaId)))";
inline constexpr std::string_view producto_parte = R"(
    SELECT producto_id AS "productoId", codigo, numero_parte AS "numeroParte" FROM producto
    WHERE organizacion_id = :organizacionId AND producto_id = :id)";
inline constexpr std::string_view modificado_desde = R"(
    p.modificado >= timezone('UTC', :modificadoDesde::timestamp - interval '14 hours')
    AND p.modificado >= (SELECT timezone(zona_de(:organizacionId), :modificadoDesde::timestamp)))";

// Names in a new product that the catalogs lack: a rate, a base unit of another kind, a list for its price.
inline constexpr std::string_view producto_comprobar = R"(
    {tasas_fallas}
    UNION ALL
    SELECT 'unidadBaseId', 'RANGO', 'unidadMedidaId no se convierte a esa unidad'
    FROM unidad_medida u, unidad_medida b
    WHERE u.organizacion_id = :organizacionId AND u.unidad_medida_id = :unidadMedidaId
      AND b.organizacion_id = :organizacionId AND b.unidad_medida_id = :unidadBaseId
      AND coalesce(u.unidad_base_id, u.unidad_medida_id) <> coalesce(b.unidad_base_id, b.unidad_medida_id)
    UNION ALL
    SELECT 'claveUnidad', 'CLAVE_SAT_INVALIDA', 'la de la unidad de medida ya no está vigente; envíe otra'
    FROM unidad_medida u
    WHERE u.organizacion_id = :organizacionId AND u.unidad_medida_id = :unidadMedidaId AND coalesce(:claveUnidad::text, '') = ''
      AND NOT EXISTS (
        SELECT FROM sat_clave_unidad k
        WHERE k.clave = u.clave_unidad
          AND k.vigencia_desde <= {dia_del_sat} AND (k.vigencia_hasta IS NULL OR k.vigencia_hasta >= {dia_del_sat}))
    UNION ALL
    SELECT 'precio', 'NO_EXISTE', 'la organización no tiene lista de precios predeterminada'
    WHERE :precio::numeric IS NOT NULL AND {lista_predeterminada} IS NULL)";

inline constexpr std::string_view producto_por_referencia = R"(
    SELECT producto_id AS "productoId" FROM producto
    WHERE organizacion_id = :organizacionId AND referencia_externa = :referenciaExterna
      AND referencia_externa <> '' AND producto_id IS DISTINCT FROM :propio::bigint)";
inline constexpr std::string_view producto_poner_precio = R"(
    INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, precio)
    SELECT :organizacionId, l.lista_precios_id, :productoId, :unidadMedidaId, :precio
    FROM lista_precios l WHERE l.organizacion_id = :organizacionId AND l.lista_precios_id = {lista_predeterminada}
    ON CONFLICT (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, cantidad_minima)
    DO UPDATE SET precio = excluded.precio WHERE precio.precio <> excluded.precio)";

inline constexpr std::string_view componentes_revisados = R"(
    revisada AS (
        SELECT n.*, n.producto_id IS NOT NULL
                    AND row_number() OVER (PARTITION BY n.producto_id ORDER BY n.fila) > 1 AS repetida,
               CASE WHEN n.tipo = 'Kit' THEN 'un kit no puede ser componente de otro' END AS impropia,
               'RANGO' AS impropia_codigo
        FROM nombrada n))";
inline constexpr std::string_view componentes_fallas = "{nombrados}, {componentes_revisados}, {fallas_nombrados}";
inline constexpr std::string_view componentes_guardar = R"(
    {nombrados}
    INSERT INTO producto_componente (organizacion_id, producto_id, consecutivo, componente_id, cantidad, unidad_medida_id)
    SELECT :organizacionId, :id, fila + 1, producto_id, cantidad, unidad_medida_id FROM nombrada)";
inline constexpr std::string_view componentes_guardados = R"(
    SELECT componente_id AS "productoId", NULL::text AS codigo, unidad_medida_id AS "unidadMedidaId", cantidad
    FROM producto_componente WHERE organizacion_id = :organizacionId AND producto_id = :id ORDER BY consecutivo)";
inline constexpr std::string_view componentes_quitar =
    "DELETE FROM producto_componente WHERE organizacion_id = :organizacionId AND producto_id = :id";

}  // namespace gestor::sql
