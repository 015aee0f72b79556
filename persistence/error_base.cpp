#include "persistence/error_base.hpp"

#include <algorithm>
#include <iterator>

namespace gestor {
namespace {

struct Regla {
    std::string_view sqlstate;
    std::string_view codigo;
    std::string_view mensaje;
};
constexpr Regla de_campo[] = {
    {"23505", codigo::duplicado, "ya existe"},
    {"23503", codigo::no_existe, "no existe"},
    {"23514", codigo::rango, "no cumple las reglas del campo"},
    {"23P01", codigo::duplicado, "se traslapa con otro"},
};

std::string campo_de(std::string const& restriccion) {
    auto const donde = restriccion.find("__");
    return donde == std::string::npos ? std::string() : restriccion.substr(donde + 2);
}

// Those of PostgreSQL 15 that read and write files while a statement runs.
constexpr std::string_view de_archivos[] = {
    "md.c",         "fd.c",      "slru.c",      "xlog.c",         "buffile.c",         "logtape.c",
    "tuplestore.c", "nodeAgg.c", "relmapper.c", "nodeHashjoin.c", "sharedtuplestore.c"};

}  // namespace

std::string estado_propio(std::string const& estado, std::string_view severidad, std::string_view lugar) {
    if (severidad == "FATAL" || severidad == "PANIC") return estado.starts_with("57P") ? estado : "08006";
    bool const de_archivo = std::ranges::find(de_archivos, lugar) != std::end(de_archivos);
    for (std::string_view const causa : {"42501", "42809", "58", "XX"})
        if (de_archivo && estado.starts_with(causa)) return "58030";
    return estado;
}

bool ErrorBase::conexion_perdida() const {
    // 57P01 admin shutdown, 57P02 crash shutdown, 57P03 cannot connect now, 53300 too many connections
    return estado_.empty() || estado_.starts_with("08") || estado_.starts_with("57P") || estado_ == "53300";
}

void ErrorBase::traducir() const {
    for (auto const& regla : de_campo)
        if (auto campo = campo_de(restriccion_); estado_ == regla.sqlstate && !campo.empty())
            throw Problema(codigo::validacion, "1 campo no es válido",
                           {{std::move(campo), std::string(regla.codigo), std::string(regla.mensaje)}});
    if (estado_ == "22003") throw Problema(codigo::rango, "un importe o número pasa del máximo que admite su campo");
    // 58000, 58030: what PostgreSQL stands on, its disk above all, does not work
    if (conexion_perdida() || estado_.starts_with("580"))
        throw Problema(codigo::no_disponible, "la base de datos no responde").reintentar(1);
    constexpr auto tarde = "la solicitud no pudo terminar a tiempo";
    if (estado_ == "57014") {
        TiempoAgotado p(codigo::no_disponible, tarde);
        p.reintentar(1);
        throw p;
    }
    if (reintentable() || estado_ == "55P03" || estado_.starts_with("53"))
        throw Problema(codigo::no_disponible, tarde).reintentar(1);
    throw *this;
}

}  // namespace gestor
