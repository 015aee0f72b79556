#include "domain/fiscal/vocabularios.hpp"

#include "domain/fiscal/cfdi.hpp"

namespace gestor::fiscal {
namespace {

constexpr Fila cfdi40[]{
    {"Comprobante",
     "Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda TipoCambio? "
     "Total TipoDeComprobante Exportacion MetodoPago? LugarExpedicion Confirmacion? <InformacionGlobal "
     "<CfdiRelacionados <Emisor <Receptor <Conceptos/Concepto <Impuestos <Complemento"},
    {"InformacionGlobal", "Periodicidad Meses Año"},
    {"CfdiRelacionados", "TipoRelacion <CfdiRelacionado"},
    {"CfdiRelacionado", "UUID"},
    {"Emisor", "Rfc Nombre RegimenFiscal FacAtrAdquirente?"},
    {"Receptor", "Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal? NumRegIdTrib? RegimenFiscalReceptor UsoCFDI"},
    {"Concepto",
     "ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe Descuento? "
     "ObjetoImp <Impuestos/Traslados/Traslado <Impuestos/Retenciones/Retencion=RetencionDeConcepto <ACuentaTerceros "
     "<InformacionAduanera <CuentaPredial <ComplementoConcepto <Parte"},
    {"Traslado", "Base Impuesto TipoFactor TasaOCuota? Importe?"},
    {"RetencionDeConcepto", "Base Impuesto TipoFactor TasaOCuota Importe"},
    {"ACuentaTerceros",
     "RfcACuentaTerceros NombreACuentaTerceros RegimenFiscalACuentaTerceros DomicilioFiscalACuentaTerceros"},
    {"InformacionAduanera", "NumeroPedimento"},
    {"CuentaPredial", "Numero"},
    {"ComplementoConcepto", "*"},
    {"Parte",
     "ClaveProdServ NoIdentificacion? Cantidad Unidad? Descripcion ValorUnitario? Importe? <InformacionAduanera"},
    {"Impuestos", "<Retenciones/Retencion TotalImpuestosRetenidos? <Traslados/Traslado TotalImpuestosTrasladados?"},
    {"Retencion", "Impuesto Importe"},
    {"Complemento", "*"},
};

constexpr Fila cfdi33[]{
    {"Comprobante",
     "Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda TipoCambio? "
     "Total TipoDeComprobante MetodoPago? LugarExpedicion Confirmacion? <CfdiRelacionados <Emisor <Receptor "
     "<Conceptos/Concepto <Impuestos <Complemento"},
    {"CfdiRelacionados", "TipoRelacion <CfdiRelacionado"},
    {"CfdiRelacionado", "UUID"},
    {"Emisor", "Rfc Nombre? RegimenFiscal"},
    {"Receptor", "Rfc Nombre? ResidenciaFiscal? NumRegIdTrib? UsoCFDI"},
    {"Concepto",
     "ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe Descuento? "
     "<Impuestos/Traslados/Traslado=TrasladoDeConcepto <Impuestos/Retenciones/Retencion=RetencionDeConcepto "
     "<InformacionAduanera <CuentaPredial <ComplementoConcepto <Parte"},
    {"TrasladoDeConcepto", "Base Impuesto TipoFactor TasaOCuota? Importe?"},
    {"RetencionDeConcepto", "Base Impuesto TipoFactor TasaOCuota Importe"},
    {"InformacionAduanera", "NumeroPedimento"},
    {"CuentaPredial", "Numero"},
    {"ComplementoConcepto", "*"},
    {"Parte",
     "ClaveProdServ NoIdentificacion? Cantidad Unidad? Descripcion ValorUnitario? Importe? <InformacionAduanera"},
    {"Impuestos", "<Retenciones/Retencion TotalImpuestosRetenidos? <Traslados/Traslado TotalImpuestosTrasladados?"},
    {"Retencion", "Impuesto Importe"},
    {"Traslado", "Impuesto TipoFactor TasaOCuota Importe"},
    {"Complemento", "*"},
};

constexpr Fila pagos20[]{
    {"Pagos", "Version <Totales <Pago"},
    {"Totales",
     "TotalRetencionesIVA? TotalRetencionesISR? TotalRetencionesIEPS? TotalTrasladosBaseIVA16? "
     "TotalTrasladosImpuestoIVA16? TotalTrasladosBaseIVA8? TotalTrasladosImpuestoIVA8? TotalTrasladosBaseIVA0? "
     "TotalTrasladosImpuestoIVA0? TotalTrasladosBaseIVAExento? MontoTotalPagos"},
    {"Pago",
     "FechaPago FormaDePagoP MonedaP TipoCambioP? Monto NumOperacion? RfcEmisorCtaOrd? NomBancoOrdExt? CtaOrdenante? "
     "RfcEmisorCtaBen? CtaBeneficiario? TipoCadPago? CertPago? CadPago? SelloPago? <DoctoRelacionado <ImpuestosP"},
    {"DoctoRelacionado",
     "IdDocumento Serie? Folio? MonedaDR EquivalenciaDR? NumParcialidad ImpSaldoAnt ImpPagado ImpSaldoInsoluto "
     "ObjetoImpDR <ImpuestosDR/RetencionesDR/RetencionDR <ImpuestosDR/TrasladosDR/TrasladoDR"},
    {"RetencionDR", "BaseDR ImpuestoDR TipoFactorDR TasaOCuotaDR ImporteDR"},
    {"TrasladoDR", "BaseDR ImpuestoDR TipoFactorDR TasaOCuotaDR? ImporteDR?"},
    {"ImpuestosP", "<RetencionesP/RetencionP <TrasladosP/TrasladoP"},
    {"RetencionP", "ImpuestoP ImporteP"},
    {"TrasladoP", "BaseP ImpuestoP TipoFactorP TasaOCuotaP? ImporteP?"},
};

constexpr Fila pagos10[]{
    {"Pagos", "Version <Pago"},
    {"Pago",
     "FechaPago FormaDePagoP MonedaP TipoCambioP? Monto NumOperacion? RfcEmisorCtaOrd? NomBancoOrdExt? CtaOrdenante? "
     "RfcEmisorCtaBen? CtaBeneficiario? TipoCadPago? CertPago? CadPago? SelloPago? <DoctoRelacionado <Impuestos"},
    {"DoctoRelacionado",
     "IdDocumento Serie? Folio? MonedaDR TipoCambioDR? MetodoDePagoDR NumParcialidad? ImpSaldoAnt? ImpPagado? "
     "ImpSaldoInsoluto?"},
    {"Impuestos", "TotalImpuestosRetenidos? TotalImpuestosTrasladados? <Retenciones/Retencion <Traslados/Traslado"},
    {"Retencion", "Impuesto Importe"},
    {"Traslado", "Impuesto TipoFactor TasaOCuota Importe"},
};

constexpr Fila locales[]{
    {"ImpuestosLocales", "version TotaldeRetenciones TotaldeTraslados <RetencionesLocales <TrasladosLocales"},
    {"RetencionesLocales", "ImpLocRetenido TasadeRetencion Importe"},
    {"TrasladosLocales", "ImpLocTrasladado TasadeTraslado Importe"},
};

constexpr Fila leyendas[]{
    {"LeyendasFiscales", "version <Leyenda"},
    {"Leyenda", "disposicionFiscal? norma? textoLeyenda"},
};

constexpr Fila iedu[]{{"instEducativas", "version nombreAlumno CURP nivelEducativo autRVOE rfcPago?"}};

// the stamp is added after the seal, so it is not part of the text
constexpr Fila timbre[]{{"TimbreFiscalDigital", ""}};

constexpr Fila nomina12[]{
    {"Nomina",
     "Version TipoNomina FechaPago FechaInicialPago FechaFinalPago NumDiasPagados TotalPercepciones? "
     "TotalDeducciones? TotalOtrosPagos? <Emisor <Receptor <Percepciones <Deducciones <OtrosPagos <Incapacidades"},
    {"Emisor", "Curp? RegistroPatronal? RfcPatronOrigen? <EntidadSNCF"},
    {"EntidadSNCF", "OrigenRecurso MontoRecursoPropio?"},
    {"Receptor",
     "Curp NumSeguridadSocial? FechaInicioRelLaboral? Antigüedad? TipoContrato Sindicalizado? TipoJornada? "
     "TipoRegimen NumEmpleado Departamento? Puesto? RiesgoPuesto? PeriodicidadPago Banco? CuentaBancaria? "
     "SalarioBaseCotApor? SalarioDiarioIntegrado? ClaveEntFed <SubContratacion"},
    {"SubContratacion", "RfcLabora PorcentajeTiempo"},
    {"Percepciones",
     "TotalSueldos? TotalSeparacionIndemnizacion? TotalJubilacionPensionRetiro? TotalGravado TotalExento <Percepcion "
     "<JubilacionPensionRetiro <SeparacionIndemnizacion"},
    {"Percepcion", "TipoPercepcion Clave Concepto ImporteGravado ImporteExento <AccionesOTitulos <HorasExtra"},
    {"AccionesOTitulos", "ValorMercado PrecioAlOtorgarse"},
    {"HorasExtra", "Dias TipoHoras HorasExtra ImportePagado"},
    {"JubilacionPensionRetiro",
     "TotalUnaExhibicion? TotalParcialidad? MontoDiario? IngresoAcumulable IngresoNoAcumulable"},
    {"SeparacionIndemnizacion",
     "TotalPagado NumAñosServicio UltimoSueldoMensOrd IngresoAcumulable IngresoNoAcumulable"},
    {"Deducciones", "TotalOtrasDeducciones? TotalImpuestosRetenidos? <Deduccion"},
    {"Deduccion", "TipoDeduccion Clave Concepto Importe"},
    {"OtrosPagos", "<OtroPago"},
    {"OtroPago", "TipoOtroPago Clave Concepto Importe <SubsidioAlEmpleo <CompensacionSaldosAFavor"},
    {"SubsidioAlEmpleo", "SubsidioCausado"},
    {"CompensacionSaldosAFavor", "SaldoAFavor Año RemanenteSalFav"},
    {"Incapacidades", "<Incapacidad"},
    {"Incapacidad", "DiasIncapacidad TipoIncapacidad ImporteMonetario?"},
};

constexpr Fila carta_porte31[]{
    {"CartaPorte",
     "Version IdCCP TranspInternac EntradaSalidaMerc? PaisOrigenDestino? ViaEntradaSalida? TotalDistRec? "
     "RegistroISTMO? UbicacionPoloOrigen? UbicacionPoloDestino? <RegimenesAduaneros <Ubicaciones <Mercancias "
     "<FiguraTransporte"},
    {"RegimenesAduaneros", "<RegimenAduaneroCCP"},
    {"RegimenAduaneroCCP", "RegimenAduanero"},
    {"Ubicaciones", "<Ubicacion"},
    {"Ubicacion",
     "TipoUbicacion IDUbicacion? RFCRemitenteDestinatario NombreRemitenteDestinatario? NumRegIdTrib? "
     "ResidenciaFiscal? NumEstacion? NombreEstacion? NavegacionTrafico? FechaHoraSalidaLlegada TipoEstacion? "
     "DistanciaRecorrida? <Domicilio"},
    {"Mercancias",
     "PesoBrutoTotal UnidadPeso PesoNetoTotal? NumTotalMercancias CargoPorTasacion? "
     "LogisticaInversaRecoleccionDevolucion? <Mercancia <Autotransporte <TransporteMaritimo <TransporteAereo "
     "<TransporteFerroviario"},
    {"Mercancia",
     "BienesTransp ClaveSTCC? Descripcion Cantidad ClaveUnidad Unidad? Dimensiones? MaterialPeligroso? "
     "CveMaterialPeligroso? Embalaje? DescripEmbalaje? SectorCOFEPRIS? NombreIngredienteActivo? NomQuimico? "
     "DenominacionGenericaProd? DenominacionDistintivaProd? Fabricante? FechaCaducidad? LoteMedicamento? "
     "FormaFarmaceutica? CondicionesEspTransp? RegistroSanitarioFolioAutorizacion? PermisoImportacion? "
     "FolioImpoVUCEM? NumCAS? RazonSocialEmpImp? NumRegSanPlagCOFEPRIS? DatosFabricante? DatosFormulador? "
     "DatosMaquilador? UsoAutorizado? PesoEnKg ValorMercancia? Moneda? FraccionArancelaria? UUIDComercioExt? "
     "TipoMateria? DescripcionMateria? <DocumentacionAduanera <GuiasIdentificacion <CantidadTransporta "
     "<DetalleMercancia"},
    {"DocumentacionAduanera", "TipoDocumento NumPedimento? IdentDocAduanero? RFCImpo?"},
    {"GuiasIdentificacion", "NumeroGuiaIdentificacion DescripGuiaIdentificacion PesoGuiaIdentificacion"},
    {"CantidadTransporta", "Cantidad IDOrigen IDDestino CvesTransporte?"},
    {"DetalleMercancia", "UnidadPesoMerc PesoBruto PesoNeto PesoTara NumPiezas?"},
    {"Autotransporte", "PermSCT NumPermisoSCT <IdentificacionVehicular <Seguros <Remolques"},
    {"IdentificacionVehicular", "ConfigVehicular PesoBrutoVehicular PlacaVM AnioModeloVM"},
    {"Seguros",
     "AseguraRespCivil PolizaRespCivil AseguraMedAmbiente? PolizaMedAmbiente? AseguraCarga? PolizaCarga? PrimaSeguro?"},
    {"Remolques", "<Remolque"},
    {"Remolque", "SubTipoRem Placa"},
    {"TransporteMaritimo",
     "PermSCT? NumPermisoSCT? NombreAseg? NumPolizaSeguro? TipoEmbarcacion Matricula NumeroOMI AnioEmbarcacion? "
     "NombreEmbarc? NacionalidadEmbarc UnidadesDeArqBruto TipoCarga Eslora? Manga? Calado? Puntal? LineaNaviera? "
     "NombreAgenteNaviero NumAutorizacionNaviero NumViaje? NumConocEmbarc? PermisoTempNavegacion? <Contenedor"},
    {"Contenedor",
     "TipoContenedor MatriculaContenedor? NumPrecinto? IdCCPRelacionado? PlacaVMCCP? FechaCertificacionCCP? "
     "<RemolquesCCP"},
    {"RemolquesCCP", "<RemolqueCCP"},
    {"RemolqueCCP", "SubTipoRemCCP PlacaCCP"},
    {"TransporteAereo",
     "PermSCT NumPermisoSCT MatriculaAeronave? NombreAseg? NumPolizaSeguro? NumeroGuia LugarContrato? "
     "CodigoTransportista RFCEmbarcador? NumRegIdTribEmbarc? ResidenciaFiscalEmbarc? NombreEmbarcador?"},
    {"TransporteFerroviario", "TipoDeServicio TipoDeTrafico NombreAseg? NumPolizaSeguro? <DerechosDePaso <Carro"},
    {"DerechosDePaso", "TipoDerechoDePaso KilometrajePagado"},
    {"Carro", "TipoCarro MatriculaCarro GuiaCarro ToneladasNetasCarro <Contenedor=ContenedorEnCarro"},
    {"FiguraTransporte", "<TiposFigura"},
    {"TiposFigura",
     "TipoFigura RFCFigura? NumLicencia? NombreFigura NumRegIdTribFigura? ResidenciaFiscalFigura? <PartesTransporte "
     "<Domicilio"},
    {"PartesTransporte", "ParteTransporte"},
    {"Domicilio",
     "Calle? NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal"},
    {"ContenedorEnCarro", "TipoContenedor PesoContenedorVacio PesoNetoMercancia"},
};

constexpr Fila carta_porte30[]{
    {"CartaPorte",
     "Version IdCCP TranspInternac RegimenAduanero? EntradaSalidaMerc? PaisOrigenDestino? ViaEntradaSalida? "
     "TotalDistRec? RegistroISTMO? UbicacionPoloOrigen? UbicacionPoloDestino? <Ubicaciones <Mercancias "
     "<FiguraTransporte"},
    {"Ubicaciones", "<Ubicacion"},
    {"Ubicacion",
     "TipoUbicacion IDUbicacion? RFCRemitenteDestinatario NombreRemitenteDestinatario? NumRegIdTrib? "
     "ResidenciaFiscal? NumEstacion? NombreEstacion? NavegacionTrafico? FechaHoraSalidaLlegada TipoEstacion? "
     "DistanciaRecorrida? <Domicilio"},
    {"Mercancias",
     "PesoBrutoTotal UnidadPeso PesoNetoTotal? NumTotalMercancias CargoPorTasacion? "
     "LogisticaInversaRecoleccionDevolucion? <Mercancia <Autotransporte <TransporteMaritimo <TransporteAereo "
     "<TransporteFerroviario"},
    {"Mercancia",
     "BienesTransp ClaveSTCC? Descripcion Cantidad ClaveUnidad Unidad? Dimensiones? MaterialPeligroso? "
     "CveMaterialPeligroso? Embalaje? DescripEmbalaje? SectorCOFEPRIS? NombreIngredienteActivo? NomQuimico? "
     "DenominacionGenericaProd? DenominacionDistintivaProd? Fabricante? FechaCaducidad? LoteMedicamento? "
     "FormaFarmaceutica? CondicionesEspTransp? RegistroSanitarioFolioAutorizacion? PermisoImportacion? "
     "FolioImpoVUCEM? NumCAS? RazonSocialEmpImp? NumRegSanPlagCOFEPRIS? DatosFabricante? DatosFormulador? "
     "DatosMaquilador? UsoAutorizado? PesoEnKg ValorMercancia? Moneda? FraccionArancelaria? UUIDComercioExt? "
     "TipoMateria? DescripcionMateria? <DocumentacionAduanera <GuiasIdentificacion <CantidadTransporta "
     "<DetalleMercancia"},
    {"DocumentacionAduanera", "TipoDocumento NumPedimento? IdentDocAduanero? RFCImpo?"},
    {"GuiasIdentificacion", "NumeroGuiaIdentificacion DescripGuiaIdentificacion PesoGuiaIdentificacion"},
    {"CantidadTransporta", "Cantidad IDOrigen IDDestino CvesTransporte?"},
    {"DetalleMercancia", "UnidadPesoMerc PesoBruto PesoNeto PesoTara NumPiezas?"},
    {"Autotransporte", "PermSCT NumPermisoSCT <IdentificacionVehicular <Seguros <Remolques"},
    {"IdentificacionVehicular", "ConfigVehicular PesoBrutoVehicular PlacaVM AnioModeloVM"},
    {"Seguros",
     "AseguraRespCivil PolizaRespCivil AseguraMedAmbiente? PolizaMedAmbiente? AseguraCarga? PolizaCarga? PrimaSeguro?"},
    {"Remolques", "<Remolque"},
    {"Remolque", "SubTipoRem Placa"},
    {"TransporteMaritimo",
     "PermSCT? NumPermisoSCT? NombreAseg? NumPolizaSeguro? TipoEmbarcacion Matricula NumeroOMI AnioEmbarcacion? "
     "NombreEmbarc? NacionalidadEmbarc UnidadesDeArqBruto TipoCarga Eslora? Manga? Calado? Puntal? LineaNaviera? "
     "NombreAgenteNaviero NumAutorizacionNaviero NumViaje? NumConocEmbarc? PermisoTempNavegacion? <Contenedor "
     "<RemolquesCCP"},
    {"RemolquesCCP", "<RemolqueCCP"},
    {"RemolqueCCP", "SubTipoRemCCP PlacaCCP"},
    {"TransporteAereo",
     "PermSCT NumPermisoSCT MatriculaAeronave? NombreAseg? NumPolizaSeguro? NumeroGuia LugarContrato? "
     "CodigoTransportista RFCEmbarcador? NumRegIdTribEmbarc? ResidenciaFiscalEmbarc? NombreEmbarcador?"},
    {"TransporteFerroviario", "TipoDeServicio TipoDeTrafico NombreAseg? NumPolizaSeguro? <DerechosDePaso <Carro"},
    {"DerechosDePaso", "TipoDerechoDePaso KilometrajePagado"},
    {"Carro", "TipoCarro MatriculaCarro GuiaCarro ToneladasNetasCarro <Contenedor=ContenedorEnCarro"},
    {"FiguraTransporte", "<TiposFigura"},
    {"TiposFigura",
     "TipoFigura RFCFigura? NumLicencia? NombreFigura NumRegIdTribFigura? ResidenciaFiscalFigura? <PartesTransporte "
     "<Domicilio"},
    {"PartesTransporte", "ParteTransporte"},
    {"Domicilio",
     "Calle? NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal"},
    {"Contenedor",
     "TipoContenedor MatriculaContenedor? NumPrecinto? IdCCPRelacionado? PlacaVMCCP? FechaCertificacionCCP?"},
    {"ContenedorEnCarro", "TipoContenedor PesoContenedorVacio PesoNetoMercancia"},
};

constexpr Fila carta_porte20[]{
    {"CartaPorte",
     "Version TranspInternac EntradaSalidaMerc? PaisOrigenDestino? ViaEntradaSalida? TotalDistRec? <Ubicaciones "
     "<Mercancias <FiguraTransporte"},
    {"Ubicaciones", "<Ubicacion"},
    {"Ubicacion",
     "TipoUbicacion IDUbicacion? RFCRemitenteDestinatario NombreRemitenteDestinatario? NumRegIdTrib? "
     "ResidenciaFiscal? NumEstacion? NombreEstacion? NavegacionTrafico? FechaHoraSalidaLlegada TipoEstacion? "
     "DistanciaRecorrida? <Domicilio"},
    {"Mercancias",
     "PesoBrutoTotal UnidadPeso PesoNetoTotal? NumTotalMercancias CargoPorTasacion? <Mercancia <Autotransporte "
     "<TransporteMaritimo <TransporteAereo <TransporteFerroviario"},
    {"Mercancia",
     "BienesTransp ClaveSTCC? Descripcion Cantidad ClaveUnidad Unidad? Dimensiones? MaterialPeligroso? "
     "CveMaterialPeligroso? Embalaje? DescripEmbalaje? PesoEnKg ValorMercancia? Moneda? FraccionArancelaria? "
     "UUIDComercioExt? <Pedimentos <GuiasIdentificacion <CantidadTransporta <DetalleMercancia"},
    {"Pedimentos", "Pedimento"},
    {"GuiasIdentificacion", "NumeroGuiaIdentificacion DescripGuiaIdentificacion PesoGuiaIdentificacion"},
    {"CantidadTransporta", "Cantidad IDOrigen IDDestino CvesTransporte?"},
    {"DetalleMercancia", "UnidadPesoMerc PesoBruto PesoNeto PesoTara NumPiezas?"},
    {"Autotransporte", "PermSCT NumPermisoSCT <IdentificacionVehicular <Seguros <Remolques"},
    {"IdentificacionVehicular", "ConfigVehicular PlacaVM AnioModeloVM"},
    {"Seguros",
     "AseguraRespCivil PolizaRespCivil AseguraMedAmbiente? PolizaMedAmbiente? AseguraCarga? PolizaCarga? PrimaSeguro?"},
    {"Remolques", "<Remolque"},
    {"Remolque", "SubTipoRem Placa"},
    {"TransporteMaritimo",
     "PermSCT? NumPermisoSCT? NombreAseg? NumPolizaSeguro? TipoEmbarcacion Matricula NumeroOMI AnioEmbarcacion? "
     "NombreEmbarc? NacionalidadEmbarc UnidadesDeArqBruto TipoCarga NumCertITC Eslora? Manga? Calado? LineaNaviera? "
     "NombreAgenteNaviero NumAutorizacionNaviero NumViaje? NumConocEmbarc? <Contenedor"},
    {"TransporteAereo",
     "PermSCT NumPermisoSCT MatriculaAeronave? NombreAseg? NumPolizaSeguro? NumeroGuia LugarContrato? "
     "CodigoTransportista RFCEmbarcador? NumRegIdTribEmbarc? ResidenciaFiscalEmbarc? NombreEmbarcador?"},
    {"TransporteFerroviario", "TipoDeServicio TipoDeTrafico NombreAseg? NumPolizaSeguro? <DerechosDePaso <Carro"},
    {"DerechosDePaso", "TipoDerechoDePaso KilometrajePagado"},
    {"Carro", "TipoCarro MatriculaCarro GuiaCarro ToneladasNetasCarro <Contenedor=ContenedorEnCarro"},
    {"FiguraTransporte", "<TiposFigura"},
    {"TiposFigura",
     "TipoFigura RFCFigura? NumLicencia? NombreFigura? NumRegIdTribFigura? ResidenciaFiscalFigura? <PartesTransporte "
     "<Domicilio"},
    {"PartesTransporte", "ParteTransporte"},
    {"Domicilio",
     "Calle? NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal"},
    {"Contenedor", "MatriculaContenedor TipoContenedor NumPrecinto?"},
    {"ContenedorEnCarro", "TipoContenedor PesoContenedorVacio PesoNetoMercancia"},
};

constexpr Fila carta_porte10[]{
    {"CartaPorte",
     "Version TranspInternac EntradaSalidaMerc? ViaEntradaSalida? TotalDistRec? <Ubicaciones <Mercancias "
     "<FiguraTransporte"},
    {"Ubicaciones", "<Ubicacion"},
    {"Ubicacion", "TipoEstacion? DistanciaRecorrida? <Origen <Destino <Domicilio"},
    {"Origen",
     "IDOrigen? RFCRemitente? NombreRemitente? NumRegIdTrib? ResidenciaFiscal? NumEstacion? NombreEstacion? "
     "NavegacionTrafico? FechaHoraSalida"},
    {"Destino",
     "IDDestino? RFCDestinatario? NombreDestinatario? NumRegIdTrib? ResidenciaFiscal? NumEstacion? NombreEstacion? "
     "NavegacionTrafico? FechaHoraProgLlegada"},
    {"Mercancias",
     "PesoBrutoTotal? UnidadPeso? PesoNetoTotal? NumTotalMercancias CargoPorTasacion? <Mercancia "
     "<AutotransporteFederal <TransporteMaritimo <TransporteAereo <TransporteFerroviario"},
    {"Mercancia",
     "BienesTransp? ClaveSTCC? Descripcion? Cantidad? ClaveUnidad? Unidad? Dimensiones? MaterialPeligroso? "
     "CveMaterialPeligroso? Embalaje? DescripEmbalaje? PesoEnKg ValorMercancia? Moneda? FraccionArancelaria? "
     "UUIDComercioExt? <CantidadTransporta <DetalleMercancia"},
    {"CantidadTransporta", "Cantidad IDOrigen IDDestino CvesTransporte?"},
    {"DetalleMercancia", "UnidadPeso PesoBruto PesoNeto PesoTara NumPiezas?"},
    {"AutotransporteFederal", "PermSCT NumPermisoSCT NombreAseg NumPolizaSeguro <IdentificacionVehicular <Remolques"},
    {"IdentificacionVehicular", "ConfigVehicular PlacaVM AnioModeloVM"},
    {"Remolques", "<Remolque"},
    {"Remolque", "SubTipoRem Placa"},
    {"TransporteMaritimo",
     "PermSCT? NumPermisoSCT? NombreAseg? NumPolizaSeguro? TipoEmbarcacion Matricula NumeroOMI AnioEmbarcacion? "
     "NombreEmbarc? NacionalidadEmbarc UnidadesDeArqBruto TipoCarga NumCertITC Eslora? Manga? Calado? LineaNaviera? "
     "NombreAgenteNaviero NumAutorizacionNaviero NumViaje? NumConocEmbarc? <Contenedor"},
    {"Contenedor", "MatriculaContenedor TipoContenedor NumPrecinto?"},
    {"TransporteAereo",
     "PermSCT NumPermisoSCT MatriculaAeronave NombreAseg? NumPolizaSeguro? NumeroGuia LugarContrato? "
     "RFCTransportista? CodigoTransportista NumRegIdTribTranspor? ResidenciaFiscalTranspor? NombreTransportista? "
     "RFCEmbarcador? NumRegIdTribEmbarc? ResidenciaFiscalEmbarc? NombreEmbarcador?"},
    {"TransporteFerroviario", "TipoDeServicio NombreAseg? NumPolizaSeguro? Concesionario? <DerechosDePaso <Carro"},
    {"DerechosDePaso", "TipoDerechoDePaso KilometrajePagado"},
    {"Carro", "TipoCarro MatriculaCarro GuiaCarro ToneladasNetasCarro <Contenedor=ContenedorEnCarro"},
    {"ContenedorEnCarro", "TipoContenedor PesoContenedorVacio PesoNetoMercancia"},
    {"FiguraTransporte", "CveTransporte <Operadores <Propietario <Arrendatario <Notificado"},
    {"Operadores", "<Operador"},
    {"Operador",
     "RFCOperador? NumLicencia? NombreOperador? NumRegIdTribOperador? ResidenciaFiscalOperador? <Domicilio"},
    {"Propietario",
     "RFCPropietario? NombrePropietario? NumRegIdTribPropietario? ResidenciaFiscalPropietario? <Domicilio"},
    {"Arrendatario",
     "RFCArrendatario? NombreArrendatario? NumRegIdTribArrendatario? ResidenciaFiscalArrendatario? <Domicilio"},
    {"Notificado", "RFCNotificado? NombreNotificado? NumRegIdTribNotificado? ResidenciaFiscalNotificado? <Domicilio"},
    {"Domicilio",
     "Calle NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal"},
};

constexpr Fila comercio_exterior20[]{
    {"ComercioExterior",
     "Version MotivoTraslado? ClaveDePedimento CertificadoOrigen NumCertificadoOrigen? NumeroExportadorConfiable? "
     "Incoterm? Observaciones? TipoCambioUSD TotalUSD <Emisor <Propietario <Receptor <Destinatario <Mercancias"},
    {"Emisor", "Curp? <Domicilio"},
    {"Propietario", "NumRegIdTrib ResidenciaFiscal"},
    {"Receptor", "NumRegIdTrib? <Domicilio"},
    {"Destinatario", "NumRegIdTrib? Nombre? <Domicilio"},
    {"Mercancias", "<Mercancia"},
    {"Domicilio",
     "Calle NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal"},
    {"Mercancia",
     "NoIdentificacion FraccionArancelaria? CantidadAduana? UnidadAduana? ValorUnitarioAduana? ValorDolares "
     "<DescripcionesEspecificas"},
    {"DescripcionesEspecificas", "Marca Modelo? SubModelo? NumeroSerie?"},
};

constexpr Fila comercio_exterior11[]{
    {"ComercioExterior",
     "Version MotivoTraslado? TipoOperacion ClaveDePedimento? CertificadoOrigen? NumCertificadoOrigen? "
     "NumeroExportadorConfiable? Incoterm? Subdivision? Observaciones? TipoCambioUSD? TotalUSD? <Emisor <Propietario "
     "<Receptor <Destinatario <Mercancias"},
    {"Emisor", "Curp? <Domicilio"},
    {"Propietario", "NumRegIdTrib ResidenciaFiscal"},
    {"Receptor", "NumRegIdTrib? <Domicilio"},
    {"Destinatario", "NumRegIdTrib? Nombre? <Domicilio"},
    {"Mercancias", "<Mercancia"},
    {"Domicilio",
     "Calle NumeroExterior? NumeroInterior? Colonia? Localidad? Referencia? Municipio? Estado Pais CodigoPostal"},
    {"Mercancia",
     "NoIdentificacion FraccionArancelaria? CantidadAduana? UnidadAduana? ValorUnitarioAduana? ValorDolares "
     "<DescripcionesEspecificas"},
    {"DescripcionesEspecificas", "Marca Modelo? SubModelo? NumeroSerie?"},
};

constexpr Fila hidrocarburos_petroliferos[]{
    {"HidroYPetro", "Version TipoPermiso NumeroPermiso ClaveHYP SubProductoHYP"}};

constexpr Fila detallista[]{
    {"detallista",
     "documentStructureVersion <orderIdentification/referenceIdentification=texto .orderIdentification/ReferenceDate? "
     ".buyer/gln .seller/gln .seller/alternatePartyIdentification .totalAmount/Amount "
     "<TotalAllowanceCharge/specialServicesType=texto <TotalAllowanceCharge/Amount=texto"},
    {"texto", "."},
};

constexpr Fila aerolineas[]{
    {"Aerolineas", "Version TUA <OtrosCargos"},
    {"OtrosCargos", "TotalCargos <Cargo"},
    {"Cargo", "CodigoCargo Importe"},
};

constexpr Fila ine[]{
    {"INE", "Version TipoProceso TipoComite? IdContabilidad? <Entidad"},
    {"Entidad", "ClaveEntidad Ambito? <Contabilidad"},
    {"Contabilidad", "IdContabilidad"},
};

constexpr Fila donatarias[]{{"Donatarias", "version noAutorizacion fechaAutorizacion leyenda"}};

constexpr Fila estado_de_cuenta_combustible[]{
    {"EstadoDeCuentaCombustible", "Version TipoOperacion NumeroDeCuenta SubTotal Total <Conceptos"},
    {"Conceptos", "<ConceptoEstadoDeCuentaCombustible"},
    {"Traslados", "<Traslado"},
    {"ConceptoEstadoDeCuentaCombustible",
     "Identificador Fecha Rfc ClaveEstacion Cantidad TipoCombustible Unidad? NombreCombustible FolioOperacion "
     "ValorUnitario Importe <Traslados"},
    {"Traslado", "Impuesto TasaOCuota Importe"},
};

constexpr Fila consumo_de_combustibles[]{
    {"ConsumoDeCombustibles", "version tipoOperacion numeroDeCuenta subTotal? total <Conceptos"},
    {"Conceptos", "<ConceptoConsumoDeCombustibles"},
    {"ConceptoConsumoDeCombustibles",
     "identificador fecha rfc claveEstacion tipoCombustible cantidad nombreCombustible folioOperacion valorUnitario "
     "importe <Determinados"},
    {"Determinados", "<Determinado"},
    {"Determinado", "impuesto tasaOCuota importe"},
};

constexpr Fila estado_de_cuenta_combustible11[]{
    {"EstadoDeCuentaCombustible", "Version TipoOperacion NumeroDeCuenta SubTotal Total <Conceptos"},
    {"Conceptos", "<ConceptoEstadoDeCuentaCombustible"},
    {"ConceptoEstadoDeCuentaCombustible",
     "Identificador Fecha Rfc ClaveEstacion TAR? Cantidad NoIdentificacion Unidad? NombreCombustible FolioOperacion "
     "ValorUnitario Importe <Traslados"},
    {"Traslados", "<Traslado"},
    {"Traslado", "Impuesto TasaoCuota Importe"},
};

constexpr Fila consumo_de_combustibles10[]{
    {"ConsumoDeCombustibles", "version tipoOperacion numeroDeCuenta subTotal? total <Conceptos"},
    {"Conceptos", "<ConceptoConsumoDeCombustibles"},
    {"ConceptoConsumoDeCombustibles",
     "identificador fecha rfc claveEstacion cantidad nombreCombustible folioOperacion valorUnitario importe "
     "<Determinados"},
    {"Determinados", "<Determinado"},
    {"Determinado", "impuesto tasa importe"},
};

constexpr Fila terceros11[]{
    {"PorCuentadeTerceros",
     "version rfc nombre? <InformacionFiscalTercero <InformacionAduanera <Parte/InformacionAduanera <CuentaPredial "
     "<Impuestos/Retenciones/Retencion <Impuestos/Traslados/Traslado"},
    {"InformacionFiscalTercero",
     "calle noExterior? noInterior? colonia? localidad? referencia? municipio estado pais codigoPostal"},
    {"InformacionAduanera", "numero fecha aduana?"},
    {"CuentaPredial", "numero"},
    {"Retencion", "impuesto importe"},
    {"Traslado", "impuesto tasa importe"},
};

constexpr Fila vales_de_despensa[]{
    {"ValesDeDespensa", "version tipoOperacion registroPatronal? numeroDeCuenta total <Conceptos"},
    {"Conceptos", "<Concepto"},
    {"Concepto", "identificador fecha rfc curp nombre numSeguridadSocial? importe"},
};

constexpr Fila notarios[]{
    {"NotariosPublicos", "Version <DescInmuebles <DatosOperacion <DatosNotario <DatosEnajenante <DatosAdquiriente"},
    {"DescInmuebles", "<DescInmueble"},
    {"DescInmueble",
     "TipoInmueble Calle NoExterior? NoInterior? Colonia? Localidad? Referencia? Municipio Estado Pais CodigoPostal"},
    {"DatosOperacion", "NumInstrumentoNotarial FechaInstNotarial MontoOperacion Subtotal IVA"},
    {"DatosNotario", "CURP NumNotaria EntidadFederativa Adscripcion?"},
    {"DatosEnajenante", "CoproSocConyugalE <DatosUnEnajenante <DatosEnajenantesCopSC"},
    {"DatosUnEnajenante", "Nombre ApellidoPaterno ApellidoMaterno? RFC CURP"},
    {"DatosEnajenantesCopSC", "<DatosEnajenanteCopSC"},
    {"DatosEnajenanteCopSC", "Nombre ApellidoPaterno? ApellidoMaterno? RFC CURP? Porcentaje"},
    {"DatosAdquiriente", "CoproSocConyugalE <DatosUnAdquiriente <DatosAdquirientesCopSC"},
    {"DatosUnAdquiriente", "Nombre ApellidoPaterno? ApellidoMaterno? RFC CURP?"},
    {"DatosAdquirientesCopSC", "<DatosAdquirienteCopSC"},
    {"DatosAdquirienteCopSC", "Nombre ApellidoPaterno? ApellidoMaterno? RFC CURP? Porcentaje"},
};

constexpr Fila vehiculo_usado[]{
    {"VehiculoUsado",
     "Version montoAdquisicion montoEnajenacion claveVehicular marca tipo modelo numeroMotor? numeroSerie? NIV? valor "
     "<InformacionAduanera"},
    {"InformacionAduanera", "numero fecha aduana?"},
};

constexpr Fila venta_de_vehiculos[]{
    {"VentaVehiculos", "version ClaveVehicular Niv <InformacionAduanera <Parte/InformacionAduanera"},
    {"InformacionAduanera", "numero fecha aduana?"},
};

constexpr Fila divisas[]{{"Divisas", "version tipoOperacion"}};

constexpr Fila integrante_coordinado[]{{"PFintegranteCoordinado", "version ClaveVehicular Placa RFCPF?"}};

constexpr Fila turista_extranjero[]{
    {"TuristaPasajeroExtranjero", "version fechadeTransito tipoTransito <datosTransito"},
    {"datosTransito", "Via TipoId NumeroId Nacionalidad EmpresaTransporte IdTransporte?"},
};

constexpr Fila registro_fiscal[]{{"CFDIRegistroFiscal", "Version Folio"}};

constexpr Fila pago_en_especie[]{
    {"PagoEnEspecie", "Version CvePIC FolioSolDon PzaArtNombre PzaArtTecn PzaArtAProd PzaArtDim"}};

constexpr Fila servicio_de_construccion[]{
    {"parcialesconstruccion", "Version NumPerLicoAut <Inmueble"},
    {"Inmueble", "Calle NoExterior? NoInterior? Colonia? Localidad? Referencia? Municipio Estado CodigoPostal"},
};

constexpr Fila renovacion_de_vehiculos[]{
    {"renovacionysustitucionvehiculos", "Version TipoDeDecreto <DecretoRenovVehicular <DecretoSustitVehicular"},
    {"DecretoRenovVehicular", "VehEnaj <VehiculosUsadosEnajenadoPermAlFab <VehiculoNuvoSemEnajenadoFabAlPerm"},
    {"DecretoSustitVehicular", "VehEnaj <VehiculoUsadoEnajenadoPermAlFab <VehiculoNuvoSemEnajenadoFabAlPerm"},
    {"VehiculosUsadosEnajenadoPermAlFab",
     "PrecioVehUsado TipoVeh Marca TipooClase Año Modelo? NIV? NumSerie? NumPlacas NumMotor? NumFolTarjCir NumPedIm? "
     "Aduana? FechaRegulVeh? Foliofiscal"},
    {"VehiculoNuvoSemEnajenadoFabAlPerm", "Año Modelo? NumPlacas RFC?"},
    {"VehiculoUsadoEnajenadoPermAlFab",
     "PrecioVehUsado TipoVeh Marca TipooClase Año Modelo? NIV? NumSerie? NumPlacas NumMotor? NumFolTarjCir "
     "NumFolAvisoint NumPedIm Aduana FechaRegulVeh Foliofiscal"},
};

constexpr Fila certificado_de_destruccion[]{
    {"certificadodedestruccion", "Version Serie NumFolDesVeh <VehiculoDestruido <InformacionAduanera"},
    {"VehiculoDestruido", "Marca TipooClase Año Modelo? NIV? NumSerie? NumPlacas NumMotor? NumFolTarjCir"},
    {"InformacionAduanera", "NumPedImp Fecha Aduana"},
};

constexpr Fila arte_y_antiguedades[]{
    {"obrasarteantiguedades",
     "Version TipoBien OtrosTipoBien? TituloAdquirido OtrosTituloAdquirido? Subtotal? IVA? FechaAdquisicion "
     "CaracterísticasDeObraoPieza"},
};

constexpr Fila gastos_hidrocarburos[]{
    {"GastosHidrocarburos", "Version NumeroContrato AreaContractual? <Erogacion"},
    {"Erogacion", "TipoErogacion MontocuErogacion Porcentaje <DocumentoRelacionado <Actividades <CentroCostos"},
    {"DocumentoRelacionado",
     "OrigenErogacion FolioFiscalVinculado? RFCProveedor? MontoTotalIVA MontoRetencionISR? MontoRetencionIVA? "
     "MontoRetencionOtrosImpuestos? NumeroPedimentoVinculado? ClavePedimentoVinculado? ClavePagoPedimentoVinculado? "
     "MontoIVAPedimento? OtrosImpuestosPagadosPedimento? FechaFolioFiscalVinculado Mes MontoTotalErogaciones"},
    {"Actividades", "ActividadRelacionada? <SubActividades"},
    {"SubActividades", "SubActividadRelacionada? <Tareas"},
    {"Tareas", "TareaRelacionada?"},
    {"CentroCostos", "Campo? <Yacimientos"},
    {"Yacimientos", "Yacimiento? <Pozos"},
    {"Pozos", "Pozo?"},
};

constexpr Fila ingresos_hidrocarburos[]{
    {"IngresosHidrocarburos", "Version NumeroContrato ContraprestacionPagadaOperador Porcentaje <DocumentoRelacionado"},
    {"DocumentoRelacionado", "FolioFiscalVinculado FechaFolioFiscalVinculado Mes"},
};

constexpr Vocabulario todos[]{
    {espacio::cfdi40, cfdi40, espacio::cfdi40},
    {espacio::cfdi33, cfdi33, espacio::cfdi33},
    {espacio::pagos20, pagos20, espacio::cfdi40},
    {espacio::pagos10, pagos10, espacio::cfdi33},
    {espacio::locales, locales},
    {espacio::leyendas, leyendas},
    {espacio::iedu, iedu},
    {espacio::timbre, timbre},
    {"http://www.sat.gob.mx/nomina12", nomina12},
    {"http://www.sat.gob.mx/CartaPorte31", carta_porte31, espacio::cfdi40},
    {"http://www.sat.gob.mx/CartaPorte30", carta_porte30, espacio::cfdi40},
    {"http://www.sat.gob.mx/CartaPorte20", carta_porte20},
    {"http://www.sat.gob.mx/CartaPorte", carta_porte10, espacio::cfdi33},
    {"http://www.sat.gob.mx/ComercioExterior20", comercio_exterior20, espacio::cfdi40},
    {"http://www.sat.gob.mx/ComercioExterior11", comercio_exterior11},
    {"http://www.sat.gob.mx/hidrocarburospetroliferos", hidrocarburos_petroliferos, espacio::cfdi40},
    {"http://www.sat.gob.mx/detallista", detallista},
    {"http://www.sat.gob.mx/aerolineas", aerolineas},
    {"http://www.sat.gob.mx/ine", ine},
    {"http://www.sat.gob.mx/donat", donatarias},
    {"http://www.sat.gob.mx/EstadoDeCuentaCombustible12", estado_de_cuenta_combustible},
    {"http://www.sat.gob.mx/EstadoDeCuentaCombustible", estado_de_cuenta_combustible11, espacio::cfdi33},
    {"http://www.sat.gob.mx/ConsumoDeCombustibles11", consumo_de_combustibles},
    {"http://www.sat.gob.mx/consumodecombustibles", consumo_de_combustibles10, espacio::cfdi33},
    {"http://www.sat.gob.mx/terceros", terceros11, espacio::cfdi33},
    {"http://www.sat.gob.mx/valesdedespensa", vales_de_despensa},
    {"http://www.sat.gob.mx/notariospublicos", notarios},
    {"http://www.sat.gob.mx/vehiculousado", vehiculo_usado},
    {"http://www.sat.gob.mx/ventavehiculos", venta_de_vehiculos},
    {"http://www.sat.gob.mx/divisas", divisas},
    {"http://www.sat.gob.mx/pfic", integrante_coordinado},
    {"http://www.sat.gob.mx/TuristaPasajeroExtranjero", turista_extranjero},
    {"http://www.sat.gob.mx/registrofiscal", registro_fiscal},
    {"http://www.sat.gob.mx/pagoenespecie", pago_en_especie},
    {"http://www.sat.gob.mx/servicioparcialconstruccion", servicio_de_construccion},
    {"http://www.sat.gob.mx/renovacionysustitucionvehiculos", renovacion_de_vehiculos},
    {"http://www.sat.gob.mx/certificadodestruccion", certificado_de_destruccion},
    {"http://www.sat.gob.mx/arteantiguedades", arte_y_antiguedades},
    {"http://www.sat.gob.mx/GastosHidrocarburos10", gastos_hidrocarburos},
    {"http://www.sat.gob.mx/IngresosHidrocarburos10", ingresos_hidrocarburos},
};

}  // namespace

std::span<Vocabulario const> vocabularios() {
    return todos;
}

}  // namespace gestor::fiscal
