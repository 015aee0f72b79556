#pragma once
// The statements of the engine that touch what documents leave behind: stock, applications, ledger, the documents
// themselves. Rows arrive as JSON and go in with one statement. Locks are taken in one order, always: periodo,
// contacto, documents by id, existencia by (almacén, producto), serie_folio last, so that the hottest is held shortest.
#include <string_view>

namespace gestor::sql {

// ---- the header of a new document: session, branch and catalogs fill what is not sent; null is what does not exist
// ----
inline constexpr std::string_view contexto = R"(
    SELECT nextval('transaccion_transaccion_id_seq') AS "transaccionId",
           timezone(coalesce(s.zona_horaria, 'America/Mexico_City'), now())::timestamp(0) AS ahora,
           o.rfc AS "organizacionRfc", s.sucursal_id AS "sucursalId", coalesce(s.tasa_frontera, false) AS frontera,
           f.serie, y.proyecto_id AS "proyectoId", cc.clasificador_costo_id AS "centroCostoId",
           v.vendedor_id AS "vendedorId", a.almacen_id AS "almacenId", l.lista_precios_id AS "listaPreciosId",
           m.moneda_id AS "monedaId", m.clave AS moneda,
           CASE WHEN m.moneda_id = 1 THEN coalesce(:tipoCambio::numeric, 1) ELSE coalesce(:tipoCambio::numeric, (
               SELECT x.valor FROM tipo_cambio x
               WHERE x.organizacion_id = :organizacionId::bigint AND x.moneda_id = m.moneda_id
                 AND x.fecha <= coalesce(:fecha::timestamp, timezone(coalesce(s.zona_horaria, 'America/Mexico_City'), now()))::date
               ORDER BY x.fecha DESC LIMIT 1)) END AS "tipoCambio",
           k.contacto_id AS "clienteId", k.nombre AS cliente, k.rfc, k.regimen_fiscal AS "regimenFiscal",
           k.uso_cfdi AS "usoCFDI", k.codigo_postal AS "codigoPostal", k.metodo_pago AS "metodoPago",
           k.forma_pago AS "formaPago", k.dias_credito AS "diasCredito", k.limite_credito AS "limiteCredito",
           k.lista_precios_id AS "listaCliente", r.transaccion_id AS repetida, r.folio AS "repetidaFolio"
    FROM organizacion o
    LEFT JOIN usuario u ON u.organizacion_id = o.organizacion_id AND u.usuario_id = :usuarioId::bigint
    LEFT JOIN sucursal s ON s.organizacion_id = o.organizacion_id AND s.activo
         AND s.sucursal_id = coalesce(:sucursalId::bigint, nullif(:sesionSucursalId::bigint, 0), u.sucursal_id)
    LEFT JOIN serie_folio f ON f.organizacion_id = o.organizacion_id AND f.sucursal_id = s.sucursal_id
         AND f.obj_id = :objId::integer
         AND CASE WHEN :serie::text IS NULL THEN f.predeterminada ELSE f.serie = upper(:serie) COLLATE "C" END
    LEFT JOIN proyecto y ON y.organizacion_id = o.organizacion_id AND y.activo
         AND y.proyecto_id = coalesce(:proyectoId::bigint, u.proyecto_id)
    LEFT JOIN clasificador_costo cc ON cc.organizacion_id = o.organizacion_id AND cc.activo
         AND cc.clasificador_costo_id = coalesce(:centroCostoId::bigint, u.centro_costo_id)
    LEFT JOIN contacto k ON k.organizacion_id = o.organizacion_id AND k.activo AND k.tipo_contacto IN ('Cliente', 'Ambos')
         AND k.contacto_id = CASE WHEN :publico::boolean THEN (
                SELECT q.contacto_id FROM contacto q WHERE q.organizacion_id = :organizacionId::bigint
                AND q.rfc = 'XAXX010101000' ORDER BY q.contacto_id LIMIT 1)
             ELSE coalesce(:clienteId::bigint, (
                SELECT q.contacto_id FROM contacto q WHERE q.organizacion_id = :organizacionId::bigint
                AND q.codigo_normalizado = upper(:codigoCliente))) END
    LEFT JOIN vendedor v ON v.organizacion_id = o.organizacion_id AND v.activo
         AND v.vendedor_id = coalesce(:vendedorId::bigint, k.vendedor_id, u.vendedor_id)
    LEFT JOIN almacen a ON a.organizacion_id = o.organizacion_id AND a.activo AND a.almacen_id = coalesce(:almacenId::bigint, (
             SELECT q.almacen_id FROM almacen q
             WHERE q.organizacion_id = :organizacionId::bigint AND q.sucursal_id = s.sucursal_id AND q.activo
             ORDER BY (q.almacen_id = u.almacen_id) DESC NULLS LAST, q.es_cedis, q.es_ruta, q.almacen_id LIMIT 1))
    LEFT JOIN lista_precios l ON l.organizacion_id = o.organizacion_id AND l.activo
         AND l.lista_precios_id = :listaPreciosId::bigint
    LEFT JOIN (organizacion_moneda om JOIN moneda m USING (moneda_id)) ON om.organizacion_id = o.organizacion_id AND om.activo
         AND CASE WHEN :monedaId::integer IS NOT NULL THEN m.moneda_id = :monedaId::integer
                  ELSE m.clave = coalesce(upper(:moneda), 'MXN') END
    LEFT JOIN transaccion r ON r.organizacion_id = o.organizacion_id AND r.obj_id = :objId::integer
         AND r.referencia_externa = nullif(:referenciaExterna, '') COLLATE "C" AND r.referencia_externa <> ''
         AND r.estado <> 'Cancelado'
    WHERE o.organizacion_id = :organizacionId::bigint)";
