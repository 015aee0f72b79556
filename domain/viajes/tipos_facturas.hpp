#pragma once
// Invoices of a travel agency to its customers, in the body. Two versions: the second has services, payments and any
// currency.
#include "domain/motor/captura/receptor.hpp"
#include "domain/motor/cartera/depositos.hpp"
#include "domain/ventas/ofrece.hpp"

namespace gestor::viajes {

struct PasajeroNuevo {
    TextoReq<250> nombre;
    std::optional<Texto<30>> tipo;
};
DTO(PasajeroNuevo, nombre, tipo)

struct Tercero {  // Tercero: third party of the CFDI: all members, or none
    std::optional<Rfc> rfcTercero;
    std::optional<Texto<300>> nombreTercero;
    std::optional<ClaveRegimenFiscal> regimenFiscalTercero;
    std::optional<CodigoPostal> codigoPostalTercero;
};
DTO(Tercero, rfcTercero, nombreTercero, regimenFiscalTercero, codigoPostalTercero)

struct PartidaDeViaje : Tercero {
    std::optional<Id> conceptoId;  // one of conceptoId and claveServicio
    std::optional<ClaveProductoServicio> claveServicio;
    TextoReq<1000> descripcion;
    Defecto<Positivo<Cantidad>, "1"> cantidad;
    Positivo<Precio> precioUnitario;
    Defecto<NoNegativo<Importe>, "0"> descuento;
    std::optional<NoNegativo<Tasa>> tasaIva;  // absent: the concept's rate; with claveServicio, the general rate
    Defecto<Booleano, "false"> exentoIva;
    Defecto<Booleano, "false"> esTercero;  // charged for a third party: no income and no tax of ours
    static constexpr std::string_view sin_ejemplo[] = {
        "conceptoId", "tasaIva", "rfcTercero", "nombreTercero", "regimenFiscalTercero", "codigoPostalTercero"};
};
DTO_DE((Tercero), PartidaDeViaje, conceptoId, claveServicio, descripcion, cantidad, precioUnitario, descuento, tasaIva,
       exentoIva, esTercero)

struct ViajeVendido : EncabezadoNuevo, DatosFiscales {  // ViajeVendido: members of both versions
    std::optional<Id> clienteId;                        // one of clienteId, codigoCliente and cliente
    std::optional<Clave> codigoCliente;
    std::optional<ventas::ClienteDeFactura> cliente;
    TextoReq<60> booking;
    std::optional<Texto<60>> localizador;
    std::optional<Fecha> fechaInicioViaje;
    std::optional<Fecha> fechaFinViaje;
    Lista<PasajeroNuevo, 0, 500> pasajeros;
    static constexpr std::string_view sin_ejemplo[] = {"codigoCliente", "cliente"};
};
DTO_DE((EncabezadoNuevo, DatosFiscales), ViajeVendido, clienteId, codigoCliente, cliente, booking, localizador,
       fechaInicioViaje, fechaFinViaje, pasajeros)

struct FacturaDeViajeNueva : ViajeVendido {
    Lista<PartidaDeViaje, 1, 1'000> partidas;
};
DTO_DE((ViajeVendido), FacturaDeViajeNueva, partidas)
void validar(FacturaDeViajeNueva const& f, Fallas& fallas);

// ---- version 2 ----
struct ServicioNuevo {
    Opcion<"Hotel", "Aereo", "Traslado", "Tour", "Seguro", "Otro"> tipo;
    std::optional<Id> proveedorId;  // proveedorId or codigoProveedor
    std::optional<Clave> codigoProveedor;
    std::optional<Texto<900>> descripcion;
    std::optional<Fecha> fechaInicio;
    std::optional<Fecha> fechaFin;
    // charged for the supplier of the service, unless lines tell the charges
    Defecto<NoNegativo<Dinero>, "0"> tarifa;
    Defecto<NoNegativo<Dinero>, "0"> impuestosAereos;  // charged for the supplier of the service; no object of VAT
    Defecto<NoNegativo<Dinero>, "0"> comision;         // our commission
    Lista<PartidaDeViaje, 0, 100> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"proveedorId", "codigoProveedor", "partidas"};
};
DTO(ServicioNuevo, tipo, proveedorId, codigoProveedor, descripcion, fechaInicio, fechaFin, tarifa, impuestosAereos,
    comision, partidas)

struct PagoDeFactura {
    std::optional<Fecha> fechaPago;  // absent: today, or the invoice's day when it is later
    Id formaPagoId;
    Id cuentaId;
    Positivo<Dinero> importe;
    std::optional<Texto<3>> moneda;                  // absent: currency of the invoice
    std::optional<Positivo<TipoCambio>> tipoCambio;  // rate of the currency that is not pesos
    std::optional<ReferenciaPago> referencia;
};
DTO(PagoDeFactura, fechaPago, formaPagoId, cuentaId, importe, moneda, tipoCambio, referencia)

struct RetencionesPedidas {  // RetencionesPedidas: withholdings that the customer makes
    Defecto<Booleano, "false"> iva;
    Defecto<Booleano, "false"> isr;
};
DTO(RetencionesPedidas, iva, isr)

struct FacturaDeViajeV2Nueva : ViajeVendido {
    Lista<PartidaDeViaje, 0, 1'000> partidas;
    Lista<ServicioNuevo, 0, 100> servicios;
    Lista<PagoDeFactura, 0, 20> pagos;
    std::optional<RetencionesPedidas> retenciones;  // absent: by the rules for company and person
    Defecto<Booleano, "true"> facturar;             // false: only the file is stored
    static constexpr std::string_view sin_ejemplo[] = {"pagos", "retenciones"};
};
DTO_DE((ViajeVendido), FacturaDeViajeV2Nueva, partidas, servicios, pagos, retenciones, facturar)
void validar(FacturaDeViajeV2Nueva const& f, Fallas& fallas);

struct FacturaDeViajeCreada : TransaccionResultado {
    Id expedienteId;
    Cadena booking;
};
DTO_DE((TransaccionResultado), FacturaDeViajeCreada, expedienteId, booking)

struct DepositoDeFactura {
    Id transaccionId;
    Cadena folio;
    Dinero importe;
};
DTO(DepositoDeFactura, transaccionId, folio, importe)

// FacturaDeViajeV2Creada: with facturar false, the ids are those of the expediente
struct FacturaDeViajeV2Creada : FacturaDeViajeCreada {
    std::vector<DepositoDeFactura> depositos;
};
DTO_DE((FacturaDeViajeCreada), FacturaDeViajeV2Creada, depositos)

}  // namespace gestor::viajes
