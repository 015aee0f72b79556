#pragma once
// Withholdings of a document, in rows: one per kind, tax and rate. The rows of a tax always add up to its part of the
// document (Cubeta::ivaRet, isrRet): in the new document, in pesos, in each payment and in the balance. Pure.
#include "domain/motor/importes/importes.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor {

struct RetencionGuardada {
    Entero<1, 10'000> consecutivo;
    Cadena impuesto;       // 001 ISR, 002 IVA
    Cadena tipoRetencion;  // Honorarios, Arrendamiento …
    Tasa tasa;
    Dinero base;
    Dinero importe;
    Dinero importeMxn;
    Tasa noAcreditable;  // VAT: the share that becomes cost

    bool es_como(RetencionGuardada const& otra) const {
        return impuesto == otra.impuesto && tipoRetencion == otra.tipoRetencion && tasa == otra.tasa &&
               noAcreditable == otra.noAcreditable;
    }
    // Part of an amount that is creditable once it was remitted.
    Dinero acreditable(Dinero de) const {
        return impuesto == "002" ? Dinero(de - multiplicar<2>(de, noAcreditable)) : Dinero{};
    }
};
DTO(RetencionGuardada, consecutivo, impuesto, tipoRetencion, tasa, base, importe, importeMxn, noAcreditable)

// Rows of a new document: one per tax, kind, rate and creditable share, in order of appearance.
std::vector<RetencionGuardada> retenciones_de(std::span<LineaImportes const> lineas, Totales const& totales,
                                              Cubetas const& pesos, TipoCambio tipo_cambio);

// ParteRetenida: the part of a row in an application.
struct ParteRetenida {
    Entero<1, 10'000> consecutivo;
    Dinero importe;
    Dinero pesos;
    Dinero flujo;  // payments: amount owed to the tax authority from then on
};
DTO(ParteRetenida, consecutivo, importe, pesos, flujo)

struct RetencionViva : RetencionGuardada {
    Dinero pendiente;
    Dinero pendienteMxn;
    Dinero tramo;  // value of `pendiente` when the stretch began (pendiente.hpp)
};
DTO_DE((RetencionGuardada), RetencionViva, pendiente, pendienteMxn, tramo)

// llevar_a: maps the rows of a note to rows of its document. A kind that has no row there, because it rounds to
// nothing, adds its cents to the largest row of its tax.
void llevar_a(std::span<RetencionViva const> documento, std::vector<RetencionGuardada>& de_la_nota);

// Retenciones: the rows of a document under lock.
class Retenciones {
public:
    Retenciones() = default;
    explicit Retenciones(std::vector<RetencionViva> filas) : filas_(std::move(filas)) {}
    explicit Retenciones(std::vector<RetencionGuardada> const& recien_nacidas);

    std::vector<RetencionViva> const& filas() const { return filas_; }
    RetencionViva const& fila(ParteRetenida const& parte) const;
    // Takes the rows that go with these parts, each in proportion, cumulatively within the stretch. When a tax ends,
    // its rows give all that is left. A return takes by the rows of its note, `de`. Throws std::logic_error when the
    // rows are not those of the document.
    std::vector<ParteRetenida> tomar(Cubetas const& partes, Cubetas const& pesos, Cubetas const& flujo,
                                     std::span<RetencionViva const> de = {});
    void regresar(std::span<ParteRetenida const> partes);
    void otro_tramo();

private:
    std::vector<RetencionViva> filas_;
};

}  // namespace gestor
