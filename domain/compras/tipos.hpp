#pragma once
// Purchase documents in the answers: order, invoice, remission, landed cost, quotation of a supplier.
#include "domain/motor/tipos.hpp"
#include "domain/valores/fiscal.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::compras {

// ---- filters of the lists ----
struct CompraFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> proveedorId;
    std::optional<IdCatalogo> monedaId;
    std::optional<Busqueda> busqueda;
};
DTO(CompraFiltro, fechaInicial, fechaFinal, sucursalId, proveedorId, monedaId, busqueda)
void validar(CompraFiltro const& filtro, Fallas& fallas);

using EstadoPorPagar = Opcion<"Pendiente", "Parcial", "Pagado", "Cancelado">;

// ---- order ----
using EstadoOrdenCompra = Opcion<"Pendiente", "Autorizado", "Parcial", "Recibido", "Cancelado">;

struct PartidaOrdenCompra : Partida {
    Cantidad cantidadRecibida;
    Cantidad cantidadPendiente;
};
DTO_DE((Partida), PartidaOrdenCompra, cantidadRecibida, cantidadPendiente)

struct OrdenCompraViewModel : Trx, Prov, Imp {
    std::optional<FechaHora> entregaFecha;
    IdOCero almacenId;
    Cadena condicionesPago;
    Cadena autorizadoPor;
    std::optional<FechaHora> fechaAutorizacion;
    Cadena notasAutorizacion;
    Porcentaje porcentajeRecibido;
    std::vector<PartidaOrdenCompra> partidas;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
};
DTO_DE((Trx, Prov, Imp), OrdenCompraViewModel, entregaFecha, almacenId, condicionesPago, autorizadoPor,
       fechaAutorizacion, notasAutorizacion, porcentajeRecibido, partidas, archivos, documentosRelacionados)

struct OrdenCompraFiltro : CompraFiltro {
    std::optional<EstadoOrdenCompra> estado;
    Defecto<Booleano, "false"> porRecibir;
    Defecto<Booleano, "true"> incluirPartidas;
};
DTO_DE((CompraFiltro), OrdenCompraFiltro, estado, porRecibir, incluirPartidas)

struct OrdenCompraDesdeFiltro {
    std::optional<Id> sucursalId;
    std::optional<EstadoOrdenCompra> estado;
};
DTO(OrdenCompraDesdeFiltro, sucursalId, estado)

// ---- invoice ----
struct PagoDeCompra {
    Id consecutivo;
    Id transaccionId;
    Cadena folio;
    FechaHora fecha;
    Cadena forma;
    Cadena cuenta;
    Dinero importe;  // applied to the invoice, in the invoice's currency
};
DTO(PagoDeCompra, consecutivo, transaccionId, folio, fecha, forma, cuenta, importe)

struct GastoDeCompra {
    Id transaccionId;
    Cadena folio;
    Cadena concepto;
    Dinero importe;  // before tax, in the currency of the landed cost
};
DTO(GastoDeCompra, transaccionId, folio, concepto, importe)

struct PartidaFacturaCompra : Partida {
    Importe ivaNoAcreditable;
};
DTO_DE((Partida), PartidaFacturaCompra, ivaNoAcreditable)

struct FacturaCompraViewModel : Trx, Prov, Imp, Fis {
    Cadena serieProveedor;
    Cadena folioProveedor;
    std::optional<Fecha> fechaProveedor;
    std::optional<Fecha> fechaVencimiento;
    IdOCero almacenId;
    IdOCero transaccionIdOrden;
    Dinero ivaNoAcreditable;  // part of iva that is cost or expense
    std::vector<Id> recepciones;
    std::vector<PartidaFacturaCompra> partidas;
    std::vector<PagoDeCompra> pagos;
    std::vector<GastoDeCompra> gastosSobreCompra;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
};
DTO_DE((Trx, Prov, Imp, Fis), FacturaCompraViewModel, serieProveedor, folioProveedor, fechaProveedor, fechaVencimiento,
       almacenId, transaccionIdOrden, ivaNoAcreditable, recepciones, partidas, pagos, gastosSobreCompra, archivos,
       documentosRelacionados)

