// Statements queued without waiting for their result, and the plans of a session that writes.
#include <stdexcept>

#include "domain/valores/decimal.hpp"
#include "domain/valores/dto.hpp"
#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(cola_test)

using namespace gestor;
using namespace gestor::prueba;

struct Saldo {
    Dinero saldo;
};
DTO(Saldo, saldo)
constexpr std::string_view saldo_de =
    "SELECT saldo FROM cuenta WHERE organizacion_id = :organizacionId::bigint AND id = :id::bigint";

constexpr std::string_view longitud = "SELECT octet_length(:texto::text)";

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

BOOST_AUTO_TEST_CASE(what_is_queued_goes_before_the_next_question_or_with_the_commit) {
    auto s = nueva();
    escribir(s, [](Escritura& db) {
        db.encolar(sumar, {{"id", "11"}, {"n", "1"}});
        db.encolar(sumar, {{"id", "11"}, {"n", "2"}});
        BOOST_CHECK_EQUAL(*db.consultar(sumar, {{"id", "11"}, {"n", "0"}}).filas.at(0).at(0), "103.00");
        db.encolar(sumar, {{"id", "11"}, {"n", "4"}});
    });
    BOOST_CHECK_EQUAL(saldo(11), "107.00");
}

BOOST_AUTO_TEST_CASE(an_error_of_what_is_queued_undoes_all_and_names_its_field) {
    auto s = nueva();
    auto const con = [&](bool pregunta) {
        return error_de([&] {
            escribir(s, [&](Escritura& db) {
                db.encolar(sumar, {{"id", "12"}, {"n", "1"}});
                db.encolar(sumar, {{"id", "12"}, {"n", "-1000"}});
                db.encolar(sumar, {{"id", "12"}, {"n", "2"}});
                if (pregunta) db.consultar("SELECT 1");
            });
        });
    };
    BOOST_CHECK_EQUAL(con(true), "VALIDACION saldo RANGO");
    BOOST_CHECK_EQUAL(con(false), "VALIDACION saldo RANGO");
    BOOST_CHECK_EQUAL(saldo(12), "100.00");
    // the next operation sends nothing of the queue of an abandoned operation
    BOOST_CHECK_THROW(escribir(s,
                               [](Escritura& db) {
                                   db.encolar(sumar, {{"id", "12"}, {"n", "1"}});
                                   throw std::runtime_error("abandonada");
                               }),
                      std::runtime_error);
    escribir(s, [](Escritura& db) { db.consultar("SELECT 1"); });
    BOOST_CHECK_EQUAL(saldo(12), "100.00");
}

BOOST_AUTO_TEST_CASE(a_queue_is_sent_once_it_has_a_megabyte) {
    auto s = nueva();
    auto const espera = [&](std::size_t bytes) {
        bool sigue = false;
        BOOST_CHECK_THROW(
            escribir(
                s,
                [&](Escritura& db) {
                    db.encolar("SELECT 1 / (octet_length(:texto::text) * 0)", {{"texto", std::string(bytes, 'x')}});
                    sigue = true;  // the failure comes with the commit
                }),
            std::exception);
        return sigue;
    };
    BOOST_TEST(espera(1000));
    BOOST_TEST(!espera(2 << 20));
}

BOOST_AUTO_TEST_CASE(a_queued_statement_that_must_find_something_and_does_not_is_no_success) {
    auto s = nueva();
    BOOST_CHECK_THROW(escribir(s,
                               [](Escritura& db) {
                                   db.encolar(sumar, {{"id", "13"}, {"n", "1"}}, "no hay 13");
                                   db.encolar(sumar, {{"id", "999"}, {"n", "1"}}, "no hay 999");
                                   db.encolar("SELECT 1 / 0", {});  // only the first failure is reported
                               }),
                      std::logic_error);
    BOOST_CHECK_EQUAL(saldo(13), "100.00");
}

