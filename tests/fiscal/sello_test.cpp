// Original string, certificate and seal, with keys made here.
#include <boost/test/unit_test.hpp>

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "domain/fiscal/sello.hpp"
#include "domain/fiscal/vocabularios.hpp"
#include "tests/fiscal/certificados_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(sello_test)

using namespace gestor;
using namespace gestor::fiscal;

namespace {

Emitido const& autoridad() {
    static auto const e = emitir({"00001000000500000001", "SAT970701NN3", "AC DE PRUEBA", true, true}, rsa());
    return e;
}
Emitido const& csd() {
    static auto const e = emitir({}, rsa(), &autoridad());
    return e;
}
Emitido const& pac() {
    static auto const e = emitir({"30001000000500008888", "SPR190613I52", "PAC"}, rsa(), &autoridad());
    return e;
}
Certificados const& del_sat() {
    static auto const todos = [] {
        Certificados c;
        c.agregar(autoridad().der());
        c.agregar(pac().der());
        return c;
    }();
    return todos;
}
std::string const& bueno() {
    static auto const xml = timbrar(sellar(ingreso40, csd()), pac());
    return xml;
}

// Verdicts that are not Correcto: "SELLO04 Advertencia, TFD05 NoAplica".
std::string juicio(std::string const& xml, Certificados const& certificados = del_sat()) {
    std::string salida;
    for (auto const& v : verificar_sello(leer_cfdi(xml), certificados)) {
        if (v.dictamen == Dictamen::correcto) continue;
        BOOST_TEST((v.dictamen == Dictamen::correcto || v.codigo == "CFDI40102" || !v.detalle.empty()), v.codigo);
        salida += (salida.empty() ? "" : ", ") + v.codigo + " " + std::string(nombre_de(v.dictamen));
    }
    return salida;
}
std::string con(std::string_view que, std::string_view por) {
    return reemplazar(bueno(), que, por);
}
std::string sin_timbre(std::string const& xml) {
    auto const en = xml.find("<tfd:Timbre"), fin = xml.find("/>", en) + 2;
    return xml.substr(0, en) + xml.substr(fin);
}
std::string con_certificado(Emitido const& e) {
    return timbrar(sellar(ingreso40, e), pac());
}

}  // namespace

BOOST_AUTO_TEST_CASE(la_cadena_de_un_ingreso) {
    BOOST_TEST(cadena_original(leer_cfdi(ingreso40)).value() ==
               "||4.0|A|1001|2026-03-04T10:11:12|03|30001000000500009999|30 "
               "días|1200.00|200.00|MXN|1|1155.00|I|01|PUE|06000|ECVH1|04|"
               "03|2026|04|11111111-1111-1111-1111-111111111111|22222222-2222-2222-2222-222222222222|07|"
               "33333333-3333-3333-3333-333333333333|EKU9003173C9|ESCUELA KEMPER "
               "URGATE|601|1234567890|H&E951128469|HERMANOS ÑANDÚ & "
               "\"EL 3\"|06000|USA|121585958|601|G03|01010101|P-1|2|H87|pieza|Silla de "
               "madera|500.00|1000.00|200.00|02|800.00|002|Tasa|"
               "0.160000|128.00|200.00|002|Exento|800.00|001|Tasa|0.012500|10.00|JUFA7608212V6|ADRIANA JUAREZ "
               "FERNANDEZ|601|29133|15 48 "
               "3009 0001234|15956011002|1.0|Ñandú "
               "Pérez|HEGG560427MVZRRL04|Primaria|201587PRIM|XAXX010101000|51241200|T1|2|kg|Tornillo|"
               "1|2|15 48 3009 "
               "0001235|01010101|1|ACT||200|200|01|001|10.00|10.00|800.00|002|Tasa|0.160000|128.00|200.00|002|Exento|"
               "128.00|1.0|1.00|38.00|Cinco al millar|0.50|1.00|ISH|3.00|38.00|1.0|LISR|27|Pago en una sola "
               "exhibición|Sin más||");
}

