// Many requests on few connections: each gets its own rows, whatever happens to the others.
#include "persistence/fast_lane.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <map>

#include "persistence/error_base.hpp"
#include "tests/persistence/base_prueba.hpp"
#include "tests/persistence/lectura_prueba.hpp"

namespace gestor {
struct NumeroPrueba {
    Id id;
    Texto<200> nombre;
};
DTO(NumeroPrueba, id, nombre)
}  // namespace gestor

BOOST_AUTO_TEST_SUITE(fast_lane_test)

using namespace gestor;
using namespace gestor::prueba;
namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

struct Tablas : ConBase<0> {
    Tablas() {
        base.ejecutar(R"(
            CREATE TABLE numero (organizacion_id bigint, id bigint, nombre text, PRIMARY KEY (organizacion_id, id));
            INSERT INTO numero SELECT o, n, o || ':' || n || repeat('x', n::int % 150) FROM generate_series(1, 3) o, generate_series(1::bigint, 500) n;
            ALTER TABLE numero ENABLE ROW LEVEL SECURITY;
            CREATE POLICY p ON numero USING (organizacion_id = nullif(current_setting('gestor.organizacion', true), '')::bigint);
            CREATE FUNCTION lento(segundos text) RETURNS boolean LANGUAGE sql AS 'SELECT pg_sleep(segundos::float) IS NOT NULL';
            GRANT SELECT ON numero TO gestor_app)");
    }
};

constexpr Orden por_id[] = {{"n.id", "bigint"}};
// The query has no tenant condition: tenants are kept apart only by the setting that the lane sends to the session with
// each request.
LecturaCompilada const por_numero(
    lectura<NumeroPrueba>({.columnas = "n.id, n.nombre", .desde = "numero n", .base = "true", .orden = por_id}),
    "numero");
LecturaCompilada const dividido(lectura<NumeroPrueba>({.columnas = "n.id, n.nombre",
                                                       .desde = "numero n",
                                                       .base = "1 / (:id::bigint - 13) IS NOT NULL",
                                                       .orden = por_id}),
                                "dividido");
LecturaCompilada const dormido(lectura<NumeroPrueba>({.columnas = "n.id, n.nombre",
                                                      .desde = "numero n",
                                                      .base = "lento(:urlBase)",
                                                      .orden = por_id}),
                               "dormido");

// Statements are prepared on the connection that reads them.
LecturaCompilada const preparadas(
    lectura<NumeroPrueba>({.columnas = "n.id, n.nombre",
                           .desde = "(SELECT 1::bigint AS id, string_agg(name, ' ' ORDER BY name) AS nombre "
                                    "FROM pg_prepared_statements WHERE name NOT LIKE 'preparadas%') n",
                           .base = "true",
                           .orden = por_id}),
    "preparadas");
LecturaCompilada const sin_tabla(
    lectura<NumeroPrueba>({.columnas = "n.id, n.nombre", .desde = "todavia_no n", .base = "true", .orden = por_id}),
    "sin_tabla");

struct Carril {
    asio::io_context io;
    FastLane lane;
    explicit Carril(unsigned conexiones = 2, unsigned cola = 5000, std::string conninfo = Base::la().app(),
                    unsigned por_organizacion = 8)
        : lane(io, {std::move(conninfo), conexiones, cola, 5, {}, por_organizacion}) {}
    template <class F>
    bool correr_hasta(F listo, std::chrono::milliseconds plazo = 20s) {
        auto const fin = std::chrono::steady_clock::now() + plazo;
        while (!listo()) {
            if (std::chrono::steady_clock::now() > fin) return false;
            io.restart();
            io.run_for(2ms);
        }
        return true;
    }
    void conectar(unsigned n = 2) {
        BOOST_REQUIRE(correr_hasta([&] { return lane.stats().vivas == n; }));
    }
};

struct Cuenta {
    std::map<std::string, int> resultados;
    int hechas = 0;
};

std::string esperado(std::int64_t org, std::int64_t id_registro) {
    return "{\"id\":" + std::to_string(id_registro) + ",\"nombre\":\"" + std::to_string(org) + ":" +
           std::to_string(id_registro) + std::string(static_cast<std::size_t>(id_registro % 150), 'x') + "\"}";
}

