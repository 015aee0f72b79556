#pragma once
// Verdict of a rule on a CFDI. All rules speak, never only the first that fails.
#include <string>
#include <string_view>
#include <vector>

namespace gestor::fiscal {

enum class Dictamen { correcto, error, advertencia, no_aplica };
std::string_view nombre_de(Dictamen dictamen);  // Correcto, Error, Advertencia, NoAplica

struct Verificacion {
    std::string codigo;  // of the tax authority where it has one (CFDI40108, CRP20217); ours: XML01, SELLO08, TFD01
    std::string descripcion;
    Dictamen dictamen = Dictamen::correcto;
    std::string detalle;  // where and what: "Conceptos/Concepto[2]: Importe 10.00, esperado 10.01"
};
using Veredicto = std::vector<Verificacion>;

bool con_errores(Veredicto const& veredicto);

}  // namespace gestor::fiscal