struct FacturaCompraFiltro : CompraFiltro {
    std::optional<EstadoPorPagar> estado;
    std::optional<Uuid> uuid;
    Defecto<Booleano, "false"> soloConSaldo;
    Defecto<Booleano, "true"> incluirPartidas;
};
DTO_DE((CompraFiltro), FacturaCompraFiltro, estado, uuid, soloConSaldo, incluirPartidas)

// ---- remission: a supplier's to us, or ours to a customer; of the two counterparts it has the one of its side ----
using OrigenRemision = Opcion<"Compra", "Venta">;

struct ContraparteRemision {
    IdOCero proveedorId;
    Cadena codigoProveedor;
    Cadena proveedor;
    IdOCero clienteId;
    Cadena codigoCliente;
    Cadena cliente;
    Cadena rfc;
    OrigenRemision origen;
};
DTO(ContraparteRemision, proveedorId, codigoProveedor, proveedor, clienteId, codigoCliente, cliente, rfc, origen)

struct NotaRemisionViewModel : Trx, ContraparteRemision, Imp {
    Cadena uuid;
    std::optional<FechaHora> fechaTimbrado;
    IdOCero transaccionIdOrden;
    IdOCero transaccionIdFactura;
    std::vector<Partida> partidas;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
};
DTO_DE((Trx, ContraparteRemision, Imp), NotaRemisionViewModel, uuid, fechaTimbrado, transaccionIdOrden,
       transaccionIdFactura, partidas, archivos, documentosRelacionados)

struct NotaRemisionFiltro : CompraFiltro {
    std::optional<Opcion<"Pendiente", "Parcial", "Facturado", "Cancelado">> estado;
    std::optional<Id> clienteId;
    Defecto<OrigenRemision, "Compra"> origen;
    Defecto<Booleano, "false"> porFacturar;
};
DTO_DE((CompraFiltro), NotaRemisionFiltro, estado, clienteId, origen, porFacturar)

// ---- landed cost ----
// DistribucionDeGasto: the share of a landed cost of one purchase line. Costs are in pesos per base unit, before and
// after this landed cost.
struct DistribucionDeGasto {
    IdOCero productoId;
    Cadena codigo;
    Cadena descripcion;
    Cantidad cantidad;
    Importe importeAsignado;
    Costo costoUnitarioAnterior;
    Costo costoUnitarioNuevo;
};
DTO(DistribucionDeGasto, productoId, codigo, descripcion, cantidad, importeAsignado, costoUnitarioAnterior,
    costoUnitarioNuevo)

struct IvaImportacion {  // without importation: 0 and ""
    Dinero base;
    Dinero importe;
    Cadena pedimento;
};
DTO(IvaImportacion, base, importe, pedimento)

struct GastoSobreCompraViewModel : Trx, Prov, Imp {
    Cadena uuid;
    Dinero importe;
    Cadena baseProrrateo;
    IdOCero transaccionIdCompra;
    Cadena folioCompra;
    IdOCero conceptoId;
    Cadena concepto;
    Dinero ivaNoAcreditable;
    IvaImportacion ivaImportacion;
    std::vector<DistribucionDeGasto> distribucion;
};
DTO_DE((Trx, Prov, Imp), GastoSobreCompraViewModel, uuid, importe, baseProrrateo, transaccionIdCompra, folioCompra,
       conceptoId, concepto, ivaNoAcreditable, ivaImportacion, distribucion)

struct GastoSobreCompraFiltro : CompraFiltro {
    std::optional<EstadoPorPagar> estado;
    std::optional<Id> transaccionIdCompra;
};
DTO_DE((CompraFiltro), GastoSobreCompraFiltro, estado, transaccionIdCompra)

// ---- quotation ----
struct CotizacionProveedorViewModel : Trx, Prov, Imp {
    std::optional<Fecha> vigenciaFecha;
    std::vector<Partida> partidas;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
};
DTO_DE((Trx, Prov, Imp), CotizacionProveedorViewModel, vigenciaFecha, partidas, archivos, documentosRelacionados)

struct CotizacionProveedorFiltro {
    std::optional<Id> sucursalId;
    std::optional<Id> proveedorId;
    std::optional<Id> cotizacionId;
};
DTO(CotizacionProveedorFiltro, sucursalId, proveedorId, cotizacionId)

}  // namespace gestor::compras
