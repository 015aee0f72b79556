#pragma once
// Statements for the data that a company brings from another system.
#include <string_view>

namespace gestor::sql {

// Latest of the branches' present dates: the bound of the day of the cut-over.
inline constexpr std::string_view dia_del_corte = R"(
    SELECT max(timezone(zona_horaria, :ahora::timestamptz)::date) AS hoy FROM sucursal WHERE organizacion_id = :organizacionId)";

// ---- open documents ----
inline constexpr std::string_view abierto_resolver = R"(
    SELECT nextval('transaccion_transaccion_id_seq') AS "transaccionId",
           s.sucursal_id AS "sucursalId", m.moneda_id AS "monedaId", k.cuantos AS contactos, k.contacto_id AS "contactoId",
           k.nombre AS contacto, k.rfc, k.vendedor_id AS "vendedorId",
           k.tipo_contacto = ANY (:contactos::text[]) AS "delTipo",
           (SELECT p.folio FROM transaccion p
            WHERE p.organizacion_id = :organizacionId::bigint AND p.sucursal_id = s.sucursal_id AND p.obj_id = :objId::integer
              AND p.serie = :serie COLLATE "C" AND p.numero <= :numero::bigint AND p.fecha_apertura IS NULL
            ORDER BY p.numero LIMIT 1) AS "folioPropio"
    FROM organizacion o
    LEFT JOIN LATERAL (
        SELECT q.sucursal_id FROM sucursal q
        WHERE q.organizacion_id = :organizacionId::bigint AND (:sucursal::text IS NULL OR q.clave = :sucursal)
        ORDER BY q.sucursal_id LIMIT 1) s ON true
    LEFT JOIN (organizacion_moneda om JOIN moneda m USING (moneda_id)) ON om.organizacion_id = o.organizacion_id AND m.clave = :moneda
    LEFT JOIN LATERAL (
        SELECT x.*, count(*) OVER () AS cuantos
        FROM (SELECT q.contacto_id, q.nombre, q.rfc, q.vendedor_id, q.tipo_contacto FROM contacto q
              WHERE q.organizacion_id = :organizacionId::bigint AND q.codigo_normalizado = upper(:codigo)
              UNION ALL
              SELECT q.contacto_id, q.nombre, q.rfc, q.vendedor_id, q.tipo_contacto FROM contacto q
              WHERE q.organizacion_id = :organizacionId::bigint AND q.rfc = :rfc AND :codigo::text IS NULL) x
        LIMIT 1) k ON true
    WHERE o.organizacion_id = :organizacionId::bigint)";
// Stored data of an imported document: open balance, and the amount collected since.
inline constexpr std::string_view abierto_guardado = R"(
    SELECT t.sucursal_id AS "sucursalId", t.fecha::date AS fecha,
           t.fecha_vencimiento AS "fechaVencimiento", t.moneda, t.tipo_cambio AS "tipoCambio", t.total, t.uuid,
           t.fecha_apertura AS "fechaApertura",
           cubetas_menos(t.cubetas, coalesce((
               SELECT ROW(a.base16, a.iva16, a.base8, a.iva8, a.base0, a.exento, a.no_afecto, a.ieps, a.iva_ret, a.isr_ret,
                          a.ret_local)::cubetas
               FROM aplicacion a
               WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = t.transaccion_id
                 AND a.fuente_id = t.transaccion_id AND a.tipo = 'Heredado'), cubetas_cero())) AS pendiente
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id = :objId::integer AND t.contacto_id = :contactoId::bigint
      AND t.serie = :serie COLLATE "C" AND t.numero = :numero::bigint AND t.fecha_apertura IS NOT NULL
      AND t.estado <> 'Cancelado')";
inline constexpr std::string_view serie_seguir = R"(
    UPDATE serie_folio SET siguiente = :numero::bigint + 1
    WHERE organizacion_id = :organizacionId::bigint AND sucursal_id = :sucursalId::bigint AND obj_id = :objId::integer
      AND serie = :serie COLLATE "C" AND siguiente <= :numero::bigint
    RETURNING 1 AS movida)";

