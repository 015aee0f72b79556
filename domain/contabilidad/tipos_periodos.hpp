#pragma once
// Months and years of the ledger: open, closed, and why.
#include "domain/contabilidad/tipos_impuestos.hpp"
#include "domain/motor/a_solas.hpp"

namespace gestor::contabilidad {

struct PeriodoViewModel {
    Ejercicio ejercicio;
    MesContable mes;
    EstadoPeriodo estado;
    Booleano cerradoPorDias;  // nothing can be written there, though nobody closed it
    Cadena motivo;            // of its last change, by whom and when
    Cadena usuario;
    std::optional<FechaHora> fechaCambio;
};
DTO(PeriodoViewModel, ejercicio, mes, estado, cerradoPorDias, motivo, usuario, fechaCambio)

struct PeriodoFiltro {
    std::optional<Ejercicio> ejercicio;
};
DTO(PeriodoFiltro, ejercicio)

struct CierrePeticion {
    std::optional<Texto<250>> motivo;
};
DTO(CierrePeticion, motivo)

struct ReaperturaPeticion {
    TextoReq<250> motivo;
};
DTO(ReaperturaPeticion, motivo)

struct EjercicioViewModel {
    AnioContable ejercicio;
    EstadoPeriodo estado;
    Dinero resultado;  // profit; below 0, loss
    IdOCero polizaId;  // 0: there was nothing to post
};
DTO(EjercicioViewModel, ejercicio, estado, resultado, polizaId)

// One that nobody has reversed.
struct PolizaVigente {
    Id id;
};
DTO(PolizaVigente, id)

// What an account has, debit less credit, of one branch, project and cost center.
struct SaldoPorDestino {
    Id cuentaId;
    IdOCero sucursalId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    Dinero saldo;
};
DTO(SaldoPorDestino, cuentaId, sucursalId, proyectoId, centroCostoId, saldo)

}  // namespace gestor::contabilidad
