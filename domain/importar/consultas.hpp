#pragma once
#include <string>
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view organizacion_existe =
    "SELECT 1 AS existe FROM organizacion WHERE organizacion_id = :organizacionId";
inline constexpr std::string_view punto = "SAVEPOINT fila";
inline constexpr std::string_view soltar_punto = "RELEASE SAVEPOINT fila";
inline constexpr std::string_view volver_al_punto = "ROLLBACK TO SAVEPOINT fila";

inline constexpr std::string_view moneda_de_organizacion =
    "moneda_id IN (SELECT om.moneda_id FROM organizacion_moneda om WHERE om.organizacion_id = :organizacionId AND "
    "om.activo)";

// Finds a record that is its own ancestor, or has more than 20 levels: the walk to the root would not end.
inline std::string arbol_sin_fin(std::string const& tabla, std::string const& llave) {
    return "WITH RECURSIVE arriba AS (SELECT padre_id, 1 AS nivel FROM " + tabla +
           " WHERE organizacion_id = :organizacionId AND " + llave +
           " = :id UNION ALL SELECT t.padre_id, nivel + 1 FROM arriba JOIN " + tabla +
           " t ON t.organizacion_id = :organizacionId AND t." + llave +
           " = arriba.padre_id WHERE nivel <= 20) SELECT 1 AS mal FROM arriba WHERE padre_id = :id OR nivel > 20 LIMIT "
           "1";
}
inline std::string hijos_activos(std::string const& tabla) {
    return "SELECT clave FROM " + tabla +
           " WHERE organizacion_id = :organizacionId AND padre_id = :id AND activo ORDER BY clave LIMIT 1";
}

// ---- wrong keys of a file: up to three similar keys, and the record that already has a unique value ----
inline std::string parecidas(std::string_view tabla, std::string_view clave, bool global) {
    std::string const c(clave);
    return "SELECT c.clave FROM (SELECT " + c + " AS clave FROM " + std::string(tabla) + " x WHERE " +
           (global ? "true" : "organizacion_id = :organizacionId") +
           ") c WHERE c.clave <> :dicha AND public.similarity(c.clave, :dicha) >= 0.4 ORDER BY "
           "public.similarity(c.clave, :dicha) DESC, "
           "c.clave LIMIT 3";
}
inline constexpr std::string_view contacto_de_rfc =
    "SELECT codigo || ' ' || nombre AS quien FROM contacto WHERE organizacion_id = :organizacionId AND rfc = "
    "upper(:valor) ORDER BY contacto_id LIMIT 1";
inline constexpr std::string_view contacto_de_referencia =
    "SELECT codigo || ' ' || nombre AS quien FROM contacto WHERE organizacion_id = :organizacionId AND "
    "referencia_externa = :valor";
inline constexpr std::string_view producto_de_referencia =
    "SELECT codigo || ' ' || descripcion AS quien FROM producto WHERE organizacion_id = :organizacionId AND "
    "referencia_externa = :valor";
inline constexpr std::string_view ruta_de_almacen =
    "SELECT r.clave || ' ' || r.nombre AS quien FROM ruta r JOIN almacen a ON a.organizacion_id = r.organizacion_id "
    "AND "
    "a.almacen_id = r.almacen_id WHERE r.organizacion_id = :organizacionId AND r.activo AND a.clave = :valor";

// ---- CFDI of suppliers ----
inline constexpr std::string_view es_proveedor =
    "SELECT 1 AS es FROM contacto WHERE organizacion_id = :organizacionId AND rfc = :rfc AND activo AND tipo_contacto "
    "IN "
    "('Proveedor', 'Ambos') LIMIT 1";
inline constexpr std::string_view folio_con_otro_total =
    "SELECT 1 AS otro FROM transaccion WHERE organizacion_id = :organizacionId AND uuid = :uuid COLLATE \"C\" AND "
    "uuid <> '' AND estado <> 'Cancelado' AND abs(total - :total::numeric) > 0.01";

