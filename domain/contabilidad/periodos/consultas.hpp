#pragma once
#include "domain/contabilidad/reportes/consultas_balanza.hpp"

namespace gestor::sql {

// Last change of a month: user and moment, from the audit trail, in the time of the session's branch. Month numbers are
// like 202611.
inline constexpr Orden orden_periodos[] = {{"p.periodo_id", "integer"}};
inline constexpr Fuente periodos{
    .columnas = R"(
    p.ejercicio, p.mes, p.estado,
    p.estado = 'Abierto' AND p.mes <= 12 AND d.dias > 0
        AND (SELECT {dia_de_hoy}) - (make_date(p.ejercicio, least(p.mes, 12), 1) + interval '1 month')::date >= d.dias
        AS "cerradoPorDias",
    CASE p.estado WHEN 'Cerrado' THEN p.motivo_cierre ELSE p.motivo_apertura END AS motivo,
    coalesce(b.usuario, '') AS usuario, b.fecha AS "fechaCambio")",
    .desde = R"(periodo p
    CROSS JOIN (SELECT coalesce(max(x.valor::integer), 0) AS dias FROM parametro x
                WHERE x.organizacion_id = :organizacionId AND x.clave = 'diasCierre') d
    LEFT JOIN LATERAL (
        SELECT coalesce(u.usuario, y.operador) AS usuario,
               timezone(coalesce((SELECT z.zona_horaria FROM sucursal z WHERE z.organizacion_id = :organizacionId
                                  AND z.sucursal_id = :sesionSucursalId), 'America/Mexico_City'), y.fecha)::timestamp(0)
               AS fecha
        FROM bitacora y
        LEFT JOIN usuario u ON u.organizacion_id = :organizacionId AND u.usuario_id = y.usuario_id
        WHERE y.organizacion_id = :organizacionId AND y.registro_id = p.periodo_id AND y.recurso = 'Periodo'
          AND y.accion = 'Modificar'
        ORDER BY y.fecha DESC, y.bitacora_id DESC LIMIT 1) b ON true)",
    .base = "p.organizacion_id = :organizacionId",
    .orden = orden_periodos,
};

inline constexpr std::string_view periodo_poner = R"(
    UPDATE periodo SET estado = :estado, motivo_cierre = CASE :estado WHEN 'Cerrado' THEN :motivo ELSE '' END,
                       motivo_apertura = CASE :estado WHEN 'Cerrado' THEN '' ELSE :motivo END
    WHERE organizacion_id = :organizacionId::bigint AND ejercicio = :ejercicio::integer AND mes = :mes::integer)";
inline constexpr std::string_view ejercicio_cerrado = R"(
    SELECT 1 FROM periodo
    WHERE organizacion_id = :organizacionId AND ejercicio = :ejercicio::integer AND mes = 13 AND estado = 'Cerrado')";
// Locks the open months before one. A closing holds the turn of all months.
inline constexpr std::string_view meses_anteriores_apartar = R"(
    SELECT p.ejercicio, p.mes FROM periodo p
    WHERE p.organizacion_id = :organizacionId::bigint AND p.estado = 'Abierto' AND p.mes <= 12
      AND (p.ejercicio, p.mes) < (:ejercicio::integer, :mes::integer)
    ORDER BY 1, 2
    FOR UPDATE)";
// Open months before one that have pólizas. A statement of its own, after the locks: it sees the pólizas of writers
// that were still under way.
inline constexpr std::string_view meses_anteriores_usados = R"(
    SELECT p.ejercicio, p.mes FROM periodo p
    WHERE p.organizacion_id = :organizacionId::bigint AND p.estado = 'Abierto' AND p.mes <= 12
      AND (p.ejercicio, p.mes) < (:ejercicio::integer, :mes::integer)
      AND EXISTS (SELECT FROM poliza x
                  WHERE x.organizacion_id = :organizacionId::bigint AND x.fecha >= make_date(p.ejercicio, p.mes, 1)
                    AND x.fecha < make_date(p.ejercicio, p.mes, 1) + interval '1 month')
    ORDER BY 1, 2)";
inline constexpr std::string_view meses_anteriores_cerrar = R"(
    UPDATE periodo SET estado = 'Cerrado', motivo_cierre = :motivo, motivo_apertura = ''
    WHERE organizacion_id = :organizacionId::bigint AND estado = 'Abierto' AND mes <= 12
      AND (ejercicio, mes) < (:ejercicio::integer, :mes::integer))";
