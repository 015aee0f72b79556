#pragma once
// Who an invoice is made out to, and how it is paid, by the rules of the CFDI.
#include "domain/motor/encabezado.hpp"

namespace gestor {

struct DatosFiscales {  // as they are sent; absent: the customer's, or what the payment says
    std::optional<ClaveMetodoPago> metodoPago;
    std::optional<ClaveFormaPago> formaPago;
    std::optional<ClaveUsoCfdi> usoCFDI;
    static constexpr std::string_view sin_ejemplo[] = {"metodoPago", "formaPago", "usoCFDI"};
};
DTO(DatosFiscales, metodoPago, formaPago, usoCFDI)

struct InformacionGlobal {  // of an invoice to the general public: the sales of this month, or two
    Opcion<"01", "02", "03", "04", "05"> periodicidad;
    Opcion<"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13", "14", "15", "16", "17", "18">
        meses;
    Entero<2021, 2100> anio;
};
DTO(InformacionGlobal, periodicidad, meses, anio)

// Demanded of an invoice to the general public, and of no other.
void comprobar_global(std::optional<InformacionGlobal> const& global, Contexto const& c, Fallas& fallas);
bool cubre(InformacionGlobal const& global, Fecha fecha);

// The customer must have what the CFDI asks for; use and regime must fit each other and the kind of person.
void comprobar_receptor(Lectura& db, Contexto const& c, DatosFiscales const& datos, Fallas& fallas);
// PUE goes with a real form, PPD with 99.
void validar_forma_de_pago(DatosFiscales const& datos, Fallas& fallas);
// Fills the header: paid at once is PUE with the form of the payment, everything else PPD with 99.
void poner_fiscales(CabeceraNueva& cabecera, Contexto const& c, DatosFiscales const& datos, bool pagada,
                    std::string_view forma_del_pago);

}  // namespace gestor
