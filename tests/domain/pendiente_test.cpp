// Balance of a document after collections, returns and refunds, with the numbers of an accountant. Whole ledgers are in
// libros_test.
#include "domain/motor/importes/pendiente.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/domain/azar.hpp"
#include "tests/domain/cubetas_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(pendiente_test)

using namespace gestor;

namespace {

Pendiente nacido(Cubetas const& partes, TipoCambio tipo_cambio = TipoCambio{"1"}) {
    Pendiente p;
    p.nacer(partes, a_pesos(partes, tipo_cambio));
    return p;
}

// Collects the payments one by one; returns the parts that each took, as text.
std::string cobrar(Pendiente& p, std::vector<std::string_view> const& pagos) {
    std::string s;
    for (auto const pago : pagos) {
        auto const x = p.partes_de(Dinero::de_base(pago));
        BOOST_CHECK_EQUAL(texto(x.total()), pago);
        BOOST_CHECK(!negativas(x));
        p.tomar(x, x);
        s += texto(x) + "\n";
    }
    return s;
}

}  // namespace

BOOST_AUTO_TEST_CASE(collected_in_three_parts) {
    auto p = nacido(base16(Dinero{"1000.00"}, Dinero{"160.00"}));
    BOOST_CHECK_EQUAL(cobrar(p, {"333.33", "333.33", "493.34"}),
                      "(287.35,45.98,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)\n"
                      "(287.36,45.97,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)\n"
                      "(425.29,68.05,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)\n");
    BOOST_CHECK(!p.pendiente && !p.pendienteMxn);
}

BOOST_AUTO_TEST_CASE(collected_at_several_rates) {
    auto p = nacido(Cubetas::de_base("(1000.00,160.00,250.00,20.00,300.00,70.00,0.00,0.00,0.00,0.00,0.00)"));
    BOOST_CHECK_EQUAL(cobrar(p, {"700.01", "1099.99"}),
                      "(388.90,62.22,97.22,7.78,116.67,27.22,0.00,0.00,0.00,0.00,0.00)\n"
                      "(611.10,97.78,152.78,12.22,183.33,42.78,0.00,0.00,0.00,0.00,0.00)\n");
    BOOST_CHECK(!p.pendiente);
}

BOOST_AUTO_TEST_CASE(collected_cent_by_cent) {
    auto p = nacido(base16(Dinero{"100.00"}, Dinero{"16.00"}));
    cobrar(p, {"19.33", "19.33", "19.33", "19.33", "19.33", "19.33", "0.02"});
    BOOST_CHECK(!p.pendiente);
    auto todas = nacido(Cubetas::de_base("(0.40,0.06,0.40,0.03,0.10,0.10,0.10,0.05,0.04,0.04,0.00)"));
    cobrar(todas, std::vector<std::string_view>(111, "0.01"));
    BOOST_CHECK(!todas.pendiente);
    auto anticipo = nacido(base16(Dinero{"1.00"}, Dinero{"0.16"}));
    cobrar(anticipo, std::vector<std::string_view>(29, "0.04"));
    BOOST_CHECK(!anticipo.pendiente);
}

// Reversed parts come back as they were taken. The proration continues within the same stretch; a reversal from an
// older stretch begins a new one.
BOOST_AUTO_TEST_CASE(what_comes_back_is_what_had_gone) {
    auto p = nacido(base16(Dinero{"1000.00"}, Dinero{"160.00"}));
    auto const antes = p;
    auto const x = p.partes_de(Dinero{"333.33"});
    p.tomar(x, x);
    auto const y = p.partes_de(Dinero{"826.67"});
    p.tomar(y, y);
    BOOST_CHECK(!p.pendiente);
    p.regresar(x, x, p.tramoNumero.valor());
    BOOST_CHECK(p.tramo == antes.tramo && p.tramoNumero == antes.tramoNumero);
    p.regresar(y, y, p.tramoNumero.valor() - 1);
    BOOST_CHECK(p.pendiente == antes.pendiente && p.pendienteMxn == antes.pendienteMxn);
    BOOST_CHECK(p.tramoNumero.valor() == antes.tramoNumero.valor() + 1 && p.tramo == p.pendiente);
}

