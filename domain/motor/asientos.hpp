#pragma once
// Postings, and a birth, that the types of more than one area have.
#include "domain/motor/motor.hpp"

namespace gestor {

// The bases without their IEPS, which is a tax and not revenue; the last base that has any takes the cent.
std::array<Dinero, numero_bases> netas_por_base(Hechos const& h);
// The taxes of these parts less what is withheld. IEPS, which the bases include, is one of them.
Dinero impuestos(Cubetas const& c);
void costo_de_venta(Hechos const& h, Poliza& p);
// Who owes it, its revenue by rate or by concept, its taxes and what its goods cost.
void asiento_de_venta(Hechos const& h, Poliza& p);
inline constexpr std::string_view cuentas_de_ventas[numero_bases] = {"VENTAS_16", "VENTAS_8", "VENTAS_0",
                                                                     "VENTAS_EXENTAS", "VENTAS_NO_OBJETO"};

// The birth of an open document of another system (apertura.hpp). Its entry has the opening on the other side.
extern Nacimiento const de_apertura;

}  // namespace gestor
