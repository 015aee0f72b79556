#pragma once
// The two sides of the books: who owes us, and whom we owe. A side is a table of accounts, and one code posts both:
// what the side of sales debits, the side of purchases credits.
#include "domain/motor/plan.hpp"
#include "domain/motor/tipo.hpp"

namespace gestor {

struct CuentasDeLado {
    struct Paso {
        std::string_view pendiente, en_flujo;  // of a tax: until it is paid, and from then on
    };
    std::string_view deuda{};
    std::string_view anticipo{};  // money that waits to be assigned
    Paso iva{}, ieps{};
    // Withheld: theirs stays where the invoice put it, ours is owed to the tax authority once it is paid, and the VAT
    // of it is creditable when it was remitted.
    Paso iva_retenido{}, isr_retenido{};
    std::string_view iva_por_enterar{};
    bool deudora = true;                  // what is owed stands in debit
    std::string_view contactos{};         // the kinds of contact that it deals with
    std::string_view concepto{};          // the kind of concept that its lines may name
    std::string_view cuentas_por_tasa{};  // LIKE: accounts that are the usual ones, not a concept's own
};
CuentasDeLado const& cuentas_de(Lado lado);
// Of what a document of this type owes, or is owed: its own, or the usual one of its side.
std::string_view cuenta_de_deuda(TipoDocumento const& tipo);

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
