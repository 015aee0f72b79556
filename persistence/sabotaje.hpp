#pragma once
// A safety that is taken away on purpose, in builds with tests only, so that tests/npm/faults can show that its audit
// finds what then goes wrong. The variable SABOTAJE of the environment names it: idempotencia, candado.
#include <string>
#include <string_view>

namespace gestor {

#ifdef GESTOR_SABOTAJE
bool sin(std::string_view seguridad);
std::string sin_candados(std::string_view sql);  // the statement without its FOR UPDATE, its turn and the like
#else
constexpr bool sin(std::string_view) {
    return false;
}
inline std::string sin_candados(std::string_view sql) {
    return std::string(sql);
}
#endif

}  // namespace gestor
