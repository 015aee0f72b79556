#pragma once
// Pieces that the reads of all documents share.
#include "domain/motor/consultas.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor {

// The lines of a document, with what hangs from each. M is the member that has them; a type with more columns in its
// lines brings its own text.
template <auto M>
ListaDeclarada partidas(std::string_view sql = sql::partidas) {
    return lista<M>(sql, lista<&Partida::impuestos>(sql::partida_impuestos),
                    lista<&Partida::series>(sql::partida_series), lista<&Partida::lotes>(sql::partida_lotes));
}

}  // namespace gestor