BOOST_AUTO_TEST_CASE(la_cadena_de_los_demas) {
    BOOST_TEST(
        cadena_original(leer_cfdi(pago40)).value() ==
        "||4.0|2026-03-04T10:11:12|30001000000500009999|0|XXX|0|P|01|06000|EKU9003173C9|ESCUELA KEMPER URGATE|601|"
        "URE180429TM6|UNIVERSIDAD ROBOTICA "
        "ESPAÑOLA|86991|601|CP01|84111506|1|ACT|Pago|0|0|01|2.0|1.00|2.00|3.00|100.00|16.00|"
        "4.00|5.00|6.00|0.00|7.00|116.00|2026-03-03T12:00:00|03|MXN|1|116.00|55|BBA830831LJ2|Banco|012345678901234567|"
        "BBA830831LJ2|012345678901234568|01|Y2VydA==|||1|2|||c2VsbG8=|11111111-1111-1111-1111-111111111111|A|7|MXN|1|1|"
        "116.00|"
        "116.00|0.00|02|100|001|Tasa|0.100000|10|100|002|Tasa|0.160000|16|001|10|100|002|Tasa|0.160000|16||");
    BOOST_TEST(cadena_original(leer_cfdi(pago33)).value() ==
               "||3.3|2021-03-04T10:11:12|30001000000500009999|0|XXX|0|P|06000|EKU9003173C9|601|URE180429TM6|"
               "UNIVERSIDAD|P01|84111506|"
               "1|ACT|Pago|0|0|1.0|2021-03-03T12:00:00|03|USD|20.5|116.00|11111111-1111-1111-1111-111111111111|A|7|MXN|"
               "20.5|PPD|1|"
               "116.00|116.00|0.00|10.00|16.00|001|10.00|002|Tasa|0.160000|16.00||");
    BOOST_TEST(cadena_original(leer_cfdi(ingreso33)).value() ==
               "||3.3|B|2021-03-04T10:11:12|03|30001000000500009999|100.00|MXN|106.00|I|PUE|06000|04|"
               "11111111-1111-1111-1111-111111111111|EKU9003173C9|ESCUELA|601|OÑO120726RX3|USA|1|G03|01010101|1|H87|"
               "Silla|100.00|"
               "100.00|100.00|002|Tasa|0.160000|16.00|100.00|001|Tasa|0.100000|10.00|15 48 3009 "
               "0001234|15|51241200|2|Tornillo|001|"
               "10.00|10.00|002|Tasa|0.160000|16.00|16.00||");
    BOOST_TEST(cadena_original(leer_cfdi(reemplazar(ingreso40, "SelloCFD=\"\"", "SelloCFD=\"Zg==\"")).timbres.at(0)) ==
               "||1.1|5fb2822e-396d-4725-8521-cdc4bdd20ccf|2026-03-04T10:12:13|SPR190613I52|de "
               "prueba|Zg==|30001000000500008888||");
}

// An optional attribute that is present and empty has its place in the original string; so has a required attribute
// that is absent.
BOOST_AUTO_TEST_CASE(lo_vacio_y_lo_ausente) {
    auto const cadena = [](std::string_view que, std::string_view por) {
        return cadena_original(leer_cfdi(reemplazar(ingreso33, que, por))).value().substr(0, 30);
    };
    BOOST_TEST(cadena("Serie=\"B\"", "Serie=\"\"") == "||3.3||2021-03-04T10:11:12|03|");
    BOOST_TEST(cadena("Serie=\"B\"", "") == "||3.3|2021-03-04T10:11:12|03|3");
    BOOST_TEST(cadena("Fecha=\"2021-03-04T10:11:12\"", "") == "||3.3|B||03|300010000005000099");
    BOOST_TEST(cadena("Serie=\"B\"", "Serie=\" &#9;&#10;&#13; \"") == "||3.3||2021-03-04T10:11:12|03|");
    BOOST_TEST(cadena("Serie=\"B\"", "Serie=\"&#160;B\"") ==
               "||3.3|\xC2\xA0"
               "B|2021-03-04T10:11:12|");
}

