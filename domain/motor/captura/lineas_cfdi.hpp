#pragma once
// Lines of a document issued by others, with their own taxes, to the cent; and lines of a CFDI as lines of a document.
#include "domain/fiscal/cfdi.hpp"
#include "domain/motor/captura/lineas.hpp"
#include "domain/valores/base64.hpp"

namespace gestor {

inline constexpr std::size_t cfdi_maximo = 1'000'000, pdf_maximo = 3'000'000;
void validar_pdf(std::optional<Base64<pdf_maximo>> const& pdf, Fallas& fallas);

// ImpuestoNuevo: a tax of a line as printed on the document, to the cent. A line may have one tax at several rates when
// each has its base.
struct ImpuestoNuevo {
    Opcion<"001", "002", "003"> impuesto;
    Defecto<Opcion<"Traslado", "Retencion">, "Traslado"> tipo;
    Defecto<Opcion<"Tasa", "Cuota", "Exento">, "Tasa"> tipoFactor;
    std::optional<NoNegativo<Tasa>> tasaOCuota;
    std::optional<NoNegativo<Importe>> base;     // absent: the amount of the line
    std::optional<NoNegativo<Importe>> importe;  // absent: base × tasaOCuota
    static constexpr std::string_view sin_ejemplo[] = {"base"};
};
DTO(ImpuestoNuevo, impuesto, tipo, tipoFactor, tasaOCuota, base, importe)
using ImpuestosNuevos = Lista<ImpuestoNuevo, 0, 6>;

// An amount in the body may differ from the computed amount by one cent.
bool al_centavo(Importe enviado, Importe calculado);
// Replaces the taxes of the product by the printed taxes of the line; an empty list leaves no tax. Taxes that were
// stamped (`timbrados`) stay as written: their amounts are not compared with their bases.
void reemplazar_impuestos(Linea& linea, std::span<ImpuestoNuevo const> impuestos, std::size_t fila, bool timbrados,
                          Fallas& fallas);

struct LineaDeCfdi {
    PartidaNueva partida;
    ImpuestosNuevos impuestos;
    // keys of the line; empty: the catalogs lack the key
    Cadena claveProductoServicio;
    Cadena claveUnidad;
};
// Throws CFDI_INVALIDO, with the place in the CFDI.
std::vector<LineaDeCfdi> lineas_de(fiscal::Cfdi const& cfdi);
std::string lugar_de_concepto(std::size_t fila);  // the place in a message
// Local taxes of the whole CFDI. Throws CFDI_INVALIDO.
Locales locales_de(fiscal::Cfdi const& cfdi);

}  // namespace gestor
