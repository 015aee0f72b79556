#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

// ObjetoHasta: a JSON object of at most `Maximo` bytes with unknown members, kept as its text.
template <std::size_t Maximo>
class ObjetoHasta {
public:
    static constexpr std::size_t maximo = Maximo;

    ObjetoHasta() = default;
    std::string const& texto() const { return texto_; }
    bool vacio() const { return texto_ == "{}"; }

    static constexpr Forma forma() {
        Forma f;
        f.clase = Clase::objeto;
        f.maximo_texto = maximo;
        return f;
    }
    // Called only after parsing: the text is known to be an object.
    static std::optional<Falla> leer(std::string_view texto, ObjetoHasta& salida) {
        if (texto.size() > maximo) return Falla{codigo::longitud, "admite hasta " + std::to_string(maximo) + " bytes"};
        salida.texto_ = texto;
        return {};
    }
    static ObjetoHasta de_base(std::string_view texto) {
        ObjetoHasta o;
        o.texto_ = texto;
        return o;
    }
    void escribir(std::string& salida) const { salida += texto_; }

private:
    std::string texto_ = "{}";
};

using ObjetoLibre = ObjetoHasta<65'536>;  // such as an addenda, whose content the customer defines

}  // namespace gestor
