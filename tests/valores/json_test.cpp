#include "domain/valores/json.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "domain/valores/decimal.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/texto.hpp"
#include "domain/valores/vista.hpp"

namespace gestor {

struct HijaPrueba {
    Id numero;
    Importe importe;
};
DTO(HijaPrueba, numero, importe)

struct HijaCreada : Vista<HijaPrueba> {  // a rendered child, with two more members
    Texto<10> uuid;
    std::vector<Id> otros;
};
DTO_DE((Vista<HijaPrueba>), HijaCreada, uuid, otros)

struct SoloVista : Vista<HijaPrueba> {};
DTO_DE((Vista<HijaPrueba>), SoloVista)

struct SalidaPrueba {
    Id id;
    Texto<100, true> nombre;
    Dinero total;
    Importe importe;
    Cantidad cantidad;
    Booleano activo;
    Fecha fecha;
    FechaHora momento;
    std::optional<Fecha> fechaFin;
    std::optional<FechaHora> cierre;
    std::optional<Texto<10>> notas;
    std::optional<Tasa> tasa;
    std::optional<Id> otroId;
    std::optional<HijaPrueba> hija;
    std::vector<HijaPrueba> hijas;
    std::vector<Texto<10>> series;
    Omitible<Texto<10>> accion;
    Omitible<Id> refId;
};
DTO(SalidaPrueba, id, nombre, total, importe, cantidad, activo, fecha, momento, fechaFin, cierre, notas, tasa, otroId,
    hija, hijas, series, accion, refId)

struct SoloOmitibles {
    Omitible<Id> a;
    Omitible<Id> b;
};
DTO(SoloOmitibles, a, b)

struct CuatroCampos {
    std::optional<Texto<60>> usuario, contrasena, apiKey, sucursalId;
};
DTO(CuatroCampos, usuario, contrasena, apiKey, sucursalId)

}  // namespace gestor

BOOST_AUTO_TEST_SUITE(json_test)

using namespace gestor;
using namespace std::string_view_literals;

namespace {

std::string forma(Json const& j) {
    switch (j.clase) {
        case Json::Clase::nulo:
            return "null";
        case Json::Clase::booleano:
            return "b:" + j.texto;
        case Json::Clase::numero:
            return "n:" + j.texto;
        case Json::Clase::texto:
            return "t:" + j.texto;
        default:
            break;
    }
    std::string s(1, j.clase == Json::Clase::lista ? '[' : '{');
    for (std::size_t i = 0; i < j.hijos.size(); ++i) {
        if (i > 0) s += ' ';
        if (j.clase == Json::Clase::objeto) s += j.claves[i] + "=";
        s += forma(j.hijos[i]);
    }
    return s + (j.clase == Json::Clase::lista ? "]" : "}");
}

std::string leido(std::string_view documento) {
    try {
        return forma(json_leer(documento));
    } catch (Problema const& p) {
        return std::string(p.codigo()) + ": " + p.detalle();
    }
}

template <class T>
std::string escrito(T const& valor) {
    std::string salida;
    json_escribir(valor, salida);
    return salida;
}

template <class T>
std::string columna(std::string_view texto, bool nulo = false) {
    std::string salida;
    json_columna(*tipo_de<T>(), texto, nulo, salida);
    return salida;
}

}  // namespace

