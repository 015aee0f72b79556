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

struct CierreEjercicioPeticion : CierrePeticion {
    std::optional<Fecha> fecha;  // of the meeting that passes the result to those of earlier years
};
DTO_DE((CierrePeticion), CierreEjercicioPeticion, fecha)

struct ReaperturaPeticion {
    TextoReq<250> motivo;
};
DTO(ReaperturaPeticion, motivo)

struct EjercicioViewModel {
    AnioContable ejercicio;
    EstadoPeriodo estado;
    Dinero resultado;  // profit; below 0, loss
    IdOCero polizaId;  // 0: there was nothing to post
    IdOCero polizaTraspasoId;
    std::optional<Fecha> fechaTraspaso;  // on which the result passes to those of earlier years
};
DTO(EjercicioViewModel, ejercicio, estado, resultado, polizaId, polizaTraspasoId, fechaTraspaso)

struct MesDeEjercicio {
    AnioContable ejercicio;
    Mes mes;
};
DTO(MesDeEjercicio, ejercicio, mes)

// Matter to look at before a month is closed. A matter that blocks keeps the month open.
using AsuntoRevision =
    Opcion<"MesSinTerminar", "MesesAnterioresAbiertos", "ConteosAbiertos", "RutasSinValidar", "IvaDesactualizado",
           "IvaSinAcreditar", "IvaSinDeterminar", "IepsDesactualizado", "IepsSinAcreditar", "IepsSinDeterminar",
           "RevaluacionSinHacer", "CancelacionesEnProceso", "BancosSinConciliar", "PorFacturarAntiguo",
           "ProveedoresSinTipoOperacion", "CuentasDeImpuestoConSignoContrario", "CfdiSinDocumento", "ComprasSinCfdi",
           "PueSinPagar", "PpdSinReciboDePago">;
struct RevisionAsunto {
    AsuntoRevision asunto;
    Booleano bloquea;
    Entero<1, 1000000000> cuantos;
    IdOCero ejemploId;  // of what `ejemplo` names; 0: a month has none
    Cadena ejemplo;
};
DTO(RevisionAsunto, asunto, bloquea, cuantos, ejemploId, ejemplo)
struct RevisionViewModel {
    AnioContable anio;
    Mes mes;
    EstadoPeriodo estado;
    Booleano puedeCerrarse;  // nothing of it blocks
    std::vector<RevisionAsunto> asuntos;
};
DTO(RevisionViewModel, anio, mes, estado, puedeCerrarse, asuntos)

// One that nobody has reversed.
struct PolizaVigente {
    Id id;
};
DTO(PolizaVigente, id)

// Balance of an account, debit less credit, of one branch, project and cost center.
struct SaldoPorDestino {
    Id cuentaId;
    IdOCero sucursalId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    Dinero saldo;
};
DTO(SaldoPorDestino, cuentaId, sucursalId, proyectoId, centroCostoId, saldo)

}  // namespace gestor::contabilidad
