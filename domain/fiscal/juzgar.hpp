#pragma once
// The whole judgement of a CFDI that needs neither network nor database, in the order in which it is told: the file,
// its structure, its seals, its amounts, the tax authority's rules.
#include "domain/fiscal/catalogos.hpp"
#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/sello.hpp"

namespace gestor::fiscal {

Veredicto juzgar(Cfdi const& cfdi, Catalogos const& catalogos, Certificados const& del_sat, Ahora ahora = {});

// All of it but the seals: whoever makes a CFDI asks before sealing.
Veredicto juzgar_sin_sello(Cfdi const& cfdi, Catalogos const& catalogos);

}  // namespace gestor::fiscal
