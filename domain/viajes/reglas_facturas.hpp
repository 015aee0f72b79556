#pragma once
// The lines of a travel agency's invoice, from what is sent. Pure.
#include "domain/motor/lineas.hpp"
#include "domain/viajes/tipos_facturas.hpp"

namespace gestor::viajes {

// A line, and where the body has it.
struct LineaPedida {
    PartidaDeViaje partida;
    std::string camino;
    bool noObjeto = false;  // of its kind no tax at all
};
std::vector<LineaPedida> lineas_de(std::span<PartidaDeViaje const> partidas, std::string_view lista = "partidas");
PartidaNueva partida_de(PartidaDeViaje const& p);

struct ProveedorDeServicio {
    IdOCero contactoId;  // 0: there is none
    Cadena rfc;
    Cadena nombre;
    Cadena regimenFiscal;
    Cadena codigoPostal;
};
DTO(ProveedorDeServicio, contactoId, rfc, nombre, regimenFiscal, codigoPostal)
// Lines of the services follow: what is charged for the supplier, air taxes, what is ours. `proveedores` is of each.
std::vector<LineaPedida> lineas_de(FacturaDeViajeV2Nueva const& f, std::span<ProveedorDeServicio const> proveedores);
void comprobar_proveedores(FacturaDeViajeV2Nueva const& f, std::span<ProveedorDeServicio const> proveedores,
                           Fallas& fallas);

// Judgement of the catalogs on the keys that a line carries; true where it carries none.
struct ClavesDeLinea {
    Booleano claveExiste;
    Booleano estimulo;  // of the border
    Booleano regimenFisica;
    Booleano regimenMoral;
    Booleano codigoPostalExiste;
};
DTO(ClavesDeLinea, claveExiste, estimulo, regimenFisica, regimenMoral, codigoPostalExiste)
void comprobar_claves(LineaPedida const& l, ClavesDeLinea const& claves, Fallas& fallas);

// Taxes of a line: what was sent, what its concept has, or the general rate. A line of a third party has none of ours.
void gravar(LineaPedida const& l, ClavesDeLinea const& claves, bool en_frontera, Linea& linea, Fallas& fallas);

// Withholding by the customer, where it is told: at the concept's rates, or those of commissions.
void retener(RetencionesPedidas const& pedidas, Contexto const& c, std::vector<Linea>& lineas, Fallas& fallas);

// A payment in the currency of its invoice; a cent less where it would not reach for the whole one. Nothing: a fault.
std::optional<Dinero> en_factura(PagoDeFactura const& pago, std::size_t i, Contexto const& c, Fallas& fallas);

// Part of the total that is of third parties.
Dinero total_de_terceros(std::span<LineaPedida const> lineas, Hechos const& h);
// To their account, in pesos; the cent that it takes from the bases is of our largest one.
std::vector<Cargo> cargos_de_terceros(Dinero terceros, Hechos const& h);

}  // namespace gestor::viajes
