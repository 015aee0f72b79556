// References of a batch: their places, and the bytes that they may add in all.
#include <boost/test/unit_test.hpp>

#include "domain/operacion/referencias.hpp"

BOOST_AUTO_TEST_SUITE(lote_test)

using namespace gestor;

namespace {

// The body with its references replaced, or its faults; then the bytes that are left of `libres`.
std::string sustituido(std::string const& cuerpo, std::size_t libres) {
    Respuestas respuestas;
    respuestas["a"] = json_leer(R"({"data": {"id": 12, "nombre": "Diez letra", "activo": true, "fin": null,
                                             "partidas": [{"id": 7}]}})");
    auto documento = json_leer(cuerpo);
    Fallas fallas;
    sustituir(documento, respuestas, "c", libres, fallas);
    std::string salida;
    if (fallas.vacio()) json_escribir(documento, salida);
    for (auto const& f : fallas.lista()) salida += f.campo + " " + f.codigo + ", ";
    return salida + " " + std::to_string(libres);
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_reference_may_stand_for) {
    struct Fila {
        char const *cuerpo, *salida;
    };
    Fila const filas[] = {
        {R"({"x": "$a.data.id"})", R"({"x":12} 98)"},
        {R"({"x": "$a.data.nombre"})", R"({"x":"Diez letra"} 90)"},
        {R"({"x": "$a.data.activo"})", R"({"x":true} 96)"},
        {R"({"x": ["$a.data.partidas.0.id", "$$5"]})", R"({"x":[7,"$5"]} 99)"},
        {R"({"x": "$a.data"})", "c.x TIPO,  100"},
        {R"({"x": "$a.data.partidas"})", "c.x TIPO,  100"},
        {R"({"x": ["$a.data.partidas.0"]})", "c.x[0] TIPO,  100"},
        {R"({"x": "$a.data.fin"})", "c.x TIPO,  100"},
        {R"({"x": "$a.data.otro"})", "c.x NO_EXISTE,  100"},
    };
    for (auto const& f : filas) BOOST_TEST(sustituido(f.cuerpo, 100) == f.salida);
}

// Bytes are counted during the replacement: text beyond the bound is never built.
BOOST_AUTO_TEST_CASE(bytes_are_counted_as_they_come) {
    BOOST_TEST(sustituido(R"(["$a.data.nombre", "$a.data.nombre"])", 20) == R"(["Diez letra","Diez letra"] 0)");
    BOOST_TEST(sustituido(R"(["$a.data.nombre", "$a.data.nombre"])", 19) == "c[1] LONGITUD,  9");
    Respuestas respuestas;
    respuestas["a"].clase = Json::Clase::objeto;
    respuestas["a"].claves = {"x"};
    respuestas["a"].hijos.resize(1);
    respuestas["a"].hijos[0] = {Json::Clase::texto, std::string(10'000, 'x'), {}, {}};
    Json lista;
    lista.clase = Json::Clase::lista;
    lista.hijos.resize(1'000, {Json::Clase::texto, "$a.x", {}, {}});
    Fallas fallas;
    auto libres = referido_maximo;
    sustituir(lista, respuestas, "c", libres, fallas);
    std::size_t bytes = 0;
    for (auto const& hijo : lista.hijos) bytes += hijo.texto.size();
    BOOST_TEST(fallas.llena());
    BOOST_TEST(bytes <= referido_maximo + 4 * lista.hijos.size());
}

BOOST_AUTO_TEST_SUITE_END()
