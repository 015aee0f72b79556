// gestor trabajos: the background jobs that wait, and the jobs given up.
#include "domain/administracion/administracion.hpp"
#include "domain/valores/id.hpp"
#include "server/admin/comun.hpp"

namespace gestor {
namespace {

// Value of the flag; 0 when absent, meaning all.
std::int64_t si_se_dice(Banderas const& b, std::string_view nombre) {
    return b.contains(nombre) ? obligatoria<Id>(b, nombre).valor() : 0;
}

}  // namespace

int trabajos_lista(Settings const& s, Banderas const& b) {
    fmt::print("{}", administracion::trabajos(conexion(s), si_se_dice(b, "organizacion")));
    return 0;
}

int trabajos_reintento(Settings const& s, Banderas const& b) {
    if (b.contains("id") && !b.contains("organizacion")) throw std::runtime_error("--id va con --organizacion");
    auto const cuantos =
        administracion::trabajos_reintentar(conexion(s), si_se_dice(b, "organizacion"), si_se_dice(b, "id"));
    fmt::print("por hacer otra vez: {}\n", cuantos);
    return 0;
}

}  // namespace gestor
