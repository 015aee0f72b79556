#include "persistence/recien_escrito.hpp"

#include <algorithm>

namespace gestor {
namespace {

// The statement of each level of a read: the record's is 0, the lists follow as their members stand.
void por_nivel(std::vector<ListaDeclarada> listas, std::vector<std::string_view>& sentencias) {
    std::ranges::sort(listas, {}, &ListaDeclarada::campo);
    for (auto& lista : listas) {
        sentencias.push_back(lista.sql);
        por_nivel(std::move(lista.hijas), sentencias);
    }
}

Variante sin(Variante v, Plan const& plan, std::span<std::string_view const> vacias) {
    std::vector<std::string_view> sentencias{plan.declarada().fuente.columnas};
    por_nivel(plan.declarada().listas, sentencias);
    std::vector<std::string> llenas;  // as a plan has them
    for (auto const vacia : vacias) llenas.push_back(sin_huecos(vacia));
    for (auto i = v.niveles.size(); i-- > 0;) {
        if (std::ranges::find(llenas, sentencias.at(v.niveles[i])) == llenas.end()) continue;
        v.sentencias.erase(v.sentencias.begin() + static_cast<std::ptrdiff_t>(v.cabecera() + i));
        v.niveles.erase(v.niveles.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return v;
}

}  // namespace

std::string recien_escrito(Lectura& db, Plan const& plan, std::int64_t id_registro,
                           std::span<std::string_view const> vacias) {
    auto solicitud = plan.solicitar([](std::string_view) { return std::nullopt; }, id_registro);
    Variante temporal;
    auto const variante = sin(plan.variante(solicitud, temporal), plan, vacias);
    auto const resultados = db.leer(variante, solicitud);
    std::string cuerpo;
    Paginacion ignorada;
    plan.json(variante, solicitud, resultados, cuerpo, ignorada);
    return cuerpo;
}

}  // namespace gestor
