#include "domain/comun/agrupador.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string>

BOOST_AUTO_TEST_SUITE(agrupador_test)

using gestor::es_codigo_agrupador;

BOOST_AUTO_TEST_CASE(tiene_los_del_catalogo_y_ninguno_mas) {
    int cuantos = 0;
    for (int mayor = 0; mayor < 1000; ++mayor) {
        char texto[8];
        std::snprintf(texto, sizeof texto, "%03d", mayor);
        cuantos += es_codigo_agrupador(texto) ? 1 : 0;
        for (int sub = 0; sub < 100; ++sub) {
            std::snprintf(texto, sizeof texto, "%03d.%02d", mayor, sub);
            cuantos += es_codigo_agrupador(texto) ? 1 : 0;
        }
    }
    BOOST_TEST(cuantos == 1080);
}

BOOST_AUTO_TEST_CASE(uno_por_uno) {
    for (auto const* bueno : {"000", "101", "101.01", "601.84", "401.41", "899.02", "305.03"})
        BOOST_TEST(es_codigo_agrupador(bueno), bueno);
    for (auto const* malo : {"", "1", "10", "122", "101.02", "101.00", "601.85", "101.1", "101.001", "101-01", "1a1",
                             "101.0a", "-00", "+01", "101.-0", "999"})
        BOOST_TEST(!es_codigo_agrupador(malo), malo);
}

BOOST_AUTO_TEST_SUITE_END()
