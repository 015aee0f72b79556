#pragma once
// Purchases as they are sent: order, invoice, landed cost; and what each answers.
#include "domain/motor/devolucion.hpp"
#include "domain/motor/papel.hpp"
#include "domain/valores/fiscal.hpp"

namespace gestor::compras {

// A line of what is ordered or quoted: no list says what it costs.
struct PartidaConCosto {
    std::optional<Id> productoId;  // or codigo, or conceptoId
    std::optional<Clave> codigo;
    std::optional<Id> conceptoId;
    std::optional<Texto<1000>> descripcion;
    Positivo<Cantidad> cantidad;
    std::optional<Id> unidadMedidaId;
    NoNegativo<Precio> precioUnitario;  // before tax
    Defecto<NoNegativo<Importe>, "0"> descuento;
    std::optional<Id> almacenId;
    std::optional<Id> proyectoId;
    std::optional<Id> centroCostoId;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"codigo",    "conceptoId", "unidadMedidaId",
                                                       "almacenId", "proyectoId", "centroCostoId"};
    operator PartidaNueva() const;  // NOLINT: one of those
};
DTO(PartidaConCosto, productoId, codigo, conceptoId, descripcion, cantidad, unidadMedidaId, precioUnitario, descuento,
    almacenId, proyectoId, centroCostoId, notas)
using PartidasConCosto = Lista<PartidaConCosto, 1, 1'000>;

struct OrdenCompraNueva : EncabezadoNuevo {
    Id proveedorId;
    std::optional<Id> almacenId;
    std::optional<FechaHora> entregaFecha;
    std::optional<Texto<250>> condicionesPago;
    PartidasConCosto partidas;
    static constexpr std::string_view sin_ejemplo[] = {"almacenId", "entregaFecha", "condicionesPago"};
};
DTO_DE((EncabezadoNuevo), OrdenCompraNueva, proveedorId, almacenId, entregaFecha, condicionesPago, partidas)
void validar(OrdenCompraNueva const& o, Fallas& fallas);

struct CotizacionProveedorNueva : EncabezadoNuevo {
    Id proveedorId;
    Fecha vigenciaFecha;
    PartidasConCosto partidas;
};
DTO_DE((EncabezadoNuevo), CotizacionProveedorNueva, proveedorId, vigenciaFecha, partidas)
void validar(CotizacionProveedorNueva const& c, Fallas& fallas);

struct AutorizacionNueva {
    std::optional<Notas> notas;
};
DTO(AutorizacionNueva, notas)

// DatosProveedor: series, folio, date and fiscal folio of the supplier's paper.
struct DatosProveedor {
    std::optional<Texto<25>> serieProveedor;
    std::optional<Texto<40>> folioProveedor;
    std::optional<Fecha> fechaProveedor;  // the due date counts from it
    std::optional<Uuid> uuid;
    std::optional<FechaHora> fechaTimbrado;
    static constexpr std::string_view sin_ejemplo[] = {"serieProveedor", "folioProveedor", "fechaProveedor", "uuid",
                                                       "fechaTimbrado"};
};
DTO(DatosProveedor, serieProveedor, folioProveedor, fechaProveedor, uuid, fechaTimbrado)

struct PartidaRemisionNueva : PartidaNueva {
    std::optional<Id> transaccionIdOrigen;  // of a purchase: the order that it comes from
    static constexpr std::string_view sin_ejemplo[] = {"transaccionIdOrigen"};
};
DTO_DE((PartidaNueva), PartidaRemisionNueva, transaccionIdOrigen)

struct PartidaCompraNueva : PartidaNueva {
    std::optional<Id> transaccionIdOrigen;         // reception, remission or order that it comes from
    ImpuestosNuevos impuestos;                     // absent: those of the product or concept
    std::optional<Acreditamiento> acreditamiento;  // absent: the concept's
    static constexpr std::string_view sin_ejemplo[] = {"transaccionIdOrigen", "impuestos", "acreditamiento"};
};
DTO_DE((PartidaNueva), PartidaCompraNueva, transaccionIdOrigen, impuestos, acreditamiento)

// Goods with a note: a supplier's to us, to be invoiced by him; or ours to a customer, to be invoiced to him.
struct RemisionNueva : EncabezadoNuevo, DatosProveedor {
    Defecto<Opcion<"Compra", "Venta">, "Compra"> origen;
    std::optional<Id> proveedorId;  // of a purchase
    std::optional<Id> clienteId;    // of a sale
    std::optional<Id> almacenId;
    Lista<PartidaRemisionNueva, 1, 1'000> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"clienteId", "almacenId"};
};
DTO_DE((EncabezadoNuevo, DatosProveedor), RemisionNueva, origen, proveedorId, clienteId, almacenId, partidas)
void validar(RemisionNueva const& r, Fallas& fallas);

// A return to a supplier, out of the goods that he brought.
struct DevolucionProveedorNueva : EncabezadoDeCredito, DatosProveedor {
    Id transaccionIdCompra;
    TextoReq<250> motivo;
    PartidasDevueltas partidas;  // or completa
    Defecto<Booleano, "false"> completa;
    static constexpr std::string_view sin_ejemplo[] = {"completa"};
};
DTO_DE((EncabezadoDeCredito, DatosProveedor), DevolucionProveedorNueva, transaccionIdCompra, motivo, partidas, completa)
void validar(DevolucionProveedorNueva const& d, Fallas& fallas);