// cadenas.txt has each complement with the original string of the tax authority's own transformation.
BOOST_AUTO_TEST_CASE(los_complementos_como_los_sella_la_autoridad) {
    std::ifstream archivo(std::string(GESTOR_TESTS_DIR) + "/fiscal/cadenas.txt");
    std::set<std::string_view> sin_probar;
    for (auto const& v : vocabularios()) sin_probar.insert(v.espacio);
    for (auto const espacio : {espacio::cfdi40, espacio::cfdi33, espacio::timbre}) sin_probar.erase(espacio);
    for (std::string complemento, cadena; std::getline(archivo, complemento);) {
        if (!complemento.starts_with('<')) continue;
        std::getline(archivo, cadena);
        auto const version = cadena.substr(2, 3);
        auto const cfdi = leer_cfdi("<cfdi:Comprobante xmlns:cfdi=\"http://www.sat.gob.mx/cfd/" + version.substr(0, 1) +
                                    "\" Version=\"" + version + "\"><cfdi:Complemento>" + complemento +
                                    "</cfdi:Complemento></cfdi:Comprobante>");
        BOOST_TEST(cadena_original(cfdi).value_or("sin tabla") == cadena, complemento.substr(0, 80));
        std::erase_if(sin_probar, [&](auto espacio) {
            return complemento.find('"' + std::string(espacio) + '"') != complemento.npos;
        });
    }
    BOOST_TEST(sin_probar.empty(), (sin_probar.empty() ? "" : *sin_probar.begin()));
}

BOOST_AUTO_TEST_CASE(de_un_complemento_desconocido_nadie_sabe) {
    for (std::string const otro : {"<s:Complemento_SPEI xmlns:s=\"http://www.sat.gob.mx/spei\"/>",
                                   // in CFDI 3.3 only
                                   "<p:Pagos xmlns:p=\"http://www.sat.gob.mx/Pagos\" Version=\"1.0\"/>",
                                   "<t:PorCuentadeTerceros xmlns:t=\"http://www.sat.gob.mx/terceros\"/>",
                                   "<i:otra xmlns:i=\"http://www.sat.gob.mx/implocal\"/>"}) {
        auto const xml = reemplazar(sellar(ingreso40, csd()), "<cfdi:Complemento>", "<cfdi:Complemento>" + otro);
        BOOST_TEST(!cadena_original(leer_cfdi(xml)));
        BOOST_TEST(complementos_sin_cadena(leer_cfdi(xml)).size() == 1U);
        auto const veredicto = verificar_sello(leer_cfdi(sin_timbre(xml)), del_sat());
        BOOST_TEST(validacion(veredicto) == "Parcial");
        BOOST_TEST(validacion(verificar_sello(leer_cfdi(timbrar(xml, pac())), del_sat())) == "Parcial");
        BOOST_TEST(
            juicio(sin_timbre(xml)) ==
            "SELLO08 NoAplica, CFDI40102 NoAplica, TFD01 Advertencia, TFD02 NoAplica, TFD03 NoAplica, TFD04 NoAplica, "
            "TFD05 NoAplica, TFD06 NoAplica");
    }
    auto const de_linea =
        reemplazar(ingreso40, "</cfdi:ComplementoConcepto>", "<x:y xmlns:x=\"z\"/></cfdi:ComplementoConcepto>");
    BOOST_TEST(!cadena_original(leer_cfdi(de_linea)));
}

