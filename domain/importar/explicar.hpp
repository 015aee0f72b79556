#pragma once
// Faults of a cell in a form that a person can correct: the written value beside the valid values.
#include "domain/importar/importar.hpp"

namespace gestor::importar {

// Amount as people write it: $1,234.50 gives 1234.50. A cell with two readings, or none, is returned unchanged.
std::string numero_escrito(std::string_view celda);

// The message, and keys of the column's table that are similar to `celda`.
std::string parecidas(Lectura& db, Recurso const& recurso, std::string_view columna, std::string_view celda,
                      std::string mensaje);

// Message of `error` for a column with the value `celda`.
std::string explicar(Lectura& db, Recurso const& recurso, std::string_view columna, Tipo const* tipo,
                     std::string_view celda, ErrorCampo const& error);

}  // namespace gestor::importar
