#ifndef BOOST_TEST_DYN_LINK
#endif
#include "domain/valores/fiscal.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>

BOOST_AUTO_TEST_SUITE(fiscal_test)

using namespace gestor;

namespace {

template <class T>
std::string leido(std::string_view entrada) {
    T valor{};
    if (auto falla = T::leer(entrada, valor)) return std::string(falla->codigo);
    std::string salida;
    valor.escribir(salida);
    return salida;
}

}  // namespace

BOOST_AUTO_TEST_CASE(rfc_validos) {
    struct Fila {
        std::string_view entrada, guardado;
        bool moral, digito, generico;
    };
    static constexpr Fila filas[] = {
        {"EKU9003173C9", "EKU9003173C9", true, true, false},
        {"eku9003173c9", "EKU9003173C9", true, true, false},
        {"  EKU9003173C9\n", "EKU9003173C9", true, true, false},
        {"\xC2\xA0H&E951128469", "H&E951128469", true, true, false},
        {"OÑO120726RX3", "OÑO120726RX3", true, true, false},
        {"oño120726rx3", "OÑO120726RX3", true, true, false},
        {"CACX7605101P8", "CACX7605101P8", false, true, false},
        {"JES900109Q90", "JES900109Q90", true, true, false},
        {"FUNK671228PH6", "FUNK671228PH6", false, true, false},
        {"XIA190128J61", "XIA190128J61", true, true, false},
        {"IIA040805DZ4", "IIA040805DZ4", true, true, false},
        {"KICR630120NX3", "KICR630120NX3", false, true, false},
        {"WATM640917J45", "WATM640917J45", false, true, false},
        {"XOJI740919U48", "XOJI740919U48", false, true, false},
        {"URE180429TM6", "URE180429TM6", true, true, false},
        {"MISC491214B86", "MISC491214B86", false, true, false},
        {"XAXX010101000", "XAXX010101000", false, true, true},
        {"xexx010101000", "XEXX010101000", false, true, true},
        // a fictitious RFC: its form is right, its check digit is not
        {"AAA010101AAA", "AAA010101AAA", true, false, false},
        {"EKU9003173C8", "EKU9003173C8", true, false, false},
        {"ÑÑÑÑ000229AAA", "ÑÑÑÑ000229AAA", false, false, false},  // 29 Feb 2000 exists
    };
    for (auto const& f : filas) {
        BOOST_TEST_CONTEXT(f.entrada) {
            BOOST_TEST(leido<Rfc>(f.entrada) == f.guardado);
            Rfc const rfc{f.entrada};
            BOOST_TEST(rfc.persona_moral() == f.moral);
            BOOST_TEST(rfc.digito_correcto() == f.digito);
            BOOST_TEST(rfc.generico() == f.generico);
        }
    }
}

BOOST_AUTO_TEST_CASE(rfc_invalidos) {
    for (std::string_view mal : {
             "",                //
             "EKU900317",       // without homoclave
             "EKU9003173C",     // 11 characters
             "EKUXX9003173C9",  // 14
             "EK19003173C9",    // a digit among the letters
             "EKU9013173C9",    // month 13
             "EKU9000173C9",    // month 0
             "EKU9004313C9",    // 31 April
             "EKU9003323C9",    // day 32
             "EKU9003003C9",    // day 0
             "EKU2302293C9",    // 29 February of no leap year
             "EKU9003173CB",    // check digit is 0-9 or A
             "EKU900317Ñ39",    // Ñ only among the letters
             "EKU900317&39",    //
             "EKU9003173C 9",   //
             "EKU-900317-3C9",  //
             "EK#9003173C9",    // #, used internally for Ñ, must not be accepted
             "EKÁ9003173C9",    //
             "EKN\xCC\x83"
             "9003173C9",  // decomposed Ñ
             "EK\xC3"
             "9003173C9",  // half an Ñ
         })
        BOOST_TEST_CONTEXT("'" << mal << "'") BOOST_TEST(leido<Rfc>(mal) == "RFC_INVALIDO");
    BOOST_CHECK_THROW(Rfc("x"), ValorInvalido);
    BOOST_CHECK_THROW(Rfc::de_base("x"), ValorInvalido);
    BOOST_TEST((Rfc("eku9003173c9") == "EKU9003173C9"));
    BOOST_TEST((Rfc("eku9003173c9") == Rfc("EKU9003173C9")));
}

