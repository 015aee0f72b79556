#pragma once
// Earlier returns and credits of a document, line by line, by the notes that stand against it.
#include "domain/motor/escritura/plan.hpp"

namespace gestor {

struct LineaDevuelta {
    Entero<1, 100'000> numeroPartida;
    Cantidad cantidad;
    Importe descuento;
    Importe promocion;
    Importe importe;
    Importe acreditado;  // credited amount, without goods
};
DTO(LineaDevuelta, numeroPartida, cantidad, descuento, promocion, importe, acreditado)

struct ImpuestoDevuelto : ImpuestoGuardado {
    Importe devueltaBase;
    Importe devueltoImporte;
};
DTO_DE((ImpuestoGuardado), ImpuestoDevuelto, devueltaBase, devueltoImporte)

}  // namespace gestor
