#pragma once
// Matching of the lines of a bank statement with the movements of the account, by amount, day and reference. Pure.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/valores/decimal.hpp"
#include "domain/valores/fecha.hpp"

namespace gestor::importar {

// Apunte: a movement of the statement or of the books; outgoing money is negative.
struct Apunte {
    Fecha fecha;
    std::string referencia;
    Dinero importe;
};

struct Pareja {
    std::size_t movimiento = 0;
    bool por_referencia = false;
    int dias = 0;  // days between the two
};

inline constexpr int dias_de_diferencia = 3;

// Movement of each line: same amount, at most three days apart, each movement once. A pair with the same reference goes
// before any other, for all lines; then the fewest days; of two equal ones, the first line and the first movement.
std::vector<std::optional<Pareja>> emparejar(std::span<Apunte const> renglones, std::span<Apunte const> movimientos);

}  // namespace gestor::importar
