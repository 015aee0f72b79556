#pragma once
// A reception, as it is answered; and that of a purchase order, which recibir_mercancia hands over.
#include "domain/inventario/tipos_movimientos.hpp"
#include "domain/motor/emisor.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::inventario {

struct OrigenDeRecepcion {
    Id objId;
    IdOCero almacenId;  // where it goes
    IdCatalogo monedaId;
};
DTO(OrigenDeRecepcion, objId, almacenId, monedaId)

RecepcionCreada recepcion_creada(Escritura& db, Emitido const& hecha);
RecepcionCreada recibir_orden(Escritura& db, Sesion const& sesion, RecepcionNueva const& r,
                              OrigenDeRecepcion const& orden);

}  // namespace gestor::inventario
