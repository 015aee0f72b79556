#pragma once
// Goods in a cancel: what came must still be there; what had only changed the value of goods is taken back from them
// wherever they are by now, and what has left since bears its share of it. Pure.
#include <span>

#include "domain/motor/existencias.hpp"

namespace gestor {

// Goods that an entry brought, or made worth more, must still be there, and worth what they were. Throws
// EXISTENCIA_INSUFICIENTE.
void exigir_mercancia(Existencias const& existencias, PlanDocumento const& plan);

class Revaluado {
public:
    // Takes it out of a plan that was turned round: until it is given back, the plan has none of it.
    explicit Revaluado(PlanDocumento& plan);

    std::vector<Pieza> const& piezas() const { return piezas_; }
    // The movement that had changed it: only what left since then counts.
    void desde(Id movimiento);
    // Value that it had added to goods that were out, and came back with them, is taken from them, not from the
    // account.
    void regreso(Pieza pieza, Cuenta const& cuenta);
    // Once they are followed and locked: they are `todas` from the `primera` on, then those of what came back.
    void regresar(Existencias& existencias, std::span<Pieza> todas, std::size_t primera, PlanDocumento& plan) const;

private:
    std::vector<Pieza> piezas_;  // one for each layer: it takes back what it got
    std::vector<Cargo> regresado_;
    Dinero en_almacen_, en_camino_;
};

}  // namespace gestor
