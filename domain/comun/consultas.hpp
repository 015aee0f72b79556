#pragma once
// Statements and pieces of them that several areas share. {dia_de_hoy} in a statement is the constant of that name
// (motor/huecos.cpp); in a list's SQL {clave} are the keys of the page and {orden} its order (persistence/lectura.hpp).
#include <string_view>

#include "persistence/lectura.hpp"
#include "persistence/sentencia.hpp"

namespace gestor::sql {

// Today in the branch of the session; without a branch, in the organization's time zone.
inline constexpr std::string_view dia_de_hoy = R"(
    (:ahora::timestamptz AT TIME ZONE coalesce((SELECT z.zona_horaria FROM sucursal z
                                                WHERE z.organizacion_id = :organizacionId
                                                  AND z.sucursal_id = :sesionSucursalId),
                                               zona_de(:organizacionId)))::date)";
// Today in the tax authority's calendar, as sat_hoy() of the schema has it.
inline constexpr std::string_view dia_del_sat = "timezone('America/Mexico_City', :ahora::timestamptz)::date";

inline constexpr std::string_view fecha_de_hoy = "SELECT {dia_de_hoy} AS fecha";

// Currency key of a row x with moneda_id.
inline constexpr std::string_view clave_de_moneda = "(SELECT m.clave FROM moneda m WHERE m.moneda_id = x.moneda_id)";
// Condition: product p belongs to a classification, or to one below it.
inline constexpr std::string_view en_clasificacion = R"(p.clasificacion_id IN (
    WITH RECURSIVE rama (clasificacion_id) AS (
        SELECT :clasificacionId::bigint
        UNION
        SELECT h.clasificacion_id FROM rama
        JOIN clasificacion_producto h ON h.organizacion_id = :organizacionId AND h.padre_id = rama.clasificacion_id)
    SELECT clasificacion_id FROM rama))";

// Lists of concepts share columns and order; each has its own condition.
inline constexpr Orden orden_conceptos[] = {{"c.nombre", "text"}, {"c.concepto_id", "bigint"}};
constexpr Fuente conceptos(std::string_view base) {
    return {
        .columnas = R"(
    c.concepto_id AS "conceptoId", c.clave, c.nombre, c.tipo, a.codigo AS "cuentaContable",
    c.clasificador_costo_id AS "clasificadorCostoId", c.clave_producto_servicio AS "claveProductoServicio",
    c.clave_unidad AS "claveUnidad", c.objeto_impuesto AS "objetoImpuesto", c.tasa_iva AS "tasaIva",
    c.tasa_iva IS NULL AND NOT c.no_afecto AS "exentoIva", c.no_afecto AS "noAfecto", c.tasa_ieps AS "tasaIeps",
    c.tasa_iva_retenido AS "tasaIvaRetenido", c.tasa_isr_retenido AS "tasaIsrRetenido", c.cuota_ieps AS "cuotaIeps",
    c.tipo_retencion AS "tipoRetencion", c.acreditamiento, c.pago_iva_retenido AS "pagoIvaRetenido",
    c.pago_isr_retenido AS "pagoIsrRetenido", c.activo)",
        .desde = R"(concepto c
    LEFT JOIN cuenta_contable a ON a.organizacion_id = c.organizacion_id AND a.cuenta_contable_id = c.cuenta_contable_id)",
        .base = base,
        .orden = orden_conceptos,
    };
}
inline constexpr std::string_view concepto_objetos = R"(
    SELECT k.concepto_id, o.valor
    FROM {clave} k
    JOIN concepto x ON x.organizacion_id = :organizacionId AND x.concepto_id = k.concepto_id
    CROSS JOIN LATERAL unnest(x.objetos) AS o (valor)
    ORDER BY {orden}, o.valor)";
