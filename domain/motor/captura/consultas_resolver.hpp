#pragma once
// Reads of a new document before any decision: header, lines, payments. No statement here writes.
#include <string_view>

namespace gestor::sql {

// Parts of `contexto`. Each costs PostgreSQL more to prepare than to run, in every document; resolver() leaves out a
// part that the request cannot need, and writes its `sin_` in its place.
inline constexpr std::string_view contexto_deudor = R"(
              OR EXISTS (
                  SELECT FROM transaccion d WHERE d.organizacion_id = :organizacionId::bigint AND d.contacto_id = k.contacto_id
                  AND d.saldo > 0 AND d.obj_id IN ({con_saldo}) AND d.obj_id = ANY (:deudas::integer[])))";
inline constexpr std::string_view contexto_contraparte = R"((
             SELECT CASE WHEN :publico::boolean THEN (
                SELECT q.contacto_id FROM contacto q WHERE q.organizacion_id = :organizacionId::bigint
                AND q.rfc = 'XAXX010101000' ORDER BY q.contacto_id LIMIT 1)
             ELSE coalesce(:contraparteId::bigint, (
                SELECT q.contacto_id FROM contacto q WHERE q.organizacion_id = :organizacionId::bigint
                AND q.codigo_normalizado = upper(:codigo)), (
                SELECT q.contacto_id FROM transaccion q WHERE q.organizacion_id = :organizacionId::bigint
                AND q.transaccion_id = :origenId::bigint)) END))";
inline constexpr std::string_view contacto_con_codigo = R"(
    SELECT contacto_id AS "contactoId" FROM contacto
    WHERE organizacion_id = :organizacionId::bigint AND codigo_normalizado = upper(:codigo))";
inline constexpr std::string_view contraparte_por_id = ":contraparteId::bigint";
inline constexpr std::string_view contexto_lista = R"(
    LEFT JOIN lista_precios l ON l.organizacion_id = o.organizacion_id AND l.activo
         AND l.lista_precios_id = :listaPreciosId::bigint)";
inline constexpr std::string_view sin_lista = "CROSS JOIN (SELECT NULL::bigint AS lista_precios_id) l";
inline constexpr std::string_view contexto_cambio = R"(
    LEFT JOIN LATERAL (
        SELECT q.valor, q.fecha FROM tipo_cambio q
        WHERE q.organizacion_id = :organizacionId::bigint AND q.moneda_id = m.moneda_id
          AND q.fecha <= coalesce(:fecha::timestamp, timezone(coalesce(s.zona_horaria, 'America/Mexico_City'), :ahora::timestamptz))::date
        ORDER BY q.fecha DESC LIMIT 1) tc ON m.moneda_id <> 1 AND :tipoCambio::numeric IS NULL)";
inline constexpr std::string_view sin_cambio = "CROSS JOIN (SELECT NULL::numeric AS valor, NULL::date AS fecha) tc";
inline constexpr std::string_view contexto_repetida = R"(
    LEFT JOIN transaccion r ON r.organizacion_id = o.organizacion_id AND r.obj_id = :objId::integer
         AND r.referencia_externa = nullif(:referenciaExterna, '') COLLATE "C" AND r.referencia_externa <> ''
         AND r.estado <> 'Cancelado')";
inline constexpr std::string_view sin_repetida = "CROSS JOIN (SELECT NULL::bigint AS transaccion_id, NULL AS folio) r";
inline constexpr std::string_view contexto_origen = R"(
    LEFT JOIN LATERAL (
        SELECT greatest(q.fecha, q.fecha_apertura) AS fecha, q.tipo_documento || ' ' || q.folio AS nombre FROM transaccion q
        WHERE q.organizacion_id = :organizacionId::bigint AND q.transaccion_id = ANY (:origenes::bigint[])
        ORDER BY 1 DESC LIMIT 1) x ON true
    LEFT JOIN transaccion og ON og.organizacion_id = o.organizacion_id AND og.transaccion_id = :heredaId::bigint)";
