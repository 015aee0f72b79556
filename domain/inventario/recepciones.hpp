#pragma once
// Answer of a reception; and the reception of a purchase order, which recibir_mercancia calls.
#include "domain/inventario/tipos_movimientos.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::inventario {

struct OrigenDeRecepcion {
    Id objId;
    IdOCero almacenId;  // destination warehouse
    IdCatalogo monedaId;
};
DTO(OrigenDeRecepcion, objId, almacenId, monedaId)

RecepcionCreada recepcion_creada(Escritura& db, Emitido const& hecha);
RecepcionCreada recibir_orden(Escritura& db, Sesion const& sesion, RecepcionNueva const& r,
                              OrigenDeRecepcion const& orden);

}  // namespace gestor::inventario
