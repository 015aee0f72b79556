#include "domain/fiscal/veredicto.hpp"

#include <algorithm>

namespace gestor::fiscal {

std::string_view nombre_de(Dictamen dictamen) {
    switch (dictamen) {
        case Dictamen::correcto:
            return "Correcto";
        case Dictamen::error:
            return "Error";
        case Dictamen::advertencia:
            return "Advertencia";
        case Dictamen::no_aplica:
            return "NoAplica";
    }
    return "";
}

bool con_errores(Veredicto const& veredicto) {
    return std::any_of(veredicto.begin(), veredicto.end(), [](auto const& v) { return v.dictamen == Dictamen::error; });
}

}  // namespace gestor::fiscal
