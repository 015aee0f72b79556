#pragma once
// A fault of a cell as a person can mend it: beside what was written, what there is.
#include "domain/importar/importar.hpp"

namespace gestor::importar {

// Money as people write it: $1,234.50 is 1234.50. A cell that may be read in two ways, or not at all, stays as it is.
std::string numero_escrito(std::string_view celda);

// The message, and the keys of the column's table that are like `celda`.
std::string parecidas(Lectura& db, Recurso const& recurso, std::string_view columna, std::string_view celda,
                      std::string mensaje);

// The message for `error`, which is of a column that holds `celda`.
std::string explicar(Lectura& db, Recurso const& recurso, std::string_view columna, Tipo const* tipo,
                     std::string_view celda, ErrorCampo const& error);

}  // namespace gestor::importar
