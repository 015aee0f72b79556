#pragma once
// Stored columns that only a stock movement has.
#include "domain/inventario/tipos_movimientos.hpp"
#include "persistence/tabla.hpp"

namespace gestor::inventario {

struct MovimientoPropio {
    Cadena tipoMovimiento;
    IdOCero conceptoId;
    IdOCero almacenDestinoId;
};
DTO(MovimientoPropio, tipoMovimiento, conceptoId, almacenDestinoId)
inline TablaPropia const tabla_movimiento(*tipo_de<MovimientoPropio>(), "documento");

}  // namespace gestor::inventario
