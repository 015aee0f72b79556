#include <boost/test/unit_test.hpp>

#include "tests/domain/importes_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(importes_test)

using namespace gestor;

namespace {

std::string texto(LineaImportes const& l) {
    std::string s = texto(l.bruto) + " " + texto(l.importe);
    for (auto const& i : l.impuestos)
        s += " | " + i.impuesto + (i.retencion ? "R " : " ") + i.factor + " " + (i.tasa ? texto(*i.tasa) : "-") + " " +
             texto(i.base) + " " + texto(i.importe);
    return s;
}

PerfilImpuestos honorarios() {
    auto p = perfil(Tasa{"0.16"});
    p.ivaRetenido = Tasa{"0.106667"};
    p.isrRetenido = Tasa{"0.10"};
    return p;
}

PerfilImpuestos todo(std::string objeto) {
    auto p = honorarios();
    p.objeto = std::move(objeto);
    p.ieps = Tasa{"0.08"};
    return p;
}

LineaImportes linea(std::string_view precio, PerfilImpuestos const& p) {
    return calcular_linea(Cantidad{"1"}, Precio::de_base(precio), {}, {}, p);
}

}  // namespace

// ---- lines and totals ----

BOOST_AUTO_TEST_CASE(every_kind_of_line_in_one_document) {
    auto botana = perfil(Tasa{"0.16"});
    botana.ieps = Tasa{"0.08"};
    std::vector<LineaImportes> const lineas = {
        calcular_linea(Cantidad{"3"}, Precio{"99.99"}, Importe{"10"}, {}, perfil(Tasa{"0.16"})),
        calcular_linea(Cantidad{"2.5"}, Precio{"33.333333"}, {}, {}, perfil(Tasa{"0.08"})),
        calcular_linea(Cantidad{"10"}, Precio{"12.50"}, {}, {}, botana),
        linea("500", perfil({})),
        linea("200", perfil(Tasa{"0"})),
        linea("1000", honorarios()),
    };
    BOOST_CHECK_EQUAL(texto(lineas[0]), "299.97 289.97 | 002 Tasa 0.16 289.97 46.3952");
    BOOST_CHECK_EQUAL(texto(lineas[1]), "83.333333 83.333333 | 002 Tasa 0.08 83.333333 6.666667");
    BOOST_CHECK_EQUAL(texto(lineas[2]), "125.00 125.00 | 002 Tasa 0.16 135.00 21.60 | 003 Tasa 0.08 125.00 10.00");
    BOOST_CHECK_EQUAL(texto(lineas[3]), "500.00 500.00 | 002 Exento - 500.00 0.00");
    BOOST_CHECK_EQUAL(texto(lineas[4]), "200.00 200.00 | 002 Tasa 0 200.00 0.00");
    BOOST_CHECK_EQUAL(texto(lineas[5]),
                      "1000.00 1000.00 | 002 Tasa 0.16 1000.00 160.00 | 002R Tasa 0.106667 1000.00 106.667"
                      " | 001R Tasa 0.1 1000.00 100.00");
    auto const t = totalizar(lineas);
    BOOST_CHECK_EQUAL(texto(t), "2208.30 10.00 2198.30 234.67 10.00 106.67 100.00 2236.30");
    BOOST_CHECK_EQUAL(texto(t.cubetas), "(1424.97,228.00,83.33,6.67,200.00,500.00,0.00,10.00,106.67,100.00,0.00)");
    BOOST_CHECK_EQUAL(texto(t.iepsDeBase[0]), "10.00");

    std::string grupos;
    for (auto const& g : agrupar(lineas)) {
        grupos += g.impuesto + (g.retencion ? "R " : " ") + (g.tasa ? texto(*g.tasa) : g.factor) + " ";
        grupos += texto(g.base) + " " + texto(g.importe) + "\n";
    }
    BOOST_CHECK_EQUAL(grupos, R"(002 0.16 1424.97 228.00
002 0.08 83.33 6.67
003 0.08 125.00 10.00
002 Exento 500.00 0.00
002 0 200.00 0.00
002R Tasa 1000.00 106.67
001R Tasa 1000.00 100.00
)");
}

