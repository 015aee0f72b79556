// Jobs of kinds declared by the test, on the real table: order within a key, threads of a kind, waits, deadlines.
#include "server/app/tareas.hpp"

#include <boost/test/unit_test.hpp>
#include <latch>
#include <map>

#include "domain/comun/tarea_sat.hpp"
#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(tareas_test)

using namespace gestor;
using namespace gestor::prueba;
using namespace std::chrono_literals;

namespace {

// Mesa: jobs begun, ended and running, by key; and whether running jobs may end or must fail.
struct Mesa {
    std::mutex mutex;
    std::vector<std::string> empezadas, terminadas;
    std::map<std::string, int> en_curso, maximo;
    std::atomic<bool> abierta{true}, falla{false};
    bool encimada = false;  // two jobs of one key ran at the same time
};
Mesa* mesa = nullptr;

std::string suma(Mesa& m, char de, int cuanto) {
    auto& n = m.en_curso[std::string(1, de)];
    n += cuanto;
    auto& maximo = m.maximo[std::string(1, de)];
    maximo = std::max(maximo, n);
    return {};
}

EfectoDeTarea hacer(std::string_view datos, Externa&, Entorno const&) {
    auto& m = *mesa;
    std::string const quien(datos.substr(1, datos.size() - 2));  // "A1": first job of key A
    {
        std::lock_guard const guarda(m.mutex);
        m.empezadas.push_back(quien);
        suma(m, quien[0], 1);
    }
    while (!m.abierta) std::this_thread::sleep_for(1ms);
    {
        std::lock_guard const guarda(m.mutex);
        suma(m, quien[0], -1);
    }
    if (m.falla) throw std::runtime_error("no se pudo");
    return [&m, quien](Escritura&) {
        std::lock_guard const guarda(m.mutex);
        m.terminadas.push_back(quien);
    };
}

bool siempre(Entorno const&) {
    return true;
}

constexpr std::chrono::seconds esperas[] = {10s, 100s, 1000s};
constexpr TipoDeTarea muchas{"Muchas", &hacer, &siempre, esperas, 1h, 3};
constexpr TipoDeTarea otra{"Otra", &hacer, &siempre, esperas, 1h, 1};

template <class F>
void hasta(F const& f) {
    bool ya = f();
    for (int i = 0; i < 60'000 && !ya; ++i, ya = f()) std::this_thread::sleep_for(1ms);
    BOOST_REQUIRE(ya);
}

struct Proceso {
    TiposDeTarea tipos{&muchas, &otra};
    Entorno entorno;
    LogSink nada{"no", 1 << 16};
    Log bitacora{nada, nada};
    Ronda ronda{{Base::la().app(), 60, false}, [](std::string_view, std::string const&) {}};
    Tareas tareas{tipos, {Base::la().app(), 60, false}, entorno, bitacora, 60, ronda};
    Proceso() { tareas.comenzar(); }
    void mirar() { ronda.adelantar("tareas"); }
};

struct Escena {
    Mesa una;
    Escena() {
        mesa = &una;
        Base::la().ejecutar("DELETE FROM trabajo");
    }
    ~Escena() { mesa = nullptr; }
};

// encolar("Muchas", "A", "A1"): kind, key and data of the job.
void encolar(std::string const& tipo, std::string const& clave, std::string const& datos, int organizacion = 1) {
    Base::la().ejecutar("INSERT INTO trabajo (organizacion_id, tipo, clave, datos) VALUES (" +
                        std::to_string(organizacion) + ", '" + tipo + "', '" + clave + "', '\"" + datos + "\"')");
}
std::string texto(std::string const& sql) {
    return Base::la().valor(sql);
}
std::string en_fila() {
    return texto(
        "SELECT string_agg(datos #>> '{}', ' ' ORDER BY trabajo_id) FROM trabajo WHERE primero AND NOT abandonado");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

BOOST_FIXTURE_TEST_CASE(a_kind_has_as_many_threads_as_it_says, Escena) {
    una.abierta = false;
    for (int i = 0; i < 9; ++i) encolar("Muchas", "", "A" + std::to_string(i), 1 + i % 2);
    Proceso instancia;
    hasta([&] { return std::lock_guard(una.mutex), una.empezadas.size() == 3; });
    encolar("Otra", "", "B0");
    instancia.mirar();
    hasta([&] { return std::lock_guard(una.mutex), una.en_curso["B"] == 1; });  // jobs have been leased since
    una.abierta = true;
    hasta([&] { return texto("SELECT count(*) FROM trabajo") == "0"; });
    BOOST_TEST(una.maximo["A"] == 3);
    BOOST_TEST(una.maximo["B"] == 1);
    BOOST_TEST(una.terminadas.size() == 10U);
}

BOOST_FIXTURE_TEST_CASE(two_instances_do_the_jobs_of_a_key_in_their_order, Escena) {
    for (int i = 10; i < 30; ++i)
        for (auto const* clave : {"A", "B", "C"}) encolar("Muchas", clave, clave + std::to_string(i));
    Proceso una_instancia, otra_instancia;
    hasta([&] { return texto("SELECT count(*) FROM trabajo") == "0"; });
    for (auto const* clave : {"A", "B", "C"}) {
        std::vector<std::string> suyas;
        std::ranges::copy_if(una.empezadas, std::back_inserter(suyas), [&](auto const& t) { return t[0] == *clave; });
        BOOST_TEST(suyas.size() == 20U);
        BOOST_TEST(std::ranges::is_sorted(suyas));
        BOOST_TEST(una.maximo[clave] == 1);
    }
}

BOOST_FIXTURE_TEST_CASE(waits_follow_the_list_of_the_kind_and_the_deadline_ends_them, Escena) {
    una.falla = true;
    encolar("Otra", "", "A");
    Base::la().ejecutar("UPDATE trabajo SET vence = now() + interval '1 hour'");
    Proceso instancia;
    auto const falta = [] { return std::stod(texto("SELECT extract(epoch FROM siguiente - now()) FROM trabajo")); };
    auto const fallo = [](int intentos) {
        hasta([&] {
            return texto("SELECT intentos || ultimo_error FROM trabajo") == std::to_string(intentos) + "no se pudo";
        });
    };
    double const segundos[] = {10, 100, 1000, 1000};
    for (int intento = 1; intento <= 4; ++intento) {
        fallo(intento);
        double const espera = segundos[intento - 1];
        BOOST_TEST(falta() <= espera * 1.2);
        BOOST_TEST(falta() > espera * 0.8 - 5);
        BOOST_TEST(texto("SELECT abandonado FROM trabajo") == "f");
        Base::la().ejecutar("UPDATE trabajo SET ultimo_error = '', siguiente = now()");
        instancia.mirar();
    }
    fallo(5);
    Base::la().ejecutar(
        "UPDATE trabajo SET ultimo_error = '', siguiente = now(), vence = now() + interval '11 minutes'");
    instancia.mirar();
    hasta([&] { return texto("SELECT abandonado FROM trabajo") == "t"; });
    BOOST_TEST(texto("SELECT intentos || ultimo_error FROM trabajo") == "6no se pudo");
}

BOOST_FIXTURE_TEST_CASE(a_job_past_its_deadline_is_given_up_undone, Escena) {
    for (auto const* cual : {"A", "B", "C"}) encolar("Otra", "", cual);
    Base::la().ejecutar(R"(UPDATE trabajo SET vence = now();
        UPDATE trabajo SET intentos = 7, ultimo_error = 'lo que dijo' WHERE datos = '"B"';
        UPDATE trabajo SET intentos = 7 WHERE datos = '"C"')");
    Proceso instancia;
    hasta([&] { return texto("SELECT bool_and(abandonado) FROM trabajo") == "t"; });
    BOOST_TEST(una.empezadas.empty());
    BOOST_TEST(texto("SELECT string_agg(ultimo_error, ', ' ORDER BY trabajo_id) FROM trabajo") ==
               "venció antes de su primer intento, lo que dijo, nadie terminó su último intento");
}

BOOST_FIXTURE_TEST_CASE(a_line_has_one_first_and_whoever_leaves_it_calls_the_next, Escena) {
    for (auto const* datos : {"A1", "A2", "A3"}) encolar("X", "A", datos);
    encolar("X", "B", "B1"), encolar("Y", "A", "C1"), encolar("X", "A", "D1", 2), encolar("X", "", "E1"),
        encolar("X", "", "E2");
    BOOST_TEST(en_fila() == "A1 B1 C1 D1 E1 E2");
    Base::la().ejecutar("DELETE FROM trabajo WHERE datos IN ('\"B1\"', '\"C1\"', '\"D1\"') OR clave = ''");
    // A1 is given up: the next of its key may run
    Base::la().ejecutar("UPDATE trabajo SET abandonado = true WHERE datos = '\"A1\"'");
    BOOST_TEST(en_fila() == "A2");
    Base::la().ejecutar(
        // A1 is put back, without taking its former place
        "UPDATE trabajo SET abandonado = false WHERE datos = '\"A1\"'");
    BOOST_TEST(en_fila() == "A2");
    Base::la().ejecutar("DELETE FROM trabajo WHERE datos = '\"A3\"'");  // a waiting job of the key
    BOOST_TEST(en_fila() == "A2");
    Base::la().ejecutar("DELETE FROM trabajo WHERE datos = '\"A2\"'");
    BOOST_TEST(en_fila() == "A1");
    Base::la().ejecutar("DELETE FROM trabajo");
    encolar("X", "A", "A4");
    BOOST_TEST(en_fila() == "A4");
    BOOST_CHECK_THROW(Base::la().ejecutar("UPDATE trabajo SET clave = ''; INSERT INTO trabajo (organizacion_id, tipo, "
                                          "datos, primero) VALUES (1, 'X', '{}', false)"),
                      std::runtime_error);
}

BOOST_FIXTURE_TEST_CASE(a_line_is_one_transactions_at_a_time, Escena) {
    auto const espera = [] {
        return texto(
                   "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT "
                   "oid FROM pg_database WHERE datname = current_database())") == "1";
    };
    auto const a_la_vez = [&](std::string const& primero, std::string const& segundo) {
        AdminConnection uno(Base::la().admin());
        uno.script("BEGIN; " + primero);
        std::thread otro([&] { Base::la().ejecutar(segundo); });
        hasta(espera);
        uno.script("COMMIT");
        otro.join();
    };
    auto const nueva = [](std::string const& datos) {
        return "INSERT INTO trabajo (organizacion_id, tipo, clave, datos) VALUES (1, 'X', 'A', '\"" + datos + "\"')";
    };
    a_la_vez(nueva("A1"), nueva("A2"));
    BOOST_TEST(texto("SELECT string_agg(datos #>> '{}', ' ' ORDER BY trabajo_id) FROM trabajo") == "A1 A2");
    BOOST_TEST(en_fila() == "A1");
    Base::la().ejecutar("DELETE FROM trabajo WHERE datos = '\"A2\"'");
    // the transaction that ends A1 sees the new A2
    a_la_vez(nueva("A2"), "DELETE FROM trabajo WHERE datos = '\"A1\"'");
    BOOST_TEST(en_fila() == "A2");
    a_la_vez("DELETE FROM trabajo", nueva("A3"));  // the new job sees that no other is left
    BOOST_TEST(en_fila() == "A3");
}

BOOST_FIXTURE_TEST_CASE(a_job_is_written_down_last_with_its_key_and_its_deadline, Escena) {
    Session s({Base::la().app(), 60, false});
    escribir(s, [](Escritura& db) {
        ConsultarSat tarea{};
        tarea.total = Cadena::de_base("1\"0");
        encolar_tarea(db, tarea, "cla've");
        encolar_tarea(db, tarea, "cla've");
        encolar_tarea(db, tarea);
        BOOST_TEST(db.consultar("SELECT count(*) FROM trabajo").filas[0][0].value() == "0");
    });
    BOOST_TEST(
        texto("SELECT string_agg(concat_ws(' ', organizacion_id, tipo, clave, primero, datos ->> 'total', "
              "extract(epoch FROM vence - creado)::int), ', ' ORDER BY trabajo_id) FROM trabajo") ==
        "1 ConsultarSat  t 1\"0 345600, 1 ConsultarSat cla've t 1\"0 345600, 1 ConsultarSat cla've f 1\"0 345600");
    BOOST_CHECK_THROW(escribir(s, [](Escritura& db) { encolar_tarea(db, "Nadie", "{}", ""); }), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
