#pragma once
// Withholdings, row by row: each kind of each tax at each rate. The rows of a tax add up to its part of the
// document (Cubeta::ivaRet, isrRet) in everything that happens: when it is made, in pesos, with each payment, and in
// what is left. Pure.
#include "domain/motor/importes.hpp"
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
    Tasa noAcreditable;  // of VAT: the share of it that is cost

    // The part of an amount that can be credited once it was remitted.
    Dinero acreditable(Dinero de) const {
        return impuesto == "002" ? Dinero(de - multiplicar<2>(de, noAcreditable)) : Dinero{};
    }
};
DTO(RetencionGuardada, consecutivo, impuesto, tipoRetencion, tasa, base, importe, importeMxn, noAcreditable)

// The rows of a new document: one per tax, kind, rate and share that can be credited, in order of appearance.
std::vector<RetencionGuardada> retenciones_de(std::span<LineaImportes const> lineas, Totales const& totales,
                                              Cubetas const& pesos, TipoCambio tipo_cambio);

// ParteRetenida: the part of a row that goes with an application.
struct ParteRetenida {
    Entero<1, 10'000> consecutivo;
    Dinero importe;
    Dinero pesos;
    Dinero flujo;  // of a payment: what is owed to the tax authority from then on
};
DTO(ParteRetenida, consecutivo, importe, pesos, flujo)

struct RetencionViva : RetencionGuardada {
    Dinero pendiente;
    Dinero pendienteMxn;
    Dinero tramo;  // `pendiente` when the stretch began (pendiente.hpp)
};
DTO_DE((RetencionGuardada), RetencionViva, pendiente, pendienteMxn, tramo)

// The rows of a document under lock.
class Retenciones {
public:
    Retenciones() = default;
    explicit Retenciones(std::vector<RetencionViva> filas) : filas_(std::move(filas)) {}
    explicit Retenciones(std::vector<RetencionGuardada> const& recien_nacidas);

    std::vector<RetencionViva> const& filas() const { return filas_; }
    RetencionViva const& fila(ParteRetenida const& parte) const;
    // Takes what goes with these parts, each row in proportion, cumulatively within the stretch; all that is left of a
    // tax takes all that is left of its rows. What comes back goes by the rows of its note, `de`, instead. Throws
    // std::logic_error where the rows are not what the document withholds.
    std::vector<ParteRetenida> tomar(Cubetas const& partes, Cubetas const& pesos, Cubetas const& flujo,
                                     std::span<RetencionViva const> de = {});
    void regresar(std::span<ParteRetenida const> partes);
    void otro_tramo();

private:
    std::vector<RetencionViva> filas_;
};

}  // namespace gestor
