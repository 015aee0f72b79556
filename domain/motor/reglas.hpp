#pragma once
// Rules that many filters share.
#include <optional>

#include "domain/valores/fecha.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {

inline void validar_rango(std::optional<Fecha> const& inicial, std::optional<Fecha> const& final_, Fallas& fallas) {
    if (inicial && final_ && final_->dias() < inicial->dias())
        fallas.agregar("fechaFinal", codigo::rango_fechas, "debe ser igual o posterior a fechaInicial");
}

}  // namespace gestor
