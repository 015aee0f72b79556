#include "domain/contabilidad/tipos.hpp"

namespace gestor {

void validar(ProyectoDatos const& p, Fallas& fallas) {
    if (p.fechaInicio && p.fechaFin && p.fechaFin->dias() < p.fechaInicio->dias())
        fallas.agregar("fechaFin", codigo::rango_fechas, "debe ser igual o posterior a fechaInicio");
}

}  // namespace gestor
