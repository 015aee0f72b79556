// Closing of accounts to zero: for any balance the entry is balanced for each destination, and the last account keeps
// the difference.
#include "domain/contabilidad/periodos/saldar.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

#include "domain/contabilidad/impuestos/a_favor.hpp"

BOOST_AUTO_TEST_SUITE(saldar_test)

using namespace gestor;
using namespace gestor::contabilidad;

namespace {

IdOCero id(std::int64_t n) {
    return n > 0 ? IdOCero(Id(n)) : IdOCero();
}

SaldoPorDestino saldo(std::int64_t cuenta, std::int64_t sucursal, std::int64_t proyecto, std::int64_t centavos) {
    return {Id(cuenta), id(sucursal), id(proyecto), {}, Dinero::de_unidades(centavos)};
}

std::string texto(std::vector<LineaPropia> const& lineas) {
    std::string t;
    for (auto const& l : lineas) {
        t += l.haber.es_cero() ? "D " : "A ";
        t += l.clave.valor().empty() ? std::to_string(l.cuentaId.valor()) : std::string(l.clave.valor());
        t += ' ';
        (l.debe + l.haber).escribir(t);
        if (l.sucursalId) t += " s" + std::to_string(l.sucursalId->valor());
        if (l.proyectoId) t += " p" + std::to_string(l.proyectoId->valor());
        t += '\n';
    }
    return t;
}

}  // namespace

BOOST_AUTO_TEST_CASE(cada_destino_pasa_por_sus_cuentas) {
    auto const lineas = saldar({saldo(4, 1, 0, -10000), saldo(6, 1, 0, 4000), saldo(6, 2, 0, 500), saldo(6, 2, 7, 500)},
                               {"UNA", "OTRA"});
    BOOST_TEST(texto(lineas) ==
               "D 4 100.00 s1\nA 6 40.00 s1\nA UNA 60.00 s1\nD UNA 60.00 s1\nA OTRA 60.00 s1\n"
               "A 6 5.00 s2\nD UNA 5.00 s2\nA UNA 5.00 s2\nD OTRA 5.00 s2\n"
               "A 6 5.00 s2 p7\nD UNA 5.00 s2 p7\nA UNA 5.00 s2 p7\nD OTRA 5.00 s2 p7\n");
}

BOOST_AUTO_TEST_CASE(lo_que_se_compensa_no_pasa_por_ninguna) {
    BOOST_TEST(texto(saldar({saldo(4, 0, 0, -700), saldo(6, 0, 0, 700)}, {"UNA"})) == "D 4 7.00\nA 6 7.00\n");
    BOOST_TEST(saldar({}, {"UNA"}).empty());
}

BOOST_AUTO_TEST_CASE(al_azar_cuadra_y_salda) {
    std::mt19937 azar(17);  // NOLINT: the same ones each time
    auto const hasta = [&](int n) { return static_cast<std::int64_t>(azar() % static_cast<unsigned>(n)); };
    for (int vez = 0; vez < 2000; ++vez) {
        std::vector<SaldoPorDestino> saldos;
        for (std::int64_t sucursal = 0; sucursal < 3; ++sucursal)
            for (std::int64_t cuenta = 1; cuenta < 5; ++cuenta)
                if (auto const centavos = hasta(2001) - 1000; centavos != 0 && hasta(3) > 0)
                    saldos.push_back(saldo(cuenta, sucursal, 0, centavos));
        std::map<std::int64_t, Dinero> por_sucursal;
        std::map<std::int64_t, Dinero> por_cuenta;
        Dinero queda;
        for (auto const& s : saldos) por_cuenta[s.cuentaId.valor()] += s.saldo;
        for (auto const& l : saldar(saldos, {"UNA", "OTRA"})) {
            BOOST_TEST((l.debe.es_cero() != l.haber.es_cero()));
            por_sucursal[l.sucursalId ? l.sucursalId->valor() : 0] += l.debe - l.haber;
            if (l.cuentaId.presente()) por_cuenta[l.cuentaId.valor()] += l.debe - l.haber;
            if (l.clave == "OTRA") queda += l.debe - l.haber;
        }
        for (auto const& [s, suma] : por_sucursal) BOOST_TEST(suma.es_cero());
        for (auto const& [c, suma] : por_cuenta) BOOST_TEST(suma.es_cero());
        BOOST_TEST((queda == suma_de(saldos)));
    }
}

// ---- VAT in favour, month by month ----
namespace {

FavorDeMes favor(int mes, std::int64_t favor, std::int64_t acreditado = 0, bool en_devolucion = false) {
    return {{2025, mes}, Dinero::de_unidades(favor), Dinero::de_unidades(acreditado), en_devolucion};
}

std::string texto(std::vector<FavorAcreditado> const& partes) {
    std::string t;
    for (auto const& p : partes) {
        t += (t.empty() ? "" : ", ") + std::to_string(p.mes.valor()) + ": ";
        p.importe.escribir(t);
    }
    return t;
}

}  // namespace

BOOST_AUTO_TEST_CASE(lo_que_se_puede_acreditar) {
    MesDeterminado const octubre{2025, 10};
    auto const de = [&](std::vector<FavorDeMes> const& meses) { return texto(por_acreditar(meses, octubre)); };
    BOOST_CHECK_EQUAL(de({}), "");
    BOOST_CHECK_EQUAL(de({favor(9, 288000), favor(7, 100)}), "7: 1.00, 9: 2880.00");
    BOOST_CHECK_EQUAL(de({favor(9, 288000, 132400)}), "9: 1556.00");
    BOOST_CHECK_EQUAL(de({favor(9, 288000, 288000), favor(10, 500), favor(11, 500)}), "");
    // A balance in favour whose refund was requested is not credited, and a refund lowers it first.
    BOOST_CHECK_EQUAL(de({favor(7, 1000), favor(8, 2000, 0, true), favor(9, 3000)}), "7: 10.00, 9: 30.00");
    BOOST_CHECK_EQUAL(de({favor(7, 1000), favor(8, 2000, 0, true), favor(9, 3000), favor(10, -1500)}),
                      "7: 10.00, 9: 30.00");
    BOOST_CHECK_EQUAL(de({favor(7, 1000), favor(8, 2000, 0, true), favor(9, 3000), favor(10, -2500)}),
                      "7: 5.00, 9: 30.00");
    // A compensation entered by hand lowers the oldest balance in favour.
    BOOST_CHECK_EQUAL(de({favor(7, 1000), favor(8, -1200), favor(9, 3000)}), "9: 28.00");
    BOOST_CHECK_EQUAL(de({favor(7, 1000), favor(8, -1200)}), "");
    auto const quedan = por_acreditar({favor(7, 1000), favor(9, 3000)}, octubre);
    BOOST_CHECK_EQUAL(texto(tomar(quedan, Dinero{"0"})), "");
    BOOST_CHECK_EQUAL(texto(tomar(quedan, Dinero{"10"})), "7: 10.00");
    BOOST_CHECK_EQUAL(texto(tomar(quedan, Dinero{"10.01"})), "7: 10.00, 9: 0.01");
    BOOST_CHECK(total_de(tomar(quedan, Dinero{"40"})) == Dinero{"40"});
}

BOOST_AUTO_TEST_SUITE_END()
