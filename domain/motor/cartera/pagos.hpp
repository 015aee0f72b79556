#pragma once
// Payment in pesos: the amount that leaves each side, and the lines of the póliza. Pure.
#include <span>

#include "domain/motor/cartera/cartera.hpp"

namespace gestor {

// EnPesos: pesos that leave source and destination.
struct EnPesos {
    Dinero fuente;
    Dinero destino;
};
// Pago: source, destination and their pesos; `declarado`, VAT of these pesos that the advance had declared.
struct Pago {
    DocumentoBloqueado const& fuente;
    DocumentoBloqueado const& destino;
    EnPesos van;
    Dinero declarado;
};

// VAT of an advance in these pesos, declared when the advance came in; 0 for any other source.
Dinero declarado_en(DocumentoLeido const& credito, Cubetas const& pesos);
// Parts of `fueron` in proportion, adding up to `importe`.
Cubetas parte_de(Cubetas const& fueron, Dinero importe);

void asentar(Cubetas const& pesos, Cubetas const& flujo, std::span<ParteRetenida const> retenciones, Pago const& pago,
             Poliza& poliza);
// A credit is refunded by unassigned money of the other side. An advance takes its VAT back as it was declared.
void asentar_reembolso(Pago const& pago, Poliza& poliza);

}  // namespace gestor