Task<void> pedir(FastLane& lane, LecturaCompilada const& lectura, std::int64_t org, std::int64_t id_registro,
                 Cuenta& cuenta, std::string segundos = "0") {
    std::string resultado;
    try {
        auto s = lectura.solicitar([](std::string_view) { return std::nullopt; }, id_registro);
        s.valores[organizacionId] = std::to_string(org);
        s.valores[urlBase] = segundos;
        Variante temporal;
        auto const& v = lectura.variante(s, temporal);
        auto const r = co_await lane.ejecutar(v, s.valores);
        std::string cuerpo;
        Paginacion p;
        bool const hay = lectura.json(v, s, r, cuerpo, p);
        resultado = !hay ? "nada" : cuerpo == esperado(org, id_registro) ? "bien" : "OTRO: " + cuerpo;
    } catch (Problema const& p) {
        resultado = std::string(p.codigo()) + (p.segundos() > 0 ? " reintentar" : "");
    } catch (ErrorBase const& e) {
        resultado = "ErrorBase " + e.sqlstate();
    }
    ++cuenta.resultados[resultado];
    ++cuenta.hechas;
}

std::string texto(Cuenta const& c) {
    std::string t;
    for (auto const& [r, n] : c.resultados) t += (t.empty() ? "" : ", ") + std::to_string(n) + " " + r;
    return t;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

BOOST_AUTO_TEST_CASE(right_rows_to_right_requests) {
    Carril c;
    c.conectar();
    Cuenta cuenta;
    for (int i = 0; i < 3000; ++i)
        asio::co_spawn(c.io, pedir(c.lane, por_numero, 1 + i % 3, 1 + i * 7 % 500, cuenta), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 3000; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "3000 bien");
    BOOST_CHECK_EQUAL(c.lane.stats().atendidas.load(), 3000U);
    BOOST_CHECK_EQUAL(c.lane.stats().en_vuelo.load(), 0U);
}

BOOST_AUTO_TEST_CASE(the_tenant_of_one_request_does_not_outlive_it) {
    Carril c(1);
    c.conectar(1);
    Cuenta cuenta;
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 5, cuenta), asio::detached);
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 77, 5, cuenta), asio::detached);  // a tenant without rows
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 2, 5, cuenta), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 3; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "2 bien, 1 nada");
}

BOOST_AUTO_TEST_CASE(an_error_of_one_does_not_harm_its_neighbours) {
    Carril c(1);
    c.conectar(1);
    Cuenta cuenta;
    for (int i = 0; i < 600; ++i) {
        bool const falla = i % 3 == 1;
        asio::co_spawn(c.io, pedir(c.lane, falla ? dividido : por_numero, 1, falla ? 13 : 1 + i % 500, cuenta),
                       asio::detached);
    }
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 600; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "200 ErrorBase 22012, 400 bien");
    BOOST_CHECK_EQUAL(c.lane.stats().reconexiones.load(), 0U);
}

namespace {

Task<void> leer_preparadas(FastLane& lane, std::string& cuerpo) {
    auto s = preparadas.solicitar([](std::string_view) { return std::nullopt; }, 1);
    s.valores[organizacionId] = "1";
    Variante temporal;
    auto const& v = preparadas.variante(s, temporal);
    auto const r = co_await lane.ejecutar(v, s.valores);
    Paginacion p;
    preparadas.json(v, s, r, cuerpo, p);
}

std::string preparadas_de(Carril& c) {
    std::string cuerpo;
    asio::co_spawn(c.io, leer_preparadas(c.lane, cuerpo), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return !cuerpo.empty(); }));
    return cuerpo;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_statement_is_prepared_with_its_first_use) {
    Carril c(1);
    c.conectar(1);
    BOOST_CHECK_EQUAL(preparadas_de(c), "{\"id\":1,\"nombre\":\"inquilino\"}");
    Cuenta cuenta;
    for (int i = 1; i <= 20; ++i) asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, i, cuenta), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 20; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "20 bien");
    BOOST_CHECK_EQUAL(preparadas_de(c), "{\"id\":1,\"nombre\":\"inquilino numero_p_0\"}");
}

// A statement that cannot be prepared is reported, does not affect other requests, and is tried again by the next
// request that needs it.
BOOST_AUTO_TEST_CASE(a_statement_that_cannot_be_prepared) {
    Carril c(1);
    c.conectar(1);
    Cuenta cuenta;
    asio::co_spawn(c.io, pedir(c.lane, sin_tabla, 1, 5, cuenta), asio::detached);
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 5, cuenta), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 2; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "1 ErrorBase 42P01, 1 bien");
    Base::la().ejecutar(
        "CREATE VIEW todavia_no AS SELECT * FROM numero WHERE organizacion_id = 1; GRANT SELECT ON todavia_no TO "
        "gestor_app");
    Cuenta despues;
    asio::co_spawn(c.io, pedir(c.lane, sin_tabla, 1, 5, despues), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return despues.hechas == 1; }));
    BOOST_CHECK_EQUAL(texto(despues), "1 bien");
    BOOST_CHECK_EQUAL(c.lane.stats().reconexiones.load(), 0U);
    Base::la().ejecutar("DROP VIEW todavia_no");
}