inline constexpr std::string_view sin_origen = R"(
    CROSS JOIN (SELECT NULL::timestamp AS fecha, NULL AS nombre) x
    CROSS JOIN (SELECT NULL::bigint AS sucursal_id, NULL::bigint AS almacen_id, NULL::bigint AS proyecto_id,
                       NULL::bigint AS centro_costo_id, NULL::bigint AS vendedor_id) og)";

// ---- header of a new document: the source that it inherits from, session, branch and catalogs fill absent members;
// null: no such record. The warehouse of the source is taken only for the source's own branch. Under row level security
// CASE reaches an index, and coalesce does not ----
inline constexpr std::string_view contexto = R"(
    SELECT nextval('transaccion_transaccion_id_seq') AS "transaccionId",
           date_trunc('second', timezone(coalesce(s.zona_horaria, 'America/Mexico_City'), :ahora::timestamptz)) AS ahora,
           o.rfc AS "organizacionRfc", s.sucursal_id AS "sucursalId", coalesce(s.tasa_frontera, false) AS frontera,
           f.serie, y.proyecto_id AS "proyectoId", cc.clasificador_costo_id AS "centroCostoId",
           v.vendedor_id AS "vendedorId", a.almacen_id AS "almacenId", coalesce(a.es_ruta, false) AS "movil",
           l.lista_precios_id AS "listaPreciosId", m.moneda_id AS "monedaId", m.clave AS moneda,
           CASE WHEN m.moneda_id = 1 THEN coalesce(:tipoCambio::numeric, 1)
                ELSE coalesce(:tipoCambio::numeric, tc.valor) END AS "tipoCambio", tc.fecha AS "tipoCambioFecha",
           k.contacto_id AS "contraparteId", k.nombre AS contraparte, k.rfc, k.regimen_fiscal AS "regimenFiscal",
           k.uso_cfdi AS "usoCFDI", k.codigo_postal AS "codigoPostal", k.metodo_pago AS "metodoPago",
           k.forma_pago AS "formaPago", k.dias_credito AS "diasCredito", k.limite_credito AS "limiteCredito",
           k.lista_precios_id AS "listaPropia", r.transaccion_id AS repetida, r.folio AS "repetidaFolio",
           x.fecha AS "origenFecha", x.nombre AS origen
    FROM organizacion o
    LEFT JOIN usuario u ON u.organizacion_id = o.organizacion_id AND u.usuario_id = :usuarioId::bigint
    {contexto_origen}
    LEFT JOIN sucursal s ON s.organizacion_id = o.organizacion_id AND s.activo
         AND s.sucursal_id = CASE WHEN :sucursalId::bigint IS NOT NULL THEN :sucursalId::bigint
                                  WHEN og.sucursal_id IS NOT NULL THEN og.sucursal_id
                                  WHEN :sesionSucursalId::bigint <> 0 THEN :sesionSucursalId::bigint ELSE u.sucursal_id END
    LEFT JOIN serie_folio f ON f.organizacion_id = o.organizacion_id AND f.sucursal_id = s.sucursal_id
         AND f.obj_id = :objId::integer
         AND CASE WHEN :serie::text IS NULL THEN f.predeterminada ELSE f.serie = upper(:serie) COLLATE "C" END
    LEFT JOIN proyecto y ON y.organizacion_id = o.organizacion_id AND y.activo
         AND y.proyecto_id = CASE WHEN :proyectoId::bigint IS NOT NULL THEN :proyectoId::bigint
                                  WHEN og.proyecto_id IS NOT NULL THEN og.proyecto_id ELSE u.proyecto_id END
    LEFT JOIN clasificador_costo cc ON cc.organizacion_id = o.organizacion_id AND cc.activo
         AND cc.clasificador_costo_id = CASE WHEN :centroCostoId::bigint IS NOT NULL THEN :centroCostoId::bigint
                                             WHEN og.centro_costo_id IS NOT NULL THEN og.centro_costo_id ELSE u.centro_costo_id END
    LEFT JOIN contacto k ON k.organizacion_id = o.organizacion_id
         AND (k.activo AND k.tipo_contacto = ANY (:contactos::text[]) OR :conocido::boolean {contexto_deudor})
         AND k.contacto_id = {contexto_contraparte}
    LEFT JOIN vendedor v ON v.organizacion_id = o.organizacion_id AND v.activo
         AND v.vendedor_id = CASE WHEN :vendedorId::bigint IS NOT NULL THEN :vendedorId::bigint
                                  WHEN og.vendedor_id IS NOT NULL THEN og.vendedor_id
                                  WHEN k.vendedor_id IS NOT NULL THEN k.vendedor_id ELSE u.vendedor_id END
    LEFT JOIN LATERAL (
        SELECT q.almacen_id, q.es_ruta FROM almacen q
        WHERE q.organizacion_id = :organizacionId::bigint AND q.activo
          AND CASE WHEN :almacenId::bigint IS NOT NULL THEN q.almacen_id = :almacenId::bigint
                   WHEN og.almacen_id IS NOT NULL AND og.sucursal_id = s.sucursal_id THEN q.almacen_id = og.almacen_id
                   ELSE q.sucursal_id = s.sucursal_id END
        ORDER BY (q.almacen_id = u.almacen_id) DESC NULLS LAST, q.es_cedis, q.es_ruta, q.almacen_id LIMIT 1) a ON true
    {contexto_lista}
    LEFT JOIN (organizacion_moneda om JOIN moneda m USING (moneda_id)) ON om.organizacion_id = o.organizacion_id AND om.activo
         AND om.moneda_id = (SELECT CASE WHEN :monedaId::integer IS NOT NULL THEN :monedaId::integer ELSE (
                SELECT q.moneda_id FROM moneda q WHERE q.clave = coalesce(upper(:moneda), 'MXN')) END)
    {contexto_cambio}
    {contexto_repetida}
    WHERE o.organizacion_id = :organizacionId::bigint)";