BOOST_AUTO_TEST_CASE(curp) {
    static constexpr std::pair<std::string_view, std::string_view> filas[] = {
        {"HEGG560427MVZRRL04", "HEGG560427MVZRRL04"},
        {" hegg560427mvzrrl04 ", "HEGG560427MVZRRL04"},
        {"HEGG000229MVZRRLA4", "HEGG000229MVZRRLA4"},  // a letter at position 17: born since 2000, a leap year
        {"HEGG000229MVZRRL04", "FORMATO"},             // a digit at position 17: born in 1900, no leap year
        {"HEGG560431MVZRRL04", "FORMATO"},
        {"HEGG561327MVZRRL04", "FORMATO"},
        {"HBGG560427MVZRRL04", "FORMATO"},  // second letter is a vowel or X
        {"HEGG560427AVZRRL04", "FORMATO"},  // invalid sex
        {"HEGG560427MZZRRL04", "FORMATO"},  // no such state
        {"HEGG560427MVZARL04", "FORMATO"},  // wrong internal consonants
        {"HEGG560427MVZRRL0A", "FORMATO"},
        {"HEGG560427MVZRRL0", "FORMATO"},
        {"HEGG560427MVZRRL044", "FORMATO"},
        {"HEÑG560427MVZRRL0", "FORMATO"},
        {"", "FORMATO"},
    };
    for (auto const& [entrada, esperado] : filas)
        BOOST_TEST_CONTEXT(entrada) BOOST_TEST(leido<Curp>(entrada) == esperado);
    BOOST_TEST(Curp("HEGG560427MVZRRL04").digito_correcto());
    BOOST_TEST(!Curp("HEGG560427MVZRRL05").digito_correcto());
    for (std::string_view entidad :
         {"AS", "BS", "CL", "CS", "DF", "GT", "HG", "MC", "MS", "NL", "PL", "QR", "SL", "TC", "TL", "YN", "NE",
          "BC", "CC", "CM", "CH", "DG", "GR", "JC", "MN", "NT", "OC", "QT", "SP", "SR", "TS", "VZ", "ZS"})
        BOOST_TEST_CONTEXT(entidad)
    BOOST_TEST(leido<Curp>("HEGG560427M" + std::string(entidad) + "RRL04") != "FORMATO");
}

BOOST_AUTO_TEST_CASE(clabe) {
    BOOST_TEST(leido<Clabe>("032180000118359719") == "032180000118359719");
    BOOST_TEST(leido<Clabe>(" 032180000118359719 ") == "032180000118359719");
    BOOST_TEST((Clabe("032180000118359719").banco() == "032"));
    for (char digito = '0'; digito < '9'; ++digito)
        BOOST_TEST(leido<Clabe>(std::string("03218000011835971") + digito) == "FORMATO");
    // Every single wrong digit is found.
    for (std::size_t i = 0; i < 18; ++i) {
        std::string otra = "032180000118359719";
        otra[i] = otra[i] == '9' ? '0' : static_cast<char>(otra[i] + 1);
        BOOST_TEST_CONTEXT(otra) BOOST_TEST(leido<Clabe>(otra) == "FORMATO");
    }
    for (std::string_view mal :
         {"", "03218000011835971", "0321800001183597190", "03218000011835971A", "032 180 0001183597"})
        BOOST_TEST(leido<Clabe>(mal) == "FORMATO");
    Clabe c;
    BOOST_TEST(Clabe::leer("032180000118359710", c)->mensaje == "el dígito de control de la CLABE no corresponde");
}

