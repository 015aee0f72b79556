#pragma once
#include "domain/ventas/consultas.hpp"

namespace gestor::sql {

// ---- invoice ----
inline constexpr std::string_view factura_propio = R"(
    t.fecha_vencimiento AS "fechaVencimiento", t.dias_credito AS "diasCredito", t.vendedor_id AS "vendedorId",
    v.nombre AS vendedor, d.lista_precios_id AS "listaPreciosId", d.condiciones_pago AS "condicionesPago", d.addenda)";
inline constexpr std::string_view de_facturas = "t.organizacion_id = :organizacionId AND t.obj_id = {FacturaVenta}";
inline constexpr Fuente facturas_venta =
    documentos("{trx}, {cli}, {imp}, {fis}, {factura_propio}", desde_documento, de_facturas);

inline constexpr Fuente facturas_por_ids{
    .columnas = "{trx}, {cli}, {imp}, {fis}, {factura_propio}",
    .desde = "{pedidas} CROSS JOIN {desde_documento}",
    .base = "{de_facturas} AND t.transaccion_id = q.id",
    .orden = orden_pedidas,
};

// Whether the header or a line names the project.
inline constexpr std::string_view del_proyecto = R"(t.proyecto_id = :proyectoId OR EXISTS (
    SELECT FROM partida p
    WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id
      AND p.proyecto_id = :proyectoId))";
// A line without project belongs to the project of its header.
inline constexpr std::string_view lineas_del_proyecto = R"(
    JOIN transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
    WHERE coalesce(p.proyecto_id, t.proyecto_id) = :proyectoId)";
inline constexpr std::string_view total_del_proyecto = R"(
    (SELECT round(coalesce(sum(p.importe), 0), 2) FROM partida p
     WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id
       AND coalesce(p.proyecto_id, t.proyecto_id) = :proyectoId) AS "totalProyecto")";
inline constexpr Fuente facturas_proyecto =
    documentos("{trx}, {cli}, {imp}, {fis}, {factura_propio}, {total_del_proyecto}", desde_documento, de_facturas);
inline constexpr std::string_view partidas_proyecto = R"(
    {partida}
    {de_partidas}
    {lineas_del_proyecto}
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view partida_impuestos_proyecto = R"(
    SELECT k.transaccion_id, i.numero_partida, i.impuesto,
           CASE i.impuesto WHEN '001' THEN 'ISR' WHEN '002' THEN 'IVA' ELSE 'IEPS' END AS nombre, i.tipo,
           i.tipo_factor AS "tipoFactor", i.tasa_cuota AS "tasaOCuota", i.base, i.importe
    FROM {clave} k
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    JOIN partida_impuesto i ON i.organizacion_id = p.organizacion_id AND i.transaccion_id = p.transaccion_id
                           AND i.numero_partida = p.numero_partida
    {lineas_del_proyecto}
    ORDER BY {orden}, i.numero_partida, i.consecutivo)";
inline constexpr std::string_view partida_series_proyecto = R"(
    SELECT k.transaccion_id, e.numero_partida, e.serie AS valor
    FROM {clave} k
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    JOIN partida_serie e ON e.organizacion_id = p.organizacion_id AND e.transaccion_id = p.transaccion_id
                        AND e.numero_partida = p.numero_partida
    {lineas_del_proyecto}
    ORDER BY {orden}, e.numero_partida, e.serie)";
inline constexpr std::string_view partida_lotes_proyecto = R"(
    SELECT k.transaccion_id, l.numero_partida, l.lote, l.cantidad, l.caducidad
    FROM {clave} k
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    JOIN partida_lote l ON l.organizacion_id = p.organizacion_id AND l.transaccion_id = p.transaccion_id
                       AND l.numero_partida = p.numero_partida
    {lineas_del_proyecto}
    ORDER BY {orden}, l.numero_partida, l.lote)";

// ---- note ----
inline constexpr std::string_view nota_propio = R"(
    t.vendedor_id AS "vendedorId", v.nombre AS vendedor, d.caja, f.transaccion_id AS "transaccionIdFactura",
    f.folio AS "folioFactura", d.cambio)";
