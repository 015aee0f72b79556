#include "domain/comun/reglas.hpp"
#include "domain/servicio/tipos.hpp"

namespace gestor::servicio {

void validar(OrdenServicioFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor::servicio
