#pragma once
// Judgement of a CFDI without network and database, in this order: file, structure, seals, amounts, the tax authority's
// rules.
#include "domain/fiscal/catalogos.hpp"
#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/sello.hpp"

namespace gestor::fiscal {

Veredicto juzgar(Cfdi const& cfdi, Catalogos const& catalogos, Certificados const& del_sat, Ahora ahora = {});

// Judgement of whether a CFDI is genuine: file, structure, seals. No catalog is needed.
Veredicto juzgar_autenticidad(Cfdi const& cfdi, Certificados const& del_sat, Ahora ahora = {});

// Judgement without the seals, of a CFDI that is not sealed yet.
Veredicto juzgar_sin_sello(Cfdi const& cfdi, Catalogos const& catalogos);

}  // namespace gestor::fiscal
