#pragma once
// Random numbers that are the same in every run.
#include <cstdint>
#include <random>

namespace gestor {

// In optimised builds random models run all rounds. Under the sanitizers, fifty times slower, they run a twentieth: too
// few rounds to check how often each step happened.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GESTOR_POCAS_RONDAS
#endif
#endif
#ifdef GESTOR_POCAS_RONDAS
inline constexpr bool rondas_enteras = false;
#else
inline constexpr bool rondas_enteras = true;
#endif
constexpr std::uint64_t rondas(std::uint64_t todas) {
    return rondas_enteras ? todas : todas / 20;
}

struct Azar {
    std::mt19937_64 motor{20261115};
    std::int64_t hasta(std::int64_t n) { return static_cast<std::int64_t>(motor() % static_cast<std::uint64_t>(n)); }
    bool uno_de(std::int64_t n) { return hasta(n) == 0; }
};

}  // namespace gestor
