#pragma once
// The files of electronic accounting in the tax authority's format, version 1.3. Pure: the data were checked before
// (electronica). Unsealed: the authority's mailbox accepts them so.
#include <span>

#include "domain/contabilidad/electronica/tipos.hpp"

namespace gestor::contabilidad {

std::string catalogo_xml(Declarante const& de, std::span<CuentaElectronica const> cuentas);
std::string balanza_xml(Declarante const& de, BalanzaElectronicaFiltro const& envio,
                        std::span<BalanzaCuenta const> cuentas);
std::string polizas_xml(Declarante const& de, PolizasElectronicasFiltro const& solicitud,
                        std::span<MovimientoElectronico const> movimientos, SoporteElectronico const& soporte);

}  // namespace gestor::contabilidad
