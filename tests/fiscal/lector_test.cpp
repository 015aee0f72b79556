// A CFDI from outside is read, and its attacks on the reader have no effect. No row measures time: each tells which
// check refused the file, and a file refused before the parser costs no parser time.
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/memoria.hpp"
#include "tests/fiscal/cfdi_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(lector_test)

using namespace gestor::fiscal;

namespace {

std::string repetir(std::size_t veces, std::string_view que) {
    std::string salida;
    for (std::size_t i = 0; i < veces; ++i) salida += que;
    return salida;
}

// Repeats the text; # becomes the index of each copy.
std::string numerar(std::size_t veces, std::string_view que) {
    std::string salida;
    for (std::size_t i = 0; i < veces; ++i) salida += reemplazar(std::string(que), "#", std::to_string(i));
    return salida;
}

std::string utf16(std::string_view texto) {
    std::string salida = "\xFF\xFE";
    for (char const c : texto) (salida += c) += '\0';
    return salida;
}

std::string falla_de(std::string const& bytes) {
    try {
        leer_cfdi(bytes);
    } catch (Ilegible const& e) {
        return e.what();
    }
    return "se leyó";
}

constexpr auto doctype = "el XML declara un tipo de documento (DOCTYPE), que no se admite";
constexpr auto no_utf8 = "el archivo no es texto en UTF-8";
constexpr auto incompleto = "el XML está incompleto";

struct Hostil {
    char const* nombre;
    std::string bytes;
    std::string dice;
};

std::string risas() {
    std::string texto = R"(<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "ja">)";
    for (int i = 1; i < 30; ++i)
        texto += "<!ENTITY e" + std::to_string(i) + " \"" + repetir(10, "&e" + std::to_string(i - 1) + ";") + "\">";
    return texto + "]><a>&e29;</a>";
}

std::vector<Hostil> hostiles() {
    std::string const raiz = ingreso40.substr(ingreso40.find("<cfdi:Comprobante"));
    auto con = [&](std::string_view que, std::string_view por) { return reemplazar(ingreso40, que, por); };
    return {
        {"billion laughs", risas(), doctype},
        {"quadratic blow-up",
         "<!DOCTYPE a [<!ENTITY e \"" + std::string(100'000, 'x') + "\">]><a>" + repetir(10'000, "&e;") + "</a>",
         doctype},
        {"external DTD", "<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\">" + raiz, doctype},
        {"DOCTYPE after a comment and an instruction", "<!-- a --><?b c?><!DOCTYPE a>" + raiz, doctype},
        {"ENTITY inside of the root", con("<cfdi:Emisor ", "<!ENTITY a SYSTEM \"b\"><cfdi:Emisor "), doctype},
        {"DOCTYPE in UTF-16", utf16("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>"), no_utf8},
        {"UTF-16", utf16(ingreso40), no_utf8},
        {"says UTF-16, is not", con("UTF-8", "UTF-16"), "la codificación UTF-16 no se admite; use UTF-8"},
        {"UTF-7", con("UTF-8", "UTF-7"), "la codificación UTF-7 no se admite; use UTF-8"},
        {"says UTF-8, is ISO-8859-1", con("ESCUELA", "ESCUELA\xD1"), no_utf8},
        {"NUL in a value", con("ESCUELA", std::string_view("ESC\0UELA", 8)), no_utf8},
        {"200 000 attributes", "<a " + numerar(200'000, "b#=\"\" ") + "/>",
         "el XML tiene un elemento con demasiados atributos"},
        {"257 attributes", "<a " + numerar(257, "b#='' ") + "/>", "el XML tiene un elemento con demasiados atributos"},
        {"256 attributes", "<a " + numerar(256, "b#='' ") + "/>", "el archivo no es un CFDI: su raíz es a"},
        {"100 000 namespaces in as many elements", repetir(200, "<a xmlns:b='c' xmlns:d='e'>") + repetir(200, "</a>"),
         "el XML declara demasiados espacios de nombres"},
        {"many namespaces, never many at once", "<a>" + repetir(1'000, "<b xmlns:c='d'/>") + "</a>",
         "el archivo no es un CFDI: su raíz es a"},
        {"100 001 elements", "<a>" + repetir(100'001, "<b/>") + "</a>", "el XML tiene demasiados elementos"},
        {"a tag of 128 KB", "<a b=\"" + std::string(130'000, 'x') + repetir(2'000, "\n") + "\" c=\"\"/>",
         "el XML tiene una etiqueta demasiado larga"},
        {"depth 300", repetir(300, "<a>") + repetir(300, "</a>"), "el archivo no es XML bien formado (línea 1)"},
        {"more than 5 MB", con("ESCUELA", std::string(6'000'000, 'E')), "el XML pasa de 5 MB"},
        {"truncated in a tag", ingreso40.substr(0, ingreso40.find("FormaPago")), incompleto},
        {"truncated in a value", ingreso40.substr(0, ingreso40.find("ESCUELA") + 3), incompleto},
        {"truncated between tags", ingreso40.substr(0, ingreso40.find("<cfdi:Conceptos>")),
         "el archivo no es XML bien formado (línea 11)"},
        {"a comment without end", "<a><!-- b</a>", incompleto},
        {"a CDATA without end", "<a><![CDATA[ b</a>", incompleto},
        {"an instruction without end", "<a><?b </a>", incompleto},
        {"two documents", ingreso40 + raiz, "el archivo no es XML bien formado (línea 33)"},
        {"an attribute twice", con("Serie=\"A\"", "Serie=\"A\" Serie=\"B\""),
         "el archivo no es XML bien formado (línea 2)"},
        {"an entity that nobody declared", con("ESCUELA", "&nbsp;"), "el archivo no es XML bien formado (línea 9)"},
        {"a prefix that nobody declared", con("xmlns:cfdi=", "xmlns:otro="),
         "el archivo no es XML bien formado (línea 31)"},
        {"an attribute twice in a namespace", "<a xmlns:b='d' xmlns:c='d' b:e='' c:e=''/>",
         "el archivo no es XML bien formado (línea 1)"},
        {"ZIP", std::string("PK\x03\x04\x14\x00\x00\x00", 8), no_utf8},
        {"PDF", "%PDF-1.7\n", "el archivo no es XML bien formado (línea 1)"},
        {"nothing", "", "el archivo no es XML bien formado (línea 1)"},
        {"a BOM and nothing", "\xEF\xBB\xBF", "el archivo no es XML bien formado (línea 1)"},
        {"blanks", " \n ", "el archivo no es XML bien formado (línea 2)"},
        {"JSON", "{\"a\": 1}", "el archivo no es XML bien formado (línea 1)"},
        {"another XML", "<html/>", "el archivo no es un CFDI: su raíz es html"},
        {"a long name, cut between characters", "<a" + repetir(60, "ñ") + "/>",
         "el archivo no es un CFDI: su raíz es a" + repetir(29, "ñ") + "…"},
        {"an encoding that is no text", "<?xml version='1.0' encoding='a\xC3\xFF'?><a/>",
         "la codificación a… no se admite; use UTF-8"},
        {"Comprobante of nobody", "<Comprobante Version='4.0'/>", "el archivo no es un CFDI: su raíz es Comprobante"},
        {"3.2", "<c:Comprobante xmlns:c='http://www.sat.gob.mx/cfd/3' version='3.2'/>",
         "versión no admitida: 3.2; se leen 4.0 y 3.3"},
        {"2.2", "<Comprobante xmlns='http://www.sat.gob.mx/cfd/2' version='2.2'/>",
         "versión no admitida: 2.2; se leen 4.0 y 3.3"},
        {"4.0 in the namespace of 3.3", con("cfd/4\" xmlns:xsi", "cfd/3\" xmlns:xsi"),
         "versión no admitida: 4.0; se leen 4.0 y 3.3"},
        {"no version", con("Version=\"4.0\"", ""), "versión no admitida: sin versión; se leen 4.0 y 3.3"},
        {"retenciones", "<r:Retenciones xmlns:r='http://www.sat.gob.mx/esquemas/retencionpago/2' Version='2.0'/>",
         "versión no admitida: es un CFDI de retenciones"},
    };
}

}  // namespace

BOOST_AUTO_TEST_CASE(lo_hostil_se_rechaza_y_se_dice_por_que) {
    for (auto const& h : hostiles()) BOOST_TEST(falla_de(h.bytes) == h.dice, h.nombre << ": " << falla_de(h.bytes));
}

BOOST_AUTO_TEST_CASE(una_entidad_externa_no_abre_su_archivo) {
    auto const ruta = (std::filesystem::temp_directory_path() / ("gestor-" + std::to_string(getpid()))).string();
    std::ofstream(ruta) << "SECRETO";
    auto const xml = "<!DOCTYPE a [<!ENTITY s SYSTEM \"file://" + ruta + "\">]><a b=\"&s;\">&s;</a>";
    auto const falla = falla_de(xml);
    BOOST_TEST(falla == doctype);
    BOOST_TEST(falla.find("SECRETO") == falla.npos);
    std::filesystem::remove(ruta);
}

BOOST_AUTO_TEST_CASE(todo_lo_que_dice_un_ingreso) {
    auto const c = leer_cfdi(ingreso40);
    BOOST_TEST(c.v40());
    BOOST_TEST(*c.serie == "A");
    BOOST_TEST(*c.confirmacion == "ECVH1");
    BOOST_TEST(*c.condicionesDePago == "30 días");
    BOOST_TEST(*c.sello == "");  // present and empty
    BOOST_TEST(*c.global->anio == "2026");
    BOOST_TEST(c.relaciones.size() == 2U);
    BOOST_TEST(*c.relaciones[0].uuid.at(1) == "22222222-2222-2222-2222-222222222222");
    BOOST_TEST(*c.relaciones[1].tipoRelacion == "07");
    BOOST_TEST(*c.emisor.facAtrAdquirente == "1234567890");
    BOOST_TEST(*c.receptor.rfc == "H&E951128469");
    BOOST_TEST(*c.receptor.nombre == "HERMANOS ÑANDÚ & \"EL 3\"");
    BOOST_TEST(*c.receptor.numRegIdTrib == "121585958");
    BOOST_TEST(c.conceptos.size() == 2U);
    auto const& uno = c.conceptos[0];
    BOOST_TEST(*uno.descripcion == "  Silla   de \n madera ");  // as written: the original string trims it
    BOOST_TEST(uno.impuestos->traslados.size() == 2U);
    BOOST_TEST(!uno.impuestos->traslados[1].tasaOCuota);
    BOOST_TEST(*uno.impuestos->retenciones.at(0).tasaOCuota == "0.012500");
    BOOST_TEST(*uno.tercero->domicilioFiscal == "29133");
    BOOST_TEST(*uno.pedimentos.at(0) == "15  48  3009  0001234");
    BOOST_TEST(*uno.prediales.at(0) == "15956011002");
    BOOST_TEST(*uno.iedu->nivelEducativo == "Primaria");
    BOOST_TEST(*uno.iedu->nombreAlumno == "Ñandú Pérez");
    BOOST_TEST(*uno.partes.at(0).pedimentos.at(0) == "15  48  3009  0001235");
    BOOST_TEST(uno.otros_hijos == std::vector<std::string>{"instEducativas"}, boost::test_tools::per_element());
    auto const& dos = c.conceptos[1];
    BOOST_TEST(!dos.impuestos);
    BOOST_TEST(!dos.descuento);
    BOOST_TEST(*dos.descripcion == "");
    BOOST_TEST(*c.impuestos->totalRetenidos == "10.00");
    BOOST_TEST(c.impuestos->traslados.size() == 2U);
    BOOST_TEST(*c.locales->retenciones.at(0).nombre == "Cinco al millar");
    BOOST_TEST(*c.locales->traslados.at(0).tasa == "3.00");
    BOOST_TEST(c.leyendas.size() == 2U);
    BOOST_TEST(!c.leyendas[1].norma);
    BOOST_TEST(c.complementos.size() == 3U);  // in two Complemento elements
    BOOST_TEST(c.complementos[0].version == "1.0");
    BOOST_TEST(c.complementos[2].espacio == espacio::timbre);
    BOOST_TEST(c.timbres.size() == 1U);  // the one inside Addenda does not count
    BOOST_TEST(*c.timbres[0].leyenda == "de prueba");
    BOOST_TEST(c.uuid().value() == "5FB2822E-396D-4725-8521-CDC4BDD20CCF");
    BOOST_TEST(c.raiz.prefijo == "cfdi");
}

BOOST_AUTO_TEST_CASE(todo_lo_que_dice_un_pago) {
    auto const c = leer_cfdi(pago40);
    auto const& p = c.pagos.at(0);
    BOOST_TEST(*p.version == "2.0");
    BOOST_TEST(*p.totales->totalTrasladosBaseIVAExento == "7.00");
    auto const& uno = p.pagos.at(0);
    BOOST_TEST(*uno.selloPago == "c2VsbG8=");
    BOOST_TEST(*uno.impuestos->retenciones.at(0).importe == "10");
    BOOST_TEST(*uno.impuestos->traslados.at(0).base == "100");
    auto const& documento = uno.documentos.at(0);
    BOOST_TEST(*documento.objetoImpDR == "02");
    BOOST_TEST(*documento.impuestos->traslados.at(0).importe == "16");
    BOOST_TEST(*documento.impuestos->retenciones.at(0).tipoFactor == "Tasa");

    auto const antiguo = leer_cfdi(pago33);
    BOOST_TEST(!antiguo.v40());
    BOOST_TEST(!antiguo.pagos.at(0).totales);
    auto const& pago = antiguo.pagos[0].pagos.at(0);
    BOOST_TEST(*pago.documentos.at(0).equivalenciaDR == "20.5");
    BOOST_TEST(*pago.documentos[0].metodoDePagoDR == "PPD");
    BOOST_TEST(*pago.impuestos->totalTrasladados == "16.00");
    BOOST_TEST(*pago.impuestos->retenciones.at(0).impuesto == "001");
    BOOST_TEST(!pago.documentos[0].impuestos);
}

// The same CFDI written in another way.
BOOST_AUTO_TEST_CASE(se_lee_por_espacios_y_no_por_prefijos) {
    auto con_prefijo = [](std::string_view prefijo) {
        auto texto = ingreso33;
        for (auto en = texto.find("cfdi:"); en != texto.npos; en = texto.find("cfdi:", en + 1))
            texto.replace(en, 5, prefijo);
        return reemplazar(texto, "xmlns:cfdi", prefijo.empty() ? "xmlns" : "xmlns:otro");
    };
    BOOST_TEST(*leer_cfdi(con_prefijo("otro:")).emisor.rfc == "EKU9003173C9");
    BOOST_TEST(*leer_cfdi(con_prefijo("")).conceptos.at(0).importe == "100.00");
    BOOST_TEST(leer_cfdi(con_prefijo("")).raiz.prefijo == "");
    // A known prefix on a foreign namespace is a foreign element.
    auto const ajeno =
        reemplazar(ingreso40, "xmlns:tfd=\"http://www.sat.gob.mx/TimbreFiscalDigital\" Version=\"1.1\" UUID=\"5fb",
                   "xmlns:tfd=\"http://www.sat.gob.mx/OTRO\" Version=\"1.1\" UUID=\"5fb");
    BOOST_TEST(!leer_cfdi(ajeno).uuid());
}

BOOST_AUTO_TEST_CASE(comentarios_y_cdata_no_dicen_nada) {
    auto const con = reemplazar(
        ingreso40, "<cfdi:Emisor ",
        "<!-- <cfdi:Emisor Rfc=\"X\"/> <!DOCTYPE a> --><![CDATA[<cfdi:Emisor Rfc=\"Y\"/>]]><?z \" ?><cfdi:Emisor ");
    BOOST_TEST(*leer_cfdi(con).emisor.rfc == "EKU9003173C9");
}

BOOST_AUTO_TEST_CASE(el_folio_fiscal_es_el_del_unico_timbre) {
    auto const dos = reemplazar(ingreso40, "</leyendasFisc:LeyendasFiscales>",
                                "</leyendasFisc:LeyendasFiscales><t:TimbreFiscalDigital "
                                "xmlns:t=\"http://www.sat.gob.mx/TimbreFiscalDigital\" "
                                "UUID=\"44444444-4444-4444-4444-444444444444\"/>");
    BOOST_TEST(leer_cfdi(dos).timbres.size() == 2U);
    BOOST_TEST(!leer_cfdi(dos).uuid());
    BOOST_TEST(!leer_cfdi(pago40).uuid());
    BOOST_TEST(!leer_cfdi(reemplazar(ingreso40, "5fb2822e-", "5fb2822e+")).uuid());
    // A stamp deeper inside another element does not belong to this CFDI.
    auto const hondo =
        reemplazar(reemplazar(ingreso40, "<tfd:Timbre", "<x><tfd:Timbre"), "SelloSAT=\"\"/>", "SelloSAT=\"\"/></x>");
    BOOST_TEST(leer_cfdi(hondo).timbres.empty());
}

BOOST_AUTO_TEST_CASE(se_lee_lo_que_otros_escribian) {
    BOOST_TEST(*leer_cfdi("\xEF\xBB\xBF" + ingreso40).emisor.rfc == "EKU9003173C9");
    auto latino = [](char const* codificacion) {
        return std::string("<?xml version='1.0' encoding='") + codificacion +
               "'?><c:Comprobante xmlns:c='http://www.sat.gob.mx/cfd/3' Version='3.3' Serie='\xD1\xF3\x80'/>";
    };
    BOOST_TEST(*leer_cfdi(latino("windows-1252")).serie == "Ñó€");
    BOOST_TEST(*leer_cfdi(latino("iso-8859-1")).serie == "Ñó\xC2\x80");
    // The tax authority's own program writes xmlns:schemaLocation for xsi:schemaLocation.
    auto const torcido = reemplazar(ingreso40, "<cfdi:Emisor ", "<cfdi:Emisor xmlns:schemaLocation=\"urn:a a.xsd\" ");
    BOOST_TEST(leer_cfdi(torcido).raiz.hijo(espacio::cfdi40, "Emisor")->atributos.size() == 4U);
    // Every byte of either encoding is one character.
    std::string todos;
    for (int c = 0x80; c < 0x100; ++c) todos += static_cast<char>(c);
    BOOST_TEST(leer_cfdi(reemplazar(latino("windows-1252"), "\x80", todos)).serie->size() > 256U);
}

// The reader does not judge values: a total of 19 digits, an exponent and a negative amount arrive unchanged.
BOOST_AUTO_TEST_CASE(nada_se_convierte) {
    for (std::string const total : {"1234567890123456789.00", "1e5", "-1.00", "", " 1 ", "NaN"})
        BOOST_TEST(*leer_cfdi(reemplazar(ingreso40, "Total=\"1155.00\"", "Total=\"" + total + "\"")).total == total);
}

// Memory of an XML is charged before it is read, held as long as the result lives, and then given back.
BOOST_AUTO_TEST_CASE(la_memoria_se_pide_antes_y_se_devuelve) {
    struct Contada final : Memoria {
        std::shared_ptr<void> tomar(std::size_t bytes) override {
            if (ocupados + bytes > tope) throw std::runtime_error("no hay");
            ocupados += bytes;
            return std::shared_ptr<void>(nullptr, [this, bytes](void*) { ocupados -= bytes; });
        }
        std::size_t ocupados = 0, tope = 1'000'000;
    } memoria;
    ContarMemoria const contar(memoria);
    {
        auto const uno = leer_cfdi(ingreso40);
        auto const de_uno = memoria.ocupados;
        BOOST_TEST(de_uno > 8 * ingreso40.size());
        BOOST_TEST(de_uno < 20 * ingreso40.size());
        auto const otro = leer_cfdi(ingreso40);
        BOOST_TEST(memoria.ocupados == 2 * de_uno);
        auto const copia = otro;
    }
    BOOST_TEST(memoria.ocupados == 0U);
    // Few bytes with many elements are bounded by the number of elements.
    BOOST_CHECK_THROW(leer_xml("<a>" + repetir(5'000, "<b/>") + "</a>"), std::runtime_error);
    BOOST_CHECK_THROW(leer_xml("<a>" + std::string(200'000, 'x') + "</a>"), std::runtime_error);
    BOOST_TEST(memoria.ocupados == 0U);
    BOOST_TEST(leer_xml("<a b='1 &amp; &lt;2&gt; &#38;amp; &#x41;'>t &amp; <!-- -->u<![CDATA[&v]]></a>").raiz.texto ==
               "t & u&v");
    BOOST_TEST(*leer_xml("<a b='1 &amp; &lt;2&gt; &#38;amp; &#x41;'/>").raiz.atributo("b") == "1 & <2> &amp; A");
}

BOOST_AUTO_TEST_SUITE_END()