inline constexpr std::string_view ultimo_mes_cerrado = R"(
    SELECT p.ejercicio, p.mes FROM periodo p
    WHERE p.organizacion_id = :organizacionId::bigint AND p.estado = 'Cerrado' AND p.mes <= 12
      AND (p.ejercicio, p.mes) > (:ejercicio::integer, :mes::integer)
    ORDER BY 1 DESC, 2 DESC LIMIT 1)";
// Unfinished documents keep their month open, because their future entry is unknown.
inline constexpr std::string_view mes_a_medias = R"(
    WITH carga AS MATERIALIZED (  -- loads of trucks
        SELECT t.transaccion_id, t.tipo_documento, t.folio, a.almacen_id, date_trunc('day', t.fecha) AS desde,
               date_trunc('day', t.fecha) + interval '1 day' AS hasta
        FROM transaccion t
        JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
        JOIN almacen a ON a.organizacion_id = d.organizacion_id AND a.almacen_id = d.almacen_destino_id AND a.es_ruta
        WHERE t.organizacion_id = :organizacionId AND t.obj_id = {MovimientoInventario} AND t.estado <> 'Cancelado'
          AND t.fecha >= make_date(:ejercicio::integer, :mes::integer, 1)
          AND t.fecha < make_date(:ejercicio::integer, :mes::integer, 1) + interval '1 month'
    )
    SELECT x.* FROM (
        SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
        FROM transaccion t
        WHERE t.organizacion_id = :organizacionId AND t.obj_id = {LiquidacionRuta}
          AND t.estado NOT IN ('Validado', 'Cancelado')
          AND t.fecha >= make_date(:ejercicio::integer, :mes::integer, 1)
          AND t.fecha < make_date(:ejercicio::integer, :mes::integer, 1) + interval '1 month'
        UNION ALL
        SELECT c.transaccion_id, c.tipo_documento, c.folio
        FROM carga c
        WHERE NOT EXISTS (SELECT FROM transaccion l
                          WHERE l.organizacion_id = :organizacionId AND l.obj_id = {LiquidacionRuta}
                            AND l.estado = 'Validado' AND l.almacen_id = c.almacen_id
                            AND l.fecha >= c.desde AND l.fecha < c.hasta)) x
    ORDER BY 1 LIMIT 100)";

inline constexpr std::string_view mes_contandose = R"(
    SELECT c.conteo_id FROM conteo c
    WHERE c.organizacion_id = :organizacionId AND c.estado = 'Abierto'
      AND c.fecha < make_date(:ejercicio::integer, :mes::integer, 1) + interval '1 month'
    ORDER BY 1 LIMIT 100)";

// ---- the year ----
// Balances that the twelve months left in accounts of results.
inline constexpr std::string_view saldos_de_resultado = R"(
    SELECT l.cuenta_contable_id AS "cuentaId", coalesce(l.sucursal_id, 0) AS "sucursalId",
           coalesce(l.proyecto_id, 0) AS "proyectoId", coalesce(l.centro_costo_id, 0) AS "centroCostoId",
           sum(l.debe - l.haber) AS saldo
    FROM ({libro_por_mes}) l
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = l.cuenta_contable_id
    WHERE l.ejercicio = :ejercicio::integer AND l.mes <= 12 AND left(c.codigo_agrupador, 1) BETWEEN '4' AND '7'
    GROUP BY 1, 2, 3, 4, c.codigo
    HAVING sum(l.debe - l.haber) <> 0
    ORDER BY 2, 3, 4, c.codigo)";
// Closing entry of the year in force.
inline constexpr std::string_view poliza_de_cierre = R"(
    SELECT p.poliza_id AS id FROM poliza p
    WHERE p.organizacion_id = :organizacionId AND p.ejercicio = :ejercicio::integer AND p.mes = 13 AND p.tipo = 'Diario'
      AND p.numero > 0 AND p.reversa_de IS NULL
      AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = :organizacionId AND r.reversa_de = p.poliza_id))";
// Entry in force that transferred the result of a year to earlier years: dated after the year, found by its concept.
inline constexpr std::string_view poliza_de_traspaso = R"(
    SELECT p.poliza_id AS id FROM poliza p
    WHERE p.organizacion_id = :organizacionId AND p.fecha >= make_date(:ejercicio::integer + 1, 1, 1) AND p.mes <= 12
      AND p.origen = 'Cierre' AND p.concepto = :concepto AND p.reversa_de IS NULL
      AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = :organizacionId AND r.reversa_de = p.poliza_id))";

}  // namespace gestor::sql
