#pragma once
// The two sides of the books: who owes us, and whom we owe. A side is a table of accounts, and one code posts both:
// what the side of sales debits, the side of purchases credits.
#include "domain/motor/plan.hpp"
#include "domain/motor/tipo.hpp"

namespace gestor {

// Whom a document is made with: as its errors and fields call him, who may be one, and where what he owes, or is owed,
// stands.
struct Contraparte {
    std::string_view nombre;
    std::string_view campo, campo_codigo;
    std::string_view contactos;  // the kinds of contact, as an array of PostgreSQL
    std::string_view concepto;   // the kind of concept that the lines of such a document may name
    std::string_view deuda{};
};
Contraparte const& contraparte_de(TipoDocumento const& tipo);

struct CuentasDeLado {
    struct Paso {
        std::string_view pendiente, en_flujo;  // of a tax: until it is paid, and from then on
    };
    std::string_view pago{};      // what an application to its debts is called
    std::string_view anticipo{};  // money that waits to be assigned
    Paso iva{}, ieps{};
    // Withheld: by customers it is ours to credit once they paid. By us it is owed to the tax authority once it is
    // paid, and the VAT of it is creditable when it was remitted.
    Paso iva_retenido{}, isr_retenido{};
    struct IsrDeTipo {
        std::string_view tipo, en_flujo;
    };
    std::span<IsrDeTipo const> isr_por_tipo{};  // where it is owed by kind; else with the others
    std::string_view iva_por_enterar{};
    bool deudora = true;                  // what is owed stands in debit
    std::string_view cuentas_por_tasa{};  // LIKE: accounts that are the usual ones, not a concept's own

    // Whether we withhold: what is withheld has rows, and each its account.
    bool retiene() const { return !iva_por_enterar.empty(); }
    std::string_view por_enterar(RetencionGuardada const& fila) const;
};
CuentasDeLado const& cuentas_de(Lado lado);
CuentasDeLado const& cuentas_de_tipo(TipoDocumento const& tipo);
// The account of the debts that documents of this type are.
inline std::string_view cuenta_de_deuda(TipoDocumento const& tipo) {
    return contraparte_de(tipo).deuda;
}

// A póliza, written as a side writes it.
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
