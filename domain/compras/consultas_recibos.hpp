#pragma once
#include "domain/motor/consultas.hpp"
#include "persistence/lectura.hpp"

namespace gestor::sql {

// Our document of a supplier's invoice.
inline constexpr std::string_view factura_de_proveedor = R"(
    SELECT t.transaccion_id AS "facturaId", t.obj_id AS "objId", t.folio, t.fecha, t.moneda, t.saldo,
           t.iva - (t.cubetas).iva16 - (t.cubetas).iva8 AS "noAcreditable", t.sucursal_id AS "sucursalId",
           t.proyecto_id AS "proyectoId", t.centro_costo_id AS "centroCostoId", t.contacto_id AS "proveedorId"
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.uuid = :uuid COLLATE "C" AND t.uuid <> ''
      AND t.obj_id IN ({por_pagar}) AND t.estado <> 'Cancelado' AND t.rfc = :rfc)";

// ---- credit notes ----
// Advance to the supplier of an invoice, in its currency: the one that already pays it that amount, else one with that
// balance, else any with a balance.
inline constexpr std::string_view anticipo_de_factura = R"(
    SELECT t.transaccion_id AS "anticipoId", t.folio, x.paga, t.saldo >= :total::numeric AS alcanza
    FROM transaccion t
    CROSS JOIN LATERAL (SELECT EXISTS (
        SELECT FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = t.transaccion_id
          AND a.destino_id = :facturaId::bigint AND a.fecha_reversa IS NULL
          AND a.importe_destino = :total::numeric) AS paga) x
    WHERE t.organizacion_id = :organizacionId::bigint AND t.contacto_id = :proveedorId::bigint
      AND t.obj_id = {AnticipoProveedor} AND t.estado <> 'Cancelado' AND t.moneda = :moneda AND (t.saldo > 0 OR x.paga)
    ORDER BY x.paga DESC, t.saldo >= :total::numeric DESC, t.transaccion_id LIMIT 1)";
// Whether the invoices together have the taxes of a credit note.
inline constexpr std::string_view impuestos_cubiertos = R"(
    SELECT n.transaccion_id AS nota
    FROM transaccion n
    CROSS JOIN LATERAL (
        SELECT sum((t.cubetas).base16) AS base16, sum((t.cubetas).base8) AS base8, sum(t.ieps) AS ieps,
               sum((t.cubetas).base0 + (t.cubetas).exento + (t.cubetas).no_afecto) AS resto,
               sum((t.cubetas).iva_ret) AS iva_ret, sum((t.cubetas).isr_ret) AS isr_ret
        FROM transaccion t
        WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = ANY (:ids::bigint[])) f
    WHERE n.organizacion_id = :organizacionId::bigint AND n.transaccion_id = :notaId::bigint
      AND (n.cubetas).base16 <= f.base16 AND (n.cubetas).base8 <= f.base8 AND n.ieps <= f.ieps
      AND (n.cubetas).base0 + (n.cubetas).exento + (n.cubetas).no_afecto <= f.resto
      AND (n.cubetas).iva_ret <= f.iva_ret AND (n.cubetas).isr_ret <= f.isr_ret)";
// Return of an invoice's goods that waits for its CFDI.
inline constexpr std::string_view devolucion_sin_cfdi = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM relacion r
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = r.destino_id
         AND t.obj_id = {NotaDevolucionProveedor} AND t.estado <> 'Cancelado' AND t.uuid = ''
         AND t.total = :total::numeric
    WHERE r.organizacion_id = :organizacionId::bigint AND r.origen_id = :facturaId::bigint AND r.tipo = 'Credito'
    ORDER BY t.transaccion_id LIMIT 1)";

// ---- payment receipts ----
// Whether the payments of a receipt still pay its invoice, all of them.
inline constexpr std::string_view aun_paga = R"((
    (SELECT bool_and(EXISTS (SELECT FROM aplicacion a
                             JOIN transaccion d ON d.organizacion_id = :organizacionId::bigint
                                  AND d.transaccion_id = a.destino_id AND d.uuid = r.factura_uuid
                             WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = p.egreso_id
                               AND a.fecha_reversa IS NULL))
     FROM recibo_de_pago_egreso p
     WHERE p.organizacion_id = :organizacionId::bigint AND p.recibo_de_pago_id = r.recibo_de_pago_id) IS TRUE))";
inline constexpr std::string_view pago_del_recibo = R"(
    SELECT min(e.transaccion_id) AS transaccion_id, string_agg(e.folio, ', ' ORDER BY e.transaccion_id) AS folios
    FROM recibo_de_pago_egreso p
    JOIN transaccion e ON e.organizacion_id = :organizacionId::bigint AND e.transaccion_id = p.egreso_id
    WHERE p.organizacion_id = :organizacionId::bigint AND p.recibo_de_pago_id = r.recibo_de_pago_id AND {aun_paga})";
// Stored rows of a receipt; a payment that was taken back is none.
inline constexpr std::string_view recibo_guardado = R"(
    SELECT r.numero, r.sustituido_por AS "sustituidoPor",
           coalesce(e.folios, '') AS egreso
    FROM recibo_de_pago r
    CROSS JOIN LATERAL ({pago_del_recibo}) e
    WHERE r.organizacion_id = :organizacionId::bigint AND r.uuid = :uuid)";