// ---- branches ----
inline constexpr std::string_view zona_existe = "SELECT 1 AS existe FROM pg_timezone_names WHERE name = :zona";
// Another branch that already uses these series.
inline constexpr std::string_view serie_de_otra = R"(
    SELECT s.clave FROM serie_folio f
    JOIN objeto o ON o.obj_id = f.obj_id AND f.serie = o.serie || :sufijo
    JOIN sucursal s ON s.organizacion_id = f.organizacion_id AND s.sucursal_id = f.sucursal_id
    WHERE f.organizacion_id = :organizacionId AND f.sucursal_id <> :id ORDER BY s.clave LIMIT 1)";
inline constexpr std::string_view series_de_sucursal = R"(
    SELECT count(*) FILTER (WHERE f.serie = o.serie || :sufijo) AS iguales, count(*) AS todas
    FROM serie_folio f JOIN objeto o ON o.obj_id = f.obj_id
    WHERE f.organizacion_id = :organizacionId AND f.sucursal_id = :id)";
inline constexpr std::string_view series_crear = R"(
    INSERT INTO serie_folio (organizacion_id, sucursal_id, obj_id, serie)
    SELECT :organizacionId::bigint, :id::bigint, obj_id, serie || :sufijo FROM objeto ORDER BY obj_id)";
inline constexpr std::string_view sucursal_para_administradores = R"(
    INSERT INTO usuario_sucursal (organizacion_id, usuario_id, sucursal_id)
    SELECT organizacion_id, usuario_id, :id::bigint FROM usuario
    WHERE organizacion_id = :organizacionId AND rol = 'administrador')";

// ---- currencies ----
inline constexpr std::string_view moneda_unica_predeterminada = R"(
    UPDATE organizacion_moneda SET predeterminada = false
    WHERE organizacion_id = :organizacionId AND predeterminada
      AND moneda_id <> (SELECT moneda_id FROM moneda WHERE clave = :moneda))";
inline constexpr std::string_view moneda_predeterminada =
    "SELECT 1 AS hay FROM organizacion_moneda WHERE organizacion_id = :organizacionId AND predeterminada AND activo";
inline constexpr std::string_view tipo_cambio_moneda = R"(
    SELECT om.moneda_id AS id FROM organizacion_moneda om JOIN moneda m ON m.moneda_id = om.moneda_id
    WHERE om.organizacion_id = :organizacionId AND om.activo AND m.clave = :moneda)";
inline constexpr std::string_view tipo_cambio_poner = R"(
    WITH antes AS (SELECT valor FROM tipo_cambio
                   WHERE organizacion_id = :organizacionId AND moneda_id = :id::integer AND fecha = :fecha::date),
         puesto AS (INSERT INTO tipo_cambio (organizacion_id, moneda_id, fecha, valor)
                    VALUES (:organizacionId, :id::integer, :fecha::date, :valor::numeric)
                    ON CONFLICT (organizacion_id, moneda_id, fecha) DO UPDATE SET valor = excluded.valor RETURNING valor)
    SELECT antes.valor IS NULL AS nuevo, antes.valor IS NOT DISTINCT FROM puesto.valor AS igual
    FROM puesto LEFT JOIN antes ON true)";

// ---- concepts that remit withheld tax, which the engine owes in accounts of its own ----
inline constexpr std::string_view cuenta_de_entero_fallas = R"(
    SELECT 'cuentaContable' AS campo, 'RANGO' AS codigo, 'debe ser ' || v.cual AS mensaje
    FROM (VALUES (:iva::boolean, ARRAY['IVA_RET_POR_PAGAR'], 'la del IVA retenido por pagar, con pagoIvaRetenido'),
                 (:isr::boolean, ARRAY['ISR_RET_HONOR', 'ISR_RET_ARREND', 'ISR_RET_OTROS'],
                  'una de las del ISR retenido, con pagoIsrRetenido')) v (entera, claves, cual)
    WHERE v.entera AND NOT EXISTS (SELECT FROM cuenta_contable a WHERE a.organizacion_id = :organizacionId::bigint
                                   AND a.codigo = :cuenta::text AND a.clave = ANY (v.claves)))";

