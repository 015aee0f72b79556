// Trial balance from the sums of each account: a parent account adds up its children, the sign follows the nature of
// the account, and the result of years without a closing entry is shown on the line where that entry would be (305.01).
#include "domain/contabilidad/reportes/balanza.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/domain/balanza_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(balanza_test)

using namespace gestor;
using namespace gestor::contabilidad;

namespace {

std::vector<CuentaSumada> const libro{cuenta(1, "102", "D", 0, 1),
                                      cuenta(2, "102.01", "D", 1, 2, {500, 70, 40, 10}),
                                      cuenta(3, "102.02", "D", 1, 2, {0, 0, 5, 5}),
                                      cuenta(4, "305", "A", 0, 1),
                                      cuenta(5, "401", "A", 0, 1),
                                      cuenta(6, "401.01", "A", 5, 2, {-500, -70, 15, 45}),
                                      cuenta(7, "601", "D", 0, 1)};

std::string texto(std::vector<BalanzaCuenta> const& cuentas, std::string const& sangria = "") {
    std::string t;
    for (auto const& c : cuentas) {
        t += sangria + std::string(c.cuenta.valor());
        for (auto const& importe : {c.saldoInicial, c.debe, c.haber, c.saldoFinal}) t += ' ', importe.escribir(t);
        t += '\n' + texto(c.hijos, sangria + "  ");
    }
    return t;
}

}  // namespace

BOOST_AUTO_TEST_CASE(un_padre_es_lo_que_cuelga_de_el_y_lo_que_nadie_cerro_es_un_renglon) {
    auto const b = armar_balanza(libro, {});
    BOOST_CHECK_EQUAL(texto(b.cuentas),
                      "102 5.70 0.45 0.15 6.00\n"
                      "  102.01 5.70 0.40 0.10 6.00\n"
                      "  102.02 0.00 0.05 0.05 0.00\n"  // an account with movements is shown though its balance is 0
                      "305 5.00 0.00 0.00 5.00\n"
                      "  305.01 5.00 0.00 0.00 5.00\n"
                      "401 0.70 0.15 0.45 1.00\n"  // income of this year only: earlier years are in 305.01
                      "  401.01 0.70 0.15 0.45 1.00\n");
    BOOST_CHECK(b.totales.debe == b.totales.haber && b.totales.debe == Dinero::de_unidades(60));
}

BOOST_AUTO_TEST_CASE(plana_por_nivel_por_cuenta_y_con_las_que_no_se_movieron) {
    BalanzaFiltro f{};
    f.formato.valor = "plano";
    f.nivel = 1;
    BOOST_CHECK_EQUAL(texto(armar_balanza(libro, f).cuentas),
                      "102 5.70 0.45 0.15 6.00\n305 5.00 0.00 0.00 5.00\n401 0.70 0.15 0.45 1.00\n");
    f.incluirCuentasSinMovimiento.valor = true;
    BOOST_CHECK_EQUAL(armar_balanza(libro, f).cuentas.size(), 4U);
    BalanzaFiltro de{};
    de.cuenta = Clave("102.0");
    auto const b = armar_balanza(libro, de);
    BOOST_CHECK_EQUAL(texto(b.cuentas), "102.01 5.70 0.40 0.10 6.00\n102.02 0.00 0.05 0.05 0.00\n");
    BOOST_CHECK(b.totales.debe == Dinero::de_unidades(45) && b.totales.haber == Dinero::de_unidades(15));
}

BOOST_AUTO_TEST_CASE(lo_que_se_perdio_y_nadie_cerro_resta) {
    auto perdido = libro;
    perdido[5].anteriores = Dinero::de_unidades(500);
    perdido[1].anteriores = Dinero::de_unidades(-500);
    auto const b = armar_balanza(perdido, {});
    BOOST_CHECK(texto(b.cuentas).find("  305.02 -5.00 0.00 0.00 -5.00\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
