#pragma once
// A supplier's paper as the line of an expense. Pure.
#include "domain/motor/lineas.hpp"
#include "domain/viajes/tipos.hpp"

namespace gestor::viajes {

// Rate of VAT.
inline constexpr Tasa general = Tasa::de_unidades(160'000), frontera = Tasa::de_unidades(80'000);

// VAT that is sent is that of its base, to the cent, of a concept that has VAT.
void comprobar_iva(ProveedorDeGasto const& papel, PerfilImpuestos const& concepto, std::string campo, Fallas& fallas);

// Amounts and taxes as they were sent; the base takes the cent that the total may differ by, so that what is owed is
// the total. A paper that is paid for a third party is all the line's, and nothing of it a tax of ours.
void poner_importes(ProveedorDeGasto const& papel, Linea& linea);

// Fault of the money of a payment, as the payment calls it.
Problema en_pago(Problema const& p, std::size_t i);

}  // namespace gestor::viajes
