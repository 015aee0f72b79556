#include "persistence/recien_escrito.hpp"

#include <algorithm>

namespace gestor {
namespace {

// Statement of each level of a read: level 0 is the record, the lists follow in the order of their members.
void por_nivel(std::vector<ListaDeclarada> listas, std::vector<std::string_view>& sentencias) {
    std::ranges::sort(listas, {}, &ListaDeclarada::campo);
    for (auto& lista : listas) {
        sentencias.push_back(lista.sql);
        por_nivel(std::move(lista.hijas), sentencias);
    }
}

Variante sin(Variante v, LecturaCompilada const& lectura, std::span<std::string_view const> vacias) {
    std::vector<std::string_view> sentencias{lectura.declarada().fuente.columnas};
    por_nivel(lectura.declarada().listas, sentencias);
    std::vector<std::string> llenas;  // with their holes filled, as in a lectura
    for (auto const vacia : vacias) llenas.push_back(sin_huecos(vacia));
    for (auto i = v.niveles.size(); i-- > 0;) {
        if (std::ranges::find(llenas, sentencias.at(v.niveles[i])) == llenas.end()) continue;
        v.sentencias.erase(v.sentencias.begin() + static_cast<std::ptrdiff_t>(v.cabecera() + i));
        v.niveles.erase(v.niveles.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return v;
}

}  // namespace

std::string recien_escrito(Lectura& db, LecturaCompilada const& lectura, std::int64_t id_registro,
                           std::span<std::string_view const> vacias) {
    auto solicitud = lectura.solicitar([](std::string_view) { return std::nullopt; }, id_registro);
    Variante temporal;
    auto const variante = sin(lectura.variante(solicitud, temporal), lectura, vacias);
    auto const resultados = db.leer(variante, solicitud);
    std::string cuerpo;
    Paginacion ignorada;
    lectura.json(variante, solicitud, resultados, cuerpo, ignorada);
    return cuerpo;
}

}  // namespace gestor