// ---- bank accounts ----
// A ledger account of its own: 102.01.nn in pesos, 102.02.nn in another currency, below the nearest account that
// groups. From 90 to 99 the engine has its own.
inline constexpr std::string_view cuenta_propia_crear = R"(
    WITH libre AS (
        SELECT b.nombre, x.agrupador, x.codigo
        FROM cuenta_bancaria b
        CROSS JOIN generate_series(1, 9999) n
        CROSS JOIN LATERAL (SELECT CASE b.moneda_id WHEN 1 THEN '102.01' ELSE '102.02' END AS agrupador,
                                   CASE b.moneda_id WHEN 1 THEN '102.01.' ELSE '102.02.' END
                                   || CASE WHEN n < 10 THEN '0' ELSE '' END || n AS codigo) x
        WHERE b.organizacion_id = :organizacionId AND b.cuenta_id = :id::bigint AND n NOT BETWEEN 90 AND 99
          AND NOT EXISTS (SELECT FROM cuenta_contable c WHERE c.organizacion_id = :organizacionId AND c.codigo = x.codigo)
        ORDER BY n LIMIT 1),
    nueva AS (
        INSERT INTO cuenta_contable (organizacion_id, padre_id, codigo, codigo_agrupador, nombre, naturaleza, nivel, detalle)
        SELECT :organizacionId::bigint, p.cuenta_contable_id, l.codigo, l.agrupador, l.nombre, 'D', coalesce(p.nivel, 0) + 1, true
        FROM libre l
        LEFT JOIN LATERAL (SELECT c.cuenta_contable_id, c.nivel FROM cuenta_contable c
                           WHERE c.organizacion_id = :organizacionId AND NOT c.detalle AND starts_with(l.codigo, c.codigo || '.')
                           ORDER BY char_length(c.codigo) DESC LIMIT 1) p ON true
        RETURNING cuenta_contable_id)
    UPDATE cuenta_bancaria b SET cuenta_contable_id = n.cuenta_contable_id FROM nueva n
    WHERE b.organizacion_id = :organizacionId AND b.cuenta_id = :id::bigint)";

// ---- lists in a cell: missing records, and the change (a row when something changed) ----
inline constexpr std::string_view objetos_faltan = R"(
    SELECT v FROM unnest(:valores::text[]) v WHERE NOT EXISTS (SELECT 1 FROM objeto WHERE clave = v OR obj_id::text = v))";
// Sets the document types of a concept; without any, those of the concept's kind.
inline constexpr std::string_view objetos_poner = R"(
    WITH dichos AS (SELECT array_agg(obj_id ORDER BY obj_id) AS lista FROM objeto
                    WHERE clave = ANY (:valores::text[]) OR obj_id::text = ANY (:valores::text[])),
         nuevos AS (SELECT coalesce(d.lista, CASE c.tipo
                        WHEN 'Gasto' THEN ARRAY[{Egreso}, {SolicitudPago}, {Gasto}, {GastoSobreCompra}]
                        WHEN 'Egreso' THEN ARRAY[{Egreso}, {SolicitudPago}] WHEN 'Deposito' THEN ARRAY[{Deposito}]
                        WHEN 'Inventario' THEN ARRAY[{MovimientoInventario}]
                        WHEN 'Compra' THEN ARRAY[{NotaRemision}, {OrdenCompra}, {FacturaCompra}, {RecepcionMercancia},
                                                 {NotaDevolucionProveedor}, {NotaCreditoProveedor}, {CotizacionProveedor}]
                        ELSE ARRAY[{FacturaVenta}, {NotaVenta}, {PedidoCliente}, {CotizacionCliente}, {NotaRemision},
                                   {NotaDevolucionCliente}, {NotaCreditoCliente}, {OrdenServicio}, {FacturaAgenciaViaje}]
                        END) AS lista
                    FROM dichos d, concepto c WHERE c.organizacion_id = :organizacionId AND c.concepto_id = :id::bigint)
    UPDATE concepto SET objetos = lista FROM nuevos
    WHERE organizacion_id = :organizacionId AND concepto_id = :id::bigint AND objetos <> lista RETURNING 1 AS cambio)";
inline constexpr std::string_view cuentas_faltan = R"(
    SELECT v FROM unnest(:valores::text[]) v WHERE NOT EXISTS
        (SELECT 1 FROM cuenta_bancaria WHERE organizacion_id = :organizacionId AND clave = v))";
