#ifndef BOOST_TEST_DYN_LINK
#endif
#include "domain/valores/csv.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>

BOOST_AUTO_TEST_SUITE(csv_test)

using namespace gestor;

namespace {

// Text "1:a|b 2:c|d": each record with its line; a fault ends it with its text.
template <class Lector, class... Resto>
std::string leido(std::string const& texto, Resto... resto) {
    std::istringstream entrada(texto);
    Lector lector(entrada, resto...);
    std::vector<std::string> campos;
    std::string salida;
    try {
        while (lector.siguiente(campos)) {
            salida += (salida.empty() ? "" : " ") + std::to_string(lector.linea()) + ":";
            for (std::size_t i = 0; i < campos.size(); ++i) salida += (i > 0 ? "|" : "") + campos[i];
        }
    } catch (ErrorRegistros const& e) {
        salida += (salida.empty() ? "" : " ") + std::string("! ") + e.what();
    }
    return salida;
}

struct Caso {
    std::string entrada, esperado;
};

}  // namespace

BOOST_AUTO_TEST_CASE(csv) {
    Caso const casos[] = {
        {"", ""},
        {"\n\r\n", ""},
        {"a,b\nc,d\n", "1:a|b 2:c|d"},
        {"a,b\r\nc,d", "1:a|b 2:c|d"},
        {"\xEF\xBB\xBF\"a\",b\n", "1:a|b"},
        {"\xEF\xBC\xA1,b\n", "1:\xEF\xBC\xA1|b"},  // begins like a byte order mark
        {"\n\na,b\n\n\nc,d\n", "3:a|b 6:c|d"},
        {"a,,\n,\n", "1:a|| 2:|"},
        {" a , b\n", "1: a | b"},
        {"\"a,b\",\"c\"\"d\"\n", "1:a,b|c\"d"},
        {"\"\"\n\"\",\"\"\n", "1: 2:|"},
        {"\"a\nb\r\nc\",d\ne,f\n", "1:a\nb\nc|d 4:e|f"},
        {"a\"b,c\n", "1:a\"b|c"},
        {"a\rb,\rc\n", "1:a\rb|\rc"},
        {"\ra\n", "1:\ra"},
        {"a\n\"b\nc", "1:a ! línea 2: las comillas no se cierran"},
        {"a\nb,\"\n\n", "1:a ! línea 2: las comillas no se cierran"},
        {"a\n\"b\"c\n", "1:a ! línea 2: hay texto después de unas comillas que ya se cerraron"},
    };
    for (auto const& c : casos) BOOST_CHECK_EQUAL(leido<LectorCsv>(c.entrada, ','), c.esperado);
    BOOST_CHECK_EQUAL(leido<LectorCsv>("a,b\tc\n", '\t'), "1:a,b|c");
}

// The header line decides the separator; the bytes decide the encoding.
BOOST_AUTO_TEST_CASE(csv_de_excel) {
    Caso const casos[] = {
        {"a;b\nc,d;e\n", "1:a|b 2:c,d|e"},
        {"\"a\";\"b\"\n1;2\n", "1:a|b 2:1|2"},
        {"a\tb\n1;2\t3\n", "1:a|b 2:1;2|3"},
        {"a,b;c\n", "1:a|b;c"},
        {"# x; y\na,b\n", "1:# x; y 2:a|b"},
        {"a\n1;2\n1,2\n", "1:a 2:1;2 3:1|2"},
        {"a;b\nJos\xE9;\xD1"
         "and\xFA \x93x\x94 \x80\n",
         "1:a|b 2:José|Ñandú “x” €"},
        {"a;b\nJosé;Mu\xF1oz\n", "1:a|b 2:José|Muñoz"},
        {"a\n\x81\n", "1:a ! línea 2: no está en UTF-8 ni en Windows-1252"},
        {std::string("\xFF\xFE"
                     "a\0",
                     4),
         "! línea 1: el archivo está en UTF-16: guárdelo como CSV UTF-8"},
    };
    for (auto const& c : casos) BOOST_CHECK_EQUAL(leido<LectorCsv>(c.entrada, LectorCsv::por_ver), c.esperado);
}

BOOST_AUTO_TEST_CASE(csv_bounds) {
    std::string const campo(campo_maximo, 'x');
    BOOST_CHECK_EQUAL(leido<LectorCsv>(campo + "\n", ','), "1:" + campo);
    BOOST_CHECK_EQUAL(leido<LectorCsv>("a\n" + campo + "x\n", ','), "1:a ! línea 2: un campo pasa de 65536 bytes");
    std::string registro;
    for (int i = 0; i < 17; ++i) registro += campo + ",";
    BOOST_CHECK_EQUAL(leido<LectorCsv>(registro, ','), "! línea 1: el registro pasa de 1048576 bytes");
    BOOST_CHECK_EQUAL(leido<LectorCsv>(std::string(registro_maximo + 1, ','), ','),
                      "! línea 1: el registro pasa de 1048576 bytes");
}

BOOST_AUTO_TEST_CASE(json) {
    Caso const casos[] = {
        {"[]", ""},
        {"\xEF\xBB\xBF[]\n", ""},
        {R"([{"a": "x", "b": 1.50}, {"b": true}, {"a": null, "b": "y\n"}])", "1:a|b 1:x|1.50 1:|true 1:|y\n"},
        {"[\n{\n\"a\": 1\n},\n\n{\"a\":\n2}\n]\n", "2:a 2:1 6:2"},
        {"", "! línea 1: no es JSON válido"},
        {"{\"a\": 1}", "! línea 1: se espera una lista de objetos"},
        {"[1]", "! línea 1: se espera una lista de objetos"},
        {"[[{\"a\": 1}]]", "! línea 1: se espera una lista de objetos"},
        {"[{}]", "! línea 1: el primer objeto está vacío"},
        {"[{\"a\": 1},\n{\"a\": [2]}]", "1:a 1:1 ! línea 2: «a» es una lista; se espera un valor"},
        {"[{\"a\": 1},\n{\"a\": {}}]", "1:a 1:1 ! línea 2: «a» es un objeto; se espera un valor"},
        {"[{\"a\": 1},\n{\"b\": 2}]", "1:a 1:1 ! línea 2: el campo «b» no está en el primer objeto"},
        {"[{\"a\": 1, \"a\": 2}]", "! línea 1: «a» está repetido"},
        {"[{\"a\": 1},\n\n{\"a\": }]", "1:a 1:1 ! línea 3: no es JSON válido"},
        {"[{\"a\": 1}\n", "1:a 1:1 ! línea 2: no es JSON válido"},
        {"[{\"a\": 1}]\nx", "1:a 1:1 ! línea 2: no es JSON válido"},
    };
    for (auto const& c : casos) BOOST_CHECK_EQUAL(leido<LectorJson>(c.entrada), c.esperado);
    std::string const largo(campo_maximo, 'x');  // longer than the pieces of the input
    BOOST_CHECK_EQUAL(leido<LectorJson>("[{\"a\":\"" + largo + "\"}]"), "1:a 1:" + largo);
    BOOST_CHECK_EQUAL(leido<LectorJson>("[{\"a\":\"" + largo + "x\"}]"), "! línea 1: un valor pasa de 65536 bytes");
}

BOOST_AUTO_TEST_SUITE_END()
