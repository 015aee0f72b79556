#pragma once
// Money of customers in the body: deposits, advances, and their assignment to documents.
#include "domain/bancos/cobros/tipos_depositos.hpp"
#include "domain/motor/cartera/depositos.hpp"

namespace gestor::bancos {

struct AplicacionPedida {
    Id transaccionId;          // the sales document
    Positivo<Dinero> importe;  // in the currency of the document
    std::optional<Positivo<TipoCambio>> tipoCambio;
    static constexpr std::string_view sin_ejemplo[] = {"tipoCambio"};
};
DTO(AplicacionPedida, transaccionId, importe, tipoCambio)
using AplicacionesPedidas = Lista<AplicacionPedida, 1, 1'000>;
using AplicacionesOpcionales = Lista<AplicacionPedida, 0, 1'000>;

struct PartidaDeposito {
    Id conceptoId;
    Positivo<Dinero> importe;  // taxes included
    std::optional<Notas> notas;
};
DTO(PartidaDeposito, conceptoId, importe, notas)

struct DepositoNuevo : EncabezadoNuevo {
    Id cuentaId;
    Id formaPagoId;
    std::optional<Id> contactoId;  // contactoId or codigoContacto; absent: the contact of the paid documents
    std::optional<Clave> codigoContacto;
    Defecto<Opcion<"Cobranza", "Concepto">, "Cobranza"> tipo;
    Positivo<Dinero> importe;
    std::optional<ReferenciaPago> referencia;
    std::optional<Id> almacenId;  // the truck of the route that collected
    AplicacionesOpcionales aplicaciones;
    Lista<PartidaDeposito, 0, 100> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"codigoContacto", "almacenId", "aplicaciones", "partidas"};
};
DTO_DE((EncabezadoNuevo), DepositoNuevo, cuentaId, formaPagoId, contactoId, codigoContacto, tipo, importe, referencia,
       almacenId, aplicaciones, partidas)
void validar(DepositoNuevo const& nuevo, Fallas& fallas);

struct AnticipoNuevo : EncabezadoNuevo {
    std::optional<Id> clienteId;  // clienteId or codigoCliente; absent: the customer of the order
    std::optional<Clave> codigoCliente;
    Id cuentaId;
    Id formaPagoId;
    Positivo<Dinero> importe;
    std::optional<NoNegativo<Tasa>> tasaIva;  // absent: the rate of the branch
    Defecto<Booleano, "false"> exentoIva;
    std::optional<ReferenciaPago> referencia;
    std::optional<Id> almacenId;  // the truck of the route that collected
    std::optional<Id> transaccionIdPedido;
    static constexpr std::string_view sin_ejemplo[] = {"codigoCliente", "exentoIva", "almacenId",
                                                       "transaccionIdPedido"};
};
DTO_DE((EncabezadoNuevo), AnticipoNuevo, clienteId, codigoCliente, cuentaId, formaPagoId, importe, tasaIva, exentoIva,
       referencia, almacenId, transaccionIdPedido)
void validar(AnticipoNuevo const& nuevo, Fallas& fallas);

struct DepositoResultado : TransaccionResultado {
    Dinero importePorAsignar;
    std::vector<DepositoAplicacion> aplicaciones;
};
DTO_DE((TransaccionResultado), DepositoResultado, importePorAsignar, aplicaciones)

struct AsignacionNueva {
    Id transaccionId;  // deposit, advance, return or credit note
    std::optional<FechaDocumento> fecha;
    AplicacionesPedidas aplicaciones;
    static constexpr std::string_view sin_ejemplo[] = {"fecha"};
};
DTO(AsignacionNueva, transaccionId, fecha, aplicaciones)
void validar(AsignacionNueva const& nueva, Fallas& fallas);

struct FacturaAfectada {  // a document whose balance the payment changed
    Id transaccionId;
    Cadena folio;
    Dinero saldoAnterior;
    Dinero importe;
    Dinero saldo;
    Cadena estado;
};
DTO(FacturaAfectada, transaccionId, folio, saldoAnterior, importe, saldo, estado)

struct DepositoAsignado : Vista<DepositoViewModel> {
    std::vector<FacturaAfectada> facturas;
};
DTO_DE((Vista<DepositoViewModel>), DepositoAsignado, facturas)

struct DepositoCancelado : TransaccionResultado {
    std::vector<FacturaAfectada> facturasAfectadas;
};
DTO_DE((TransaccionResultado), DepositoCancelado, facturasAfectadas)

struct AsignacionCancelada : TransaccionResultado {
    std::vector<FacturaAfectada> facturasAfectadas;
};
DTO_DE((TransaccionResultado), AsignacionCancelada, facturasAfectadas)

struct CancelacionDeposito {
    std::optional<Texto<250>> motivo;
};
DTO(CancelacionDeposito, motivo)

}  // namespace gestor::bancos
