#pragma once
// Adds pólizas to the monthly sums of the ledger (schema/0041): at most `maximo` in a call, so that no call is long.
#include <cstdint>
#include <string_view>

namespace gestor {

inline constexpr std::int64_t polizas_por_vez = 20'000;
// answer: pólizas still to be added
inline constexpr std::string_view resumir_polizas = "SELECT polizas_resumir(:maximo::bigint)";

}  // namespace gestor
