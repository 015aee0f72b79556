#pragma once
// The two sides of the books: customers who owe us (sales), suppliers whom we owe (purchases). A side is a table of
// accounts, and the same code posts both: the side of purchases credits the accounts that the side of sales debits.
#include "domain/motor/escritura/plan.hpp"
#include "domain/motor/tipo/tipo.hpp"

namespace gestor {

// Contraparte: the role of the other party: its name in errors and fields, the kinds of contact that may have the role,
// and the account of its debts.
struct Contraparte {
    std::string_view nombre;
    std::string_view campo, campo_codigo;
    std::string_view contactos;  // the kinds of contact, as an array of PostgreSQL
    std::string_view concepto;   // kind of concept that lines of these documents may name
    std::string_view deuda{};
};
Contraparte const& contraparte_de(TipoDocumento const& tipo);

struct CuentasDeLado {
    struct Paso {
        std::string_view pendiente, en_flujo;  // accounts of a tax: until the document is paid, and from then on
    };
    std::string_view pago{};      // type of an application to its debts
    std::string_view anticipo{};  // account of money not assigned yet
    Paso iva{}, ieps{};
    // Withholdings. Tax withheld by customers can be credited once they paid. Tax withheld by us is owed to the tax
    // authority once the document is paid; withheld VAT is creditable once it was remitted.
    Paso iva_retenido{}, isr_retenido{};
    struct IsrDeTipo {
        std::string_view tipo, en_flujo;
    };
    std::span<IsrDeTipo const> isr_por_tipo{};  // accounts of ISR by kind of withholding; other kinds use isr_retenido
    std::string_view iva_por_enterar{};
    bool deudora = true;                  // debts of this side stand in debit
    std::string_view cuentas_por_tasa{};  // LIKE pattern: the usual accounts by rate, not a concept's own

    // Whether we withhold tax on this side: withholdings then have rows, and each row its account.
    bool retiene() const { return !iva_por_enterar.empty(); }
    std::string_view por_enterar(RetencionGuardada const& fila) const;
};
CuentasDeLado const& cuentas_de(Lado lado);
CuentasDeLado const& cuentas_de_tipo(TipoDocumento const& tipo);
// Account of the debts that documents of this type make.
inline std::string_view cuenta_de_deuda(TipoDocumento const& tipo) {
    return contraparte_de(tipo).deuda;
}

// Asiento: a póliza in the terms of a side.
class Asiento {
public:
    Asiento(Poliza& poliza, CuentasDeLado const& lado) : poliza_(poliza), lado_(lado) {}
    void debe(std::string_view cuenta, Dinero importe) {
        if (!cuenta.empty()) poliza_.debe({cuenta}, lado_.deudora ? importe : -importe);
    }
    void haber(std::string_view cuenta, Dinero importe) { debe(cuenta, -importe); }

private:
    Poliza& poliza_;
    CuentasDeLado const& lado_;
};

}  // namespace gestor