// VAT that is not credited moves to the base without VAT; each rate is rounded once. The total, the header and the
// withholdings do not change.
BOOST_AUTO_TEST_CASE(vat_that_is_not_credited_is_no_vat_of_the_parts) {
    auto const sin = [](PerfilImpuestos p, Tasa parte) {
        p.noAcreditable = parte;
        return p;
    };
    auto const partes = [](std::vector<LineaImportes> const& lineas) {
        auto const t = totalizar(lineas);
        auto const& c = t.cubetas;
        return texto(t.iva) + " de " + texto(t.total) + ": " + texto(c[Cubeta::base16]) + " " +
               texto(c[Cubeta::iva16]) + ", " + texto(c[Cubeta::base8]) + " " + texto(c[Cubeta::iva8]) + ", " +
               texto(c[Cubeta::noAfecto]) + " - " + texto(c[Cubeta::ivaRet]) + " " + texto(c[Cubeta::isrRet]);
    };
    auto const general = perfil(Tasa{"0.16"}), frontera = perfil(Tasa{"0.08"});
    Tasa const todo{"1"}, tercios{"0.6667"};
    BOOST_CHECK_EQUAL(partes({linea("1000", sin(general, todo))}),
                      "160.00 de 1160.00: 1000.00 0.00, 0.00 0.00, 160.00 - 0.00 0.00");
    BOOST_CHECK_EQUAL(
        partes({linea("1000", sin(general, tercios)), linea("100", general), linea("10", perfil({}, "01"))}),
        "176.00 de 1286.00: 1100.00 69.33, 0.00 0.00, 116.67 - 0.00 0.00");
    BOOST_CHECK_EQUAL(partes({linea("1000", sin(frontera, tercios)), linea("1000", sin(general, tercios))}),
                      "240.00 de 2240.00: 1000.00 53.33, 1000.00 26.66, 160.01 - 0.00 0.00");
    // Two halves of a cent make one cent: 0.03 × 0.16 × 0.6667 is 0.0032, twice 0.0064.
    BOOST_CHECK_EQUAL(partes({linea("0.03", sin(general, tercios)), linea("0.03", sin(general, tercios))}),
                      "0.01 de 0.07: 0.06 0.00, 0.00 0.00, 0.01 - 0.00 0.00");
    BOOST_CHECK_EQUAL(partes({linea("1000", sin(honorarios(), Tasa{"0.5"}))}),
                      "160.00 de 953.33: 1000.00 80.00, 0.00 0.00, 80.00 - 106.67 100.00");
    BOOST_CHECK_EQUAL(partes({desglosar(Dinero{"116"}, sin(general, Tasa{"0.5"}))}),
                      "16.00 de 116.00: 100.00 8.00, 0.00 0.00, 8.00 - 0.00 0.00");
}

BOOST_AUTO_TEST_CASE(discount_and_promotion) {
    auto l = calcular_linea(Cantidad{"3"}, Precio{"99.99"}, Importe{"10"}, Importe{"5"}, perfil(Tasa{"0.16"}));
    BOOST_CHECK_EQUAL(texto(l), "299.97 284.97 | 002 Tasa 0.16 284.97 45.5952");
    BOOST_CHECK_EQUAL(texto(totalizar({&l, 1})), "299.97 15.00 284.97 45.60 0.00 0.00 0.00 330.57");
    l = calcular_linea(Cantidad{"3"}, Precio{"99.99"}, Importe{"10"}, {}, perfil(Tasa{"0.16"}));
    BOOST_CHECK_EQUAL(texto(totalizar({&l, 1})), "299.97 10.00 289.97 46.40 0.00 0.00 0.00 336.37");
}

