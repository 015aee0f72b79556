#pragma once
// Seal and stamp of a CFDI: who sealed it, whether the file changed since, who stamped it and when.
#include <chrono>
#include <optional>

#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"

namespace gestor::fiscal {

using Ahora = std::optional<std::chrono::sys_seconds>;  // absent: dates in the future are not checked

// Verdict with all rows, in order: SELLO01 to SELLO10; CFDI40102 and CFDI40106 for 4.0; TFD01 to TFD06; TFD07 with
// `ahora`.
Veredicto verificar_sello(Cfdi const& cfdi, Certificados const& del_sat, Ahora ahora = {});

}  // namespace gestor::fiscal