inline constexpr std::string_view transaccion_resultado = R"(
    SELECT transaccion_id AS "transaccionId", obj_id AS "objId", tipo_documento AS "tipoDocumento", serie, folio, fecha,
           estado, total, saldo, uuid
    FROM transaccion WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";

// Rules of the CFDI for its receiver and its payment, as faults.
inline constexpr std::string_view receptor_fallas = R"(
    SELECT x.campo, x.codigo, x.mensaje
    FROM (VALUES (char_length(:rfc::text) = 12, :rfc::text IN ('XAXX010101000', 'XEXX010101000'))) k (moral, generico)
    LEFT JOIN sat_regimen_fiscal r ON r.clave = CASE WHEN k.generico THEN '616' ELSE :regimenFiscal::text END
    LEFT JOIN sat_uso_cfdi u ON u.clave = :usoCFDI::text AND u.vigencia_desde <= {dia_del_sat}
         AND (u.vigencia_hasta IS NULL OR u.vigencia_hasta >= {dia_del_sat})
    LEFT JOIN contacto e ON e.organizacion_id = :organizacionId::bigint AND e.contacto_id = :clienteId::bigint
         AND :rfc::text = 'XEXX010101000'
    CROSS JOIN LATERAL (VALUES
        (e.residencia_fiscal = '', 'clienteId', 'REQUERIDO', 'el cliente extranjero no tiene residencia fiscal'),
        (e.num_reg_id_trib = '', 'clienteId', 'REQUERIDO', 'el cliente extranjero no tiene número de registro tributario'),
        (k.generico AND u.clave <> 'S01' AND r.clave = ANY (u.regimenes), 'usoCFDI', 'CLAVE_SAT_INVALIDA',
         'con un RFC genérico debe ser S01'),
        (:rfc::text = '', 'clienteId', 'REQUERIDO', 'el cliente no tiene RFC'),
        (r.clave IS NULL, 'clienteId', 'REQUERIDO', 'el cliente no tiene régimen fiscal'),
        (:codigoPostal::text = '' AND NOT k.generico, 'clienteId', 'REQUERIDO', 'el cliente no tiene código postal'),
        (coalesce(:usoCFDI::text, '') = '', 'usoCFDI', 'REQUERIDO', 'el cliente no tiene uso de CFDI; envíelo'),
        (coalesce(:usoCFDI::text, '') <> '' AND u.clave IS NULL, 'usoCFDI', 'CLAVE_SAT_INVALIDA', 'no está vigente en c_UsoCFDI'),
        (NOT CASE WHEN k.moral THEN u.moral ELSE u.fisica END, 'usoCFDI', 'CLAVE_SAT_INVALIDA', 'no es para ese tipo de persona'),
        (u.clave IS NOT NULL AND r.clave IS NOT NULL AND NOT r.clave = ANY (u.regimenes), 'usoCFDI', 'CLAVE_SAT_INVALIDA',
         'no lo admite el régimen fiscal del cliente'),
        (:metodoPago::text IS NOT NULL AND NOT EXISTS (SELECT FROM sat_metodo_pago m WHERE m.clave = :metodoPago), 'metodoPago',
         'CLAVE_SAT_INVALIDA', 'no está en c_MetodoPago'),
        (:formaPago::text IS NOT NULL AND NOT EXISTS (SELECT FROM sat_forma_pago m WHERE m.clave = :formaPago), 'formaPago',
         'CLAVE_SAT_INVALIDA', 'no está en c_FormaPago')) x (mal, campo, codigo, mensaje)
    WHERE x.mal)";
