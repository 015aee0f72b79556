#pragma once

#include <limits>

#include "domain/valores/id.hpp"

namespace gestor {

// EnteroLibre: a number of another system, stored unchanged: any integer, of as many digits as its column holds.
class EnteroLibre {
public:
    static constexpr std::size_t cifras = 1000;

    EnteroLibre() = default;
    EnteroLibre(std::int64_t valor) : texto_(std::to_string(valor)) {}
    std::string const& texto() const { return texto_; }
    // The number as one of our ids, when it can be one.
    std::optional<Id> id() const {
        Id suyo;
        return Id::leer(texto_, suyo) ? std::nullopt : std::optional(suyo);
    }

    static constexpr Forma forma() {
        Forma f;
        f.clase = Clase::entero;
        f.maximo_texto = cifras;
        f.ejemplo = "1";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, EnteroLibre& salida) {
        using limites = std::numeric_limits<std::int64_t>;
        std::int64_t valor = 0;
        auto const falla = leer_entero(texto, limites::min(), limites::max(), valor);
        if (falla && falla->codigo != codigo::rango) return falla;
        if (texto.size() > cifras)
            return Falla{codigo::rango, "no puede pasar de " + std::to_string(cifras) + " caracteres"};
        salida.texto_ = falla ? std::string(texto) : std::to_string(valor);
        return {};
    }
    static EnteroLibre de_base(std::string_view texto) { return exigir<EnteroLibre>(texto); }
    void escribir(std::string& salida) const { salida += texto_; }

private:
    std::string texto_ = "0";
};

}  // namespace gestor
