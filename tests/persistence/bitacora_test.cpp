// Audit trail with many rows: each query uses its index. Rows under a lock are written at the end of the transaction.
#include <boost/test/unit_test.hpp>

#include "domain/operacion/operacion.hpp"
#include "domain/seguridad/tipos.hpp"
#include "tests/persistence/planes.hpp"
#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(bitacora_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

LecturaCompilada const& lista() {
    for (auto const* area : areas())
        for (auto const& o : area->operaciones)
            if (o.ruta == "/api/Bitacora") return *o.que.lectura();
    throw std::logic_error("the trail's list is gone");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

BOOST_AUTO_TEST_CASE(each_question_has_its_index) {
    poder_explicar();
    Base::la().ejecutar(R"(
        INSERT INTO usuario (organizacion_id, usuario, nombre, contrasena, rol) VALUES (1, 'rara', 'Rara', 'x', 'lector');
        INSERT INTO bitacora (organizacion_id, fecha, usuario_id, registro_id, documento, recurso, accion, cambios)
        SELECT 1, now() - i * interval '1 hour', CASE WHEN i % 9000 = 0 THEN (SELECT usuario_id FROM usuario WHERE usuario = 'rara') ELSE 0 END,
               i % 5000, i % 2 = 0, 'X', 'Modificar', '[{"campo": "x", "antes": "1", "despues": "2"}]'
        FROM generate_series(1, 40000) i)");
    Base::la().ejecutar("VACUUM ANALYZE bitacora");
    struct Fila {
        std::string_view campo, valor, indice;
    };
    Fila const filas[] = {
        {"", "", "pk_bitacora"},
        {"transaccionId", "77", "ix_bitacora__registro"},
        {"registroId", "77", "ix_bitacora__registro"},
        {"usuario", "rara", "ix_bitacora__usuario"},
        {"fechaFinal", "2025-01-01", "pk_bitacora"},
        {"fechaInicial", "2090-01-01", "pk_bitacora"},
    };
    auto const desde = lista().cursor("2026-01-01 00:00:00.5+00\n50");
    AdminConnection db(Base::la().app());
    for (auto const& f : filas)
        for (bool const cursor : {false, true}) {
            auto sol = lista().solicitar(
                [&](std::string_view n) -> std::optional<std::string_view> {
                    if (n == "cursor" && cursor) return desde;
                    return n == f.campo ? std::optional<std::string_view>(f.valor) : std::nullopt;
                },
                1);
            BOOST_CHECK_EQUAL(sol.por_cursor, cursor);
            Inquilino{1, 1, "http://x", 1}.ligar(sol.valores);
            Variante temporal;
            auto const& v = lista().variante(sol, temporal);
            for (std::size_t i = v.cabecera(); i < v.sentencias.size(); ++i) {
                auto const texto = plan_de(db, v.sentencias[i], sol, false, "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF)");
                BOOST_TEST_CONTEXT(f.campo << " " << texto) {
                    BOOST_CHECK(texto.find(f.indice) != std::string::npos);
                    BOOST_CHECK(texto.find("Seq Scan on bitacora") == std::string::npos);
                    // The rows of a page come in the order of the index, without a sort; only their changes are sorted.
                    BOOST_CHECK(i > v.cabecera() || texto.find("Sort") == std::string::npos);
                    BOOST_CHECK_LE(filas_del_mayor_paso(texto), 500);
                }
            }
        }
}

constexpr std::string_view al_final =
    "INSERT INTO orden (que) SELECT 'final ' || string_agg(que, '+') FROM jsonb_to_recordset(:filas::jsonb) AS (que "
    "text)";

// Audit rows deferred to the end, in any order and any number of times: one statement, after all others.
BOOST_AUTO_TEST_CASE(what_is_locked_last_is_written_last_and_at_once) {
    Base::la().ejecutar(
        "CREATE TABLE gestor.orden (n serial, que text); GRANT ALL ON gestor.orden, gestor.orden_n_seq TO gestor_app");
    constexpr std::string_view ahora = "INSERT INTO orden (que) VALUES (:que)";
    Session s({Base::la().app(), 20});
    std::string respuesta;
    escribir_en_unidad(s, uno, nullptr, respuesta, [&](Escritura& db) {
        db.al_final<al_final, "filas">(R"({"que": "a"})");
        db.encolar(ahora, {{"que", "1"}});
        db.al_final<al_final, "filas">(R"({"que": "b"})");
        db.consultar(ahora, {{"que", "2"}});
    });
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT string_agg(que, ', ' ORDER BY n) FROM orden"), "1, 2, final a+b");
}

// A request id is text from the caller: its quotes cannot change the settings of the session.
BOOST_AUTO_TEST_CASE(a_request_id_is_only_text) {
    Session s({Base::la().app(), 20});
    std::string respuesta;
    Inquilino quien{1, 1, "http://x", 1, 7, "x', true), set_config('gestor.organizacion', '2", "PUT /api/X"};
    escribir_en_unidad(s, quien, nullptr, respuesta, [&](Escritura& db) {
        BOOST_CHECK_EQUAL(db.consultar("SELECT current_setting('gestor.organizacion')").filas[0][0].value(), "1");
        BOOST_CHECK_EQUAL(db.consultar("SELECT current_setting('gestor.solicitud')").filas[0][0].value(),
                          quien.solicitud);
        db.consultar(
            "UPDATE contacto SET nombre = nombre || '.' WHERE organizacion_id = :organizacionId AND contacto_id = "
            "(SELECT min(contacto_id) FROM contacto WHERE organizacion_id = :organizacionId)");
    });
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT usuario_id || '/' || consumidor_api_id || '/' || operacion || '/' || "
                                       "(solicitud LIKE 'x%2') FROM bitacora ORDER BY bitacora_id DESC LIMIT 1"),
                      "1/7/PUT /api/X/true");
    // The next transaction of the same session has none of these values.
    escribir_en_unidad(s, uno, nullptr, respuesta, [&](Escritura& db) {
        BOOST_CHECK_EQUAL(
            db.consultar("SELECT current_setting('gestor.solicitud') || current_setting('gestor.consumidor')")
                .filas[0][0]
                .value(),
            "");
    });
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
