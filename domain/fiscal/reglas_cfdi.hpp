#pragma once
// The tax authority's rules of CFDI 4.0 (CFDI40xxx), and ours: of the amounts (IMP01…), and what it has no code for
// (GES01…), both of 3.3, too.
#include "domain/fiscal/regla.hpp"

namespace gestor::fiscal {

std::span<Regla<Caso> const> reglas_de_importes();
std::span<Regla<Caso> const> reglas_propias();
std::span<Regla<Caso> const> reglas_cfdi();

}  // namespace gestor::fiscal
