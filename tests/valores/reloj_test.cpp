#include "domain/valores/reloj.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(reloj_test)

using namespace gestor;

BOOST_AUTO_TEST_CASE(a_moment_is_written_as_postgresql_reads_it) {
    auto const texto = [](std::int64_t micros) {
        return Reloj(Reloj::Momento(std::chrono::microseconds(micros))).texto();
    };
    BOOST_TEST(texto(0) == "1970-01-01 00:00:00.000000+00");
    BOOST_TEST(texto(1'835'416'799'600'007) == "2028-02-29 05:59:59.600007+00");
    BOOST_TEST(texto(-1) == "1969-12-31 23:59:59.999999+00");
    BOOST_TEST(Reloj(Reloj::Momento(std::chrono::microseconds(1'999'999))).segundos() == 1);
}

// The process clock is read once, when the call is made.
BOOST_AUTO_TEST_CASE(a_call_has_one_moment) {
    auto const antes = std::chrono::system_clock::now();
    Reloj const reloj;
    auto const despues = std::chrono::system_clock::now();
    auto const uno = reloj.texto();
    BOOST_TEST(uno == reloj.texto());
    BOOST_TEST((Reloj(std::chrono::floor<std::chrono::microseconds>(antes)).texto() <= uno));
    BOOST_TEST((uno <= Reloj(std::chrono::floor<std::chrono::microseconds>(despues)).texto()));
}

BOOST_AUTO_TEST_SUITE_END()
