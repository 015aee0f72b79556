#pragma once
// A portfolio that a model may copy, to try a step and forget it.
#include "domain/motor/cobranza.hpp"

namespace gestor {

struct CarteraDePrueba : Cartera {
    using Cartera::Cartera;
};

}  // namespace gestor