BOOST_AUTO_TEST_CASE(the_queue_is_bounded) {
    Carril c(1, 10);
    c.conectar(1);
    Cuenta cuenta;
    for (int i = 0; i < 25; ++i) asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 1 + i, cuenta), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 25; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "15 NO_DISPONIBLE reintentar, 10 bien");
    BOOST_CHECK_EQUAL(c.lane.stats().rechazadas.load(), 15U);
}

// Number of slow reads of a noisy organization that were answered before one read of a quiet organization sent after
// them.
int antes_que_la_callada(unsigned por_organizacion) {
    Carril c(1, 5000, Base::la().app(), por_organizacion);
    c.conectar(1);
    Cuenta ruidosa, callada;
    for (std::int64_t org : {1, 2}) asio::co_spawn(c.io, pedir(c.lane, por_numero, org, 5, callada), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return callada.hechas == 2; }));  // the lane has seen both organizations
    for (int i = 0; i < 50; ++i)
        asio::co_spawn(c.io, pedir(c.lane, dormido, 1, 1 + i, ruidosa, "0.005"), asio::detached);
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 2, 6, callada), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return callada.hechas == 3; }));
    int const antes = ruidosa.hechas;
    BOOST_REQUIRE(c.correr_hasta([&] { return ruidosa.hechas == 50; }));
    BOOST_CHECK_EQUAL(texto(ruidosa), "50 bien");
    BOOST_CHECK_EQUAL(texto(callada), "3 bien");
    return antes;
}

BOOST_AUTO_TEST_CASE(whoever_asks_much_waits_for_itself) {
    // reads already sent to PostgreSQL, and the reads that it answers meanwhile
    BOOST_CHECK_LE(antes_que_la_callada(2), 4);
    BOOST_CHECK_EQUAL(antes_que_la_callada(1000), 50);  // control: all 50 are answered first
}

BOOST_AUTO_TEST_CASE(one_organization_has_half_of_the_room_beside_another) {
    Carril c(1, 10);
    c.conectar(1);
    Cuenta una, otra;
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 2, 5, otra), asio::detached);
    for (int i = 0; i < 25; ++i) asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 1 + i, una), asio::detached);
    for (int i = 0; i < 3; ++i) asio::co_spawn(c.io, pedir(c.lane, por_numero, 2, 1 + i, otra), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return una.hechas == 25 && otra.hechas == 4; }));
    BOOST_CHECK_EQUAL(texto(una), "20 NO_DISPONIBLE reintentar, 5 bien");
    BOOST_CHECK_EQUAL(texto(otra), "4 bien");
}

BOOST_AUTO_TEST_CASE(a_slow_statement_ends_and_the_lane_goes_on) {
    Carril c(1);
    c.conectar(1);
    Cuenta cuenta;
    asio::co_spawn(c.io, pedir(c.lane, dormido, 1, 5, cuenta, "30"), asio::detached);
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 6, cuenta), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 2; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "1 ErrorBase 57014, 1 bien");
}

BOOST_AUTO_TEST_CASE(a_lane_connection_that_dies_at_rest_heals) {
    Carril c(2);
    c.conectar(2);
    BOOST_CHECK_EQUAL(Base::la().terminar_conexiones(), 2);
    BOOST_REQUIRE(c.correr_hasta([&] { return c.lane.stats().reconexiones == 2; }));
    c.conectar(2);
    Cuenta cuenta;
    for (int i = 0; i < 100; ++i) asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 1 + i, cuenta), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 100; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "100 bien");
}

