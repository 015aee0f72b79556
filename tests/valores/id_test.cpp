#ifndef BOOST_TEST_DYN_LINK
#endif
#include "domain/valores/id.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(id_test)

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

using Pagina = Entero<1, 100>;
using Dias = Entero<-5, 365>;

}  // namespace

BOOST_AUTO_TEST_CASE(enteros) {
    struct Fila {
        std::string_view entrada, id, id_o_cero, pagina, dias;
    };
    static constexpr Fila filas[] = {
        {"1", "1", "1", "1", "1"},
        {"100", "100", "100", "100", "100"},
        {"101", "101", "101", "RANGO", "101"},
        {"0", "RANGO", "0", "RANGO", "0"},
        {"-0", "RANGO", "0", "RANGO", "0"},
        {"-5", "RANGO", "RANGO", "RANGO", "-5"},
        {"-6", "RANGO", "RANGO", "RANGO", "RANGO"},
        {"9007199254740991", "9007199254740991", "9007199254740991", "RANGO", "RANGO"},
        {"9007199254740992", "RANGO", "RANGO", "RANGO", "RANGO"},
        {"9223372036854775807", "RANGO", "RANGO", "RANGO", "RANGO"},
        {"9223372036854775808", "RANGO", "RANGO", "RANGO", "RANGO"},
        {"-9223372036854775808", "RANGO", "RANGO", "RANGO", "RANGO"},
        {"-9223372036854775809", "RANGO", "RANGO", "RANGO", "RANGO"},
        {"18446744073709551617", "RANGO", "RANGO", "RANGO", "RANGO"},  // 2^64 + 1 is not 1
        {"", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"-", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"abc", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"1.0", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"1e3", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"+1", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"007", "TIPO", "TIPO", "TIPO", "TIPO"},
        {" 1", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"1 ", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"0x1", "TIPO", "TIPO", "TIPO", "TIPO"},
        {"99999999999999999999999x", "TIPO", "TIPO", "TIPO", "TIPO"},
    };
    for (auto const& f : filas) {
        BOOST_TEST_CONTEXT("'" << f.entrada << "'") {
            BOOST_TEST(leido<Id>(f.entrada) == f.id);
            BOOST_TEST(leido<IdOCero>(f.entrada) == f.id_o_cero);
            BOOST_TEST(leido<Pagina>(f.entrada) == f.pagina);
            BOOST_TEST(leido<Dias>(f.entrada) == f.dias);
        }
    }
    Pagina pagina;
    BOOST_TEST(Pagina::leer("101", pagina)->mensaje == "debe estar entre 1 y 100");
    BOOST_TEST(Pagina::leer("x", pagina)->mensaje == "debe ser un número entero");
}

BOOST_AUTO_TEST_CASE(tipos_que_no_se_confunden) {
    static_assert(!std::is_convertible_v<Id, std::int64_t>);
    static_assert(!std::is_convertible_v<std::int64_t, Id>);
    static_assert(std::is_convertible_v<Id, IdOCero>);
    static_assert(!std::is_constructible_v<Booleano, char const*>);
    static_assert(Id(3) < Id(4));
    static_assert(!IdOCero().presente() && !IdOCero().id());
    static_assert(IdOCero(Id(7)).id() == Id(7));
    static_assert(Pagina(100) == 100);
    static_assert(Pagina().valor() == 1);
    BOOST_CHECK_THROW(Id(0), ValorInvalido);
    BOOST_CHECK_THROW(Id(maximo_json + 1), ValorInvalido);
    BOOST_CHECK_THROW(Pagina(101), ValorInvalido);
    BOOST_CHECK_THROW(Id::de_base("x"), ValorInvalido);
    BOOST_TEST(Id::de_base("12").valor() == 12);
}

BOOST_AUTO_TEST_CASE(booleanos) {
    static constexpr std::pair<std::string_view, std::string_view> filas[] = {
        {"true", "true"}, {"false", "false"}, {"1", "true"}, {"0", "false"}, {"True", "TIPO"},
        {"si", "TIPO"},   {"t", "TIPO"},      {"2", "TIPO"}, {"", "TIPO"},   {" true", "TIPO"},
    };
    for (auto const& [entrada, esperado] : filas)
        BOOST_TEST_CONTEXT("'" << entrada << "'") BOOST_TEST(leido<Booleano>(entrada) == esperado);
    BOOST_TEST(Booleano::de_base("t").valor());
    BOOST_TEST(!Booleano::de_base("f").valor());
    BOOST_TEST(Booleano::de_base("true").valor());
    BOOST_CHECK_THROW(Booleano::de_base("x"), ValorInvalido);
}

BOOST_AUTO_TEST_CASE(forma_publicada) {
    BOOST_TEST(Id::forma().minimo == "1");
    BOOST_TEST(Id::forma().maximo == "9007199254740991");
    BOOST_TEST(IdOCero::forma().minimo == "0");
    BOOST_TEST(Dias::forma().minimo == "-5");
    BOOST_TEST(Dias::forma().maximo == "365");
    BOOST_TEST(Pagina::forma().maximo == "100");
    BOOST_TEST((Entero<-100, 0>::forma().minimo) == "-100");
    BOOST_TEST((Entero<-100, 0>::forma().maximo) == "0");
    BOOST_TEST((Pagina::forma().clase == Clase::entero));
    BOOST_TEST((Booleano::forma().clase == Clase::booleano));
}

BOOST_AUTO_TEST_SUITE_END()
