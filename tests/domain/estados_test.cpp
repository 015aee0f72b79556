// Income statement and balance sheet of sums by account: each section has its sign, a parent is the sum of its
// accounts, and results that no entry closed stand in the capital.
#include "domain/contabilidad/reportes/estados.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/domain/balanza_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(estados_test)

using namespace gestor;
using namespace gestor::contabilidad;

namespace {

// Company of two years: 100.00 sold and 20.00 returned before, and 30.00 sold, 10.00 of cost, 4.00 of expense, 1.00 of
// financial loss and 2.00 of income tax in this month.
std::vector<CuentaSumada> const libro{
    cuenta(1, "102", "D", 0, 1),
    cuenta(2, "102.01", "D", 1, 2, {8000, 0, 3000, 500}),
    cuenta(3, "115", "D", 0, 1),
    cuenta(4, "115.01", "D", 3, 2, {0, 0, 0, 1000}),
    cuenta(5, "155.01", "D", 0, 1),
    cuenta(6, "213.03", "A", 0, 1, {0, 0, 0, 200}),
    cuenta(7, "252.01", "A", 0, 1),
    cuenta(8, "305", "A", 0, 1),
    cuenta(9, "401", "A", 0, 1),
    cuenta(10, "401.01", "A", 9, 2, {-10000, 0, 0, 3000}),
    cuenta(11, "402.01", "D", 0, 1, {2000, 0, 0, 0}),
    cuenta(16, "403.01", "A", 0, 1),
    cuenta(12, "501.01", "D", 0, 1, {0, 0, 1000, 0}),
    cuenta(13, "601.84", "D", 0, 1, {0, 0, 400, 0}),
    cuenta(14, "611.01", "D", 0, 1, {0, 0, 200, 0}),
    cuenta(15, "701.01", "D", 0, 1, {0, 0, 100, 0}),
};

std::string texto(Dinero d) {
    std::string t;
    d.escribir(t);
    return t;
}
std::string texto(ResultadosImportes const& i) {
    return texto(i.delMes) + ' ' + texto(i.acumulado) + ' ' + texto(i.delMesAnioAnterior) + ' ' +
           texto(i.acumuladoAnioAnterior);
}

}  // namespace

BOOST_AUTO_TEST_CASE(cada_seccion_tiene_su_signo_y_la_utilidad_es_su_diferencia) {
    std::vector<CuentaSumada> antes{cuenta(10, "401.01", "A", 9, 2, {0, -9000, 0, 1000}),
                                    cuenta(11, "402.01", "D", 0, 1, {0, 0, 2000, 0})};
    auto const r = armar_resultados(libro, antes, {});
    BOOST_CHECK_EQUAL(texto(r.ingresos), "30.00 30.00 -10.00 80.00");
    BOOST_CHECK_EQUAL(texto(r.costos), "10.00 10.00 0.00 0.00");
    BOOST_CHECK_EQUAL(texto(r.utilidadBruta), "20.00 20.00 -10.00 80.00");
    BOOST_CHECK_EQUAL(texto(r.gastos), "4.00 4.00 0.00 0.00");
    BOOST_CHECK_EQUAL(texto(r.utilidadOperacion), "16.00 16.00 -10.00 80.00");
    BOOST_CHECK_EQUAL(texto(r.financiero), "-1.00 -1.00 0.00 0.00");
    BOOST_CHECK_EQUAL(texto(r.utilidadAntesImpuestos), "15.00 15.00 -10.00 80.00");
    BOOST_CHECK_EQUAL(texto(r.impuestosUtilidad), "2.00 2.00 0.00 0.00");
    BOOST_CHECK_EQUAL(texto(r.utilidadNeta), "13.00 13.00 -10.00 80.00");
    std::string filas;
    for (auto const& c : r.cuentas) filas += std::string(c.cuenta.valor()) + ' ' + texto(c) + '\n';
    BOOST_CHECK_EQUAL(filas,
                      "401 30.00 30.00 10.00 100.00\n"
                      "401.01 30.00 30.00 10.00 100.00\n"
                      "402.01 0.00 0.00 -20.00 -20.00\n"  // nothing this year, yet it is compared
                      "501.01 10.00 10.00 0.00 0.00\n"
                      "601.84 4.00 4.00 0.00 0.00\n"
                      "611.01 2.00 2.00 0.00 0.00\n"
                      "701.01 -1.00 -1.00 0.00 0.00\n");
    ResultadosFiltro primero{};
    primero.nivel = 1;
    BOOST_CHECK_EQUAL(armar_resultados(libro, antes, primero).cuentas.size(), 6U);
    BOOST_CHECK_EQUAL(texto(armar_resultados(libro, antes, primero).utilidadNeta), texto(r.utilidadNeta));
}

// A year ago an expense of 100.00 was undone in this month: its total is zero, its month is not.
BOOST_AUTO_TEST_CASE(un_gasto_deshecho_hace_un_anio_se_compara) {
    auto const r = armar_resultados({cuenta(13, "601.84", "D", 0, 1)},
                                    {cuenta(13, "601.84", "D", 0, 1, {0, 10000, 0, 10000})}, {});
    BOOST_REQUIRE_EQUAL(r.cuentas.size(), 1U);
    BOOST_CHECK_EQUAL(texto(r.cuentas[0]), "0.00 0.00 -100.00 0.00");
    BOOST_CHECK_EQUAL(texto(r.gastos), "0.00 0.00 -100.00 0.00");
}

BOOST_AUTO_TEST_CASE(otros_ingresos_no_son_ventas) {
    auto con = libro;
    con[11].haber = Dinero::de_unidades(700);
    auto const r = armar_resultados(con, {}, {});
    BOOST_CHECK_EQUAL(texto(r.ingresos), "30.00 30.00 0.00 0.00");
    BOOST_CHECK_EQUAL(texto(r.otros), "7.00 7.00 0.00 0.00");
    BOOST_CHECK_EQUAL(texto(r.utilidadNeta), "20.00 20.00 0.00 0.00");
}

BOOST_AUTO_TEST_CASE(el_balance_cuadra_con_resultados_sin_cerrar) {
    auto const b = armar_balance(libro, Fecha(2026, 3, 31), {});
    BOOST_CHECK_EQUAL(texto(b.activoCirculante), "95.00");
    BOOST_CHECK_EQUAL(texto(b.activoNoCirculante), "0.00");
    BOOST_CHECK_EQUAL(texto(b.pasivoCortoPlazo), "2.00");
    BOOST_CHECK_EQUAL(texto(b.totalCapital), "93.00");
    BOOST_CHECK_EQUAL(texto(b.resultadoEjercicio), "13.00");
    BOOST_CHECK(b.totalActivo == b.pasivoYCapital);
    std::string filas;
    for (auto const& c : b.cuentas) filas += std::string(c.cuenta.valor()) + ' ' + texto(c.saldo) + '\n';
    BOOST_CHECK_EQUAL(filas,
                      "102 105.00\n102.01 105.00\n115 -10.00\n115.01 -10.00\n213.03 2.00\n305 93.00\n305.01 80.00\n"
                      "305.01 13.00\n");
}

BOOST_AUTO_TEST_SUITE_END()