// A lane connection dies with requests in flight. With another connection alive they are repeated there; without one
// they get 503, and the lane recovers.
BOOST_AUTO_TEST_CASE(a_lane_connection_that_dies_in_flight) {
    Carril c(2);
    c.conectar(2);
    Cuenta cuenta;
    asio::co_spawn(c.io, pedir(c.lane, dormido, 1, 5, cuenta, "0.5"), asio::detached);
    for (int i = 0; i < 200; ++i) asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 1 + i, cuenta), asio::detached);
    c.io.run_for(100ms);
    BOOST_CHECK(cuenta.hechas < 201);
    // ends only the connection that sleeps
    BOOST_CHECK_EQUAL(
        Base::la().valor(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE usename = 'gestor_app' AND "
            "application_name = current_database() AND wait_event = 'PgSleep'"),
        "1");
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 201; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "201 bien");
    BOOST_CHECK_EQUAL(c.lane.stats().en_vuelo.load(), 0U);
    c.conectar(2);

    Carril sola(1);
    sola.conectar(1);
    Cuenta otra;
    asio::co_spawn(sola.io, pedir(sola.lane, dormido, 1, 5, otra, "30"), asio::detached);
    for (int i = 0; i < 50; ++i) asio::co_spawn(sola.io, pedir(sola.lane, por_numero, 1, 1 + i, otra), asio::detached);
    sola.io.run_for(50ms);
    Base::la().terminar_conexiones();
    BOOST_REQUIRE(sola.correr_hasta([&] { return otra.hechas == 51; }));
    BOOST_CHECK_EQUAL(texto(otra), "51 NO_DISPONIBLE reintentar");
    sola.conectar(1);
    Cuenta despues;
    asio::co_spawn(sola.io, pedir(sola.lane, por_numero, 1, 5, despues), asio::detached);
    BOOST_REQUIRE(sola.correr_hasta([&] { return despues.hechas == 1; }));
    BOOST_CHECK_EQUAL(texto(despues), "1 bien");
}

// A PostgreSQL that stops answering without an error (a frozen host, a cut network): statement_timeout does not help,
// because PostgreSQL itself enforces it. The request is given up and the lane reports that it is down.
BOOST_AUTO_TEST_CASE(a_lane_connection_that_freezes) {
    Carril c(1);
    c.conectar(1);
    auto const pid =
        std::stoi(Base::la().valor("SELECT min(pid) FROM pg_stat_activity WHERE usename = 'gestor_app' AND "
                                   "application_name = current_database()"));
    BOOST_REQUIRE_EQUAL(kill(pid, SIGSTOP), 0);
    Cuenta cuenta;
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 5, cuenta), asio::detached);
    // The given-up request is repeated on the new connection, which other processes of PostgreSQL still accept.
    bool const contestada = c.correr_hasta([&] { return cuenta.hechas == 1; }, 60s);
    auto const perdidas = c.lane.stats().reconexiones.load();
    kill(pid, SIGCONT);
    BOOST_REQUIRE(contestada);
    BOOST_CHECK_EQUAL(perdidas, 1U);
    c.conectar(1);
    Cuenta despues;
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 5, despues), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return despues.hechas == 1; }));
    BOOST_CHECK_EQUAL(texto(despues), "1 bien");
}

// Connections killed again and again under load: each request gets a right answer or 503, and the counters stay exact.
BOOST_AUTO_TEST_CASE(killed_again_and_again) {
    Carril c(2);
    c.conectar(2);
    Cuenta cuenta;
    int pedidas = 0;
    for (int vuelta = 0; vuelta < 15; ++vuelta) {
        for (int i = 0; i < 400; ++i, ++pedidas)
            asio::co_spawn(c.io, pedir(c.lane, por_numero, 1 + i % 3, 1 + i % 500, cuenta), asio::detached);
        c.io.restart();
        c.io.run_for(std::chrono::milliseconds(vuelta % 5));
        Base::la().terminar_conexiones();
        c.io.restart();
        c.io.run_for(20ms);
    }
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == pedidas; }));
    for (auto const& [r, n] : cuenta.resultados)
        BOOST_CHECK_MESSAGE(r == "bien" || r == "NO_DISPONIBLE reintentar", n << " " << r);
    BOOST_CHECK_EQUAL(c.lane.stats().en_vuelo.load(), 0U);
    BOOST_TEST_MESSAGE(texto(cuenta));
    c.conectar(2);
}

BOOST_AUTO_TEST_CASE(nobody_there) {
    Carril c(2, 100, "host=/nonexistent dbname=x user=y");
    c.io.run_for(100ms);
    BOOST_CHECK(!c.lane.viva());
    Cuenta cuenta;
    asio::co_spawn(c.io, pedir(c.lane, por_numero, 1, 5, cuenta), asio::detached);
    BOOST_REQUIRE(c.correr_hasta([&] { return cuenta.hechas == 1; }));
    BOOST_CHECK_EQUAL(texto(cuenta), "1 NO_DISPONIBLE reintentar");
}

// The lane closes while it connects, many times: a late callback finds no owner and does no harm.
BOOST_AUTO_TEST_CASE(closed_while_connecting) {
    for (int i = 0; i < 40; ++i) {
        Carril c(3);
        c.io.run_for(std::chrono::milliseconds(i % 4));
    }
    Carril c;
    c.conectar();
    c.lane.cerrar();
    BOOST_CHECK(!c.lane.viva());
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