// Invoice in force made from a note.
inline constexpr std::string_view desde_nota = R"(
    {desde_documento}
    LEFT JOIN LATERAL (
        SELECT x.transaccion_id, x.folio FROM relacion r
        JOIN transaccion x ON x.organizacion_id = r.organizacion_id AND x.transaccion_id = r.destino_id
        WHERE r.organizacion_id = t.organizacion_id AND r.origen_id = t.transaccion_id AND r.tipo = 'Origen'
          AND x.obj_id = {FacturaVenta} AND x.estado <> 'Cancelado'
        ORDER BY x.transaccion_id LIMIT 1) f ON true)";
inline constexpr Fuente notas_venta = documentos("{trx}, {cli}, {imp}, {nota_propio}", desde_nota,
                                                 "t.organizacion_id = :organizacionId AND t.obj_id = {NotaVenta}");
inline constexpr std::string_view nota_pagos = R"(
    SELECT k.transaccion_id, m.forma_pago_id AS "formaPagoId", a.forma, a.importe_destino AS importe, a.referencia,
           a.fuente_id AS "transaccionId"
    FROM {clave} k
    JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.destino_id = k.transaccion_id
    JOIN movimiento_banco m ON m.organizacion_id = a.organizacion_id AND m.transaccion_id = a.fuente_id
    WHERE a.fecha_reversa IS NULL AND a.tipo = 'Cobro'
    ORDER BY {orden}, a.fecha, a.aplicacion_id)";
inline constexpr std::string_view nota_escuela = R"(
    SELECT k.transaccion_id, e.alumno, e.curp, e."nivelEducativo", e."autRVOE", e."rfcPago", e.matricula, e.ciclo,
           e.periodo
    FROM {clave} k
    JOIN documento d ON d.organizacion_id = :organizacionId AND d.transaccion_id = k.transaccion_id
    CROSS JOIN LATERAL jsonb_to_record(d.escuela) AS e (alumno text, curp text, "nivelEducativo" text, "autRVOE" text,
                                                        "rfcPago" text, matricula text, ciclo text, periodo text)
    WHERE d.escuela IS NOT NULL
    ORDER BY {orden})";
inline constexpr std::string_view de_la_caja = R"(EXISTS (
    SELECT FROM documento d
    WHERE d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id AND d.caja = :caja))";
inline constexpr std::string_view de_la_matricula = R"(t.transaccion_id IN (
    SELECT d.transaccion_id FROM documento d
    WHERE d.organizacion_id = :organizacionId AND d.matricula = :matricula AND d.matricula <> ''))";

// ---- order ----
inline constexpr std::string_view pedido_propio = R"(
    d.entrega_fecha AS "entregaFecha", d.vigencia_fecha AS "vigenciaFecha", t.vendedor_id AS "vendedorId",
    v.nombre AS vendedor, t.almacen_id AS "almacenId", d.domicilio ->> 'calle' AS "domicilioEntrega.calle",
    d.domicilio ->> 'numeroExterior' AS "domicilioEntrega.numeroExterior",
    d.domicilio ->> 'numeroInterior' AS "domicilioEntrega.numeroInterior",
    d.domicilio ->> 'colonia' AS "domicilioEntrega.colonia", d.domicilio ->> 'localidad' AS "domicilioEntrega.localidad",
    d.domicilio ->> 'municipio' AS "domicilioEntrega.municipio", d.domicilio ->> 'estado' AS "domicilioEntrega.estado",
    d.domicilio ->> 'pais' AS "domicilioEntrega.pais", d.domicilio ->> 'codigoPostal' AS "domicilioEntrega.codigoPostal",
    coalesce((SELECT round(100 * sum(p.surtida) / sum(p.cantidad), 2)
              FROM partida p
              JOIN producto q ON q.organizacion_id = p.organizacion_id AND q.producto_id = p.producto_id
                  AND q.tipo <> 'Servicio'
              WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id),
             100) AS "porcentajeSurtido")";  // percentage of the quantity to deliver
inline constexpr Fuente pedidos_cliente =
    documentos("{trx}, {cli}, {imp}, {pedido_propio}", desde_documento,
               "t.organizacion_id = :organizacionId AND t.obj_id = {PedidoCliente}");
inline constexpr std::string_view partidas_pedido = R"(
    {partida}, p.surtida AS "cantidadSurtida", p.cantidad - p.surtida AS "cantidadPendiente"
    {de_partidas}
    ORDER BY {orden}, p.numero_partida)";

