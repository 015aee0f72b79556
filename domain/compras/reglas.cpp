#include "domain/comun/reglas.hpp"

#include "domain/compras/tipos_creditos.hpp"

namespace gestor::compras {

void validar(CompraFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(NotaCreditoDetalladoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor::compras
