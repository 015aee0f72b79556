// An operation without a socket: no request, no headers, only the call and its answer.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/test/unit_test.hpp>

#include "server/app/ejecutar.hpp"
#include "server/app/operaciones.hpp"
#include "servidor_prueba.hpp"
#include "tests/persistence/base_prueba.hpp"

namespace gestor {

BOOST_AUTO_TEST_SUITE(llamada_test)

namespace {

struct Datos : prueba::ConBase<300> {};

FastLaneConfig carril() {
    FastLaneConfig c;
    c.conninfo = prueba::Base::la().app();
    c.conexiones = 1;
    return c;
}

// An io thread without a listening socket.
struct Mesa {
    prueba::Servidor servidor{todas_las_areas(), {{"base-datos", prueba::Base::la().app()}}};
    Aplicacion& app = servidor.aplicacion();
    boost::asio::io_context io;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> abierto{io.get_executor()};
    HiloServidor hilo{io,
                      app,
                      FastLane(io, carril()),
                      nullptr,
                      Log(app.accesos, app.eventos),
                      ThreadMetrics(0),
                      {},
                      nullptr,
                      0,
                      0,
                      {},
                      {},
                      0};
    Sesion sesion = quien();

    Mesa() {
        while (!hilo.carril.viva()) io.run_one();
    }
    static Sesion quien() {
        Sesion s;
        s.organizacionId = 1;
        s.usuarioId = 1;
        s.permisos = {"*"};
        return s;
    }
    Contestacion llamar(std::string_view metodo, std::string_view ruta, std::string_view cuerpo,
                        bool simulada = false) {
        Llamada c;
        auto const* camino = app.router.buscar(ruta, c.ruta);
        c.operacion = camino->operacion(metodo);
        c.nombres = camino->parametros;
        c.cuerpo = cuerpo;
        c.sesion = &sesion;
        c.entorno = &app.entorno;
        c.simulada = simulada;
        Contestacion r;
        std::exception_ptr error;
        bool listo = false;
        CargaDeLlamada const carga{};
        boost::asio::co_spawn(io, ejecutar(hilo, c, r, carga), [&](std::exception_ptr e) { error = e, listo = true; });
        while (!listo) io.run_one();
        if (error) std::rethrow_exception(error);
        return r;
    }
};

std::string proyectos() {
    return prueba::Base::la().valor("SELECT count(*) FROM gestor.proyecto");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Datos>())

BOOST_AUTO_TEST_CASE(una_operacion_se_llama_sin_enchufe) {
    Mesa mesa;
    BOOST_TEST(mesa.llamar("GET", "/api/Sucursales", "").cuerpo.starts_with(R"({"data":[{"sucursalId":)"));
    BOOST_TEST(mesa.llamar("GET", "/api/Proyecto", "").cuerpo.find(R"("paginacion":{"pagina":1)") != std::string::npos);
    auto const antes = proyectos();
    auto const simulada = mesa.llamar("POST", "/api/Proyecto", R"({"nombre":"Sin enchufe"})", true).cuerpo;
    BOOST_TEST(simulada.find(R"("nombre":"Sin enchufe")") != std::string::npos);
    BOOST_TEST(proyectos() == antes);
    mesa.llamar("POST", "/api/Proyecto", R"({"nombre":"Sin enchufe"})");
    BOOST_TEST(proyectos() == std::to_string(std::stoi(antes) + 1));
    auto const es = [](std::string_view codigo) {
        return [codigo](Problema const& p) { return p.codigo() == codigo; };
    };
    BOOST_CHECK_EXCEPTION(mesa.llamar("POST", "/api/Proyecto", "{}"), Problema, es(codigo::validacion));
    BOOST_CHECK_EXCEPTION(mesa.llamar("GET", "/api/RegistroVenta/999999999", ""), Problema, es(codigo::no_encontrado));
    BOOST_CHECK_EXCEPTION(mesa.llamar("DELETE", "/api/AgenciaViaje/BookingCancelar/1", ""), Problema,
                          es(codigo::retirado));
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()

}  // namespace gestor
