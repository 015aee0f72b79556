// Unit of work of a worker: statements, transactions, retries, and the error that each failure becomes.
#include "persistence/unidad.hpp"

#include <sys/socket.h>
#include <sys/stat.h>

#include <atomic>
#include <barrier>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <set>
#include <thread>

#include "tests/persistence/unidad_prueba.hpp"

namespace gestor {
struct FilaPrueba {
    Id id;
    std::optional<Texto<20>> nombre;
    Texto<20> notas;
    Booleano activo;
};
DTO(FilaPrueba, id, nombre, notas, activo)
}  // namespace gestor

BOOST_AUTO_TEST_SUITE(unidad_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

std::set<int> sockets() {
    std::set<int> fds;
    for (int f = 0; f < 256; ++f)
        if (struct stat e{}; fstat(f, &e) == 0 && S_ISSOCK(e.st_mode)) fds.insert(f);
    return fds;
}

// A session and its socket, which the test cuts without notice, as a crash or the network does.
struct Cortable {
    Session sesion = nueva();
    int fd = -1;
    Cortable() {
        auto const antes = sockets();
        sesion.conectar();
        for (int const f : sockets())
            if (!antes.contains(f)) fd = f;
    }
    void cortar() const { BOOST_REQUIRE_EQUAL(::shutdown(fd, SHUT_RDWR), 0); }
};

int preparadas(Session& s) {
    return std::stoi(*s.consultar("SELECT count(*) FROM pg_prepared_statements WHERE name <> ''", {}).filas[0][0]);
}

}  // namespace

constexpr std::string_view uno_solo = "SELECT 1";

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

BOOST_AUTO_TEST_CASE(statements_are_prepared_once) {
    auto s = nueva();
    int const base = preparadas(s);
    for (int i = 0; i < 5; ++i) {
        auto const f =
            s.consultar("SELECT :a::int + 1 AS suma, :b AS b", {{"a", std::to_string(i)}, {"b", std::nullopt}});
        BOOST_REQUIRE_EQUAL(f.filas.size(), 1U);
        BOOST_CHECK_EQUAL(f.columnas[0], "suma");
        BOOST_CHECK_EQUAL(f.filas[0][0].value(), std::to_string(i + 1));
        BOOST_CHECK(!f.filas[0][1]);
    }
    BOOST_CHECK_EQUAL(preparadas(s), base + 1);
    s.consultar("SELECT 2", {});
    BOOST_CHECK_EQUAL(preparadas(s), base + 2);
    BOOST_CHECK_THROW(s.consultar("SELECT :falta", {}), std::logic_error);
    // values are values
    auto const f = s.consultar("SELECT :x::text AS x", {{"x", "'; DROP TABLE cuenta; --"}});
    BOOST_CHECK_EQUAL(f.filas[0][0].value(), "'; DROP TABLE cuenta; --");
    BOOST_CHECK(s.consultar("SELECT 1 WHERE false", {}).vacia());
    BOOST_CHECK_EQUAL(s.consultar("SELECT generate_series(1, 250) AS n", {}).filas.size(), 250U);
}

BOOST_AUTO_TEST_CASE(a_statement_works_again_after_its_error) {
    auto s = nueva();
    constexpr std::string_view entre = "SELECT 10 / :n::int AS n";
    BOOST_CHECK_EQUAL(s.consultar(entre, {{"n", "5"}}).filas[0][0].value(), "2");
    BOOST_CHECK_EQUAL(error_de([&] { s.consultar(entre, {{"n", "0"}}); }), "ErrorBase 22012");
    BOOST_CHECK_EQUAL(s.consultar(entre, {{"n", "2"}}).filas[0][0].value(), "5");
    BOOST_CHECK_EQUAL(error_de([&] { s.consultar("SELECT no_existe", {}); }), "ErrorBase 42703");
    BOOST_CHECK_EQUAL(error_de([&] { s.consultar("SELECT no_existe", {}); }), "ErrorBase 42703");
}

