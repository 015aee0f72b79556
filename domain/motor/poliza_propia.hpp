#pragma once
// A póliza that comes from no document: made by hand, or by a closing. Its month is locked as a document's is
// (EnPeriodo::asentar), and the statement that stores it is the same.
#include "domain/motor/plan.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// A document's lines take the rest from it.
struct LineaPropia : LineaPoliza {
    Cadena concepto;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> centroCostoId;
    std::optional<Id> contactoId;  // the third party
    Cadena uuid;                   // of the CFDI that it stands on
};
DTO_DE((LineaPoliza), LineaPropia, concepto, sucursalId, proyectoId, centroCostoId, contactoId, uuid)

using OrigenPoliza =
    Opcion<"Documento", "Apertura", "Manual", "Cierre", "DeterminacionIva", "DeterminacionIeps", "Revaluacion">;
using MesContable = Entero<1, 13>;  // 13: the closing of the year, dated its last day

struct CabeceraPropia {
    IdOCero polizaId;  // given by whoever posts it
    TipoPoliza tipo;
    IdOCero reversaDe;  // the stored one that this turns round
    OrigenPoliza origen;
    Fecha fecha;
    std::optional<MesContable> mes;  // none: that of the date
    Cadena concepto;
};
DTO(CabeceraPropia, polizaId, tipo, reversaDe, origen, fecha, mes, concepto)
struct PolizaPropia : CabeceraPropia {
    std::vector<LineaPropia> lineas;
    Cadena motivo{};  // why it turns another round
};
DTO_DE((CabeceraPropia), PolizaPropia, lineas, motivo)

// Debit less credit: zero, or it is not to be posted.
Dinero descuadre(PolizaPropia const& poliza);
// As it is stored; none of that number, or it is a document's: nothing.
std::optional<PolizaPropia> poliza_propia(Lectura& db, Id id);
// The same lines with debit and credit swapped.
PolizaPropia inversa(PolizaPropia const& guardada, Fecha fecha);

}  // namespace gestor
