// Idempotency: the first answer to a key is repeated for every later request with the key.
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(idempotencia_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

struct Intento {
    std::string resultado, respuesta;
    bool repetida = false;
    int veces = 0;
};

Intento con_clave(Session& s, std::string const& clave, std::string const& huella,
                  std::function<void(Escritura&, std::string&)> const& trabajo, Inquilino const& quien = uno) {
    Intento i;
    Idempotencia idem{clave, huella};
    i.resultado = error_de([&] {
        escribir_en_unidad(s, quien, &idem, i.respuesta, [&](Escritura& db) {
            ++i.veces;
            trabajo(db, i.respuesta);
        });
    });
    i.repetida = idem.repetida;
    return i;
}

std::string const huella_a(64, 'a'), huella_b(64, 'b');
std::string const bytes = "{\"folio\":\"Ñ1\",\"total\":1.10,\"t\":\"\\u0000 \\\\ '\"}";

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

BOOST_AUTO_TEST_CASE(same_key_same_request_same_bytes) {
    auto s = nueva();
    auto const hacer = [](Escritura& db, std::string& respuesta) {
        db.consultar(sumar, {{"id", "9"}, {"n", "1"}});
        respuesta = bytes;
    };
    auto const primera = con_clave(s, "clave-1", huella_a, hacer);
    BOOST_CHECK(primera.resultado == "bien" && !primera.repetida && primera.veces == 1);
    auto otra_sesion = nueva();
    for (auto* sesion : {&s, &otra_sesion}) {
        auto const otra = con_clave(*sesion, "clave-1", huella_a, hacer);
        BOOST_CHECK(otra.resultado == "bien" && otra.repetida && otra.veces == 0);
        BOOST_CHECK_EQUAL(otra.respuesta, bytes);
    }
    BOOST_CHECK_EQUAL(saldo(9), "101.00");
    // the same key with another request
    auto const conflicto = con_clave(s, "clave-1", huella_b, hacer);
    BOOST_CHECK_EQUAL(conflicto.resultado, "IDEMPOTENCIA_EN_CONFLICTO");
    BOOST_CHECK_EQUAL(conflicto.veces, 0);
    // the same key in another organization is another key
    auto const ajena = con_clave(s, "clave-1", huella_b, [](Escritura&, std::string& r) { r = "otra"; }, {2, 1, ""});
    BOOST_CHECK(ajena.resultado == "bien" && !ajena.repetida && ajena.respuesta == "otra");
    // and so is the key of another user, also with the same request
    Inquilino const dos{1, 2, ""};
    for (auto const& huella : {huella_a, huella_a}) {
        auto const suya = con_clave(
            s, "clave-1", huella, [](Escritura&, std::string& r) { r = "de dos"; }, dos);
        BOOST_CHECK(suya.resultado == "bien" && suya.respuesta == "de dos");
    }
    BOOST_CHECK_EQUAL(con_clave(s, "clave-1", huella_b, hacer, dos).resultado, "IDEMPOTENCIA_EN_CONFLICTO");
    BOOST_CHECK_EQUAL(con_clave(s, "clave-1", huella_a, hacer).respuesta, bytes);
    // old keys are forgotten, here those of user 2; a key stored by the previous version has no user (0) and still
    // holds
    Base::la().ejecutar("UPDATE idempotencia SET creado = now() - interval '40 days' WHERE usuario_id = 2");
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT idempotencia_purgar(now() - interval '30 days')"), "1");
    Base::la().ejecutar("UPDATE idempotencia SET usuario_id = 0 WHERE usuario_id = 1 AND organizacion_id = 1");
    BOOST_CHECK(con_clave(s, "clave-1", huella_a, hacer, dos).repetida);
    BOOST_CHECK_EQUAL(saldo(9), "101.00");
}

BOOST_AUTO_TEST_CASE(an_error_frees_the_key_and_leaves_nothing) {
    auto s = nueva();
    auto const mala = con_clave(s, "clave-2", huella_a, [](Escritura& db, std::string& r) {
        db.consultar(sumar, {{"id", "9"}, {"n", "1"}});
        r = "x";
        throw Problema(codigo::estado_invalido, "no");
    });
    BOOST_CHECK_EQUAL(mala.resultado, "ESTADO_INVALIDO");
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT count(*) FROM idempotencia WHERE clave = 'clave-2'"), "0");
    BOOST_CHECK_EQUAL(saldo(9), "101.00");
    auto const buena = con_clave(s, "clave-2", huella_b, [](Escritura&, std::string& r) { r = "y"; });
    BOOST_CHECK(buena.resultado == "bien" && !buena.repetida);
}

// The effect and its remembered answer commit together: when the answer cannot be stored, the effect is rolled back.
BOOST_AUTO_TEST_CASE(stored_in_the_transaction_of_its_effect) {
    auto s = nueva();
    Base::la().ejecutar("ALTER TABLE idempotencia ADD CONSTRAINT prueba CHECK (clave <> 'clave-3')");
    auto const i = con_clave(s, "clave-3", huella_a, [](Escritura& db, std::string& r) {
        db.consultar(sumar, {{"id", "9"}, {"n", "1"}});
        r = "x";
    });
    Base::la().ejecutar("ALTER TABLE idempotencia DROP CONSTRAINT prueba");
    BOOST_CHECK_EQUAL(i.resultado, "ErrorBase 23514");
    BOOST_CHECK_EQUAL(saldo(9), "101.00");
}

BOOST_AUTO_TEST_CASE(while_the_first_runs_the_second_is_told_at_once) {
    std::atomic<bool> dentro{false}, soltar{false};
    Intento primera;
    std::thread hilo([&] {
        auto s = nueva();
        primera = con_clave(s, "clave-4", huella_a, [&](Escritura&, std::string& r) {
            dentro = true;
            while (!soltar) std::this_thread::sleep_for(std::chrono::milliseconds(2));
            r = "primera";
        });
    });
    while (!dentro) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    auto s = nueva();
    auto const segunda = con_clave(s, "clave-4", huella_a, [](Escritura&, std::string&) {});
    BOOST_CHECK_EQUAL(segunda.resultado, "IDEMPOTENCIA_EN_CURSO reintentar 1");
    BOOST_CHECK_EQUAL(segunda.veces, 0);
    // another key does not wait
    BOOST_CHECK_EQUAL(con_clave(s, "clave-5", huella_a, [](Escritura&, std::string&) {}).resultado, "bien");
    soltar = true;
    hilo.join();
    BOOST_CHECK_EQUAL(primera.resultado, "bien");
    auto const tercera = con_clave(s, "clave-4", huella_a, [](Escritura&, std::string&) {});
    BOOST_CHECK(tercera.repetida && tercera.respuesta == "primera");
}

// Twenty copies of one request at once, repeated until each has an answer: one effect.
BOOST_AUTO_TEST_CASE(many_copies_have_one_effect) {
    auto const antes = saldo(3);
    std::vector<std::thread> hilos;
    std::atomic<int> efectos{0}, respuestas{0};
    for (int h = 0; h < 20; ++h)
        hilos.emplace_back([&] {
            auto s = nueva();
            for (;;) {
                auto const i = con_clave(s, "clave-6", huella_a, [](Escritura& db, std::string& r) {
                    db.consultar(sumar, {{"id", "3"}, {"n", "1"}});
                    r = "una";
                });
                if (i.resultado.starts_with("IDEMPOTENCIA_EN_CURSO")) continue;
                if (i.resultado == "bien" && i.respuesta == "una") ++respuestas;
                if (i.resultado == "bien" && !i.repetida) ++efectos;
                return;
            }
        });
    for (auto& h : hilos) h.join();
    BOOST_CHECK_EQUAL(efectos.load(), 1);
    BOOST_CHECK_EQUAL(respuestas.load(), 20);
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT " + saldo(3) + " - " + antes), "1.00");
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
