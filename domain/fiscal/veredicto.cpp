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

namespace {

bool consta(Veredicto const& veredicto, std::string_view codigo) {
    return std::ranges::any_of(veredicto,
                               [&](auto const& v) { return v.codigo == codigo && v.dictamen == Dictamen::correcto; });
}
bool timbrado(Veredicto const& veredicto) {
    return consta(veredicto, "TFD01");
}

}  // namespace

std::string_view validacion(Veredicto const& veredicto) {
    bool const con_timbre = timbrado(veredicto);
    if (std::ranges::any_of(
            veredicto, [&](auto const& v) { return v.dictamen == Dictamen::error && !(v.de_forma && con_timbre); }))
        return "Inválido";
    return consta(veredicto, "SELLO08") && con_timbre ? "Válido" : "Parcial";
}

std::vector<std::string> observaciones(Veredicto const& veredicto) {
    std::vector<std::string> codigos;
    if (timbrado(veredicto))
        for (auto const& v : veredicto)
            if (v.de_forma && v.dictamen == Dictamen::error) codigos.push_back(v.codigo);
    return codigos;
}

}  // namespace gestor::fiscal
