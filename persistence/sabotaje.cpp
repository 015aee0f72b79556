#include "persistence/sabotaje.hpp"

#ifdef GESTOR_SABOTAJE
#include <cstdlib>
#include <regex>

namespace gestor {

bool sin(std::string_view seguridad) {
    static char const* const nombrada = std::getenv("SABOTAJE");
    static char const* const contrasenas = std::getenv("CONTRASENAS");
    if (seguridad == "costo") return contrasenas != nullptr && contrasenas == std::string_view("baratas");
    return nombrada != nullptr && nombrada == seguridad;
}

std::string saboteada(std::string_view sql) {
    std::string texto(sql);
    if (sin("candado")) {
        static std::regex const candado(
            R"(\s+FOR\s+(NO\s+KEY\s+UPDATE|UPDATE|KEY\s+SHARE|SHARE)(\s+OF\s+\w+)?(?=\s*$))");
        static std::regex const turno(R"(\bpg_advisory_xact_lock\()");
        texto = std::regex_replace(std::regex_replace(texto, candado, ""), turno, "abs(");
    }
    if (sin("filtro")) {
        static std::regex const filtro(R"((\b\w+\.)?\borganizacion_id\s*=\s*:organizacionId\b(::bigint)?)");
        texto = std::regex_replace(texto, filtro, ":organizacionId::bigint IS NOT NULL");
    }
    return texto;
}

}  // namespace gestor
#endif