// Locks a customer: one sale at a time against one credit limit.
inline constexpr std::string_view contacto_bloquear = R"(
    SELECT contacto_id FROM contacto WHERE organizacion_id = :organizacionId::bigint AND contacto_id = :contactoId::bigint
    FOR NO KEY UPDATE)";
inline constexpr std::string_view existen_documentos = R"(
    SELECT k.id FROM unnest(:ids::bigint[]) AS k (id)
    WHERE NOT EXISTS (SELECT FROM transaccion t WHERE t.organizacion_id = :organizacionId::bigint
                      AND t.transaccion_id = k.id AND t.obj_id = :objId::integer AND :origen IN ('', t.origen)))";
inline constexpr std::string_view uuid_registrado = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.uuid = :uuid COLLATE "C" AND t.uuid <> '' AND t.estado <> 'Cancelado')";
// Situation of a taxpayer whose invoices are presumed or found false (CFF 69-B).
inline constexpr std::string_view rfc_en_69b = R"(
    SELECT situacion FROM sat_efos WHERE rfc = :rfc AND vigencia_hasta IS NULL AND situacion IN ('Definitivo', 'Presunto')
    ORDER BY situacion LIMIT 1)";
// ---- inventory ----
inline constexpr std::string_view concepto_de_inventario = R"(
    SELECT c.concepto_id AS "conceptoId", c.cuenta_contable_id AS "cuentaContableId",
           coalesce(c.tipo = 'Inventario' AND (c.objetos = '{}' OR {MovimientoInventario} = ANY (c.objetos)), false) AS propio
    FROM concepto c
    WHERE c.organizacion_id = :organizacionId::bigint AND c.activo AND c.concepto_id = :conceptoId::bigint)";
inline constexpr std::string_view almacen_activo = R"(
    SELECT almacen_id AS "almacenId" FROM almacen
    WHERE organizacion_id = :organizacionId::bigint AND activo AND almacen_id = :almacenId::bigint)";
inline constexpr std::string_view entrega_origen = R"(
    SELECT t.obj_id AS "objId", t.contacto_id AS "contactoId", t.almacen_id AS "almacenId"
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint
      AND t.obj_id IN ({FacturaVenta}, {NotaVenta}, {PedidoCliente}))";
// Destination of a transfer, or of an order.
inline constexpr std::string_view recepcion_origen = R"(
    SELECT t.obj_id AS "objId", coalesce(d.almacen_destino_id, t.almacen_id) AS "almacenId", t.moneda_id AS "monedaId"
    FROM transaccion t
    JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint
      AND t.obj_id IN ({MovimientoInventario}, {OrdenCompra}))";
