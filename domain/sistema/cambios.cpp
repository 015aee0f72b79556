#include "domain/sistema/cambios.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace gestor::sistema {
namespace {

constexpr Cambio escritos[] = {
#include "cambios_de_todas.inc"
};
constexpr auto tabla = [] {
    auto todos = std::to_array(escritos);
    std::ranges::sort(todos, std::greater(), [](Cambio const& c) { return std::pair(c.fecha, c.id); });
    return todos;
}();

std::string minusculas(std::string_view texto) {
    std::string salida(texto);
    for (auto& c : salida)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 'a' - 'A');
    return salida;
}

ValorSql texto_o_nulo(std::string_view texto) {
    return texto.empty() ? ValorSql() : ValorSql(texto);
}

}  // namespace

std::span<Cambio const> cambios() {
    return tabla;
}

std::vector<std::size_t> cambios_que_quedan(Parametro const& enviado) {
    auto const tipo = enviado("tipo"), desde = enviado("fechaInicial"), hasta = enviado("fechaFinal");
    auto const buscado = enviado("endpoint") ? minusculas(*enviado("endpoint")) : ValorSql();
    std::vector<std::size_t> quedan;
    for (std::size_t i = 0; i < tabla.size(); ++i) {
        auto const& c = tabla[i];
        bool const contiene =
            !buscado || (!c.endpoint.empty() && minusculas(c.endpoint).find(*buscado) != std::string::npos);
        if ((!tipo || c.tipo == *tipo) && contiene && (!desde || c.fecha >= *desde) && (!hasta || c.fecha <= *hasta))
            quedan.push_back(i);
    }
    return quedan;
}

std::vector<ValorSql> fila_de_cambio(std::size_t cual) {
    auto const& c = tabla[cual];
    std::string const fecha(c.fecha), id = std::to_string(c.id);
    return {fecha,
            id,
            id,
            fecha,
            std::string(c.tipo),
            std::string(c.descripcion),
            texto_o_nulo(c.endpoint),
            texto_o_nulo(c.accion)};
}

}  // namespace gestor::sistema