BOOST_AUTO_TEST_CASE(documents) {
    struct Fila {
        std::string_view json, esperado;
    };
    static constexpr Fila filas[] = {
        {R"({"a":1,"b":[true,false,null,"x",{}],"c":{"d":[]}})", "{a=n:1 b=[b:true b:false null t:x {}] c={d=[]}}"},
        {" \t\r\n 7 \n", "n:7"},
        // the text of a number, not its value
        {"[0.1,0.10,-0,-0.0,1e308,1E+2,123456789012345678901234567890,0.12345678901234567890,18446744073709551616]",
         "[n:0.1 n:0.10 n:-0 n:-0.0 n:1e308 n:1E+2 n:123456789012345678901234567890 n:0.12345678901234567890 "
         "n:18446744073709551616]"},
        {R"("\u00e9\n\"\\\/\u20ac\ud83d\ude00")", "t:\xC3\xA9\n\"\\/\xE2\x82\xAC\xF0\x9F\x98\x80"},
        {R"({"\u0061":1})", "{a=n:1}"},
        // malformed
        {"", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 0)"},
        {"{", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 1)"},
        {"{}{}", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 2)"},
        {"[1,]", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 3)"},
        {"{\"a\":1,}", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 7)"},
        {"[01]", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 2)"},
        {"NaN", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 0)"},
        {"Infinity", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 0)"},
        {"// nota\n1", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 0)"},
        {"'a'", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 0)"},
        {"\xEF\xBB\xBF{}", "JSON_INVALIDO: el cuerpo no es JSON válido (posición 0)"},  // BOM
        // duplicate keys, spelled alike or not
        {R"({"a":1,"b":2,"a":1})", "JSON_INVALIDO: la clave \"a\" está repetida"},
        {R"({"a":1,"\u0061":2})", "JSON_INVALIDO: la clave \"a\" está repetida"},
        {R"({"x":{"k":1,"k":1}})", "JSON_INVALIDO: la clave \"k\" está repetida"},
        {R"({"":1,"":2})", "JSON_INVALIDO: la clave \"\" está repetida"},
        {R"([{"a":1},{"a":1}])", "[{a=n:1} {a=n:1}]"},
        {R"({"a":1,"A":2})", "{a=n:1 A=n:2}"},
    };
    for (auto const& f : filas) BOOST_TEST_CONTEXT(f.json) BOOST_CHECK_EQUAL(leido(f.json), f.esperado);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_text) {
    for (auto const malo : {"\"a\xFF\""sv, "\"\xC3(\""sv, "\"\xC0\x80\""sv, "\"\xED\xA0\x80\""sv,
                            "\"\xF4\x90\x80\x80\""sv, "\"\xE2\x82\""sv, "{\"\xFF\":1}"sv, "\"a\0b\""sv, "\"a\nb\""sv,
                            "\"\\ud800\""sv, "\"\\ude00\""sv, "\"\\x41\""sv})
        BOOST_TEST_CONTEXT(malo) BOOST_CHECK(leido(malo).starts_with("JSON_INVALIDO"));
    // U+0000 is valid JSON; the text types refuse it
    BOOST_CHECK_EQUAL(leido(R"("a\u0000b")"), "t:a\0b"sv);
    Fallas fallas;
    Texto<10> t;
    json_leer(*tipo_de<Texto<10>>(), json_leer(R"("a\u0000b")"), &t, "nombre", fallas);
    BOOST_REQUIRE(!fallas.vacio());
    BOOST_CHECK_EQUAL(fallas.lista()[0].codigo, "FORMATO");
}