inline constexpr std::string_view recepciones_vigentes = R"(
    SELECT DISTINCT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM partida p
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = p.transaccion_id
         AND t.estado <> 'Cancelado'
    WHERE p.organizacion_id = :organizacionId::bigint AND p.origen_id = :transaccionId::bigint
    ORDER BY 1)";
// ---- payments: account (absent: the branch's cash in that currency), form, future deposit ----
inline constexpr std::string_view pagos_resolver = R"(
    SELECT nextval('transaccion_transaccion_id_seq') AS "transaccionId", s.serie, b.cuenta_id AS "cuentaId", b.nombre AS cuenta,
           b.tipo AS "tipoCuenta", b.cuenta_contable_id AS "cuentaContableId",
           coalesce(b.moneda_id = :monedaId::integer, false) AS "mismaMoneda", f.forma_pago_id AS "formaPagoId",
           f.nombre AS forma, f.clave_sat33 AS "claveSat33",
           coalesce(CASE WHEN :sale::boolean THEN f.uso_egreso ELSE f.uso_deposito END, false) AS usable,
           coalesce(f.maneja_cheques, false) AS cheque, coalesce(f.genera_consecutivo, false) AS consecutivo,
           coalesce(b.maneja_cheques, false) AS chequera
    FROM ROWS FROM (jsonb_to_recordset(:pagos::jsonb) AS ("formaPagoId" bigint, "cuentaId" bigint)) WITH ORDINALITY p
    LEFT JOIN serie_folio s ON s.organizacion_id = :organizacionId::bigint AND s.sucursal_id = :sucursalId::bigint
         AND s.obj_id = :objId::integer AND s.predeterminada
    LEFT JOIN forma_pago f ON f.organizacion_id = :organizacionId::bigint AND f.activo AND f.forma_pago_id = p."formaPagoId"
    LEFT JOIN cuenta_bancaria b ON b.organizacion_id = :organizacionId::bigint AND b.activo AND b.cuenta_id = coalesce(p."cuentaId", (
             SELECT q.cuenta_id FROM cuenta_bancaria q
             WHERE q.organizacion_id = :organizacionId::bigint AND q.activo AND q.tipo = 'Caja'
               AND q.sucursal_id = :sucursalId::bigint AND q.moneda_id = :monedaId::integer
             ORDER BY q.cuenta_id LIMIT 1))
    ORDER BY p.ordinality)";

// Parts of `lineas_resolver`: one that no line of the request needs is left out, as in `contexto`.
inline constexpr std::string_view lineas_concepto = R"(
    LEFT JOIN concepto c ON c.organizacion_id = :organizacionId::bigint AND c.activo AND c.concepto_id = f."conceptoId"
    LEFT JOIN cuenta_contable a ON a.organizacion_id = :organizacionId::bigint AND a.cuenta_contable_id = c.cuenta_contable_id)";
inline constexpr std::string_view sin_concepto =
    "CROSS JOIN (SELECT (NULL::concepto).*) c CROSS JOIN (SELECT (NULL::cuenta_contable).*) a";
inline constexpr std::string_view lineas_unidad = R"(
    LEFT JOIN unidad_medida v ON v.organizacion_id = :organizacionId::bigint AND v.unidad_medida_id = p.unidad_medida_id
    LEFT JOIN unidad_medida u ON u.organizacion_id = :organizacionId::bigint
         AND u.unidad_medida_id = CASE WHEN f."unidadMedidaId" IS NULL THEN p.unidad_medida_id ELSE f."unidadMedidaId" END)";
inline constexpr std::string_view unidad_del_producto = R"(
    LEFT JOIN unidad_medida u ON u.organizacion_id = :organizacionId::bigint AND u.unidad_medida_id = p.unidad_medida_id
    CROSS JOIN (SELECT NULL::bigint AS unidad_medida_id, NULL::bigint AS unidad_base_id) v)";