inline constexpr std::string_view cuentas_poner = R"(
    WITH nuevas AS (SELECT cuenta_id FROM cuenta_bancaria
                    WHERE organizacion_id = :organizacionId AND clave = ANY (:valores::text[])),
         fuera AS (DELETE FROM concepto_cuenta c WHERE c.organizacion_id = :organizacionId AND c.concepto_id = :id::bigint
                   AND NOT EXISTS (SELECT 1 FROM nuevas n WHERE n.cuenta_id = c.cuenta_id) RETURNING 1),
         dentro AS (INSERT INTO concepto_cuenta SELECT :organizacionId::bigint, :id::bigint, cuenta_id FROM nuevas
                    ON CONFLICT DO NOTHING RETURNING 1)
    SELECT 1 AS cambio FROM fuera UNION ALL SELECT 1 FROM dentro)";
inline constexpr std::string_view contactos_faltan = R"(
    WITH dichos AS MATERIALIZED (SELECT v, upper(v) AS normalizado FROM unnest(:valores::text[]) v)
    SELECT v FROM dichos d WHERE NOT EXISTS
        (SELECT 1 FROM contacto WHERE organizacion_id = :organizacionId AND codigo_normalizado = d.normalizado))";
inline constexpr std::string_view contactos_poner = R"(
    WITH dichos AS MATERIALIZED (SELECT upper(v) AS normalizado FROM unnest(:valores::text[]) v),
         nuevos AS (SELECT c.contacto_id FROM dichos d JOIN contacto c
                    ON c.organizacion_id = :organizacionId AND c.codigo_normalizado = d.normalizado),
         fuera AS (DELETE FROM concepto_contacto c WHERE c.organizacion_id = :organizacionId AND c.concepto_id = :id::bigint
                   AND NOT EXISTS (SELECT 1 FROM nuevos n WHERE n.contacto_id = c.contacto_id) RETURNING 1),
         dentro AS (INSERT INTO concepto_contacto SELECT :organizacionId::bigint, :id::bigint, contacto_id FROM nuevos
                    ON CONFLICT DO NOTHING RETURNING 1)
    SELECT 1 AS cambio FROM fuera UNION ALL SELECT 1 FROM dentro)";
inline constexpr std::string_view dias_poner = R"(
    UPDATE ruta SET dias = :valores::text[]
    WHERE organizacion_id = :organizacionId AND ruta_id = :id::bigint AND dias <> :valores::text[] RETURNING 1 AS cambio)";
inline constexpr std::string_view campos_poner = R"(
    WITH nuevos AS (SELECT coalesce(jsonb_agg(jsonb_build_object('nombre', split_part(v, ':', 1), 'tipo', split_part(v, ':', 2),
                                              'requerido', split_part(v, ':', 3) = 'si') ORDER BY n), '[]') AS lista
                    FROM unnest(:valores::text[]) WITH ORDINALITY AS u (v, n))
    UPDATE addenda SET campos = lista FROM nuevos
    WHERE organizacion_id = :organizacionId AND addenda_id = :id::bigint AND campos <> lista RETURNING 1 AS cambio)";
inline constexpr std::string_view sucursales_faltan = R"(
    SELECT v FROM unnest(:valores::text[]) v WHERE NOT EXISTS
        (SELECT 1 FROM sucursal WHERE organizacion_id = :organizacionId AND clave = v))";

// ---- branches and cost classifiers of a user ----
inline constexpr std::string_view usuario_de =
    "SELECT usuario_id AS id FROM usuario WHERE organizacion_id = :organizacionId AND usuario = lower(:clave)";
inline constexpr std::string_view usuario_clasificador_poner = R"(
    INSERT INTO usuario_clasificador VALUES (:organizacionId, :usuario::bigint, :otro::bigint)
    ON CONFLICT DO NOTHING RETURNING 1 AS cambio)";
inline constexpr std::string_view usuario_clasificador_quitar = R"(
    DELETE FROM usuario_clasificador WHERE organizacion_id = :organizacionId AND usuario_id = :usuario::bigint
       AND clasificador_costo_id = :otro::bigint RETURNING 1 AS cambio)";
inline constexpr std::string_view usuario_sucursal_poner = R"(
    INSERT INTO usuario_sucursal VALUES (:organizacionId, :usuario::bigint, :otro::bigint)
    ON CONFLICT DO NOTHING RETURNING 1 AS cambio)";
inline constexpr std::string_view usuario_sucursal_quitar = R"(
    DELETE FROM usuario_sucursal WHERE organizacion_id = :organizacionId AND usuario_id = :usuario::bigint
       AND sucursal_id = :otro::bigint RETURNING 1 AS cambio)";

