#pragma once
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view cuentas_propias = R"(
    SELECT b.cuenta_id AS "cuentaId", b.nombre AS cuenta, b.tipo, b.moneda_id AS "monedaId", b.cuenta_contable_id AS "cuentaContableId"
    FROM cuenta_bancaria b
    WHERE b.organizacion_id = :organizacionId::bigint AND b.activo AND b.cuenta_id = ANY (:ids::bigint[]))";
inline constexpr std::string_view saldo_en_libros = R"(
    SELECT q.saldo, q.libro FROM ({bancos_al_cierre}) q WHERE q.cuenta_id = :cuentaId::bigint)";
// The other document of a transfer between own accounts; no row for other money.
inline constexpr std::string_view otra_mitad = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM movimiento_banco m
    CROSS JOIN LATERAL (
        SELECT r.destino_id AS id FROM relacion r
        WHERE r.organizacion_id = :organizacionId::bigint AND r.origen_id = m.transaccion_id AND r.tipo = 'Origen'
        UNION ALL
        SELECT r.origen_id FROM relacion r
        WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = m.transaccion_id AND r.tipo = 'Origen') x
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = x.id
    WHERE m.organizacion_id = :organizacionId::bigint AND m.transaccion_id = :transaccionId::bigint AND m.tipo = 'Traspaso')";

}  // namespace gestor::sql
