#pragma once
// The concept that says to which account goods go that are not there any more, or from which they come.
#include "domain/motor/motor.hpp"

namespace gestor::inventario {

struct ConceptoDeInventario {
    IdOCero conceptoId;
    IdOCero cuentaContableId;
    Booleano propio;  // of stock

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

// None where none was sent; one that does not exist is a fault of `conceptoId`.
ConceptoDeInventario concepto_de_inventario(Escritura& db, std::optional<Id> const& conceptoId, Fallas& fallas);

}  // namespace gestor::inventario