// ---- cross-promotions ----
inline constexpr std::string_view promocion_de =
    "SELECT promocion_id AS id FROM promocion_cruzada WHERE organizacion_id = :organizacionId AND nombre = :nombre";
inline constexpr std::string_view promocion_crear = R"(
    INSERT INTO promocion_cruzada (organizacion_id, nombre, vigencia_inicio, vigencia_fin, acumulable, prioridad, activo)
    VALUES (:organizacionId, :nombre, :inicio::date, :fin::date, :acumulable::boolean, :prioridad::integer, :activo::boolean)
    RETURNING promocion_id AS id)";
inline constexpr std::string_view promocion_actualizar = R"(
    UPDATE promocion_cruzada SET vigencia_inicio = :inicio::date, vigencia_fin = :fin::date, acumulable = :acumulable::boolean,
        prioridad = :prioridad::integer, activo = :activo::boolean
    WHERE organizacion_id = :organizacionId AND promocion_id = :id::bigint)";
inline constexpr std::string_view promocion_vaciar = R"(
    WITH s AS (DELETE FROM promocion_sucursal  WHERE organizacion_id = :organizacionId AND promocion_id = :id::bigint),
         c AS (DELETE FROM promocion_condicion WHERE organizacion_id = :organizacionId AND promocion_id = :id::bigint)
    DELETE FROM promocion_beneficio WHERE organizacion_id = :organizacionId AND promocion_id = :id::bigint)";
inline constexpr std::string_view promocion_sucursales_poner = R"(
    INSERT INTO promocion_sucursal SELECT organizacion_id, :id::bigint, sucursal_id FROM sucursal
    WHERE organizacion_id = :organizacionId AND clave = ANY (:valores::text[]))";
inline constexpr std::string_view promocion_condicion = R"(
    INSERT INTO promocion_condicion VALUES (:organizacionId, :id::bigint, :consecutivo::integer, :producto::bigint,
        :clasificacion::bigint, :cantidad::numeric))";
inline constexpr std::string_view promocion_beneficio = R"(
    INSERT INTO promocion_beneficio VALUES (:organizacionId, :id::bigint, :consecutivo::integer, :producto::bigint,
        :clasificacion::bigint, :tipo, :valor::numeric, :cantidad::numeric))";

// ---- opening balances ----
inline constexpr std::string_view cuenta_contable_de = R"(
    SELECT cuenta_contable_id AS id, detalle AND activo AS admite, clave FROM cuenta_contable
    WHERE organizacion_id = :organizacionId AND codigo = :clave)";
// Creates a month when it is used; future months are not open.
inline constexpr std::string_view periodo_usar = R"(
    INSERT INTO periodo (organizacion_id, ejercicio, mes)
    SELECT :organizacionId, extract(year FROM :fecha::date), extract(month FROM :fecha::date)
    WHERE date_trunc('month', :fecha::date) <= {dia_del_sat}
    ON CONFLICT DO NOTHING)";
inline constexpr std::string_view periodo_de = R"(
    SELECT estado FROM periodo WHERE organizacion_id = :organizacionId
       AND ejercicio = extract(year FROM :fecha::date) AND mes = extract(month FROM :fecha::date) FOR SHARE)";
inline constexpr std::string_view apertura_existente = R"(
    SELECT p.poliza_id, p.fecha FROM poliza p
    WHERE p.organizacion_id = :organizacionId AND p.concepto = 'Saldos iniciales' AND p.transaccion_id IS NULL
      AND p.reversa_de IS NULL
      AND NOT EXISTS (SELECT 1 FROM poliza r WHERE r.organizacion_id = p.organizacion_id AND r.reversa_de = p.poliza_id)
    LIMIT 1)";
// Turn of the opening: two simultaneous files would both find no opening balances.
inline constexpr std::string_view apertura_candado =
    "SELECT 1 AS tomado FROM organizacion WHERE organizacion_id = :organizacionId FOR UPDATE";

// ---- suppliers' CFDI ----
inline constexpr std::string_view concepto_de_gasto = R"(
    SELECT 1 AS es FROM concepto WHERE organizacion_id = :organizacionId AND clave = :clave AND tipo = 'Gasto')";

}  // namespace gestor::sql
