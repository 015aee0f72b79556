#pragma once
#include "domain/motor/tipos.hpp"

namespace gestor {

using TipoContacto = Opcion<"Cliente", "Proveedor", "Ambos">;

struct ContactosClasificacionesViewModel {
    Id clasificacionId;
    Cadena clave;
    Cadena nombre;
    TipoContacto tipoContacto;
    IdOCero padreId;
    Booleano activo;
};
DTO(ContactosClasificacionesViewModel, clasificacionId, clave, nombre, tipoContacto, padreId, activo)

struct ContactosClasificacionesFiltro {
    std::optional<TipoContacto> tipoContacto;
    SoloActivos activo;
};
DTO(ContactosClasificacionesFiltro, tipoContacto, activo)

}  // namespace gestor
