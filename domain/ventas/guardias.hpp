#pragma once
// Quotations of a cancelled order.
#include "domain/motor/escritura/etapas.hpp"

namespace gestor::ventas {

// Quotations that the cancelled order alone had accepted can be accepted again.
void liberar_cotizaciones(Escritura& db, ConDocumentos& bloqueados, PlanDocumento& plan);

}  // namespace gestor::ventas
