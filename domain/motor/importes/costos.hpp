#pragma once
// The cost of each line of a purchase, in pesos: its share of the bases of the document, so that lines, ledger and
// stock agree to the cent.
#include "domain/motor/captura/lineas.hpp"

namespace gestor {

// IEPS that the organization does not credit is part of the cost of the purchase, not a tax. `tratar_ieps` follows the
// organization's setting acreditaIeps.
void sin_acreditar_ieps(Hechos& hechos);
void tratar_ieps(Lectura& db, Hechos& hechos);

// For each entry of `como`, the share of VAT that is not credited and becomes cost: 0 (Total), 1 (Ninguno), or 1 −
// proporcionIvaAcreditable (Proporcion).
std::vector<Tasa> no_acreditables(Lectura& db, std::vector<Acreditamiento> const& como);
// Sets the non-credited share of each line: from the line's Acreditamiento, else from that of its concept. Runs before
// taxes are computed.
void acreditar(Lectura& db, std::vector<Linea>& lineas, std::vector<std::optional<Acreditamiento>> const& dicho);

// Local charges of the document, which cost beside its lines.
Dinero locales_en_pesos(Hechos const& hechos);
// Cost of each line, in order. The costs add up to the bases, less the credited IEPS and the local charges, plus the
// VAT that is not credited.
std::vector<Dinero> costos_de(Hechos const& hechos, std::vector<Linea> const& lineas);

// PorFacturar: the part of a received line that is not invoiced yet: quantity, and pesos at the rate of its reception.
struct PorFacturar {
    Cantidad cantidad;
    Dinero costo;
    TipoCambio tipoCambio;
};
// facturar_recibido: a line of an invoice takes a part of the received line; `costo` is the cost of that part on the
// invoice. POR_FACTURAR is charged with the value booked at the reception. The effect of the exchange rate alone is a
// result of exchange. Returns the rest, above or below 0: the change of value that follows the goods.
Dinero facturar_recibido(Hechos& hechos, std::size_t fila, PorFacturar const& recibido, Dinero costo);

// Account of a line without goods: that of its concept, when the concept has one; else COSTO_VENTAS for a concept,
// GASTO for a service.
Cuenta cuenta_de_gasto(Linea const& linea);

// Goods that come in with these lines, each piece worth the cost of its line. A kit comes in as its components.
std::vector<Pieza> piezas_que_entran(Escritura& db, std::vector<Linea> const& lineas, std::vector<Dinero> const& costos,
                                     IdOCero almacen);

}  // namespace gestor
