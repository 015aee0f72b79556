#pragma once
// CFDI for tests, as text.
#include <string>
#include <string_view>

namespace gestor::fiscal {

inline std::string reemplazar(std::string texto, std::string_view que, std::string_view por) {
    auto const en = texto.find(que);
    if (en == texto.npos) throw std::logic_error("no está: " + std::string(que));
    return texto.replace(en, que.size(), por);
}

// An invoice with every part of CFDI 4.0 except complements.
inline std::string const ingreso40 =
    R"(<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sat.gob.mx/cfd/4 cfdv40.xsd" Version="4.0" Serie="A" Folio="1001" Fecha="2026-03-04T10:11:12" Sello="" FormaPago="03" NoCertificado="30001000000500009999" Certificado="" CondicionesDePago="30 días" SubTotal="1200.00" Descuento="200.00" Moneda="MXN" TipoCambio="1" Total="1155.00" TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE" LugarExpedicion="06000" Confirmacion="ECVH1">
  <cfdi:InformacionGlobal Periodicidad="04" Meses="03" Año="2026"/>
  <cfdi:CfdiRelacionados TipoRelacion="04">
    <cfdi:CfdiRelacionado UUID="11111111-1111-1111-1111-111111111111"/>
    <cfdi:CfdiRelacionado UUID="22222222-2222-2222-2222-222222222222"/>
  </cfdi:CfdiRelacionados>
  <cfdi:CfdiRelacionados TipoRelacion="07"><cfdi:CfdiRelacionado UUID="33333333-3333-3333-3333-333333333333"/></cfdi:CfdiRelacionados>
  <cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" RegimenFiscal="601" FacAtrAdquirente="1234567890"/>
  <cfdi:Receptor Rfc="H&amp;E951128469" Nombre="HERMANOS ÑANDÚ &amp; &quot;EL 3&quot;" DomicilioFiscalReceptor="06000" ResidenciaFiscal="USA" NumRegIdTrib="121585958" RegimenFiscalReceptor="601" UsoCFDI="G03"/>
  <cfdi:Conceptos>
    <cfdi:Concepto ClaveProdServ="01010101" NoIdentificacion="P-1" Cantidad="2" ClaveUnidad="H87" Unidad="pieza" Descripcion="  Silla   de &#10; madera " ValorUnitario="500.00" Importe="1000.00" Descuento="200.00" ObjetoImp="02">
      <cfdi:Impuestos>
        <cfdi:Traslados><cfdi:Traslado Base="800.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="128.00"/><cfdi:Traslado Base="200.00" Impuesto="002" TipoFactor="Exento"/></cfdi:Traslados>
        <cfdi:Retenciones><cfdi:Retencion Base="800.00" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.012500" Importe="10.00"/></cfdi:Retenciones>
      </cfdi:Impuestos>
      <cfdi:ACuentaTerceros RfcACuentaTerceros="JUFA7608212V6" NombreACuentaTerceros="ADRIANA JUAREZ FERNANDEZ" RegimenFiscalACuentaTerceros="601" DomicilioFiscalACuentaTerceros="29133"/>
      <cfdi:InformacionAduanera NumeroPedimento="15  48  3009  0001234"/>
      <cfdi:CuentaPredial Numero="15956011002"/>
      <cfdi:ComplementoConcepto><iedu:instEducativas xmlns:iedu="http://www.sat.gob.mx/iedu" version="1.0" nombreAlumno="Ñandú Pérez" CURP="HEGG560427MVZRRL04" nivelEducativo="Primaria" autRVOE="201587PRIM" rfcPago="XAXX010101000"/></cfdi:ComplementoConcepto>
      <cfdi:Parte ClaveProdServ="51241200" NoIdentificacion="T1" Cantidad="2" Unidad="kg" Descripcion="Tornillo" ValorUnitario="1" Importe="2"><cfdi:InformacionAduanera NumeroPedimento="15  48  3009  0001235"/></cfdi:Parte>
    </cfdi:Concepto>
    <cfdi:Concepto ClaveProdServ="01010101" Cantidad="1" ClaveUnidad="ACT" Descripcion="" ValorUnitario="200" Importe="200" ObjetoImp="01"/>
  </cfdi:Conceptos>
  <cfdi:Impuestos TotalImpuestosRetenidos="10.00" TotalImpuestosTrasladados="128.00">
    <cfdi:Retenciones><cfdi:Retencion Impuesto="001" Importe="10.00"/></cfdi:Retenciones>
    <cfdi:Traslados><cfdi:Traslado Base="800.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="128.00"/><cfdi:Traslado Base="200.00" Impuesto="002" TipoFactor="Exento"/></cfdi:Traslados>
  </cfdi:Impuestos>
  <cfdi:Complemento><implocal:ImpuestosLocales xmlns:implocal="http://www.sat.gob.mx/implocal" version="1.0" TotaldeRetenciones="1.00" TotaldeTraslados="38.00"><implocal:RetencionesLocales ImpLocRetenido="Cinco al millar" TasadeRetencion="0.50" Importe="1.00"/><implocal:TrasladosLocales ImpLocTrasladado="ISH" TasadeTraslado="3.00" Importe="38.00"/></implocal:ImpuestosLocales></cfdi:Complemento>
  <cfdi:Complemento><leyendasFisc:LeyendasFiscales xmlns:leyendasFisc="http://www.sat.gob.mx/leyendasFiscales" version="1.0"><leyendasFisc:Leyenda disposicionFiscal="LISR" norma="27" textoLeyenda="Pago en una sola exhibición"/><leyendasFisc:Leyenda textoLeyenda="Sin más"/></leyendasFisc:LeyendasFiscales><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="5fb2822e-396d-4725-8521-cdc4bdd20ccf" FechaTimbrado="2026-03-04T10:12:13" RfcProvCertif="SPR190613I52" Leyenda="de prueba" SelloCFD="" NoCertificadoSAT="30001000000500008888" SelloSAT=""/></cfdi:Complemento>
  <cfdi:Addenda><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="99999999-9999-9999-9999-999999999999"/></cfdi:Addenda>
</cfdi:Comprobante>
)";