BOOST_AUTO_TEST_CASE(uno_bueno_es_bueno) {
    auto const veredicto = verificar_sello(leer_cfdi(bueno()), del_sat());
    BOOST_TEST(juicio(bueno()) == "");
    BOOST_TEST(validacion(veredicto) == "Válido");
    std::string codigos;
    for (auto const& v : veredicto) codigos += v.codigo + " ";
    BOOST_TEST(codigos ==
               "SELLO01 SELLO02 SELLO03 SELLO04 SELLO05 SELLO06 SELLO07 SELLO08 SELLO09 SELLO10 CFDI40102 CFDI40106 "
               "TFD01 TFD02 TFD03 TFD04 TFD05 TFD06 ");
    for (auto const& xml : {ingreso33, pago40})
        BOOST_TEST(juicio(sellar(xml, csd())) ==
                   "TFD01 Advertencia, TFD02 NoAplica, TFD03 NoAplica, TFD04 NoAplica, TFD05 NoAplica, TFD06 NoAplica");
    // Without the certificates of the tax authority the issuer of the certificate and the owner of the stamp are
    // unknown.
    BOOST_TEST(juicio(bueno(), {}) == "SELLO10 Advertencia, TFD05 Advertencia");
    BOOST_TEST(validacion(verificar_sello(leer_cfdi(bueno()), {})) == "Válido");
}

// A sealed CFDI without a stamp is not an invoice yet.
BOOST_AUTO_TEST_CASE(sin_timbre_es_parcial) {
    for (auto const& xml : {ingreso33, sin_timbre(ingreso40), pago40}) {
        auto const veredicto = verificar_sello(leer_cfdi(sellar(xml, csd())), del_sat());
        BOOST_TEST(validacion(veredicto) == "Parcial");
        auto const fila = std::ranges::find(veredicto, "TFD01", &Verificacion::codigo);
        BOOST_TEST(fila->descripcion.ends_with("sin él su validación es Parcial"));
        BOOST_TEST(fila->detalle == "no está timbrado");
    }
}

// Fecha is 2026-03-04T10:11:12; time zones of the country are up to two hours apart.
BOOST_AUTO_TEST_CASE(el_timbre_llega_a_tiempo) {
    auto const timbrado = [](std::string_view cuando) {
        return juicio(timbrar(sellar(reemplazar(ingreso40, "2026-03-04T10:12:13", cuando), csd()), pac()));
    };
    BOOST_TEST(timbrado("2026-03-04T08:11:12") == "");
    BOOST_TEST(timbrado("2026-03-04T08:11:11") == "TFD06 Error");
    BOOST_TEST(timbrado("2026-03-07T12:11:12") == "");
    BOOST_TEST(timbrado("2026-03-07T12:11:13") == "TFD06 Error");
    BOOST_TEST(timbrado("2026-02-30T12:00:00") == "TFD06 NoAplica");
}

// The latest time zone of the country is UTC-5, and clocks may differ by some minutes.
BOOST_AUTO_TEST_CASE(nada_es_del_futuro) {
    using namespace std::chrono;
    using namespace std::chrono_literals;
    auto const dice = [](std::string const& xml, sys_seconds ahora) {
        auto const veredicto = verificar_sello(leer_cfdi(xml), del_sat(), ahora);
        return std::string(nombre_de(veredicto.back().dictamen)) + " " + veredicto.back().detalle;
    };
    sys_seconds const fecha = sys_days(2026y / 3 / 4) + 10h + 11min + 12s, timbre = fecha + 1min + 1s;
    BOOST_TEST(dice(bueno(), timbre + 5h) == "Correcto ");
    BOOST_TEST(dice(bueno(), timbre + 5h - 10min) == "Correcto ");
    BOOST_TEST(dice(bueno(), timbre + 5h - 10min - 1s) == "Error FechaTimbrado es futura");
    auto const sin = sin_timbre(bueno());
    BOOST_TEST(dice(sin, fecha + 5h - 10min) == "Correcto ");
    BOOST_TEST(dice(sin, fecha + 5h - 10min - 1s) == "Error Fecha 2026-03-04T10:11:12 es futura");
}

