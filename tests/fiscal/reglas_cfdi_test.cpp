#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "domain/fiscal/juzgar.hpp"
#include "tests/fiscal/cfdi_ayuda.hpp"
#include "tests/fiscal/cfdi_azar.hpp"

BOOST_AUTO_TEST_SUITE(reglas_cfdi_test)

using namespace gestor;
using namespace gestor::fiscal;

namespace {

Catalogos const catalogos = catalogos_de_prueba();

// Rounds of nine CFDI: GESTOR_CFDI, by default 100; a developer sets 5000.
int cuantos() {
    auto const* texto = std::getenv("GESTOR_CFDI");
    return texto != nullptr ? std::atoi(texto) : 100;
}

std::string errores(Veredicto const& veredicto, bool con_detalle = false) {
    std::string salida;
    for (auto const& v : veredicto)
        if (v.dictamen == Dictamen::error)
            salida += (salida.empty() ? "" : " ") + v.codigo + (con_detalle ? " (" + v.detalle + ")" : "");
    return salida;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ningun_cfdi_bueno_tiene_errores) {
    Azar azar;
    for (int i = 0; i < cuantos(); ++i)
        for (char const tipo : std::string("IIIEEPPNT")) {
            auto const texto = escribir(CfdiAlAzar(azar).hacer(tipo));
            auto const fallas = errores(juzgar_sin_sello(leer_cfdi(texto), catalogos), true);
            BOOST_REQUIRE_MESSAGE(fallas.empty(), fallas << "\n" << texto);
        }
}

// ---- one thing altered: the rule that it breaks is named, and no other; where rules overlap, all of them ----
namespace {

struct Alteracion {
    char tipo;
    char const* que;
    bool (*altera)(Cfdi&);  // false: the CFDI lacks the element to change
    char const* codigos;
};

// First element that meets the condition, or null.
template <class T, class F>
T* primero(std::vector<T>& de, F como) {
    auto const esta = std::find_if(de.begin(), de.end(), como);
    return esta == de.end() ? nullptr : &*esta;
}
ConceptoCfdi* linea_con(Cfdi& c, char const* objeto) {
    return primero(c.conceptos, [&](auto const& l) { return l.objetoImp == objeto; });
}
ImpuestoCfdi* traslado(Cfdi& c, char const* impuesto, char const* factor) {
    for (auto& l : c.conceptos)
        if (l.impuestos)
            if (auto* t = primero(l.impuestos->traslados,
                                  [&](auto const& i) { return i.impuesto == impuesto && i.tipoFactor == factor; }))
                return t;
    return nullptr;
}
ImpuestoCfdi* retencion(Cfdi& c) {
    for (auto& l : c.conceptos)
        if (l.impuestos && !l.impuestos->retenciones.empty()) return &l.impuestos->retenciones[0];
    return nullptr;
}
ImpuestoCfdi* resumido(Cfdi& c, char const* factor) {
    return c.impuestos ? primero(c.impuestos->traslados, [&](auto const& i) { return i.tipoFactor == factor; })
                       : nullptr;
}
Pago& pago_de(Cfdi& c) {
    return c.pagos[0].pagos[0];
}
DoctoRelacionado& docto_de(Cfdi& c) {
    return pago_de(c).documentos[0];
}
ImpuestoCfdi* traslado_dr(Cfdi& c, char const* factor) {
    auto& d = docto_de(c);
    return d.impuestos ? primero(d.impuestos->traslados, [&](auto const& i) { return i.tipoFactor == factor; })
                       : nullptr;
}
ImpuestoCfdi* retencion_dr(Cfdi& c) {
    auto& d = docto_de(c);
    return d.impuestos && !d.impuestos->retenciones.empty() ? &d.impuestos->retenciones[0] : nullptr;
}
ImpuestoCfdi* traslado_p(Cfdi& c, char const* impuesto, char const* factor) {
    auto& p = pago_de(c);
    return p.impuestos ? primero(p.impuestos->traslados,
                                 [&](auto const& i) { return i.impuesto == impuesto && i.tipoFactor == factor; })
                       : nullptr;
}
ImpuestoCfdi* retencion_p(Cfdi& c) {
    auto& p = pago_de(c);
    return p.impuestos && !p.impuestos->retenciones.empty() ? &p.impuestos->retenciones[0] : nullptr;
}
bool pon(Dato& dato, char const* valor) {
    dato = valor;
    return true;
}
bool quita(Dato& dato) {
    bool const habia = dato.has_value();
    dato.reset();
    return habia;
}
// mas: adds to a value, which keeps its decimals.
bool mas(Dato& dato, char const* cuanto) {
    if (!dato) return false;
    auto const valor = *Exacto::leer(*dato), suma = valor + *Exacto::leer(cuanto);
    dato = escrito(suma, std::max(valor.decimales(), 2U));
    return true;
}
bool menos(Dato& dato, char const* cuanto) {
    if (!dato) return false;
    auto const valor = *Exacto::leer(*dato), resta = valor - *Exacto::leer(cuanto);
    if (resta.es_positivo()) dato = escrito(resta, std::max(valor.decimales(), 2U));
    return resta.es_positivo();
}
bool dos_decimales(Cfdi const& c) {
    return c.moneda != "JPY";
}
bool una_moneda(Pago const& p) {
    return std::all_of(p.documentos.begin(), p.documentos.end(),
                       [&](auto const& d) { return d.monedaDR == p.monedaP; });
}
bool solo(Cfdi const& c) {
    return c.pagos[0].pagos.size() == 1 && c.pagos[0].pagos[0].documentos.size() == 1;
}

#define ALTERA [](Cfdi & c) -> bool
Alteracion const alteraciones[] = {
    // ---- the file ----
    {'I', "sin Emisor/@Nombre", ALTERA{return quita(c.emisor.nombre);
}  // namespace
, "XSD"
}
, {'I', "Rfc del receptor mal escrito", ALTERA{return pon(c.receptor.rfc, "ABC");
}
, "XSD"
}
, {'I', "SubTotal con exponente", ALTERA{return pon(c.subTotal, "1e3");
}
, "XSD"
}
, {'I', "SubTotal vacío", ALTERA{return pon(c.subTotal, "");
}
, "XSD"
}
, {'I', "Total NaN", ALTERA{return pon(c.total, "NaN");
}
, "XSD"
}
, {'I', "Total de treinta cifras", ALTERA{return pon(c.total, "100000000000000000000000000000");
}
, "XSD"
}
, {'I', "Importe negativo", ALTERA{return !c.conceptos[0].descuento && pon(c.conceptos[0].importe, "-1.00");
}
, "XSD CFDI40108 CFDI40167"
}
, {'I', "Cantidad cero", ALTERA{bool const mas_de_una = c.conceptos.size() > 1;
return mas_de_una && pon(c.conceptos[0].cantidad, "0,5");
}
, "XSD"
}
, {'I', "Descripcion con pleca", ALTERA{return pon(c.conceptos[0].descripcion, "a|b");
}
, "XSD"
}
, {'I', "Folio de 41", ALTERA{return pon(c.folio, "12345678901234567890123456789012345678901");
}
, "XSD"
}
, {'I', "NoCertificado corto", ALTERA{return pon(c.noCertificado, "1");
}
, "XSD"
}
, {'I', "sin ObjetoImp", ALTERA{return linea_con(c, "04") && quita(linea_con(c, "04")->objetoImp);
}
, "XSD"
}
, {'E', "UUID relacionado sin forma", ALTERA{return pon(c.relaciones[0].uuid[0], "X");
}
, "XSD"
}
, {'P', "sin IdDocumento", ALTERA{return quita(docto_de(c).idDocumento);
}
, "XSD"
}
, {'P', "FechaPago sin hora", ALTERA{return pon(pago_de(c).fechaPago, "2026-01-01");
}
, "XSD"
}
, {'P', "NumParcialidad cero", ALTERA{return pon(docto_de(c).numParcialidad, "0");
}
, "XSD"
}
,
    // ---- Comprobante ----
    {'I', "Fecha sin hora", ALTERA{return !c.global && pon(c.fecha, "2026-01-01");
}
, "CFDI40101"
}
, {'I', "Fecha que no existe", ALTERA{return !c.global && pon(c.fecha, "2026-02-30T00:00:00");
}
, "CFDI40101"
}
, {'N', "FormaPago en N", ALTERA{return pon(c.formaPago, "01");
}
, "CFDI40103"
}
, {'T', "FormaPago en T", ALTERA{return pon(c.formaPago, "01");
}
, "CFDI40103"
}
, {'P', "FormaPago en P", ALTERA{return pon(c.formaPago, "01");
}
, "CFDI40103 CRP20105"
}
, {'I', "FormaPago 00", ALTERA{return pon(c.formaPago, "00");
}
, "CFDI40104"
}
, {'I', "PPD con 01", ALTERA{return c.metodoPago == "PPD" && pon(c.formaPago, "01");
}
, "CFDI40105"
}
, {'I', "SubTotal con tres decimales", ALTERA{return dos_decimales(c) && pon(c.subTotal, (*c.subTotal + "0").c_str());
}
, "CFDI40107"
}
, {'I', "SubTotal con nueve decimales",
   ALTERA{return dos_decimales(c) && pon(c.subTotal, (*c.subTotal + "0000000").c_str());
}
, "CFDI40107"
}
, {'I', "SubTotal y Total un centavo más",
   ALTERA{return dos_decimales(c) && mas(c.subTotal, "0.01") && mas(c.total, "0.01");
}
, "CFDI40108"
}
, {'I', "SubTotal un centavo más", ALTERA{return dos_decimales(c) && mas(c.subTotal, "0.01");
}
, "CFDI40108 CFDI40119"
}
, {'T', "SubTotal y Total 5", ALTERA{return pon(c.subTotal, "5") && pon(c.total, "5");
}
, "CFDI40109"
}
, {'I', "Descuento mayor que SubTotal",
   ALTERA{return dos_decimales(c) && c.descuento && pon(c.descuento, "9999999999.00");
}
, "IMP05 CFDI40110 CFDI40119"
}
, {'I', "Descuento y Total un centavo", ALTERA{if (!dos_decimales(c) || !c.descuento) return false;
c.total = escrito(*Exacto::leer(*c.total) - *Exacto::leer("0.01"), 2);
return c.total->front() != '-' && *Exacto::leer(*c.descuento) < *Exacto::leer(*c.subTotal) && mas(c.descuento, "0.01");
}
, "IMP05"
}
, {'T', "Descuento en una línea de T", ALTERA{return pon(c.conceptos[0].descuento, "0");
}
, "CFDI40111"
}
, {'I', "Descuento con tres decimales",
   ALTERA{return dos_decimales(c) && c.descuento && pon(c.descuento, (*c.descuento + "0").c_str());
}
, "CFDI40112"
}
, {'I', "Moneda ZZZ", ALTERA{return pon(c.moneda, "ZZZ");
}
, "CFDI40113"
}
, {'I', "TipoCambio 2 en MXN", ALTERA{return c.moneda == "MXN" && pon(c.tipoCambio, "2");
}
, "CFDI40114"
}
, {'I', "USD sin TipoCambio", ALTERA{return c.moneda == "USD" && quita(c.tipoCambio);
}
, "CFDI40115"
}
, {'T', "TipoCambio en XXX", ALTERA{return pon(c.tipoCambio, "1");
}
, "CFDI40116"
}
, {'I', "TipoCambio con siete decimales", ALTERA{return c.moneda == "USD" && pon(c.tipoCambio, "17.1234567");
}
, "CFDI40117"
}
, {'I', "TipoCambio vacío", ALTERA{return pon(c.tipoCambio, "");
}
, "CFDI40117"
}
, {'I', "TipoCambio cero", ALTERA{return c.moneda == "USD" && pon(c.tipoCambio, "0");
}
, "CFDI40117"
}
, {'I', "Total un centavo más", ALTERA{return dos_decimales(c) && mas(c.total, "0.01");
}
, "CFDI40119"
}
, {'I', "Total negativo", ALTERA{return dos_decimales(c) && pon(c.total, "-5.00");
}
, "XSD CFDI40119"
}
, {'I', "total de locales ilegible", ALTERA{return c.locales && pon(c.locales->totalTraslados, "x");
}
, "XSD"
}
, {'I', "total de locales vacío", ALTERA{return c.locales && pon(c.locales->totalRetenciones, "");
}
, "XSD"
}
, {'I', "total de locales con exponente, Total cualquiera",
   ALTERA{return c.locales && pon(c.locales->totalTraslados, "1e3") && mas(c.total, "77");
}
, "XSD"
}
, {'I', "locales negativos", ALTERA{return c.locales && pon(c.locales->totalTraslados, "-12.50");
}
, "CFDI40119"
}
, {'I', "Total sin locales", ALTERA{return c.locales && pon(c.locales->totalTraslados, "12.51");
}
, "CFDI40119"
}
, {'I', "Total con tres decimales", ALTERA{return dos_decimales(c) && pon(c.total, (*c.total + "0").c_str());
}
, "GES02"
}
, {'I', "TipoDeComprobante X", ALTERA{return pon(c.tipoDeComprobante, "X");
}
, "CFDI40121"
}
, {'I', "Exportacion 02 sin complemento", ALTERA{return c.complementos.empty() && pon(c.exportacion, "02");
}
, "CFDI40122"
}
, {'I', "Exportacion 09", ALTERA{return pon(c.exportacion, "09");
}
, "CFDI40123"
}
, {'I', "MetodoPago XYZ", ALTERA{return pon(c.metodoPago, "XYZ");
}
, "CFDI40124"
}
, {'T', "MetodoPago en T", ALTERA{return pon(c.metodoPago, "PUE");
}
, "CFDI40125"
}
, {'I', "LugarExpedicion de letras", ALTERA{return c.receptor.rfc == "URE180429TM6" && pon(c.lugarExpedicion, "0600A");
}
, "CFDI40126"
}
,
    // ---- InformacionGlobal, CfdiRelacionados ----
    {'I', "InformacionGlobal a quien tiene RFC",
     ALTERA{return c.receptor.rfc == "URE180429TM6" && (c.global = {"01", "01", "2026"}, true);
}
, "CFDI40130"
}
, {'I', "público sin InformacionGlobal",
   ALTERA{return c.receptor.nombre == "MOSTRADOR" && pon(c.receptor.nombre, "PUBLICO EN GENERAL");
}
, "CFDI40130"
}
, {'I', "Periodicidad 09", ALTERA{return c.global && pon(c.global->periodicidad, "09");
}
, "CFDI40131"
}
, {'I', "Periodicidad 05 del régimen 601",
   ALTERA{return c.global && c.emisor.regimenFiscal == "601" && pon(c.global->periodicidad, "05") &&
                 pon(c.global->meses, "14");
}
, "CFDI40132"
}
, {'I', "Meses 19", ALTERA{return c.global && c.global->periodicidad != "05" && pon(c.global->meses, "19");
}
, "CFDI40133 CFDI40134"
}
, {'I', "Meses 13 mensual", ALTERA{return c.global && c.global->periodicidad != "05" && pon(c.global->meses, "13");
}
, "CFDI40134"
}
, {'I', "Meses 12 bimestral", ALTERA{return c.global && c.global->periodicidad == "05" && pon(c.global->meses, "12");
}
, "CFDI40135"
}
, {'I', "cinco años atrás", ALTERA{return c.global && pon(c.global->anio, "2021");
}
, ""
}
, {'I', "seis años atrás",
   ALTERA{return c.global && pon(c.global->anio, "2021") && pon(c.fecha, ("2027" + c.fecha->substr(4)).c_str());
}
, "CFDI40136"
}
, {'I', "Año que viene", ALTERA{return c.global && pon(c.global->anio, "2027");
}
, "CFDI40136"
}
, {'I', "Año de tres cifras", ALTERA{return c.global && pon(c.global->anio, "202");
}
, "XSD CFDI40136"
}
, {'I', "Año 2020", ALTERA{return c.global && pon(c.global->anio, "2020");
}
, "XSD CFDI40136"
}
, {'E', "TipoRelacion 99", ALTERA{return pon(c.relaciones[0].tipoRelacion, "99");
}
, "CFDI40137"
}
,
    // ---- Emisor, Receptor ----
    {'I', "RegimenFiscal 699", ALTERA{return !c.global && pon(c.emisor.regimenFiscal, "699");
}
, "CFDI40140"
}
, {'I', "RegimenFiscal de persona física", ALTERA{return !c.global && pon(c.emisor.regimenFiscal, "612");
}
, "CFDI40141"
}
, {'I', "PUBLICO EN GENERAL con RFC propio",
   ALTERA{return c.receptor.rfc == "URE180429TM6" && pon(c.receptor.nombre, "PUBLICO EN GENERAL");
}
, "CFDI40146"
}
, {'I', "público de otro lugar",
   ALTERA{return c.receptor.rfc == "XAXX010101000" && pon(c.receptor.domicilioFiscalReceptor, "20000");
}
, "CFDI40149"
}
, {'I', "ResidenciaFiscal ZZZ", ALTERA{return c.receptor.residenciaFiscal && pon(c.receptor.residenciaFiscal, "ZZZ");
}
, "CFDI40150"
}
, {'I', "ResidenciaFiscal con RFC propio",
   ALTERA{return c.receptor.rfc == "URE180429TM6" && pon(c.receptor.residenciaFiscal, "DEU");
}
, "CFDI40151"
}
, {'I', "ResidenciaFiscal MEX", ALTERA{return c.receptor.residenciaFiscal && pon(c.receptor.residenciaFiscal, "MEX");
}
, "CFDI40152"
}
, {'I', "NumRegIdTrib sin ResidenciaFiscal", ALTERA{return quita(c.receptor.residenciaFiscal);
}
, "CFDI40153"
}
, {'I', "NumRegIdTrib con RFC propio",
   ALTERA{return c.receptor.rfc == "URE180429TM6" && pon(c.receptor.numRegIdTrib, "1");
}
, "CFDI40154"
}
, {'I', "ComercioExterior sin NumRegIdTrib", ALTERA{return !c.complementos.empty() && quita(c.receptor.numRegIdTrib);
}
, "CFDI40155"
}
, {'I', "NumRegIdTrib sin el patrón del país",
   ALTERA{return c.receptor.residenciaFiscal && pon(c.receptor.numRegIdTrib, "12-34");
}
, "CFDI40156"
}
, {'I', "RegimenFiscalReceptor 699", ALTERA{return pon(c.receptor.regimenFiscalReceptor, "699");
}
, "CFDI40157"
}
, {'I', "RegimenFiscalReceptor de persona física",
   ALTERA{return c.receptor.rfc == "URE180429TM6" && pon(c.receptor.regimenFiscalReceptor, "612");
}
, "CFDI40158"
}
, {'I', "RFC genérico con 601",
   ALTERA{return c.receptor.rfc == "XAXX010101000" && pon(c.receptor.regimenFiscalReceptor, "601");
}
, "CFDI40159"
}
, {'N', "sueldos de un finado",
   ALTERA{return pon(c.receptor.rfc, "XAXX010101000") &&
                 pon(c.receptor.domicilioFiscalReceptor, c.lugarExpedicion->c_str());
}
, ""
}
, {'N', "sueldos de un finado con 616",
   ALTERA{return pon(c.receptor.rfc, "XAXX010101000") && pon(c.receptor.regimenFiscalReceptor, "616") &&
                 pon(c.receptor.domicilioFiscalReceptor, c.lugarExpedicion->c_str());
}
, "CFDI40161"
}
, {'I', "UsoCFDI Z99", ALTERA{return pon(c.receptor.usoCFDI, "Z99");
}
, "CFDI40160"
}
, {'I', "UsoCFDI de persona física", ALTERA{return c.receptor.rfc == "URE180429TM6" && pon(c.receptor.usoCFDI, "D10");
}
, "CFDI40161"
}
, {'P', "UsoCFDI G03 en P", ALTERA{return pon(c.receptor.usoCFDI, "G03");
}
, "CFDI40161"
}
, {'N', "UsoCFDI S01 en N", ALTERA{return pon(c.receptor.usoCFDI, "S01");
}
, "CFDI40161"
}
, {'N', "CN01 de un régimen que no es de sueldos", ALTERA{return pon(c.receptor.regimenFiscalReceptor, "612");
}
, "CFDI40161"
}
, {'N', "CN01 de una persona moral",
   ALTERA{return pon(c.receptor.rfc, "URE180429TM6") && pon(c.receptor.regimenFiscalReceptor, "601");
}
, "CFDI40161"
}
,
    // ---- Conceptos ----
    {'I', "ClaveProdServ 99999999", ALTERA{return pon(c.conceptos[0].claveProdServ, "99999999");
}
, "CFDI40162"
}
, {'I', "ClaveUnidad ZZ", ALTERA{return pon(c.conceptos[0].claveUnidad, "ZZ");
}
, "CFDI40165"
}
, {'I', "ValorUnitario cero", ALTERA{return pon(c.conceptos[0].valorUnitario, "0.00");
}
, "CFDI40166"
}
, {'I', "Importe cien millones más, sumas también", ALTERA{auto& l = c.conceptos[0];
return dos_decimales(c) && mas(l.importe, "100000000") && mas(c.subTotal, "100000000") && mas(c.total, "100000000");
}
, "CFDI40167"
}
, {'T', "Importe que no es el del traslado", ALTERA{auto& l = c.conceptos[0];
return pon(l.cantidad, "2") && pon(l.valorUnitario, "500.00") && pon(l.importe, "1.00");
}
, "CFDI40167"
}
, {'I', "Descuento con más decimales que Importe",
   ALTERA{auto* l = primero(c.conceptos,
                            [](auto const& x) { return x.descuento && x.importe->find('.') != x.importe->npos; });
return l && pon(l->descuento, (*l->descuento + "0").c_str());
}
, "CFDI40168"
}
, {'N', "Descuento mayor que Importe, sumas también", ALTERA{auto& l = c.conceptos[0];
l.descuento = escrito(*Exacto::leer(*l.importe) + Exacto(1), 2);
c.descuento = l.descuento;
return true;
}
, "CFDI40110 CFDI40119 CFDI40169"
}
, {'I', "ObjetoImp 99", ALTERA{return linea_con(c, "04") && pon(linea_con(c, "04")->objetoImp, "99");
}
, "CFDI40170"
}
, {'I', "ObjetoImp 06 antes de su vigencia",
   ALTERA{return !c.global && linea_con(c, "06") && !linea_con(c, "07") && !linea_con(c, "08") &&
                 pon(c.fecha, "2024-01-01T00:00:00");
}
, "CFDI40170"
}
, {'I', "ObjetoImp 02 sin Impuestos", ALTERA{return linea_con(c, "04") && pon(linea_con(c, "04")->objetoImp, "02");
}
, "CFDI40171"
}
, {'I', "ObjetoImp 01 con Impuestos", ALTERA{return linea_con(c, "02") && pon(linea_con(c, "02")->objetoImp, "01");
}
, "CFDI40172"
}
, {'I', "Impuestos vacío", ALTERA{auto* l = linea_con(c, "06");
if (!l || l->impuestos) return false;
l->impuestos.emplace();
return true;
}
, "CFDI40173"
}
, {'I', "Base cero de un traslado",
   ALTERA{return traslado(c, "002", "Tasa") && pon(traslado(c, "002", "Tasa")->base, "0.000000");
}
, "CFDI40174"
}
, {'I', "Base negativa de un traslado",
   ALTERA{return traslado(c, "002", "Tasa") && pon(traslado(c, "002", "Tasa")->base, "-1000.00");
}
, "XSD CFDI40174"
}
, {'I', "Impuesto 009 de un traslado",
   ALTERA{return traslado(c, "002", "Tasa") && pon(traslado(c, "002", "Tasa")->impuesto, "009");
}
, "CFDI40175"
}
, {'I', "TipoFactor Otro de un traslado",
   ALTERA{return traslado(c, "002", "Tasa") && pon(traslado(c, "002", "Tasa")->tipoFactor, "Otro");
}
, "CFDI40176"
}
, {'I', "Exento con TasaOCuota",
   ALTERA{return traslado(c, "002", "Exento") && pon(traslado(c, "002", "Exento")->tasaOCuota, "0.000000");
}
, "CFDI40177"
}
, {'I', "Tasa sin Importe", ALTERA{return traslado(c, "002", "Tasa") && quita(traslado(c, "002", "Tasa")->importe);
}
, "CFDI40178"
}
, {'I', "TasaOCuota 0.150000",
   ALTERA{return traslado(c, "002", "Tasa") && pon(traslado(c, "002", "Tasa")->tasaOCuota, "0.150000");
}
, "CFDI40179"
}
, {'I', "ISR trasladado", ALTERA{return traslado(c, "002", "Tasa") && pon(traslado(c, "002", "Tasa")->impuesto, "001");
}
, "CFDI40179"
}
, {'I', "Importe de un traslado diez pesos más",
   ALTERA{return dos_decimales(c) && traslado(c, "002", "Tasa") && mas(traslado(c, "002", "Tasa")->importe, "10");
}
, "CFDI40180 CFDI40221"
}
, {'I', "Base cero de una retención", ALTERA{return retencion(c) && pon(retencion(c)->base, "0.000000");
}
, "CFDI40181"
}
, {'I', "Impuesto 009 de una retención",
   ALTERA{return retencion(c) && !linea_con(c, "06") && !linea_con(c, "08") && pon(retencion(c)->impuesto, "009");
}
, "CFDI40182"
}
, {'I', "TipoFactor Otro de una retención", ALTERA{return retencion(c) && pon(retencion(c)->tipoFactor, "Otro");
}
, "CFDI40183"
}
, {'I', "retención Exento", ALTERA{return retencion(c) && pon(retencion(c)->tipoFactor, "Exento");
}
, "CFDI40184"
}
, {'I', "TasaOCuota 0.500000 de una retención", ALTERA{return retencion(c) && pon(retencion(c)->tasaOCuota, "0.500000");
}
, "CFDI40185"
}
, {'I', "Importe de una retención diez pesos más",
   ALTERA{return dos_decimales(c) && retencion(c) && mas(retencion(c)->importe, "10");
}
, "CFDI40186 CFDI40211"
}
, {'I', "tercero que es el emisor",
   ALTERA{auto* l = primero(c.conceptos, [](auto const& x) { return x.tercero.has_value(); });
return l && pon(l->tercero->rfc, c.emisor.rfc->c_str());
}
, "CFDI40188"
}
, {'I', "régimen 699 del tercero",
   ALTERA{auto* l = primero(c.conceptos, [](auto const& x) { return x.tercero.has_value(); });
return l && pon(l->tercero->regimenFiscal, "699");
}
, "CFDI40191"
}
, {'I', "pedimento con un espacio",
   ALTERA{return c.complementos.empty() && (c.conceptos[0].pedimentos = {"26 47 3009 6001234"}, true);
}
, "CFDI40194"
}
, {'I', "pedimento con ComercioExterior",
   ALTERA{return !c.complementos.empty() && (c.conceptos[0].pedimentos = {"26  47  3009  6001234"}, true);
}
, "CFDI40195"
}
, {'I', "ClaveProdServ de una parte",
   ALTERA{return !c.conceptos[0].partes.empty() && pon(c.conceptos[0].partes[0].claveProdServ, "99999999");
}
, "CFDI40196"
}
, {'I', "ValorUnitario cero de una parte",
   ALTERA{return !c.conceptos[0].partes.empty() && pon(c.conceptos[0].partes[0].valorUnitario, "0");
}
, "CFDI40197"
}
, {'I', "Importe de una parte",
   ALTERA{return !c.conceptos[0].partes.empty() && pon(c.conceptos[0].partes[0].importe, "9.00");
}
, "CFDI40198"
}
, {'I', "pedimento de una parte",
   ALTERA{return c.complementos.empty() && !c.conceptos[0].partes.empty() &&
                 (c.conceptos[0].partes[0].pedimentos = {"x"}, true);
}
, "CFDI40199"
}
, {'I', "pedimento de una parte con ComercioExterior",
   ALTERA{return !c.complementos.empty() && !c.conceptos[0].partes.empty() &&
                 (c.conceptos[0].partes[0].pedimentos = {"26  47  3009  6001234"}, true);
}
, "CFDI40200"
}
,
    // ---- Impuestos ----
    {'T', "Impuestos en T", ALTERA{c.impuestos.emplace();
return true;
}
, "CFDI40201"
}
, {'I', "TotalImpuestosRetenidos con tres decimales",
   ALTERA{return dos_decimales(c) && c.impuestos && c.impuestos->totalRetenidos &&
                 pon(c.impuestos->totalRetenidos, (*c.impuestos->totalRetenidos + "0").c_str());
}
, "CFDI40202"
}
, {'I', "TotalImpuestosRetenidos un centavo más",
   ALTERA{return dos_decimales(c) && c.impuestos && mas(c.impuestos->totalRetenidos, "0.01");
}
, "CFDI40119 CFDI40203"
}
, {'I', "TotalImpuestosTrasladados con tres decimales",
   ALTERA{return dos_decimales(c) && c.impuestos && c.impuestos->totalTrasladados &&
                 pon(c.impuestos->totalTrasladados, (*c.impuestos->totalTrasladados + "0").c_str());
}
, "CFDI40204"
}
, {'I', "TotalImpuestosTrasladados un centavo más",
   ALTERA{return dos_decimales(c) && c.impuestos && mas(c.impuestos->totalTrasladados, "0.01");
}
, "CFDI40119 CFDI40205"
}
, {'I', "retenciones sin su total",
   ALTERA{return c.impuestos && *Exacto::leer(c.impuestos->totalRetenidos.value_or("0")) > Exacto(0) &&
                 quita(c.impuestos->totalRetenidos);
}
, "CFDI40119 CFDI40206 CFDI40209"
}
, {'I', "Impuesto 009 de una retención del resumen",
   ALTERA{return c.impuestos && !c.impuestos->retenciones.empty() && pon(c.impuestos->retenciones[0].impuesto, "009");
}
, "CFDI40207"
}
, {'I', "retención del resumen repetida, en cero",
   ALTERA{if (!c.impuestos || c.impuestos->retenciones.empty()) return false;
auto otra = c.impuestos->retenciones[0];
if (otra.importe == "0.00" || otra.importe == "0") return false;
otra.importe = dos_decimales(c) ? "0.00" : "0";
c.impuestos->retenciones.push_back(otra);
return true;
}
, "CFDI40208 CFDI40211"
}
, {'I', "Importe con tres decimales de una retención del resumen",
   ALTERA{return dos_decimales(c) && c.impuestos && !c.impuestos->retenciones.empty() &&
                 pon(c.impuestos->retenciones[0].importe, (*c.impuestos->retenciones[0].importe + "0").c_str());
}
, "CFDI40210"
}
, {'I', "retención del resumen y su total un centavo más",
   ALTERA{return dos_decimales(c) && c.impuestos && !c.impuestos->retenciones.empty() &&
                 mas(c.impuestos->retenciones[0].importe, "0.01") && mas(c.impuestos->totalRetenidos, "0.01");
}
, "CFDI40119 CFDI40211"
}
, {'I', "traslados sin su total",
   ALTERA{return c.impuestos && *Exacto::leer(c.impuestos->totalTrasladados.value_or("0")) > Exacto(0) &&
                 quita(c.impuestos->totalTrasladados);
}
, "CFDI40119 CFDI40212"
}
, {'I', "traslado del resumen sin Base", ALTERA{return resumido(c, "Tasa") && quita(resumido(c, "Tasa")->base);
}
, "CFDI40213"
}
, {'I', "Base con tres decimales de un traslado del resumen",
   ALTERA{return dos_decimales(c) && resumido(c, "Tasa") &&
                 pon(resumido(c, "Tasa")->base, (*resumido(c, "Tasa")->base + "0").c_str());
}
, "CFDI40214"
}
, {'I', "Base un centavo más de un traslado del resumen",
   ALTERA{return dos_decimales(c) && resumido(c, "Tasa") && mas(resumido(c, "Tasa")->base, "0.01");
}
, "CFDI40215"
}
, {'I', "Base un centavo más de un exento del resumen",
   ALTERA{return dos_decimales(c) && resumido(c, "Exento") && mas(resumido(c, "Exento")->base, "0.01");
}
, "CFDI40216"
}
, {'I', "Base cero de un traslado del resumen", ALTERA{auto* t = resumido(c, "Tasa");
return t && *Exacto::leer(*t->base) > Exacto(0) && pon(t->base, "0");
}
, "CFDI40215"
}
, {'I', "Base cero de un exento del resumen", ALTERA{auto* t = resumido(c, "Exento");
return t && *Exacto::leer(*t->base) > Exacto(0) && pon(t->base, "0");
}
, "CFDI40216"
}
, {'I', "TipoFactor QQQ en el resumen",
   ALTERA{return resumido(c, "Tasa") && pon(resumido(c, "Tasa")->tipoFactor, "QQQ");
}
, "CFDI40213"
}
, {'I', "Impuesto 009 de un traslado del resumen",
   ALTERA{return resumido(c, "Tasa") && pon(resumido(c, "Tasa")->impuesto, "009");
}
, "CFDI40217"
}
, {'I', "exento del resumen repetido", ALTERA{if (!resumido(c, "Exento")) return false;
c.impuestos->traslados.push_back(*resumido(c, "Exento"));
return true;
}
, "CFDI40218"
}
, {'I', "TasaOCuota 0.150000 en el resumen",
   ALTERA{return resumido(c, "Tasa") && pon(resumido(c, "Tasa")->tasaOCuota, "0.150000");
}
, "CFDI40219"
}
, {'I', "Importe con tres decimales de un traslado del resumen",
   ALTERA{return dos_decimales(c) && resumido(c, "Tasa") &&
                 pon(resumido(c, "Tasa")->importe, (*resumido(c, "Tasa")->importe + "0").c_str());
}
, "CFDI40220"
}
, {'I', "traslado del resumen, total y Total un centavo más",
   ALTERA{return dos_decimales(c) && resumido(c, "Tasa") && mas(resumido(c, "Tasa")->importe, "0.01") &&
                 mas(c.impuestos->totalTrasladados, "0.01") && mas(c.total, "0.01");
}
, "CFDI40221"
}
, {'I', "falta un exento en el resumen", ALTERA{if (!resumido(c, "Exento")) return false;
std::erase_if(c.impuestos->traslados, [](auto const& t) { return t.tipoFactor == "Exento"; });
if (c.impuestos->traslados.empty()) c.impuestos->traslados_presente = false;
return true;
}
, "CFDI40216"
}
, {'I', "ComercioExterior sin exportación definitiva",
   ALTERA{return !c.complementos.empty() && pon(c.exportacion, "01");
}
, "CFDI40222"
}
, {'I', "ComercioExterior de una exportación temporal",
   ALTERA{return !c.complementos.empty() && pon(c.exportacion, "03");
}
, "CFDI40222"
}
, {'I', "tercero extranjero con otro régimen",
   ALTERA{return c.conceptos[0].tercero && pon(c.conceptos[0].tercero->rfc, "EXT990101NI1") &&
                 pon(c.conceptos[0].tercero->regimenFiscal, "601");
}
, "CFDI40223"
}
, {'I', "tercero extranjero",
   ALTERA{return c.conceptos[0].tercero && pon(c.conceptos[0].tercero->rfc, "EXT990101NI1") &&
                 pon(c.conceptos[0].tercero->regimenFiscal, "616");
}
, ""
}
, {'I', "ObjetoImp 06 con IVA", ALTERA{auto* l = linea_con(c, "02");
return l && pon(l->objetoImp, "06");
}
, "CFDI40226"
}
, {'I', "ObjetoImp 07 con IVA", ALTERA{auto* l = linea_con(c, "02");
return l && pon(l->objetoImp, "07");
}
, "CFDI40227"
}
, {'P', "P sin complemento", ALTERA{c.pagos.clear();
return true;
}
, "CFDI40999"
}
,
    // ---- Pagos: the envelope ----
    {'P', "pagos en I", ALTERA{return pon(c.tipoDeComprobante, "T");
}
, "CRP20101"
}
, {'P', "Exportacion 04", ALTERA{return pon(c.exportacion, "04");
}
, "CRP20102"
}
, {'P', "SubTotal 1", ALTERA{return pon(c.subTotal, "1");
}
, "CFDI40109 CFDI40119 CRP20103"
}
, {'P', "Moneda MXN", ALTERA{return pon(c.moneda, "MXN");
}
, "CRP20104"
}
, {'P', "MetodoPago", ALTERA{return pon(c.metodoPago, "PUE");
}
, "CFDI40125 CRP20106"
}
, {'P', "CondicionesDePago", ALTERA{return pon(c.condicionesDePago, "x");
}
, "CRP20107"
}
, {'P', "Descuento", ALTERA{return pon(c.descuento, "0");
}
, "CFDI40111 CRP20108"
}
, {'P', "TipoCambio", ALTERA{return pon(c.tipoCambio, "1");
}
, "CFDI40116 CRP20109"
}
, {'P', "Total 1", ALTERA{return pon(c.total, "1");
}
, "CFDI40119 CRP20110"
}
, {'P', "dos conceptos", ALTERA{c.conceptos.push_back(c.conceptos[0]);
return true;
}
, "CRP20111"
}
, {'P', "concepto con pedimento", ALTERA{c.conceptos[0].pedimentos = {"26  47  3009  6001234"};
return true;
}
, "CRP20112"
}
, {'P', "ClaveProdServ 01010101", ALTERA{return pon(c.conceptos[0].claveProdServ, "01010101");
}
, "CRP20113"
}
, {'P', "NoIdentificacion", ALTERA{return pon(c.conceptos[0].noIdentificacion, "1");
}
, "CRP20114"
}
, {'P', "Cantidad 1.0", ALTERA{return pon(c.conceptos[0].cantidad, "1.0");
}
, "CRP20115"
}
, {'P', "ClaveUnidad H87", ALTERA{return pon(c.conceptos[0].claveUnidad, "H87");
}
, "CRP20116"
}
, {'P', "Unidad", ALTERA{return pon(c.conceptos[0].unidad, "u");
}
, "CRP20117"
}
, {'P', "Descripcion pago", ALTERA{return pon(c.conceptos[0].descripcion, "pago");
}
, "CRP20118"
}
, {'P', "ValorUnitario 1", ALTERA{return pon(c.conceptos[0].valorUnitario, "1");
}
, "CFDI40167 CRP20119"
}
, {'P', "Importe 1", ALTERA{return pon(c.conceptos[0].importe, "1");
}
, "CFDI40167 CRP20120"
}
, {'P', "importes en cero con decimales", ALTERA{auto& linea = c.conceptos[0];
return pon(c.subTotal, "0.00") && pon(c.total, "0.0") && pon(linea.valorUnitario, "0.00") && pon(linea.importe, "0.00");
}
, ""
}
, {'P', "Descuento del concepto", ALTERA{return pon(c.conceptos[0].descuento, "0");
}
, "CFDI40111 CRP20121"
}
, {'P', "ObjetoImp 04", ALTERA{return pon(c.conceptos[0].objetoImp, "04");
}
, "CRP20122"
}
, {'P', "Impuestos", ALTERA{c.impuestos.emplace();
return true;
}
, "CFDI40201 CRP20123"
}
,
    // ---- Totales ----
    {'P', "TotalRetencionesIVA", ALTERA{return mas(c.pagos[0].totales->totalRetencionesIVA, "0.01");
}
, "CRP20201"
}
, {'P', "TotalRetencionesISR", ALTERA{return mas(c.pagos[0].totales->totalRetencionesISR, "0.01");
}
, "CRP20202"
}
, {'P', "TotalRetencionesIEPS", ALTERA{return pon(c.pagos[0].totales->totalRetencionesIEPS, "0.01");
}
, "CRP20203"
}
, {'P', "TotalTrasladosBaseIVA16", ALTERA{return mas(c.pagos[0].totales->totalTrasladosBaseIVA16, "0.01");
}
, "CRP20204"
}
, {'P', "TotalTrasladosImpuestoIVA16", ALTERA{return mas(c.pagos[0].totales->totalTrasladosImpuestoIVA16, "0.01");
}
, "CRP20205"
}
, {'P', "TotalTrasladosBaseIVA8", ALTERA{return mas(c.pagos[0].totales->totalTrasladosBaseIVA8, "0.01");
}
, "CRP20206"
}
, {'P', "TotalTrasladosImpuestoIVA8", ALTERA{return mas(c.pagos[0].totales->totalTrasladosImpuestoIVA8, "0.01");
}
, "CRP20207"
}
, {'P', "TotalTrasladosBaseIVA0", ALTERA{return mas(c.pagos[0].totales->totalTrasladosBaseIVA0, "0.01");
}
, "CRP20208"
}
, {'P', "TotalTrasladosImpuestoIVA0", ALTERA{return mas(c.pagos[0].totales->totalTrasladosImpuestoIVA0, "0.01");
}
, "CRP20209"
}
, {'P', "TotalTrasladosBaseIVAExento", ALTERA{return mas(c.pagos[0].totales->totalTrasladosBaseIVAExento, "0.01");
}
, "CRP20210"
}
, {'P', "MontoTotalPagos", ALTERA{return mas(c.pagos[0].totales->montoTotalPagos, "0.01");
}
, "CRP20211"
}
,
    // ---- Pago ----
    {'P', "FormaDePagoP 99", ALTERA{return pago_de(c).formaDePagoP == "01" && pon(pago_de(c).formaDePagoP, "99");
}
, "CRP20212"
}
, {'P', "FormaDePagoP 77", ALTERA{return pon(pago_de(c).formaDePagoP, "77");
}
, "CRP20999"
}
, {'P', "MonedaP XXX",
   ALTERA{return pago_de(c).monedaP == "USD" && solo(c) && !docto_de(c).impuestos && docto_de(c).monedaDR == "MXN" &&
                 pon(pago_de(c).monedaP, "XXX");
}
, "CRP20213"
}
, {'P', "MonedaP ZZZ",
   ALTERA{return pago_de(c).monedaP == "USD" && solo(c) && !docto_de(c).impuestos && docto_de(c).monedaDR == "MXN" &&
                 pon(pago_de(c).monedaP, "ZZZ");
}
, "CRP20999"
}
, {'P', "sin TipoCambioP en dólares, que cuenta como 1", ALTERA{auto& p = pago_de(c);
return p.monedaP == "USD" && solo(c) && !docto_de(c).impuestos && quita(p.tipoCambioP) &&
       pon(c.pagos[0].totales->montoTotalPagos, p.monto->c_str());
}
, "CRP20214"
}
, {'P', "sin TipoCambioP en pesos", ALTERA{return pago_de(c).monedaP == "MXN" && quita(pago_de(c).tipoCambioP);
}
, "CRP20215"
}
, {'P', "TipoCambioP 1.0", ALTERA{return pago_de(c).monedaP == "MXN" && pon(pago_de(c).tipoCambioP, "1.0");
}
, "CRP20215"
}
, {'P', "Monto menor que lo pagado",
   ALTERA{return una_moneda(pago_de(c)) && pon(pago_de(c).monto, "1.00") && quita(c.pagos[0].totales->montoTotalPagos);
}
, "XSD CRP20217"
}
, {'P', "Monto cero", ALTERA{return una_moneda(pago_de(c)) && pon(pago_de(c).monto, "0.00");
}
, "CRP20211 CRP20218"
}
, {'P', "Monto negativo", ALTERA{return una_moneda(pago_de(c)) && pon(pago_de(c).monto, "-1.00");
}
, "XSD CRP20211 CRP20218"
}
, {'P', "Monto con tres decimales", ALTERA{return pon(pago_de(c).monto, (*pago_de(c).monto + "0").c_str());
}
, "CRP20219"
}
, {'P', "RfcEmisorCtaOrd en efectivo",
   ALTERA{return pago_de(c).formaDePagoP == "01" && pon(pago_de(c).rfcEmisorCtaOrd, "BBA830831LJ2");
}
, "CRP20221"
}
, {'P', "sin NomBancoOrdExt",
   ALTERA{return pago_de(c).rfcEmisorCtaOrd == "XEXX010101000" && quita(pago_de(c).nomBancoOrdExt);
}
, "CRP20223"
}
, {'P', "CtaOrdenante en efectivo",
   ALTERA{return pago_de(c).formaDePagoP == "01" && pon(pago_de(c).ctaOrdenante, "0123456789");
}
, "CRP20224"
}
, {'P', "CtaOrdenante de doce",
   ALTERA{return pago_de(c).formaDePagoP == "03" && pon(pago_de(c).ctaOrdenante, "012345678901");
}
, "CRP20225"
}
, {'P', "CtaBeneficiario con letras",
   ALTERA{return pago_de(c).formaDePagoP == "03" && pon(pago_de(c).ctaBeneficiario, "ab");
}
, "CRP20226"
}
, {'P', "RfcEmisorCtaBen con 06",
   ALTERA{return pago_de(c).formaDePagoP == "06" && pon(pago_de(c).rfcEmisorCtaBen, "BBA830831LJ2");
}
, "CRP20227"
}
, {'P', "CtaBeneficiario con 06",
   ALTERA{return pago_de(c).formaDePagoP == "06" && pon(pago_de(c).ctaBeneficiario, "0123456789");
}
, "CRP20228"
}
, {'P', "cadena con cheque", ALTERA{auto& p = pago_de(c);
return p.formaDePagoP == "02" && pon(p.tipoCadPago, "01") && pon(p.certPago, "A") && pon(p.cadPago, "A") &&
       pon(p.selloPago, "A");
}
, "CRP20229"
}
, {'P', "TipoCadPago sin CertPago", ALTERA{return pago_de(c).tipoCadPago && quita(pago_de(c).certPago);
}
, "CRP20230"
}
, {'P', "CertPago sin TipoCadPago", ALTERA{return !pago_de(c).tipoCadPago && pon(pago_de(c).certPago, "A");
}
, "CRP20231"
}
, {'P', "TipoCadPago sin CadPago", ALTERA{return pago_de(c).tipoCadPago && quita(pago_de(c).cadPago);
}
, "CRP20232"
}
, {'P', "CadPago sin TipoCadPago", ALTERA{return !pago_de(c).tipoCadPago && pon(pago_de(c).cadPago, "A");
}
, "CRP20233"
}
, {'P', "TipoCadPago sin SelloPago", ALTERA{return pago_de(c).tipoCadPago && quita(pago_de(c).selloPago);
}
, "CRP20234"
}
, {'P', "SelloPago sin TipoCadPago", ALTERA{return !pago_de(c).tipoCadPago && pon(pago_de(c).selloPago, "A");
}
, "CRP20235"
}
,
    // ---- DoctoRelacionado ----
    {'P', "MonedaDR XXX",
     ALTERA{return solo(c) && !docto_de(c).impuestos && docto_de(c).monedaDR != pago_de(c).monedaP &&
                   pon(docto_de(c).monedaDR, "XXX");
}
, "CRP20236"
}
, {'P', "sin EquivalenciaDR",
   ALTERA{return docto_de(c).monedaDR != pago_de(c).monedaP && quita(docto_de(c).equivalenciaDR);
}
, "CRP20237"
}
, {'P', "EquivalenciaDR 1.0000000000",
   ALTERA{return docto_de(c).monedaDR == pago_de(c).monedaP && pon(docto_de(c).equivalenciaDR, "1.0000000000");
}
, "CRP20238"
}
, {'P', "ImpSaldoAnt cero", ALTERA{return pon(docto_de(c).impSaldoAnt, "0.00");
}
, "CRP20239"
}
, {'P', "ImpSaldoAnt con tres decimales",
   ALTERA{return pon(docto_de(c).impSaldoAnt, (*docto_de(c).impSaldoAnt + "0").c_str());
}
, "CRP20240"
}
, {'P', "ImpPagado cero", ALTERA{return una_moneda(pago_de(c)) && pon(docto_de(c).impPagado, "0.00");
}
, "CRP20241"
}
, {'P', "ImpPagado negativo", ALTERA{return una_moneda(pago_de(c)) && pon(docto_de(c).impPagado, "-1.00");
}
, "XSD CRP20241"
}
, {'P', "ImpPagado con tres decimales",
   ALTERA{return una_moneda(pago_de(c)) && pon(docto_de(c).impPagado, (*docto_de(c).impPagado + "0").c_str());
}
, "CRP20242"
}
, {'P', "ImpSaldoInsoluto con tres decimales",
   ALTERA{return pon(docto_de(c).impSaldoInsoluto, (*docto_de(c).impSaldoInsoluto + "0").c_str());
}
, "CRP20243"
}
, {'P', "ImpSaldoInsoluto un centavo más", ALTERA{return mas(docto_de(c).impSaldoInsoluto, "0.01");
}
, "CRP20244"
}
, {'P', "pagado más de lo que se debía", ALTERA{auto& d = docto_de(c);
d.impSaldoInsoluto = escrito(Exacto(1) - *Exacto::leer(*d.impPagado), 2);
return pon(d.impSaldoAnt, "1.00");
}
, "XSD CRP20244"
}
, {'P', "ObjetoImpDR 99", ALTERA{return !docto_de(c).impuestos && pon(docto_de(c).objetoImpDR, "99");
}
, "CRP20245"
}
, {'P', "ObjetoImpDR 02 sin ImpuestosDR", ALTERA{return !docto_de(c).impuestos && pon(docto_de(c).objetoImpDR, "02");
}
, "CRP20246"
}
, {'P', "ObjetoImpDR 01 con ImpuestosDR", ALTERA{return docto_de(c).impuestos && pon(docto_de(c).objetoImpDR, "01");
}
, "CRP20247"
}
, {'P', "ImpuestosDR vacío",
   ALTERA{return docto_de(c).objetoImpDR == "06" && !docto_de(c).impuestos && (docto_de(c).impuestos.emplace(), true);
}
, "CRP20248"
}
,
    // ---- ImpuestosDR ----
    {'P', "BaseDR cero de una retención", ALTERA{return retencion_dr(c) && pon(retencion_dr(c)->base, "0");
}
, "CRP20249"
}
, {'P', "ImpuestoDR 009 de una retención",
   ALTERA{return retencion_dr(c) && docto_de(c).objetoImpDR == "02" && pon(retencion_dr(c)->impuesto, "009");
}
, "CRP20250"
}
, {'P', "TipoFactorDR Otro de una retención", ALTERA{return retencion_dr(c) && pon(retencion_dr(c)->tipoFactor, "Otro");
}
, "CRP20251"
}
, {'P', "RetencionDR Exento", ALTERA{return retencion_dr(c) && pon(retencion_dr(c)->tipoFactor, "Exento");
}
, "CRP20252"
}
, {'P', "TasaOCuotaDR 0.500000 de una retención",
   ALTERA{return retencion_dr(c) && pon(retencion_dr(c)->tasaOCuota, "0.500000");
}
, "CRP20253"
}
, {'P', "ImporteDR de una retención un peso más", ALTERA{return retencion_dr(c) && mas(retencion_dr(c)->importe, "1");
}
, "CRP20254 CRP20265"
}
, {'P', "BaseDR cero de un traslado", ALTERA{return traslado_dr(c, "Tasa") && pon(traslado_dr(c, "Tasa")->base, "0");
}
, "CRP20255"
}
, {'P', "ImpuestoDR 009 de un traslado",
   ALTERA{return docto_de(c).objetoImpDR == "02" && traslado_dr(c, "Tasa") &&
                 pon(traslado_dr(c, "Tasa")->impuesto, "009");
}
, "CRP20256"
}
, {'P', "TipoFactorDR Otro de un traslado",
   ALTERA{return traslado_dr(c, "Tasa") && pon(traslado_dr(c, "Tasa")->tipoFactor, "Otro");
}
, "CRP20257"
}
, {'P', "TrasladoDR Exento con tasa",
   ALTERA{return traslado_dr(c, "Exento") && pon(traslado_dr(c, "Exento")->tasaOCuota, "0.000000");
}
, "CRP20258"
}
, {'P', "TrasladoDR Tasa sin ImporteDR", ALTERA{return traslado_dr(c, "Tasa") && quita(traslado_dr(c, "Tasa")->importe);
}
, "CRP20259"
}
, {'P', "TasaOCuotaDR 0.150000",
   ALTERA{return traslado_dr(c, "Tasa") && pon(traslado_dr(c, "Tasa")->tasaOCuota, "0.150000");
}
, "CRP20260"
}
, {'P', "ImporteDR un peso más", ALTERA{return traslado_dr(c, "Tasa") && mas(traslado_dr(c, "Tasa")->importe, "1");
}
, "CRP20261 CRP20274"
}
,
    // ---- ImpuestosP ----
    {'P', "ImpuestoP 009 de una retención, sin totales", ALTERA{auto& t = *c.pagos[0].totales;
bool const dos = t.totalRetencionesIVA && t.totalRetencionesISR;
if (!retencion_p(c) || !dos || c.pagos[0].pagos.size() > 1) return false;
(retencion_p(c)->impuesto == "001" ? t.totalRetencionesISR : t.totalRetencionesIVA).reset();
return pon(retencion_p(c)->impuesto, "009");
}
, "CRP20262"
}
, {'P', "RetencionP repetida en cero", ALTERA{if (!retencion_p(c)) return false;
auto otra = *retencion_p(c);
otra.importe = "0.000000";
pago_de(c).impuestos->retenciones.push_back(otra);
return true;
}
, "CRP20263 CRP20265"
}
, {'P', "retenciones sin totales", ALTERA{auto& t = *c.pagos[0].totales;
return t.totalRetencionesIVA && !t.totalRetencionesISR && quita(t.totalRetencionesIVA);
}
, "CRP20201 CRP20264"
}
, {'P', "TrasladoP sin BaseP", ALTERA{return traslado_p(c, "003", "Tasa") && quita(traslado_p(c, "003", "Tasa")->base);
}
, "CRP20266"
}
, {'P', "exentos sin su total", ALTERA{auto& t = *c.pagos[0].totales;
return t.totalTrasladosBaseIVAExento && !t.totalTrasladosBaseIVA16 && !t.totalTrasladosBaseIVA8 &&
       !t.totalTrasladosBaseIVA0 && quita(t.totalTrasladosBaseIVAExento);
}
, "CRP20210 CRP20267"
}
, {'P', "BaseP de IEPS un peso más",
   ALTERA{return traslado_p(c, "003", "Tasa") && mas(traslado_p(c, "003", "Tasa")->base, "1");
}
, "CRP20268"
}
, {'P', "BaseP cero de IEPS",
   ALTERA{return traslado_p(c, "003", "Tasa") && pon(traslado_p(c, "003", "Tasa")->base, "0");
}
, "CRP20268"
}
, {'P', "TipoFactorP Otro",
   ALTERA{return traslado_p(c, "003", "Tasa") && pon(traslado_p(c, "003", "Tasa")->tipoFactor, "Otro");
}
, "CRP20266"
}
, {'P', "BaseP exenta un peso más",
   ALTERA{return traslado_p(c, "002", "Exento") && mas(traslado_p(c, "002", "Exento")->base, "1");
}
, "CRP20210 CRP20269"
}
, {'P', "ImpuestoP 009 de un traslado",
   ALTERA{return traslado_p(c, "003", "Tasa") && pon(traslado_p(c, "003", "Tasa")->impuesto, "009");
}
, "CRP20270"
}
, {'P', "TrasladoP repetido", ALTERA{if (!traslado_p(c, "003", "Tasa")) return false;
pago_de(c).impuestos->traslados.push_back(*traslado_p(c, "003", "Tasa"));
return true;
}
, "CRP20271"
}
, {'P', "TasaOCuotaP 0.150000",
   ALTERA{return traslado_p(c, "003", "Tasa") && pon(traslado_p(c, "003", "Tasa")->tasaOCuota, "0.150000");
}
, "CRP20272"
}
, {'P', "IVA al cero sin totales de impuesto", ALTERA{auto& t = *c.pagos[0].totales;
return t.totalTrasladosImpuestoIVA0 && !t.totalTrasladosImpuestoIVA16 && !t.totalTrasladosImpuestoIVA8 &&
       quita(t.totalTrasladosImpuestoIVA0);
}
, "CRP20273"
}
, {'P', "ImporteP de IEPS un peso más",
   ALTERA{return traslado_p(c, "003", "Tasa") && mas(traslado_p(c, "003", "Tasa")->importe, "1");
}
, "CRP20274"
}
, {'P', "Monto fuera de los márgenes", ALTERA{return !una_moneda(pago_de(c)) && pon(pago_de(c).monto, "0.01");
}
, "CRP20211 CRP20276"
}
, {'P', "Monto mayor que los márgenes", ALTERA{return !una_moneda(pago_de(c)) && mas(pago_de(c).monto, "1000");
}
, "CRP20211"
}
, {'P', "Monto fuera del margen de una equivalencia 1 entre dos monedas", ALTERA{auto& d = docto_de(c);
return solo(c) && !d.impuestos && !una_moneda(pago_de(c)) && pon(d.equivalenciaDR, "1") &&
       pon(pago_de(c).monto, d.impPagado->c_str()) && menos(pago_de(c).monto, "0.02");
}
, "CRP20211 CRP20276"
}
, {'P', "ObjetoImpDR 06 con IVA", ALTERA{return docto_de(c).objetoImpDR == "02" && pon(docto_de(c).objetoImpDR, "06");
}
, "CRP20278"
}
, {'P', "ObjetoImpDR 07 con IVA", ALTERA{return docto_de(c).objetoImpDR == "02" && pon(docto_de(c).objetoImpDR, "07");
}
, "CRP20279"
}
, {'P', "TipoCadPago 99", ALTERA{return pago_de(c).tipoCadPago && pon(pago_de(c).tipoCadPago, "99");
}
, "CRP20999"
}
,
}
;
#undef ALTERA

}  // namespace

BOOST_AUTO_TEST_CASE(lo_alterado_se_nombra_y_nada_mas) {
    Azar azar;
    int const veces = std::max(3, cuantos() / 50);
    for (auto const& a : alteraciones) {
        int hechas = 0;
        for (int intento = 0; hechas < veces && intento < 4000; ++intento) {
            auto cfdi = CfdiAlAzar(azar).hacer(a.tipo);
            if (!a.altera(cfdi)) continue;
            ++hechas;
            auto const texto = escribir(cfdi);
            auto const veredicto = juzgar_sin_sello(leer_cfdi(texto), catalogos);
            BOOST_CHECK_MESSAGE(errores(veredicto) == a.codigos, a.que << ": esperado " << a.codigos << ", dice "
                                                                       << errores(veredicto, true) << "\n"
                                                                       << texto);
            if (errores(veredicto) != a.codigos) break;
        }
        BOOST_CHECK_MESSAGE(hechas > 0, a.que << ": ningún CFDI da para esto");
    }
}

// ---- warnings: faults that the tax authority lets pass ----
BOOST_AUTO_TEST_CASE(lo_que_solo_se_advierte) {
    Azar azar;
    auto const advertido = [](Cfdi const& cfdi) {
        std::string salida;
        for (auto const& v : juzgar_sin_sello(leer_cfdi(escribir(cfdi)), catalogos))
            if (v.dictamen == Dictamen::advertencia || v.dictamen == Dictamen::error) salida += v.codigo + " ";
        return salida;
    };
    auto const uno = [&](auto sirve) {
        for (;;)
            if (auto const cfdi = CfdiAlAzar(azar).hacer('I'); sirve(cfdi)) return cfdi;
    };
    auto pue = uno([](Cfdi const& c) { return c.metodoPago == "PUE"; });
    BOOST_TEST(advertido(pue) == "");
    pue.formaPago = "99";
    BOOST_TEST(advertido(pue) == "GES01 ");
    auto const extranjero =
        uno([](Cfdi const& c) { return c.receptor.rfc == "XEXX010101000" && c.exportacion == "01"; });
    BOOST_TEST(advertido(extranjero) == "");
    auto sin = extranjero;
    sin.receptor.numRegIdTrib.reset();
    BOOST_TEST(advertido(sin) == "GES03 ");
    sin.receptor.residenciaFiscal.reset();
    BOOST_TEST(advertido(sin) == "GES03 ");
    auto local = uno([](Cfdi const& c) { return c.locales.has_value(); });
    BOOST_TEST(advertido(local) == "");
    local.locales->traslados[0].importe = "-12.50";
    BOOST_TEST(advertido(local) == "GES04 ");
    local.locales->traslados[0].importe = "12.50";
    local.locales->traslados[0].tasa = "-3.00";
    BOOST_TEST(advertido(local) == "GES04 ");
}

// ---- 3.3 ----
BOOST_AUTO_TEST_CASE(un_cfdi_33_se_juzga) {
    auto const juzga = [](std::string const& texto) {
        return errores(juzgar_sin_sello(leer_cfdi(texto), catalogos), true);
    };
    auto const codigos = [](std::string const& texto) {
        return errores(juzgar_sin_sello(leer_cfdi(texto), catalogos));
    };
    BOOST_TEST(juzga(ingreso33) == "");
    BOOST_TEST(juzga(pago33) == "");
    for (auto const& v : juzgar_sin_sello(leer_cfdi(ingreso33), catalogos))
        if (v.codigo == "XSD" || v.codigo.starts_with("IMP")) BOOST_TEST(nombre_de(v.dictamen) == "Correcto", v.codigo);
    struct {
        char const *que, *por, *codigos;
    } const casos[]{
        {"SubTotal=\"100.00\"", "SubTotal=\"200.00\"", "IMP01 IMP02"},
        {"Total=\"106.00\"", "Total=\"106.01\"", "IMP02"},
        {"Total=\"106.00\"", "Total=\"106.000\"", "GES02"},
        {"TotalImpuestosTrasladados=\"16.00\"", "TotalImpuestosTrasladados=\"17.00\"", "IMP02 IMP03"},
        {"TotalImpuestosRetenidos=\"10.00\"", "TotalImpuestosRetenidos=\"9.00\"", "IMP02 IMP04"},
        {"Cantidad=\"1\"", "Cantidad=\"20\"", "IMP06"},
        {" Total=\"106.00\"", " Total=\"x\"", "XSD"},
        {" Total=\"106.00\"", "", "XSD"},
        {" Total=\"106.00\"", " Total=\"-106.00\"", "XSD IMP02"},
        {"Fecha=\"2021-03-04T10:11:12\"", "Fecha=\"hoy\"", "XSD"},
        {"Fecha=\"2021-03-04", "Fecha=\"2023-03-31", ""},
        {"Fecha=\"2021-03-04", "Fecha=\"2023-04-01", "GES05"},
        {"Moneda=\"MXN\"", "Moneda=\"QQQ\"", "GES06"},
        {"TipoDeComprobante=\"I\"", "TipoDeComprobante=\"X\"", "GES06"},
        {"FormaPago=\"03\"", "FormaPago=\"00\"", "GES06"},
        {"MetodoPago=\"PUE\"", "MetodoPago=\"PUO\"", "GES06"},
        {"LugarExpedicion=\"06000\"", "LugarExpedicion=\"X\"", "XSD"},
        {"Rfc=\"OÑO120726RX3\"", "Rfc=\"X\"", "XSD"},
        {" UsoCFDI=\"G03\"", "", "XSD"},
        {" Descripcion=\"Silla\"", "", "XSD"},
        {" Descripcion=\"Silla\"", " Descripcion=\"Silla\" ObjetoImp=\"01\"", "XSD"},
        {"<cfdi:Traslado Impuesto", "<cfdi:Traslado Base=\"100.00\" Impuesto", "XSD"},
        {"Version=\"3.3\"", "Version=\"3.3\" Exportacion=\"01\"", "XSD"},
    };
    for (auto const& caso : casos)
        BOOST_TEST(codigos(reemplazar(ingreso33, caso.que, caso.por)) == caso.codigos, caso.por);
    BOOST_TEST(codigos(reemplazar(reemplazar(ingreso33, "SubTotal=\"100.00\"", "SubTotal=\"200.00\""),
                                  " Total=\"106.00\"", " Total=\"206.00\"")) == "IMP01");
    auto const desde = ingreso33.find("<cfdi:Conceptos>"), hasta = ingreso33.find("</cfdi:Conceptos>") + 17;
    BOOST_TEST(codigos(ingreso33.substr(0, desde) + ingreso33.substr(hasta)) == "XSD IMP01");
    for (auto const& [que, por] : std::initializer_list<std::pair<char const*, char const*>>{
             {"Monto=\"116.00\"", "Monto=\"x\""},
             {" MetodoDePagoDR=\"PPD\"", ""},
             {"TipoCambioDR=\"20.5\"", "EquivalenciaDR=\"20.5\""},
             {"Pagos Version=\"1.0\"", "Pagos Version=\"2.0\""}})
        BOOST_TEST(codigos(reemplazar(pago33, que, por)) == "XSD", por);
}

// ---- complements: members that each schema requires ----
BOOST_AUTO_TEST_CASE(los_complementos_tienen_su_estructura) {
    Azar azar;
    auto bueno = escribir(CfdiAlAzar(azar).hacer('N'));
    bueno = reemplazar(
        bueno, "<cfdi:Complemento>",
        R"(<cfdi:Complemento><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="5FB2822E-396D-4725-8521-CDC4BDD20CCF" FechaTimbrado="2026-06-30T10:00:00" RfcProvCertif="SPR190613I52" Leyenda="Una leyenda cualquiera" SelloCFD="QUFB" NoCertificadoSAT="30001000000500008888" SelloSAT="QUFB"/>)"
        R"(<l:LeyendasFiscales xmlns:l="http://www.sat.gob.mx/leyendasFiscales" version="1.0"><l:Leyenda norma="27" textoLeyenda="Texto"/><l:Leyenda textoLeyenda="Más"/></l:LeyendasFiscales>)"
        R"(<i:ImpuestosLocales xmlns:i="http://www.sat.gob.mx/implocal" version="1.0" TotaldeRetenciones="0.00" TotaldeTraslados="0"><i:TrasladosLocales ImpLocTrasladado="ISH" TasadeTraslado="3.00" Importe="0.00"/><i:RetencionesLocales ImpLocRetenido="R" TasadeRetencion="0.5000" Importe="0.00"/></i:ImpuestosLocales>)");
    bueno = reemplazar(
        bueno, "</cfdi:Concepto>",
        R"(<cfdi:ComplementoConcepto><e:instEducativas xmlns:e="http://www.sat.gob.mx/iedu" version="1.0" nombreAlumno="Ñ" CURP="HEGG560427MVZRRL04" nivelEducativo="Profesional técnico" autRVOE="R1" rfcPago="XAXX010101000"/></cfdi:ComplementoConcepto></cfdi:Concepto>)");
    auto const juzga = [](std::string const& texto) {
        return errores(juzgar_sin_sello(leer_cfdi(texto), catalogos), true);
    };
    BOOST_TEST(juzga(bueno) == "");
    struct {
        char const *que, *por, *detalle;
    } const casos[]{
        {"FechaTimbrado=\"2026-06-30", "FechaTimbrado=\"2026-06-31", "FechaTimbrado"},
        {"RfcProvCertif=\"SPR190613I52\"", "RfcProvCertif=\"X\"", "RfcProvCertif \"X\""},
        {"RfcProvCertif=\"SPR190613I52\"", "RfcProvCertif=\"CACX7605101P8\"", "RfcProvCertif"},
        {"NoCertificadoSAT=\"30001000000500008888\"", "NoCertificadoSAT=\"12\"", "NoCertificadoSAT"},
        {" SelloSAT=\"QUFB\"", "", "falta SelloSAT"},
        {" SelloSAT=\"QUFB\"", " SelloSAT=\"QUFB\" Otro=\"1\"", "desconocido \"Otro\""},
        {"Leyenda=\"Una leyenda cualquiera\"", "Leyenda=\"\"", "Leyenda"},
        {"nivelEducativo=\"Profesional técnico\"", "nivelEducativo=\"Universidad\"", "nivelEducativo"},
        {"CURP=\"HEGG560427MVZRRL04\"", "CURP=\"HEGG\"", "CURP"},
        {" autRVOE=\"R1\"", "", "falta autRVOE"},
        {" autRVOE=\"R1\"", " autRVOE=\"\"", "autRVOE"},
        {"rfcPago=\"XAXX010101000\"", "rfcPago=\"X\"", "rfcPago"},
        {"version=\"1.0\" nombreAlumno", "version=\"2.0\" nombreAlumno", "version \"2.0\""},
        {" nombreAlumno=", " alumno=\"1\" nombreAlumno=", "desconocido \"alumno\""},
        {"version=\"1.0\" TotaldeR", "version=\"1.1\" TotaldeR", "version \"1.1\""},
        {"TotaldeTraslados=\"0\"", "TotaldeTraslados=\"x\"", "TotaldeTraslados \"x\""},
        {"TotaldeTraslados=\"0\"", "TotaldeTraslados=\"\"", "TotaldeTraslados \"\""},
        {" TotaldeTraslados=\"0\"", "", "falta TotaldeTraslados"},
        {"TasadeTraslado=\"3.00\"", "TasadeTraslado=\"3%\"", "TasadeTraslado"},
        {"TasadeRetencion=\"0.5000\"", "TasadeRetencion=\"0.505\"", "TasadeRetencion"},
        {"<i:TrasladosLocales", "<i:Otros/><i:TrasladosLocales", "Otros no va ahí"},
        {"version=\"1.0\"><l:", "version=\"1\"><l:", "version \"1\""},
        {" textoLeyenda=\"Más\"", "", "falta textoLeyenda"},
        {" textoLeyenda=\"Más\"", " textoLeyenda=\"\"", "textoLeyenda"},
        {"l:LeyendasFiscales xmlns:l=\"http://www.sat.gob.mx/leyendasFiscales\" version=\"1.0\">",
         "l:LeyendasFiscales xmlns:l=\"http://www.sat.gob.mx/leyendasFiscales\" version=\"1.0\"><l:Otra/>",
         "Otra no va ahí"},
    };
    for (auto const& caso : casos) {
        auto const dicho = juzga(reemplazar(bueno, caso.que, caso.por));
        BOOST_TEST((dicho.starts_with("XSD (") && dicho.find(caso.detalle) != dicho.npos), caso.por << ": " << dicho);
        BOOST_TEST(dicho.find(") C") == dicho.npos, dicho);
    }
}

// ---- any text gets a verdict ----
BOOST_AUTO_TEST_CASE(nada_de_lo_escrito_detiene_el_juicio) {
    static char const* const hostiles[] = {"",     "1e999",
                                           "NaN",  "-0",
                                           "0",    "999999999999999999.999999",
                                           "1.",   ".5",
                                           "\xC3", "00000000000000000000000000000000000000000001"};
    Azar azar;
    for (int i = 0; i < cuantos(); ++i)
        for (char const tipo : std::string("IEPNT")) {
            auto cfdi = CfdiAlAzar(azar).hacer(tipo);
            auto const golpe = [&](Dato& dato) {
                if (azar.uno_de(3)) dato = hostiles[azar.hasta(std::size(hostiles))];
                if (azar.uno_de(9)) dato.reset();
            };
            auto const a_los_impuestos = [&](std::optional<ImpuestosCfdi>& impuestos) {
                if (!impuestos) return;
                golpe(impuestos->totalRetenidos);
                golpe(impuestos->totalTrasladados);
                for (auto* lista : {&impuestos->traslados, &impuestos->retenciones})
                    for (auto& f : *lista)
                        for (auto* d : {&f.base, &f.impuesto, &f.tipoFactor, &f.tasaOCuota, &f.importe}) golpe(*d);
            };
            for (auto* d : {&cfdi.fecha, &cfdi.subTotal, &cfdi.total, &cfdi.descuento, &cfdi.tipoCambio, &cfdi.moneda,
                            &cfdi.tipoDeComprobante, &cfdi.lugarExpedicion, &cfdi.receptor.rfc, &cfdi.emisor.rfc})
                golpe(*d);
            a_los_impuestos(cfdi.impuestos);
            for (auto& l : cfdi.conceptos) {
                for (auto* d : {&l.cantidad, &l.valorUnitario, &l.importe, &l.descuento, &l.objetoImp}) golpe(*d);
                a_los_impuestos(l.impuestos);
            }
            for (auto& complemento : cfdi.pagos)
                for (auto& p : complemento.pagos) {
                    for (auto* d : {&p.monto, &p.tipoCambioP, &p.monedaP, &p.formaDePagoP}) golpe(*d);
                    a_los_impuestos(p.impuestos);
                    for (auto& d : p.documentos) {
                        for (auto* x : {&d.equivalenciaDR, &d.impPagado, &d.impSaldoAnt, &d.monedaDR}) golpe(*x);
                        a_los_impuestos(d.impuestos);
                    }
                }
            BOOST_CHECK_GT(juzgar_sin_sello(cfdi, catalogos).size(), 100U);
        }
}

// ---- limits of the tax authority, with its own example ----
BOOST_AUTO_TEST_CASE(limites_de_un_producto) {
    auto const juzga = [](char const* importe) {
        Azar azar;
        Cfdi c = CfdiAlAzar(azar).hacer('N');
        auto& l = c.conceptos[0];
        l.cantidad = "14.16";
        l.valorUnitario = "13.66";
        l.importe = c.subTotal = c.total = importe;
        l.descuento = c.descuento = {};
        return errores(juzgar_sin_sello(leer_cfdi(escribir(c)), catalogos));
    };
    BOOST_TEST(juzga("193.27") == "CFDI40167");
    BOOST_TEST(juzga("193.28") == "");
    BOOST_TEST(juzga("193.57") == "");
    BOOST_TEST(juzga("193.58") == "CFDI40167");
}

// ---- a CFDI without a seal: rows of the seal and rows of the rules, in order ----
BOOST_AUTO_TEST_CASE(orden_del_veredicto) {
    Azar azar;
    auto const cfdi = leer_cfdi(escribir(CfdiAlAzar(azar).hacer('P')));
    auto const veredicto = juzgar(cfdi, catalogos, {});
    std::string orden;
    for (auto const& v : veredicto) {
        auto const familia = v.codigo.substr(0, 3);
        if (!orden.ends_with(familia)) orden += (orden.empty() ? "" : " ") + familia;
    }
    BOOST_TEST(orden == "XML XSD SEL CFD TFD IMP GES CFD CRP");
}

BOOST_AUTO_TEST_CASE(decimales_de_cualquier_escala) {
    auto const lee = [](char const* texto) {
        auto const valor = Exacto::leer(texto);
        return valor ? valor->texto() : "no";
    };
    BOOST_TEST(lee("001.50") == "1.50");
    BOOST_TEST(lee("0") == "0");
    for (auto const* malo : {"", ".", "1.", ".1", "-1", "+1", "1e3", "1,0", " 1", "1 ", "NaN", "1234567890123456789"})
        BOOST_TEST(lee(malo) == "no", malo);
    auto const maximo = *Exacto::leer("999999999999999999.999999");
    BOOST_TEST((maximo * maximo).texto() == "999999999999999999999998000000000000.000000000001");
    BOOST_TEST(Exacto(1).entre_piso(Exacto(3), 4).texto() == "0.3333");
    BOOST_TEST(Exacto(1).entre_techo(Exacto(3), 4).texto() == "0.3334");
    BOOST_TEST(Exacto::leer("0.125")->redondeado(2).texto() == "0.13");
    BOOST_TEST((Exacto(0) - *Exacto::leer("0.125")).piso(2).texto() == "-0.13");
    BOOST_TEST((Exacto(0) - *Exacto::leer("0.125")).techo(2).texto() == "-0.12");
    BOOST_TEST((*Exacto::leer("1.0") == Exacto(1)));
}

BOOST_AUTO_TEST_CASE(los_elementos_van_en_su_orden) {
    Azar azar;
    auto texto = escribir(CfdiAlAzar(azar).hacer('N'));
    auto const emisor = texto.find("<cfdi:Emisor"), receptor = texto.find("<cfdi:Receptor"),
               fin = texto.find("<cfdi:Conceptos");
    auto const cambiado = texto.substr(0, emisor) + texto.substr(receptor, fin - receptor) +
                          texto.substr(emisor, receptor - emisor) + texto.substr(fin);
    BOOST_TEST(errores(juzgar_sin_sello(leer_cfdi(cambiado), catalogos)) == "XSD");
    texto.insert(texto.find("<cfdi:Conceptos"), "<cfdi:Otro/>");
    BOOST_TEST(errores(juzgar_sin_sello(leer_cfdi(texto), catalogos)) == "XSD");
}

BOOST_AUTO_TEST_SUITE_END()