// Taxes of a CFDI as written: each rate of VAT has its base, and the rest of the amount is not taxed. A rest of less
// than half a cent is rounding of the base; a base above the amount is cut to it.
BOOST_AUTO_TEST_CASE(bases_as_a_cfdi_writes_them) {
    auto const iva = [](std::optional<Tasa> tasa, Importe base, Importe importe) {
        return ImpuestoLinea{"002", false, tasa ? "Tasa" : "Exento", tasa, base, importe};
    };
    auto const partes = [](Importe importe, Importe ieps, std::vector<ImpuestoLinea> impuestos) {
        LineaImportes l;
        l.bruto = l.importe = importe, l.ieps = ieps;
        if (!ieps.es_cero()) impuestos.push_back({"003", false, "Tasa", Tasa{"0.08"}, importe, ieps});
        l.cubeta = mayor_base_de(impuestos);
        l.impuestos = std::move(impuestos);
        return texto(totalizar({&l, 1}).cubetas);
    };
    Tasa const general{"0.16"}, frontera{"0.08"};
    BOOST_CHECK_EQUAL(partes(Importe{"827.59"}, {}, {iva(general, Importe{"808"}, Importe{"129.28"})}),
                      "(808.00,129.28,0.00,0.00,0.00,0.00,19.59,0.00,0.00,0.00,0.00)");
    BOOST_CHECK_EQUAL(partes(Importe{"1000"}, {},
                             {iva(frontera, Importe{"300"}, Importe{"24"}), iva({}, Importe{"100"}, {}),
                              iva(general, Importe{"500"}, Importe{"80"})}),
                      "(500.00,80.00,300.00,24.00,0.00,100.00,100.00,0.00,0.00,0.00,0.00)");
    BOOST_CHECK_EQUAL(partes(Importe{"33.333333"}, {}, {iva(general, Importe{"33.33"}, Importe{"5.33"})}),
                      "(33.33,5.33,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)");
    BOOST_CHECK_EQUAL(partes(Importe{"100"}, {}, {iva(general, Importe{"100.02"}, Importe{"16"})}),
                      "(100.00,16.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)");
    BOOST_CHECK_EQUAL(partes(Importe{"100"}, Importe{"8"}, {iva(general, Importe{"108"}, Importe{"17.28"})}),
                      "(108.00,17.28,0.00,0.00,0.00,0.00,0.00,8.00,0.00,0.00,0.00)");
    BOOST_CHECK_EQUAL(partes(Importe{"50"}, {}, {}), "(0.00,0.00,0.00,0.00,0.00,0.00,50.00,0.00,0.00,0.00,0.00)");
}

BOOST_AUTO_TEST_CASE(local_taxes_of_a_document) {
    auto const l = calcular_linea(Cantidad{"1"}, Precio{"1000"}, {}, {}, perfil(Tasa{"0.16"}));
    auto const t = totalizar({&l, 1}, {Dinero{"30"}, Dinero{"5"}});
    BOOST_CHECK_EQUAL(texto(t), "1000.00 0.00 1000.00 160.00 0.00 0.00 0.00 1185.00");
    BOOST_CHECK_EQUAL(texto(t.cubetas), "(1000.00,160.00,0.00,0.00,0.00,0.00,30.00,0.00,0.00,0.00,5.00)");
    BOOST_CHECK_EQUAL(texto(escalar(t.cubetas, Dinero{"237"})),
                      "(200.00,32.00,0.00,0.00,0.00,0.00,6.00,0.00,0.00,0.00,1.00)");
}

// ISR on 101.25 at 10 % and on 330 at 1.25 % is 10.125 + 4.125 = 14.25; rounded one by one it would be 14.26.
BOOST_AUTO_TEST_CASE(withheld_tax_is_summed_per_tax) {
    auto honorarios = perfil(Tasa{"0.16"}), resico = honorarios;
    honorarios.isrRetenido = Tasa{"0.10"}, honorarios.ivaRetenido = Tasa{"0.04"};
    resico.isrRetenido = Tasa{"0.0125"}, resico.ivaRetenido = Tasa{"0.16"};
    std::vector<LineaImportes> const lineas = {linea("101.25", honorarios), linea("330", resico)};
    auto const t = totalizar(lineas);
    BOOST_CHECK_EQUAL(texto(t), "431.25 0.00 431.25 69.00 0.00 56.85 14.25 429.15");
    BOOST_CHECK_EQUAL(texto(t.cubetas), "(431.25,69.00,0.00,0.00,0.00,0.00,0.00,0.00,56.85,14.25,0.00)");
}

BOOST_AUTO_TEST_CASE(a_line_discounted_whole_is_not_taxed) {
    auto p = todo("02");
    p.ieps = {}, p.cuotaIeps = Precio{"1.6451"};
    for (auto const& x : {p, todo("02"), perfil({}), perfil(Tasa{"0"})}) {
        auto const l = calcular_linea(Cantidad{"3"}, Precio{"99.99"}, Importe{"290"}, Importe{"9.97"}, x);
        BOOST_CHECK_EQUAL(texto(l), "299.97 0.00");
        BOOST_CHECK_EQUAL(texto(totalizar({&l, 1})), "299.97 299.97 0.00 0.00 0.00 0.00 0.00 0.00");
    }
}

