#pragma once
// Concept of a stock movement: its account is charged with goods that leave, and credited with goods that enter.
#include "domain/motor/escritura/motor.hpp"

namespace gestor::inventario {

struct ConceptoDeInventario {
    IdOCero conceptoId;
    IdOCero cuentaContableId;
    Booleano propio;  // the concept is one of stock

    // Throws CONCEPTO_INVALIDO.
    void exigir() const {
        if (conceptoId.presente() && !propio)
            throw Problema(codigo::concepto_invalido, "el concepto no es de inventario");
    }
    Cuenta cuenta() const {
        return cuentaContableId.presente() ? Cuenta{{}, cuentaContableId.valor()} : Cuenta{"AJUSTE_INVENTARIO"};
    }
};
DTO(ConceptoDeInventario, conceptoId, cuentaContableId, propio)

// 0 when no concept was sent; a concept that does not exist is a fault of `conceptoId`.
ConceptoDeInventario concepto_de_inventario(Escritura& db, std::optional<Id> const& conceptoId, Fallas& fallas);

}  // namespace gestor::inventario
