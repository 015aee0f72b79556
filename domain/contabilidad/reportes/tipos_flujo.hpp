#pragma once
// Cash flow of the ledger between two days, by concept.
#include "domain/contabilidad/reportes/tipos_balanza.hpp"

namespace gestor::contabilidad {

struct FlujoFiltro {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Defecto<Opcion<"Concepto", "Cuenta", "Poliza">, "Concepto"> agrupar;
};
DTO(FlujoFiltro, fechaInicial, fechaFinal, agrupar)
void validar(FlujoFiltro const& filtro, Fallas& fallas);

using ActividadDeFlujo = Opcion<"Operacion", "Inversion", "Financiamiento", "Ajuste">;

struct FlujoConcepto {
    ActividadDeFlujo actividad;
    Cadena concepto;
    IdOCero cuentaId;  // account on the other side of the cash; 0: all of the concept, or of the póliza
    Cadena cuenta;
    Cadena nombre;
    IdOCero polizaId;
    std::optional<Fecha> fecha;
    IdOCero transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    Cadena contacto;
    Dinero entradas;
    Dinero salidas;
    Dinero neto;
};
DTO(FlujoConcepto, actividad, concepto, cuentaId, cuenta, nombre, polizaId, fecha, transaccionId, tipoDocumento, folio,
    contacto, entradas, salidas, neto)

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
