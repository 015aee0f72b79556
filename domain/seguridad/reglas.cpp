#include "domain/comun/reglas.hpp"

#include "domain/seguridad/tipos.hpp"

namespace gestor::seguridad {

void validar(BitacoraFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor::seguridad
