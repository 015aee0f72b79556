#include "persistence/sentencia.hpp"

#include <algorithm>
#include <cctype>

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

}  // namespace

Sentencia compilar(std::string_view escrita) {
    auto const texto = saboteada(escrita);
    std::string_view const sql = texto;
    Sentencia s;
    for (std::size_t i = 0; i < sql.size();) {
        char const c = sql[i];
        if (c == '\'' || c == '"') {
            auto const fin = std::min(sql.find(c, i + 1), sql.size() - 1);
            s.sql.append(sql.substr(i, fin + 1 - i));
            i = fin + 1;
        } else if (c == ':' && i + 1 < sql.size() && sql[i + 1] == ':') {
            s.sql += "::";
            i += 2;
        } else if (c == ':' && i + 1 < sql.size() && letra(sql[i + 1])) {
            auto fin = i + 1;
            while (fin < sql.size() && letra(sql[fin])) ++fin;
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
    for (auto i = s.parametros.size(); i > 0; --i) {  // from the last, so that $1 is not found in $12
        auto const numero = "$" + std::to_string(i);
        for (auto donde = texto.find(numero); donde != std::string::npos; donde = texto.find(numero, donde))
            texto.replace(donde, numero.size(), ":" + s.parametros[i - 1]);
    }
    return texto;
}

}  // namespace gestor
