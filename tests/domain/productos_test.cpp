#include <boost/test/unit_test.hpp>
#include <string>

#include "domain/precios/tipos.hpp"
#include "domain/productos/ofrece.hpp"
#include "domain/valores/json.hpp"

BOOST_AUTO_TEST_SUITE(productos_test)

using namespace gestor;

namespace {

template <class T>
std::string fallas_de(std::string const& json) {
    T datos{};
    Fallas fallas;
    json_leer(*tipo_de<T>(), json_leer(json), &datos, "", fallas);
    if (fallas.vacio()) validar(datos, fallas);
    std::string texto;
    for (auto const& f : fallas.lista()) texto += (texto.empty() ? "" : ", ") + f.campo + " " + f.codigo;
    return texto;
}

std::string producto(std::string const& extra) {
    return R"({"codigo":"A","descripcion":"a","unidadMedidaId":1,"claveProductoServicio":"27112000")" +
           (extra.empty() ? "" : "," + extra) + "}";
}

struct Caso {
    char const* extra;
    char const* fallas;
};

}  // namespace

BOOST_AUTO_TEST_CASE(rules_of_a_product) {
    constexpr Caso casos[] = {
        {"", ""},
        {R"("exentoIva":true)", ""},
        {R"("exentoIva":true,"tasaIva":0)", ""},
        {R"("exentoIva":false,"tasaIva":0.16)", ""},
        {R"("exentoIva":true,"tasaIva":0.000001)", "tasaIva RANGO"},
        {R"("tasaIeps":0.08,"cuotaIeps":0)", ""},
        {R"("tasaIeps":0,"cuotaIeps":1)", ""},
        {R"("tasaIeps":0.08,"cuotaIeps":1)", "cuotaIeps RANGO"},
        {R"("manejaSeries":true)", ""},
        {R"("manejaSeries":true,"manejaLotes":true)", "manejaLotes RANGO"},
        {R"("tipo":"Servicio","manejaLotes":true)", "manejaLotes RANGO"},
        {R"("metodoCosteo":"IDENTIFICADO","manejaSeries":true)", ""},
        {R"("metodoCosteo":"IDENTIFICADO")", "metodoCosteo RANGO"},
        {R"("stockMinimo":5)", ""},
        {R"("stockMinimo":5,"stockMaximo":5)", ""},
        {R"("stockMinimo":5,"stockMaximo":4.999999)", "stockMaximo RANGO"},
        {R"("tipo":"Kit")", "componentes REQUERIDO"},
        {R"("tipo":"Kit","componentes":[{"productoId":1,"cantidad":1}])", ""},
        {R"("tipo":"Kit","componentes":[{"codigo":"B","cantidad":1},{"cantidad":1}])",
         "componentes[1].productoId REQUERIDO"},
        {R"("tipo":"Kit","componentes":[{"codigo":"B","cantidad":0}])", "componentes[0].cantidad MAYOR_QUE_CERO"},
        {R"("componentes":[{"codigo":"B","cantidad":1}])", "componentes RANGO"},
    };
    for (auto const& c : casos) BOOST_TEST_CONTEXT(c.extra)
    BOOST_CHECK_EQUAL(fallas_de<productos::ProductoDatos>(producto(c.extra)), c.fallas);
}

BOOST_AUTO_TEST_CASE(vat_that_the_body_leaves_open) {
    constexpr Caso casos[] = {{"", "0.16"},
                              {R"("exentoIva":false)", "0.16"},
                              {R"("tasaIva":0)", "0"},
                              {R"("tasaIva":0.08)", "0.08"},
                              {R"("exentoIva":true)", "exento"},
                              {R"("exentoIva":true,"tasaIva":0)", "exento"}};
    for (auto const& c : casos) BOOST_TEST_CONTEXT(c.extra) {
            auto datos = json_leer<productos::ProductoDatos>(producto(c.extra));
            productos::completar(datos);
            std::string tasa = datos.tasaIva ? "" : "exento";
            if (datos.tasaIva) datos.tasaIva->escribir(tasa);
            BOOST_CHECK_EQUAL(tasa, c.fallas);
        }
}

BOOST_AUTO_TEST_CASE(rules_of_prices) {
    BOOST_CHECK_EQUAL(fallas_de<precios::PreciosCambio>(
                          R"({"precios":[{"productoId":1,"precio":0},{"codigo":"B","eliminar":true}]})"),
                      "");
    BOOST_CHECK_EQUAL(fallas_de<precios::PreciosCambio>(R"({"precios":[{"productoId":1},{"precio":1}]})"),
                      "precios[1].productoId REQUERIDO, precios[0].precio REQUERIDO");
    BOOST_CHECK_EQUAL(
        fallas_de<precios::PreciosCambio>(R"({"precios":[{"codigo":"B","precio":1,"descuentoMaximo":100.0001}]})"),
        "precios[0].descuentoMaximo RANGO");
    BOOST_CHECK_EQUAL(
        fallas_de<precios::PreciosCambio>(R"({"precios":[{"codigo":"B","precio":1,"descuentoMaximo":100}]})"), "");
}

BOOST_AUTO_TEST_SUITE_END()
