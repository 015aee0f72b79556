#pragma once
// The school in a CFDI. Pure.
#include "domain/escuelas/tipos.hpp"
#include "domain/fiscal/veredicto.hpp"

namespace gestor::escuelas {

// Student of the first line that has one; the other lines are checked too. Throws CFDI_INVALIDO.
ventas::EscuelaNueva escuela_de(fiscal::Cfdi const& cfdi, ArchivoDigitalNuevo const& enviado,
                                std::vector<std::string>& avisos);
ventas::Escuela como_se_lee(ventas::EscuelaNueva const& escuela);

// Throws SELLO_INVALIDO. A seal that cannot be verified here is a warning.
void exigir_sello(fiscal::Veredicto const& veredicto, bool timbrado, std::vector<std::string>& avisos);

// Receiver of the CFDI, as a contact. Throws CFDI_INVALIDO.
contactos::ContactoDatos cliente_de(fiscal::Receptor const& receptor);

}  // namespace gestor::escuelas
