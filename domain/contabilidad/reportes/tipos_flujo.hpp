#pragma once
// Cash flow of the ledger between two days, by concept.
#include "domain/contabilidad/reportes/tipos_balanza.hpp"

namespace gestor::contabilidad {

struct FlujoFiltro {
    Fecha fechaInicial;
    Fecha fechaFinal;
};
DTO(FlujoFiltro, fechaInicial, fechaFinal)
void validar(FlujoFiltro const& filtro, Fallas& fallas);

using ActividadDeFlujo = Opcion<"Operacion", "Inversion", "Financiamiento", "Ajuste">;

struct FlujoConcepto {
    ActividadDeFlujo actividad;
    Cadena concepto;
    Dinero entradas;
    Dinero salidas;
    Dinero neto;
};
DTO(FlujoConcepto, actividad, concepto, entradas, salidas, neto)

struct FlujoViewModel {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Dinero saldoInicial;  // of all bank and cash accounts
    std::vector<FlujoConcepto> conceptos;
    Dinero entradas;
    Dinero salidas;
    Dinero saldoFinal;
};
DTO(FlujoViewModel, fechaInicial, fechaFinal, saldoInicial, conceptos, entradas, salidas, saldoFinal)

}  // namespace gestor::contabilidad