// A payment receipt 2.0.
inline std::string const pago40 =
    R"(<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:pago20="http://www.sat.gob.mx/Pagos20" Version="4.0" Fecha="2026-03-04T10:11:12" Sello="" NoCertificado="30001000000500009999" Certificado="" SubTotal="0" Moneda="XXX" Total="0" TipoDeComprobante="P" Exportacion="01" LugarExpedicion="06000">
  <cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" RegimenFiscal="601"/>
  <cfdi:Receptor Rfc="URE180429TM6" Nombre="UNIVERSIDAD ROBOTICA ESPAÑOLA" DomicilioFiscalReceptor="86991" RegimenFiscalReceptor="601" UsoCFDI="CP01"/>
  <cfdi:Conceptos><cfdi:Concepto ClaveProdServ="84111506" Cantidad="1" ClaveUnidad="ACT" Descripcion="Pago" ValorUnitario="0" Importe="0" ObjetoImp="01"/></cfdi:Conceptos>
  <cfdi:Complemento><pago20:Pagos Version="2.0">
    <pago20:Totales TotalRetencionesIVA="1.00" TotalRetencionesISR="2.00" TotalRetencionesIEPS="3.00" TotalTrasladosBaseIVA16="100.00" TotalTrasladosImpuestoIVA16="16.00" TotalTrasladosBaseIVA8="4.00" TotalTrasladosImpuestoIVA8="5.00" TotalTrasladosBaseIVA0="6.00" TotalTrasladosImpuestoIVA0="0.00" TotalTrasladosBaseIVAExento="7.00" MontoTotalPagos="116.00"/>
    <pago20:Pago FechaPago="2026-03-03T12:00:00" FormaDePagoP="03" MonedaP="MXN" TipoCambioP="1" Monto="116.00" NumOperacion="55" RfcEmisorCtaOrd="BBA830831LJ2" NomBancoOrdExt="Banco" CtaOrdenante="012345678901234567" RfcEmisorCtaBen="BBA830831LJ2" CtaBeneficiario="012345678901234568" TipoCadPago="01" CertPago="Y2VydA==" CadPago="||1|2||" SelloPago="c2VsbG8=">
      <pago20:DoctoRelacionado IdDocumento="11111111-1111-1111-1111-111111111111" Serie="A" Folio="7" MonedaDR="MXN" EquivalenciaDR="1" NumParcialidad="1" ImpSaldoAnt="116.00" ImpPagado="116.00" ImpSaldoInsoluto="0.00" ObjetoImpDR="02">
        <pago20:ImpuestosDR><pago20:RetencionesDR><pago20:RetencionDR BaseDR="100" ImpuestoDR="001" TipoFactorDR="Tasa" TasaOCuotaDR="0.100000" ImporteDR="10"/></pago20:RetencionesDR><pago20:TrasladosDR><pago20:TrasladoDR BaseDR="100" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="16"/></pago20:TrasladosDR></pago20:ImpuestosDR>
      </pago20:DoctoRelacionado>
      <pago20:ImpuestosP><pago20:RetencionesP><pago20:RetencionP ImpuestoP="001" ImporteP="10"/></pago20:RetencionesP><pago20:TrasladosP><pago20:TrasladoP BaseP="100" ImpuestoP="002" TipoFactorP="Tasa" TasaOCuotaP="0.160000" ImporteP="16"/></pago20:TrasladosP></pago20:ImpuestosP>
    </pago20:Pago>
  </pago20:Pagos></cfdi:Complemento>
