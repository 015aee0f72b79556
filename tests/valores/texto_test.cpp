#ifndef BOOST_TEST_DYN_LINK
#endif
#include "domain/valores/texto.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(texto_test)

using namespace gestor;
using namespace std::string_view_literals;

namespace {

// "=texto", or the code of the fault.
template <class T>
std::string leido(std::string_view entrada) {
    T valor{};
    if (auto falla = T::leer(entrada, valor)) return std::string(falla->codigo);
    std::string salida = "=";
    valor.escribir(salida);
    return salida;
}

}  // namespace

BOOST_AUTO_TEST_CASE(lo_que_se_lee) {
    struct Fila {
        std::string_view entrada, linea, lineas;
    };
    static constexpr Fila filas[] = {
        {"hola", "=hola", "=hola"},
        {"", "=", "="},
        {"  a  b  ", "=a  b", "=a  b"},
        {"\t\r\n a \n", "=a", "=a"},
        {"\xC2\xA0 a \xC2\xA0\xC2\xA0", "=a", "=a"},
        {"\xC2\xA0", "=", "="},
        {"   ", "=", "="},
        {"ni\xC3\xB1o", "=ni\xC3\xB1o", "=ni\xC3\xB1o"},
        {"\xE2\x82\xAC", "=\xE2\x82\xAC", "=\xE2\x82\xAC"},
        {"\xF0\x9F\x98\x80", "=\xF0\x9F\x98\x80", "=\xF0\x9F\x98\x80"},
        {"a\nb", "FORMATO", "=a\nb"},
        {"a\tb", "FORMATO", "=a\tb"},
        {"a\rb", "FORMATO", "FORMATO"},
        {"a\0b"sv, "FORMATO", "FORMATO"},
        {"\0"sv, "FORMATO", "FORMATO"},
        {"a\0"sv, "FORMATO", "FORMATO"},
        {"a\x1B[31m", "FORMATO", "FORMATO"},
        {"a\x7F", "FORMATO", "FORMATO"},
        {"a\xC2\x85z", "FORMATO", "FORMATO"},  // NEL, a C1 control
        {"\xC2", "FORMATO", "FORMATO"},        // truncated sequence
        {"\xE2\x82", "FORMATO", "FORMATO"},
        {"\xF0\x9F\x98", "FORMATO", "FORMATO"},
        {"\x80", "FORMATO", "FORMATO"},  // continuation byte alone
        {"\xA0", "FORMATO", "FORMATO"},  // NBSP in Latin-1
        {"\xC3\x28", "FORMATO", "FORMATO"},
        {"\xC0\x80", "FORMATO", "FORMATO"},  // overlong U+0000
        {"\xC1\xBF", "FORMATO", "FORMATO"},
        {"\xE0\x80\x80", "FORMATO", "FORMATO"},
        {"\xF0\x80\x80\x80", "FORMATO", "FORMATO"},
        {"\xED\xA0\x80", "FORMATO", "FORMATO"},      // surrogate
        {"\xF4\x90\x80\x80", "FORMATO", "FORMATO"},  // beyond U+10FFFF
        {"\xF5\x80\x80\x80", "FORMATO", "FORMATO"},
        {"\xFF", "FORMATO", "FORMATO"},
    };
    for (auto const& f : filas) {
        BOOST_TEST_CONTEXT("fila " << &f - filas) {
            BOOST_TEST(leido<Nombre>(f.entrada) == f.linea);
            BOOST_TEST(leido<Notas>(f.entrada) == f.lineas);
        }
    }
}

BOOST_AUTO_TEST_CASE(longitud_en_caracteres) {
    std::string enies;
    for (int i = 0; i < 30; ++i) enies += "ñ";
    BOOST_TEST(leido<Clave>(enies) == "=" + enies);
    BOOST_TEST(leido<Clave>("  " + enies + "  ") == "=" + enies);
    BOOST_TEST(leido<Clave>(enies + "a") == "LONGITUD");
    BOOST_TEST(leido<Nombre>(std::string(250, 'a')) == "=" + std::string(250, 'a'));
    BOOST_TEST(leido<Nombre>(std::string(251, 'a')) == "LONGITUD");
    BOOST_TEST(leido<Notas>(std::string(2001, 'a')) == "LONGITUD");
    Clave clave;
    BOOST_TEST(Clave::leer(std::string(31, 'a'), clave)->mensaje == "debe tener a lo más 30 caracteres");
    BOOST_TEST(clave.vacio());
}

