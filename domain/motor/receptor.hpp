#pragma once
// Who an invoice is made out to, and how it is paid, by the rules of the CFDI.
#include "domain/motor/encabezado.hpp"

namespace gestor {

struct DatosFiscales {  // as they are sent; absent: the customer's, or what the payment says
    std::optional<ClaveMetodoPago> metodoPago;
    std::optional<ClaveFormaPago> formaPago;
    std::optional<ClaveUsoCfdi> usoCFDI;
};
DTO(DatosFiscales, metodoPago, formaPago, usoCFDI)

bool es_rfc_generico(std::string_view rfc);

// The customer must have what the CFDI asks for; use and regime must fit each other and the kind of person.
void comprobar_receptor(Lectura& db, Contexto const& c, DatosFiscales const& datos, Fallas& fallas);
// PUE goes with a real form, PPD with 99.
void validar_forma_de_pago(DatosFiscales const& datos, Fallas& fallas);
// Fills the header: paid at once is PUE with the form of the payment, everything else PPD with 99.
void poner_fiscales(CabeceraNueva& cabecera, Contexto const& c, DatosFiscales const& datos, bool pagada,
                    std::string_view forma_del_pago);

}  // namespace gestor