inline constexpr std::string_view transaccion_resultado = R"(
    SELECT transaccion_id AS "transaccionId", obj_id AS "objId", tipo_documento AS "tipoDocumento", serie, folio, fecha,
           estado, total, saldo, uuid
    FROM transaccion WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";

// What the CFDI asks of a customer and of the payment, as faults.
inline constexpr std::string_view receptor_fallas = R"(
    SELECT x.campo, x.codigo, x.mensaje
    FROM (VALUES (char_length(:rfc::text) = 12, :rfc::text IN ('XAXX010101000', 'XEXX010101000'))) k (moral, generico)
    LEFT JOIN sat_regimen_fiscal r ON r.clave = CASE WHEN k.generico THEN '616' ELSE :regimenFiscal::text END
    LEFT JOIN sat_uso_cfdi u ON u.clave = :usoCFDI::text AND u.vigencia_desde <= sat_hoy()
         AND (u.vigencia_hasta IS NULL OR u.vigencia_hasta >= sat_hoy())
    CROSS JOIN LATERAL (VALUES
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
// One sale at a time against one credit limit.
inline constexpr std::string_view contacto_bloquear = R"(
    SELECT contacto_id FROM contacto WHERE organizacion_id = :organizacionId::bigint AND contacto_id = :contactoId::bigint
    FOR NO KEY UPDATE)";
inline constexpr std::string_view existen_documentos = R"(
    SELECT k.id::bigint AS id
    FROM jsonb_array_elements_text(:ids::jsonb) AS k (id)
    WHERE NOT EXISTS (SELECT FROM transaccion t WHERE t.organizacion_id = :organizacionId::bigint
                      AND t.transaccion_id = k.id::bigint AND t.obj_id = :objId::integer AND t.origen <> 'Compra'))";
inline constexpr std::string_view cotizacion_vencida = R"(
    SELECT 1 FROM documento d
    JOIN transaccion t ON t.organizacion_id = d.organizacion_id AND t.transaccion_id = d.transaccion_id
    JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    WHERE d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = :transaccionId::bigint
      AND d.vigencia_fecha < timezone(s.zona_horaria, now())::date)";
// ---- inventory ----
inline constexpr std::string_view movimiento_referencias = R"(
    SELECT c.concepto_id AS "conceptoId", c.cuenta_contable_id AS "cuentaContableId",
           coalesce(c.tipo = 'Inventario' AND (c.objetos = '{}' OR 16 = ANY (c.objetos)), false) AS propio,
           a.almacen_id AS "almacenDestinoId"
    FROM (VALUES (1)) uno
    LEFT JOIN concepto c ON c.organizacion_id = :organizacionId::bigint AND c.activo AND c.concepto_id = :conceptoId::bigint
    LEFT JOIN almacen a ON a.organizacion_id = :organizacionId::bigint AND a.activo AND a.almacen_id = :almacenDestinoId::bigint)";
inline constexpr std::string_view entrega_origen = R"(
    SELECT t.obj_id AS "objId", t.contacto_id AS "contactoId", t.almacen_id AS "almacenId"
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint AND t.obj_id IN (1, 2, 3))";
// ---- money: the account it goes to (not sent: the branch's cash of that currency), its form, the deposit it will be
// ----
inline constexpr std::string_view pagos_resolver = R"(
    SELECT nextval('transaccion_transaccion_id_seq') AS "transaccionId", s.serie, b.cuenta_id AS "cuentaId", b.nombre AS cuenta,
           b.tipo AS "tipoCuenta", b.cuenta_contable_id AS "cuentaContableId",
           coalesce(b.moneda_id = :monedaId::integer, false) AS "mismaMoneda", f.forma_pago_id AS "formaPagoId",
           f.nombre AS forma, f.clave_sat33 AS "claveSat33", coalesce(f.uso_deposito, false) AS "paraDepositos"
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

// ---- the lines of a new document: product or concept, unit, prices ----
// The price: of the list that was asked for or the customer's, if it has that product and unit in that quantity; else
// of the default list of the currency.
inline constexpr std::string_view lineas_resolver = R"(
    WITH pedida AS (
        SELECT f.*, f.ordinality - 1 AS fila
        FROM ROWS FROM (jsonb_to_recordset(:filas::jsonb) AS ("productoId" bigint, codigo text, "conceptoId" bigint,
                 "unidadMedidaId" bigint, "almacenId" bigint, "proyectoId" bigint, "centroCostoId" bigint, cantidad numeric))
             WITH ORDINALITY f
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
           coalesce(ps.estimulo_frontera, false) AS estimulo,
           CASE WHEN a.clave LIKE 'VENTAS%' THEN NULL ELSE a.cuenta_contable_id END AS "cuentaContableId",
           coalesce(al.almacen_id, 0) AS "almacenId", coalesce(y.proyecto_id, 0) AS "proyectoId",
           coalesce(cc.clasificador_costo_id, 0) AS "centroCostoId",
           pr.precio, coalesce(pr.precios_con_impuesto, false) AS "conImpuesto",
           coalesce(pr.descuento_maximo, 0) AS "descuentoMaximo",
           p.codigo_normalizado <> upper(nullif(f.codigo, '')) AS discorde,
           u.unidad_medida_id IS NOT NULL AND v.unidad_medida_id IS NOT NULL AND
               coalesce(u.unidad_base_id, u.unidad_medida_id) <> coalesce(v.unidad_base_id, v.unidad_medida_id) AS inconvertible,
           coalesce(c.tipo = 'Venta' AND (c.objetos = '{}' OR :objId::integer = ANY (c.objetos)), false) AS "conceptoPropio"
    FROM pedida f
    LEFT JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.activo AND p.producto_id = coalesce(f."productoId", (
        SELECT q.producto_id FROM producto q
        WHERE q.organizacion_id = :organizacionId::bigint AND q.codigo_normalizado = upper(f.codigo)))
    LEFT JOIN concepto c ON c.organizacion_id = :organizacionId::bigint AND c.activo AND c.concepto_id = f."conceptoId"
    LEFT JOIN cuenta_contable a ON a.organizacion_id = :organizacionId::bigint AND a.cuenta_contable_id = c.cuenta_contable_id
    LEFT JOIN unidad_medida v ON v.organizacion_id = :organizacionId::bigint AND v.unidad_medida_id = p.unidad_medida_id
    LEFT JOIN unidad_medida u ON u.organizacion_id = :organizacionId::bigint
         AND u.unidad_medida_id = coalesce(f."unidadMedidaId", p.unidad_medida_id)
    LEFT JOIN sat_clave_prod_serv ps ON ps.clave = coalesce(p.clave_producto_servicio, c.clave_producto_servicio)
    LEFT JOIN almacen al ON al.organizacion_id = :organizacionId::bigint AND al.activo AND al.almacen_id = f."almacenId"
    LEFT JOIN proyecto y ON y.organizacion_id = :organizacionId::bigint AND y.activo AND y.proyecto_id = f."proyectoId"
    LEFT JOIN clasificador_costo cc ON cc.organizacion_id = :organizacionId::bigint AND cc.activo
         AND cc.clasificador_costo_id = f."centroCostoId"
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
        ORDER BY (l.lista_precios_id = :listaPreciosId::bigint) DESC NULLS LAST, q.cantidad_minima DESC LIMIT 1) pr ON true
    ORDER BY f.fila)";
