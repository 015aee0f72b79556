#pragma once
#include "domain/productos/tipos.hpp"

namespace gestor::productos {

void validar(ProductoDatos const& producto, Fallas& fallas);
// Fills absent members: VAT at the general rate, unless the product is exempt.
void completar(ProductoDatos& producto);

// Each row of a list names its product, by id or by code.
template <class Filas>
void validar_nombrados(Filas const& filas, std::string_view lista, Fallas& fallas) {
    for (std::size_t i = 0; i < filas.size(); ++i)
        if (!filas[i].productoId && !filas[i].codigo)
            fallas.agregar(en_fila(lista, i, "productoId"), codigo::requerido, "envíe productoId o codigo");
}

}  // namespace gestor::productos
