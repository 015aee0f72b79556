#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// Movements that may match a line of the statement, reconciled or not, and movements already matched.
inline constexpr std::string_view movimientos_por_emparejar = R"(
    SELECT t.transaccion_id AS "transaccionId", t.fecha::date AS fecha, t.folio,
           CASE WHEN v.referencia = '' THEN v.numero_cheque ELSE v.referencia END AS referencia,
           CASE WHEN t.obj_id IN ({entra_al_banco}) THEN t.total ELSE -t.total END AS importe, v.conciliado,
           v.renglon_estado AS renglon
    FROM movimiento_banco v
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = v.transaccion_id
    WHERE v.organizacion_id = :organizacionId AND v.cuenta_id = :cuentaId AND t.obj_id IN ({en_banco})
      AND t.estado <> 'Cancelado' AND t.fecha >= :desde::date AND t.fecha < :hasta::date + 1
    ORDER BY t.transaccion_id)";
inline constexpr std::string_view renglones_poner = R"(
    UPDATE movimiento_banco v SET renglon_estado = r.renglon
    FROM unnest(:ids::bigint[], :renglones::text[]) AS r (id, renglon)
    WHERE v.organizacion_id = :organizacionId AND v.transaccion_id = r.id)";

}  // namespace gestor::sql
