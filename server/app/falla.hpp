#pragma once
// Faults: the one place where an exception becomes an answer, and its cause a line of the log.
#include <exception>
#include <string_view>

#include "server/app/intercambio.hpp"

namespace gestor {

void contestar_error(Intercambio& x, std::exception_ptr const& error);

// Records that an answer already begun (`que`) was cut short.
void anotar_corte(HiloServidor& hilo, std::exception_ptr const& error, std::string_view solicitud_id,
                  std::string_view que);

}  // namespace gestor