// Pesos are prorated cumulatively, the amount and each part: each amount alone would be 0.86, and the fifth cent of VAT
// 0.17.
BOOST_AUTO_TEST_CASE(pesos_do_not_drift) {
    TipoCambio const tipo_cambio{"17.123457"};
    auto p = nacido(base16(Dinero{"0.86"}, Dinero{"0.14"}), tipo_cambio);
    std::string s;
    for (int vez = 1; vez <= 9; ++vez) {
        Dinero const importe = vez < 9 ? Dinero{"0.05"} : Dinero{"0.60"};
        auto const x = p.partes_de(importe);
        auto const y = p.pesos_de(x, tipo_cambio, p.pesos_de(importe, tipo_cambio));
        p.tomar(x, y);
        s += texto(x.iva()) + " " + texto(y.iva()) + " de " + texto(y.total()) + "\n";
    }
    BOOST_CHECK_EQUAL(s,
                      "0.01 0.17 de 0.86\n"
                      "0.00 0.00 de 0.85\n"
                      "0.01 0.17 de 0.86\n"
                      "0.01 0.17 de 0.85\n"
                      "0.01 0.17 de 0.86\n"
                      "0.00 0.00 de 0.86\n"
                      "0.01 0.18 de 0.85\n"
                      "0.01 0.17 de 0.86\n"
                      "0.08 1.37 de 10.27\n");
    BOOST_CHECK(!p.pendienteMxn);
}

// The last payment takes all remaining pesos, also when the stretch began ten times: converted alone it would be 15.41,
// and a cent would be left.
BOOST_AUTO_TEST_CASE(the_last_takes_all_the_pesos) {
    TipoCambio const tipo_cambio{"17.123457"};
    auto p = nacido(tasa_cero(Dinero{"1.00"}), tipo_cambio);
    for (int vez = 0; vez < 10; ++vez) {
        Dinero const centavo{"0.01"};
        auto const x = p.partes_de(centavo);
        p.tomar(x, p.pesos_de(x, tipo_cambio, p.pesos_de(centavo, tipo_cambio)));
        p.otro_tramo();
    }
    auto const resto = p.partes();
    BOOST_CHECK_EQUAL(texto(p.pesos_de(resto.total(), tipo_cambio)), "15.42");
    BOOST_CHECK_EQUAL(texto(p.pesos_de(resto, tipo_cambio, Dinero{"15.42"}).total()), "15.42");
}

namespace {

// Returns these parts of a sale of V and Z that was partly paid; tells the effect on the taxes and the rest.
std::string devolver(Cubetas const& v, Cubetas const& z, Dinero cobrado, Cubetas const& devuelto) {
    auto p = nacido(mas(v, z));
    auto const x = p.partes_de(cobrado);
    p.tomar(x, x);
    auto const d = repartir_devolucion({p, TipoCambio{"1"}, mas(v, z), mas(v, z), x}, devuelto);
    p.tomar(d.impagas, d.impagasMxn);
    p.otro_tramo();
    Dinero const credito = d.pagadasMxn.total();
    Dinero const paga = std::min(credito, p.partes().total());
    auto const y = p.partes_de(paga);
    p.tomar(y, y);
    return "cobrado " + texto(x.iva()) + ", por cobrar " + texto(d.impagasMxn.iva()) + ", cobrado " +
           texto(d.declaradas.iva()) + ", crédito " + texto(credito) + " paga " + texto(paga) + " con IVA " +
           texto(y.iva()) + ", saldo " + texto(p.partes().total()) + " con IVA " + texto(p.partes().iva());
}

}  // namespace

BOOST_AUTO_TEST_CASE(returns_of_a_sale_of_two_rates) {
    Cubetas const v = base16(Dinero{"100"}, Dinero{"16"}), diez = base16(Dinero{"1000"}, Dinero{"160"});
    Cubetas const z = tasa_cero(Dinero{"1000"});
    BOOST_CHECK_EQUAL(
        devolver(v, z, Dinero{"558"}, v),
        "cobrado 8.00, por cobrar 8.00, cobrado 8.00, crédito 58.00 paga 58.00 con IVA 0.00, saldo 442.00 "
        "con IVA 0.00");
    BOOST_CHECK_EQUAL(devolver(diez, z, Dinero{"1080"}, z),
                      "cobrado 80.00, por cobrar 0.00, cobrado 0.00, crédito 500.00 paga 500.00 con IVA 68.97, saldo "
                      "80.00 con IVA 11.03");
    // One rate: the return lowers the debt first, in proportion.
    BOOST_CHECK_EQUAL(
        devolver(v, v, Dinero{"174"}, v),
        "cobrado 24.00, por cobrar 4.00, cobrado 12.00, crédito 87.00 paga 29.00 con IVA 4.00, saldo 0.00 "
        "con IVA 0.00");
}

