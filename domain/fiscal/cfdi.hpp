#pragma once
// CFDI as written: 4.0, or 3.3 with the members that 3.3 lacks absent. No value is converted: rules check its decimals
// and its pattern, and tell absent from empty. Members have the names of the attributes.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/fiscal/xml.hpp"

namespace gestor::fiscal {

using Dato = std::optional<std::string>;  // absent: not in the file

namespace espacio {
inline constexpr std::string_view cfdi40 = "http://www.sat.gob.mx/cfd/4";
inline constexpr std::string_view cfdi33 = "http://www.sat.gob.mx/cfd/3";
inline constexpr std::string_view timbre = "http://www.sat.gob.mx/TimbreFiscalDigital";
inline constexpr std::string_view pagos20 = "http://www.sat.gob.mx/Pagos20";
inline constexpr std::string_view pagos10 = "http://www.sat.gob.mx/Pagos";
inline constexpr std::string_view locales = "http://www.sat.gob.mx/implocal";
inline constexpr std::string_view leyendas = "http://www.sat.gob.mx/leyendasFiscales";
inline constexpr std::string_view iedu = "http://www.sat.gob.mx/iedu";
}  // namespace espacio

struct Relacion {  // CfdiRelacionados
    Dato tipoRelacion;
    std::vector<Dato> uuid;
};
struct InformacionGlobal {
    Dato periodicidad, meses, anio;
};
struct Emisor {
    Dato rfc, nombre, regimenFiscal, facAtrAdquirente;
};
struct Receptor {
    Dato rfc, nombre, domicilioFiscalReceptor, residenciaFiscal, numRegIdTrib, regimenFiscalReceptor, usoCFDI;
};

// ImpuestoCfdi: a Traslado or Retencion of a line, of the summary, of a paid document (…DR) or of a payment (…P).
struct ImpuestoCfdi {
    Dato base, impuesto, tipoFactor, tasaOCuota, importe;
};
// ImpuestosCfdi: the node Impuestos, its two groups and their rows. A group that is present and empty is a separate
// fault.
struct ImpuestosCfdi {
    bool traslados_presente = false, retenciones_presente = false;
    std::vector<ImpuestoCfdi> traslados, retenciones;
    Dato totalTrasladados, totalRetenidos;  // totals of the CFDI's summary; absent in the taxes of a line
};

struct InstEducativas {  // complement iedu of a line
    Dato version, nombreAlumno, curp, nivelEducativo, autRVOE, rfcPago;
};
struct TerceroCfdi {  // ACuentaTerceros
    Dato rfc, nombre, regimenFiscal, domicilioFiscal;
};
struct ParteCfdi {
    Dato claveProdServ, noIdentificacion, cantidad, unidad, descripcion, valorUnitario, importe;
    std::vector<Dato> pedimentos;
};
struct ConceptoCfdi {
    Dato claveProdServ, noIdentificacion, cantidad, claveUnidad, unidad, descripcion, valorUnitario, importe, descuento,
        objetoImp;
    std::optional<ImpuestosCfdi> impuestos;
    std::optional<TerceroCfdi> tercero;
    std::vector<Dato> pedimentos;  // InformacionAduanera/@NumeroPedimento
    std::vector<Dato> prediales;   // CuentaPredial/@Numero
    std::optional<InstEducativas> iedu;
    std::vector<ParteCfdi> partes;
    std::vector<std::string> otros_hijos;  // names of the other children, those of ComplementoConcepto included
};

struct Timbre {  // TimbreFiscalDigital
    Dato version, uuid, fechaTimbrado, rfcProvCertif, leyenda, selloCFD, noCertificadoSAT, selloSAT;
};

struct DoctoRelacionado {
    Dato idDocumento, serie, folio, monedaDR, equivalenciaDR, numParcialidad, impSaldoAnt, impPagado, impSaldoInsoluto,
        objetoImpDR;
    Dato metodoDePagoDR;  // payment method in a pago10, which also has TipoCambioDR; equivalenciaDR holds that rate
    std::optional<ImpuestosCfdi> impuestos;
};
struct Pago {
    Dato fechaPago, formaDePagoP, monedaP, tipoCambioP, monto, numOperacion, rfcEmisorCtaOrd, nomBancoOrdExt,
        ctaOrdenante, rfcEmisorCtaBen, ctaBeneficiario, tipoCadPago, certPago, cadPago, selloPago;
    std::vector<DoctoRelacionado> documentos;
    std::optional<ImpuestosCfdi> impuestos;
};
struct TotalesPagos {
    Dato totalRetencionesIVA, totalRetencionesISR, totalRetencionesIEPS, totalTrasladosBaseIVA16,
        totalTrasladosImpuestoIVA16, totalTrasladosBaseIVA8, totalTrasladosImpuestoIVA8, totalTrasladosBaseIVA0,
        totalTrasladosImpuestoIVA0, totalTrasladosBaseIVAExento, montoTotalPagos;
};
struct Pagos {
    Dato version;  // 2.0, or 1.0, which has no totals
    std::optional<TotalesPagos> totales;
    std::vector<Pago> pagos;
};

struct ImpuestoLocal {
    Dato nombre, tasa, importe;
};
struct ImpuestosLocales {
    Dato version, totalRetenciones, totalTraslados;
    std::vector<ImpuestoLocal> retenciones, traslados;
};
struct LeyendaFiscal {
    Dato disposicionFiscal, norma, textoLeyenda;
};

struct Complemento {  // Complemento: a complement known by name only, or unknown
    std::string espacio, nombre, version;
};

struct Cfdi {
    Dato version, serie, folio, fecha, sello, formaPago, noCertificado, certificado, condicionesDePago, subTotal,
        descuento, moneda, tipoCambio, total, tipoDeComprobante, exportacion, metodoPago, lugarExpedicion, confirmacion;
    std::optional<InformacionGlobal> global;
    std::vector<Relacion> relaciones;
    Emisor emisor;
    Receptor receptor;
    std::vector<ConceptoCfdi> conceptos;
    std::optional<ImpuestosCfdi> impuestos;  // summary of taxes
    std::vector<Timbre> timbres;             // direct children of Complemento; more than one stamp is an error
    std::vector<Pagos> pagos;
    std::optional<ImpuestosLocales> locales;
    std::vector<LeyendaFiscal> leyendas;
    std::vector<Complemento> complementos;  // all complements, also those with a member above
    std::shared_ptr<void const> texto;      // text of the elements
    Elemento raiz;                          // elements that the original string walks

    bool v40() const { return version == "4.0"; }
    // UUID in capitals, as stored and compared. Absent without a stamp, or when the stamp's UUID is malformed.
    std::optional<std::string> uuid() const;
};

// Throws Ilegible, whose text gives the reason: no XML, no CFDI, or an unsupported version.
Cfdi leer_cfdi(std::string_view bytes);

}  // namespace gestor::fiscal