BOOST_AUTO_TEST_CASE(a_declared_read_is_prepared_once_and_works_again_after_its_error) {
    auto s = nueva();
    Variante v;
    for (auto const* sql : {"SELECT $1::int", "SELECT 10 / $1::int", "SELECT 'c' || $1"})
        v.sentencias.push_back({"con_nombre", sql, {"id"}, {id}});
    std::vector<ValorSql> valores(primera_de_filtro);
    auto const leidas = [&](char const* n) {
        valores[id] = n;
        std::size_t cuantas = 0;
        leer_en_unidad(s, uno, [&](Lectura&) { cuantas = s.leer(v, valores).size(); });
        return cuantas;
    };
    BOOST_CHECK_EQUAL(leidas("5"), 3U);
    int const base = preparadas(s);
    BOOST_CHECK_EQUAL(error_de([&] { leidas("0"); }), "ErrorBase 22012");
    BOOST_CHECK_EQUAL(leidas("2"), 3U);
    BOOST_CHECK_EQUAL(preparadas(s), base);
    v.sentencias[1].sql = "SELECT no_existe + $1::int";
    BOOST_CHECK_EQUAL(error_de([&] { leidas("2"); }), "ErrorBase 42703");
    v.sentencias[1].sql = "SELECT pg_terminate_backend(pg_backend_pid()) FROM generate_series(1, $1::int)";
    BOOST_CHECK_EQUAL(error_de([&] { leidas("1"); }), "NO_DISPONIBLE reintentar 1");
    v.sentencias[1].sql = "SELECT 10 / $1::int";
    BOOST_CHECK_EQUAL(leidas("2"), 3U);
}

// After a lost connection a unit of work that went on would see no rows, or change them outside of any transaction.
BOOST_AUTO_TEST_CASE(a_unit_does_not_go_on_on_another_connection) {
    auto s = nueva();
    std::string primera, segunda;
    auto const resultado = error_de([&] {
        escribir(s, [&](Escritura& db) {
            primera = error_de([&] { db.consultar("SELECT pg_terminate_backend(pg_backend_pid())"); });
            segunda = error_de([&] { db.consultar("SELECT 1 AS n"); });
        });
    });
    BOOST_CHECK_EQUAL(primera, "ErrorBase 57P01");
    BOOST_CHECK_EQUAL(segunda, "ErrorBase ");
    BOOST_CHECK_EQUAL(resultado, "NO_DISPONIBLE");
    escribir(s, [](Escritura& db) { BOOST_CHECK_EQUAL(db.consultar("SELECT 1 AS n").filas.size(), 1U); });
}

// A COMMIT beyond its time limit is cancelled and may commit all the same: the cancel request can come too late, or hit
// the next statement of the session. The caller never gets a success, and the session is not used again.
BOOST_AUTO_TEST_CASE(a_commit_that_was_cancelled_is_no_yes) {
    Base::la().ejecutar(R"(
        CREATE FUNCTION terca() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM pg_sleep(60);  -- in COMMIT, where statement_timeout does not hold
            RETURN NULL;
        EXCEPTION WHEN query_canceled THEN
            RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER terca AFTER UPDATE ON cuenta DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION terca();)");
    Session s({Base::la().app(), 1, false});
    auto const proceso = [&] { return s.consultar("SELECT pg_backend_pid()", {}).filas.at(0).at(0).value(); };
    auto const antes = proceso();
    auto const suma = [&] {
        return error_de([&] { escribir(s, [](Escritura& db) { db.consultar(sumar, {{"id", "20"}, {"n", "1"}}); }); });
    };
    BOOST_CHECK_EQUAL(suma(), "NO_DISPONIBLE");  // without "reintentar": a repeat could do it twice
    BOOST_CHECK_EQUAL(saldo(20), "101.00");      // the effect was committed
    BOOST_CHECK(proceso() != antes);
    Base::la().ejecutar("DROP TRIGGER terca ON cuenta");
    BOOST_CHECK_EQUAL(suma(), "bien");
}

// A suspended virtual machine resumes: PostgreSQL has ended its open transaction.
BOOST_AUTO_TEST_CASE(a_unit_that_stood_still_too_long_may_be_repeated) {
    auto s = nueva();
    auto const resultado = error_de([&] {
        escribir(s, [&](Escritura& db) {
            auto const pid = *db.consultar(
                                    "SELECT pg_backend_pid() AS pid, "
                                    "set_config('idle_in_transaction_session_timeout', '1ms', true) AS n")
                                  .filas[0][0];
            while (Base::la().valor("SELECT count(*) FROM pg_stat_activity WHERE pid = " + pid) != "0")
                std::this_thread::yield();
            db.consultar("SELECT 1 AS n");
        });
    });
    BOOST_CHECK_EQUAL(resultado, "NO_DISPONIBLE reintentar 1");
    escribir(s, [](Escritura& db) { BOOST_CHECK_EQUAL(db.consultar("SELECT 1 AS n").filas.size(), 1U); });
}

