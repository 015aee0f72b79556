#pragma once
// Chance that is the same every time.
#include <cstdint>
#include <random>

namespace gestor {

struct Azar {
    std::mt19937_64 motor{20261115};
    std::int64_t hasta(std::int64_t n) { return static_cast<std::int64_t>(motor() % static_cast<std::uint64_t>(n)); }
    bool uno_de(std::int64_t n) { return hasta(n) == 0; }
};

}  // namespace gestor