inline constexpr std::string_view lineas_estimulo = R"(
    LEFT JOIN sat_clave_prod_serv ps ON ps.clave = coalesce(p.clave_producto_servicio, c.clave_producto_servicio))";
inline constexpr std::string_view sin_estimulo = "CROSS JOIN (SELECT false AS estimulo_frontera) ps";
inline constexpr std::string_view lineas_destino = R"(
    LEFT JOIN almacen al ON al.organizacion_id = :organizacionId::bigint AND al.activo AND al.almacen_id = f."almacenId"
    LEFT JOIN proyecto y ON y.organizacion_id = :organizacionId::bigint AND y.activo AND y.proyecto_id = f."proyectoId"
    LEFT JOIN clasificador_costo cc ON cc.organizacion_id = :organizacionId::bigint AND cc.activo
         AND cc.clasificador_costo_id = f."centroCostoId")";
inline constexpr std::string_view sin_destino =
    "CROSS JOIN (SELECT 0 AS almacen_id) al CROSS JOIN (SELECT 0 AS proyecto_id) y "
    "CROSS JOIN (SELECT 0 AS clasificador_costo_id) cc";
inline constexpr std::string_view lineas_precio = R"(
    LEFT JOIN LATERAL (
        SELECT q.precio, q.descuento_maximo, l.precios_con_impuesto
        FROM lista_precios l
        JOIN precio q ON q.organizacion_id = l.organizacion_id AND q.lista_precios_id = l.lista_precios_id
             AND q.producto_id = p.producto_id AND q.unidad_medida_id = u.unidad_medida_id AND q.cantidad_minima <= f.cantidad
        WHERE l.organizacion_id = :organizacionId::bigint AND l.activo AND l.moneda_id = :monedaId::integer
          AND (l.lista_precios_id = :listaPreciosId::bigint OR l.predeterminada)
          AND (l.vigencia_inicio IS NULL OR l.vigencia_inicio <= :fecha::date)
          AND (l.vigencia_fin    IS NULL OR l.vigencia_fin    >= :fecha::date)
          AND (NOT EXISTS (SELECT FROM lista_precios_sucursal z WHERE z.organizacion_id = l.organizacion_id
                           AND z.lista_precios_id = l.lista_precios_id)
               OR EXISTS (SELECT FROM lista_precios_sucursal z WHERE z.organizacion_id = l.organizacion_id
                          AND z.lista_precios_id = l.lista_precios_id AND z.sucursal_id = :sucursalId::bigint))
        ORDER BY (l.lista_precios_id = :listaPreciosId::bigint) DESC NULLS LAST, q.cantidad_minima DESC LIMIT 1) pr ON true)";
inline constexpr std::string_view sin_precio =
    "CROSS JOIN (SELECT NULL::numeric AS precio, NULL::numeric AS descuento_maximo, NULL::boolean AS "
    "precios_con_impuesto) pr";