// Payments of an invoice that no other receipt has, by date.
inline constexpr std::string_view pagos_sin_recibo = R"(
    SELECT e.transaccion_id AS "egresoId", e.folio, sum(a.importe_destino) AS importe,
           abs(e.fecha::date - :fechaPago::date) AS dias
    FROM aplicacion a
    JOIN transaccion e ON e.organizacion_id = :organizacionId::bigint AND e.transaccion_id = a.fuente_id
         AND e.obj_id IN ({sale_del_banco}, {PagoNoMonetario})
    WHERE a.organizacion_id = :organizacionId::bigint AND a.destino_id = :facturaId::bigint AND a.tipo = 'Pago'
      AND a.fecha_reversa IS NULL
      AND NOT EXISTS (SELECT FROM recibo_de_pago_egreso p
                      JOIN recibo_de_pago r ON r.organizacion_id = :organizacionId::bigint
                           AND r.recibo_de_pago_id = p.recibo_de_pago_id
                      WHERE p.organizacion_id = :organizacionId::bigint AND p.egreso_id = a.fuente_id
                        AND p.factura_uuid = :facturaUuid AND (r.uuid <> :uuid OR r.numero <> :numero::integer))
    GROUP BY e.transaccion_id, e.folio, e.fecha
    ORDER BY e.fecha, e.transaccion_id LIMIT 100)";
inline constexpr std::string_view recibo_nuevo = R"(
    INSERT INTO recibo_de_pago (organizacion_id, uuid, numero, rfc, fecha_pago, factura_uuid, parcialidad, moneda,
                                saldo_anterior, importe_pagado, saldo_insoluto, archivo_id)
    VALUES (:organizacionId, :uuid, :numero, :rfc, :fechaPago, :facturaUuid, :parcialidad, :moneda, :saldoAnterior,
            :importe, :saldoInsoluto, :archivoId))";
inline constexpr std::string_view recibo_pagado = R"(
    UPDATE recibo_de_pago SET archivo_id = :archivoId
    WHERE organizacion_id = :organizacionId AND uuid = :uuid AND numero = :numero)";
inline constexpr std::string_view recibo_sin_egresos = R"(
    DELETE FROM recibo_de_pago_egreso p USING recibo_de_pago r
    WHERE r.organizacion_id = :organizacionId AND r.uuid = :uuid AND r.numero = :numero
      AND p.organizacion_id = :organizacionId AND p.recibo_de_pago_id = r.recibo_de_pago_id)";
inline constexpr std::string_view recibo_de_egresos = R"(
    INSERT INTO recibo_de_pago_egreso (organizacion_id, recibo_de_pago_id, egreso_id, factura_uuid)
    SELECT r.organizacion_id, r.recibo_de_pago_id, x.egreso_id, r.factura_uuid
    FROM recibo_de_pago r CROSS JOIN unnest(:egresos::bigint[]) x (egreso_id)
    WHERE r.organizacion_id = :organizacionId AND r.uuid = :uuid AND r.numero = :numero)";
// The receipt that another one replaces gives its payments up.
inline constexpr std::string_view recibo_sustituido = R"(
    WITH r AS (
        UPDATE recibo_de_pago SET sustituido_por = :uuid
        WHERE organizacion_id = :organizacionId AND uuid = :sustituido AND rfc = :rfc AND sustituido_por = ''
        RETURNING recibo_de_pago_id)
    DELETE FROM recibo_de_pago_egreso p USING r
    WHERE p.organizacion_id = :organizacionId AND p.recibo_de_pago_id = r.recibo_de_pago_id)";
// Judgement of the receipt on the payments that it was joined to. A payment with another CFDI of its own keeps its
// judgement, and so does the authority's word.
inline constexpr std::string_view egresos_juzgados = R"(
    UPDATE transaccion t SET validacion = :validacion
    FROM (SELECT transaccion_id FROM transaccion
          WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = ANY (:ids::bigint[])
          ORDER BY transaccion_id FOR NO KEY UPDATE) e
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = e.transaccion_id
      AND (t.validacion = 'Sin validar' OR t.uuid IN ('', :uuid) AND t.validacion IN ('Inválido', 'Parcial')))";

// ---- list ----
inline constexpr Orden orden_recibos[] = {{"r.fecha_pago", "timestamp"}, {"r.recibo_de_pago_id", "bigint"}};
inline constexpr Fuente recibos_de_pago{
    .columnas = R"(
    r.recibo_de_pago_id AS "reciboDePagoId", r.uuid, r.rfc, r.fecha_pago AS "fechaPago",
    r.factura_uuid AS "uuidFactura", f.transaccion_id AS "transaccionIdCompra", f.folio AS "folioCompra", r.parcialidad,
    r.moneda, r.saldo_anterior AS "saldoAnterior", r.importe_pagado AS importe, r.saldo_insoluto AS "saldoInsoluto",
    e.transaccion_id AS "transaccionIdEgreso", e.folios AS "folioEgreso", r.archivo_id AS "archivoId",
    r.sustituido_por AS "sustituidoPor")",
    .desde = R"(recibo_de_pago r
    LEFT JOIN transaccion f ON f.organizacion_id = :organizacionId AND f.uuid = r.factura_uuid AND f.uuid <> ''
         AND f.obj_id IN ({por_pagar}) AND f.estado <> 'Cancelado' AND f.rfc = r.rfc
    CROSS JOIN LATERAL ({pago_del_recibo}) e)",
    .base = "r.organizacion_id = :organizacionId",
    .orden = orden_recibos,
    .descendente = true,
};

}  // namespace gestor::sql
