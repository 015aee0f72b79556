#pragma once
// A report has a bound: past it nobody reads, and everybody waits.
#include <string>

#include "domain/operacion/entorno.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {

// Rows that were asked for with one more than the limit; `con` narrows them.
inline void acotar(std::size_t filas, Entorno const& entorno, std::string_view con) {
    if (filas > static_cast<std::size_t>(entorno.lista_maxima))
        throw Problema(codigo::rango, "el resultado pasa del máximo de " + std::to_string(entorno.lista_maxima) +
                                          " filas; acótelo con " + std::string(con));
}

}  // namespace gestor
