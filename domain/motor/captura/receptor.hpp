#pragma once
// Receiver and payment of an invoice, by the rules of the CFDI.
#include "domain/motor/captura/encabezado.hpp"

namespace gestor {

struct DatosFiscales {  // DatosFiscales: members of the body; absent: taken from the customer, or from the payment
    std::optional<ClaveMetodoPago> metodoPago;
    std::optional<ClaveFormaPago> formaPago;
    std::optional<ClaveUsoCfdi> usoCFDI;
    static constexpr std::string_view sin_ejemplo[] = {"metodoPago", "formaPago", "usoCFDI"};
};
DTO(DatosFiscales, metodoPago, formaPago, usoCFDI)

struct InformacionGlobal {  // InformacionGlobal: invoice to the general public for the sales of a month, or of two
    Opcion<"01", "02", "03", "04", "05"> periodicidad;
    Opcion<"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13", "14", "15", "16", "17", "18">
        meses;
    Entero<2021, 2100> anio;
};
DTO(InformacionGlobal, periodicidad, meses, anio)

// InformacionGlobal is required in an invoice to the general public, and a fault in any other.
void comprobar_global(std::optional<InformacionGlobal> const& global, Contexto const& c, Fallas& fallas);
bool cubre(InformacionGlobal const& global, Fecha fecha);

// Checks that the customer has the fiscal data of a CFDI; use, regime and kind of person must fit each other.
void comprobar_receptor(Lectura& db, Contexto const& c, DatosFiscales const& datos, Fallas& fallas);
// PPD asks for the form 99; PUE for any other form.
void validar_forma_de_pago(DatosFiscales const& datos, Fallas& fallas);
// Fills the header: an invoice paid at once is PUE with the form of its payment, any other PPD with 99.
void poner_fiscales(CabeceraNueva& cabecera, Contexto const& c, DatosFiscales const& datos, bool pagada,
                    std::string_view forma_del_pago);

}  // namespace gestor