BOOST_AUTO_TEST_CASE(nothing_in_the_document) {
    auto const t = totalizar({});
    BOOST_CHECK_EQUAL(texto(t), "0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00");
    BOOST_CHECK(t.cubetas == Cubetas{});
}

BOOST_AUTO_TEST_CASE(what_the_tax_object_breaks_down) {
    BOOST_CHECK_EQUAL(texto(linea("100", todo("02"))),
                      "100.00 100.00 | 002 Tasa 0.16 108.00 17.28 | 003 Tasa 0.08 100.00 8.00"
                      " | 002R Tasa 0.106667 100.00 10.6667 | 001R Tasa 0.1 100.00 10.00");
    for (auto const* objeto : {"06", "08"})
        BOOST_CHECK_EQUAL(texto(linea("100", todo(objeto))), "100.00 100.00 | 001R Tasa 0.1 100.00 10.00");
    BOOST_CHECK_EQUAL(texto(linea("100", todo("07"))), "100.00 100.00 | 003 Tasa 0.08 100.00 8.00");
    for (auto const* objeto : {"01", "03", "04", "05"})
        BOOST_CHECK_EQUAL(texto(linea("100", todo(objeto))), "100.00 100.00");

    auto const cubeta = [](PerfilImpuestos const& p) { return static_cast<int>(linea("1", p).cubeta); };
    BOOST_CHECK_EQUAL(cubeta(perfil(Tasa{"0.16"})), static_cast<int>(Cubeta::base16));
    BOOST_CHECK_EQUAL(cubeta(perfil(Tasa{"0.08"})), static_cast<int>(Cubeta::base8));
    BOOST_CHECK_EQUAL(cubeta(perfil(Tasa{"0"})), static_cast<int>(Cubeta::base0));
    BOOST_CHECK_EQUAL(cubeta(perfil({})), static_cast<int>(Cubeta::exento));
    for (auto const* objeto : {"01", "03", "04", "05", "06", "07", "08"})
        BOOST_CHECK_EQUAL(cubeta(todo(objeto)), static_cast<int>(Cubeta::noAfecto));
    BOOST_CHECK_THROW(linea("1", perfil(Tasa{"0.11"})), std::logic_error);
}

BOOST_AUTO_TEST_CASE(excise_by_quota) {
    auto p = perfil(Tasa{"0.16"});
    p.cuotaIeps = Precio{"1.6451"};
    auto const l = calcular_linea(Cantidad{"24"}, Precio{"15"}, Importe{"10"}, {}, p);
    BOOST_CHECK_EQUAL(texto(l), "360.00 350.00 | 002 Tasa 0.16 389.4824 62.317184 | 003 Cuota 1.6451 24.00 39.4824");
    auto const t = totalizar({&l, 1});
    BOOST_CHECK_EQUAL(texto(t), "360.00 10.00 350.00 62.32 39.48 0.00 0.00 451.80");
    BOOST_CHECK_EQUAL(texto(t.cubetas), "(389.48,62.32,0.00,0.00,0.00,0.00,0.00,39.48,0.00,0.00,0.00)");
}

// Lines of 0.005: each tax group is rounded once; the same number as rate and as quota is two groups.
BOOST_AUTO_TEST_CASE(each_group_is_rounded_once) {
    auto tasa = perfil(Tasa{"0"});
    tasa.ieps = Tasa{"0.05"};
    auto cuota = perfil(Tasa{"0"});
    cuota.cuotaIeps = Precio{"0.05"};
    auto const una = calcular_linea(Cantidad{"0.1"}, Precio{"1"}, {}, {}, tasa);
    auto const otra = calcular_linea(Cantidad{"0.1"}, Precio{"1"}, {}, {}, cuota);
    BOOST_CHECK_EQUAL(texto(totalizar(std::vector{una, una}).ieps), "0.01");
    BOOST_CHECK_EQUAL(texto(totalizar(std::vector{una, otra}).ieps), "0.02");
}

// Four bases of half a cent would round to four cents in a document of two cents: no part becomes negative.
BOOST_AUTO_TEST_CASE(cents_that_one_base_cannot_give) {
    std::vector<LineaImportes> lineas;
    for (auto const& p : {perfil(Tasa{"0.16"}), perfil(Tasa{"0.08"}), perfil(Tasa{"0"}), perfil({})})
        lineas.push_back(linea("0.005", p));
    auto const t = totalizar(lineas);
    BOOST_CHECK_EQUAL(texto(t.total), "0.02");
    BOOST_CHECK_EQUAL(texto(t.cubetas), "(0.00,0.00,0.00,0.00,0.01,0.01,0.00,0.00,0.00,0.00,0.00)");
}

