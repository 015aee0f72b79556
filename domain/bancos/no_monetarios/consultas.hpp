#pragma once
#include "domain/bancos/cobros/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view tipo_no_monetario = R"(
    SELECT tipo_pago AS "tipoPago" FROM documento
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";

}  // namespace gestor::sql