inline constexpr std::string_view lineas_guardadas = R"(
    SELECT p.numero_partida AS "numeroPartida", p.producto_id AS "productoId", p.concepto_id AS "conceptoId",
           p.unidad_medida_id AS "unidadMedidaId", p.proyecto_id AS "proyectoId", p.centro_costo_id AS "centroCostoId",
           p.almacen_id AS "almacenId", p.codigo, p.numero_parte AS "numeroParte", p.descripcion, p.unidad, p.cantidad, p.factor,
           p.precio_unitario AS "precioUnitario", p.descuento, p.promocion, p.importe,
           p.clave_producto_servicio AS "claveProductoServicio", p.clave_unidad AS "claveUnidad",
           p.objeto_impuesto AS "objetoImpuesto", p.notas, p.surtida, p.costo, p.origen_id AS "origenId",
           coalesce(p.numero_partida_origen, 0) AS "numeroPartidaOrigen", p.avance_surtida AS "avanceSurtida",
           p.avance_facturada AS "avanceFacturada", p.avance_devuelta AS "avanceDevuelta",
           coalesce(q.tipo, 'Servicio') AS tipo, p.facturada, p.devuelta, i.iva AS "tasaIva",
           coalesce(i.ieps, 0) AS "tasaIeps", coalesce(i.cuota, 0) AS "cuotaIeps", coalesce(i.iva_ret, 0) AS "tasaIvaRetenido",
           coalesce(i.isr_ret, 0) AS "tasaIsrRetenido",
           CASE WHEN a.clave LIKE 'VENTAS%' THEN NULL ELSE a.cuenta_contable_id END AS "cuentaContableId"
    FROM partida p
    LEFT JOIN producto q ON q.organizacion_id = p.organizacion_id AND q.producto_id = p.producto_id
    LEFT JOIN concepto c ON c.organizacion_id = p.organizacion_id AND c.concepto_id = p.concepto_id AND p.producto_id IS NULL
    LEFT JOIN cuenta_contable a ON a.organizacion_id = p.organizacion_id AND a.cuenta_contable_id = c.cuenta_contable_id
    LEFT JOIN LATERAL (
        SELECT max(t.tasa_cuota) FILTER (WHERE t.impuesto = '002' AND t.tipo = 'Traslado') AS iva,
               max(t.tasa_cuota) FILTER (WHERE t.impuesto = '003' AND t.tipo_factor = 'Tasa') AS ieps,
               max(t.tasa_cuota) FILTER (WHERE t.impuesto = '003' AND t.tipo_factor = 'Cuota') AS cuota,
               max(t.tasa_cuota) FILTER (WHERE t.impuesto = '002' AND t.tipo = 'Retencion') AS iva_ret,
               max(t.tasa_cuota) FILTER (WHERE t.impuesto = '001') AS isr_ret
        FROM partida_impuesto t WHERE t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
          AND t.numero_partida = p.numero_partida) i ON true
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint
    ORDER BY p.numero_partida)";
// What a kit is made of, down to what is in stock, in base units per unit of the kit.
inline constexpr std::string_view componentes = R"(
    WITH RECURSIVE parte (kit, producto_id, tipo, cantidad) AS (
        SELECT p.producto_id, p.producto_id, p.tipo, 1::numeric
        FROM jsonb_array_elements_text(:kits::jsonb) AS k (id)
        JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.producto_id = k.id::bigint
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

// ---- stock: lock and read ----
// Before the rows themselves: whoever waits for a row that is then updated loses his turn to a newcomer, and starves
// among a few who sell the same. These locks are given in the order in which they were asked for.
inline constexpr std::string_view existencias_formarse = R"(
    SELECT pg_advisory_xact_lock(k.turno) AS turno
    FROM (SELECT DISTINCT hashint8extended(p, hashint8extended(a, :organizacionId::bigint)) AS turno
          FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint) ORDER BY 1) k)";
inline constexpr std::string_view existencias_bloquear = R"(
    SELECT e.almacen_id AS "almacenId", e.producto_id AS "productoId", p.codigo, p.metodo_costeo AS "metodoCosteo",
           p.maneja_series AS "manejaSeries", p.maneja_lotes AS "manejaLotes", e.cantidad, e.valor, e.apartado
    FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    JOIN existencia e ON e.organizacion_id = :organizacionId::bigint AND e.almacen_id = k.a AND e.producto_id = k.p
    JOIN producto p ON p.organizacion_id = e.organizacion_id AND p.producto_id = e.producto_id
    ORDER BY e.almacen_id, e.producto_id
    FOR UPDATE OF e)";
