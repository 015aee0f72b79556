// Service-Api-Version on an operation that exists only here: no operation of the API has more than one version.
#include <boost/test/unit_test.hpp>

#include "raw_client.hpp"
#include "server/app/operaciones.hpp"
#include "servidor_prueba.hpp"
#include "tests/persistence/base_prueba.hpp"

namespace gestor {

BOOST_AUTO_TEST_SUITE(version_test)

struct EcoDeVersion {
    Texto<10> version;
};
DTO(EcoDeVersion, version)

namespace {

EcoDeVersion vieja(Acceso&) {
    return {Texto<10>("vieja")};
}
EcoDeVersion nueva(Acceso&) {
    return {Texto<10>("nueva")};
}

Operacion const filas[] = {
    {Verbo::GET, "/api/Eco", publico, op<&vieja>, Sobre::ONE, "vieja", "2025-01"},
    {Verbo::GET, "/api/Eco", publico, op<&nueva>, Sobre::ONE, "nueva", "2026-03"},
};
Area const filas_de_prueba{"prueba", "sólo en esta prueba", filas};

struct Caso {
    char const* encabezado;
    unsigned estado;
    char const* contiene;
    char const* servida;  // Service-Api-Version of the answer; "": none
};

struct Datos : gestor::prueba::ConBase<0> {};

// The limit of requests without a token is kept in the database.
struct Servidor : gestor::prueba::Servidor {
    Servidor()
        : gestor::prueba::Servidor({&filas_de_prueba, areas()[0]}, {{"base-datos", gestor::prueba::Base::la().app()}}) {
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Datos>())

BOOST_AUTO_TEST_CASE(la_version_se_elige_por_su_encabezado) {
    Caso const casos[] = {
        {"", 200, "nueva", "2026-03"},
        {"Service-Api-Version: current\r\n", 200, "nueva", "2026-03"},
        {"Service-Api-Version: 2026-03\r\n", 200, "nueva", "2026-03"},
        {"Service-Api-Version: 2025-01\r\n", 200, "vieja", "2025-01"},
        {"Service-Api-Version: 2024-12\r\n", 400, "VERSION_DESCONOCIDA", ""},
        {"Service-Api-Version: basura\r\n", 400, "VERSION_DESCONOCIDA", ""},
    };
    Servidor servidor;
    for (auto const& caso : casos) {
        test::RawClient cliente(servidor.puerto);
        cliente.get("/api/Eco", caso.encabezado);
        auto const respuesta = cliente.read();
        BOOST_TEST_CONTEXT(caso.encabezado) {
            BOOST_TEST(respuesta.status() == static_cast<int>(caso.estado));
            BOOST_TEST(respuesta.body.find(caso.contiene) != std::string::npos);
            bool const dice = respuesta.head.find("Service-Api-Version:") != std::string::npos;
            BOOST_TEST(dice == (caso.servida[0] != '\0'));
            if (dice) BOOST_TEST(respuesta.has(std::string("Service-Api-Version: ") + caso.servida));
        }
    }
}

BOOST_AUTO_TEST_CASE(fuera_del_versionado_cualquier_valor_se_ignora) {
    Servidor servidor;
    test::RawClient cliente(servidor.puerto);
    cliente.get(areas()[0]->operaciones[0].ruta, "Service-Api-Version: basura\r\n");
    auto const respuesta = cliente.read();
    BOOST_TEST(respuesta.status() == 401);  // the same answer as without the header: the token is missing
    BOOST_TEST(respuesta.head.find("Service-Api-Version:") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()

}  // namespace gestor
