#pragma once
// Document types of banks, and the ways to make each (Nacimiento).
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::bancos {

extern TipoDocumento const deposito_de_banco, anticipo_de_cliente, egreso_de_banco, anticipo_a_proveedor,
    solicitud_de_pago, pago_no_monetario;
extern Nacimiento const deposito_nuevo, deposito_por_concepto, deposito_de_traspaso, anticipo_nuevo, egreso_nuevo,
    egreso_de_traspaso, anticipo_a_proveedor_nuevo, solicitud_nueva, no_monetario_nuevo;

}  // namespace gestor::bancos