BOOST_AUTO_TEST_CASE(tax_goes_back_at_the_rate_it_was_declared_at) {
    TipoCambio const dieciocho{"18"};
    Cubetas const v = base16(Dinero{"100"}, Dinero{"16"});
    auto p = nacido(v, dieciocho);
    p.tomar(v, a_pesos(v, dieciocho));  // collected at an exchange rate of 20: VAT declared, 320.00
    auto const mitad = base16(Dinero{"50"}, Dinero{"8"});
    auto const d = repartir_devolucion({p, dieciocho, v, a_pesos(v, dieciocho), a_pesos(v, TipoCambio{"20"})}, mitad);
    BOOST_CHECK_EQUAL(texto(d.pagadasMxn.iva()) + " " + texto(d.declaradas.iva()) + " " + texto(d.impagas.total()),
                      "144.00 160.00 0.00");
}

BOOST_AUTO_TEST_CASE(nothing_is_given_back_of_what_nobody_has_paid) {
    // Paid, partly returned, then the payment cancelled: the debt exceeds the rest of the document. Another credit had
    // taken one cent of the withheld tax.
    auto const partes = [](Dinero base, Dinero retenido) {
        auto c = tasa_cero(base);
        c[Cubeta::isrRet] = retenido;
        return c;
    };
    auto const p = nacido(partes(Dinero{"2576.54"}, Dinero{"0.03"}));
    auto const resto = partes(Dinero{"0.65"}, Dinero{"0.06"});
    auto const d = repartir_devolucion({p, TipoCambio{"1"}, resto, resto, partes(Dinero{}, Dinero{"0.03"})}, resto);
    BOOST_CHECK_EQUAL(texto(d.impagas), texto(partes(Dinero{"0.62"}, Dinero{"0.03"})));
    BOOST_CHECK_EQUAL(texto(d.pagadasMxn), texto(partes(Dinero{"0.03"}, Dinero{"0.03"})));
    BOOST_CHECK_EQUAL(texto(d.declaradas), texto(partes(Dinero{}, Dinero{"0.03"})));
}

// An earlier note was settled again and gave back one cent of pesos less: 100.00 without VAT are owed at 1,700.01
// pesos, and the document has 1,700.00 left. The credit of the rest gives the cent, or is worth 0.
BOOST_AUTO_TEST_CASE(a_credit_has_no_part_below_zero_in_pesos) {
    TipoCambio const diecisiete{"17"};
    auto const partes = [](Dinero base, Dinero otra) {
        auto c = tasa_cero(base);
        c[Cubeta::noAfecto] = otra;
        return c;
    };
    auto const pagadas = [&](Cubetas const& debe, Cubetas const& debeMxn, Cubetas const& resto,
                             Cubetas const& restoMxn) {
        Pendiente p;
        p.nacer(debe, debeMxn);
        return repartir_devolucion({p, diecisiete, resto, restoMxn, {}}, resto).pagadasMxn;
    };
    Dinero const cien{"100"}, en_pesos{"1700.01"};
    BOOST_CHECK_EQUAL(texto(pagadas(partes(cien, {}), partes(en_pesos, {}), partes(cien, Dinero{"1"}),
                                    partes(Dinero{"1700"}, Dinero{"17"}))),
                      texto(partes({}, Dinero{"16.99"})));
    // The largest base has no pesos left to give; the next one gives them.
    BOOST_CHECK_EQUAL(texto(pagadas(partes(cien, {}), partes(en_pesos, {}), partes(Dinero{"101"}, Dinero{"0.50"}),
                                    partes(Dinero{"1700"}, Dinero{"8.50"}))),
                      texto(partes({}, Dinero{"8.49"})));
    BOOST_CHECK_EQUAL(texto(pagadas(partes(cien, {}), partes(en_pesos, {}), partes(Dinero{"100.01"}, {}),
                                    partes(Dinero{"1700"}, {}))),
                      texto(Cubetas{}));
}

BOOST_AUTO_TEST_SUITE_END()
