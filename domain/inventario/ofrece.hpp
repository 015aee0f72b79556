#pragma once
// Functions of stock that other areas may call.
#include "domain/inventario/tipos_movimientos.hpp"

namespace gestor::inventario {

// Movido: a new movement: entry, exit, transfer between warehouses, adjustment to a count.
struct Movido {
    Id transaccionId;
    Dinero costo;
    std::vector<std::string> avisos;
};
// `despues`: later movements of the same call, whose goods are locked together.
Movido mover(Escritura& db, MovimientoNuevo const& movimiento, std::span<MovimientoNuevo const> despues = {});
// Answer of an inventory movement.
MovimientoInventarioCreado contestar(Escritura& db, Movido const& hecho);

// Fault of a movement made for another document: a fault of line i names the caller's field filas[i], or no field.
Problema donde_se_envio(Problema const& problema, std::vector<std::string> const& filas);
template <class F>
auto donde_se_envio(std::vector<std::string> const& filas, F const& mueve) {
    try {
        return mueve();
    } catch (Problema const& p) {
        throw donde_se_envio(p, filas);
    }
}

}  // namespace gestor::inventario
