#pragma once
// Write-off: a debt, or a part of it, that will not be collected.
#include "domain/motor/encabezado.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor::cartera {

struct IncobrableNueva {
    Id transaccionId;                     // the document that is owed
    Positivo<Dinero> importe;             // in its currency
    TextoReq<250> motivo;                 // why nobody will collect it
    std::optional<FechaDocumento> fecha;  // absent: now, in the branch of the document
    Defecto<Booleano, "false"> cancelaIva;
    static constexpr std::string_view sin_ejemplo[] = {"fecha"};
};
DTO(IncobrableNueva, transaccionId, importe, motivo, fecha, cancelaIva)

struct DeudaIncobrable {  // the document that was owed, as it is now
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    Dinero total;
    Dinero saldo;
    Cadena estado;
};
DTO(DeudaIncobrable, transaccionId, tipoDocumento, folio, total, saldo, estado)

// Its amounts are the share of each tax in what was owed.
struct IncobrableViewModel : Trx, Cli, Imp {
    Cadena motivo;
    Booleano cancelaIva;
    Dinero perdidaMXN;              // what was charged to the loss,
    Dinero impuestosCanceladosMXN;  // and what of the debt was none
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
