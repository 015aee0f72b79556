#pragma once
// Rows as CSV (RFC 4180), safe to open in a spreadsheet.
#include <string>
#include <string_view>

#include "domain/valores/tipo.hpp"

namespace gestor {

void csv_texto(std::string_view texto, std::string& salida);

// Rows of a report: its only list of records. Null when it has none.
Campo const* filas_de_reporte(Tipo const& tipo);
// Names of the scalar members of a row, separated by commas.
std::string csv_columnas(Tipo const& fila);
// Writes a header line and the scalars of each row of this member; of a tree, each row before the rows below it.
void csv_escribir(Campo const& lista, void const* reporte, std::string& salida);

}  // namespace gestor
