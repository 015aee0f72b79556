#include "domain/comun/reglas.hpp"

#include "domain/compras/tipos.hpp"

namespace gestor {

void validar(CompraFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

// Whoever asks for the remissions of a customer, and not of sales, has forgotten to say so.
void validar(NotaRemisionFiltro const& f, Fallas& fallas) {
    validar(static_cast<CompraFiltro const&>(f), fallas);
    bool const de_venta = f.origen.valor.indice() == 1;
    if (f.clienteId && !de_venta) fallas.agregar("clienteId", codigo::rango, "va con origen=Venta");
    if (f.proveedorId && de_venta) fallas.agregar("proveedorId", codigo::rango, "va con origen=Compra");
}

}  // namespace gestor