// Price of a line: from the list that the body names, or the customer's list, when that list has the product, unit and
// quantity; else from the default list of the currency. The LIMIT on the lines is hidden from the planner, which then
// expects few lines and looks each up by its keys instead of reading whole small tables.
inline constexpr std::string_view lineas_resolver = R"(
    WITH escrita AS MATERIALIZED (
        SELECT f.*, upper(f.codigo) AS normalizado, f.ordinality - 1 AS fila
        FROM ROWS FROM (jsonb_to_recordset(:filas::jsonb) AS ("productoId" bigint, codigo text, "conceptoId" bigint,
                 "unidadMedidaId" bigint, "almacenId" bigint, "proyectoId" bigint, "centroCostoId" bigint, cantidad numeric))
             WITH ORDINALITY f
        LIMIT (SELECT 100000)
    ), pedida AS MATERIALIZED (
        SELECT f.*, coalesce(f."productoId", (
                   SELECT q.producto_id FROM producto q
                   WHERE q.organizacion_id = :organizacionId::bigint AND q.codigo_normalizado = f.normalizado)) AS producto_id
        FROM escrita f
    )
    SELECT f.fila, coalesce(p.producto_id, 0) AS "productoId", coalesce(c.concepto_id, 0) AS "conceptoId",
           coalesce(p.codigo, c.clave, '') AS codigo, coalesce(p.numero_parte, '') AS "numeroParte",
           coalesce(p.descripcion, c.nombre, '') AS descripcion, coalesce(p.tipo, 'Servicio') AS tipo,
           coalesce(u.unidad_medida_id, 0) AS "unidadMedidaId", coalesce(u.nombre, '') AS unidad, coalesce(u.factor, 1) AS factor,
           coalesce(p.clave_producto_servicio, c.clave_producto_servicio, '') AS "claveProductoServicio",
           coalesce(u.clave_unidad, p.clave_unidad, c.clave_unidad, '') AS "claveUnidad",
           coalesce(p.objeto_impuesto, c.objeto_impuesto, '02') AS "objetoImpuesto",
           CASE WHEN p.producto_id IS NOT NULL THEN p.tasa_iva ELSE c.tasa_iva END AS "tasaIva",
           coalesce(p.tasa_ieps, c.tasa_ieps, 0) AS "tasaIeps", coalesce(p.cuota_ieps, c.cuota_ieps, 0) AS "cuotaIeps",
           coalesce(p.tasa_iva_retenido, c.tasa_iva_retenido, 0) AS "tasaIvaRetenido",
           coalesce(p.tasa_isr_retenido, c.tasa_isr_retenido, 0) AS "tasaIsrRetenido",
           coalesce(p.tipo_retencion, c.tipo_retencion, '') AS "tipoRetencion",
           coalesce(c.acreditamiento, 'Total') AS acreditamiento,
           coalesce(ps.estimulo_frontera, false) AS estimulo,
           CASE WHEN a.clave LIKE :cuentasPorTasa THEN NULL ELSE a.cuenta_contable_id END AS "cuentaContableId",
           coalesce(al.almacen_id, 0) AS "almacenId", coalesce(y.proyecto_id, 0) AS "proyectoId",
           coalesce(cc.clasificador_costo_id, 0) AS "centroCostoId",
           pr.precio, coalesce(pr.precios_con_impuesto, false) AS "conImpuesto",
           coalesce(pr.descuento_maximo, 0) AS "descuentoMaximo",
           p.codigo_normalizado <> nullif(f.normalizado, '') AS discorde,
           u.unidad_medida_id IS NOT NULL AND v.unidad_medida_id IS NOT NULL AND
               coalesce(u.unidad_base_id, u.unidad_medida_id) <> coalesce(v.unidad_base_id, v.unidad_medida_id) AS inconvertible,
           coalesce(c.tipo = :tipoConcepto AND (c.objetos = '{}' OR :objId::integer = ANY (c.objetos)), false) AS "conceptoPropio"
    FROM pedida f
    LEFT JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.activo AND p.producto_id = f.producto_id
    {lineas_concepto}
    {lineas_unidad}
    {lineas_estimulo}
    {lineas_destino}
    {lineas_precio}
    ORDER BY f.fila)";
