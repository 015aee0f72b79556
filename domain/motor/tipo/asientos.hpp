#pragma once
// Postings and a Nacimiento that document types of several areas share.
#include "domain/motor/escritura/motor.hpp"

namespace gestor {

// Bases without their IEPS, which is a tax and not revenue. The last base above 0 takes the rounding cent.
std::array<Dinero, numero_bases> netas_por_base(Hechos const& h);
void costo_de_venta(Hechos const& h, Poliza& p);
// Posts the debt of a document and its taxes until it is paid, to the accounts of its side.
void asentar_deuda(Hechos const& h, TipoDocumento const& tipo, Poliza& p);
// Posts a return or credit: debt, and taxes by unpaid and paid share. The paid taxes were declared at the rate of the
// money; the difference from the rate of the document is a result of exchange.
void asentar_devuelto(Hechos const& h, TipoDocumento const& tipo, Poliza& p);
// Entry of a sale: customer, revenue by rate or by concept, taxes, cost of its goods.
void asiento_de_venta(Hechos const& h, TipoDocumento const& tipo, Poliza& p);
inline constexpr std::string_view cuentas_de_ventas[numero_bases] = {"VENTAS_16", "VENTAS_8", "VENTAS_0",
                                                                     "VENTAS_EXENTAS", "VENTAS_NO_OBJETO"};

// de_apertura: makes an opening document (apertura.hpp). The entry has the opening account on the other side.
extern Nacimiento const de_apertura;

}  // namespace gestor
