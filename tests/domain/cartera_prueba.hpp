#pragma once
// CarteraDePrueba: a portfolio that a model can copy, to try a step and discard the copy.
#include "domain/motor/cartera/cartera.hpp"

namespace gestor {

struct CarteraDePrueba : Cartera {
    using Cartera::Cartera;
};

}  // namespace gestor
