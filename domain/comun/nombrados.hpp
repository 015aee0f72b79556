#pragma once
// Rows that name products, of a kit or of a price list: all of them resolved by one statement.
#include "domain/comun/consultas.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// Rows of (campo, codigo, mensaje) become faults.
void fallas_de_campos(Lectura& db, std::string_view sql, Valores valores, Fallas& fallas);
// `sql` ends in sql::fallas_nombrados: its rows become faults of the rows of `lista`.
void fallas_de_filas(Lectura& db, std::string_view sql, Valores valores, std::string_view lista, Fallas& fallas);

}  // namespace gestor