// A credit without goods: of a document, by its lines or by rate; or of nobody's but a contact's, by rate.
struct NotaCreditoNueva : EncabezadoNuevo, DatosProveedor {
    Opcion<"Cliente", "Proveedor"> tipo;
    std::optional<Id> contactoId;
    std::optional<Id> transaccionIdOrigen;
    TextoReq<250> motivo;
    PartidasAcreditadas partidas;
    std::optional<ImportesPorTasa> importes;
    static constexpr std::string_view sin_ejemplo[] = {"transaccionIdOrigen", "partidas"};
};
DTO_DE((EncabezadoNuevo, DatosProveedor), NotaCreditoNueva, tipo, contactoId, transaccionIdOrigen, motivo, partidas,
       importes)
void validar(NotaCreditoNueva const& n, Fallas& fallas);

using BaseProrrateo = Opcion<"Importe", "Cantidad", "Peso">;

// VAT that was paid at customs.
struct IvaImportacionDatos {
    Positivo<Dinero> base;
    Positivo<Dinero> importe;
    Pedimento pedimento;
};
DTO(IvaImportacionDatos, base, importe, pedimento)

// A cost of the goods that somebody else bills: freight, customs; or the VAT that he paid there for us.
struct GastoSobreCompraDatos : DatosProveedor {
    Id proveedorId;
    std::optional<Id> conceptoId;                       // these two of a cost,
    std::optional<Positivo<Dinero>> importe;            // before taxes
    std::optional<IvaImportacionDatos> ivaImportacion;  // or this alone
    std::optional<NoNegativo<Dinero>> iva;              // absent, these four: by the concept
    std::optional<NoNegativo<Dinero>> ieps;
    std::optional<NoNegativo<Dinero>> ivaRetenido;
    std::optional<NoNegativo<Dinero>> isrRetenido;
    std::optional<Texto<3>> moneda;
    std::optional<Positivo<TipoCambio>> tipoCambio;
    Defecto<BaseProrrateo, "Importe"> baseProrrateo;
    std::optional<Acreditamiento> acreditamiento;  // absent: the concept's
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"ivaImportacion", "iva",    "ieps",       "ivaRetenido",
                                                       "isrRetenido",    "moneda", "tipoCambio", "acreditamiento"};
};
DTO_DE((DatosProveedor), GastoSobreCompraDatos, proveedorId, conceptoId, importe, ivaImportacion, iva, ieps,
       ivaRetenido, isrRetenido, moneda, tipoCambio, baseProrrateo, acreditamiento, notas)
// `camino` goes before the names of its fields.
void validar_gasto(GastoSobreCompraDatos const& gasto, std::string const& camino, Fallas& fallas);

struct FacturaCompraNueva : EncabezadoNuevo, DatosProveedor {
    std::optional<Id> proveedorId;  // absent: whoever issued the CFDI
    std::optional<Entero<0, 3'650>> diasCredito;
    std::optional<Fecha> fechaVencimiento;
    std::optional<Id> almacenId;
    std::optional<Id> transaccionIdOrden;  // what is pending of it comes in; if all came, what of that is not invoiced
    Lista<Id, 0, 100> recepciones;         // what came in before
    Lista<Id, 0, 100> remisiones;
    Lista<PartidaCompraNueva, 0, 1'000> partidas;  // none: all that is to be invoiced of those
    std::optional<Base64<cfdi_maximo>> xmlBase64;  // what the body does not say is said here, the lines too
    std::optional<Id> conceptoId;                  // of the lines of the CFDI that are none of our products
    std::optional<Base64<pdf_maximo>> pdfBase64;
    Lista<GastoSobreCompraDatos, 0, 20> gastosSobreCompra;
    static constexpr std::string_view sin_ejemplo[] = {
        "diasCredito", "fechaVencimiento", "almacenId",  "transaccionIdOrden", "recepciones",
        "remisiones",  "xmlBase64",        "conceptoId", "pdfBase64",          "gastosSobreCompra"};
};
DTO_DE((EncabezadoNuevo, DatosProveedor), FacturaCompraNueva, proveedorId, diasCredito, fechaVencimiento, almacenId,
       transaccionIdOrden, recepciones, remisiones, partidas, xmlBase64, conceptoId, pdfBase64, gastosSobreCompra)
void validar(FacturaCompraNueva const& f, Fallas& fallas);

struct GastoSobreCompraHecho {
    Id transaccionId;
    Cadena folio;
    Dinero importe;
    Dinero total;
};
DTO(GastoSobreCompraHecho, transaccionId, folio, importe, total)

struct FacturaCompraCreada : TransaccionResultado {
    std::vector<GastoSobreCompraHecho> gastosSobreCompra;
    std::vector<Archivo> archivos;
};
DTO_DE((TransaccionResultado), FacturaCompraCreada, gastosSobreCompra, archivos)

struct GastoSobreCompraNuevo : GastoSobreCompraDatos {
    Id transaccionIdCompra;
    std::optional<FechaDocumento> fecha;
    std::optional<SerieFolio> serie;
    std::optional<IdOCero> sucursalId;
    std::optional<ReferenciaExterna> referenciaExterna;
    static constexpr std::string_view sin_ejemplo[] = {"fecha", "serie", "sucursalId", "referenciaExterna"};
};
DTO_DE((GastoSobreCompraDatos), GastoSobreCompraNuevo, transaccionIdCompra, fecha, serie, sucursalId, referenciaExterna)
void validar(GastoSobreCompraNuevo const& gasto, Fallas& fallas);

}  // namespace gestor::compras
