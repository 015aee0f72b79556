// gestor certificados-sat CARPETA|ARCHIVO
#include "domain/administracion/certificados_sat.hpp"

#include "server/admin/comun.hpp"

namespace gestor {

int instalar_certificados_sat(Settings const& s, Banderas const& b) {
    auto const& destino = s.texto("certificados-sat");
    if (destino.empty())
        throw std::runtime_error("falta el ajuste certificados-sat: la carpeta donde el servidor los busca");
    bool const simular = si(b, "simular");
    auto const r = administracion::instalar_certificados(opcional(b, "CARPETA|ARCHIVO"), destino, simular);
    for (auto const& linea : r.dictamen) fmt::print("{}\n", linea);
    fmt::print("{}: {} nuevos, {} ya estaban, {} no se instalan\n", destino, r.nuevos, r.estaban, r.rechazados);
    if (simular)
        fmt::print("fue una simulación: no se guardó nada\n");
    else if (r.nuevos > 0)
        fmt::print("el servidor los usa cuando vuelve a iniciar\n");
    return r.nuevos + r.estaban > 0 ? 0 : 1;
}

}  // namespace gestor
