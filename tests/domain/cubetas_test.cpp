#include <boost/test/unit_test.hpp>

#include "domain/motor/importes/retenciones.hpp"
#include "tests/domain/azar.hpp"

BOOST_AUTO_TEST_SUITE(cubetas_test)

using namespace gestor;

namespace {

Cubetas invoice(Dinero base16, Dinero iva16) {
    Cubetas c;
    c[Cubeta::base16] = base16;
    c[Cubeta::iva16] = iva16;
    return c;
}

}  // namespace

BOOST_AUTO_TEST_CASE(buckets_as_the_database_has_them) {
    char const* const fila = "(1.00,0.16,2.00,0.17,3.00,4.00,5.00,0.50,-0.10,9999999999999.99,0.00)";
    auto const c = Cubetas::de_base(fila);
    BOOST_CHECK_EQUAL(texto(c), fila);
    BOOST_CHECK_EQUAL(texto(c[Cubeta::iva8]), "0.17");
    BOOST_CHECK_EQUAL(texto(c[Cubeta::isrRet]), "9999999999999.99");
    BOOST_CHECK(c.mayor_base() == Cubeta::noAfecto);
    for (auto const* mal : {"", "()", "1.00", "(1.00,0.16,2.00,0.17,3.00,4.00,5.00,0.50,0.10)",
                            "(1.00,0.16,2.00,0.17,3.00,4.00,5.00,0.50,0.10,)", "(1,1,1,1,1,1,1,1,1,1,1,1)"})
        BOOST_CHECK_THROW(Cubetas::de_base(mal), ValorInvalido);
}

BOOST_AUTO_TEST_CASE(a_foreign_invoice_collected_at_another_rate) {
    auto const documento = invoice(Dinero{"1000.00"}, Dinero{"160.00"});
    auto const pesos = a_pesos(documento, TipoCambio{"18"});
    BOOST_CHECK_EQUAL(texto(pesos.total()), "20880.00");
    BOOST_CHECK_EQUAL(texto(pesos.iva()), "2880.00");
    auto const flujo = escalar(pesos, Dinero{"23200.00"});
    BOOST_CHECK_EQUAL(texto(flujo), "(20000.00,3200.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)");
    BOOST_CHECK(escalar(Cubetas{}, Dinero{}) == Cubetas{});
    // Each part rounded on its own would add up to 23.48.
    auto const centavo =
        a_pesos(Cubetas::de_base("(0.25,0.04,0.25,0.02,0.25,0.25,0.25,0,0,0,0.00)"), TipoCambio{"17.9"});
    BOOST_CHECK_EQUAL(texto(centavo), "(4.45,0.72,4.48,0.36,4.48,4.48,4.48,0.00,0.00,0.00,0.00)");
    BOOST_CHECK_EQUAL(texto(centavo.total()), "23.45");
    // When rounding takes a cent off the base, the cent is also taken off the IEPS included in the base.
    auto const ieps = a_pesos(Cubetas::de_base("(18.50,2.96,0,0,0,0,0,18.40,0.10,2.66,0.00)"), TipoCambio{"0.0003"});
    BOOST_CHECK_EQUAL(texto(ieps), "(0.01,0.00,0.00,0.00,0.00,0.00,0.00,0.01,0.00,0.00,0.00)");
    auto const nada = a_pesos(Cubetas::de_base("(18.50,0,0,0,0,0,0,18.40,0,2.66,0.00)"), TipoCambio{"0.0003"});
    BOOST_CHECK_EQUAL(texto(nada), "(0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)");
}

// ---- any document ----

namespace {

bool ok_totales(std::span<LineaImportes const> lineas, Totales const& t) {
    Importe exacto;
    for (auto const& l : lineas) exacto += l.importe;
    Dinero ieps;
    bool cabe = true;
    for (std::size_t i = 0; i < numero_bases; ++i) {
        ieps += t.iepsDeBase[i];
        cabe = cabe && !t.iepsDeBase[i].es_negativo() && t.iepsDeBase[i] <= t.cubetas.valores[i];
    }
    Importe const desvio = exacto - t.subtotal;
    return t.total == t.subtotal + t.iva + t.ieps - t.ivaRetenido - t.isrRetenido && t.cubetas.total() == t.total &&
           t.cubetas.iva() == t.iva && t.cubetas[Cubeta::ieps] == t.ieps &&
           t.cubetas[Cubeta::ivaRet] == t.ivaRetenido && t.cubetas[Cubeta::isrRet] == t.isrRetenido && ieps == t.ieps &&
           cabe && desvio <= Importe{"0.01"} && desvio >= Importe{"-0.01"} && !negativas(t.cubetas);
}

// One row per tax, kind and rate. The rows of a tax add up to the withholding of the document, in its currency and in
// pesos.
bool ok_retenciones(std::vector<RetencionGuardada> const& filas, Totales const& t, Cubetas const& pesos) {
    Cubetas suma, sumaMxn;
    for (auto const& f : filas) {
        auto const c = f.impuesto == "002" ? Cubeta::ivaRet : Cubeta::isrRet;
        suma[c] += f.importe, sumaMxn[c] += f.importeMxn;
        Dinero const desvio = f.importe - multiplicar<2>(f.base, f.tasa);
        if (f.importe.es_negativo() || f.importeMxn.es_negativo() || desvio > Dinero{"0.05"} ||
            desvio < Dinero{"-0.05"})
            return false;
        if (std::count_if(filas.begin(), filas.end(), [&](RetencionGuardada const& x) {
                return x.impuesto == f.impuesto && x.tipoRetencion == f.tipoRetencion && x.tasa == f.tasa;
            }) != 1)
            return false;
    }
    return suma[Cubeta::ivaRet] == t.ivaRetenido && suma[Cubeta::isrRet] == t.isrRetenido &&
           sumaMxn[Cubeta::ivaRet] == pesos[Cubeta::ivaRet] && sumaMxn[Cubeta::isrRet] == pesos[Cubeta::isrRet];
}

}  // namespace

BOOST_AUTO_TEST_CASE(any_document_adds_up) {
    std::size_t de_varias = 0;
    Azar azar;
    for (int n = 0; n < 20'000; ++n) {
        std::vector<LineaImportes> lineas(static_cast<std::size_t>(1 + azar.hasta(6)));
        for (auto& l : lineas) l = linea_al_azar(azar);
        auto const t = totalizar(lineas);
        BOOST_REQUIRE_MESSAGE(ok_totales(lineas, t), n << ": " << texto(t) << " " << texto(t.cubetas));
        auto const tipo_cambio = TipoCambio::de_unidades(1 + azar.hasta(25'000'000));
        auto const pesos = a_pesos(t.cubetas, tipo_cambio);
        BOOST_REQUIRE_EQUAL(texto(pesos.total()), texto(Dinero(multiplicar<2>(t.total, tipo_cambio))));
        auto const filas = retenciones_de(lineas, t, pesos, tipo_cambio);
        BOOST_REQUIRE_MESSAGE(ok_retenciones(filas, t, pesos), n << ": " << texto(t.cubetas));
        de_varias += filas.size() > 2 ? 1 : 0;
    }
    BOOST_CHECK_GT(de_varias, 1'500u);
}

BOOST_AUTO_TEST_SUITE_END()