BOOST_AUTO_TEST_CASE(obligatorio) {
    BOOST_TEST(leido<TextoReq<10>>("a") == "=a");
    for (std::string_view vacio : {"", "   ", "\n", "\xC2\xA0"}) BOOST_TEST(leido<TextoReq<10>>(vacio) == "REQUERIDO");
    BOOST_TEST((leido<Texto<10, false, 3>>("ab")) == "LONGITUD");
    BOOST_TEST((leido<TextoReq<10, true>>("a\nb")) == "=a\nb");
    BOOST_TEST(TextoReq<10>::forma().minimo_texto == 1u);
    BOOST_TEST(TextoReq<10>::forma().maximo_texto == 10u);
}

BOOST_AUTO_TEST_CASE(uso) {
    BOOST_TEST((Nombre(" Ana ") == "Ana"));
    BOOST_TEST((Nombre("Ana") < Nombre("Eva")));
    BOOST_TEST(std::string_view(Nombre("Ana")) == "Ana");
    BOOST_TEST(Nombre::de_base(" tal cual ").valor() == " tal cual ");
    BOOST_CHECK_THROW(Clave(std::string(31, 'x')), ValorInvalido);
}

BOOST_AUTO_TEST_CASE(todos_los_caracteres_de_unicode) {
    int fallos = 0;
    for (std::uint32_t c = 0; c <= 0x10FFFF; ++c) {
        std::string s;
        auto cola = [&](std::uint32_t bits) { s += static_cast<char>(0x80 | (bits & 0x3F)); };
        if (c < 0x80) {
            s += static_cast<char>(c);
        } else if (c < 0x800) {
            s += static_cast<char>(0xC0 | c >> 6);
            cola(c);
        } else if (c < 0x10000) {
            s += static_cast<char>(0xE0 | c >> 12);
            cola(c >> 6);
            cola(c);
        } else {
            s += static_cast<char>(0xF0 | c >> 18);
            cola(c >> 12);
            cola(c >> 6);
            cola(c);
        }
        bool const surrogado = c >= 0xD800 && c < 0xE000;
        std::size_t i = 0;
        auto const leida = siguiente_caracter(s, i);
        if (surrogado ? leida.has_value() : !leida || *leida != c || i != s.size()) ++fallos;
    }
    BOOST_TEST(fallos == 0);
}

BOOST_AUTO_TEST_CASE(an_address_of_mail) {
    struct {
        std::string_view texto;
        bool bien;
    } const filas[] = {
        {"ana@ejemplo.mx", true}, {" a.b+c@x.co ", true}, {"ana", false},    {"@x.mx", false},    {"ana@", false},
        {"ana@x", false},         {"ana@.mx", false},     {"ana@x.", false}, {"a@b@x.mx", false}, {"a b@x.mx", false},
        {"<a@x.mx>", false},      {"a,b@x.mx", false},    {"", false}};
    for (auto const& fila : filas) {
        Correo c;
        BOOST_TEST_CONTEXT(fila.texto) BOOST_CHECK_EQUAL(!Correo::leer(fila.texto, c), fila.bien);
    }
}

BOOST_AUTO_TEST_CASE(in_capitals_whatever_the_locale) {
    static constexpr std::pair<std::string_view, std::string_view> filas[] = {
        {"abcz", "ABCZ"},
        {"áéíóúüñ", "ÁÉÍÓÚÜÑ"},
        {"àçêïöãø÷×", "ÀÇÊÏÖÃØ÷×"},
        {"ÿ", "Ÿ"},
        {"šžőűłđıı", "ŠŽŐŰŁĐII"},
        {"αβω ς", "ΑΒΩ ς"},
        {"привет ђ", "ПРИВЕТ Ђ"},
        {"ß 東 😀 1-2", "ß 東 😀 1-2"},
        {"ÁÑ", "ÁÑ"},
        {"", ""},
        {"\xC3", "\xC3"},
    };
    for (auto const& [de, a] : filas) BOOST_CHECK_EQUAL(mayusculas(de), a);
}

BOOST_AUTO_TEST_CASE(runs_of_space_become_one) {
    static constexpr std::pair<std::string_view, std::string_view> filas[] = {
        {"a b", "a b"}, {"  a \t\n b  ", "a b"}, {"a\xC2\xA0 b", "a b"}, {" ", ""}, {"", ""}, {"ñ  ñ", "ñ ñ"}};
    for (auto const& [de, a] : filas) BOOST_CHECK_EQUAL(un_espacio(de), a);
}

BOOST_AUTO_TEST_SUITE_END()
