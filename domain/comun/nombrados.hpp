#pragma once
// Rows that name products, of a kit or of a price list: all of them resolved by one statement.
#include "domain/comun/consultas.hpp"
#include "domain/valores/problema.hpp"
#include "domain/valores/texto.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

struct FallaDeCampo {  // as a statement finds it
    Cadena campo;      // empty: the row itself
    Cadena codigo;
    Cadena mensaje;
};
DTO(FallaDeCampo, campo, codigo, mensaje)
void fallas_de_campos(std::vector<FallaDeCampo> const& halladas, Fallas& fallas);

struct FallaDeFila : FallaDeCampo {  // what a statement that ends in sql::fallas_nombrados finds
    Entero<0, 1'000'000> fila;       // of `lista`
};
DTO_DE((FallaDeCampo), FallaDeFila, fila)
void fallas_de_filas(std::vector<FallaDeFila> const& halladas, std::string_view lista, Fallas& fallas);

}  // namespace gestor
