#pragma once
// Rules of CFDI 4.0: the tax authority's (CFDI40xxx), and our own. Our own rules, of the amounts (IMP01…) and of
// matters without an official code (GES01…), also cover 3.3.
#include "domain/fiscal/regla.hpp"

namespace gestor::fiscal {

std::span<Regla<Caso> const> reglas_de_importes();
std::span<Regla<Caso> const> reglas_propias();
std::span<Regla<Caso> const> reglas_cfdi();

}  // namespace gestor::fiscal
