#include <set>

#include "domain/comun/reglas.hpp"

#include "domain/ruta/tipos.hpp"

namespace gestor::ruta {

void validar(RutaDatos const& r, Fallas& fallas) {
    std::set<std::string_view> vistos;
    for (std::size_t i = 0; i < r.dias.size(); ++i)
        if (!vistos.insert(r.dias[i].valor()).second)
            fallas.agregar(en_fila("dias", i), codigo::duplicado, "repite una fila anterior");
}

void validar(DevolucionRutaFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(LiquidacionFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor::ruta
