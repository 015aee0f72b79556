#pragma once
// Payment requests: documents and expenses to pay, before the payment.
#include "domain/bancos/egresos/tipos.hpp"
#include "domain/valores/base64.hpp"

namespace gestor::bancos {

using Prioridad = Opcion<"Baja", "Normal", "Alta", "Urgente">;

// ---- in the body ----
struct SolicitudComun {
    std::optional<Fecha> fechaRequerida;
    std::optional<IdOCero> cuentaId;     // bank account of the payment
    std::optional<IdOCero> formaPagoId;  // form of that payment
    std::optional<IdOCero> sucursalId;
    std::optional<IdOCero> centroCostoId;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    static constexpr std::string_view sin_ejemplo[] = {"cuentaId", "formaPagoId", "centroCostoId", "referenciaExterna"};
};
DTO(SolicitudComun, fechaRequerida, cuentaId, formaPagoId, sucursalId, centroCostoId, notas, referenciaExterna)

struct DocumentoSolicitado {
    Id transaccionIdCompra;
    Positivo<Dinero> importe;  // in the currency of the document
};
DTO(DocumentoSolicitado, transaccionIdCompra, importe)

struct SolicitudPagoNueva : SolicitudComun {
    std::optional<Id> proveedorId;  // proveedorId or codigoProveedor; absent: the supplier of the documents
    std::optional<Clave> codigoProveedor;
    std::optional<IdOCero> proyectoId;
    Lista<DocumentoSolicitado, 1, 1'000> documentos;
    static constexpr std::string_view sin_ejemplo[] = {"codigoProveedor", "proyectoId"};
};
DTO_DE((SolicitudComun), SolicitudPagoNueva, proveedorId, codigoProveedor, proyectoId, documentos)
void validar(SolicitudPagoNueva const& nueva, Fallas& fallas);

struct PartidaSolicitada {
    std::optional<IdOCero> transaccionIdCompra;  // one of transaccionIdCompra and conceptoId
    std::optional<IdOCero> conceptoId;
    Positivo<Dinero> importe;  // taxes included, in the currency of the request
    std::optional<IdOCero> proyectoId;
    std::optional<IdOCero> clasificadorCostoId;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"transaccionIdCompra", "proyectoId", "clasificadorCostoId"};
};
DTO(PartidaSolicitada, transaccionIdCompra, conceptoId, importe, proyectoId, clasificadorCostoId, notas)

inline constexpr std::uint64_t adjunto_maximo = 2UL * 1024 * 1024;
struct ArchivoAdjunto {
    TextoReq<120> nombre;
    TextoReq<10> extension;
    Base64<adjunto_maximo> contenidoBase64;
};
DTO(ArchivoAdjunto, nombre, extension, contenidoBase64)

struct SolicitudPagoV2Nueva : SolicitudComun {
    static constexpr std::uint64_t cuerpo_maximo = 3 * base64_longitud(adjunto_maximo) + 1024UL * 1024;
    std::optional<IdOCero> beneficiarioId;    // a contact, or
    std::optional<Clave> codigoBeneficiario;  // its code, or
    std::optional<Texto<250>> beneficiario;   // the name of a person without a contact
    std::optional<IdOCero> divisionId;
    std::optional<Texto<3>> moneda;
    std::optional<Positivo<TipoCambio>> tipoCambio;
    Defecto<Prioridad, "Normal"> prioridad;
    Lista<PartidaSolicitada, 1, 1'000> partidas;
    Lista<ArchivoAdjunto, 0, 10> archivos;
    static constexpr std::string_view sin_ejemplo[] = {"beneficiarioId", "codigoBeneficiario", "divisionId",
                                                       "moneda",         "tipoCambio",         "archivos"};
};
DTO_DE((SolicitudComun), SolicitudPagoV2Nueva, beneficiarioId, codigoBeneficiario, beneficiario, divisionId, moneda,
       tipoCambio, prioridad, partidas, archivos)
void validar(SolicitudPagoV2Nueva const& nueva, Fallas& fallas);

struct AutorizacionDePago {
    std::optional<Notas> notas;
};
DTO(AutorizacionDePago, notas)

// ---- in the answers ----
struct SolicitudPartida {
    Id numeroPartida;
    IdOCero transaccionIdCompra;
    Cadena folioCompra;
    IdOCero conceptoId;
    Cadena concepto;
    Dinero importe;
    IdOCero proyectoId;
    IdOCero clasificadorCostoId;
    Cadena notas;
};
DTO(SolicitudPartida, numeroPartida, transaccionIdCompra, folioCompra, conceptoId, concepto, importe, proyectoId,
    clasificadorCostoId, notas)

struct SolicitudPagoViewModel : Trx {
    IdOCero proveedorId;  // 0: a beneficiary given by name
    Cadena codigoProveedor;
    Cadena proveedor;
    Cadena rfc;
    Entero<1, 2> version;
    std::optional<Fecha> fechaRequerida;
    IdOCero cuentaId;
    IdOCero formaPagoId;
    Dinero total;
    Dinero saldo;  // part of the request still to be paid
    Prioridad prioridad;
    Cadena solicitante;
    Cadena autorizadoPor;
    std::optional<FechaHora> fechaAutorizacion;
    Cadena notasAutorizacion;
    Cadena validacion;  // of its latest CFDI
    std::vector<SolicitudPartida> partidas;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
};
DTO_DE((Trx), SolicitudPagoViewModel, proveedorId, codigoProveedor, proveedor, rfc, version, fechaRequerida, cuentaId,
       formaPagoId, total, saldo, prioridad, solicitante, autorizadoPor, fechaAutorizacion, notasAutorizacion,
       validacion, partidas, archivos, documentosRelacionados)

struct SolicitudRegistrada : Vista<SolicitudPagoViewModel> {
    Cadena uuid;
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<SolicitudPagoViewModel>), SolicitudRegistrada, uuid, advertencias)

struct SolicitudPagoFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> proveedorId;
    std::optional<Opcion<"Pendiente", "Autorizado", "Parcial", "Pagado", "Cancelado">> estado;
    std::optional<Prioridad> prioridad;
    std::optional<Id> transaccionIdCompra;
    std::optional<Busqueda> busqueda;
};
DTO(SolicitudPagoFiltro, fechaInicial, fechaFinal, sucursalId, proveedorId, estado, prioridad, transaccionIdCompra,
    busqueda)
void validar(SolicitudPagoFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::bancos