BOOST_AUTO_TEST_CASE(a_customs_declaration_is_written_as_the_cfdi_does) {
    for (auto const* texto : {"264730096001234", "26  47  3009  6001234", " 26 47 3009 6001234 "})
        BOOST_TEST(leido<Pedimento>(texto) == "26  47  3009  6001234");
    for (auto const* mal : {"", "26473009600123", "2647300960012345", "26-47-3009-6001234", "26  47  3009  600 1234",
                            "2 6  47  3009  6001234", "26  47  3009  600123A"})
        BOOST_TEST_CONTEXT(mal) BOOST_TEST(leido<Pedimento>(mal) == "FORMATO");
}

BOOST_AUTO_TEST_CASE(uuid_y_codigo_postal) {
    static constexpr std::string_view bien = "5FB2822E-396D-4725-8521-CDC4BDD20CCF";
    BOOST_TEST(leido<Uuid>(bien) == bien);
    BOOST_TEST(leido<Uuid>(" 5fb2822e-396d-4725-8521-cdc4bdd20ccf ") == bien);
    for (std::string_view mal : {"", "5FB2822E396D47258521CDC4BDD20CCF", "{5FB2822E-396D-4725-8521-CDC4BDD20CCF}",
                                 "5FB2822E-396D-4725-8521-CDC4BDD20CCG", "5FB2822E-396D-4725-8521-CDC4BDD20CC",
                                 "5FB2822E-396D-47258-521-CDC4BDD20CCF"})
        BOOST_TEST_CONTEXT(mal) BOOST_TEST(leido<Uuid>(mal) == "FORMATO");
    BOOST_TEST(leido<CodigoPostal>("06000") == "06000");
    for (std::string_view mal : {"", "6000", "060000", "0600A", "06 00"})
        BOOST_TEST(leido<CodigoPostal>(mal) == "FORMATO");
}

BOOST_AUTO_TEST_CASE(claves_del_sat) {
    static constexpr std::string_view mal = "CLAVE_SAT_INVALIDA";
    BOOST_TEST(leido<ClaveProductoServicio>("01010101") == "01010101");
    BOOST_TEST(leido<ClaveProductoServicio>("1010101") == mal);
    BOOST_TEST(leido<ClaveProductoServicio>("0101010A") == mal);
    BOOST_TEST(leido<ClaveUnidad>("H87") == "H87");
    BOOST_TEST(leido<ClaveUnidad>("18") == "18");
    BOOST_TEST(leido<ClaveUnidad>("Ohm") == "Ohm");
    BOOST_TEST(leido<ClaveUnidad>("H") == mal);
    BOOST_TEST(leido<ClaveUnidad>("H877") == mal);
    BOOST_TEST(leido<ClaveUnidad>("H-7") == mal);
    BOOST_TEST(leido<ClaveUnidad>("ñ") == mal);
    BOOST_TEST(leido<ClaveUsoCfdi>("g03") == "G03");
    BOOST_TEST(leido<ClaveUsoCfdi>("CP01") == "CP01");
    BOOST_TEST(leido<ClaveMoneda>(" mxn ") == "MXN");
    BOOST_TEST(leido<ClaveMetodoPago>("") == mal);
    ClaveUnidad unidad;
    ClaveProductoServicio producto;
    BOOST_TEST(ClaveUnidad::leer("X", unidad)->mensaje == "la clave del SAT debe tener 2 a 3 letras o dígitos");
    BOOST_TEST(ClaveProductoServicio::leer("X", producto)->mensaje == "la clave del SAT debe tener 8 dígitos");
}

namespace {

template <class T>
void ejemplo_valido() {
    BOOST_TEST(leido<T>(T::forma().ejemplo) == T::forma().ejemplo);
}
template <class... T>
void ejemplos_validos() {
    (ejemplo_valido<T>(), ...);
}

}  // namespace

BOOST_AUTO_TEST_CASE(los_ejemplos_publicados_son_validos) {
    ejemplos_validos<Rfc, Curp, Clabe, Uuid, Pedimento, CodigoPostal, ClaveProductoServicio, ClaveUnidad>();
}

BOOST_AUTO_TEST_SUITE_END()