inline constexpr std::string_view existencias_crear = R"(
    INSERT INTO existencia (organizacion_id, almacen_id, producto_id)
    SELECT :organizacionId::bigint, k.a, k.p FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    ORDER BY k.a, k.p
    ON CONFLICT DO NOTHING)";
inline constexpr std::string_view capas_abiertas = R"(
    SELECT c.almacen_id AS "almacenId", c.producto_id AS "productoId", c.capa_id AS "capaId", c.fecha, c.serie, c.lote,
           c.restante, c.valor
    FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    JOIN capa c ON c.organizacion_id = :organizacionId::bigint AND c.almacen_id = k.a AND c.producto_id = k.p
               AND c.restante > 0
    ORDER BY c.almacen_id, c.producto_id, c.fecha, c.transaccion_id, c.capa_id)";
inline constexpr std::string_view series_en_almacen = R"(
    SELECT s.producto_id AS "productoId", s.serie, s.almacen_id AS "almacenId"
    FROM (SELECT DISTINCT k.p FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)) k
    CROSS JOIN jsonb_array_elements_text(:series::jsonb) AS q (serie)
    JOIN existencia_serie s ON s.organizacion_id = :organizacionId::bigint AND s.producto_id = k.p
                           AND s.serie = q.serie COLLATE "C"
    FOR UPDATE OF s)";
inline constexpr std::string_view lotes_en_almacen = R"(
    SELECT l.almacen_id AS "almacenId", l.producto_id AS "productoId", l.lote, l.caducidad, l.cantidad
    FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
    JOIN existencia_lote l ON l.organizacion_id = :organizacionId::bigint AND l.almacen_id = k.a AND l.producto_id = k.p)";
inline constexpr std::string_view capas_numeros =
    "SELECT nextval('capa_capa_id_seq') AS id FROM generate_series(1, :cuantas::integer)";

// ---- stock: write ----
inline constexpr std::string_view existencias_mover = R"(
    UPDATE existencia e
    SET cantidad = e.cantidad + k.cantidad, valor = e.valor + k.valor, apartado = e.apartado + k.apartado
    FROM (SELECT a, p, sum(cantidad) AS cantidad, sum(valor) AS valor, sum(apartado) AS apartado
          FROM (SELECT m."almacenId" AS a, m."productoId" AS p, m.cantidad, m.valor, 0 AS apartado
                FROM jsonb_to_recordset(:movimientos::jsonb) AS m ("almacenId" bigint, "productoId" bigint,
                     cantidad numeric, valor numeric)
                UNION ALL
                SELECT r."almacenId", r."productoId", 0, 0, r.cantidad
                FROM jsonb_to_recordset(:apartados::jsonb) AS r ("almacenId" bigint, "productoId" bigint,
                     cantidad numeric)) x
          GROUP BY a, p) k
    WHERE e.organizacion_id = :organizacionId::bigint AND e.almacen_id = k.a AND e.producto_id = k.p)";
inline constexpr std::string_view apartados_soltar = R"(
    UPDATE apartado a SET cantidad = a.cantidad + r.cantidad
    FROM jsonb_to_recordset(:apartados::jsonb) AS r ("transaccionId" bigint, "numeroPartida" integer,
         "productoId" bigint, cantidad numeric)
    WHERE r.cantidad < 0 AND a.organizacion_id = :organizacionId::bigint AND a.transaccion_id = r."transaccionId"
      AND a.numero_partida = r."numeroPartida" AND a.producto_id = r."productoId")";
inline constexpr std::string_view apartados_tomar = R"(
    INSERT INTO apartado (organizacion_id, transaccion_id, numero_partida, producto_id, almacen_id, pedida, cantidad)
    SELECT :organizacionId::bigint, r."transaccionId", r."numeroPartida", r."productoId", r."almacenId", r.cantidad, r.cantidad
    FROM jsonb_to_recordset(:apartados::jsonb) AS r ("transaccionId" bigint, "numeroPartida" integer,
         "productoId" bigint, "almacenId" bigint, cantidad numeric)
    WHERE r.cantidad > 0
    ON CONFLICT (organizacion_id, transaccion_id, numero_partida, producto_id)
    DO UPDATE SET cantidad = apartado.cantidad + excluded.cantidad)";
