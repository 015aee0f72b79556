// Shutdown of the server, idle, busy, or with requests waiting for the database: it takes a bounded time, answers every
// request that had arrived, and uses nothing after its destruction (checked by the sanitizer build).
#include <time.h>

#include <boost/test/unit_test.hpp>

#include "raw_client.hpp"
#include "server/app/operaciones.hpp"
#include "server/http/io_thread.hpp"
#include "servidor_prueba.hpp"
#include "tests/persistence/base_prueba.hpp"

BOOST_AUTO_TEST_SUITE(shutdown_test)

using namespace gestor;

namespace {
struct Datos : gestor::prueba::ConBase<20> {};

std::int64_t coarse_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}
}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Datos>())

BOOST_AUTO_TEST_CASE(a_read_that_waits_on_the_lane_past_the_deadline) {
    auto const& base = gestor::prueba::Base::la();
    AdminConnection candado(base.admin());
    gestor::prueba::Servidor servidor(todas_las_areas(), {{"base-datos", base.app()}, {"apagado-segundos", "0"}});
    BOOST_REQUIRE(test::eventually([&] { return servidor.con_base(); }));
    candado.script("BEGIN; LOCK TABLE gestor.transaccion");
    auto const autorizacion = "Authorization: Bearer " + servidor.token(1) + "\r\n";
    std::vector<std::unique_ptr<test::RawClient>> clientes;
    for (int i = 0; i < 8; ++i) {
        clientes.push_back(std::make_unique<test::RawClient>(servidor.puerto));
        clientes.back()->get("/api/RegistroVenta/" + std::to_string(i + 1), autorizacion);
    }
    BOOST_REQUIRE(test::eventually([&] { return servidor.en_vuelo() == 8; }));
    servidor.detener();
    for (auto& cliente : clientes) BOOST_TEST(cliente->read().status() != 200);  // the table stayed locked to the end
    candado.script("ROLLBACK");
}

BOOST_AUTO_TEST_CASE(a_read_that_ends_in_time_is_answered) {
    auto const& base = gestor::prueba::Base::la();
    AdminConnection candado(base.admin());
    gestor::prueba::Servidor servidor(todas_las_areas(), {{"base-datos", base.app()}, {"apagado-segundos", "60"}});
    BOOST_REQUIRE(test::eventually([&] { return servidor.con_base(); }));
    candado.script("BEGIN; LOCK TABLE gestor.transaccion");
    test::RawClient cliente(servidor.puerto);
    cliente.get("/api/RegistroVenta?registrosPorPagina=1", "Authorization: Bearer " + servidor.token(1) + "\r\n");
    BOOST_REQUIRE(test::eventually([&] { return servidor.en_vuelo() == 1; }));
    std::thread fin([&] { servidor.detener(); });
    // New connections are refused: shutdown has begun.
    bool const deteniendose = test::eventually([&] { return !test::RawClient(servidor.puerto).connected; });
    candado.script("ROLLBACK");
    auto const respuesta = cliente.read();
    fin.join();
    BOOST_TEST(deteniendose);
    BOOST_TEST(respuesta.status() == 200);
    BOOST_TEST(respuesta.has("Connection: close"));
}

BOOST_AUTO_TEST_CASE(graceful_stop) {
    test::TestServer s;
    test::RawClient busy(s.port), idle(s.port);
    busy.get("/espera");
    idle.get("/");
    BOOST_TEST(idle.read().status() == 200);
    BOOST_TEST(test::eventually([&] { return s.shared.waiting == 1; }));
    s.server->stop();
    BOOST_TEST(idle.closed());
    BOOST_TEST(test::eventually([&] {
        test::RawClient late(s.port);
        return !late.connected;
    }));
    s.shared.release = true;
    auto a = busy.read();
    BOOST_TEST(a.status() == 200);
    BOOST_TEST(a.has("Connection: close"));
    BOOST_TEST(busy.closed());
    s.server->join();
}

BOOST_AUTO_TEST_CASE(stop_is_bounded) {
    test::TestServer s({{"apagado-segundos", "1"}});
    test::RawClient busy(s.port);
    busy.get("/espera");
    BOOST_TEST(test::eventually([&] { return s.shared.waiting == 1; }));
    s.server->stop();
    s.server->stop();
    s.server->join();  // returns though the request never ends
    s.server.reset();
    BOOST_TEST(busy.closed());
}

BOOST_AUTO_TEST_CASE(stop_under_load_loses_nothing) {
    test::TestServer s({{"hilos", "2"}});
    std::atomic<int> lost{0}, served{0};
    std::vector<std::thread> clients;
    for (int i = 0; i < 8; ++i) {
        clients.emplace_back([&] {
            test::RawClient c(s.port);
            while (true) {
                c.get("/");
                auto a = c.read();
                if (a.status() != 200) {
                    ++lost;
                    return;
                }
                ++served;
                if (a.has("Connection: close")) return;
            }
        });
    }
    BOOST_TEST(test::eventually([&] { return served > 1000; }));
    s.server->stop();
    for (auto& t : clients) t.join();
    s.server->join();
    BOOST_TEST(lost == 0);
}

// A busy thread finds at once that connections exceeded their idle time and that requests have just arrived on them.
// 300 connections are more than one poll of the sockets reports.
BOOST_AUTO_TEST_CASE(stop_answers_what_had_arrived_on_idle_connections) {
    test::TestServer s;
    std::vector<std::unique_ptr<test::RawClient>> idle;
    for (int i = 0; i < 300; ++i) {
        idle.push_back(std::make_unique<test::RawClient>(s.port));
        idle.back()->get("/");
        BOOST_REQUIRE(idle.back()->read().status() == 200);
    }
    test::RawClient busy(s.port);
    busy.get("/ocupa");
    BOOST_TEST(test::eventually([&] { return s.shared.waiting == 1; }));
    auto const begun = coarse_ms();
    s.server->stop();
    // The coarse clock has passed the grace time of an idle connection.
    BOOST_TEST(test::eventually([&] { return coarse_ms() > begun + IoThread::kStopGraceMs; }));
    for (auto& c : idle) c->get("/");
    s.shared.release = true;
    int lost = 0;
    for (auto& c : idle) lost += c->read().status() != 200;
    BOOST_TEST(lost == 0);
    s.server->join();
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
