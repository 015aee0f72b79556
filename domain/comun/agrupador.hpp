#pragma once
// The grouping code of the tax authority (c_CodAgrup): 105, or 105.01.
#include <string_view>

namespace gestor {

bool es_codigo_agrupador(std::string_view codigo);

}  // namespace gestor
