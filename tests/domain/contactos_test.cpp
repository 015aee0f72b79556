#include "domain/contactos/ofrece.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "domain/valores/json.hpp"

BOOST_AUTO_TEST_SUITE(contactos_test)

using namespace gestor;

namespace {

contactos::ContactoDatos datos(std::string const& json) {
    return json_leer<contactos::ContactoDatos>(json);
}

// Text "campo CODIGO, …" of the faults: those of the rules across fields, then those of the catalogs.
std::string faltas(contactos::ContactoDatos const& c, contactos::HechosContacto const* hechos = nullptr) {
    Fallas fallas;
    if (hechos == nullptr)
        contactos::validar(c, fallas);
    else
        contactos::comprobar(c, *hechos, fallas);
    std::string texto;
    for (auto const& f : fallas.lista()) texto += (texto.empty() ? "" : ", ") + f.campo + " " + f.codigo;
    return texto;
}

}  // namespace

BOOST_AUTO_TEST_CASE(faults_across_fields) {
    struct Fila {
        char const *json, *espera;
    };
    static constexpr Fila filas[] = {
        {R"({"tipoContacto":"Cliente","nombre":"x"})", ""},
        {R"({"tipoContacto":"Proveedor","nombre":"x"})", "rfc REQUERIDO"},
        {R"({"tipoContacto":"Ambos","nombre":"x"})", "rfc REQUERIDO"},
        {R"({"tipoContacto":"Proveedor","nombre":"x","rfc":"EKU9003173C9"})", ""},
        {R"({"tipoContacto":"Cliente","nombre":"a|b"})", "nombre FORMATO"},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"EKU9003173C9","curp":"HEGG560427MVZRRL04"})", "curp RANGO"},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"CACX7605101P8","curp":"HEGG560427MVZRRL04"})", ""},
        {R"({"tipoContacto":"Cliente","nombre":"x","curp":"HEGG560427MVZRRL04"})", ""},
        {R"({"tipoContacto":"Cliente","nombre":"x","residenciaFiscal":"USA","numRegIdTrib":"1"})",
         "residenciaFiscal RANGO, numRegIdTrib RANGO"},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"XAXX010101000","numRegIdTrib":"1"})", "numRegIdTrib RANGO"},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"XEXX010101000","residenciaFiscal":"USA","numRegIdTrib":"1"})",
         ""},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"XEXX010101000","residenciaFiscal":"MEX"})",
         "residenciaFiscal RANGO"},
        {R"({"tipoContacto":"Cliente","nombre":"x","contactosAdicionales":[{"nombre":"a","principal":true},{"nombre":"b"}]})",
         ""},
        {R"({"tipoContacto":"Cliente","nombre":"x","contactosAdicionales":[{"nombre":"a","principal":true},{"nombre":"b"},{"nombre":"c","principal":true}]})",
         "contactosAdicionales[2].principal DUPLICADO"},
    };
    for (auto const& f : filas)
        BOOST_CHECK_EQUAL(faltas(datos(f.json)) + " " + f.json, std::string(f.espera) + " " + f.json);
}

