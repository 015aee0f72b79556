#pragma once
// The truck of a route, as whoever writes of it needs it.
#include "domain/motor/motor.hpp"

namespace gestor::ruta {

struct Camion {
    Id rutaId;
    Cadena ruta;
    IdOCero sucursalId;
    IdOCero almacenId;  // 0: it has none
    IdOCero almacenSucursalId;
    IdOCero vendedorId;
    Cadena vendedor;
    Fecha hoy;  // in its branch
};
DTO(Camion, rutaId, ruta, sucursalId, almacenId, almacenSucursalId, vendedorId, vendedor, hoy)

// Of an active route; none, or one without a truck, is a fault of `rutaId`.
Camion camion_de(Escritura& db, Id ruta);

}  // namespace gestor::ruta