// Each part changed after sealing, and the rows that notice the change.
BOOST_AUTO_TEST_CASE(lo_alterado_se_nota) {
    constexpr auto sello = "SELLO08 Error, CFDI40102 Error";
    for (auto const& [que, por] : std::initializer_list<std::pair<char const*, char const*>>{
             {"Total=\"1155.00\"", "Total=\"1156.00\""},
             {"Año=\"2026\"", "Año=\"2025\""},
             {"ValorUnitario=\"200\"", "ValorUnitario=\"20\""},
             {"de &#10; madera", "de &#160; madera"},
             {"autRVOE=\"201587PRIM\"", "autRVOE=\"201588PRIM\""},
             {"norma=\"27\"", "norma=\"28\""},
             {"TasadeTraslado=\"3.00\"", "TasadeTraslado=\"4.00\""},
             {"<cfdi:CuentaPredial Numero=\"15956011002\"/>", ""},
             {"Serie=\"A\"", ""}})
        BOOST_TEST(juicio(con(que, por)) == sello, que);
    BOOST_TEST(juicio(con("FechaTimbrado=\"2026", "FechaTimbrado=\"2025")) == "TFD05 Error, TFD06 Error");
    BOOST_TEST(juicio(con("UUID=\"5fb2", "UUID=\"6fb2")) == "TFD05 Error");
    BOOST_TEST(juicio(con("UUID=\"5fb2", "UUID=\"xfb2")) == "TFD03 Error, TFD05 Error");
    BOOST_TEST(juicio(con("Version=\"1.1\"", "Version=\"1.0\"")) == "TFD02 Error, TFD05 Error");
    BOOST_TEST(juicio(con("NoCertificadoSAT=\"3", "NoCertificadoSAT=\"4")) == "TFD05 Advertencia");
    BOOST_TEST(juicio(con("SelloSAT=\"", "SelloSAT=\"*")) == "TFD05 Error");
    // Unsealed parts may change: white space, attribute order, Addenda.
    BOOST_TEST(juicio(con("de &#10; madera", "  de madera")) == "");
    BOOST_TEST(juicio(con("UUID=\"9999", "UUID=\"8888")) == "");
    // The stamp of another CFDI.
    auto const otro = timbrar(sellar(reemplazar(ingreso40, "Folio=\"1001\"", "Folio=\"1002\""), csd()), pac());
    auto const timbre = [](std::string const& xml) {
        auto const en = xml.find("<tfd:Timbre");
        return xml.substr(en, xml.find("/>", en) + 2 - en);
    };
    BOOST_TEST(juicio(con(timbre(bueno()), timbre(otro))) == "TFD04 Error");
    BOOST_TEST(juicio(con(timbre(bueno()), timbre(bueno()) + timbre(bueno()))) ==
               "TFD01 Error, TFD02 NoAplica, TFD03 NoAplica, TFD04 NoAplica, TFD05 NoAplica, TFD06 NoAplica");
}