BOOST_AUTO_TEST_CASE(the_form_in_which_it_is_stored) {
    struct Fila {
        char const *json, *nombre, *rfc, *regimen, *uso;
        std::size_t avisos;
    };
    static constexpr Fila filas[] = {
        {R"({"tipoContacto":"Cliente","nombre":"  josé   ángel  peña güemes "})", "JOSÉ ÁNGEL PEÑA GÜEMES",
         "XAXX010101000", "616", "S01", 0},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"xexx010101000"})", "X", "XEXX010101000", "616", "S01", 0},
        // generic RFC: tax regime 616 and CFDI use S01 replace contradicting values, and the answer has a warning
        {R"({"tipoContacto":"Cliente","nombre":"x","regimenFiscal":"601","usoCFDI":"G03"})", "X", "XAXX010101000",
         "616", "S01", 1},
        {R"({"tipoContacto":"Cliente","nombre":"x","regimenFiscal":"616","usoCFDI":"S01"})", "X", "XAXX010101000",
         "616", "S01", 0},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"EKU9003173C9","regimenFiscal":"601"})", "X", "EKU9003173C9",
         "601", "", 0},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"EKU9003173C8"})", "X", "EKU9003173C8", "", "", 1},
        {R"({"tipoContacto":"Cliente","nombre":"x","rfc":"CACX7605101P8","curp":"HEGG560427MVZRRL05"})", "X",
         "CACX7605101P8", "", "", 1},
        {R"({"tipoContacto":"Cliente","nombre":"Comercial del Norte, S.A. de C.V.","rfc":"EKU9003173C9"})",
         "COMERCIAL DEL NORTE, S.A. DE C.V.", "EKU9003173C9", "", "", 1},
        {R"({"tipoContacto":"Cliente","nombre":"Norte SA de CV","rfc":"EKU9003173C8","curp":null})", "NORTE SA DE CV",
         "EKU9003173C8", "", "", 2},
    };
    for (auto const& f : filas) {
        BOOST_TEST_CONTEXT(f.json) {
            auto c = datos(f.json);
            auto const avisos = contactos::completar(c);
            BOOST_CHECK_EQUAL(c.nombre.valor(), f.nombre);
            BOOST_CHECK_EQUAL(c.rfc->valor(), f.rfc);
            BOOST_CHECK_EQUAL(c.regimenFiscal ? c.regimenFiscal->valor() : "", f.regimen);
            BOOST_CHECK_EQUAL(c.usoCFDI ? c.usoCFDI->valor() : "", f.uso);
            BOOST_CHECK_EQUAL(avisos.size(), f.avisos);
        }
    }
}

BOOST_AUTO_TEST_CASE(regime_and_use_against_the_person) {
    auto const moral = datos(R"({"tipoContacto":"Cliente","nombre":"x","rfc":"EKU9003173C9"})");
    auto const fisica = datos(R"({"tipoContacto":"Cliente","nombre":"x","rfc":"CACX7605101P8"})");
    auto const enie =
        datos(R"({"tipoContacto":"Cliente","nombre":"x","rfc":"OÑO120726RX3"})");  // 12 characters, 13 bytes
    contactos::HechosContacto const todo{true, true, true, true, true, true, true};
    contactos::HechosContacto const solo_moral{false, true, false, true, true, true, true};
    contactos::HechosContacto const solo_fisica{true, false, true, false, true, true, true};
    contactos::HechosContacto const otro_regimen{true, true, true, true, false, true, true};
    contactos::HechosContacto const otra_clase{true, true, true, true, true, false, true};
    contactos::HechosContacto const sin_postal{true, true, true, true, true, true, false};
    std::string const ambas = "regimenFiscal CLAVE_SAT_INVALIDA, usoCFDI CLAVE_SAT_INVALIDA";
    BOOST_CHECK_EQUAL(faltas(moral, &todo) + faltas(fisica, &todo), "");
    BOOST_CHECK_EQUAL(faltas(moral, &solo_moral) + faltas(enie, &solo_moral) + faltas(fisica, &solo_fisica), "");
    BOOST_CHECK_EQUAL(faltas(fisica, &solo_moral), ambas);
    BOOST_CHECK_EQUAL(faltas(moral, &solo_fisica), ambas);
    BOOST_CHECK_EQUAL(faltas(enie, &solo_fisica), ambas);
    BOOST_CHECK_EQUAL(faltas(moral, &otro_regimen), "usoCFDI CLAVE_SAT_INVALIDA");
    BOOST_CHECK_EQUAL(faltas(moral, &otra_clase), "clasificacionId RANGO");
    BOOST_CHECK_EQUAL(faltas(moral, &sin_postal), "codigoPostal CLAVE_SAT_INVALIDA");
}

BOOST_AUTO_TEST_CASE(company_suffixes) {
    for (auto const* si : {"X SA DE CV", "X S.A. DE C.V.", "X, S. A. DE C. V.", "X S DE RL", "X S. DE R.L.",
                           "X S DE RL DE CV", "X SAPI DE CV", "X SAB DE CV", "X SC", "X A.C.", "X SA", "X SPR DE RL"})
        BOOST_CHECK_MESSAGE(contactos::lleva_sociedad(si), si);
    for (auto const* no :
         {"CASA", "LA CASA", "GRUPO MESA", "SA DE CV Y ASOCIADOS", "JUAN PEREZ", "SA", "EMPACADORA DEL SUR"})
        BOOST_CHECK_MESSAGE(!contactos::lleva_sociedad(no), no);
}

BOOST_AUTO_TEST_SUITE_END()
