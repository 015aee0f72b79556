#pragma once
// The cost of each line of a purchase, in pesos: its share of the bases of the document, so that lines, ledger and
// stock agree to the cent.
#include "domain/motor/lineas.hpp"

namespace gestor {

// IEPS that is not credited is no tax of ours: it is part of what was bought. `tratar_ieps`: as the organization has it
// (acreditaIeps).
void sin_acreditar_ieps(Hechos& hechos);
void tratar_ieps(Lectura& db, Hechos& hechos);

// The share of each VAT that is not credited and becomes cost: nothing, all of it, or the rest of the organization's
// current proportion (proporcionIvaAcreditable).
std::vector<Tasa> no_acreditables(Lectura& db, std::vector<Acreditamiento> const& como);
// Each line as it says itself, else as its concept does; before its taxes are computed.
void acreditar(Lectura& db, std::vector<Linea>& lineas, std::vector<std::optional<Acreditamiento>> const& dicho);

// One for each line, in their order; they add up to the bases less the IEPS that is credited. VAT that is not is in
// them.
std::vector<Dinero> costos_de(Hechos const& hechos, std::vector<Linea> const& lineas);

// PorFacturar: the rest of a received line that is to be invoiced: quantity, and pesos at the rate of its reception.
struct PorFacturar {
    Cantidad cantidad;
    Dinero costo;
    TipoCambio tipoCambio;
};
// A line of the document invoices some of it, and says what that costs. It leaves POR_FACTURAR as it was booked, which
// is the cost of the line; what only the rate of exchange made of it is a result of exchange. What it cost more, or
// less, is given out: it goes after the goods.
Dinero facturar_recibido(Hechos& hechos, std::size_t fila, PorFacturar const& recibido, Dinero costo);

// The account of a line without goods: that of its concept. Goods that no warehouse keeps (a concept of the account of
// stock) are sold as they come; a service is an expense.
Cuenta cuenta_de_gasto(Linea const& linea);

// Goods that come in with these lines, each worth the cost of its line. A kit does not come in as such.
std::vector<Pieza> piezas_que_entran(Escritura& db, std::vector<Linea> const& lineas, std::vector<Dinero> const& costos,
                                     IdOCero almacen);

}  // namespace gestor
