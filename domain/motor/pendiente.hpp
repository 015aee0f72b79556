#pragma once
// The open balance of a document, part by part: the debt of a sale, the unused rest of money or of a credit. Pure; it
// does not know who owes whom.
// Parts go in proportion, cumulatively within a stretch, so that they cannot drift. Whatever changes the mix begins
// another stretch: a return, an inheritance, the reversal of something older than the present one.
#include "domain/motor/cubetas.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor {

struct Pendiente {
    std::optional<Cubetas> pendiente;     // adds up to the balance; absent when there is none
    std::optional<Cubetas> pendienteMxn;  // in pesos: what the ledger still holds of it
    std::optional<Cubetas> tramo;         // `pendiente` when the stretch began
    Entero<0, 1'000'000'000> tramoNumero;

    void nacer(Cubetas const& propias, Cubetas const& pesos);
    Cubetas partes() const { return pendiente.value_or(Cubetas{}); }
    Cubetas pesos() const { return pendienteMxn.value_or(Cubetas{}); }

    // The parts that go with an amount of the document's currency; all of it takes all that is left.
    Cubetas partes_de(Dinero importe) const;
    // The same amount in pesos at the document's rate: all that went in this stretch, less the pesos that went before.
    Dinero pesos_de(Dinero importe, TipoCambio tipo_cambio) const;
    // Pesos of each part that goes, which add up to `total`. A part that ends, ends in pesos too.
    Cubetas pesos_de(Cubetas const& partes, TipoCambio tipo_cambio, Dinero total) const;

    void tomar(Cubetas const& partes, Cubetas const& en_pesos);
    // Parts that went in a stretch come back.
    void regresar(Cubetas const& partes, Cubetas const& en_pesos, std::int64_t del_tramo);
    void otro_tramo();
};
DTO(Pendiente, pendiente, pendienteMxn, tramo, tramoNumero)

// A sale of which something comes back.
struct VentaParaDevolver {
    Pendiente const& pendiente;
    TipoCambio tipoCambio;
    Cubetas resto;      // its parts, less those that came back before
    Cubetas restoMxn;   // in pesos at its rate
    Cubetas declarado;  // in pesos, what was declared as collected of it and not given back: at the rates of its money
};
// PartesDevueltas: returned parts in their two shares. The unpaid share lowers the debt; the paid share is given back
// as the customer's credit.
struct PartesDevueltas {
    Cubetas impagas;
    Cubetas impagasMxn;
    Cubetas pagadasMxn;  // at the rate of the sale
    Cubetas declaradas;  // at the rates at which they had been declared
};
// `partes` are no more than the rest of the sale.
PartesDevueltas repartir_devolucion(VentaParaDevolver const& venta, Cubetas const& partes);

}  // namespace gestor
