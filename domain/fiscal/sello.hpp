#pragma once
// Who sealed a CFDI, whether it is still what was sealed, and who stamped it.
#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"

namespace gestor::fiscal {

// Every row, in order: SELLO01 to SELLO10, of 4.0 also CFDI40102 and CFDI40106, TFD01 to TFD05.
Veredicto verificar_sello(Cfdi const& cfdi, Certificados const& del_sat);

// "Inválido" with an error; "Parcial" when nobody here can tell about the seal; else "Válido".
std::string_view validacion(Veredicto const& veredicto);

}  // namespace gestor::fiscal
