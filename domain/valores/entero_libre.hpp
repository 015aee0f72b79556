#pragma once

#include <limits>

#include "domain/valores/id.hpp"

namespace gestor {

// A number of somebody else's, kept as it came: any integer that the database holds.
class EnteroLibre {
public:
    constexpr EnteroLibre() = default;
    constexpr EnteroLibre(std::int64_t valor) : valor_(valor) {}
    constexpr std::int64_t valor() const { return valor_; }

    static constexpr Forma forma() {
        Forma f;
        f.clase = Clase::entero;
        f.ejemplo = "1";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, EnteroLibre& salida) {
        using limites = std::numeric_limits<std::int64_t>;
        return leer_entero(texto, limites::min(), limites::max(), salida.valor_);
    }
    static EnteroLibre de_base(std::string_view texto) { return exigir<EnteroLibre>(texto); }
    void escribir(std::string& salida) const { salida += std::to_string(valor_); }

private:
    std::int64_t valor_ = 0;
};

}  // namespace gestor
