#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

// A JSON object whose members are not ours to know (an addenda is whatever the customer asks for): kept as its text.
class ObjetoLibre {
public:
    ObjetoLibre() = default;
    std::string const& texto() const { return texto_; }
    bool vacio() const { return texto_ == "{}"; }

    static Forma forma() {
        Forma f;
        f.clase = Clase::objeto;
        return f;
    }
    // Only whoever has parsed it calls this: the text is an object by then.
    static std::optional<Falla> leer(std::string_view texto, ObjetoLibre& salida) {
        salida.texto_ = texto;
        return {};
    }
    static ObjetoLibre de_base(std::string_view texto) {
        ObjetoLibre o;
        o.texto_ = texto;
        return o;
    }
    void escribir(std::string& salida) const { salida += texto_; }

private:
    std::string texto_ = "{}";
};

}  // namespace gestor