inline constexpr std::string_view concepto_cuentas = R"(
    SELECT k.concepto_id, l.cuenta_id AS valor
    FROM {clave} k
    JOIN concepto_cuenta l ON l.organizacion_id = :organizacionId AND l.concepto_id = k.concepto_id
    ORDER BY {orden}, l.cuenta_id)";
inline constexpr std::string_view concepto_contactos = R"(
    SELECT k.concepto_id, l.contacto_id AS valor
    FROM {clave} k
    JOIN concepto_contacto l ON l.organizacion_id = :organizacionId AND l.concepto_id = k.concepto_id
    ORDER BY {orden}, l.contacto_id)";
inline constexpr std::string_view concepto_busqueda = "c.busqueda LIKE patron(:busqueda)";

// Condition: a key of the tax authority is in force today.
inline constexpr std::string_view sat_vigente =
    "vigencia_desde <= {dia_del_sat} AND (vigencia_hasta IS NULL OR vigencia_hasta >= {dia_del_sat})";
// Taxes of a product or concept that are not in c_TasaOCuota today.
inline constexpr std::string_view tasas_fallas = R"(
    SELECT v.campo, 'CLAVE_SAT_INVALIDA' AS codigo, 'no está vigente en el catálogo c_TasaOCuota del SAT' AS mensaje
    FROM (VALUES ('tasaIva',         '002', 'Tasa',  true,  :tasaIva::numeric),
                 ('tasaIeps',        '003', 'Tasa',  true,  :tasaIeps::numeric),
                 ('cuotaIeps',       '003', 'Cuota', true,  :cuotaIeps::numeric),
                 ('tasaIvaRetenido', '002', 'Tasa',  false, :tasaIvaRetenido::numeric),
                 ('tasaIsrRetenido', '001', 'Tasa',  false, :tasaIsrRetenido::numeric))
         v (campo, impuesto, factor, traslado, tasa)
    WHERE v.tasa <> 0 AND NOT EXISTS (
        SELECT FROM sat_tasa_cuota t
        WHERE t.impuesto = v.impuesto AND t.factor = v.factor
          AND CASE WHEN v.traslado THEN t.traslado ELSE t.retencion END
          AND v.tasa BETWEEN CASE t.tipo WHEN 'Rango' THEN t.minimo ELSE t.maximo END AND t.maximo
          AND {sat_vigente}))";

// Members of an address stored as one value. The statement has one table with that column.
inline constexpr std::string_view domicilio = R"(
    domicilio ->> 'calle' AS "domicilio.calle", domicilio ->> 'numeroExterior' AS "domicilio.numeroExterior",
    domicilio ->> 'numeroInterior' AS "domicilio.numeroInterior", domicilio ->> 'colonia' AS "domicilio.colonia",
    domicilio ->> 'localidad' AS "domicilio.localidad", domicilio ->> 'municipio' AS "domicilio.municipio",
    domicilio ->> 'estado' AS "domicilio.estado", domicilio ->> 'pais' AS "domicilio.pais",
    domicilio ->> 'codigoPostal' AS "domicilio.codigoPostal")";

// turno: one write of this kind at a time in the organization. Two such changes may each be valid and be invalid
// together: two default lists, a cycle in a tree.
inline constexpr std::string_view turno =
    "SELECT pg_advisory_xact_lock(hashtextextended(:que::text || '/' || :organizacionId, 0))";

// Settings of the organization.
inline constexpr std::string_view parametro_leer =
    "SELECT valor FROM parametro WHERE organizacion_id = :organizacionId AND clave = :clave";
inline constexpr std::string_view parametro_poner =
    "INSERT INTO parametro (organizacion_id, clave, valor) VALUES (:organizacionId, :clave, :valor) "
    "ON CONFLICT (organizacion_id, clave) DO UPDATE SET valor = excluded.valor";
inline constexpr std::string_view parametro_quitar =
    "DELETE FROM parametro WHERE organizacion_id = :organizacionId AND clave = :clave";

