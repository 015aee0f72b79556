#pragma once
#include <string_view>

namespace gestor::sql {

// File of a booking, found by its external reference: a booking has one file in force.
inline constexpr std::string_view expediente_de_booking = R"(
    SELECT t.transaccion_id AS "transaccionId", t.folio, t.estado, t.referencia_externa AS booking
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id = {ExpedienteViaje}
      AND t.referencia_externa = :booking::text AND t.referencia_externa <> '' AND t.estado <> 'Cancelado')";
inline constexpr std::string_view expediente_por_id = R"(
    SELECT t.transaccion_id AS "transaccionId", t.folio, t.estado, t.referencia_externa AS booking
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id = {ExpedienteViaje}
      AND t.transaccion_id = :expedienteId::bigint)";
inline constexpr std::string_view gastos_registrados = R"(
    SELECT t.transaccion_id AS "transaccionId", t.folio, t.contacto AS proveedor, t.total, t.saldo
    FROM unnest(:ids::bigint[]) WITH ORDINALITY k (id, n)
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = k.id
    ORDER BY k.n)";
inline constexpr std::string_view egresos_registrados = R"(
    SELECT t.transaccion_id AS "transaccionId", t.folio, t.total AS importe
    FROM unnest(:ids::bigint[]) WITH ORDINALITY k (id, n)
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = k.id
    ORDER BY k.n)";

}  // namespace gestor::sql
