#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view incobrable_propio = R"(
    d.motivo, d.cancela_iva AS "cancelaIva", cubetas_total(t.cubetas_mxn) - i.cancelados + i.sin_retener AS "perdidaMXN",
    i.cancelados AS "impuestosCanceladosMXN", x.transaccion_id AS "documento.transaccionId",
    x.tipo_documento AS "documento.tipoDocumento", x.folio AS "documento.folio", x.total AS "documento.total",
    x.saldo AS "documento.saldo", x.estado AS "documento.estado")";
inline constexpr std::string_view desde_incobrable = R"({desde_documento}
    CROSS JOIN LATERAL (SELECT CASE WHEN d.cancela_iva
        THEN (t.cubetas_mxn).iva16 + (t.cubetas_mxn).iva8 + (t.cubetas_mxn).ieps ELSE 0 END AS cancelados,
        CASE WHEN d.cancela_iva THEN (t.cubetas_mxn).iva_ret + (t.cubetas_mxn).isr_ret ELSE 0 END AS sin_retener) i
    JOIN aplicacion a ON a.organizacion_id = t.organizacion_id AND a.fuente_id = t.transaccion_id
    JOIN transaccion x ON x.organizacion_id = a.organizacion_id AND x.transaccion_id = a.destino_id)";
inline constexpr Fuente incobrables =
    documentos("{trx}, {cli}, {imp}, {incobrable_propio}", desde_incobrable,
               "t.organizacion_id = :organizacionId AND t.obj_id = {CuentaIncobrable}");

inline constexpr std::string_view por_cobrar_de = R"(
    SELECT sucursal_id AS "sucursalId", moneda_id AS "monedaId", tipo_cambio AS "tipoCambio", vendedor_id AS "vendedorId",
           proyecto_id AS "proyectoId", centro_costo_id AS "centroCostoId"
    FROM transaccion
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
      AND obj_id IN ({por_cobrar}))";

}  // namespace gestor::sql
