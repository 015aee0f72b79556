#pragma once
// Pieces that the reads of all documents share.
#include "domain/motor/consultas.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor {

// Lines of a document, with the lists under each line. M is the member that holds the lines; a type whose lines have
// more columns has its own SQL.
template <auto M>
ListaDeclarada partidas(std::string_view sql = sql::partidas) {
    return lista<M>(sql, lista<&Partida::impuestos>(sql::partida_impuestos),
                    lista<&Partida::series>(sql::partida_series), lista<&Partida::lotes>(sql::partida_lotes));
}

}  // namespace gestor
