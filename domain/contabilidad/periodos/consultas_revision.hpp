#pragma once
// Matters to review before a month is closed: a row per matter; the last statement counts them by kind.
#include "domain/contabilidad/conciliacion/consultas.hpp"
#include "domain/contabilidad/periodos/consultas.hpp"
#include "domain/contabilidad/revaluacion/consultas.hpp"

namespace gestor::sql {

// `fechaCorte` is the last day of the month.
inline constexpr std::string_view del_mes_revisado = R"(
    t.organizacion_id = :organizacionId AND t.fecha >= make_date(:ejercicio::integer, :mes::integer, 1)
    AND t.fecha < :fechaCorte::date + 1)";
// Matters that keep the month open.
inline constexpr std::string_view revision_bloqueos = R"(
    SELECT 'MesSinTerminar' AS asunto, true AS bloquea, 0::bigint AS id, to_char(:fechaCorte::date, 'YYYY-MM') AS nombre
    WHERE {dia_de_hoy} <= :fechaCorte::date
    UNION ALL
    SELECT 'MesesAnterioresAbiertos', true, 0, to_char(make_date(x.ejercicio, x.mes, 1), 'YYYY-MM')
    FROM ({meses_anteriores_usados}) x
    UNION ALL
    SELECT 'ConteosAbiertos', true, x.conteo_id, x.conteo_id::text FROM ({mes_contandose}) x
    UNION ALL
    SELECT 'RutasSinValidar', true, x."transaccionId", x."tipoDocumento" || ' ' || x.folio FROM ({mes_a_medias}) x)";
// A supplier's CFDI whose document was cancelled here and that no other document has. VAT of an invoice paid in parts
// (PPD) is credited with the payment receipt of each payment: a receipt of that invoice, or the CFDI of the whole
// egress. A receipt of the month that belongs to no payment of ours is listed too.
inline constexpr std::string_view revision_documentos = R"(
    SELECT 'CancelacionesEnProceso' AS asunto, t.transaccion_id AS id, t.tipo_documento || ' ' || t.folio AS nombre
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId AND t.estatus_timbrado = 'CancelacionEnProceso'
      AND t.fecha < :fechaCorte::date + 1
    UNION ALL
    SELECT 'PorFacturarAntiguo', t.transaccion_id, t.tipo_documento || ' ' || t.folio
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId AND t.fecha < :fechaCorte::date - 29
      AND (t.obj_id = {RecepcionMercancia} AND t.contacto_id IS NOT NULL
           OR t.obj_id = {NotaRemisionCompra} AND t.origen = 'Compra')
      AND t.estado NOT IN ('Facturado', 'Cancelado')
    UNION ALL
    SELECT 'CfdiSinDocumento', t.transaccion_id, t.uuid
    FROM transaccion t
    WHERE {del_mes_revisado} AND t.obj_id IN ({por_pagar}, {creditos_de_compra}) AND t.estado = 'Cancelado'
      AND t.uuid <> '' AND t.validacion <> 'Cancelado'
      AND NOT EXISTS (SELECT FROM transaccion o
                      WHERE o.organizacion_id = :organizacionId AND o.uuid = t.uuid AND o.estado <> 'Cancelado')
      AND NOT EXISTS (SELECT FROM cfdi_informado i
                      WHERE i.organizacion_id = :organizacionId AND i.uuid = t.uuid AND i.estado = 'Cancelado')
    UNION ALL
    SELECT 'CfdiSinDocumento', 0, x.uuid
    FROM ({cfdi_con_documento} AND i.fecha >= make_date(:ejercicio::integer, :mes::integer, 1) AND i.fecha < :fechaCorte::date + 1) x
    WHERE x.estado = 'Vigente' AND x.transaccion_id IS NULL AND x.poliza_id IS NULL AND NOT x.con_recibo
    UNION ALL
    SELECT 'CfdiCanceladosEnSat', CASE WHEN x.cancelado THEN 0 ELSE x.transaccion_id END, x.uuid
    FROM ({cfdi_con_documento} AND i.fecha >= make_date(:ejercicio::integer, :mes::integer, 1) AND i.fecha < :fechaCorte::date + 1) x
    WHERE x.estado = 'Cancelado' AND (NOT x.cancelado OR x.poliza_id IS NOT NULL)
    UNION ALL
    SELECT 'ComprasSinCfdi', t.transaccion_id, t.tipo_documento || ' ' || t.folio
    FROM transaccion t
    WHERE {del_mes_revisado} AND t.obj_id IN ({por_pagar}) AND t.estado <> 'Cancelado' AND t.uuid = ''
      AND t.origen <> 'Importacion' AND t.rfc <> 'XEXX010101000'
    UNION ALL
    SELECT 'PueSinPagar', t.transaccion_id, t.tipo_documento || ' ' || t.folio
    FROM transaccion t
    WHERE {del_mes_revisado} AND t.obj_id IN ({por_cobrar}, {por_pagar}) AND t.metodo_pago = 'PUE' AND t.saldo > 0
      AND t.estado NOT IN ('Cancelado', 'Facturado')
    UNION ALL
    SELECT 'PpdSinReciboDePago', d.transaccion_id,
           d.tipo_documento || ' ' || d.folio || ', ' || t.tipo_documento || ' ' || t.folio
    FROM transaccion t
    JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.fuente_id = t.transaccion_id AND a.tipo = 'Pago'
         AND a.fecha_reversa IS NULL
    JOIN transaccion d ON d.organizacion_id = :organizacionId AND d.transaccion_id = a.destino_id
         AND d.obj_id IN ({por_pagar}) AND d.metodo_pago = 'PPD'
    WHERE {del_mes_revisado} AND t.obj_id IN ({sale_del_banco}) AND t.estado <> 'Cancelado' AND t.uuid = ''
      AND NOT EXISTS (SELECT FROM recibo_de_pago_egreso p
                      WHERE p.organizacion_id = :organizacionId AND p.egreso_id = t.transaccion_id
                        AND p.factura_uuid = d.uuid)
    GROUP BY 2, 3
    UNION ALL
    SELECT 'RecibosSinEgreso', r.recibo_de_pago_id, r.rfc || ' ' || r.uuid
    FROM recibo_de_pago r
    WHERE r.organizacion_id = :organizacionId AND r.sustituido_por = ''
      AND r.fecha_pago >= make_date(:ejercicio::integer, :mes::integer, 1) AND r.fecha_pago < :fechaCorte::date + 1
      AND NOT {aun_paga})";