// New layers, what is left of the old ones, the movements, and the serial numbers and lots that are in stock.
inline constexpr std::string_view movimientos_guardar = R"(
    WITH m AS (
        SELECT *, nullif(caducidad, '')::date AS caduca
        FROM jsonb_to_recordset(:movimientos::jsonb) AS m ("numeroPartida" integer, "almacenId" bigint, "productoId" bigint,
             "capaId" bigint, nueva boolean, "capaFecha" timestamp, cantidad numeric, valor numeric, "valorCapa" numeric,
             serie text, lote text, caducidad text)
    ), nuevas AS (
        INSERT INTO capa (organizacion_id, capa_id, almacen_id, producto_id, transaccion_id, numero_partida, fecha, serie,
                          lote, cantidad, restante, costo, valor)
        SELECT :organizacionId::bigint, m."capaId", m."almacenId", m."productoId", :transaccionId::bigint, m."numeroPartida",
               m."capaFecha", m.serie, m.lote, m.cantidad, m.cantidad, m."valorCapa", m."valorCapa"
        FROM m WHERE m.nueva
    ), gastadas AS (
        UPDATE capa c SET restante = c.restante + k.cantidad, valor = c.valor + k.valor
        FROM (SELECT "capaId", sum(cantidad) AS cantidad, sum("valorCapa") AS valor FROM m WHERE NOT nueva GROUP BY 1) k
        WHERE c.organizacion_id = :organizacionId::bigint AND c.capa_id = k."capaId"
    ), salen AS (
        DELETE FROM existencia_serie s USING m
        WHERE m.serie <> '' AND m.cantidad < 0 AND s.organizacion_id = :organizacionId::bigint
          AND s.producto_id = m."productoId" AND s.serie = m.serie COLLATE "C"
          AND NOT EXISTS (SELECT FROM m q WHERE q."productoId" = m."productoId" AND q.serie = m.serie AND q.cantidad > 0)
    ), mudan AS (
        UPDATE existencia_serie s SET almacen_id = m."almacenId", capa_id = m."capaId"
        FROM m
        WHERE m.serie <> '' AND m.cantidad > 0 AND s.organizacion_id = :organizacionId::bigint
          AND s.producto_id = m."productoId" AND s.serie = m.serie COLLATE "C"
          AND EXISTS (SELECT FROM m q WHERE q."productoId" = m."productoId" AND q.serie = m.serie AND q.cantidad < 0)
    ), llegan AS (
        INSERT INTO existencia_serie (organizacion_id, producto_id, serie, almacen_id, capa_id)
        SELECT :organizacionId::bigint, m."productoId", m.serie, m."almacenId", m."capaId" FROM m
        WHERE m.serie <> '' AND m.cantidad > 0
          AND NOT EXISTS (SELECT FROM m q WHERE q."productoId" = m."productoId" AND q.serie = m.serie AND q.cantidad < 0)
    ), lotes AS (
        INSERT INTO existencia_lote (organizacion_id, almacen_id, producto_id, lote, caducidad, cantidad)
        SELECT :organizacionId::bigint, "almacenId", "productoId", lote, max(caduca), sum(cantidad) FROM m
        WHERE lote <> '' GROUP BY "almacenId", "productoId", lote HAVING sum(cantidad) > 0
        ON CONFLICT (organizacion_id, almacen_id, producto_id, lote)
        DO UPDATE SET cantidad = existencia_lote.cantidad + excluded.cantidad,
                      caducidad = coalesce(existencia_lote.caducidad, excluded.caducidad)
    ), lotes_menos AS (
        UPDATE existencia_lote l SET cantidad = l.cantidad + k.cantidad
        FROM (SELECT "almacenId", "productoId", lote, sum(cantidad) AS cantidad FROM m WHERE lote <> ''
              GROUP BY 1, 2, 3 HAVING sum(cantidad) < 0) k
        WHERE l.organizacion_id = :organizacionId::bigint AND l.almacen_id = k."almacenId"
          AND l.producto_id = k."productoId" AND l.lote = k.lote COLLATE "C"
    )
    INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id,
                                       fecha, cantidad, valor, valor_capa, serie, lote, caducidad, reversa)
    SELECT :organizacionId::bigint, :transaccionId::bigint, m."numeroPartida", m."almacenId", m."productoId", m."capaId",
           :fecha::timestamp, m.cantidad, m.valor, m."valorCapa", m.serie, m.lote, m.caduca, :reversa::boolean
    FROM m)";

// ---- other documents ----
inline constexpr std::string_view saldos_mover = R"(
    UPDATE transaccion t SET saldo = t.saldo + k.cambio, estado = k.estado
    FROM jsonb_to_recordset(:saldos::jsonb) AS k ("transaccionId" bigint, cambio numeric, estado text)
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = k."transaccionId")";
inline constexpr std::string_view avances_mover = R"(
    UPDATE partida p SET surtida = p.surtida + k.surtida, facturada = p.facturada + k.facturada,
                         devuelta = p.devuelta + k.devuelta
    FROM jsonb_to_recordset(:avances::jsonb) AS k ("transaccionId" bigint, "numeroPartida" integer, surtida numeric,
         facturada numeric, devuelta numeric)
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = k."transaccionId"
      AND p.numero_partida = k."numeroPartida")";
inline constexpr std::string_view aplicaciones_revertir = R"(
    UPDATE aplicacion a SET fecha_reversa = :fecha::timestamp
    FROM jsonb_array_elements_text(:ids::jsonb) AS k (id)
    WHERE a.organizacion_id = :organizacionId::bigint AND a.aplicacion_id = k.id::bigint)";
inline constexpr std::string_view documento_cancelar = R"(
    UPDATE transaccion SET estado = 'Cancelado', saldo = 0, fecha_cancelacion = :fecha::timestamp,
                           motivo_cancelacion = :motivo,
                           estatus_timbrado = CASE estatus_timbrado WHEN 'Timbrado' THEN 'Cancelado' ELSE estatus_timbrado END
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view aplicaciones_guardar = R"(
    INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, tipo, importe_fuente, importe_destino, tipo_cambio,
                            base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret,
                            pesos, flujo, fuente_pesos, fuente_folio, fuente_moneda, fuente_total, cuenta, forma, referencia)
    SELECT :organizacionId::bigint, a."fuenteId", a."destinoId", a.fecha::timestamp, a.tipo, a."importeFuente",
           a."importeDestino", a."tipoCambio", (c.c).base16, (c.c).iva16, (c.c).base8, (c.c).iva8, (c.c).base0, (c.c).exento,
           (c.c).no_afecto, (c.c).ieps, (c.c).iva_ret, (c.c).isr_ret, nullif(a.pesos, '')::cubetas,
           nullif(a.flujo, '')::cubetas, nullif(a."fuentePesos", '')::cubetas, f.folio, f.moneda, f.total,
           coalesce(b.cuenta, ''), coalesce(b.forma, ''), coalesce(b.referencia, '')
    FROM ROWS FROM (jsonb_to_recordset(:aplicaciones::jsonb) AS ("fuenteId" bigint, "destinoId" bigint, fecha text, tipo text,
             "importeFuente" numeric, "importeDestino" numeric, "tipoCambio" numeric, cubetas text, pesos text, flujo text,
             "fuentePesos" text)) WITH ORDINALITY a
    CROSS JOIN LATERAL (SELECT a.cubetas::cubetas AS c) c
    JOIN transaccion f ON f.organizacion_id = :organizacionId::bigint AND f.transaccion_id = a."fuenteId"
    LEFT JOIN movimiento_banco b ON b.organizacion_id = f.organizacion_id AND b.transaccion_id = f.transaccion_id
    ORDER BY a.ordinality)";

