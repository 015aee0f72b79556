#pragma once
#include "domain/productos/tipos.hpp"

namespace gestor::productos {

void validar(ProductoDatos const& producto, Fallas& fallas);
// Defaults of what the body leaves open: VAT at the general rate, unless the product is exempt.
void completar(ProductoDatos& producto);

// Each row of a list names its product somehow.
template <class Filas>
void validar_nombrados(Filas const& filas, std::string_view lista, Fallas& fallas) {
    for (std::size_t i = 0; i < filas.size(); ++i)
        if (!filas[i].productoId && !filas[i].codigo)
            fallas.agregar(en_fila(lista, i, "productoId"), codigo::requerido, "envíe productoId o codigo");
}

}  // namespace gestor::productos
