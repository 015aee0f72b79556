// gestor catalogos importar ARCHIVO
#include "domain/administracion/administracion.hpp"
#include "domain/administracion/catalogos_sat.hpp"
#include "server/admin/comun.hpp"

namespace gestor {

int importar_catalogo_sat(Settings const& s, Banderas const& b) {
    Barra barra;
    auto const r =
        administracion::importar_catalogo(conexion(s), opcional(b, "ARCHIVO"), opcional(b, "catalogo"), barra);
    fmt::print("{}: {} claves en el archivo; {} nuevas, {} cambiadas, {} sin cambio, {} dadas de baja\n", r.catalogo,
               r.leidas, r.nuevas, r.cambiadas, r.leidas - r.nuevas - r.cambiadas, r.bajas);
    if (!r.sin_uso.empty()) {
        fmt::print("columnas que no se usan:");
        for (auto const& columna : r.sin_uso) fmt::print(" {}", columna);
        fmt::print("\n");
    }
    if (r.catalogo == "efos") {
        auto const proveedores = administracion::proveedores_en_69b(conexion(s));
        fmt::print("{}", proveedores.empty() ? "ningún proveedor está en la lista\n" : proveedores);
    }
    return 0;
}

}  // namespace gestor