// ---- a new document, whole: the series is locked here, after everything else, and held until the commit ----
inline constexpr std::string_view documento_guardar = R"(
    WITH folio AS (
        UPDATE serie_folio SET siguiente = siguiente + 1
        WHERE organizacion_id = :organizacionId::bigint AND sucursal_id = (:cabecera::jsonb ->> 'sucursalId')::bigint
          AND obj_id = (:cabecera::jsonb ->> 'objId')::integer AND serie = :cabecera::jsonb ->> 'serie' COLLATE "C"
        RETURNING siguiente - 1 AS numero
    ), nueva AS (
        INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, moneda_id,
                                 serie, tipo_documento, origen, estado, contacto, rfc, moneda, tipo_cambio, subtotal, descuento,
                                 iva, ieps, iva_retenido, isr_retenido, total, saldo, metodo_pago, forma_pago, uso_cfdi,
                                 regimen_fiscal, fecha_vencimiento, dias_credito, vendedor_id, proyecto_id, centro_costo_id,
                                 almacen_id, notas, referencia_externa, usuario_id, usuario, fecha_creacion, cubetas, cubetas_mxn)
        SELECT :organizacionId::bigint, c."transaccionId", c."sucursalId", nullif(c."contactoId", 0), folio.numero, c.fecha,
               c."objId", c."monedaId", c.serie, o.nombre, c.origen, c.estado, c.contacto, c.rfc, c.moneda, c."tipoCambio",
               c.subtotal, c.descuento, c.iva, c.ieps, c."ivaRetenido", c."isrRetenido", c.total, c.saldo,
               nullif(c."metodoPago", ''), nullif(c."formaPago", ''), nullif(c."usoCFDI", ''), nullif(c."regimenFiscal", ''),
               nullif(c."fechaVencimiento", '')::date, c."diasCredito", nullif(c."vendedorId", 0), nullif(c."proyectoId", 0),
               nullif(c."centroCostoId", 0), nullif(c."almacenId", 0), c.notas, c."referenciaExterna",
               u.usuario_id, coalesce(u.usuario, ''), timezone(s.zona_horaria, now()), nullif(c.cubetas, '')::cubetas,
               nullif(c."cubetasMxn", '')::cubetas
        FROM folio
        CROSS JOIN jsonb_to_record(:cabecera::jsonb) AS c ("transaccionId" bigint, "objId" integer, "sucursalId" bigint,
             serie text, fecha timestamp, estado text, origen text, "contactoId" bigint, contacto text, rfc text,
             "monedaId" integer, moneda text, "tipoCambio" numeric, subtotal numeric, descuento numeric, iva numeric,
             ieps numeric, "ivaRetenido" numeric, "isrRetenido" numeric, total numeric, saldo numeric, "metodoPago" text,
             "formaPago" text, "usoCFDI" text, "regimenFiscal" text, "fechaVencimiento" text, "diasCredito" integer,
             "vendedorId" bigint, "proyectoId" bigint, "centroCostoId" bigint, "almacenId" bigint, notas text,
             "referenciaExterna" text, cubetas text, "cubetasMxn" text)
        JOIN objeto o ON o.obj_id = c."objId"
        JOIN sucursal s ON s.organizacion_id = :organizacionId::bigint AND s.sucursal_id = c."sucursalId"
        LEFT JOIN usuario u ON u.organizacion_id = :organizacionId::bigint AND u.usuario_id = :usuarioId::bigint
        RETURNING transaccion_id, folio
    ), lineas AS (
        INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, concepto_id, unidad_medida_id,
                             proyecto_id, centro_costo_id, almacen_id, codigo, numero_parte, descripcion, unidad, cantidad,
                             factor, precio_unitario, descuento, promocion, importe, clave_producto_servicio, clave_unidad,
                             objeto_impuesto, notas, surtida, costo, origen_id, numero_partida_origen, avance_surtida,
                             avance_facturada, avance_devuelta)
        SELECT :organizacionId::bigint, nueva.transaccion_id, p."numeroPartida", nullif(p."productoId", 0),
               nullif(p."conceptoId", 0), nullif(p."unidadMedidaId", 0), nullif(p."proyectoId", 0),
               nullif(p."centroCostoId", 0), nullif(p."almacenId", 0), p.codigo, p."numeroParte", p.descripcion, p.unidad,
               p.cantidad, p.factor, p."precioUnitario", p.descuento, p.promocion, p.importe, p."claveProductoServicio",
               p."claveUnidad", p."objetoImpuesto", p.notas, p.surtida, p.costo, nullif(p."origenId", 0),
               nullif(p."numeroPartidaOrigen", 0), p."avanceSurtida", p."avanceFacturada", p."avanceDevuelta"
        FROM nueva CROSS JOIN jsonb_to_recordset(:partidas::jsonb) AS p ("numeroPartida" integer, "productoId" bigint,
             "conceptoId" bigint, "unidadMedidaId" bigint, "proyectoId" bigint, "centroCostoId" bigint, "almacenId" bigint,
             codigo text, "numeroParte" text, descripcion text, unidad text, cantidad numeric, factor numeric,
             "precioUnitario" numeric, descuento numeric, promocion numeric, importe numeric, "claveProductoServicio" text,
             "claveUnidad" text, "objetoImpuesto" text, notas text, surtida numeric, costo numeric, "origenId" bigint,
             "numeroPartidaOrigen" integer, "avanceSurtida" numeric, "avanceFacturada" numeric, "avanceDevuelta" numeric)
    ), impuestos AS (
        INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo,
                                      tipo_factor, tasa_cuota, base, importe)
        SELECT :organizacionId::bigint, nueva.transaccion_id, i."numeroPartida", i.consecutivo, i.impuesto, i.tipo,
               i."tipoFactor", i."tasaOCuota", i.base, i.importe
        FROM nueva CROSS JOIN jsonb_to_recordset(:impuestos::jsonb) AS i ("numeroPartida" integer, consecutivo integer,
             impuesto text, tipo text, "tipoFactor" text, "tasaOCuota" numeric, base numeric, importe numeric)
    ), series AS (
        INSERT INTO partida_serie (organizacion_id, transaccion_id, numero_partida, serie)
        SELECT :organizacionId::bigint, nueva.transaccion_id, s."numeroPartida", s.serie
        FROM nueva CROSS JOIN jsonb_to_recordset(:series::jsonb) AS s ("numeroPartida" integer, serie text)
    ), lotes AS (
        INSERT INTO partida_lote (organizacion_id, transaccion_id, numero_partida, lote, cantidad, caducidad)
        SELECT :organizacionId::bigint, nueva.transaccion_id, l."numeroPartida", l.lote, l.cantidad,
               nullif(l.caducidad, '')::date
        FROM nueva CROSS JOIN jsonb_to_recordset(:lotes::jsonb) AS l ("numeroPartida" integer, lote text, cantidad numeric,
             caducidad text)
    ), banco AS (
        INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, tipo, cuenta, forma, referencia)
        SELECT :organizacionId::bigint, nueva.transaccion_id, b."cuentaId", b."formaPagoId", b.tipo, b.cuenta, b.forma,
               b.referencia
        FROM nueva CROSS JOIN jsonb_to_recordset(:banco::jsonb) AS b ("cuentaId" bigint, "formaPagoId" bigint, tipo text,
             cuenta text, forma text, referencia text)
    ), propios AS (
        INSERT INTO documento (organizacion_id, transaccion_id, lista_precios_id, concepto_id, almacen_destino_id,
                               entrega_inmediata, entrega_fecha, vigencia_fecha, condiciones_pago, caja, cambio, motivo, recibe,
                               tipo_movimiento, matricula, domicilio, escuela, addenda, informacion_global, cfdi_relacionados)
        SELECT :organizacionId::bigint, nueva.transaccion_id, nullif(d."listaPreciosId", 0), nullif(d."conceptoId", 0),
               nullif(d."almacenDestinoId", 0), d."entregaInmediata", nullif(d."entregaFecha", '')::timestamp,
               nullif(d."vigenciaFecha", '')::date, d."condicionesPago", d.caja, d.cambio, d.motivo, d.recibe,
               d."tipoMovimiento", d.matricula, nullif(d.domicilio, '')::jsonb, nullif(d.escuela, '')::jsonb,
               nullif(d.addenda, '')::jsonb, nullif(d."informacionGlobal", '')::jsonb, nullif(d."cfdiRelacionados", '')::jsonb
        FROM nueva CROSS JOIN jsonb_to_recordset(:propios::jsonb) AS d ("listaPreciosId" bigint, "conceptoId" bigint,
             "almacenDestinoId" bigint, "entregaInmediata" boolean, "entregaFecha" text, "vigenciaFecha" text,
             "condicionesPago" text, caja text, cambio numeric, motivo text, recibe text, "tipoMovimiento" text, matricula text,
             domicilio text, escuela text, addenda text, "informacionGlobal" text, "cfdiRelacionados" text)
    ), relaciones AS (
        INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo)
        SELECT :organizacionId::bigint, r."origenId", r."destinoId", r.tipo
        FROM nueva CROSS JOIN jsonb_to_recordset(:relaciones::jsonb) AS r ("origenId" bigint, "destinoId" bigint, tipo text)
    )
    SELECT folio FROM nueva)";

