#pragma once
// The lines of a bank statement and the movements of the account, told apart by amount, day and reference. Pure.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/valores/decimal.hpp"
#include "domain/valores/fecha.hpp"

namespace gestor::importar {

// A movement of a statement or of the books; money that went out is negative.
struct Apunte {
    Fecha fecha;
    std::string referencia;
    Dinero importe;
};

struct Pareja {
    std::size_t movimiento = 0;
    bool por_referencia = false;
    int dias = 0;  // between the two
};

inline constexpr int dias_de_diferencia = 3;

// The movement that each line is: the same amount, at most three days apart, and each movement once. The same
// reference goes before any nearness, for all lines, then the fewest days; of two that are equal, the line and the
// movement that stand first.
std::vector<std::optional<Pareja>> emparejar(std::span<Apunte const> renglones, std::span<Apunte const> movimientos);

}  // namespace gestor::importar
