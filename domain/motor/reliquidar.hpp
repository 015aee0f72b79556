#pragma once
// The returns and credit notes of a document, settled again after what had paid it before them was reversed: VAT
// follows the money. In order of registration each note splits in what had not been paid, which lowers the debt, and
// what had, which is a credit and pays what the document still owes. Pure.
#include <variant>

#include "domain/motor/pendiente.hpp"
#include "domain/motor/retenciones.hpp"

namespace gestor {

// Tomado: what money, or a note, takes of a document.
struct Tomado {
    Cubetas partes;     // in its currency
    Cubetas pesos;      // at its rate
    Cubetas flujo;      // as it is declared
    Cubetas declarado;  // of a note: of what had been declared, what is given back
    std::vector<ParteRetenida> retenciones{};

    Tomado& operator+=(Tomado const& otro);
    Tomado& operator-=(Tomado const& otro);
    // Whether it moves nothing: neither what is owed nor a tax.
    bool es_nada() const;
};

struct NotaDeDocumento {
    Cubetas partes, pesos;                         // of what came back
    Dinero usado;                                  // of its credit elsewhere: other documents, refunds
    std::span<RetencionViva const> retenciones{};  // its rows
};

struct DocumentoConNotas {
    TipoCambio tipoCambio = TipoCambio::de_entero(1);
    Cubetas partes, pesos;
    Cubetas alNacer, alNacerMxn;                                    // less what it inherited as collected
    Cubetas heredado;                                               // of that, what was declared
    Retenciones retenciones{};                                      // as it was born
    std::vector<std::variant<Tomado, NotaDeDocumento>> registro{};  // money and notes, in order of registration
};

struct Liquidada {
    Cubetas impagas;   // of the note, what lowers the debt
    Cubetas abonadas;  // what its credit pays of the document
    Dinero debido;     // used elsewhere beyond its credit: the document is owed it, without taxes
    Dinero saldo;      // of the credit
    Tomado toma;       // impagas + abonadas − debido
};
// One for each note.
std::vector<Liquidada> reliquidar(DocumentoConNotas const& documento);

}  // namespace gestor
