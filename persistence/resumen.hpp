#pragma once
// The ledger added up by month (schema/0041): some pólizas at a time, so that no call is long.
#include <cstdint>
#include <string_view>

namespace gestor {

inline constexpr std::int64_t polizas_por_vez = 20'000;
inline constexpr std::string_view resumir_polizas = "SELECT polizas_resumir(:maximo::bigint)";  // how many are left

}  // namespace gestor
