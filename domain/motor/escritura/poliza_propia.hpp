#pragma once
// Póliza without a document: made by hand, or by a closing. The month is locked like that of a document
// (EnPeriodo::asentar), and the same statement stores it.
#include "domain/motor/escritura/plan.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// LineaPropia: a line with its own branch, project and cost center; a document's lines take them from the document.
struct LineaPropia : LineaPoliza {
    Cadena concepto;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> centroCostoId;
    std::optional<Id> contactoId;  // customer, supplier or other third party of the line
    Cadena uuid;                   // fiscal folio of the CFDI that supports the line
};
DTO_DE((LineaPoliza), LineaPropia, concepto, sucursalId, proyectoId, centroCostoId, contactoId, uuid)

using OrigenPoliza =
    Opcion<"Documento", "Apertura", "Manual", "Cierre", "DeterminacionIva", "DeterminacionIeps", "Revaluacion">;
using MesContable = Entero<1, 13>;  // MesContable: 1 to 12; 13 is the closing of the year, on its last day

struct CabeceraPropia {
    IdOCero polizaId;  // set by the function that posts the póliza
    TipoPoliza tipo;
    IdOCero reversaDe;  // stored póliza that this one reverses
    OrigenPoliza origen;
    Fecha fecha;
    std::optional<MesContable> mes;  // absent: the month of `fecha`
    Cadena concepto;
};
DTO(CabeceraPropia, polizaId, tipo, reversaDe, origen, fecha, mes, concepto)
struct PolizaPropia : CabeceraPropia {
    std::vector<LineaPropia> lineas;
    Cadena motivo{};  // reason of a reversal
};
DTO_DE((CabeceraPropia), PolizaPropia, lineas, motivo)

// Debit less credit; posting requires 0.
Dinero descuadre(PolizaPropia const& poliza);
// The stored póliza. Absent when no póliza has this id, or a document made it.
std::optional<PolizaPropia> poliza_propia(Lectura& db, Id id);
// Reversal: the same lines, debit and credit swapped.
PolizaPropia inversa(PolizaPropia const& guardada, Fecha fecha);

}  // namespace gestor
