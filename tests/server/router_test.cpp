#include "domain/operacion/router.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

#include "server/app/operaciones.hpp"

BOOST_AUTO_TEST_SUITE(router_test)

using namespace gestor;

namespace {

Operacion fila(Verbo verbo, std::string_view ruta, std::string_view version = {}) {
    return {verbo, ruta, publico, retirada(), Sobre::PLAIN, "", version};
}

struct Tabla {
    std::vector<Operacion> filas;
    Area area;
    Area const* lista[1];
    explicit Tabla(std::vector<Operacion> f) : filas(std::move(f)), area{"prueba", "", filas}, lista{&area} {}
    Router router() const { return Router(lista); }
};

std::string encontrado(Router const& router, std::string_view ruta) {
    std::vector<std::string> valores;
    auto const* r = router.buscar(ruta, valores);
    if (r == nullptr) return valores.empty() ? "-" : "- with leftovers";
    std::string texto = r->ruta;
    for (std::size_t i = 0; i < valores.size(); ++i) texto += " " + std::string(r->parametros.at(i)) + "=" + valores[i];
    return texto;
}

std::string choque(std::vector<Operacion> filas) {
    Tabla const t(std::move(filas));
    try {
        auto const r = t.router();
        return "bien";
    } catch (std::logic_error const& e) {
        return e.what();
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(paths) {
    Tabla const t({fila(Verbo::GET, "/"), fila(Verbo::GET, "/api/Orden"), fila(Verbo::GET, "/api/Orden/{id}"),
                   fila(Verbo::GET, "/api/Orden/Pendientes"), fila(Verbo::PUT, "/api/Orden/{id}/Autorizar"),
                   fila(Verbo::GET, "/api/Orden/Pendientes/{anio}/{mes}"), fila(Verbo::GET, "/api/{area}/Resumen")});
    auto const router = t.router();
    struct Fila {
        std::string_view ruta, esperado;
    };
    static constexpr Fila filas[] = {
        {"/", "/"},
        {"/api/Orden", "/api/Orden"},
        {"/api/Orden/", "/api/Orden"},
        {"/API/oRDEN", "/api/Orden"},
        {"/api/Orden/7", "/api/Orden/{id} id=7"},
        {"/api/Orden/7/", "/api/Orden/{id} id=7"},
        {"/api/Orden/pendientes", "/api/Orden/Pendientes"},                              // literal before parameter
        {"/api/Orden/Pendientes/Autorizar", "/api/Orden/{id}/Autorizar id=Pendientes"},  // back from the literal
        {"/api/Orden/Pendientes/2025/02", "/api/Orden/Pendientes/{anio}/{mes} anio=2025 mes=02"},
        {"/api/Orden/Resumen", "/api/Orden/{id} id=Resumen"},
        {"/api/Otra/Resumen", "/api/{area}/Resumen area=Otra"},
        {"/api/Otra/resumen/", "/api/{area}/Resumen area=Otra"},
        {"/api/Orden/a%20b%2Fc", "/api/Orden/{id} id=a b/c"},  // an encoded slash is no separator
        {"/api/Orden/a+b", "/api/Orden/{id} id=a+b"},          // + is a space only in a query
        {"/api/Orden/%C3%B1", "/api/Orden/{id} id=ñ"},
        {"/%61pi/Orden", "/api/Orden"},
        {"/api/Orden/%", "-"},
        {"/api/Orden/%4", "-"},
        {"/api/Orden/%zz", "-"},
        {"/api", "-"},
        {"/api/", "-"},
        {"/api/Nada", "-"},
        {"/api/Orden/7/Cerrar", "-"},
        {"/api/Orden/7/Autorizar/8", "-"},
        {"/api//Orden", "-"},
        {"//api/Orden", "-"},
        {"/api/Orden//7", "-"},
        {"/api/Orden//", "-"},
        {"/api/Orden/../Orden", "-"},
    };
    for (auto const& f : filas) BOOST_TEST_CONTEXT(f.ruta) BOOST_CHECK_EQUAL(encontrado(router, f.ruta), f.esperado);
}

BOOST_AUTO_TEST_CASE(methods) {
    Tabla const t({fila(Verbo::PUT, "/x"), fila(Verbo::GET, "/x"), fila(Verbo::DELETE, "/y/{id}"),
                   fila(Verbo::POST, "/X/"), fila(Verbo::POST, "/z")});
    auto const router = t.router();
    auto const permitidos = [&](std::string_view ruta) {
        std::vector<std::string> valores;
        return router.buscar(ruta, valores)->permitidos;
    };
    BOOST_CHECK_EQUAL(permitidos("/x"), "GET, HEAD, POST, PUT, OPTIONS");
    BOOST_CHECK_EQUAL(permitidos("/y/1"), "DELETE, OPTIONS");
    BOOST_CHECK_EQUAL(permitidos("/z"), "POST, OPTIONS");
    std::vector<std::string> valores;
    auto const* x = router.buscar("/x", valores);
    BOOST_CHECK(x->por_verbo[static_cast<std::size_t>(Verbo::GET)]->declarada == &t.filas[1]);
    BOOST_CHECK(x->por_verbo[static_cast<std::size_t>(Verbo::PUT)]->declarada == &t.filas[0]);
    BOOST_CHECK(x->por_verbo[static_cast<std::size_t>(Verbo::POST)]->declarada == &t.filas[3]);
    BOOST_CHECK(x->por_verbo[static_cast<std::size_t>(Verbo::DELETE)] == nullptr);
}

BOOST_AUTO_TEST_CASE(collisions_are_start_up_errors) {
    BOOST_CHECK_EQUAL(choque({fila(Verbo::GET, "/x"), fila(Verbo::GET, "/X/")}), "dos operaciones en GET /X/");
    BOOST_CHECK_EQUAL(choque({fila(Verbo::GET, "/x/{id}"), fila(Verbo::PUT, "/x/{clave}")}),
                      "dos operaciones en PUT /x/{clave} y /x/{id}: nombres de parámetros distintos");
    BOOST_CHECK_EQUAL(choque({fila(Verbo::GET, "/x", "2024-01"), fila(Verbo::GET, "/x", "2024-01")}),
                      "dos operaciones en GET /x");
    BOOST_CHECK_EQUAL(choque({fila(Verbo::GET, "/x", "2024-01"), fila(Verbo::GET, "/x")}),
                      "dos operaciones en GET /x: una de ellas sin versión");
    BOOST_CHECK_EQUAL(choque({fila(Verbo::GET, "/x/{id}"), fila(Verbo::GET, "/x/y"), fila(Verbo::PUT, "/x/{id}")}),
                      "bien");
}

BOOST_AUTO_TEST_CASE(versions_newest_first) {
    Tabla const t({fila(Verbo::GET, "/x", "2024-01"), fila(Verbo::GET, "/x", "2025-06"),
                   fila(Verbo::GET, "/x", "2024-11"), fila(Verbo::GET, "/y")});
    auto const router = t.router();
    std::vector<std::string> valores;
    auto const* x = router.buscar("/x", valores)->por_verbo[0];
    BOOST_CHECK_EQUAL(x->declarada->version, "2025-06");
    std::string orden;
    for (auto const* v : x->versiones) orden += std::string(v->declarada->version) + " ";
    BOOST_CHECK_EQUAL(orden, "2025-06 2024-11 2024-01 ");
    auto const* y = router.buscar("/y", valores)->por_verbo[0];
    BOOST_CHECK_EQUAL(y->versiones.size(), 1U);
}

BOOST_AUTO_TEST_CASE(decoding) {
    struct Fila {
        std::string_view texto;
        bool consulta;
        std::string_view esperado;
    };
    static constexpr Fila filas[] = {
        {"a%41%7a", false, "aAz"}, {"a+b%2Bc", true, "a b+c"}, {"a+b", false, "a+b"}, {"", true, ""},
        {"%", true, "!"},          {"%4", true, "!"},          {"%4g", true, "!"},    {"%%41", true, "!"},
        {"a%", false, "!"},        {"%c3%B1", true, "ñ"},
    };
    for (auto const& f : filas) {
        std::string salida = "old";
        BOOST_CHECK_EQUAL(decodificar(f.texto, f.consulta, salida) ? salida : "!", f.esperado);
    }
}

// The program's own table: each row is reached by its own path and has a summary.
BOOST_AUTO_TEST_CASE(every_operation_is_reachable) {
    auto const areas = todas_las_areas();
    Router const router(areas);
    std::set<std::string> vistas;
    for (auto const& o : router.operaciones()) {
        std::string ruta(o.declarada->ruta);
        for (auto i = ruta.find('{'); i != std::string::npos; i = ruta.find('{'))
            ruta.replace(i, ruta.find('}') - i + 1, "77");
        std::vector<std::string> valores;
        auto const* r = router.buscar(ruta, valores);
        BOOST_REQUIRE_MESSAGE(r != nullptr, ruta);
        BOOST_CHECK_MESSAGE(r->por_verbo[static_cast<std::size_t>(o.declarada->verbo)] == &o, ruta);
        BOOST_CHECK_MESSAGE(!o.declarada->resumen.empty(), ruta);
        BOOST_CHECK_MESSAGE(vistas.insert(std::to_string(static_cast<int>(o.declarada->verbo)) + ruta).second, ruta);
    }
    BOOST_CHECK(vistas.size() >= 15);
}

BOOST_AUTO_TEST_SUITE_END()
