#pragma once
// Rows that name products: of a kit, of a price list. One statement resolves all rows.
#include "domain/comun/consultas.hpp"
#include "domain/valores/problema.hpp"
#include "domain/valores/texto.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

struct FallaDeCampo {  // FallaDeCampo: a fault found by a statement
    Cadena campo;      // empty: the row itself
    Cadena codigo;
    Cadena mensaje;
};
DTO(FallaDeCampo, campo, codigo, mensaje)
void fallas_de_campos(std::vector<FallaDeCampo> const& halladas, Fallas& fallas);

struct FallaDeFila : FallaDeCampo {  // FallaDeFila: fault of a row, from a statement that ends in sql::fallas_nombrados
    Entero<0, 1'000'000> fila;       // row of `lista`
};
DTO_DE((FallaDeCampo), FallaDeFila, fila)
void fallas_de_filas(std::vector<FallaDeFila> const& halladas, std::string_view lista, Fallas& fallas);

}  // namespace gestor
