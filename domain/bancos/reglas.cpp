#include "domain/motor/reglas.hpp"
#include "domain/bancos/tipos_depositos.hpp"

namespace gestor {

void validar(DepositoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(DepositoFechasFiltro const& f, Fallas& fallas) {
    constexpr std::chrono::days un_anio{366};  // both ends are in it
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
    if (fallas.vacio() && f.fechaFinal - f.fechaInicial >= un_anio)
        fallas.agregar("fechaFinal", codigo::rango_fechas, "el rango pasa de 366 días");
}

}  // namespace gestor
