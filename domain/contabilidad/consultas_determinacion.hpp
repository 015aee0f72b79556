#pragma once
#include "domain/contabilidad/consultas_balanza.hpp"

namespace gestor::sql {

// VAT paid at customs is creditable, too.
inline constexpr std::string_view iva_determinado =
    "c.clave IN ('IVA_COBRADO', 'IVA_ACREDITABLE', 'IVA_IMPORTACION_ACREDITABLE')";
// An earlier determination of the month was reversed in it, and is nothing in these sums.
inline constexpr std::string_view saldos_de_iva = R"(
    SELECT l.cuenta_contable_id AS "cuentaId", coalesce(l.sucursal_id, 0) AS "sucursalId",
           coalesce(l.proyecto_id, 0) AS "proyectoId", coalesce(l.centro_costo_id, 0) AS "centroCostoId",
           sum(l.debe - l.haber) AS saldo
    FROM ({libro_por_mes}) l
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = l.cuenta_contable_id
    WHERE l.ejercicio = :ejercicio::integer AND l.mes = :mes::integer AND {iva_determinado}
    GROUP BY 1, 2, 3, 4, c.codigo
    HAVING sum(l.debe - l.haber) <> 0
    ORDER BY 2, 3, 4, c.codigo)";
inline constexpr std::string_view iva_del_mes = R"(
    SELECT coalesce(sum(l.haber - l.debe) FILTER (WHERE l.del_mes AND c.clave = 'IVA_COBRADO'), 0) AS "ivaCobrado",
           coalesce(sum(l.debe - l.haber) FILTER (WHERE l.del_mes AND {iva_determinado} AND c.clave <> 'IVA_COBRADO'), 0)
               AS "ivaAcreditable",
           coalesce(sum(l.debe - l.haber) FILTER (WHERE l.del_mes AND c.clave = 'IVA_RET_A_FAVOR'), 0)
               AS "ivaRetenidoAFavor",
           coalesce(sum(l.debe - l.haber) FILTER (WHERE NOT l.del_mes AND c.clave = 'IVA_A_FAVOR'), 0) AS "aFavorAnterior"
    FROM (SELECT y.*, y.ejercicio = :ejercicio::integer AND y.mes = :mes::integer AS del_mes
          FROM ({libro_por_mes}) y
          WHERE (y.ejercicio, y.mes) <= (:ejercicio::integer, :mes::integer)) l
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = l.cuenta_contable_id)";
// The determination of the month that holds.
inline constexpr std::string_view poliza_de_iva = R"(
    SELECT p.poliza_id AS id FROM poliza p
    WHERE p.organizacion_id = :organizacionId AND p.fecha = :fecha::date AND p.origen = 'DeterminacionIva'
      AND p.reversa_de IS NULL
      AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = :organizacionId AND r.reversa_de = p.poliza_id))";

}  // namespace gestor::sql
