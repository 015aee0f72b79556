#pragma once
// Returns and credit notes of a document are settled again after an older payment was reversed, because VAT follows the
// payment. In order of registration each note splits in an unpaid share, which lowers the debt, and a paid share, which
// is credit and pays the rest of the debt. Pure.
#include <variant>

#include "domain/motor/importes/pendiente.hpp"
#include "domain/motor/importes/retenciones.hpp"

namespace gestor {

// Tomado: parts of a document that a payment or a note takes.
struct Tomado {
    Cubetas partes;     // in the document's currency
    Cubetas pesos;      // at the document's rate
    Cubetas flujo;      // taxes as declared with the payment
    Cubetas declarado;  // notes: declared taxes that the note gives back
    std::vector<ParteRetenida> retenciones{};

    Tomado& operator+=(Tomado const& otro);
    Tomado& operator-=(Tomado const& otro);
    // Whether nothing changes: no debt and no tax.
    bool es_nada() const;
};

struct NotaDeDocumento {
    Cubetas partes, pesos;                         // parts of the returned goods or credited amounts
    Dinero usado;                                  // credit of the note spent elsewhere: other documents, refunds
    std::span<RetencionViva const> retenciones{};  // rows of the note
};

struct DocumentoConNotas {
    TipoCambio tipoCambio = TipoCambio::de_entero(1);
    Cubetas partes, pesos;
    Cubetas alNacer, alNacerMxn;  // initial parts of the document, less the inherited collected part
    Cubetas heredado;             // declared taxes of that inherited part
    Retenciones retenciones{};    // withholding rows of the new document
    std::vector<std::variant<Tomado, NotaDeDocumento>> registro{};  // payments and notes, in order of registration
};

struct Liquidada {
    Cubetas impagas;   // unpaid share of the note, which lowers the debt
    Cubetas abonadas;  // parts of the document that the note's credit paid
    Dinero debido;     // credit spent elsewhere beyond the note's credit: the document owes it again, without taxes
    Dinero saldo;      // balance of the credit
    Tomado toma;       // impagas + abonadas − debido
};
// reliquidar: returns one Liquidada for each note.
std::vector<Liquidada> reliquidar(DocumentoConNotas const& documento);

}  // namespace gestor
