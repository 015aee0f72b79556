#pragma once
// Postings and a Nacimiento that document types of several areas share.
#include "domain/motor/escritura/motor.hpp"

namespace gestor {

// Bases without their IEPS, which is a tax and not revenue. The last base above 0 takes the rounding cent.
std::array<Dinero, numero_bases> netas_por_base(Hechos const& h);
// Taxes of these parts, less the withholdings. The bases include IEPS; here IEPS counts as a tax.
Dinero impuestos(Cubetas const& c);
void costo_de_venta(Hechos const& h, Poliza& p);
// Entry of a sale: customer, revenue by rate or by concept, taxes, cost of its goods.
void asiento_de_venta(Hechos const& h, Poliza& p);
inline constexpr std::string_view cuentas_de_ventas[numero_bases] = {"VENTAS_16", "VENTAS_8", "VENTAS_0",
                                                                     "VENTAS_EXENTAS", "VENTAS_NO_OBJETO"};

// de_apertura: makes an opening document (apertura.hpp). The entry has the opening account on the other side.
extern Nacimiento const de_apertura;

}  // namespace gestor
