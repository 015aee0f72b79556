#pragma once
// The files of electronic accounting as the tax authority reads them, version 1.3. Pure: what is wrong with what they
// say was found before (electronica). Unsealed: the authority takes them so through its mailbox.
#include <span>

#include "domain/contabilidad/tipos_electronica.hpp"

namespace gestor::contabilidad {

std::string catalogo_xml(Declarante const& de, std::span<CuentaElectronica const> cuentas);
std::string balanza_xml(Declarante const& de, BalanzaElectronicaFiltro const& envio,
                        std::span<BalanzaCuenta const> cuentas);
std::string polizas_xml(Declarante const& de, PolizasElectronicasFiltro const& solicitud,
                        std::span<MovimientoElectronico const> movimientos, SoporteElectronico const& soporte);

}  // namespace gestor::contabilidad
