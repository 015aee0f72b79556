#pragma once
#include <string_view>

namespace gestor::sql {

// Turn of batches: a batch takes its locks outside the common order, and two batches would soon deadlock, so batches of
// an organization run one after the other.
inline constexpr std::string_view lote_turno =
    "SELECT pg_advisory_xact_lock(hashtextextended('lote/' || :organizacionId, 0))";

}  // namespace gestor::sql
