#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gestor {

enum class Clase : std::uint8_t { texto, entero, numero, booleano, objeto };

// Forma: facts of a value for the published schema, in its canonical form (the text that `escribir` writes). All text
// is static, so copying a Forma is cheap; bounds are text, because some numbers are exact only as text.
struct Forma {
    Clase clase = Clase::texto;
    std::string_view formato{};
    std::string_view patron{};
    std::size_t minimo_texto = 0;
    std::size_t maximo_texto = 0;  // 0: no bound
    std::string_view minimo{};
    std::string_view maximo{};
    std::string_view mayor_que{};
    int decimales = -1;  // -1: unspecified
    std::span<std::string_view const> opciones{};
    std::string_view ejemplo{};
};

}  // namespace gestor
