#pragma once
// Goods in a cancel. Goods of an entry must still be in stock. A change of value is taken back from its goods wherever
// they are now; goods that left bear their share. Pure.
#include <span>

#include "domain/motor/mercancia/existencias.hpp"

namespace gestor {

// Goods of an entry, or of a revaluation upwards, must still be in stock at that value. Throws EXISTENCIA_INSUFICIENTE.
void exigir_mercancia(Existencias const& existencias, PlanDocumento const& plan);

class Revaluado {
public:
    // Takes the changes of value (movements of quantity 0) out of a reversed plan; regresar() puts their reversal back.
    explicit Revaluado(PlanDocumento& plan);

    std::vector<Pieza> const& piezas() const { return piezas_; }
    // Movement of the original revaluation: only exits after it count.
    void desde(Id movimiento);
    // Value given to goods that were sold and then returned is taken from these goods, not from `cuenta`.
    void regreso(Pieza pieza, Cuenta const& cuenta);
    // Value given at average cost to goods of a return cancelled since: the goods took it out to COSTO_VENTAS, and the
    // warehouse gives it back no more.
    void ido(Id almacen, Id producto, Dinero importe);
    // Runs once the pieces are followed and locked: `todas` has these pieces from index `primera` on, then the pieces
    // of returned goods.
    void regresar(Existencias& existencias, std::span<Pieza> todas, std::size_t primera, PlanDocumento& plan) const;

private:
    std::vector<Pieza> piezas_;  // one for each layer, with the value to take back
    std::vector<Cargo> regresado_;
    Dinero en_almacen_, en_camino_;
};

}  // namespace gestor
