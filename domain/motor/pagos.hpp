#pragma once
// A payment in pesos: what leaves each side, and its lines of the póliza. Pure.
#include <span>

#include "domain/motor/cobranza.hpp"

namespace gestor {

// EnPesos: the pesos that leave each side.
struct EnPesos {
    Dinero fuente;
    Dinero destino;
};
// Pago: who pays what, in pesos; and what of it an advance had declared.
struct Pago {
    DocumentoBloqueado const& fuente;
    DocumentoBloqueado const& destino;
    EnPesos van;
    Dinero declarado;
};

// VAT that an advance had declared of these pesos: its own, which goes out of it with them.
Dinero declarado_en(DocumentoLeido const& credito, Cubetas const& pesos);
// A share of what went, in its parts, that adds up to so much.
Cubetas parte_de(Cubetas const& fueron, Dinero importe);

void asentar(Cubetas const& pesos, Cubetas const& flujo, std::span<ParteRetenida const> retenciones, Pago const& pago,
             Poliza& poliza);
// A credit that goes back as money of the other side, which waits on that side; an advance takes the VAT that it had
// declared back with it, as it was declared.
void asentar_reembolso(Pago const& pago, Poliza& poliza);

}  // namespace gestor
