#pragma once
// Who sealed a CFDI, whether it is still what was sealed, and who stamped it, when.
#include <chrono>
#include <optional>

#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"

namespace gestor::fiscal {

using Ahora = std::optional<std::chrono::sys_seconds>;  // absent: nobody asks whether it is of the future

// Every row, in order: SELLO01 to SELLO10, of 4.0 also CFDI40102 and CFDI40106, TFD01 to TFD06, with `ahora` TFD07.
Veredicto verificar_sello(Cfdi const& cfdi, Certificados const& del_sat, Ahora ahora = {});

// "Inválido" with an error; "Parcial" when nobody here can tell about the seal, or it is not stamped; else "Válido".
std::string_view validacion(Veredicto const& veredicto);

}  // namespace gestor::fiscal