BOOST_AUTO_TEST_CASE(a_statement_over_many_rows_is_planned_each_time) {
    auto s = nueva();
    escribir(s, [](Escritura&) {});  // a unit prepares its BEGIN
    int const antes = preparadas(s);
    std::string const sumados = std::string(se_planea_cada_vez) + " SELECT :n::int + :n::int AS dos";
    escribir(s, [&](Escritura& db) {
        for (auto const* n : {"1", "2"}) {
            db.encolar(sumados, {{"n", "0"}});
            BOOST_CHECK_EQUAL(db.consultar(sumados, {{"n", n}}).filas.at(0).at(0).value(),
                              n == std::string("1") ? "2" : "4");
        }
    });
    BOOST_CHECK_EQUAL(preparadas(s), antes);
}

// PostgreSQL would keep a plan for any values after five runs.
BOOST_AUTO_TEST_CASE(a_read_is_planned_for_its_values_and_a_write_for_any) {
    for (bool const lee : {true, false}) {
        Session s({Base::la().app(), 10, lee});
        for (int i = 0; i < 8; ++i) s.consultar("SELECT :n::int AS n", {{"n", std::to_string(i)}});
        auto const planes = s.consultar(
            "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE 'SELECT $1::int AS "
            "n%'",
            {});
        BOOST_CHECK_EQUAL(planes.filas.at(0).at(0).value(), lee ? "8" : "0");
        BOOST_CHECK_EQUAL(planes.filas.at(0).at(1).value(), lee ? "0" : "8");
    }
}

BOOST_AUTO_TEST_CASE(rows_become_members_by_name) {
    auto s = nueva();
    leer_en_unidad(s, uno, [](Lectura& db) {
        auto const f = db.uno<FilaPrueba>("SELECT 7::bigint AS id, 'ñ' AS nombre, NULL::text AS notas, true AS activo");
        BOOST_REQUIRE(f);
        BOOST_CHECK_EQUAL(f->id.valor(), 7);
        BOOST_CHECK_EQUAL(f->nombre.value().valor(), "ñ");
        BOOST_CHECK(f->notas.vacio());
        BOOST_CHECK(f->activo.valor());
        BOOST_CHECK(!db.uno<FilaPrueba>(
            "SELECT 7::bigint AS id, NULL::text AS nombre, '' AS notas, false AS activo WHERE false"));
        BOOST_CHECK_EQUAL(db.lista<FilaPrueba>("SELECT n AS id, NULL::text AS nombre, '' AS notas, false AS activo "
                                               "FROM generate_series(1::bigint, 3) n")
                              .size(),
                          3U);
    });
    for (auto const* sql : {"SELECT 7::bigint AS id, 'x' AS nombre, '' AS notas",
                            "SELECT 7::bigint AS otro, 'x' AS nombre, '' AS notas, true AS activo"})
        BOOST_CHECK_THROW(leer_en_unidad(s, uno, [&](Lectura& db) { db.uno<FilaPrueba>(sql); }), std::logic_error);
}

BOOST_AUTO_TEST_CASE(one_operation_is_one_transaction) {
    auto s = nueva();
    escribir(s, [](Escritura& db) {
        db.consultar(sumar, {{"id", "1"}, {"n", "5"}});
        db.consultar(sumar, {{"id", "2"}, {"n", "-5"}});
    });
    BOOST_CHECK_EQUAL(saldo(1) + " " + saldo(2), "105.00 95.00");
    // after any exception nothing is stored
    BOOST_CHECK_EQUAL(error_de([&] {
                          escribir(s, [](Escritura& db) {
                              db.consultar(sumar, {{"id", "1"}, {"n", "1"}});
                              throw Problema(codigo::estado_invalido, "no");
                          });
                      }),
                      "ESTADO_INVALIDO");
    BOOST_CHECK_THROW(escribir(s,
                               [](Escritura& db) {
                                   db.consultar(sumar, {{"id", "1"}, {"n", "1"}});
                                   throw std::runtime_error("nuestro");
                               }),
                      std::runtime_error);
    BOOST_CHECK_EQUAL(saldo(1), "105.00");
    escribir(s, [](Escritura& db) { db.consultar(sumar, {{"id", "1"}, {"n", "-5"}}); });  // the session still works
    BOOST_CHECK_EQUAL(saldo(1), "100.00");
}

