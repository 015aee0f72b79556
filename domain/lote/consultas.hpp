#pragma once
#include <string_view>

namespace gestor::sql {

// The trail of what an operation of a batch writes names that operation.
inline constexpr std::string_view lote_operacion = "SELECT set_config('gestor.operacion', :operacion, true)";

}  // namespace gestor::sql
