#include "persistence/sentencia.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "persistence/sabotaje.hpp"

namespace gestor {
namespace {

bool letra(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::size_t numero_de(std::vector<std::string>& parametros, std::string_view nombre) {
    auto const donde = std::find(parametros.begin(), parametros.end(), nombre);
    if (donde != parametros.end()) return static_cast<std::size_t>(donde - parametros.begin()) + 1;
    parametros.emplace_back(nombre);
    return parametros.size();
}

std::size_t fin_de_nombre(std::string_view sql, std::size_t desde) {
    while (desde < sql.size() && letra(sql[desde])) ++desde;
    return desde;
}

// Position after the quoted text that begins here.
std::size_t fin_de_cita(std::string_view sql, std::size_t desde) {
    return std::min(sql.find(sql[desde], desde + 1), sql.size() - 1) + 1;
}

// Holes that are filled elsewhere: keys and order of a list by its LecturaCompilada, {abiertos} by the operation.
constexpr std::string_view de_otros[] = {"clave", "orden", "abiertos"};

// Name of the hole {…} that begins at this position; empty: none.
std::string_view nombre_de_hueco(std::string_view sql, std::size_t desde) {
    if (sql[desde] != '{') return {};
    auto const fin = fin_de_nombre(sql, desde + 1);
    auto const nombre = sql.substr(desde + 1, fin - desde - 1);
    bool const es = fin < sql.size() && sql[fin] == '}' && std::ranges::find(de_otros, nombre) == std::end(de_otros);
    return es ? nombre : std::string_view();
}

}  // namespace

std::string sin_huecos(std::string_view sql) {
    if (sql.find('{') == std::string_view::npos) return std::string(sql);
    std::string texto;
    for (std::size_t i = 0; i < sql.size();) {
        if (auto const nombre = nombre_de_hueco(sql, i); !nombre.empty()) {
            auto const lleno = hueco(nombre);
            if (!lleno) throw std::logic_error("una sentencia nombra {" + std::string(nombre) + "}, que no existe");
            texto += sin_huecos(*lleno);
            i += nombre.size() + 2;
            continue;
        }
        auto const fin = sql[i] == '\'' || sql[i] == '"' ? fin_de_cita(sql, i) : i + 1;
        texto.append(sql.substr(i, fin - i));
        i = fin;
    }
    return texto;
}

std::string con_hueco(std::string_view sql, std::string_view nombre, std::string_view texto) {
    auto const hueco = "{" + std::string(nombre) + "}";
    auto const donde = sql.find(hueco);
    if (donde == std::string_view::npos) throw std::logic_error("la sentencia no tiene " + hueco);
    return std::string(sql).replace(donde, hueco.size(), texto);
}

Sentencia compilar(std::string_view escrita) {
    auto const entera = sin_huecos(escrita);
    auto const texto = saboteada(entera);
    std::string_view const sql = texto;
    Sentencia s;
    for (std::size_t i = 0; i < sql.size();) {
        char const c = sql[i];
        if (c == '\'' || c == '"') {
            auto const fin = fin_de_cita(sql, i);
            s.sql.append(sql.substr(i, fin - i));
            i = fin;
        } else if (c == ':' && i + 1 < sql.size() && sql[i + 1] == ':') {
            s.sql += "::";
            i += 2;
        } else if (c == ':' && i + 1 < sql.size() && letra(sql[i + 1])) {
            auto const fin = fin_de_nombre(sql, i + 1);
            s.sql += '$';
            s.sql += std::to_string(numero_de(s.parametros, sql.substr(i + 1, fin - i - 1)));
            i = fin;
        } else {
            s.sql += c;
            ++i;
        }
    }
    return s;
}

std::string con_nombres(Sentencia const& s) {
    std::string texto = s.sql;
    // from the last number to the first, so that $1 is not replaced inside $12
    for (auto i = s.parametros.size(); i > 0; --i) {
        auto const numero = "$" + std::to_string(i);
        for (auto donde = texto.find(numero); donde != std::string::npos; donde = texto.find(numero, donde))
            texto.replace(donde, numero.size(), ":" + s.parametros[i - 1]);
    }
    return texto;
}

}  // namespace gestor
