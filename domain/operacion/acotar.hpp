#pragma once
// Bound on the rows of a report: Entorno::lista_maxima, 50,000 by default.
#include <string>

#include "domain/operacion/entorno.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {

// A report asks for one row more than the limit; when that row arrives, the report is a fault. `con` names the
// parameter that narrows the report.
inline void acotar(std::size_t filas, Entorno const& entorno, std::string_view con) {
    if (filas > static_cast<std::size_t>(entorno.lista_maxima))
        throw Problema(codigo::rango, "el resultado pasa del máximo de " + std::to_string(entorno.lista_maxima) +
                                          " filas; acótelo con " + std::string(con));
}

}  // namespace gestor
