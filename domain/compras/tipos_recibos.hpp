#pragma once
// Payment receipts (CFDI P) of suppliers in the answers: a row for each invoice that a receipt says is paid.
#include "domain/motor/tipos.hpp"

namespace gestor::compras {

struct ReciboDePagoViewModel {
    Id reciboDePagoId;
    Cadena uuid;
    Cadena rfc;
    FechaHora fechaPago;
    Cadena uuidFactura;
    IdOCero transaccionIdCompra;  // 0: the invoice is not registered
    Cadena folioCompra;
    Entero<1, 1'000'000> parcialidad;
    Cadena moneda;  // of the invoice, as the amounts are
    Dinero saldoAnterior;
    Dinero importe;
    Dinero saldoInsoluto;
    IdOCero transaccionIdEgreso;  // the first; 0: no payment of ours
    Cadena folioEgreso;           // of all, between commas
    Id archivoId;
    Cadena sustituidoPor;
};
DTO(ReciboDePagoViewModel, reciboDePagoId, uuid, rfc, fechaPago, uuidFactura, transaccionIdCompra, folioCompra,
    parcialidad, moneda, saldoAnterior, importe, saldoInsoluto, transaccionIdEgreso, folioEgreso, archivoId,
    sustituidoPor)

struct RecibosDePagoFiltro {
    std::optional<Fecha> fechaInicial;  // of the payment
    std::optional<Fecha> fechaFinal;
    std::optional<Booleano> sinEgreso;
};
DTO(RecibosDePagoFiltro, fechaInicial, fechaFinal, sinEgreso)

}  // namespace gestor::compras
