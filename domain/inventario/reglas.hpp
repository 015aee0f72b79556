#pragma once
// What other areas may ask of stock.
#include "domain/inventario/tipos_movimientos.hpp"

namespace gestor::inventario {

// A new movement: goods in, out, from one warehouse to another, or as many as were counted.
struct Movido {
    Id transaccionId;
    Dinero costo;
    std::vector<std::string> avisos;
};
Movido mover(Escritura& db, MovimientoNuevo const& movimiento);
// As whoever asks for a movement is answered.
MovimientoInventarioCreado contestar(Escritura& db, Movido const& hecho);

}  // namespace gestor::inventario
