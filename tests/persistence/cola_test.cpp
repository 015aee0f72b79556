// Statements queued without waiting for their result, and the plans of a session that writes.
#include <stdexcept>

#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(cola_test)

using namespace gestor;
using namespace gestor::prueba;

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