// subtotal, as in the CFDI, is the difference of two rounded amounts, not a rounded difference.
BOOST_AUTO_TEST_CASE(subtotal_is_gross_less_discount) {
    auto const l = calcular_linea(Cantidad{"1"}, Precio{"1.004"}, Importe{"0.998"}, {}, perfil(Tasa{"0"}));
    auto const t = totalizar({&l, 1});
    BOOST_CHECK_EQUAL(texto(t), "1.00 1.00 0.00 0.00 0.00 0.00 0.00 0.00");
    BOOST_CHECK(t.cubetas == Cubetas{});
}

BOOST_AUTO_TEST_CASE(excise_of_each_base) {
    auto const con = [](std::vector<std::pair<std::optional<Tasa>, Cantidad>> const& lineas, Precio precio) {
        std::vector<LineaImportes> ls;
        for (auto const& [iva, cantidad] : lineas) {
            auto p = perfil(iva);
            p.cuotaIeps = Precio{"0.01"};
            ls.push_back(calcular_linea(cantidad, precio, {}, {}, p));
        }
        auto const t = totalizar(ls);
        std::string s = texto(t.ieps) + " =";
        for (auto const i : t.iepsDeBase) s += " " + texto(i);
        return s;
    };
    Precio const casi_nada{"0.000001"};
    Tasa const general{"0.16"};
    Tasa const cero{"0"};
    // The largest base takes the cent,
    BOOST_CHECK_EQUAL(con({{general, Cantidad{"0.4"}}, {cero, Cantidad{"500.4"}}}, Precio{"1"}),
                      "5.01 = 0.00 0.00 5.01 0.00 0.00");
    // or gives the cent when it has one,
    BOOST_CHECK_EQUAL(con({{general, Cantidad{"0.5"}},
                           {Tasa{"0.08"}, Cantidad{"0.5"}},
                           {cero, Cantidad{"0.5"}},
                           {std::nullopt, Cantidad{"0.5"}}},
                          Precio{"10"}),
                      "0.02 = 0.00 0.00 0.01 0.01 0.00");
    // and no part exceeds its base.
    BOOST_CHECK_EQUAL(con({{general, Cantidad{"0.5"}}, {cero, Cantidad{"0.99"}}}, casi_nada),
                      "0.01 = 0.00 0.00 0.01 0.00 0.00");
}

BOOST_AUTO_TEST_CASE(overflow) {
    auto const p = perfil(Tasa{"0.16"});
    Precio const enorme{"9999999999999"};
    BOOST_CHECK_THROW(calcular_linea(Cantidad{"2"}, enorme, {}, {}, p), Desborde);
    auto const casi = calcular_linea(Cantidad{"1"}, enorme, {}, {}, perfil(Tasa{"0"}));
    BOOST_CHECK_THROW(totalizar(std::vector{casi, casi}), Desborde);
    // a base that fits, and whose IEPS does not
    BOOST_CHECK_THROW(calcular_linea(Cantidad{"1"}, enorme, {}, {}, todo("02")), Desborde);
}

// ---- taxes of a line ----

BOOST_AUTO_TEST_CASE(border_rate) {
    auto const con = [](std::optional<Tasa> iva, bool sucursal, bool clave) {
        auto p = perfil(iva);
        aplicar_frontera(p, sucursal, clave);
        return p.iva ? texto(*p.iva) : "exento";
    };
    BOOST_CHECK_EQUAL(con(Tasa{"0.16"}, true, true), "0.08");
    BOOST_CHECK_EQUAL(con(Tasa{"0.16"}, true, false), "0.16");
    BOOST_CHECK_EQUAL(con(Tasa{"0.16"}, false, true), "0.16");
    BOOST_CHECK_EQUAL(con(Tasa{"0"}, true, true), "0");
    BOOST_CHECK_EQUAL(con({}, true, true), "exento");
}

