#pragma once
// Where goods went: what is left of a layer, here, in the warehouses it was taken to and on its way there, and the
// accounts that the rest of it was charged to. A cost that is known later follows them.
#include <span>

#include "domain/motor/existencias.hpp"

namespace gestor {

struct Rastro {
    std::vector<Pieza> piezas;       // as they were asked for, with all their layers and what was consumed of them;
                                     // then those of what was sold and came back
    std::vector<EnCamino> enCamino;  // of these layers
    std::vector<Pieza> lugares;      // the rows of stock that they are in
};
// seguir: pieces that name layers name those in which each came; when their value was changed, those that were changed,
// from which only what left since is followed.
Rastro seguir(Escritura& db, std::vector<Pieza> piezas);

// A change of value that the goods that are left do not bear belongs to those that have left: to the accounts they went
// to, in proportion, the last takes the rest. Each movement with which they left bears its share: goods that come back
// are worth it, too. Goods that came back already take it with them: their pieces, among all, are worth as much more.
// At average cost (`promedio`) the warehouse that has them took it for them. Pure.
std::vector<Cargo> repartir_consumo(Pieza const& pieza, Dinero resto, bool promedio, std::span<Pieza> todas,
                                    PlanDocumento& plan);

}  // namespace gestor
