#pragma once
// Rastro: where the goods of a layer are now. The remaining goods are in their warehouse, in other warehouses or in
// transit; the exits were charged to accounts. A cost that arrives after the entry follows both.
#include <span>

#include "domain/motor/mercancia/existencias.hpp"

namespace gestor {

struct Rastro {
    std::vector<Pieza> piezas;       // pieces of the caller, with all layers and exits of their goods; then pieces for
                                     // goods sold and returned
    std::vector<EnCamino> enCamino;  // goods of these layers in transit
    std::vector<Pieza> lugares;      // stock rows of these layers
};
// seguir: `capas` of a piece are the layers of its entry. With movimientoId of an earlier revaluation, only exits after
// it are followed.
Rastro seguir(Escritura& db, std::vector<Pieza> piezas);

// repartir_consumo: `resto`, the part of a change of value that goods in stock do not bear, goes to the accounts of the
// exits in proportion; the last account takes the rest. Each exit movement bears its share. Returned goods take their
// share with them: their pieces in `todas` gain value. Goods returned as a loss take theirs to AJUSTE_INVENTARIO.
// Example: resto 60.00, exits of 4 (COSTO_VENTAS) and 2 (GASTO). The accounts get 40.00 and 20.00. One of the 4 was
// returned: its piece gains 10.00, and COSTO_VENTAS is charged 30.00. At average cost (`promedio`) the warehouse of the
// piece has already given its share to the goods returned there. Pure.
std::vector<Cargo> repartir_consumo(Pieza const& pieza, Dinero resto, bool promedio, std::span<Pieza> todas,
                                    PlanDocumento& plan);

}  // namespace gestor
