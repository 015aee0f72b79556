#pragma once
// Months and years of the ledger: open or closed, with the reason.
#include "domain/contabilidad/impuestos/tipos.hpp"
#include "domain/motor/escritura/a_solas.hpp"

namespace gestor::contabilidad {

struct PeriodoViewModel {
    Ejercicio ejercicio;
    MesContable mes;
    EstadoPeriodo estado;
    Booleano cerradoPorDias;  // closed by `diasCierre`, not by hand
    Cadena motivo;            // reason, user and moment of the last change
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
    std::optional<Fecha> fecha;  // day of the shareholders' meeting that transfers the result to earlier years
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
    IdOCero polizaId;  // 0: no amount to post
    IdOCero polizaTraspasoId;
    std::optional<Fecha> fechaTraspaso;  // day on which the result is transferred to earlier years
};
DTO(EjercicioViewModel, ejercicio, estado, resultado, polizaId, polizaTraspasoId, fechaTraspaso)

struct MesDeEjercicio {
    AnioContable ejercicio;
    Mes mes;
};
DTO(MesDeEjercicio, ejercicio, mes)

// AsuntoRevision: a matter to review before a month is closed. A blocking matter keeps the month open.
using AsuntoRevision =
    Opcion<"MesSinTerminar", "MesesAnterioresAbiertos", "ConteosAbiertos", "RutasSinValidar", "IvaDesactualizado",
           "IvaSinAcreditar", "IvaSinDeterminar", "IepsDesactualizado", "IepsSinAcreditar", "IepsSinDeterminar",
           "RevaluacionSinHacer", "CancelacionesEnProceso", "BancosSinConciliar", "PorFacturarAntiguo",
           "ProveedoresSinTipoOperacion", "CuentasDeImpuestoConSignoContrario", "CfdiSinDocumento",
           "CfdiCanceladosEnSat", "ComprasSinCfdi", "PueSinPagar", "PpdSinReciboDePago", "RecibosSinEgreso",
           "ProveedoresEn69B">;
struct RevisionAsunto {
    AsuntoRevision asunto;
    Booleano bloquea;
    Entero<1, 1000000000> cuantos;
    IdOCero ejemploId;  // id of the record in `ejemplo`; 0: the matter is a month
    Cadena ejemplo;
};
DTO(RevisionAsunto, asunto, bloquea, cuantos, ejemploId, ejemplo)
struct RevisionViewModel {
    AnioContable anio;
    Mes mes;
    EstadoPeriodo estado;
    Booleano puedeCerrarse;  // no matter keeps the month open
    std::vector<RevisionAsunto> asuntos;
};
DTO(RevisionViewModel, anio, mes, estado, puedeCerrarse, asuntos)

// PolizaVigente: a póliza that was not reversed.
struct PolizaVigente {
    Id id;
};
DTO(PolizaVigente, id)

// SaldoPorDestino: balance of an account, debit less credit, of one branch, project and cost center.
struct SaldoPorDestino {
    Id cuentaId;
    IdOCero sucursalId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    Dinero saldo;
};
DTO(SaldoPorDestino, cuentaId, sucursalId, proyectoId, centroCostoId, saldo)

}  // namespace gestor::contabilidad
