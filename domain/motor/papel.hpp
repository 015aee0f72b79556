#pragma once
// Lines as a paper has them: with taxes of their own, cents and all; and lines of a CFDI as lines of a document.
#include "domain/fiscal/cfdi.hpp"
#include "domain/motor/lineas.hpp"
#include "domain/valores/base64.hpp"

namespace gestor {

inline constexpr std::size_t cfdi_maximo = 1'000'000, pdf_maximo = 3'000'000;
void validar_pdf(std::optional<Base64<pdf_maximo>> const& pdf, Fallas& fallas);

// A tax of a line as the paper has it, cents and all.
struct ImpuestoNuevo {
    Opcion<"001", "002", "003"> impuesto;
    Defecto<Opcion<"Traslado", "Retencion">, "Traslado"> tipo;
    Defecto<Opcion<"Tasa", "Cuota", "Exento">, "Tasa"> tipoFactor;
    std::optional<NoNegativo<Tasa>> tasaOCuota;
    std::optional<NoNegativo<Importe>> importe;  // absent: base × tasaOCuota
};
DTO(ImpuestoNuevo, impuesto, tipo, tipoFactor, tasaOCuota, importe)
using ImpuestosNuevos = Lista<ImpuestoNuevo, 0, 6>;

// An amount that a caller sends is checked: it is the computed amount, or a cent beside it.
bool al_centavo(Importe enviado, Importe calculado);
// The taxes of a line as the paper has them, be they none, instead of those of its product.
void reemplazar_impuestos(Linea& linea, std::span<ImpuestoNuevo const> impuestos, std::size_t fila, Fallas& fallas);

struct LineaDeCfdi {
    PartidaNueva partida;
    ImpuestosNuevos impuestos;
};
// Throws CFDI_INVALIDO, with where it stands.
std::vector<LineaDeCfdi> lineas_de(fiscal::Cfdi const& cfdi);
std::string lugar_de_concepto(std::size_t fila);  // as it is told

}  // namespace gestor