</cfdi:Comprobante>
)";

// A payment receipt 1.0 in CFDI 3.3, with the taxes that version allows.
inline std::string const pago33 =
    R"(<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/3" xmlns:pago10="http://www.sat.gob.mx/Pagos" Version="3.3" Fecha="2021-03-04T10:11:12" Sello="" NoCertificado="30001000000500009999" Certificado="" SubTotal="0" Moneda="XXX" Total="0" TipoDeComprobante="P" LugarExpedicion="06000">
  <cfdi:Emisor Rfc="EKU9003173C9" RegimenFiscal="601"/>
  <cfdi:Receptor Rfc="URE180429TM6" Nombre="UNIVERSIDAD" UsoCFDI="P01"/>
  <cfdi:Conceptos><cfdi:Concepto ClaveProdServ="84111506" Cantidad="1" ClaveUnidad="ACT" Descripcion="Pago" ValorUnitario="0" Importe="0"/></cfdi:Conceptos>
  <cfdi:Complemento><pago10:Pagos Version="1.0"><pago10:Pago FechaPago="2021-03-03T12:00:00" FormaDePagoP="03" MonedaP="USD" TipoCambioP="20.5" Monto="116.00"><pago10:DoctoRelacionado IdDocumento="11111111-1111-1111-1111-111111111111" Serie="A" Folio="7" MonedaDR="MXN" TipoCambioDR="20.5" MetodoDePagoDR="PPD" NumParcialidad="1" ImpSaldoAnt="116.00" ImpPagado="116.00" ImpSaldoInsoluto="0.00"/><pago10:Impuestos TotalImpuestosRetenidos="10.00" TotalImpuestosTrasladados="16.00"><pago10:Retenciones><pago10:Retencion Impuesto="001" Importe="10.00"/></pago10:Retenciones><pago10:Traslados><pago10:Traslado Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></pago10:Traslados></pago10:Impuestos></pago10:Pago></pago10:Pagos></cfdi:Complemento>
</cfdi:Comprobante>
)";

// A CFDI 3.3 invoice.
inline std::string const ingreso33 =
    R"(<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/3" Version="3.3" Serie="B" Fecha="2021-03-04T10:11:12" Sello="" FormaPago="03" NoCertificado="30001000000500009999" Certificado="" SubTotal="100.00" Moneda="MXN" Total="106.00" TipoDeComprobante="I" MetodoPago="PUE" LugarExpedicion="06000">
  <cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="11111111-1111-1111-1111-111111111111"/></cfdi:CfdiRelacionados>
  <cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA" RegimenFiscal="601"/>
  <cfdi:Receptor Rfc="OÑO120726RX3" ResidenciaFiscal="USA" NumRegIdTrib="1" UsoCFDI="G03"/>
  <cfdi:Conceptos><cfdi:Concepto ClaveProdServ="01010101" Cantidad="1" ClaveUnidad="H87" Descripcion="Silla" ValorUnitario="100.00" Importe="100.00"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados><cfdi:Retenciones><cfdi:Retencion Base="100.00" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="10.00"/></cfdi:Retenciones></cfdi:Impuestos><cfdi:InformacionAduanera NumeroPedimento="15  48  3009  0001234"/><cfdi:CuentaPredial Numero="15"/><cfdi:Parte ClaveProdServ="51241200" Cantidad="2" Descripcion="Tornillo"/></cfdi:Concepto></cfdi:Conceptos>
  <cfdi:Impuestos TotalImpuestosRetenidos="10.00" TotalImpuestosTrasladados="16.00"><cfdi:Retenciones><cfdi:Retencion Impuesto="001" Importe="10.00"/></cfdi:Retenciones><cfdi:Traslados><cfdi:Traslado Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos>
</cfdi:Comprobante>
)";

}  // namespace gestor::fiscal
