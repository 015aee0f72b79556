#pragma once
// Deposits in the answers, advances of customers included.
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::bancos {

using TipoDeposito = Opcion<"Cobranza", "Anticipo", "Concepto", "Ruta", "Traspaso">;

struct DepositoPartida {
    Id numeroPartida;
    IdOCero conceptoId;
    Cadena concepto;
    IdOCero transaccionIdVenta;
    Cadena folioVenta;
    Dinero importe;  // taxes included
    Dinero iva;
    Cadena notas;
};
DTO(DepositoPartida, numeroPartida, conceptoId, concepto, transaccionIdVenta, folioVenta, importe, iva, notas)

struct DepositoAplicacion {
    Id consecutivo;
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    FechaHora fecha;
    Dinero importe;        // in the currency of the document that was paid
    Dinero importeMoneda;  // in the currency of the deposit
    TipoCambio tipoCambio;
    Dinero ivaCobrado;
};
DTO(DepositoAplicacion, consecutivo, transaccionId, tipoDocumento, folio, fecha, importe, importeMoneda, tipoCambio,
    ivaCobrado)

struct AplicacionRegistrada : DepositoAplicacion {
    Cadena usuario;
    std::optional<FechaHora> fechaRegistro;  // absent: registered before the column existed
};
DTO_DE((DepositoAplicacion), AplicacionRegistrada, usuario, fechaRegistro)

struct DepositoViewModel : Trx {
    IdOCero cuentaId;  // 0: a note, assigned like a deposit
    Cadena cuenta;
    IdOCero formaPagoId;
    Cadena forma;
    Cadena claveSAT33;
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
    Cadena referencia;
    Dinero importe;
    Dinero importeAsignado;
    Dinero importePorAsignar;
    TipoDeposito tipo;
    Booleano conciliado;
    std::vector<DepositoPartida> partidas;
    std::vector<AplicacionRegistrada> aplicaciones;
    std::vector<Archivo> archivos;
    Cadena uuid;
    std::optional<FechaHora> fechaTimbrado;
};
DTO_DE((Trx), DepositoViewModel, cuentaId, cuenta, formaPagoId, forma, claveSAT33, contactoId, contacto, rfc,
       referencia, importe, importeAsignado, importePorAsignar, tipo, conciliado, partidas, aplicaciones, archivos,
       uuid, fechaTimbrado)

struct DepositoFiltro {
    std::optional<Id> cuentaId;
    std::optional<Id> clienteId;
    std::optional<Opcion<"Pendiente", "Parcial", "Asignado", "Aplicado", "Cancelado">> estado;
    std::optional<TipoDeposito> tipo;
    std::optional<Id> formaPagoId;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    Defecto<Booleano, "false"> soloPorAsignar;
    std::optional<Busqueda> busqueda;
};
DTO(DepositoFiltro, cuentaId, clienteId, estado, tipo, formaPagoId, fechaInicial, fechaFinal, soloPorAsignar, busqueda)
void validar(DepositoFiltro const& filtro, Fallas& fallas);

struct DepositoFechasFiltro {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<Id> cuentaId;
    std::optional<Id> sucursalId;
    Defecto<Booleano, "false"> incluirCancelados;
};
DTO(DepositoFechasFiltro, fechaInicial, fechaFinal, cuentaId, sucursalId, incluirCancelados)
void validar(DepositoFechasFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::bancos
