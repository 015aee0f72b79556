#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_cuentas[] = {{"c.nombre", "text"}, {"c.cuenta_id", "bigint"}};
// Bank accounts, with the last four digits only. The balance is the opening balance plus every money document in force:
// deposits and advances of customers in, egresses and advances to suppliers out.
inline constexpr Fuente cuentas{
    .columnas = R"(
    c.cuenta_id AS "cuentaId", c.clave, c.nombre, c.tipo, c.banco_id AS "bancoId", b.nombre AS banco,
    regexp_replace(c.numero_cuenta, '.(?=.{4})', '*', 'g') AS "numeroCuenta",
    regexp_replace(c.clabe, '.(?=.{4})', '*', 'g') AS clabe, c.moneda_id AS "monedaId", m.clave AS moneda,
    c.sucursal_id AS "sucursalId", s.nombre AS sucursal, a.codigo AS "cuentaContable",
    c.saldo_inicial AS "saldoInicial", c.maneja_cheques AS "manejaCheques",
    c.saldo_inicial + coalesce(x.neto, 0) AS saldo, c.activo)",
    .desde = R"(cuenta_bancaria c
    JOIN moneda m ON m.moneda_id = c.moneda_id
    LEFT JOIN banco b ON b.banco_id = c.banco_id
    LEFT JOIN sucursal s ON s.organizacion_id = c.organizacion_id AND s.sucursal_id = c.sucursal_id
    LEFT JOIN cuenta_contable a ON a.organizacion_id = c.organizacion_id AND a.cuenta_contable_id = c.cuenta_contable_id
    LEFT JOIN (SELECT v.cuenta_id, sum(CASE WHEN t.obj_id IN ({entra_al_banco}) THEN t.total ELSE -t.total END) AS neto
               FROM movimiento_banco v
               JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = v.transaccion_id
               WHERE v.organizacion_id = :organizacionId AND t.obj_id IN ({en_banco}) AND t.estado <> 'Cancelado'
               GROUP BY v.cuenta_id) x ON x.cuenta_id = c.cuenta_id)",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_cuentas,
};

inline constexpr Orden orden_bancos[] = {{"b.nombre", "text"}, {"b.banco_id", "integer"}};
inline constexpr Fuente bancos{
    .columnas = R"(b.banco_id AS "bancoId", b.clave, b.nombre, b.razon_social AS "razonSocial", b.rfc)",
    .desde = "banco b",
    .base = "true",
    .orden = orden_bancos,
};

inline constexpr Orden orden_formas[] = {{"f.nombre", "text"}, {"f.forma_pago_id", "bigint"}};
constexpr Fuente formas_pago(std::string_view base) {
    return {
        .columnas = R"(
    f.forma_pago_id AS "formaPagoId", f.uso_deposito AS "usoDeposito", f.uso_egreso AS "usoEgreso", f.nombre,
    f.maneja_cheques, f.moneda_id AS "monedaId", f.referencia, f.comentario,
    f.genera_consecutivo AS "generaConsecutivo", f.activo, f.clave_sat AS "claveSAT",
    f.clave_contabilidad_electronica AS "claveContabilidadElectronica", f.clave_sat33 AS "claveSAT33")",
        .desde = "forma_pago f",
        .base = base,
        .orden = orden_formas,
    };
}
inline constexpr std::string_view forma_de_cuenta = R"(EXISTS (
    SELECT FROM cuenta_bancaria c
    WHERE c.organizacion_id = f.organizacion_id AND c.cuenta_id = :cuentaId AND c.moneda_id = f.moneda_id
      AND (c.maneja_cheques OR NOT f.maneja_cheques)))";

inline constexpr std::string_view moneda = R"(m.moneda_id AS "monedaId", m.clave, m.nombre, m.simbolo, m.decimales)";
inline constexpr Orden orden_monedas[] = {{"m.nombre", "text"}, {"m.moneda_id", "integer"}};
inline constexpr Fuente monedas{
    .columnas = moneda,
    .desde = "moneda m",
    .base = "true",
    .orden = orden_monedas,
};
inline constexpr std::string_view moneda_cambio = R"(
    CASE m.moneda_id WHEN 1 THEN 1 ELSE r.valor END AS "tipoCambio", r.fecha AS "fechaTipoCambio", o.predeterminada)";
// Rate in force: the latest one dated today or earlier in the user's branch.
inline constexpr Fuente organizacion_monedas{
    .columnas = "{moneda}, {moneda_cambio}",
    .desde = R"(organizacion_moneda o
    JOIN moneda m ON m.moneda_id = o.moneda_id
    LEFT JOIN usuario u ON u.organizacion_id = o.organizacion_id AND u.usuario_id = :usuarioId
    LEFT JOIN sucursal s ON s.organizacion_id = u.organizacion_id AND s.sucursal_id = u.sucursal_id
    LEFT JOIN LATERAL (SELECT c.valor, c.fecha FROM tipo_cambio c
                       WHERE c.organizacion_id = o.organizacion_id AND c.moneda_id = o.moneda_id
                         AND c.fecha <= timezone(coalesce(s.zona_horaria, 'America/Mexico_City'), :ahora::timestamptz)::date
                       ORDER BY c.fecha DESC LIMIT 1) r ON true)",
    .base = "o.organizacion_id = :organizacionId AND o.activo",
    .orden = orden_monedas,
};

// Whether the concept's account is an account of money: such money is moved by a transfer between own accounts.
inline constexpr std::string_view concepto_entre_cuentas = R"(EXISTS (
    SELECT FROM cuenta_contable k
    WHERE k.organizacion_id = c.organizacion_id AND k.cuenta_contable_id = c.cuenta_contable_id
      AND (k.clave IN ('BANCO', 'CAJA') OR EXISTS (
          SELECT FROM cuenta_bancaria b
          WHERE b.organizacion_id = k.organizacion_id AND b.cuenta_contable_id = k.cuenta_contable_id))))";
inline constexpr Fuente conceptos_egreso = conceptos(
    "c.organizacion_id = :organizacionId AND c.tipo IN ('Egreso', 'Gasto') AND 10 = ANY (c.objetos) AND c.activo"
    " AND NOT {concepto_entre_cuentas}");
// The concept admits any bank account, or this one is in its list.
inline constexpr std::string_view concepto_de_cuenta = R"(
    (SELECT coalesce(bool_or(l.cuenta_id = :cuentaId), true) FROM concepto_cuenta l
     WHERE l.organizacion_id = c.organizacion_id AND l.concepto_id = c.concepto_id))";
inline constexpr std::string_view concepto_de_contacto = R"(
    (SELECT coalesce(bool_or(l.contacto_id = :contactoId), true) FROM concepto_contacto l
     WHERE l.organizacion_id = c.organizacion_id AND l.concepto_id = c.concepto_id))";

}  // namespace gestor::sql
