#pragma once
// Supplier's document as the line of an expense. Pure.
#include "domain/motor/captura/lineas.hpp"
#include "domain/viajes/tipos.hpp"

namespace gestor::viajes {

// Rates of VAT.
inline constexpr Tasa general = Tasa::de_unidades(160'000), frontera = Tasa::de_unidades(80'000);

// VAT in the body must be that of its base, to the cent, and its concept must have VAT.
void comprobar_iva(ProveedorDeGasto const& papel, PerfilImpuestos const& concepto, std::string campo, Fallas& fallas);

// Amounts and taxes of the supplier's document; the base takes the cent by which the total may differ, so that the debt
// equals the total. A document paid for a third party is one amount, without creditable taxes.
void poner_importes(ProveedorDeGasto const& papel, Linea& linea);

// Fault of a payment, with the name of its member in pagos[i].
Problema en_pago(Problema const& p, std::size_t i);

}  // namespace gestor::viajes
