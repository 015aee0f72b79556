#pragma once
// Open balance of a document, part by part: the debt of a sale, the unused rest of money or of a credit. Pure.
// Pendiente does not know which side owes.
// Pendiente::partes_de gives each payment its parts cumulatively within a stretch: the parts due after this payment,
// less the parts that went before. The largest base takes the cents that rounding leaves; the last payment takes the
// rest.
//
// Example: a sale of 116.00 (base16 100.00, iva16 16.00), paid 40.00 + 40.00 + 36.00.
//     paid  up to   base due to here         VAT due to here         base goes  VAT goes
//     40.00   40.00  100 × 40/116 =  34.48   16 × 40/116 =  5.52     34.48      5.52
//     40.00   80.00  100 × 80/116 =  68.97   16 × 80/116 = 11.03     34.49      5.51
//     36.00  116.00  the rest:      100.00   the rest:     16.00     31.03      4.97
// Each payment prorated alone would give VAT 5.52 + 5.52 + 4.97 = 16.01, one cent too much.
//
// Another stretch begins when the mix of the parts changes: a return, an inheritance (an invoice that takes over its
// sale note), parts of an older stretch that come back when their payment is reversed.
#include "domain/motor/importes/cubetas.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor {

struct Pendiente {
    std::optional<Cubetas> pendiente;     // adds up to the balance; absent when the balance is 0
    std::optional<Cubetas> pendienteMxn;  // `pendiente` in pesos, as the ledger still holds it
    std::optional<Cubetas> tramo;         // value of `pendiente` when the stretch began
    Entero<0, 1'000'000'000> tramoNumero;

    void nacer(Cubetas const& propias, Cubetas const& pesos);
    Cubetas partes() const { return pendiente.value_or(Cubetas{}); }
    Cubetas pesos() const { return pendienteMxn.value_or(Cubetas{}); }

    // Parts that a payment of this amount takes, in the document's currency. Paying the whole balance takes all
    // remaining parts.
    Cubetas partes_de(Dinero importe) const;
    // Pesos of an amount at the document's rate, cumulative: round2(everything paid in this stretch × rate), less the
    // same of the earlier payments. At 17.123457, payments of 0.05 take 0.86, 0.85, 0.86 pesos; each alone would take
    // 0.86.
    Dinero pesos_de(Dinero importe, TipoCambio tipo_cambio) const;
    // Pesos of each part that a payment takes; the parts add up to `total`. A part that ends takes all its remaining
    // pesos.
    Cubetas pesos_de(Cubetas const& partes, TipoCambio tipo_cambio, Dinero total) const;

    void tomar(Cubetas const& partes, Cubetas const& en_pesos);
    // A reversed payment gives its parts back. Parts paid in an older stretch begin a new stretch.
    void regresar(Cubetas const& partes, Cubetas const& en_pesos, std::int64_t del_tramo);
    void otro_tramo();
};
DTO(Pendiente, pendiente, pendienteMxn, tramo, tramoNumero)

// VentaParaDevolver: a sale that a return or a credit note lowers.
struct VentaParaDevolver {
    Pendiente const& pendiente;
    TipoCambio tipoCambio;
    Cubetas resto;      // parts of the sale, less earlier returns
    Cubetas restoMxn;   // `resto` in pesos at the rate of the sale
    Cubetas declarado;  // pesos at the rates of the payments: declared as collected and not given back
};
// PartesDevueltas: returned parts in their two shares. The unpaid share lowers the debt; the paid share is given back
// as the customer's credit.
// Example: a sale of 232.00 (VAT 32.00), paid 174.00, comes back by 116.00. A quarter is unpaid: 29.00 (VAT 4.00)
// lowers the debt, 87.00 (VAT 12.00) is credit. The credit pays the 29.00 still owed; 58.00 of it are left.
struct PartesDevueltas {
    Cubetas impagas;
    Cubetas impagasMxn;
    Cubetas pagadasMxn;  // at the rate of the sale
    Cubetas declaradas;  // at the rates of the payments, as declared
};
// Requires: no part of `partes` exceeds venta.resto.
PartesDevueltas repartir_devolucion(VentaParaDevolver const& venta, Cubetas const& partes);

}  // namespace gestor