BOOST_AUTO_TEST_CASE(a_read_cannot_write_and_sees_one_snapshot) {
    auto s = nueva();
    BOOST_CHECK_EQUAL(error_de([&] {
                          leer_en_unidad(s, uno, [](Lectura& db) { db.consultar(sumar, {{"id", "1"}, {"n", "1"}}); });
                      }),
                      "ErrorBase 25006");
    leer_en_unidad(s, uno, [](Lectura& db) {
        constexpr std::string_view leer =
            "SELECT saldo FROM cuenta WHERE organizacion_id = :organizacionId::bigint AND id = 3";
        auto const antes = db.consultar(leer).filas[0][0];
        Base::la().ejecutar("UPDATE cuenta SET saldo = saldo + 1 WHERE id = 3");
        BOOST_CHECK(db.consultar(leer).filas[0][0] == antes);
    });
}

BOOST_AUTO_TEST_CASE(constraints_name_their_field) {
    auto s = nueva();
    auto const insertar = [&](std::string const& valores) {
        return error_de([&] {
            escribir(s, [&](Escritura& db) {
                db.consultar("INSERT INTO cuenta VALUES (:organizacionId::bigint, " + valores + ")");
            });
        });
    };
    BOOST_CHECK_EQUAL(insertar("100, 0, 'C1', NULL"), "VALIDACION clave DUPLICADO");
    BOOST_CHECK_EQUAL(insertar("100, 0, 'nueva', 555"), "VALIDACION padreId NO_EXISTE");
    BOOST_CHECK_EQUAL(insertar("100, -1, 'nueva', NULL"), "VALIDACION saldo RANGO");
    // a duplicate primary key is no fault of the caller
    BOOST_CHECK_EQUAL(insertar("1, 0, 'nueva', NULL"), "ErrorBase 23505");
    BOOST_CHECK_EQUAL(insertar("101, NULL, 'x', NULL"), "ErrorBase 23502");  // NOT NULL: our own bug
    // a value cannot imitate the name of a constraint
    BOOST_CHECK_EQUAL(insertar("102, -1, 'constraint \"uq_x__otro\"', NULL"), "VALIDACION saldo RANGO");
    BOOST_CHECK_EQUAL(insertar("103, 0, 'buena', NULL"), "bien");
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT count(*) FROM cuenta WHERE id >= 100"), "1");
}

BOOST_AUTO_TEST_CASE(a_real_deadlock_is_retried_and_nobody_sees_it) {
    std::atomic<int> veces{0};
    std::barrier ambos(2);
    auto const cruzar = [&](char const* primera, char const* segunda) {
        auto s = nueva();
        bool espera = true;
        escribir(s, [&](Escritura& db) {
            ++veces;
            db.consultar(sumar, {{"id", primera}, {"n", "1"}});
            if (std::exchange(espera, false)) ambos.arrive_and_wait();
            db.consultar(sumar, {{"id", segunda}, {"n", "1"}});
        });
    };
    std::thread otro([&] { cruzar("5", "4"); });
    cruzar("4", "5");
    otro.join();
    BOOST_CHECK_EQUAL(saldo(4) + " " + saldo(5), "102.00 102.00");
    BOOST_CHECK_GE(veces.load(), 3);  // one of the two ran again
}

BOOST_AUTO_TEST_CASE(retries_end) {
    auto s = nueva();
    int veces = 0;
    auto const resultado = error_de([&] {
        escribir(s, [&](Escritura& db) {
            ++veces;
            db.consultar("DO $$ BEGIN RAISE serialization_failure; END $$");
        });
    });
    BOOST_CHECK_EQUAL(resultado, "NO_DISPONIBLE reintentar 1");
    BOOST_CHECK_EQUAL(veces, 3);
    veces = 0;
    escribir(s, [&](Escritura& db) {
        if (++veces < 3) db.consultar("DO $$ BEGIN RAISE serialization_failure; END $$");
    });
    BOOST_CHECK_EQUAL(veces, 3);
    // A read cancelled on a replica goes to the primary: it is not repeated on the replica.
    Session replica({.conninfo = Base::la().app(), .segundos = 10, .solo_lectura = true, .replica = true});
    veces = 0;
    BOOST_CHECK_EQUAL(error_de([&] {
                          leer_en_unidad(replica, uno, [&](Lectura& db) {
                              ++veces;
                              db.consultar("DO $$ BEGIN RAISE serialization_failure; END $$");
                          });
                      }),
                      "NO_DISPONIBLE reintentar 1");
    BOOST_CHECK_EQUAL(veces, 1);
}

