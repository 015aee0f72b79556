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
    std::string detalle;    // place and fault: "Conceptos/Concepto[2]: Importe 10.00, esperado 10.01"
    bool de_forma = false;  // rule of form: a CFDI that was stamped all the same is valid
};
using Veredicto = std::vector<Verificacion>;

// "Inválido" when a row is an error, rules of form excepted when the CFDI is stamped; "Parcial" when the seal cannot be
// verified here, or the CFDI has no stamp; else "Válido".
std::string_view validacion(Veredicto const& veredicto);

// Codes of the rules of form that a stamped CFDI breaks.
std::vector<std::string> observaciones(Veredicto const& veredicto);

}  // namespace gestor::fiscal
