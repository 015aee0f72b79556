#pragma once
// A document that another system made and that is still open: it comes with its own dates, number and total, and with
// what is left of it, part by part.
#include "domain/motor/etapas.hpp"

namespace gestor {

// The header has date, number, total, rate and the day of the opening. Of what was paid before only the amount is
// known: it had the mix of what is left, and is inherited from the document itself. The ledger opens with the rest.
Sellado apertura(TipoDocumento const& tipo, CabeceraNueva cabecera, Cubetas const& pendiente);
void abrir(Escritura& db, TipoDocumento const& tipo, CabeceraNueva cabecera, Cubetas const& pendiente);

// Whether an account is opened so: it is the sum of what is left of documents, and stays so.
bool se_abre_con_documentos(std::string_view cuenta);

}  // namespace gestor
