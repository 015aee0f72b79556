#pragma once
// Stock rules that other areas call.
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

// A movement made for another document: a fault of its line i names the caller's field, filas[i], or no field.
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
