#pragma once
// Write-off: a debt, or a part of a debt, that will not be collected.
#include "domain/motor/captura/encabezado.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor::cartera {

struct IncobrableNueva {
    Id transaccionId;                     // the debt
    Positivo<Dinero> importe;             // in the currency of the document
    TextoReq<250> motivo;                 // reason of the write-off
    std::optional<FechaDocumento> fecha;  // absent: now, in the branch of the document
    Defecto<Booleano, "true"> cancelaIva;
    static constexpr std::string_view sin_ejemplo[] = {"fecha"};
};
DTO(IncobrableNueva, transaccionId, importe, motivo, fecha, cancelaIva)

struct DeudaIncobrable {  // DeudaIncobrable: present state of the written-off document
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    Dinero total;
    Dinero saldo;
    Cadena estado;
};
DTO(DeudaIncobrable, transaccionId, tipoDocumento, folio, total, saldo, estado)

// IncobrableViewModel: its tax amounts are the share of each tax in the debt.
struct IncobrableViewModel : Trx, Cli, Imp {
    Cadena motivo;
    Booleano cancelaIva;
    Dinero perdidaMXN;              // charged to the loss account
    Dinero impuestosCanceladosMXN;  // taxes of the debt that are cancelled; they are no part of the loss
    DeudaIncobrable documento;
};
DTO_DE((Trx, Cli, Imp), IncobrableViewModel, motivo, cancelaIva, perdidaMXN, impuestosCanceladosMXN, documento)

struct IncobrableFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> clienteId;
    std::optional<Opcion<"Aplicado", "Cancelado">> estado;
    std::optional<Busqueda> busqueda;
};
DTO(IncobrableFiltro, fechaInicial, fechaFinal, sucursalId, clienteId, estado, busqueda)
void validar(IncobrableFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::cartera