// ---- documents under lock, and what is applied to and from them ----
inline constexpr std::string_view documentos_bloquear = R"(
    SELECT t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.folio, t.estado, t.origen,
           t.contacto_id AS "contactoId", t.sucursal_id AS "sucursalId", t.fecha, t.moneda_id AS "monedaId",
           t.tipo_cambio AS "tipoCambio", t.total, t.saldo, t.cubetas, t.cubetas_mxn AS "cubetasMxn",
           (SELECT b.tipo FROM movimiento_banco b WHERE b.organizacion_id = t.organizacion_id
            AND b.transaccion_id = t.transaccion_id) AS "tipoBanco",
           coalesce((SELECT b.conciliado FROM movimiento_banco b WHERE b.organizacion_id = t.organizacion_id
            AND b.transaccion_id = t.transaccion_id), false) AS conciliado,
           t.contacto, t.rfc, t.tipo_documento AS "tipoDocumento",
           t.estatus_timbrado AS "estatusTimbrado"
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint
      AND t.transaccion_id IN (SELECT k.id::bigint FROM jsonb_array_elements_text(:ids::jsonb) AS k (id))
    ORDER BY t.transaccion_id
    FOR UPDATE OF t)";
inline constexpr std::string_view aplicaciones_activas = R"(
    SELECT DISTINCT ON (a.aplicacion_id) a.aplicacion_id AS "aplicacionId", a.fuente_id AS "fuenteId", a.destino_id AS "destinoId",
           f.obj_id AS "fuenteObjId", a.tipo,
           f.obj_id IN (6, 7) AND EXISTS (SELECT FROM relacion r WHERE r.organizacion_id = a.organizacion_id
               AND r.origen_id = a.destino_id AND r.destino_id = a.fuente_id AND r.tipo = 'Credito') AS devolucion,
           a.importe_fuente AS "importeFuente", a.importe_destino AS "importeDestino",
           ROW(a.base16, a.iva16, a.base8, a.iva8, a.base0, a.exento, a.no_afecto, a.ieps, a.iva_ret, a.isr_ret)::cubetas
               AS cubetas,
           a.pesos, a.flujo, a.fuente_pesos AS "fuentePesos"
    FROM (SELECT k.id::bigint AS id FROM jsonb_array_elements_text(:ids::jsonb) AS k (id)) k
    JOIN aplicacion a ON a.organizacion_id = :organizacionId::bigint AND (a.destino_id = k.id OR a.fuente_id = k.id)
    JOIN transaccion f ON f.organizacion_id = a.organizacion_id AND f.transaccion_id = a.fuente_id
    WHERE a.fecha_reversa IS NULL
    ORDER BY a.aplicacion_id)";

