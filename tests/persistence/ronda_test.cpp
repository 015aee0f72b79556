#include "persistence/ronda.hpp"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <latch>

#include "persistence/unidad.hpp"
#include "tests/persistence/base_prueba.hpp"

BOOST_AUTO_TEST_SUITE(ronda_test)

using namespace gestor;
using namespace gestor::prueba;
using namespace std::chrono_literals;

using BaseVacia = ConBase<0>;

namespace {

inline constexpr std::string_view dormir_un_minuto = "SELECT pg_sleep(60)";
inline constexpr std::string_view dividir_entre_cero = "SELECT 1 / 0";

struct Avisos {
    std::mutex mutex;
    std::vector<std::string> dichos;
    Ronda::Aviso anotar() {
        return [this](std::string_view nombre, std::string const&) {
            std::lock_guard const guarda(mutex);
            dichos.emplace_back(nombre);
        };
    }
    std::size_t cuantos() {
        std::lock_guard const guarda(mutex);
        return dichos.size();
    }
};

Session::Config config() {
    return {Base::la().app(), 60, false};
}

// Waits for f; the limit only turns a hang into a failure.
template <class F>
void hasta(F const& f) {
    bool ya = f();
    for (int i = 0; i < 60'000 && !ya; ++i, ya = f()) std::this_thread::sleep_for(1ms);
    BOOST_REQUIRE(ya);
}

Periodica cada(std::chrono::milliseconds cuanto, std::function<bool(Session&)> hacer,
               Instancia quien = Instancia::cada_una, std::string_view nombre = "fila") {
    return {nombre, cuanto, cuanto, quien, 60, std::move(hacer)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<BaseVacia>())

BOOST_AUTO_TEST_CASE(a_row_is_done_at_once_again_and_again_and_whenever_it_is_called) {
    Avisos avisos;
    std::atomic<int> seguida{0}, rara{0}, apurada{0};
    Ronda ronda(config(), avisos.anotar());
    ronda.agregar(cada(1ms, [&](Session&) { return ++seguida, false; }));
    ronda.agregar(cada(
        1h, [&](Session&) { return ++rara, false; }, Instancia::cada_una, "rara"));
    ronda.agregar({"apurada", 1h, 0ms, Instancia::cada_una, 60, [&](Session&) { return ++apurada < 7; }});
    hasta([&] { return seguida >= 5 && rara == 1 && apurada == 7; });
    for (int i = 2; i <= 5; ++i) {
        ronda.adelantar("rara");
        hasta([&] { return rara == i; });
    }
    auto const antes = seguida.load();
    hasta([&] { return seguida > antes + 2; });
    BOOST_CHECK_EQUAL(apurada, 7);
    BOOST_CHECK_EQUAL(avisos.cuantos(), 0U);
}

BOOST_AUTO_TEST_CASE(a_row_called_while_it_is_done_is_done_again) {
    Avisos avisos;
    std::atomic<int> veces{0};
    std::latch puerta(1);
    Ronda ronda(config(), avisos.anotar());
    ronda.agregar(cada(1h, [&](Session&) {
        if (++veces == 1) puerta.wait();
        return false;
    }));
    hasta([&] { return veces == 1; });
    ronda.adelantar("fila");
    puerta.count_down();
    hasta([&] { return veces == 2; });
}

BOOST_AUTO_TEST_CASE(what_hangs_holds_up_nobody_and_no_row_is_done_twice_at_a_time) {
    Avisos avisos;
    std::atomic<int> colgadas{0}, otras{0};
    std::latch puerta(1);
    Ronda ronda(config(), avisos.anotar());
    auto const colgar = [&](Session&) { return ++colgadas, puerta.wait(), false; };
    for (auto const nombre : {"a", "b", "c"}) ronda.agregar(cada(1ms, colgar, Instancia::cada_una, nombre));
    ronda.agregar(cada(1ms, [&](Session&) { return ++otras, false; }));
    hasta([&] { return colgadas == 3 && otras >= 100; });
    BOOST_CHECK_EQUAL(colgadas, 3);
    puerta.count_down();
}

BOOST_AUTO_TEST_CASE(orders_are_done_together_and_threads_that_nobody_needs_end) {
    Avisos avisos;
    constexpr int cuantos = 8;
    std::latch juntos(cuantos + 1);
    Ronda ronda(config(), avisos.anotar(), 1ms);
    for (int i = 0; i < cuantos; ++i) ronda.encargar([&] { juntos.arrive_and_wait(); });
    juntos.arrive_and_wait();
    hasta([&] { return ronda.hilos() == 1; });
    std::atomic<int> veces{0};
    ronda.agregar(cada(1ms, [&](Session&) { return ++veces, false; }));
    hasta([&] { return veces >= 100; });
}

BOOST_AUTO_TEST_CASE(a_row_that_fails_is_told_once_and_done_again) {
    Avisos avisos;
    std::atomic<int> veces{0};
    std::atomic<bool> mal{true};
    Ronda ronda(config(), avisos.anotar());
    ronda.agregar(cada(1ms, [&](Session& s) {
        ++veces;
        acceder(s, [&](Acceso& db) {
            if (mal) db.consultar<dividir_entre_cero>();
        });
        return false;
    }));
    hasta([&] { return veces >= 10 && avisos.cuantos() == 1; });
    mal = false;
    auto const antes = veces.load();
    hasta([&] { return veces >= antes + 3; });
    mal = true;
    hasta([&] { return avisos.cuantos() == 2; });
}

BOOST_AUTO_TEST_CASE(one_leads_and_another_follows_when_it_ends) {
    Avisos avisos;
    std::atomic<int> veces[2]{}, intentos[2]{};
    std::atomic<int> a_la_vez{0}, encimadas{0};
    std::unique_ptr<Ronda> rondas[2];
    for (int i = 0; i < 2; ++i) {
        rondas[i] = std::make_unique<Ronda>(config(), avisos.anotar());
        auto const hacer = [&, i](Session&) {
            if (++a_la_vez > 1) ++encimadas;
            ++veces[i];
            --a_la_vez;
            return false;
        };
        for (auto const nombre : {"a", "b"}) rondas[i]->agregar(cada(1ms, hacer, Instancia::lider, nombre));
        rondas[i]->agregar(cada(1ms, [&, i](Session&) { return ++intentos[i], false; }));
    }
    hasta([&] { return veces[0] + veces[1] >= 20 && intentos[0] >= 20 && intentos[1] >= 20; });
    int const lider = rondas[0]->lidera() ? 0 : 1, otro = 1 - lider;
    BOOST_TEST(rondas[lider]->lidera());
    BOOST_TEST(!rondas[otro]->lidera());
    BOOST_TEST(veces[otro] == 0);
    BOOST_TEST(encimadas == 0);
    rondas[lider].reset();
    hasta([&] { return veces[otro] >= 10; });
    BOOST_TEST(rondas[otro]->lidera());
}

BOOST_AUTO_TEST_CASE(who_lost_its_connection_does_not_lead_until_it_is_given_the_lock_again) {
    Avisos avisos;
    std::atomic<int> veces{0};
    Ronda ronda(config(), avisos.anotar());
    ronda.agregar(cada(
        1ms, [&](Session&) { return ++veces, false; }, Instancia::lider));
    hasta([&] { return ronda.lidera(); });
    AdminConnection otro(Base::la().admin());
    constexpr std::string_view tomar = "SELECT pg_try_advisory_lock(113668914376054)";
    BOOST_TEST(otro.value(tomar).value() == "f");
    hasta([&] {  // one statement: the round reconnects within milliseconds
        return otro.value(
                   "SELECT pg_try_advisory_lock(113668914376054) FROM (SELECT count(pg_terminate_backend(pid, 5000)) "
                   "AS n FROM pg_stat_activity WHERE usename = 'gestor_app' AND application_name = current_database() "
                   "OFFSET 0) x WHERE n >= 0") == "t";
    });
    hasta([&] { return !ronda.lidera(); });
    auto const antes = veces.load();
    otro.script("SELECT pg_advisory_unlock(113668914376054)");
    hasta([&] { return ronda.lidera() && veces > antes; });
}

BOOST_AUTO_TEST_CASE(its_end_cuts_off_what_waits_and_does_what_was_ordered) {
    Avisos avisos;
    std::atomic<int> hechos{0};
    std::latch entro(1), puerta(1);
    {
        Ronda ronda(config(), avisos.anotar());
        for (auto const quien : {Instancia::cada_una, Instancia::lider})
            ronda.agregar(cada(
                1h,
                [](Session& s) {
                    acceder(s, [](Acceso& db) { db.consultar<dormir_un_minuto>(); });
                    return false;
                },
                quien, quien == Instancia::lider ? "a" : "b"));
        Periodica otra = cada(1h, [&](Session&) { return entro.count_down(), puerta.wait(), false; });
        otra.cortar = [&] { puerta.count_down(); };
        ronda.agregar(std::move(otra));
        entro.wait();
        hasta([&] {
            return Base::la().valor(
                       "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' "
                       "AND pid <> pg_backend_pid()") == "2";
        });
        for (int i = 0; i < 5; ++i) ronda.encargar([&] { ++hechos; });
    }
    BOOST_TEST(hechos == 5);
    BOOST_TEST(avisos.cuantos() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