// ---- quotation ----
inline constexpr std::string_view cotizacion_propio =
    R"(d.vigencia_fecha AS "vigenciaFecha", t.vendedor_id AS "vendedorId", v.nombre AS vendedor)";
inline constexpr Fuente cotizaciones =
    documentos("{trx_folio}, {estado_con_vigencia}, {trx_resto}, {cli}, {imp}, {cotizacion_propio}", desde_documento,
               "t.organizacion_id = :organizacionId AND t.obj_id = {CotizacionCliente}");
inline constexpr std::string_view existe_cotizacion = R"(
    SELECT 1 FROM transaccion
    WHERE organizacion_id = :organizacionId AND transaccion_id = :cotizacionId AND obj_id = {CotizacionCliente})";

// ---- return ----
inline constexpr std::string_view devolucion_propio = R"(
    o.transaccion_id AS "transaccionIdVenta", o.folio AS "folioVenta", d.motivo, t.almacen_id AS "almacenId")";
inline constexpr std::string_view desde_devolucion = R"(
    {desde_documento}
    LEFT JOIN LATERAL (
        SELECT x.transaccion_id, x.folio FROM relacion r
        JOIN transaccion x ON x.organizacion_id = r.organizacion_id AND x.transaccion_id = r.origen_id
        WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id
        ORDER BY x.transaccion_id LIMIT 1) o ON true)";
inline constexpr Fuente notas_devolucion =
    documentos("{trx}, {cli}, {imp}, {fis}, {devolucion_propio}", desde_devolucion,
               "t.organizacion_id = :organizacionId AND t.obj_id = {NotaDevolucionCliente}");
inline constexpr std::string_view partidas_devolucion = R"(
    {partida}, p.numero_partida_origen AS "numeroPartidaOrigen"
    {de_partidas}
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view devolucion_aplicaciones = R"(
    SELECT k.transaccion_id, x.transaccion_id AS "transaccionId", x.folio, a.importe, a.fecha
    FROM {clave} k
    CROSS JOIN LATERAL (
        SELECT c.destino_id, c.fecha, sum(c.importe_destino) AS importe, min(c.aplicacion_id) AS aplicacion_id
        FROM aplicacion c
        WHERE c.organizacion_id = :organizacionId AND c.fuente_id = k.transaccion_id AND c.fecha_reversa IS NULL
        GROUP BY c.destino_id, c.fecha) a
    JOIN transaccion x ON x.organizacion_id = :organizacionId AND x.transaccion_id = a.destino_id
    ORDER BY {orden}, a.fecha, a.aplicacion_id)";
inline constexpr std::string_view de_la_venta = R"(t.transaccion_id IN (
    SELECT r.destino_id FROM relacion r
    WHERE r.organizacion_id = :organizacionId AND r.origen_id = :transaccionIdVenta))";
inline constexpr std::string_view existe_venta = R"(
    SELECT 1 FROM transaccion
    WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionIdVenta AND obj_id IN ({por_cobrar}))";

// ---- cross-promotions: those of the branch asked for, or of the session's, that day; without a branch, of any ----
inline constexpr Orden orden_promociones[] = {{"p.prioridad", "integer"}, {"p.promocion_id", "bigint"}};
inline constexpr Fuente promociones{
    .columnas = R"(
    p.promocion_id AS "promocionId", p.nombre, p.vigencia_inicio AS "vigenciaInicio", p.vigencia_fin AS "vigenciaFin",
    p.acumulable, p.prioridad, p.activo)",
    .desde = R"(promocion_cruzada p
    LEFT JOIN sucursal s ON s.organizacion_id = p.organizacion_id
                        AND s.sucursal_id = coalesce(:sucursalId::bigint, :sesionSucursalId::bigint))",
    .base = R"(p.organizacion_id = :organizacionId AND p.activo
    AND coalesce(:fecha::date, timezone(coalesce(s.zona_horaria, zona_de(:organizacionId)), :ahora::timestamptz)::date)
        BETWEEN p.vigencia_inicio AND p.vigencia_fin
    AND (s.sucursal_id IS NULL
         OR (SELECT coalesce(bool_or(l.sucursal_id = s.sucursal_id), true) FROM promocion_sucursal l
             WHERE l.organizacion_id = p.organizacion_id AND l.promocion_id = p.promocion_id)))",
    .orden = orden_promociones,
};
inline constexpr std::string_view promocion_sucursales = R"(
    SELECT k.promocion_id, l.sucursal_id AS valor
    FROM {clave} k
    JOIN promocion_sucursal l ON l.organizacion_id = :organizacionId AND l.promocion_id = k.promocion_id
    ORDER BY {orden}, l.sucursal_id)";
