#include "domain/comun/reglas.hpp"

#include "domain/sistema/tipos.hpp"

namespace gestor::sistema {

void validar(CambioFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(SucursalesLiquidacionesFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor::sistema