// ---- what a document left behind, for whoever cancels it ----
inline constexpr std::string_view ahora_en_sucursal = R"(
    SELECT timezone(s.zona_horaria, now())::timestamp(0) AS ahora
    FROM transaccion t
    JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";
// The documents that a cancel touches beside its own: those it was applied to, the invoices that they became, those its
// lines come from.
inline constexpr std::string_view cancelar_alcance = R"(
    SELECT a.destino_id AS id FROM aplicacion a
    WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
    UNION
    SELECT h.destino_id FROM aplicacion a
    JOIN aplicacion h ON h.organizacion_id = a.organizacion_id AND h.fuente_id = a.destino_id AND h.tipo = 'Heredado'
         AND h.fecha_reversa IS NULL
    WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
    UNION
    SELECT p.origen_id FROM partida p
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint AND p.origen_id IS NOT NULL)";
inline constexpr std::string_view movimientos_guardados = R"(
    SELECT m.numero_partida AS "numeroPartida", m.almacen_id AS "almacenId", m.producto_id AS "productoId",
           m.capa_id AS "capaId", c.fecha AS "capaFecha", m.cantidad, m.valor, m.valor_capa AS "valorCapa", m.serie, m.lote,
           m.caducidad
    FROM movimiento_inventario m
    JOIN capa c ON c.organizacion_id = m.organizacion_id AND c.capa_id = m.capa_id
    WHERE m.organizacion_id = :organizacionId::bigint AND m.transaccion_id = :transaccionId::bigint AND NOT m.reversa
    ORDER BY m.movimiento_id)";
inline constexpr std::string_view apartados_guardados = R"(
    SELECT transaccion_id AS "transaccionId", numero_partida AS "numeroPartida", producto_id AS "productoId",
           almacen_id AS "almacenId", cantidad
    FROM apartado
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint AND cantidad > 0)";
inline constexpr std::string_view avances_guardados = R"(
    SELECT origen_id AS "transaccionId", numero_partida_origen AS "numeroPartida", sum(avance_surtida) AS surtida,
           sum(avance_facturada) AS facturada, sum(avance_devuelta) AS devuelta
    FROM partida
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint AND origen_id IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2)";
inline constexpr std::string_view polizas_guardadas = R"(
    SELECT p.poliza_id AS "polizaId", p.tipo, m.cuenta_contable_id AS "cuentaId", m.debe, m.haber
    FROM poliza p
    JOIN poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint AND p.reversa_de IS NULL
      AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = p.organizacion_id AND r.reversa_de = p.poliza_id)
    ORDER BY p.poliza_id, m.numero)";
// What each line of an order should still reserve, and what it does.
inline constexpr std::string_view apartados_de_pedido = R"(
    SELECT numero_partida AS "numeroPartida", producto_id AS "productoId", almacen_id AS "almacenId", pedida, cantidad
    FROM apartado
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
    ORDER BY almacen_id, producto_id, numero_partida)";

// ---- ledger ----
inline constexpr std::string_view polizas_guardar = R"(
    WITH p AS (
        SELECT nextval('poliza_poliza_id_seq') AS id, q.tipo, q."reversaDe", q.lineas
        FROM jsonb_to_recordset(:polizas::jsonb) AS q (tipo text, "reversaDe" bigint, lineas jsonb)
    ), cabeceras AS (
        INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, transaccion_id, reversa_de, concepto)
        SELECT :organizacionId::bigint, p.id, p.tipo, t.fecha, extract(year FROM t.fecha), extract(month FROM t.fecha),
               :transaccionId::bigint, nullif(p."reversaDe", 0), d.tipo_documento || ' ' || d.folio
        FROM p CROSS JOIN (SELECT :fecha::date AS fecha) t
        JOIN transaccion d ON d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = :transaccionId::bigint
    )
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id,
                                   proyecto_id, centro_costo_id)
    SELECT :organizacionId::bigint, p.id, l.ordinality, coalesce(c.cuenta_contable_id, nullif(l."cuentaId", 0)), l.debe, l.haber,
           d.sucursal_id, d.proyecto_id, d.centro_costo_id
    FROM p
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(p.lineas) AS (clave text, "cuentaId" bigint, debe numeric, haber numeric))
               WITH ORDINALITY l
    JOIN transaccion d ON d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = :transaccionId::bigint
    LEFT JOIN cuenta_contable c ON c.organizacion_id = :organizacionId::bigint AND l.clave <> '' AND c.clave = l.clave)";
inline constexpr std::string_view periodo_bloquear = R"(
    SELECT estado FROM periodo
    WHERE organizacion_id = :organizacionId::bigint AND ejercicio = extract(year FROM :fecha::date)
      AND mes = extract(month FROM :fecha::date)
    FOR SHARE)";

}  // namespace gestor::sql
