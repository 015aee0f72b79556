#include "persistence/sabotaje.hpp"

#ifdef GESTOR_SABOTAJE
#include <cstdlib>
#include <regex>

namespace gestor {

bool sin(std::string_view seguridad) {
    static char const* const nombrada = std::getenv("SABOTAJE");
    return nombrada != nullptr && nombrada == seguridad;
}

std::string sin_candados(std::string_view sql) {
    static std::regex const candado(R"(\s+FOR\s+(NO\s+KEY\s+UPDATE|UPDATE|KEY\s+SHARE|SHARE)(\s+OF\s+\w+)?(?=\s*$))");
    static std::regex const turno(R"(\bpg_advisory_xact_lock\()");
    return std::regex_replace(std::regex_replace(std::string(sql), candado, ""), turno, "abs(");
}

}  // namespace gestor
#endif