inline constexpr std::string_view lineas_guardadas = R"(
    SELECT p.numero_partida AS "numeroPartida", p.producto_id AS "productoId", p.codigo, p.numero_parte AS "numeroParte",
           p.concepto_id AS "conceptoId", p.descripcion, p.unidad_medida_id AS "unidadMedidaId", p.unidad, p.cantidad,
           p.precio_unitario AS "precioUnitario", p.descuento, p.promocion, p.importe,
           p.clave_producto_servicio AS "claveProductoServicio", p.clave_unidad AS "claveUnidad",
           p.objeto_impuesto AS "objetoImpuesto", p.proyecto_id AS "proyectoId", p.centro_costo_id AS "centroCostoId",
           p.almacen_id AS "almacenId", p.factor, p.notas, p.surtida, p.costo, p.origen_id AS "origenId",
           coalesce(p.numero_partida_origen, 0) AS "numeroPartidaOrigen", p.avance_surtida AS "avanceSurtida",
           p.avance_facturada AS "avanceFacturada", p.avance_devuelta AS "avanceDevuelta",
           coalesce(q.tipo, 'Servicio') AS tipo, p.facturada, p.devuelta, i.iva AS "tasaIva",
           coalesce(i.ieps, 0) AS "tasaIeps", coalesce(i.cuota, 0) AS "cuotaIeps", coalesce(i.iva_ret, 0) AS "tasaIvaRetenido",
           coalesce(i.isr_ret, 0) AS "tasaIsrRetenido", coalesce(i.retencion, '') AS "tipoRetencion",
           coalesce(c.acreditamiento, 'Total') AS acreditamiento,
           CASE WHEN a.clave LIKE :cuentasPorTasa THEN NULL ELSE a.cuenta_contable_id END AS "cuentaContableId"
    FROM partida p
    LEFT JOIN producto q ON q.organizacion_id = p.organizacion_id AND q.producto_id = p.producto_id
    LEFT JOIN concepto c ON c.organizacion_id = p.organizacion_id AND c.concepto_id = p.concepto_id AND p.producto_id IS NULL
    LEFT JOIN cuenta_contable a ON a.organizacion_id = p.organizacion_id AND a.cuenta_contable_id = c.cuenta_contable_id
    LEFT JOIN LATERAL (
        SELECT max(t.tasa_cuota) FILTER (WHERE t.impuesto = '002' AND t.tipo = 'Traslado') AS iva,
               max(t.tasa_cuota) FILTER (WHERE t.impuesto = '003' AND t.tipo_factor = 'Tasa') AS ieps,
               max(t.tasa_cuota) FILTER (WHERE t.impuesto = '003' AND t.tipo_factor = 'Cuota') AS cuota,
               max(t.tasa_cuota) FILTER (WHERE t.impuesto = '002' AND t.tipo = 'Retencion') AS iva_ret,
               max(t.tasa_cuota) FILTER (WHERE t.impuesto = '001') AS isr_ret, max(t.tipo_retencion) AS retencion
        FROM partida_impuesto t WHERE t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
          AND t.numero_partida = p.numero_partida) i ON true
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint
    ORDER BY p.numero_partida)";
inline constexpr std::string_view lineas_identificados = R"(
    SELECT numero_partida AS "numeroPartida", serie, '' AS lote, 0::numeric AS cantidad, NULL::date AS caducidad
    FROM partida_serie WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    UNION ALL
    SELECT numero_partida, '', lote, cantidad, caducidad
    FROM partida_lote WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    ORDER BY 1, 2, 3)";
// Components of a kit, down to stocked products, in base units per unit of the kit.
inline constexpr std::string_view componentes = R"(
    WITH RECURSIVE parte (kit, producto_id, tipo, cantidad) AS (
        SELECT p.producto_id, p.producto_id, p.tipo, 1::numeric
        FROM producto p WHERE p.organizacion_id = :organizacionId::bigint AND p.producto_id = ANY (:kits::bigint[])
        UNION ALL
        SELECT parte.kit, q.producto_id, q.tipo, parte.cantidad * c.cantidad * u.factor
        FROM parte
        JOIN producto_componente c ON c.organizacion_id = :organizacionId::bigint AND c.producto_id = parte.producto_id
        JOIN producto q ON q.organizacion_id = c.organizacion_id AND q.producto_id = c.componente_id
        JOIN unidad_medida u ON u.organizacion_id = c.organizacion_id AND u.unidad_medida_id = c.unidad_medida_id
        WHERE parte.tipo = 'Kit'
    )
    SELECT kit AS "kitId", parte.producto_id AS "productoId", p.maneja_series AS "manejaSeries",
           p.maneja_lotes AS "manejaLotes", round(sum(cantidad), 6) AS cantidad
    FROM parte JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.producto_id = parte.producto_id
    WHERE parte.tipo = 'Producto' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2)";

}  // namespace gestor::sql
