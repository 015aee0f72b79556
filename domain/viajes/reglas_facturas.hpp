#pragma once
// Lines of a travel agency's invoice, from the body. Pure.
#include "domain/motor/captura/lineas.hpp"
#include "domain/viajes/tipos_facturas.hpp"

namespace gestor::viajes {

// LineaPedida: a line, and its path in the body.
struct LineaPedida {
    PartidaDeViaje partida;
    std::string camino;
    bool noObjeto = false;  // a kind of line without any tax
};
std::vector<LineaPedida> lineas_de(std::span<PartidaDeViaje const> partidas, std::string_view lista = "partidas");
PartidaNueva partida_de(PartidaDeViaje const& p);

struct ProveedorDeServicio {
    IdOCero contactoId;  // 0: no contact
    Cadena rfc;
    Cadena nombre;
    Cadena regimenFiscal;
    Cadena codigoPostal;
};
DTO(ProveedorDeServicio, contactoId, rfc, nombre, regimenFiscal, codigoPostal)
// Lines of the body, then those of the services: charge for the supplier, air taxes, our commission. `proveedores`: one
// for each service.
std::vector<LineaPedida> lineas_de(FacturaDeViajeV2Nueva const& f, std::span<ProveedorDeServicio const> proveedores);
void comprobar_proveedores(FacturaDeViajeV2Nueva const& f, std::span<ProveedorDeServicio const> proveedores,
                           Fallas& fallas);

// ClavesDeLinea: whether the catalogs have the keys of a line; true when the line has none.
struct ClavesDeLinea {
    Booleano claveExiste;
    Booleano estimulo;  // the SAT key has the border stimulus
    Booleano regimenFisica;
    Booleano regimenMoral;
    Booleano codigoPostalExiste;
};
DTO(ClavesDeLinea, claveExiste, estimulo, regimenFisica, regimenMoral, codigoPostalExiste)
void comprobar_claves(LineaPedida const& l, ClavesDeLinea const& claves, Fallas& fallas);

// Taxes of a line: those of the body, of its concept, or the general rate. A line of a third party has no tax of ours.
void gravar(LineaPedida const& l, ClavesDeLinea const& claves, bool en_frontera, Linea& linea, Fallas& fallas);

// Withholding by the customer, when the body has it: at the concept's rates, or at those of commissions.
void retener(RetencionesPedidas const& pedidas, Contexto const& c, std::vector<Linea>& lineas, Fallas& fallas);

// Payment converted to the currency of its invoice; lowered by a cent when the conversion would exceed the sent amount.
// Absent: a fault.
std::optional<Dinero> en_factura(PagoDeFactura const& pago, std::size_t i, Contexto const& c, Fallas& fallas);

// Part of the total that belongs to third parties.
Dinero total_de_terceros(std::span<LineaPedida const> lineas, Hechos const& h);
// Charges to the account of third parties, in pesos. When rounding leaves a cent between these and our own bases, our
// largest base takes the cent.
std::vector<Cargo> cargos_de_terceros(Dinero terceros, Hechos const& h);

}  // namespace gestor::viajes