BOOST_AUTO_TEST_CASE(depth) {
    auto const anidado = [](std::size_t n) { return std::string(n, '[') + std::string(n, ']'); };
    BOOST_CHECK_EQUAL(leido(anidado(32)), anidado(32));
    BOOST_CHECK_EQUAL(leido(anidado(33)), "JSON_INVALIDO: el documento tiene demasiados niveles");
    BOOST_CHECK_EQUAL(leido(std::string(1'000'000, '[')), "JSON_INVALIDO: el documento tiene demasiados niveles");
    std::string objetos;
    for (int i = 0; i < 100'000; ++i) objetos += "{\"a\":";
    BOOST_CHECK_EQUAL(leido(objetos), "JSON_INVALIDO: el documento tiene demasiados niveles");
}

// A million keys are refused at half a million values; at most a hundred unknown members are looked at.
BOOST_AUTO_TEST_CASE(many_keys) {
    auto const con_claves = [](int n, std::size_t largo) {
        std::string json = "{";
        for (int i = 0; i < n; ++i) {
            auto clave = std::to_string(i);
            clave.resize(std::max(clave.size(), largo), 'x');
            json += (i > 0 ? ",\"" : "\"") + clave + "\":1";
        }
        return json + "}";
    };
    BOOST_CHECK_EQUAL(leido(con_claves(1'000'000, 0)), "JSON_INVALIDO: el documento tiene demasiados valores");

    auto const json = json_leer(con_claves(499'999, 58));
    Fallas fallas;
    CuatroCampos c;
    BOOST_CHECK_THROW(json_leer(*tipo_de<CuatroCampos>(), json, &c, "", fallas), Problema);
    BOOST_CHECK_EQUAL(fallas.lista().size(), 100U);
}

BOOST_AUTO_TEST_CASE(text_is_escaped) {
    std::string todos;
    std::string esperado = "\"";
    for (int c = 0; c < 0x20; ++c) {
        todos += static_cast<char>(c);
        char u[8];
        std::snprintf(u, sizeof u, "\\u%04x", static_cast<unsigned>(c));
        esperado += c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\r' ? "\\r" : u;
    }
    todos += "\"\\/\x7F ñ€\xF0\x9F\x98\x80</script>";
    esperado += "\\\"\\\\/\x7F ñ€\xF0\x9F\x98\x80</script>\"";
    std::string salida = "antes:";
    json_texto(todos, salida);
    BOOST_CHECK_EQUAL(salida, "antes:" + esperado);
    // a written document is read back
    BOOST_CHECK_EQUAL(leido(std::string_view(salida).substr(6)), "t:" + todos);
}

BOOST_AUTO_TEST_CASE(objects_are_written_exactly) {
    SalidaPrueba s;
    BOOST_CHECK_EQUAL(
        escrito(s),
        R"({"id":0,"nombre":"","total":0.00,"importe":0.00,"cantidad":0,"activo":false,"fecha":"1970-01-01",)"
        R"("momento":"1970-01-01T00:00:00","fechaFin":"","cierre":"","notas":"","tasa":null,"otroId":null,)"
        R"("hija":null,"hijas":[],"series":[]})");
    s.id = Id(7);
    s.nombre = Texto<100, true>("a\"b\nc");
    s.total = Dinero{"1234567890123.4"};
    s.importe = Importe{"0.1234"};
    s.cantidad = Cantidad{"10.500"};
    s.activo = true;
    s.fecha = Fecha(2024, 2, 29);
    s.momento = FechaHora(Fecha(2024, 2, 29), 23, 59, 1);
    s.fechaFin = Fecha(2025, 1, 1);
    s.cierre = FechaHora(Fecha(2025, 1, 1));
    s.notas = Texto<10>("ñ");
    s.tasa = Tasa{"0.160000"};
    s.otroId = Id(9);
    s.hija = HijaPrueba{Id(1), Importe{"-5"}};
    s.hijas = {HijaPrueba{Id(2), Importe{"5.123456"}}, HijaPrueba{Id(3), Importe{"7.10"}}};
    s.series = {Texto<10>("x"), Texto<10>("")};
    s.accion.emplace("hacer");
    s.refId.emplace(4);
    BOOST_CHECK_EQUAL(
        escrito(s),
        R"({"id":7,"nombre":"a\"b\nc","total":1234567890123.40,"importe":0.1234,"cantidad":10.5,"activo":true,)"
        R"("fecha":"2024-02-29","momento":"2024-02-29T23:59:01","fechaFin":"2025-01-01","cierre":"2025-01-01T00:00:00",)"
        R"("notas":"ñ","tasa":0.16,"otroId":9,"hija":{"numero":1,"importe":-5.00},)"
        R"("hijas":[{"numero":2,"importe":5.123456},{"numero":3,"importe":7.10}],"series":["x",""],"accion":"hacer","refId":4})");
}

BOOST_AUTO_TEST_CASE(what_was_rendered_and_the_members_that_follow_are_one_object) {
    HijaCreada h{{R"({"numero":1,"importe":5.00})"}, Texto<10>("u"), {Id(7)}};
    BOOST_CHECK_EQUAL(escrito(h), R"({"numero":1,"importe":5.00,"uuid":"u","otros":[7]})");
    BOOST_CHECK_EQUAL(escrito(std::vector{h, h}).size(), 2 * escrito(h).size() + 3);
    h.json = "{}";
    BOOST_CHECK_EQUAL(escrito(h), R"({"uuid":"u","otros":[7]})");
    BOOST_CHECK_EQUAL(escrito(SoloVista{{R"({"numero":1})"}}), R"({"numero":1})");
    // the description has all members, in that order
    std::string nombres;
    for (auto const& c : tipo_de<HijaCreada>()->campos()) nombres += std::string(c.nombre) + " ";
    BOOST_CHECK_EQUAL(nombres, "numero importe uuid otros ");
}

BOOST_AUTO_TEST_CASE(what_may_be_left_out_leaves_no_comma) {
    SoloOmitibles s;
    BOOST_CHECK_EQUAL(escrito(s), "{}");
    s.b.emplace(2);
    BOOST_CHECK_EQUAL(escrito(s), R"({"b":2})");
    s.a.emplace(1);
    BOOST_CHECK_EQUAL(escrito(s), R"({"a":1,"b":2})");
}

BOOST_AUTO_TEST_CASE(columns_become_json) {
    using Unidad = Cantidad;
    struct Fila {
        std::string obtenido, esperado;
    };
    Fila const filas[] = {
        {columna<Unidad>("1.000000"), "1"},
        {columna<Unidad>("10.500000"), "10.5"},
        {columna<Unidad>("100"), "100"},
        {columna<Unidad>("0.000000"), "0"},
        {columna<Unidad>("-0.000001"), "-0.000001"},
        {columna<Unidad>("1000000.000000"), "1000000"},
        {columna<Importe>("1.000000"), "1.00"},
        {columna<Importe>("1"), "1.00"},
        {columna<Importe>("1.5"), "1.50"},
        {columna<Importe>("1.123400"), "1.1234"},
        {columna<Importe>("-7.120000"), "-7.12"},
        {columna<Dinero>("116.00"), "116.00"},
        {columna<Dinero>("0"), "0.00"},
        {columna<Dinero>("99999999999999999.99"), "99999999999999999.99"},
        // a constraint does not change how a number is written
        {columna<NoNegativo<Importe>>("1.000000"), "1.00"},
        {columna<Positivo<Importe>>("2.500000"), "2.50"},
        {columna<Positivo<Cantidad>>("2.500000"), "2.5"},
        {columna<std::optional<Importe>>("3.000000"), "3.00"},
        {columna<std::optional<Positivo<Dinero>>>("3.00"), "3.00"},
        {columna<Id>("9007199254740991"), "9007199254740991"},
        {columna<IdOCero>("0"), "0"},
        {columna<std::optional<Id>>("5"), "5"},
        {columna<Booleano>("t"), "true"},
        {columna<Booleano>("f"), "false"},
        {columna<std::optional<Booleano>>("t"), "true"},
        {columna<Texto<10>>("a\"b"), R"("a\"b")"},
        {columna<Texto<10>>(""), R"("")"},
        {columna<std::optional<Texto<10>>>("x"), R"("x")"},
        {columna<Fecha>("2025-03-01"), R"("2025-03-01")"},
        {columna<FechaHora>("2025-03-01 10:20:30"), R"("2025-03-01T10:20:30")"},
        {columna<FechaHora>("2025-03-01 10:20:30.123456"), R"("2025-03-01T10:20:30")"},
        {columna<std::optional<FechaHora>>("2025-03-01 00:00:00"), R"("2025-03-01T00:00:00")"},
        {columna<Opcion<"Sí", "No">>("Sí"), R"("Sí")"},
        // NULL: a text or a date is "", a number 0, or null where the member is optional
        {columna<Texto<10>>("", true), R"("")"},
        {columna<Fecha>("", true), R"("")"},
        {columna<FechaHora>("", true), R"("")"},
        {columna<IdOCero>("", true), "0"},
        {columna<Unidad>("", true), "0"},
        {columna<Dinero>("", true), "0.00"},
        {columna<Booleano>("", true), "false"},
        {columna<std::optional<Texto<10>>>("", true), R"("")"},
        {columna<std::optional<Fecha>>("", true), R"("")"},
        {columna<std::optional<FechaHora>>("", true), R"("")"},
        {columna<std::optional<Id>>("", true), "null"},
        {columna<std::optional<Dinero>>("", true), "null"},
        {columna<std::optional<Booleano>>("", true), "null"},
    };
    for (auto const& f : filas) BOOST_CHECK_EQUAL(f.obtenido, f.esperado);
}

// One record is written from columns and from members: both writers must agree.
BOOST_AUTO_TEST_CASE(column_and_member_are_written_alike) {
    auto const igual = [](auto muestra, std::string_view texto) {
        using T = decltype(muestra);
        BOOST_CHECK_EQUAL(columna<T>(texto), escrito(T::de_base(texto)));
    };
    for (auto const texto :
         {"0.000000"sv, "1.000000"sv, "10.500000"sv, "0.100000"sv, "-3.140000"sv, "123456.654321"sv}) {
        igual(Cantidad(), texto);
        igual(Importe(), texto);
    }
    for (auto const texto : {"0.00"sv, "-1.10"sv, "1160.99"sv}) igual(Dinero(), texto);
    igual(Fecha(), "2024-02-29"sv);
    igual(FechaHora(), "2024-02-29 01:02:03"sv);
    igual(Booleano(), "t"sv);
}

BOOST_AUTO_TEST_SUITE_END()
