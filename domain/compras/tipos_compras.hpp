#pragma once
// Purchases in the body: order, invoice, landed cost; and their answers.
#include "domain/motor/captura/lineas_cfdi.hpp"
#include "domain/motor/cartera/devolucion.hpp"
#include "domain/valores/fiscal.hpp"

namespace gestor::compras {

// Line of an order or a quotation: its cost comes from the body, not from a list.
struct PartidaConCosto {
    std::optional<Id> productoId;  // one of productoId, codigo and conceptoId
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
    std::optional<Id> proveedorId;  // one of proveedorId and codigoProveedor
    std::optional<Clave> codigoProveedor;
    std::optional<Id> almacenId;
    std::optional<FechaHora> entregaFecha;
    std::optional<Texto<250>> condicionesPago;
    PartidasConCosto partidas;
    static constexpr std::string_view sin_ejemplo[] = {"codigoProveedor", "almacenId", "entregaFecha",
                                                       "condicionesPago"};
};
DTO_DE((EncabezadoNuevo), OrdenCompraNueva, proveedorId, codigoProveedor, almacenId, entregaFecha, condicionesPago,
       partidas)
void validar(OrdenCompraNueva const& o, Fallas& fallas);

struct CotizacionProveedorNueva : EncabezadoNuevo {
    std::optional<Id> proveedorId;  // one of proveedorId and codigoProveedor
    std::optional<Clave> codigoProveedor;
    Fecha vigenciaFecha;
    PartidasConCosto partidas;
    static constexpr std::string_view sin_ejemplo[] = {"codigoProveedor"};
};
DTO_DE((EncabezadoNuevo), CotizacionProveedorNueva, proveedorId, codigoProveedor, vigenciaFecha, partidas)
void validar(CotizacionProveedorNueva const& c, Fallas& fallas);

struct AutorizacionNueva {
    std::optional<Notas> notas;
};
DTO(AutorizacionNueva, notas)

// DatosProveedor: series, folio, date and fiscal folio of the supplier's paper.
struct DatosProveedor {
    std::optional<Texto<25>> serieProveedor;
    std::optional<Texto<40>> folioProveedor;
    std::optional<Fecha> fechaProveedor;  // date of the supplier's document; the due date counts from it
    std::optional<Uuid> uuid;
    std::optional<FechaHora> fechaTimbrado;
    static constexpr std::string_view sin_ejemplo[] = {"serieProveedor", "folioProveedor", "fechaProveedor", "uuid",
                                                       "fechaTimbrado"};
};
DTO(DatosProveedor, serieProveedor, folioProveedor, fechaProveedor, uuid, fechaTimbrado)

struct PartidaRemisionNueva : PartidaNueva {
    std::optional<Id> transaccionIdOrigen;  // purchase: its order
    static constexpr std::string_view sin_ejemplo[] = {"transaccionIdOrigen"};
};
DTO_DE((PartidaNueva), PartidaRemisionNueva, transaccionIdOrigen)

struct PartidaCompraNueva : PartidaNueva {
    std::optional<Id> transaccionIdOrigen;         // reception, remission or order whose line the invoice takes
    ImpuestosNuevos impuestos;                     // absent: the taxes of the product or concept
    std::optional<Acreditamiento> acreditamiento;  // absent: the concept's
    static constexpr std::string_view sin_ejemplo[] = {"transaccionIdOrigen", "impuestos", "acreditamiento"};
};
DTO_DE((PartidaNueva), PartidaCompraNueva, transaccionIdOrigen, impuestos, acreditamiento)

// RemisionNueva: goods with a note: from a supplier to us, or from us to a customer; the invoice comes later.
struct RemisionNueva : EncabezadoNuevo, DatosProveedor {
    Defecto<Opcion<"Compra", "Venta">, "Compra"> origen;
    std::optional<Id> proveedorId;  // purchase; absent: the supplier of its orders
    std::optional<Clave> codigoProveedor;
    std::optional<Id> clienteId;  // sale
    std::optional<Clave> codigoCliente;
    std::optional<Id> almacenId;
    Lista<PartidaRemisionNueva, 1, 1'000> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"codigoProveedor", "clienteId", "codigoCliente", "almacenId"};
};
DTO_DE((EncabezadoNuevo, DatosProveedor), RemisionNueva, origen, proveedorId, codigoProveedor, clienteId, codigoCliente,
       almacenId, partidas)
void validar(RemisionNueva const& r, Fallas& fallas);

// DevolucionProveedorNueva: a return to a supplier, of goods of his purchase.
struct DevolucionProveedorNueva : EncabezadoDeCredito, DatosProveedor {
    Id transaccionIdCompra;
    TextoReq<250> motivo;
    PartidasDevueltas partidas;  // partidas, or completa
    Defecto<Booleano, "false"> completa;
    static constexpr std::string_view sin_ejemplo[] = {"completa"};
};
DTO_DE((EncabezadoDeCredito, DatosProveedor), DevolucionProveedorNueva, transaccionIdCompra, motivo, partidas, completa)
void validar(DevolucionProveedorNueva const& d, Fallas& fallas);

// NotaCreditoNueva: credit note without goods: of a document, by line or by rate; or of a contact without a document,
// by rate.
struct NotaCreditoNueva : EncabezadoNuevo, DatosProveedor {
    Opcion<"Cliente", "Proveedor"> tipo;
    std::optional<Id> contactoId;  // one of contactoId, codigoContacto and transaccionIdOrigen
    std::optional<Clave> codigoContacto;
    std::optional<Id> transaccionIdOrigen;
    TextoReq<250> motivo;
    PartidasAcreditadas partidas;
    std::optional<ImportesPorTasa> importes;
    static constexpr std::string_view sin_ejemplo[] = {"codigoContacto", "transaccionIdOrigen", "partidas"};
};
DTO_DE((EncabezadoNuevo, DatosProveedor), NotaCreditoNueva, tipo, contactoId, codigoContacto, transaccionIdOrigen,
       motivo, partidas, importes)
void validar(NotaCreditoNueva const& n, Fallas& fallas);

using BaseProrrateo = Opcion<"Importe", "Cantidad", "Peso">;

// IvaImportacionDatos: VAT paid at customs.
struct IvaImportacionDatos {
    Positivo<Dinero> base;
    Positivo<Dinero> importe;
    Pedimento pedimento;
};
DTO(IvaImportacionDatos, base, importe, pedimento)

// GastoSobreCompraDatos: a cost of the goods that a third party bills (freight, customs), or the VAT that the third
// party paid at customs for us.
struct GastoSobreCompraDatos : DatosProveedor {
    std::optional<Id> proveedorId;  // one of proveedorId and codigoProveedor
    std::optional<Clave> codigoProveedor;
    std::optional<Id> conceptoId;                       // concept of the cost, sent with importe; else ivaImportacion
    std::optional<Positivo<Dinero>> importe;            // before taxes
    std::optional<IvaImportacionDatos> ivaImportacion;  // VAT of importation; else conceptoId and importe
    std::optional<NoNegativo<Dinero>> iva;              // iva and the next three taxes; absent: by the concept
    std::optional<NoNegativo<Dinero>> ieps;
    std::optional<NoNegativo<Dinero>> ivaRetenido;
    std::optional<NoNegativo<Dinero>> isrRetenido;
    std::optional<Texto<3>> moneda;
    std::optional<Positivo<TipoCambio>> tipoCambio;
    Defecto<BaseProrrateo, "Importe"> baseProrrateo;
    std::optional<Acreditamiento> acreditamiento;  // absent: the concept's
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"codigoProveedor", "ivaImportacion", "iva",    "ieps",
                                                       "ivaRetenido",     "isrRetenido",    "moneda", "tipoCambio",
                                                       "acreditamiento"};
};
DTO_DE((DatosProveedor), GastoSobreCompraDatos, proveedorId, codigoProveedor, conceptoId, importe, ivaImportacion, iva,
       ieps, ivaRetenido, isrRetenido, moneda, tipoCambio, baseProrrateo, acreditamiento, notas)
