#pragma once
// Opening document: a document made in another system and still open there. The caller sends its original dates, number
// and total, and its open balance part by part.
#include "domain/motor/escritura/etapas.hpp"

namespace gestor {

// The header has date, number, total, rate and the day of the opening. Earlier payments are known by their amount
// alone: the document inherits them from itself, in the mix of `pendiente`. The ledger opens with `pendiente`.
Sellado apertura(TipoDocumento const& tipo, CabeceraNueva cabecera, Cubetas const& pendiente);
void abrir(Escritura& db, TipoDocumento const& tipo, CabeceraNueva cabecera, Cubetas const& pendiente);

// Whether open documents open this account: its opening balance is the sum of their balances, and no other entry opens
// it.
bool se_abre_con_documentos(std::string_view cuenta);

}  // namespace gestor
