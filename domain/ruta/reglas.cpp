#include "domain/comun/reglas.hpp"

#include "domain/ruta/tipos.hpp"

namespace gestor::ruta {

void validar(DevolucionRutaFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(LiquidacionFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor::ruta
