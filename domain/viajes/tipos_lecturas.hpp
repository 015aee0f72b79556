#pragma once
// Documents of a booking, in the answers.
#include "domain/ventas/ofrece.hpp"

namespace gestor::viajes {

// ---- the set of a booking ----
struct Pasajero {
    Cadena nombre;
    Cadena tipo;
};
DTO(Pasajero, nombre, tipo)

struct ServicioDeViaje {
    Id consecutivo;
    IdOCero transaccionId;  // invoice that charged the service; 0: not charged yet
    Cadena tipo;
    IdOCero proveedorId;
    Cadena proveedor;
    Cadena descripcion;
    std::optional<Fecha> fechaInicio;
    std::optional<Fecha> fechaFin;
    Cadena moneda;
    Dinero tarifa;
    Dinero impuestosAereos;
    Dinero comision;
};
DTO(ServicioDeViaje, consecutivo, transaccionId, tipo, proveedorId, proveedor, descripcion, fechaInicio, fechaFin,
    moneda, tarifa, impuestosAereos, comision)

struct DocumentoDeExpediente : DocRel {
    Dinero saldo;
    Cadena moneda;
    Cadena estado;
};
DTO_DE((DocRel), DocumentoDeExpediente, saldo, moneda, estado)

// EncabezadoDeExpediente: sums in pesos, without cancelled documents.
struct EncabezadoDeExpediente {
    Id expedienteId;
    Cadena booking;
    Cadena localizador;
    IdOCero clienteId;
    Cadena codigoCliente;
    Cadena cliente;
    Cadena rfc;
    std::optional<Fecha> fechaInicioViaje;
    std::optional<Fecha> fechaFinViaje;
    Cadena estado;
    Dinero totalFacturado;
    Dinero totalGastos;
    Dinero totalCobrado;
    Dinero totalPagado;
    Dinero utilidad;
};
DTO(EncabezadoDeExpediente, expedienteId, booking, localizador, clienteId, codigoCliente, cliente, rfc,
    fechaInicioViaje, fechaFinViaje, estado, totalFacturado, totalGastos, totalCobrado, totalPagado, utilidad)

struct ExpedienteViaje : EncabezadoDeExpediente {
    std::vector<Pasajero> pasajeros;
    std::vector<ServicioDeViaje> servicios;
    std::vector<DocumentoDeExpediente> documentos;
};
DTO_DE((EncabezadoDeExpediente), ExpedienteViaje, pasajeros, servicios, documentos)

struct ExpedienteFiltro {
    std::optional<ReferenciaExterna> booking;  // booking, or expedienteId
    std::optional<Id> expedienteId;
};
DTO(ExpedienteFiltro, booking, expedienteId)
void validar(ExpedienteFiltro const& filtro, Fallas& fallas);

// ---- documents by id ----
struct DocumentoDeViaje : DocRel {
    Cadena moneda;
    Dinero saldo;
    Cadena booking;
    Id expedienteId;
    Cadena uuid;
    std::vector<Archivo> archivos;
};
DTO_DE((DocRel), DocumentoDeViaje, moneda, saldo, booking, expedienteId, uuid, archivos)

// ---- invoices ----
struct FacturaViajeViewModel : ventas::FacturaVentaViewModel {
    Cadena booking;
    IdOCero expedienteId;
    Cadena localizador;
    std::optional<Fecha> fechaInicioViaje;
    std::optional<Fecha> fechaFinViaje;
    Dinero totalTerceros;
    Dinero totalPropio;
};
DTO_DE((ventas::FacturaVentaViewModel), FacturaViajeViewModel, booking, expedienteId, localizador, fechaInicioViaje,
       fechaFinViaje, totalTerceros, totalPropio)

struct FacturaViajeFiltro : ventas::VentaFiltro {
    std::optional<ventas::EstadoFactura> estado;
    std::optional<ReferenciaExterna> booking;
    std::optional<Id> expedienteId;
};
DTO_DE((ventas::VentaFiltro), FacturaViajeFiltro, estado, booking, expedienteId)

}  // namespace gestor::viajes