// ---- stock ----
// Keys of a row of stock, and what of its cost layer came before, by the same concept on the same day.
inline constexpr std::string_view existencia_resolver = R"(
    SELECT a.almacen_id AS "almacenId", a.sucursal_id AS "sucursalId", p.producto_id AS "productoId", p.tipo,
           coalesce(u.factor, 1) AS factor, p.maneja_series AS "manejaSeries", p.maneja_lotes AS "manejaLotes",
           k.concepto_id AS "conceptoId", x.cantidad, x.valor
    FROM organizacion o
    LEFT JOIN almacen a ON a.organizacion_id = o.organizacion_id AND a.clave = :almacen
    LEFT JOIN producto p ON p.organizacion_id = o.organizacion_id AND p.codigo_normalizado = upper(:producto)
    LEFT JOIN unidad_medida u ON u.organizacion_id = o.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    LEFT JOIN concepto k ON k.organizacion_id = o.organizacion_id AND k.clave = 'IN-INICIAL'
    CROSS JOIN LATERAL (
        SELECT sum(m.cantidad) AS cantidad, sum(m.valor) AS valor
        FROM movimiento_inventario m
        JOIN capa c ON c.organizacion_id = m.organizacion_id AND c.capa_id = m.capa_id
             AND c.transaccion_id = m.transaccion_id AND c.fecha::date = :capa::date
        JOIN documento d ON d.organizacion_id = m.organizacion_id AND d.transaccion_id = m.transaccion_id
             AND d.concepto_id = k.concepto_id AND d.tipo_movimiento = 'Entrada'
        WHERE m.organizacion_id = :organizacionId::bigint AND m.producto_id = p.producto_id AND m.almacen_id = a.almacen_id
          AND m.fecha >= :corte::date AND m.fecha < :corte::date + 1 AND m.lote = :lote) x
    WHERE o.organizacion_id = :organizacionId::bigint)";

// ---- banks ----
inline constexpr std::string_view saldo_bancario_resolver = R"(
    SELECT b.cuenta_id AS "cuentaId", b.moneda_id AS "monedaId", k.cuenta_contable_id AS "cuentaContableId",
           z.cuenta_contable_id AS "aperturaId", b.saldo_inicial AS "saldoInicial", q.pesos, q.fecha
    FROM cuenta_bancaria b
    JOIN cuenta_contable k ON k.organizacion_id = b.organizacion_id
         AND CASE WHEN b.cuenta_contable_id IS NULL THEN k.clave = CASE b.tipo WHEN 'Caja' THEN 'CAJA' ELSE 'BANCO' END
                  ELSE k.cuenta_contable_id = b.cuenta_contable_id END
    JOIN cuenta_contable z ON z.organizacion_id = b.organizacion_id AND z.clave = 'APERTURA'
    LEFT JOIN LATERAL (
        SELECT m.debe - m.haber AS pesos, p.fecha
        FROM poliza p
        JOIN poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
        WHERE p.organizacion_id = :organizacionId::bigint AND p.concepto = :concepto AND p.transaccion_id IS NULL
          AND m.concepto = b.clave
        LIMIT 1) q ON true
    WHERE b.organizacion_id = :organizacionId::bigint AND b.clave = :cuenta)";
inline constexpr std::string_view saldo_bancario_poner = R"(
    UPDATE cuenta_bancaria SET saldo_inicial = :saldo::numeric
    WHERE organizacion_id = :organizacionId::bigint AND cuenta_id = :cuentaId::bigint)";
// Opening póliza of a file, and its movements.
inline constexpr std::string_view apertura_poliza = R"(
    INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, numero, origen, concepto)
    SELECT :organizacionId::bigint, 'Diario', f.fecha, f.ejercicio, f.mes,
           poliza_numeros(:organizacionId::bigint, f.ejercicio, f.mes, 'Diario', 1), 'Apertura', :concepto
    FROM (SELECT :fecha::date AS fecha, extract(year FROM :fecha::date)::integer AS ejercicio,
                 extract(month FROM :fecha::date)::integer AS mes) f
    RETURNING poliza_id AS id)";
inline constexpr std::string_view apertura_movimientos = R"(
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id, concepto)
    SELECT :organizacionId::bigint, :id::bigint, m.numero, m.cuenta, m.debe, m.haber, m.sucursal, m.concepto
    FROM jsonb_to_recordset(:movimientos::jsonb)
         AS m (numero integer, cuenta bigint, debe numeric, haber numeric, sucursal bigint, concepto text))";

}  // namespace gestor::sql