BOOST_AUTO_TEST_CASE(timeouts_are_not_our_fault_to_tell_as_500) {
    Session s({Base::la().app(), 1, false});
    BOOST_CHECK_EQUAL(error_de([&] { escribir(s, [](Escritura& db) { db.consultar("SELECT pg_sleep(5)"); }); }),
                      "NO_DISPONIBLE reintentar 1");
    BOOST_CHECK_THROW(ErrorBase("57014", "", "").traducir(), TiempoAgotado);
    BOOST_CHECK_THROW(ErrorBase("55P03", "", "").traducir(), Problema);
    BOOST_CHECK_EQUAL(error_de([&] { escribir(s, [](Escritura& db) { db.consultar("SELECT 1"); }); }), "bien");
}

// SQLSTATEs of a disk that fails or is full.
BOOST_AUTO_TEST_CASE(what_the_database_stands_on_is_not_our_fault_either) {
    auto s = nueva();
    for (std::string estado : {"58030", "58000", "53100"}) {
        auto const sql = "DO $$ BEGIN RAISE SQLSTATE '" + estado + "'; END $$";
        BOOST_CHECK_EQUAL(error_de([&] { escribir(s, [&](Escritura& db) { db.consultar(sql); }); }),
                          "NO_DISPONIBLE reintentar 1");
    }
    BOOST_CHECK_EQUAL(error_de([&] { escribir(s, [](Escritura& db) { db.consultar("SELECT 1"); }); }), "bien");
}

BOOST_AUTO_TEST_CASE(a_changed_table_renews_the_session_once) {
    auto s = nueva();
    auto const columnas = [&] {
        std::size_t n = 0;
        leer_en_unidad(s, uno, [&](Lectura& db) {
            n = db.consultar("SELECT * FROM cuenta WHERE id = 1 AND organizacion_id = 1").columnas.size();
        });
        return n;
    };
    BOOST_CHECK_EQUAL(columnas(), 5U);
    Base::la().ejecutar("ALTER TABLE cuenta ADD COLUMN extra text");
    BOOST_CHECK_EQUAL(columnas(), 6U);
    Base::la().ejecutar("ALTER TABLE cuenta DROP COLUMN extra");
    BOOST_CHECK_EQUAL(columnas(), 5U);
}

// The server may restart between two requests: the next request must succeed.
BOOST_AUTO_TEST_CASE(a_session_that_died_at_rest_is_replaced) {
    auto s = nueva();
    auto const sumar_una = [&] {
        return error_de([&] { escribir(s, [](Escritura& db) { db.consultar(sumar, {{"id", "6"}, {"n", "1"}}); }); });
    };
    BOOST_CHECK_EQUAL(sumar_una(), "bien");
    BOOST_CHECK_GE(Base::la().terminar_conexiones(), 1);
    BOOST_CHECK_EQUAL(sumar_una(), "bien");
    BOOST_CHECK_EQUAL(saldo(6), "102.00");
    Base::la().terminar_conexiones();
    BOOST_CHECK_EQUAL(error_de([&] { leer_en_unidad(s, uno, [](Lectura& db) { db.consultar("SELECT 1"); }); }), "bien");
    Base::la().terminar_conexiones();
    BOOST_CHECK_EQUAL(error_de([&] { acceder(s, [](Acceso& db) { db.consultar<uno_solo>(); }); }), "bien");

    Cortable cortada;
    cortada.cortar();
    BOOST_CHECK_EQUAL(error_de([&] { escribir(cortada.sesion, [](Escritura& db) { db.consultar("SELECT 1"); }); }),
                      "bien");
}

