#pragma once
// Rows as CSV (RFC 4180), harmless in a spreadsheet.
#include <string>
#include <string_view>

#include "domain/valores/tipo.hpp"

namespace gestor {

void csv_texto(std::string_view texto, std::string& salida);

// The rows of a report: its only list of records, if it has one.
Campo const* filas_de_reporte(Tipo const& tipo);
// The scalar members of a row, with commas between them.
std::string csv_columnas(Tipo const& fila);
// A header line and the scalars of each row of this member; of a tree, each row before those below it.
void csv_escribir(Campo const& lista, void const* reporte, std::string& salida);

}  // namespace gestor
