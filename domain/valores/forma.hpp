#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gestor {

enum class Clase : std::uint8_t { texto, entero, numero, booleano, objeto };

// What the published schema says of a value, in its canonical form (what `escribir` writes). Everything is
// static text, so that a Forma costs nothing to hand around; bounds are text because a number may be exact only as
// text.
struct Forma {
    Clase clase = Clase::texto;
    std::string_view formato{};
    std::string_view patron{};
    std::size_t minimo_texto = 0;
    std::size_t maximo_texto = 0;  // 0: no bound
    std::string_view minimo{};
    std::string_view maximo{};
    std::string_view mayor_que{};
    int decimales = -1;  // -1: says nothing of decimals
    std::span<std::string_view const> opciones{};
    std::string_view ejemplo{};
};

}  // namespace gestor