BOOST_AUTO_TEST_CASE(el_certificado_de_otro) {
    struct {
        char const* nombre;
        Solicitud solicitud;
        char const* juicio;
    } const casos[]{
        {"another number", {.numero = "30001000000500009998"}, "SELLO02 Error, CFDI40106 Error"},
        {"19 digits", {.numero = "3000100000050000999"}, "SELLO02 Error, CFDI40106 Error"},
        {"no digits", {.numero = "3000100000050000999x"}, "SELLO02 Error, CFDI40106 Error"},
        {"another RFC", {.rfc = "VADA800927DJ3 / EKU9003173C9"}, "SELLO03 Error, CFDI40106 Error"},
        {"no RFC", {.rfc = ""}, "SELLO03 Error, CFDI40106 Error"},
        {"one RFC alone", {.rfc = "EKU9003173C9"}, ""},
        {"another name", {.nombre = "OTRA ESCUELA"}, "SELLO04 Advertencia"},
        {"in small letters", {.nombre = "Escuela Kemper Urgate"}, ""},
        {"FIEL", {.csd = false}, "SELLO09 Error, CFDI40106 Error"},
        // Fecha is 2026-03-04T10:11:12 in an unknown time zone: one day of tolerance.
        {"not yet", {.desde = "20260305101113Z"}, "SELLO05 Error, CFDI40106 Error"},
        {"not yet, a day given", {.desde = "20260305101112Z"}, ""},
        {"no longer, a day given", {.hasta = "20260303101112Z"}, ""},
        {"no longer", {.hasta = "20260303101111Z"}, "SELLO06 Error, CFDI40106 Error"},
    };
    for (auto const& caso : casos) {
        auto const xml = con_certificado(emitir(caso.solicitud, csd().llave, &autoridad()));
        BOOST_TEST(juicio(xml) == caso.juicio, caso.nombre << ": " << juicio(xml));
    }
    auto const fiel = emitir({.csd = false}, csd().llave, &autoridad());
    auto const de_la_autoridad = reemplazar(sellar(ingreso40, fiel), "\"SPR190613I52\"", "\"SAT970701NN3\"");
    BOOST_TEST(juicio(timbrar(de_la_autoridad, pac())) == "");
    // Certificates that are self-signed, or whose issuer is no authority.
    BOOST_TEST(juicio(con_certificado(emitir({}, rsa()))) == "SELLO10 Error, CFDI40106 Error");
    BOOST_TEST(juicio(con_certificado(emitir({}, rsa(), &pac()))) == "SELLO10 Error, CFDI40106 Error");
    BOOST_TEST(juicio(reemplazar(bueno(), base64(csd().der()), base64(emitir({}, rsa(), &autoridad()).der()))) ==
               "SELLO08 Error, CFDI40102 Error");
    auto const antigua = emitir(
        {.numero = "00001000000500000002", .nombre = "AC ANTIGUA", .autoridad = true, .hasta = "20250101000000Z"},
        rsa());
    Certificados antiguos;
    antiguos.agregar(antigua.der());
    BOOST_TEST(juicio(con_certificado(emitir({}, rsa(), &antigua)), antiguos) ==
               "SELLO10 Error, CFDI40106 Error, TFD05 Advertencia");
    auto const sin_fecha = sellar(reemplazar(ingreso40, "Fecha=\"2026-03-04T10:11:12\"", "Fecha=\"ayer\""), csd());
    BOOST_TEST(juicio(timbrar(sin_fecha, pac())) ==
               "SELLO05 NoAplica, SELLO06 NoAplica, SELLO10 NoAplica, TFD06 NoAplica");
}