inline constexpr std::string_view revision_maestros = R"(
    SELECT DISTINCT 'BancosSinConciliar' AS asunto, b.cuenta_id AS id, b.clave AS nombre
    FROM transaccion t
    JOIN movimiento_banco v ON v.organizacion_id = :organizacionId AND v.transaccion_id = t.transaccion_id
         AND NOT v.conciliado
    JOIN cuenta_bancaria b ON b.organizacion_id = :organizacionId AND b.cuenta_id = v.cuenta_id AND b.tipo <> 'Caja'
    WHERE {del_mes_revisado} AND t.obj_id IN ({en_banco}) AND t.estado <> 'Cancelado'
    UNION ALL
    SELECT DISTINCT 'ProveedoresSinTipoOperacion', k.contacto_id, k.codigo
    FROM transaccion t
    JOIN contacto k ON k.organizacion_id = :organizacionId AND k.contacto_id = t.contacto_id
         AND (k.tipo_operacion = '' OR k.rfc = 'XEXX010101000' AND k.residencia_fiscal = '')
    WHERE {del_mes_revisado} AND t.obj_id IN ({por_pagar}, {AnticipoProveedor}) AND t.estado <> 'Cancelado'
      AND k.rfc <> 'XAXX010101000'
    UNION ALL
    SELECT DISTINCT 'ProveedoresEn69B', k.contacto_id, k.codigo
    FROM transaccion t
    JOIN contacto k ON k.organizacion_id = :organizacionId AND k.contacto_id = t.contacto_id
    JOIN sat_efos x ON x.rfc = k.rfc AND x.situacion IN ('Definitivo', 'Presunto') AND x.vigencia_hasta IS NULL
    WHERE {del_mes_revisado} AND t.obj_id IN ({por_pagar}, {AnticipoProveedor}) AND t.estado <> 'Cancelado'
    UNION ALL
    SELECT 'CuentasDeImpuestoConSignoContrario', c.cuenta_contable_id, c.codigo
    FROM ({libro_por_mes}) l
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = l.cuenta_contable_id
         AND c.clave ~ '^(IVA|ISR|IEPS)_'
    WHERE (l.ejercicio, l.mes) <= (:ejercicio::integer, :mes::integer)
    GROUP BY c.cuenta_contable_id, c.codigo, c.naturaleza
    HAVING sum(CASE c.naturaleza WHEN 'D' THEN l.debe - l.haber ELSE l.haber - l.debe END) < 0
    UNION ALL
    SELECT 'RevaluacionSinHacer', 0, to_char(:fechaCorte::date, 'YYYY-MM')
    WHERE NOT EXISTS ({polizas_de_revaluacion})
      AND (EXISTS (SELECT FROM cuenta_bancaria b
                   JOIN movimiento_banco v ON v.organizacion_id = :organizacionId AND v.cuenta_id = b.cuenta_id
                   JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = v.transaccion_id
                        AND t.fecha < :fechaCorte::date + 1
                   WHERE b.organizacion_id = :organizacionId AND b.moneda_id <> 1)
           OR EXISTS (SELECT FROM transaccion t
                      WHERE t.organizacion_id = :organizacionId AND t.moneda_id <> 1 AND t.saldo > 0
                        AND t.obj_id IN ({con_saldo}) AND t.estado NOT IN ('Cancelado', 'Facturado')
                        AND t.fecha < :fechaCorte::date + 1)))";
inline constexpr std::string_view revision_del_mes = R"(
    SELECT q.asunto, q.bloquea, count(*) AS cuantos, min(q.id) AS "ejemploId",
           (array_agg(q.nombre ORDER BY q.id, q.nombre))[1] AS ejemplo
    FROM ({revision_bloqueos}
          UNION ALL
          SELECT x.asunto, false, x.id, x.nombre FROM ({revision_documentos} UNION ALL {revision_maestros}) x) q
    GROUP BY 1, 2)";
inline constexpr std::string_view estado_de_mes = R"(
    SELECT estado FROM periodo
    WHERE organizacion_id = :organizacionId AND ejercicio = :ejercicio::integer AND mes = :mes::integer)";

}  // namespace gestor::sql