BOOST_AUTO_TEST_CASE(who_withholds) {
    auto const con = [](char const* pagador, char const* cobrador, char const* tipo) {
        auto p = honorarios();
        p.tipoRetencion = tipo;
        quitar_retenciones(p, pagador, cobrador);
        return texto(p.ivaRetenido) + " " + texto(p.isrRetenido);
    };
    char const* const moral = "EKU9003173C9";
    char const* const fisica = "CACX7605101P8";
    BOOST_CHECK_EQUAL(con(moral, fisica, "Honorarios"), "0.106667 0.1");
    BOOST_CHECK_EQUAL(con(moral, moral, "Honorarios"), "0 0");
    BOOST_CHECK_EQUAL(con(fisica, fisica, "Honorarios"), "0 0");
    BOOST_CHECK_EQUAL(con(fisica, moral, ""), "0 0");
    BOOST_CHECK_EQUAL(con(moral, moral, "Fletes"), "0.106667 0.1");
    BOOST_CHECK_EQUAL(con(fisica, moral, "Fletes"), "0 0");
    BOOST_CHECK_EQUAL(con("ÑÑÑ900317AB1", "CAÑX7605101P8", ""), "0.106667 0.1");  // length counts letters, not bytes
    BOOST_CHECK_EQUAL(con("", "", ""), "0 0");
}

BOOST_AUTO_TEST_CASE(sum_broken_down_into_its_taxes) {
    auto const con = [](char const* neto, PerfilImpuestos const& p) {
        std::vector<LineaImportes> const lineas = {desglosar(Dinero::de_base(neto), p)};
        auto const t = totalizar(lineas);
        BOOST_CHECK(t.total == Dinero::de_base(neto) && t.cubetas.total() == t.total);
        return texto(t.subtotal) + " " + texto(t.ieps) + " " + texto(t.iva) + " " + texto(t.ivaRetenido) + " " +
               texto(t.isrRetenido);
    };
    BOOST_CHECK_EQUAL(con("953.33", honorarios()), "1000.00 0.00 160.00 106.67 100.00");
    BOOST_CHECK_EQUAL(con("1160.00", perfil(Tasa{"0.16"})), "1000.00 0.00 160.00 0.00 0.00");
    BOOST_CHECK_EQUAL(con("100.00", perfil(Tasa{"0.16"})), "86.21 0.00 13.79 0.00 0.00");
    auto p = perfil(Tasa{"0.16"});
    p.ieps = Tasa{"0.08"};
    BOOST_CHECK_EQUAL(con("99.99", p), "79.82 6.38 13.79 0.00 0.00");  // the base takes the cent
    p = perfil(Tasa{"0.16"});
    p.ivaRetenido = Tasa{"0.04"};
    BOOST_CHECK_EQUAL(con("1120.00", p), "1000.00 0.00 160.00 40.00 0.00");
    BOOST_CHECK_EQUAL(con("350.00", perfil({})), "350.00 0.00 0.00 0.00 0.00");
    BOOST_CHECK_EQUAL(con("350.00", todo("01")), "350.00 0.00 0.00 0.00 0.00");
    BOOST_CHECK_EQUAL(con("0.01", todo("02")), "0.01 0.00 0.00 0.00 0.00");
    BOOST_CHECK_EQUAL(texto(desglosar(Dinero{"99.99"}, todo("01"))), "99.99 99.99");
    BOOST_CHECK_EQUAL(texto(desglosar(Dinero{"116"}, perfil(Tasa{"0.16"}))),
                      "100.00 100.00 | 002 Tasa 0.16 100.00 16.00");
    BOOST_CHECK_EQUAL(texto(desglosar(Dinero{"9.5"}, perfil({}))), "9.50 9.50 | 002 Exento - 9.50 0.00");
}

BOOST_AUTO_TEST_CASE(price_without_its_taxes) {
    auto p = perfil(Tasa{"0.16"});
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"116"}, p)), "100");
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"100"}, p)), "86.206897");
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"100"}, perfil({}))), "100");
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"100"}, perfil(Tasa{"0.16"}, "01"))), "100");
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"100"}, todo("08"))), "100");
    p.ieps = Tasa{"0.08"};
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"125.28"}, p)), "100");
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"99.99"}, p)), "79.813218");
    p.objeto = "07";
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"108"}, p)), "100");
    p = perfil(Tasa{"0.16"});
    p.cuotaIeps = Precio{"1.6451"};
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"20"}, p)), "15.596279");
    BOOST_CHECK_EQUAL(texto(sin_impuestos(Precio{"9999999999999"}, p)), "8620689655169.906624");
}

BOOST_AUTO_TEST_SUITE_END()
