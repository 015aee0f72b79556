#pragma once
#include "domain/bancos/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view deposito_propio = R"(
    m.cuenta_id AS "cuentaId", m.cuenta, m.forma_pago_id AS "formaPagoId", m.forma, f.clave_sat33 AS "claveSAT33",
    t.contacto_id AS "contactoId", t.contacto, t.rfc, m.referencia, t.total AS importe,
    CASE t.estado WHEN 'Cancelado' THEN 0 ELSE t.total - t.saldo END AS "importeAsignado",
    t.saldo AS "importePorAsignar", m.tipo, m.conciliado, t.uuid, t.fecha_timbrado AS "fechaTimbrado")";
// An advance that another system made has no movement here: its money is in the opening balance of its account.
inline constexpr std::string_view desde_deposito = R"(transaccion t
    LEFT JOIN movimiento_banco m ON m.organizacion_id = t.organizacion_id AND m.transaccion_id = t.transaccion_id
    LEFT JOIN forma_pago f ON f.organizacion_id = m.organizacion_id AND f.forma_pago_id = m.forma_pago_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id)";
constexpr Fuente depositos(bool descendente) {
    return {
        .columnas = "{trx}, {deposito_propio}",
        .desde = desde_deposito,
        .base = "t.organizacion_id = :organizacionId AND t.obj_id IN ({entra_al_banco})",
        .orden = orden_documentos,
        .descendente = descendente,
        .estrecha = R"(transaccion t
    LEFT JOIN movimiento_banco m ON m.organizacion_id = t.organizacion_id AND m.transaccion_id = t.transaccion_id)",
    };
}
// Deposit lines, each for a concept or for a sale that it names, with its taxes.
inline constexpr std::string_view deposito_partidas = R"(
    SELECT k.transaccion_id, p.numero_partida AS "numeroPartida", p.concepto_id AS "conceptoId", c.nombre AS concepto,
           p.origen_id AS "transaccionIdVenta", x.folio AS "folioVenta",
           round(p.importe + coalesce(i.neto, 0), 2) AS importe, round(i.iva, 2) AS iva, p.notas
    FROM {clave} k
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    LEFT JOIN concepto c ON c.organizacion_id = p.organizacion_id AND c.concepto_id = p.concepto_id
    LEFT JOIN transaccion x ON x.organizacion_id = p.organizacion_id AND x.transaccion_id = p.origen_id
    CROSS JOIN LATERAL (
        SELECT sum(CASE j.tipo WHEN 'Traslado' THEN j.importe ELSE -j.importe END) AS neto,
               sum(j.importe) FILTER (WHERE j.impuesto = '002' AND j.tipo = 'Traslado') AS iva
        FROM partida_impuesto j
        WHERE j.organizacion_id = p.organizacion_id AND j.transaccion_id = p.transaccion_id
          AND j.numero_partida = p.numero_partida) i
    ORDER BY {orden}, p.numero_partida)";
// A supplier's refund (Reembolso) collects no VAT.
inline constexpr std::string_view deposito_aplicaciones = R"(
    SELECT k.transaccion_id, row_number() OVER (PARTITION BY k.transaccion_id ORDER BY a.fecha, a.aplicacion_id) AS consecutivo,
           x.transaccion_id AS "transaccionId", x.tipo_documento AS "tipoDocumento", x.folio, a.fecha,
           a.importe_destino AS importe, a.importe_fuente AS "importeMoneda", a.tipo_cambio AS "tipoCambio",
           CASE a.tipo WHEN 'Reembolso' THEN 0 ELSE a.iva16 + a.iva8 END AS "ivaCobrado", coalesce(u.usuario, '') AS usuario,
           timezone(z.zona_horaria, a.registrada)::timestamp(0) AS "fechaRegistro"
    FROM {clave} k
    JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.fuente_id = k.transaccion_id
    JOIN transaccion x ON x.organizacion_id = a.organizacion_id AND x.transaccion_id = a.destino_id
    JOIN sucursal z ON z.organizacion_id = x.organizacion_id AND z.sucursal_id = x.sucursal_id
    LEFT JOIN usuario u ON u.organizacion_id = a.organizacion_id AND u.usuario_id = a.usuario_id
    WHERE a.fecha_reversa IS NULL
    ORDER BY {orden}, a.fecha, a.aplicacion_id)";

}  // namespace gestor::sql