BOOST_AUTO_TEST_CASE(a_connection_lost_midway_is_503_and_heals) {
    auto s = nueva();
    int veces = 0;
    auto const resultado = error_de([&] {
        escribir(s, [&](Escritura& db) {
            ++veces;
            db.consultar(sumar, {{"id", "7"}, {"n", "1"}});
            Base::la().terminar_conexiones();
            db.consultar(sumar, {{"id", "7"}, {"n", "1"}});
        });
    });
    BOOST_CHECK_EQUAL(resultado, "NO_DISPONIBLE reintentar 1");
    BOOST_CHECK_EQUAL(veces, 1);  // the outcome is unknown, so the program does not repeat it
    BOOST_CHECK_EQUAL(saldo(7), "100.00");
    BOOST_CHECK_EQUAL(
        error_de([&] { escribir(s, [](Escritura& db) {
                           db.consultar(sumar, {{"id", "7"}, {"n", "1"}});
                       }); }), "bien");
    BOOST_CHECK_EQUAL(saldo(7), "101.00");

    // cut without notice: there is no SQLSTATE
    Cortable cortada;
    BOOST_CHECK_EQUAL(error_de([&] {
                          escribir(cortada.sesion, [&](Escritura& db) {
                              db.consultar(sumar, {{"id", "7"}, {"n", "1"}});
                              cortada.cortar();
                              db.consultar(sumar, {{"id", "7"}, {"n", "1"}});
                          });
                      }),
                      "NO_DISPONIBLE reintentar 1");
    BOOST_CHECK_EQUAL(error_de([&] { escribir(cortada.sesion, [](Escritura& db) { db.consultar("SELECT 1"); }); }),
                      "bien");
    // cut before COMMIT was sent: nothing was stored, and the caller may repeat
    Cortable antes;
    BOOST_CHECK_EQUAL(error_de([&] {
                          escribir(antes.sesion, [&](Escritura& db) {
                              db.encolar(sumar, {{"id", "7"}, {"n", "1"}});
                              antes.cortar();
                          });
                      }),
                      "NO_DISPONIBLE reintentar 1");
    // cut exactly at COMMIT
    Cortable otra;
    BOOST_CHECK_EQUAL(error_de([&] {
                          escribir(otra.sesion, [&](Escritura& db) {
                              db.consultar(sumar, {{"id", "7"}, {"n", "1"}});
                              otra.cortar();
                          });
                      }),
                      "NO_DISPONIBLE");  // without "reintentar": the outcome is unknown
}

BOOST_AUTO_TEST_CASE(a_failed_statement_leaves_no_value_behind) {
    auto s = nueva();
    static constexpr std::string_view dividir = "SELECT :texto::text AS texto, 1 / :n::integer AS n";
    BOOST_CHECK_EQUAL(error_de([&] {
                          escribir(s, [](Escritura& db) { db.consultar(dividir, {{"texto", "secreto"}, {"n", "0"}}); });
                      }),
                      "ErrorBase 22012");
    escribir(s, [](Escritura& db) {
        auto const filas = db.consultar(dividir, {{"texto", std::nullopt}, {"n", "1"}});
        BOOST_CHECK(!filas.filas.at(0).at(0));
    });
}

BOOST_AUTO_TEST_CASE(nobody_there_is_503) {
    Session s({"host=/nonexistent dbname=x user=y", 10, false});
    BOOST_CHECK_EQUAL(error_de([&] { escribir(s, [](Escritura&) {}); }), "NO_DISPONIBLE reintentar 1");
    BOOST_CHECK_EQUAL(error_de([&] { acceder(s, [](Acceso& db) { db.consultar<uno_solo>(); }); }),
                      "NO_DISPONIBLE reintentar 1");
}

// A call that fails before its tenant is known has no transaction: a ROLLBACK would make PostgreSQL log a warning.
BOOST_AUTO_TEST_CASE(nothing_is_undone_where_nothing_was_begun) {
    auto s = nueva();
    auto const proceso = s.consultar("SELECT pg_backend_pid()", {}).filas[0][0];
    BOOST_CHECK_EQUAL(error_de([&] {
                          acceder(s, [](Acceso& db) {
                              db.consultar<uno_solo>();
                              throw Problema(codigo::no_autenticado);
                          });
                      }),
                      "NO_AUTENTICADO");
    auto otra = nueva();
    BOOST_CHECK_EQUAL(
        otra.consultar("SELECT query FROM pg_stat_activity WHERE pid = :proceso::integer", {{"proceso", proceso}})
            .filas[0][0]
            .value_or(""),
        "SELECT 1");
}

// An error swallowed by a handler leaves the transaction aborted: COMMIT would silently roll back.
BOOST_AUTO_TEST_CASE(a_swallowed_error_is_not_a_success) {
    auto s = nueva();
    BOOST_CHECK_THROW(escribir(s,
                               [&](Escritura& db) {
                                   db.consultar(sumar, {{"id", "8"}, {"n", "1"}});
                                   try {
                                       db.consultar("SELECT 1 / 0");
                                   } catch (ErrorBase const&) {
                                   }
                               }),
                      std::logic_error);
    BOOST_CHECK_EQUAL(saldo(8), "100.00");
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
