// The end of the server while requests wait for the database: bounded, and nothing is used after it is gone (the
// sanitizer build is the judge of that).
#define BOOST_TEST_MODULE shutdown
#include <boost/test/unit_test.hpp>

#include "raw_client.hpp"
#include "server/operaciones.hpp"
#include "servidor_prueba.hpp"
#include "tests/persistence/base_prueba.hpp"

using namespace gestor;

namespace {
struct Datos : gestor::prueba::ConBase<20> {};
}  // namespace
BOOST_TEST_GLOBAL_FIXTURE(Datos);

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
    for (auto& cliente : clientes) BOOST_TEST(cliente->read().status() != 200);  // the table was never free
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
    candado.script("ROLLBACK");
    auto const respuesta = cliente.read();
    fin.join();
    BOOST_TEST(respuesta.status() == 200);
    BOOST_TEST(respuesta.has("Connection: close"));
}