// `camino`: prefix for the names of its fields.
void validar_gasto(GastoSobreCompraDatos const& gasto, std::string const& camino, Fallas& fallas);

struct FacturaCompraNueva : EncabezadoNuevo, DatosProveedor {
    std::optional<Id> proveedorId;  // proveedorId or codigoProveedor; absent: supplier of the source documents, or
                                    // issuer of the CFDI
    std::optional<Clave> codigoProveedor;
    std::optional<Entero<0, 3'650>> diasCredito;
    std::optional<Fecha> fechaVencimiento;
    std::optional<Id> almacenId;
    std::optional<Id> transaccionIdOrden;  // order: its pending goods enter; when all were received, its goods not
                                           // invoiced yet are invoiced
    Lista<Id, 0, 100> recepciones;         // earlier receptions to invoice
    Lista<Id, 0, 100> remisiones;
    Lista<PartidaCompraNueva, 0, 1'000> partidas;  // none: all lines of these documents not invoiced yet
    std::optional<Base64<cfdi_maximo>> xmlBase64;  // CFDI: gives the members that the body lacks, lines too
    std::optional<Id> conceptoId;                  // concept for the lines of the CFDI that are no product of ours
    Defecto<Booleano, "false"> aceptarInvalido;    // keeps a CFDI whose seal fails; needs compras.autorizar
    std::optional<Base64<pdf_maximo>> pdfBase64;
    std::optional<NoNegativo<Dinero>>
        impuestosLocales;                              // local charge (lodging), and local withholding (public works);
    std::optional<NoNegativo<Dinero>> retencionLocal;  // a CFDI says both
    Lista<GastoSobreCompraDatos, 0, 20> gastosSobreCompra;
    static constexpr std::string_view sin_ejemplo[] = {
        "codigoProveedor", "diasCredito",      "fechaVencimiento", "almacenId",        "transaccionIdOrden",
        "recepciones",     "remisiones",       "xmlBase64",        "conceptoId",       "aceptarInvalido",
        "pdfBase64",       "impuestosLocales", "retencionLocal",   "gastosSobreCompra"};
};
DTO_DE((EncabezadoNuevo, DatosProveedor), FacturaCompraNueva, proveedorId, codigoProveedor, diasCredito,
       fechaVencimiento, almacenId, transaccionIdOrden, recepciones, remisiones, partidas, xmlBase64, conceptoId,
       aceptarInvalido, pdfBase64, impuestosLocales, retencionLocal, gastosSobreCompra)
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