inline constexpr std::string_view promocion_condiciones = R"(
    SELECT k.promocion_id, x.producto_id AS "productoId", x.clasificacion_id AS "clasificacionId",
           x.cantidad_minima AS "cantidadMinima"
    FROM {clave} k
    JOIN promocion_condicion x ON x.organizacion_id = :organizacionId AND x.promocion_id = k.promocion_id
    ORDER BY {orden}, x.consecutivo)";
inline constexpr std::string_view promocion_beneficios = R"(
    SELECT k.promocion_id, x.producto_id AS "productoId", x.clasificacion_id AS "clasificacionId",
           x.tipo_beneficio AS "tipoBeneficio", x.valor, x.cantidad_maxima AS "cantidadMaxima"
    FROM {clave} k
    JOIN promocion_beneficio x ON x.organizacion_id = :organizacionId AND x.promocion_id = k.promocion_id
    ORDER BY {orden}, x.consecutivo)";
// Whether the product takes part in a promotion: bought or given, directly or by any of its classifications.
inline constexpr std::string_view con_el_producto = R"(EXISTS (
    WITH RECURSIVE suyas (clasificacion_id) AS (
        SELECT q.clasificacion_id FROM producto q
        WHERE q.organizacion_id = :organizacionId AND q.producto_id = :productoId
        UNION
        SELECT c.padre_id FROM suyas
        JOIN clasificacion_producto c ON c.organizacion_id = :organizacionId
                                     AND c.clasificacion_id = suyas.clasificacion_id)
    SELECT FROM (
        SELECT producto_id, clasificacion_id FROM promocion_condicion
        WHERE organizacion_id = :organizacionId AND promocion_id = p.promocion_id
        UNION ALL
        SELECT producto_id, clasificacion_id FROM promocion_beneficio
        WHERE organizacion_id = :organizacionId AND promocion_id = p.promocion_id) x
    WHERE x.producto_id = :productoId OR x.clasificacion_id IN (SELECT clasificacion_id FROM suyas)))";
// Whether the list has prices of all products that must be bought: otherwise the promotion cannot be sold with the
// list.
inline constexpr std::string_view en_la_lista = R"(NOT EXISTS (
    SELECT FROM promocion_condicion x
    WHERE x.organizacion_id = :organizacionId AND x.promocion_id = p.promocion_id AND x.producto_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM precio y
                      WHERE y.organizacion_id = :organizacionId AND y.lista_precios_id = :listaPreciosId
                        AND y.producto_id = x.producto_id)))";

// Quotations accepted by this order alone.
inline constexpr std::string_view cotizaciones_libres = R"(
    SELECT q.transaccion_id AS id
    FROM relacion r
    JOIN transaccion q ON q.organizacion_id = r.organizacion_id AND q.transaccion_id = r.origen_id AND q.obj_id = {CotizacionCliente}
         AND q.estado = 'Aceptado'
    WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint AND r.tipo = 'Origen'
      AND NOT EXISTS (
          SELECT FROM relacion x
          JOIN transaccion p ON p.organizacion_id = x.organizacion_id AND p.transaccion_id = x.destino_id
               AND p.estado <> 'Cancelado'
          WHERE x.organizacion_id = :organizacionId::bigint AND x.origen_id = q.transaccion_id AND x.tipo = 'Origen'
            AND x.destino_id <> :transaccionId::bigint))";
inline constexpr std::string_view cotizacion_vencida = R"(
    SELECT 1 FROM documento d
    JOIN transaccion t ON t.organizacion_id = d.organizacion_id AND t.transaccion_id = d.transaccion_id
    JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    WHERE d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = :transaccionId::bigint
      AND d.vigencia_fecha < timezone(s.zona_horaria, :ahora::timestamptz)::date)";

}  // namespace gestor::sql
