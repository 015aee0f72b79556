#include "domain/fiscal/catalogos.hpp"

#include <algorithm>

namespace gestor::fiscal {

Patron::Patron(std::string const& texto) {
    if (texto.empty() || texto.find("\\V") != std::string::npos) return;
    try {
        expresion_.emplace(texto, std::regex::ECMAScript | std::regex::optimize);
    } catch (std::regex_error const&) {
        expresion_.reset();
    }
}

bool Patron::admite(std::string_view texto) const {
    constexpr std::size_t maximo = 300;  // std::regex recurses once for each character
    return !expresion_ || texto.size() > maximo || std::regex_match(texto.begin(), texto.end(), *expresion_);
}

std::optional<bool> Catalogos::tasa(std::string_view impuesto, std::string_view factor, Lado lado, Exacto const& valor,
                                    std::optional<Dia> dia) const {
    bool alguna = false, vigente = false;
    for (auto const& fila : tasas) {
        if (fila.impuesto != impuesto || fila.factor != factor || !fila.de(lado)) continue;
        alguna = true;
        if (!fila.en(dia)) continue;
        vigente = true;
        if (fila.minimo ? *fila.minimo <= valor && valor <= fila.maximo : valor == fila.maximo) return true;
    }
    if (alguna && !vigente) return {};
    return false;
}

}  // namespace gestor::fiscal
