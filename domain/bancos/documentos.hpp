#pragma once
// The document types of banks, and the ways in which each comes to be.
#include "domain/motor/tipo.hpp"

namespace gestor {

extern TipoDocumento const deposito_de_banco, anticipo_de_cliente, egreso_de_banco, solicitud_de_pago,
    pago_no_monetario;
extern Nacimiento const deposito_nuevo, deposito_por_concepto, anticipo_nuevo, egreso_nuevo, solicitud_nueva,
    no_monetario_nuevo;

}  // namespace gestor
