#pragma once
// Recorte: holes of a statement that one call does not need, each with the text that takes its place. PostgreSQL sets
// up every join of a prepared statement at each run, also a join that finds nothing.
#include "persistence/unidad.hpp"

namespace gestor {

using Recorte = std::vector<std::pair<std::string_view, std::string_view>>;

inline std::string recortada(std::string_view sql, Recorte const& recorte) {
    std::string texto(sql);
    for (auto const& [hueco, en_su_lugar] : recorte) texto = con_hueco(texto, hueco, en_su_lugar);
    return texto;
}

// Rows of the statement without those parts. Start-up checks the whole statement against the values.
template <class T, std::string_view const& Sql, class... L>
std::vector<T> lista_recortada(Lectura& db, Recorte const& recorte, L&&... dados) {
    return db.lista<T>(recortada(detalle::UsoDe<T, Sql, std::remove_cvref_t<L>...>::uso.sql, recorte),
                       detalle::valores_de(std::forward<L>(dados)...));
}

}  // namespace gestor
