#pragma once
#include <string_view>

namespace gestor::sql {

// Batches take locks out of the common order, and two of them would soon wait for each other: those of an organization
// go one after the other.
inline constexpr std::string_view lote_turno =
    "SELECT pg_advisory_xact_lock(hashtextextended('lote/' || :organizacionId, 0))";
// The trail of what an operation of a batch writes names that operation.
inline constexpr std::string_view lote_operacion = "SELECT set_config('gestor.operacion', :operacion, true)";

}  // namespace gestor::sql