// Product and unit of each row. A body may have thousands of rows.
inline constexpr std::string_view nombrados = R"(
    /* se planea cada vez */
    WITH escrita AS MATERIALIZED (
        SELECT f."productoId", upper(nullif(f.codigo, '')) AS normalizado, f."unidadMedidaId", f.cantidad, f.precio,
               coalesce(f."cantidadMinima", 0) AS minima, f."descuentoMaximo", coalesce(f.eliminar, false) AS eliminar,
               f.ordinality - 1 AS fila
        FROM ROWS FROM (jsonb_to_recordset(:filas::jsonb) AS (
                 "productoId" bigint, codigo text, "unidadMedidaId" bigint, cantidad numeric, precio numeric,
                 "cantidadMinima" numeric, "descuentoMaximo" numeric, eliminar boolean)) WITH ORDINALITY f
    ), pedida AS MATERIALIZED (
        SELECT f.*, coalesce(f."productoId", (
                   SELECT q.producto_id FROM producto q
                   WHERE q.organizacion_id = :organizacionId AND q.codigo_normalizado = f.normalizado)) AS cual
        FROM escrita f
    ), nombrada AS (
        SELECT f.*, p.producto_id, p.tipo, p.codigo_normalizado <> f.normalizado AS discorde,
               u.unidad_medida_id, coalesce(u.unidad_base_id, u.unidad_medida_id)
                   <> coalesce(v.unidad_base_id, v.unidad_medida_id) AS inconvertible
        FROM pedida f
        LEFT JOIN producto p ON p.organizacion_id = :organizacionId AND p.producto_id = f.cual
        LEFT JOIN unidad_medida v ON v.organizacion_id = :organizacionId AND v.unidad_medida_id = p.unidad_medida_id
        LEFT JOIN unidad_medida u ON u.organizacion_id = :organizacionId
             AND u.unidad_medida_id = CASE WHEN f."unidadMedidaId" IS NULL THEN p.unidad_medida_id ELSE f."unidadMedidaId" END))";
// Follows `nombrados` and the CTE `revisada`, which adds to each row: repetida, and impropia with its code.
inline constexpr std::string_view fallas_nombrados = R"(
    fallas AS (
        SELECT r.fila, x.campo, x.codigo, x.mensaje
        FROM revisada r
        CROSS JOIN LATERAL (VALUES
            (r.producto_id IS NULL AND r."productoId" IS NOT NULL, 'productoId', 'NO_EXISTE', 'no existe'),
            (r.producto_id IS NULL AND r."productoId" IS NULL, 'codigo', 'NO_EXISTE', 'no existe'),
            (r.discorde, 'codigo', 'RANGO', 'no es el código de productoId; envíe uno solo de los dos'),
            (r."unidadMedidaId" <> 0 AND r.unidad_medida_id IS NULL, 'unidadMedidaId', 'NO_EXISTE', 'no existe'),
            (r.inconvertible, 'unidadMedidaId', 'RANGO', 'no se convierte a la unidad del producto'),
            (r.repetida, '', 'DUPLICADO', 'repite una fila anterior'),
            (r.impropia IS NOT NULL, '', r.impropia_codigo, r.impropia)) x (mal, campo, codigo, mensaje)
        WHERE x.mal)
    SELECT campo, codigo, mensaje, fila FROM fallas ORDER BY fila)";
inline constexpr std::string_view rfc_de_organizacion =
    "SELECT rfc FROM organizacion WHERE organizacion_id = :organizacionId";

// Worst situation of contact c in the list of CFF 69-B.
inline constexpr std::string_view situacion_69b = R"((
    SELECT x.situacion FROM sat_efos x WHERE x.rfc = c.rfc AND x.vigencia_hasta IS NULL
    ORDER BY x.situacion <> 'Definitivo', x.situacion <> 'Presunto', x.situacion LIMIT 1))";

}  // namespace gestor::sql
