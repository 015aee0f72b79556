// A kind of job without waits, a time limit or threads stops the start of the server.
#include "domain/comun/tareas.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(tipos_de_tarea_test)

using namespace gestor;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::seconds esperas[] = {1s};

std::string falla(std::vector<TipoDeTarea> unos, std::vector<TipoDeTarea> otros = {}) {
    TareasDeArea const una{unos}, otra{otros};
    TareasDeArea const* const areas[] = {&una, &otra};
    try {
        return std::to_string(reunir_tareas(areas).size());
    } catch (std::logic_error const& e) {
        return e.what();
    }
}

TipoDeTarea tipo(std::string_view nombre) {
    return {nombre, nullptr, nullptr, esperas, 1h, 1};
}

}  // namespace

BOOST_AUTO_TEST_CASE(kinds_of_all_areas_have_names_of_their_own_waits_time_and_threads) {
    BOOST_CHECK_EQUAL(falla({tipo("A"), tipo("B")}, {tipo("C")}), "3");
    BOOST_CHECK_EQUAL(falla({tipo("A"), tipo("A")}), "la tarea A se declara dos veces");
    BOOST_CHECK_EQUAL(falla({tipo("A"), tipo("B")}, {tipo("B")}), "la tarea B se declara dos veces");
    auto sin_espera = tipo("A"), sin_plazo = tipo("A"), sin_hilos = tipo("A");
    sin_espera.esperas = {};
    sin_plazo.plazo = 0s;
    sin_hilos.hilos = 0;
    BOOST_CHECK_EQUAL(falla({sin_espera}), "la tarea A no tiene esperas");
    BOOST_CHECK_EQUAL(falla({sin_plazo}), "la tarea A no tiene plazo");
    BOOST_CHECK_EQUAL(falla({sin_hilos}), "la tarea A no tiene hilos");
}

BOOST_AUTO_TEST_CASE(areas_declare_theirs) {
    auto const& todos = tipos_de_tarea();
    BOOST_CHECK(std::ranges::any_of(todos, [](auto const* t) { return t->nombre == "ConsultarSat"; }));
}

BOOST_AUTO_TEST_SUITE_END()