// Bytes that are no certificate, and certificates whose key would take long.
BOOST_AUTO_TEST_CASE(certificados_hostiles) {
    Llave const ec(EVP_EC_gen("P-256"), EVP_PKEY_free);
    auto const der = csd().der();
    auto const falta = [](std::string const& bytes) { return !Certificado::leer(bytes); };
    BOOST_TEST(falta(""));
    BOOST_TEST(falta("basura"));
    BOOST_TEST(falta(der.substr(0, der.size() - 1)));
    BOOST_TEST(falta(der + "x"));
    BOOST_TEST(falta(std::string(100'000, '\x30')));
    BOOST_TEST(falta(emitir({}, ec).der()));
    BOOST_TEST(falta(emitir({}, rsa(512)).der()));
    BOOST_TEST(!falta(emitir({}, rsa(1024)).der()));
    BOOST_TEST(!falta(emitir({}, csd().llave).der()));
    BOOST_TEST(falta(emitir({.desde = "00010101000000Z"}, csd().llave).der()));
    constexpr auto sin_certificado =
        "SELLO01 Error, SELLO02 NoAplica, SELLO03 NoAplica, SELLO04 NoAplica, SELLO05 NoAplica, SELLO06 NoAplica, "
        "SELLO08 Error, "
        "SELLO09 NoAplica, SELLO10 NoAplica, CFDI40102 Error, CFDI40106 Error";
    BOOST_TEST(juicio(con(base64(der), base64(emitir({}, ec).der()))) == sin_certificado);
    BOOST_TEST(juicio(con(base64(der), "*")) == sin_certificado);
    BOOST_TEST(juicio(con(base64(der), "")) == sin_certificado);
    BOOST_TEST(ERR_peek_error() == 0UL);  // OpenSSL's error queue is left empty
}

// A certificate with a modulus of 16,384 bits is rejected before any computation.
BOOST_AUTO_TEST_CASE(una_llave_enorme) {
    std::string modulo(2'048, '\xFF');
    unsigned exponente = 65'537;
    OSSL_PARAM const partes[]{
        OSSL_PARAM_construct_BN("n", reinterpret_cast<unsigned char*>(modulo.data()), modulo.size()),
        OSSL_PARAM_construct_uint("e", &exponente), OSSL_PARAM_construct_end()};
    std::unique_ptr<EVP_PKEY_CTX, void (*)(EVP_PKEY_CTX*)> const contexto(
        EVP_PKEY_CTX_new_from_name(nullptr, "RSA", nullptr), EVP_PKEY_CTX_free);
    EVP_PKEY* hecha = nullptr;
    BOOST_REQUIRE(EVP_PKEY_fromdata_init(contexto.get()) == 1);
    BOOST_REQUIRE(EVP_PKEY_fromdata(contexto.get(), &hecha, EVP_PKEY_PUBLIC_KEY, const_cast<OSSL_PARAM*>(partes)) == 1);
    Llave const llave(hecha, EVP_PKEY_free);
    BOOST_TEST(EVP_PKEY_get_bits(hecha) == 16'384);
    auto const enorme = emitir({}, llave, &autoridad());
    BOOST_TEST(!Certificado::leer(enorme.der()));
}

BOOST_AUTO_TEST_CASE(sellos_hostiles) {
    auto const sello = leer_cfdi(bueno()).sello.value();
    auto const nuevo = [&](std::string const& otro) {
        auto xml = con("SelloCFD=\"" + sello, "SelloCFD=\"" + otro);
        return juicio(reemplazar(xml, " Sello=\"" + sello, " Sello=\"" + otro), {});
    };
    BOOST_TEST(nuevo(sello) == "SELLO10 Advertencia, TFD05 Advertencia");
    BOOST_TEST(nuevo(sello.substr(0, 100) + " \n" + sello.substr(100)) == "SELLO10 Advertencia, TFD05 Advertencia");
    constexpr auto malo = "SELLO08 Error, SELLO10 Advertencia, CFDI40102 Error, TFD05 Advertencia";
    BOOST_TEST(nuevo("AAAA") == malo);  // too short
    BOOST_TEST(nuevo(base64(std::string(256, 'x'))) == malo);
    BOOST_TEST(nuevo(base64(std::string(90'000, 'x'))) == malo);
    BOOST_TEST(nuevo("no es base64") ==
               "SELLO07 Error, SELLO08 Error, SELLO10 Advertencia, CFDI40102 Error, TFD04 Error, TFD05 Advertencia");
    BOOST_TEST(nuevo("") ==
               "SELLO07 Error, SELLO08 Error, SELLO10 Advertencia, CFDI40102 Error, TFD04 Error, TFD05 Advertencia");
    BOOST_TEST(ERR_peek_error() == 0UL);
}

BOOST_AUTO_TEST_CASE(los_de_la_autoridad_se_leen_de_un_directorio) {
    auto const directorio = std::filesystem::temp_directory_path() / ("gestor-sat-" + std::to_string(getpid()));
    std::filesystem::create_directory(directorio);
    std::string pem;  // both in one file
    for (auto const* c : {&autoridad(), &pac()}) {
        auto const b64 = base64(c->der());
        pem += "-----BEGIN CERTIFICATE-----\n";
        for (std::size_t i = 0; i < b64.size(); i += 64) pem += b64.substr(i, 64) + "\n";
        pem += "-----END CERTIFICATE-----\n";
    }
    std::ofstream(directorio / "dos.pem") << pem;
    std::ofstream(directorio / "LEEME.txt") << "no es un certificado";
    std::ofstream(directorio / "grande.cer") << std::string(1'000'000, 'x');
    auto const leidos = Certificados::de_directorio(directorio);
    BOOST_TEST(juicio(bueno(), leidos) == "");
    BOOST_TEST(leidos.hay_autoridades());
    std::filesystem::remove_all(directorio);
    BOOST_TEST(!Certificados::de_directorio(directorio).hay_autoridades());
    BOOST_TEST(ERR_peek_error() == 0UL);
}

BOOST_AUTO_TEST_SUITE_END()
