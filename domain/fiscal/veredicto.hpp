#pragma once
// Verdict on a CFDI: the finding of every rule, not only of the first that fails.
#include <string>
#include <string_view>
#include <vector>

namespace gestor::fiscal {

enum class Dictamen { correcto, error, advertencia, no_aplica };
std::string_view nombre_de(Dictamen dictamen);  // Correcto, Error, Advertencia, NoAplica

struct Verificacion {
    std::string codigo;  // code of the tax authority (CFDI40108, CRP20217); without one, our own: XML01, SELLO08, TFD01
    std::string descripcion;
    Dictamen dictamen = Dictamen::correcto;
    std::string detalle;  // place and fault: "Conceptos/Concepto[2]: Importe 10.00, esperado 10.01"
};
using Veredicto = std::vector<Verificacion>;

bool con_errores(Veredicto const& veredicto);

}  // namespace gestor::fiscal