BOOST_AUTO_TEST_CASE(a_question_is_answered_with_the_next_statement_or_when_it_is_needed) {
    auto s = nueva();
    escribir(s, [](Escritura& db) {
        auto const primera = db.preguntar<Saldo, saldo_de>("id"_es(std::int64_t{14}));
        auto const segunda = db.preguntar<void, saldo_de>("id"_es(std::int64_t{999}));
        BOOST_TEST(!*primera);
        db.consultar(sumar, {{"id", "14"}, {"n", "5"}});
        BOOST_REQUIRE(*primera && *segunda);
        BOOST_CHECK_EQUAL(*db.responder(primera).filas.at(0).at(0), "100.00");  // asked before the sum
        BOOST_TEST(db.responder(segunda).vacia());
        BOOST_TEST(!db.uno<Saldo>(segunda));
        auto const tercera = db.preguntar<Saldo, saldo_de>("id"_es(std::int64_t{14}));
        BOOST_TEST((db.uno<Saldo>(tercera)->saldo == Dinero{"105"}));
    });
}

BOOST_AUTO_TEST_CASE(a_question_that_fills_the_queue_is_answered_at_once) {
    auto s = nueva();
    escribir(s, [](Escritura& db) {
        auto const pregunta = db.preguntar<void, longitud>("texto"_es(std::string(2 << 20, 'x')));
        BOOST_REQUIRE(*pregunta);
        BOOST_CHECK_EQUAL(*db.responder(pregunta).filas.at(0).at(0), "2097152");
    });
}

// PostgreSQL's view of the session: its last statement.
BOOST_AUTO_TEST_CASE(a_unit_begins_with_its_first_statement_and_a_read_that_asks_nothing_sends_nothing) {
    auto s = nueva();
    leer_en_unidad(s, uno, [](Lectura& db) { db.consultar("SELECT 1"); });  // statements are prepared on first use
    escribir(s, [](Escritura& db) { db.consultar("SELECT 1"); });
    auto const pid = s.consultar("SELECT pg_backend_pid()", {}).filas.at(0).at(0).value();
    auto const ultima = [&] {
        return Base::la().valor("SELECT state || ' ' || query FROM pg_stat_activity WHERE pid = " + pid);
    };
    leer_en_unidad(s, uno, [&](Lectura&) {});
    BOOST_CHECK_EQUAL(ultima(), "idle SELECT pg_backend_pid()");
    escribir(s, [&](Escritura&) { BOOST_CHECK_EQUAL(ultima(), "idle SELECT pg_backend_pid()"); });
    escribir(s, [&](Escritura& db) {
        db.consultar("SELECT 1");
        BOOST_CHECK_EQUAL(ultima(), "idle in transaction SELECT 1");
    });
    BOOST_CHECK_EQUAL(ultima(), "idle COMMIT");
}

BOOST_AUTO_TEST_CASE(a_unit_whose_connection_had_died_while_idle_is_repeated_and_no_other) {
    auto s = nueva();
    auto const matar = [](std::string const& pid) {
        Base::la().ejecutar("SELECT pg_terminate_backend(" + pid + ", 5000)");
    };
    auto const pid = [](auto& db) { return db.consultar("SELECT pg_backend_pid()").filas.at(0).at(0).value(); };
    std::string suyo;
    escribir(s, [&](Escritura& db) { suyo = pid(db); });
    matar(suyo);
    int veces = 0;
    escribir(s, [&](Escritura& db) {
        ++veces;
        db.encolar(sumar, {{"id", "15"}, {"n", "1"}});
        suyo = pid(db);
    });
    BOOST_CHECK_EQUAL(veces, 2);
    BOOST_CHECK_EQUAL(saldo(15), "101.00");
    veces = 0;
    BOOST_CHECK_EQUAL(error_de([&] {
                          escribir(s, [&](Escritura& db) {
                              ++veces;
                              matar(pid(db));
                              db.consultar(sumar, {{"id", "15"}, {"n", "1"}});
                          });
                      }),
                      "NO_DISPONIBLE reintentar 1");
    BOOST_CHECK_EQUAL(veces, 1);
    BOOST_CHECK_EQUAL(saldo(15), "101.00");
}

// With few rows PostgreSQL would choose to read the whole table, and keep that plan when it has millions of rows.
BOOST_AUTO_TEST_CASE(a_write_goes_by_the_index_however_small_the_table_is) {
    auto s = nueva();
    Base::la().ejecutar("ANALYZE cuenta");
    escribir(s, [](Escritura& db) {
        auto const plan =
            db.consultar("EXPLAIN (COSTS OFF) SELECT saldo FROM cuenta WHERE organizacion_id = 1 AND id = 2");
        BOOST_CHECK_EQUAL(plan.filas.at(0).at(0)->substr(0, 10), "Index Scan");
    });
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
