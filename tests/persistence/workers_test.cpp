#include "persistence/workers.hpp"

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "persistence/unidad.hpp"
#include "tests/persistence/base_prueba.hpp"

BOOST_AUTO_TEST_SUITE(workers_test)

using namespace gestor;
using namespace gestor::prueba;
namespace asio = boost::asio;

using BaseVacia = ConBase<0>;

namespace {

struct Compuerta {  // holds the workers until it is opened
    std::atomic<bool> abierta{false};
    std::atomic<int> dentro{0};
    void pasar() {
        ++dentro;
        while (!abierta) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    void esperar(int n) const {
        while (dentro < n) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
};

Task<void> pedir(Workers& w, asio::io_context& io, std::function<void(Session&)> trabajo, std::string& resultado) {
    auto const hilo = std::this_thread::get_id();
    try {
        co_await w.ejecutar(io, 1, std::move(trabajo));
        resultado = "bien";
    } catch (Problema const& p) {
        resultado = std::string(p.codigo()) + (p.segundos() > 0 ? " reintentar" : "");
    } catch (std::exception const& e) {
        resultado = e.what();
    }
    if (std::this_thread::get_id() != hilo) resultado += " on another thread";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<BaseVacia>())

BOOST_AUTO_TEST_CASE(a_job_runs_elsewhere_and_its_answer_comes_back) {
    asio::io_context io;  // outlives the workers, which post to it
    Workers w(2, 10, {Base::la().app(), 10, false});
    std::string a, b, c;
    std::thread::id en_a{};
    asio::co_spawn(io,
                   pedir(
                       w, io, [&](Session& s) { en_a = std::this_thread::get_id(), s.consultar("SELECT 1", {}); }, a),
                   asio::detached);
    asio::co_spawn(io,
                   pedir(
                       w, io, [](Session&) { throw Problema(codigo::estado_invalido, "no"); }, b),
                   asio::detached);
    asio::co_spawn(io,
                   pedir(
                       w, io, [](Session&) { throw std::runtime_error("nuestro"); }, c),
                   asio::detached);
    auto const guarda = asio::make_work_guard(io);
    while (a.empty() || b.empty() || c.empty()) io.run_one();
    BOOST_CHECK_EQUAL(a, "bien");
    BOOST_CHECK_EQUAL(b, "ESTADO_INVALIDO");
    BOOST_CHECK_EQUAL(c, "nuestro");
    BOOST_CHECK(en_a != std::this_thread::get_id());
}

BOOST_AUTO_TEST_CASE(a_full_queue_refuses_at_once) {
    asio::io_context io;
    Workers w(1, 3, {Base::la().app(), 10, false});
    auto const guarda = asio::make_work_guard(io);
    Compuerta compuerta;
    BOOST_CHECK(w.encolar(1, [&](Session&) { compuerta.pasar(); }));
    compuerta.esperar(1);
    std::string resultados[5];
    for (auto& r : resultados)
        asio::co_spawn(io,
                       pedir(
                           w, io, [](Session&) {}, r),
                       asio::detached);
    io.poll();
    BOOST_CHECK_EQUAL(w.en_cola(), 3U);
    BOOST_CHECK_EQUAL(w.activos(), 1U);
    BOOST_CHECK_EQUAL(w.rechazados(), 2U);
    BOOST_CHECK_EQUAL(resultados[0] + resultados[1] + resultados[2], "");  // all three wait
    BOOST_CHECK_EQUAL(resultados[3], "NO_DISPONIBLE reintentar");
    BOOST_CHECK_EQUAL(resultados[4], "NO_DISPONIBLE reintentar");
    BOOST_CHECK(!w.encolar(1, [](Session&) {}));
    compuerta.abierta = true;
    while (resultados[0].empty() || resultados[1].empty() || resultados[2].empty()) io.run_one();
    BOOST_CHECK_EQUAL(resultados[2], "bien");
    BOOST_CHECK_EQUAL(w.en_cola(), 0U);
}

BOOST_AUTO_TEST_CASE(what_was_queued_is_finished) {
    std::atomic<int> hechos{0};
    {
        Workers w(2, 100, {Base::la().app(), 10, false});
        for (int i = 0; i < 50; ++i)
            BOOST_REQUIRE(w.encolar(1, [&](Session&) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                ++hechos;
            }));
    }
    BOOST_CHECK_EQUAL(hechos.load(), 50);
}

BOOST_AUTO_TEST_CASE(a_job_that_nobody_waits_for_may_fail) {
    std::atomic<int> hechos{0};
    {
        Workers w(1, 10, {Base::la().app(), 10, false});
        w.encolar(1, [](Session&) { throw std::runtime_error("x"); });
        w.encolar(1, [](Session& s) { s.consultar("SELECT 1/0", {}); });
        w.encolar(1, [&](Session& s) { hechos += std::stoi(*s.consultar("SELECT 7", {}).filas[0][0]); });
    }
    BOOST_CHECK_EQUAL(hechos.load(), 7);
}

// Each worker keeps its own session: a hundred jobs, no more connections than threads.
BOOST_AUTO_TEST_CASE(a_session_per_thread) {
    Workers w(3, 200, {Base::la().app(), 10, false});
    std::atomic<int> hechos{0};
    for (int i = 0; i < 100; ++i)
        w.encolar(1, [&](Session& s) {
            escribir_en_unidad(s, {1, 1, ""}, nullptr, *std::make_unique<std::string>(),
                               [](Escritura& db) { db.consultar("SELECT 1"); });
            ++hechos;
        });
    while (hechos < 100) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    BOOST_CHECK_LE(
        std::stoi(Base::la().valor(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = 'gestor_app' AND datname = current_database()")),
        3);
}

// One thread serves jobs that come one after another; jobs that come together get the others, up to the maximum.
BOOST_AUTO_TEST_CASE(threads_begin_when_jobs_wait) {
    std::atomic<int> hechos{0};
    Compuerta compuerta;  // outlives the jobs
    Workers w(3, 10, {Base::la().app(), 10, false});
    BOOST_CHECK_EQUAL(w.hilos(), 1U);
    for (int i = 1; i <= 2; ++i) {
        w.encolar(1, [&](Session&) { ++hechos; });
        while (hechos < i || w.activos() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    BOOST_CHECK_LE(w.hilos(), 2U);  // two: the second job came before the thread was back
    for (int i = 0; i < 5; ++i) w.encolar(1, [&](Session&) { compuerta.pasar(); });
    compuerta.esperar(3);
    BOOST_CHECK_EQUAL(w.hilos(), 3U);
    BOOST_CHECK_EQUAL(w.en_cola(), 2U);
    compuerta.abierta = true;
}

// One organization with a long line and another with a single job take turns, and a full queue still has room for the
// second.
BOOST_AUTO_TEST_CASE(organizations_take_turns) {
    std::string orden;
    Compuerta compuerta;
    {
        Workers w(1, 6, {Base::la().app(), 10, false});
        auto const anotar = [&](char quien) { return [&orden, quien](Session&) { orden += quien; }; };
        BOOST_CHECK(w.encolar(1, [&](Session&) { compuerta.pasar(); }));
        compuerta.esperar(1);
        for (int i = 0; i < 6; ++i) BOOST_CHECK(w.encolar(1, anotar('a')));
        BOOST_CHECK(!w.encolar(1, anotar('x')));
        for (int i = 0; i < 3; ++i) BOOST_CHECK(w.encolar(2, anotar('b')));
        BOOST_CHECK(!w.encolar(2, anotar('x')));  // organization 2 may use half of the queue
        BOOST_CHECK(w.encolar(3, anotar('c')));
        BOOST_CHECK_EQUAL(w.en_cola(), 10U);
        compuerta.abierta = true;
    }
    BOOST_CHECK_EQUAL(orden, "abcababaaa");
}

// Two long jobs of one organization leave the third thread to other organizations; a third job of its own waits.
BOOST_AUTO_TEST_CASE(one_organization_cannot_take_every_thread) {
    std::atomic<int> ajenos{0}, propios{0};
    Compuerta compuerta;
    {
        Workers w(3, 10, {Base::la().app(), 10, false}, 2);
        for (int i = 0; i < 2; ++i) w.encolar(1, [&](Session&) { compuerta.pasar(); });
        compuerta.esperar(2);
        w.encolar(1, [&](Session&) { ++propios; });
        for (int i = 0; i < 3; ++i) w.encolar(2, [&](Session&) { ++ajenos; });
        while (ajenos < 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        BOOST_CHECK_EQUAL(propios.load(), 0);
        BOOST_CHECK_EQUAL(w.en_cola(), 1U);
        compuerta.abierta = true;
    }
    BOOST_CHECK_EQUAL(propios.load(), 1);
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
