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

// Falta: a resource that PostgreSQL lacks, by the first characters of the SQLSTATE; the first row that matches counts.
struct Falta {
    std::string_view sqlstate;
    std::string_view causa;
    std::string_view mensaje;
};
constexpr Falta de_la_base[] = {
    {"08", causa::conexion, "la base de datos no responde"},
    {"57P", causa::conexion, "la base de datos no responde"},
    {"53300", causa::conexion, "la base de datos no admite más conexiones"},
    {"53100", causa::disco, "la base de datos no tiene espacio en su disco"},
    {"53", causa::recursos, "la base de datos no tiene los recursos que necesita"},
    {"58P01", causa::biblioteca, "la base de datos no puede cargar una de sus bibliotecas"},
    {"58", causa::disco, "la base de datos no puede usar su disco"},
    {"55P03", causa::tiempo, "la solicitud no pudo terminar a tiempo"},
    {"40", causa::conflicto, "otras solicitudes modificaban los mismos registros"},
};

std::string campo_de(std::string const& restriccion) {
    auto const donde = restriccion.find("__");
    return donde == std::string::npos ? std::string() : restriccion.substr(donde + 2);
}

// Functions of PostgreSQL 15 that read and write files while a statement runs.
constexpr std::string_view de_archivos[] = {
    "md.c",         "fd.c",      "slru.c",      "xlog.c",         "buffile.c",         "logtape.c",
    "tuplestore.c", "nodeAgg.c", "relmapper.c", "nodeHashjoin.c", "sharedtuplestore.c"};

}  // namespace

std::string estado_propio(std::string const& estado, std::string_view severidad, std::string_view lugar) {
    if (severidad == "FATAL" || severidad == "PANIC") return estado.starts_with("57P") ? estado : "08006";
    if (lugar == "dfmgr.c") return "58P01";  // dfmgr.c only loads libraries, so any error of it is one
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
    try {
        traducir_sin_lugar();
    } catch (NoDisponible const&) {  // a 503 concerns the whole request: no place is added
        throw;
    } catch (Problema const& p) {
        if (lugar_) throw lugar_(p);
        throw;
    }
}

void ErrorBase::traducir_sin_lugar() const {
    for (auto const& regla : de_campo)
        if (auto campo = campo_de(restriccion_); estado_ == regla.sqlstate && !campo.empty())
            throw Problema(codigo::validacion, "1 campo no es válido",
                           {{std::move(campo), std::string(regla.codigo), std::string(regla.mensaje)}});
    if (estado_ == "22003") throw Problema(codigo::rango, "un importe o número pasa del máximo que admite su campo");
    if (estado_ == "GE001")  // raised by exigir_sucursal
        throw Problema(codigo::sucursal_no_resuelta, "ni la solicitud ni la sesión indican una sucursal");
    if (estado_.empty()) throw NoDisponible(causa::conexion, "la base de datos no responde", what());
    if (estado_ == "57014") throw TiempoAgotado(causa::tiempo, "la solicitud no pudo terminar a tiempo", what());
    for (auto const& falta : de_la_base)
        if (estado_.starts_with(falta.sqlstate)) throw NoDisponible(falta.causa, std::string(falta.mensaje), what());
    throw *this;
}

}  // namespace gestor
