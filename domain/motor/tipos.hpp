#pragma once
// Blocks that documents share in JSON (Trx, Imp, Cli, Fis, Partida, Archivo), and their columns. A document's struct
// inherits its blocks; its columns are the blocks' columns in the same order.
#include "domain/motor/escritura/timbrado.hpp"
#include "domain/motor/importes/importes_documento.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/texto.hpp"

namespace gestor {

// Validacion: judgement of the CFDI of a document.
using Validacion = Opcion<"Sin validar", "Válido", "Inválido", "Cancelado", "No encontrado", "Parcial">;

struct Trx {
    Id transaccionId;
    Id objId;
    Cadena tipoDocumento;
    Cadena serie;
    Cadena folio;
    FechaHora fecha;
    Cadena estado;
    IdOCero sucursalId;
    Cadena sucursal;
    IdOCero proyectoId;
    Cadena proyecto;
    IdOCero centroCostoId;
    IdOCero monedaId;
    Cadena moneda;
    TipoCambio tipoCambio;
    Cadena notas;
    Cadena referenciaExterna;
    Cadena usuario;
    FechaHora fechaCreacion;
    std::optional<FechaHora> fechaCancelacion;
    Cadena motivoCancelacion;
};
DTO(Trx, transaccionId, objId, tipoDocumento, serie, folio, fecha, estado, sucursalId, sucursal, proyectoId, proyecto,
    centroCostoId, monedaId, moneda, tipoCambio, notas, referenciaExterna, usuario, fechaCreacion, fechaCancelacion,
    motivoCancelacion)

struct Cli {
    IdOCero clienteId;
    Cadena codigoCliente;
    Cadena cliente;
    Cadena rfc;
};
DTO(Cli, clienteId, codigoCliente, cliente, rfc)

struct Prov {
    IdOCero proveedorId;
    Cadena codigoProveedor;
    Cadena proveedor;
    Cadena rfc;
};
DTO(Prov, proveedorId, codigoProveedor, proveedor, rfc)

struct Imp : ImportesDocumento {
    Dinero saldo;
};
DTO_DE((ImportesDocumento), Imp, saldo)

struct Fis {
    Cadena uuid;
    std::optional<FechaHora> fechaTimbrado;
    Enumeracion<EstatusTimbrado> estatusTimbrado;
    Cadena metodoPago;
    Cadena formaPago;
    Cadena usoCFDI;
    Cadena regimenFiscal;
    Cadena validacion;
    Cadena verificado;
};
DTO(Fis, uuid, fechaTimbrado, estatusTimbrado, metodoPago, formaPago, usoCFDI, regimenFiscal, validacion, verificado)

struct Impuesto {
    Cadena impuesto;
    Cadena nombre;
    Cadena tipo;
    Cadena tipoFactor;
    std::optional<Tasa> tasaOCuota;
    Importe base;
    Importe importe;
};
DTO(Impuesto, impuesto, nombre, tipo, tipoFactor, tasaOCuota, base, importe)

struct Lote {
    Cadena lote;
    Cantidad cantidad;
    std::optional<Fecha> caducidad;
};
DTO(Lote, lote, cantidad, caducidad)

// DatosPartida: a line in the answer and in the table.
struct DatosPartida {
    Id numeroPartida;
    IdOCero productoId;
    Cadena codigo;
    Cadena numeroParte;
    IdOCero conceptoId;
    Cadena descripcion;
    IdOCero unidadMedidaId;
    Cadena unidad;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe descuento;
    Importe promocion;
    Importe importe;
    Cadena claveProductoServicio;
    Cadena claveUnidad;
    Cadena objetoImpuesto;
};
DTO(DatosPartida, numeroPartida, productoId, codigo, numeroParte, conceptoId, descripcion, unidadMedidaId, unidad,
    cantidad, precioUnitario, descuento, promocion, importe, claveProductoServicio, claveUnidad, objetoImpuesto)

struct Partida : DatosPartida {
    std::vector<Impuesto> impuestos;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdOCero almacenId;
    std::vector<Cadena> series;
    std::vector<Lote> lotes;
    Cadena notas;
};
DTO_DE((DatosPartida), Partida, impuestos, proyectoId, centroCostoId, almacenId, series, lotes, notas)

struct Archivo {
    Id archivoId;
    IdOCero transaccionId;
    Cadena nombre;
    Cadena extension;
    Cadena nombreExtension;
    Cadena url;
    Cadena tipo;
    Entero<0, maximo_json> tamano;
    Cadena hash;
    FechaHora fecha;
};
DTO(Archivo, archivoId, transaccionId, nombre, extension, nombreExtension, url, tipo, tamano, hash, fecha)

// DocRel: a related document: source, successor, payment.
struct DocRel {
    Id transaccionId;
    Id objId;
    Cadena tipoDocumento;
    Cadena folio;
    FechaHora fecha;
    Dinero total;
    Opcion<"Origen", "Destino", "Pago", "Credito", "Sustitucion", "Incobrable"> relacion;
};
DTO(DocRel, transaccionId, objId, tipoDocumento, folio, fecha, total, relacion)

// DocumentoRelacionado: a document that depends on another document, or on a master record; errors list them.
struct DocumentoRelacionado {
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
};
DTO(DocumentoRelacionado, transaccionId, tipoDocumento, folio)

struct Domicilio {
    Cadena calle;
    Cadena numeroExterior;
    Cadena numeroInterior;
    Cadena colonia;
    Cadena localidad;
    Cadena municipio;
    Cadena estado;
    Cadena pais;
    Cadena codigoPostal;
};
DTO(Domicilio, calle, numeroExterior, numeroInterior, colonia, localidad, municipio, estado, pais, codigoPostal)

using TipoConcepto = Opcion<"Gasto", "Compra", "Egreso", "Deposito", "Inventario", "Venta">;
using TipoRetencion = Opcion<"", "Honorarios", "Arrendamiento", "Fletes", "Comisiones", "Otros">;
// Acreditamiento: how much of the paid VAT is credited. The rest becomes cost or expense.
using Acreditamiento = Opcion<"Total", "Proporcion", "Ninguno">;

struct ConceptoViewModel {
    Id conceptoId;
    Cadena clave;
    Cadena nombre;
    TipoConcepto tipo;
    Cadena cuentaContable;
    IdOCero clasificadorCostoId;
    Cadena claveProductoServicio;
    Cadena claveUnidad;
    Cadena objetoImpuesto;
    Tasa tasaIva;
    Booleano exentoIva;
    Booleano noAfecto;
    Tasa tasaIeps;
    Tasa tasaIvaRetenido;
    Tasa tasaIsrRetenido;
    Importe cuotaIeps;
    TipoRetencion tipoRetencion;
    Acreditamiento acreditamiento;
    Booleano pagoIvaRetenido;
    Booleano pagoIsrRetenido;
    std::vector<Id> objetos;
    std::vector<Id> cuentas;
    std::vector<Id> contactos;
    Booleano activo;
};
DTO(ConceptoViewModel, conceptoId, clave, nombre, tipo, cuentaContable, clasificadorCostoId, claveProductoServicio,
    claveUnidad, objetoImpuesto, tasaIva, exentoIva, noAfecto, tasaIeps, tasaIvaRetenido, tasaIsrRetenido, cuotaIeps,
    tipoRetencion, acreditamiento, pagoIvaRetenido, pagoIsrRetenido, objetos, cuentas, contactos, activo)

// SoloActivos: filter of a catalog; only `false` lists inactive records too.
using SoloActivos = Defecto<Booleano, "true">;

// AplicacionDeCredito: the debt that a return or a credit note paid at once.
struct AplicacionDeCredito {
    Id transaccionId;
    Cadena folio;
    Dinero importe;
    FechaHora fecha;
};
DTO(AplicacionDeCredito, transaccionId, folio, importe, fecha)

}  // namespace gestor
