#pragma once
// What came back of a sale before, line by line: as the returns that stand against it say.
#include "domain/motor/plan.hpp"

namespace gestor {

struct LineaDevuelta {
    Entero<1, 100'000> numeroPartida;
    Cantidad cantidad;
    Importe descuento;
    Importe promocion;
};
DTO(LineaDevuelta, numeroPartida, cantidad, descuento, promocion)

struct ImpuestoDevuelto : ImpuestoGuardado {
    Importe devueltaBase;
    Importe devueltoImporte;
};
DTO_DE((ImpuestoGuardado), ImpuestoDevuelto, devueltaBase, devueltoImporte)

}  // namespace gestor
