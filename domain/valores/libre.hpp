#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

// A JSON object whose members are not ours to know, of so many bytes: kept as its text.
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
    // Only whoever has parsed it calls this: the text is an object by then.
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

using ObjetoLibre = ObjetoHasta<65'536>;  // an addenda is whatever the customer asks for

}  // namespace gestor
