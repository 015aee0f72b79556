#define BOOST_TEST_MODULE domain_cubetas
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

#include "tests/domain/importes_ayuda.hpp"

using namespace gestor;

namespace {

Dinero dinero(std::string_view s) {
    return Dinero::de_base(s);
}

Cubetas invoice(Dinero base16, Dinero iva16) {
    Cubetas c;
    c[Cubeta::base16] = base16;
    c[Cubeta::iva16] = iva16;
    return c;
}

// Collects one amount after another, in the document's currency, and tells the parts of each.
std::string cobrar(Cubetas const& documento, std::vector<std::string_view> const& pagos, Cubetas& suma) {
    std::string s;
    Aplicado previo;
    for (auto const pago : pagos) {
        auto const x = prorratear_cobro(documento, documento.total(), previo, dinero(pago), dinero(pago));
        BOOST_CHECK_EQUAL(texto(x.total()), pago);
        for (auto const v : x.valores) BOOST_CHECK(!v.es_negativo());
        previo.importe += dinero(pago);
        previo.cubetas += x;
        s += texto(x) + "\n";
    }
    suma = previo.cubetas;
    return s;
}

}  // namespace

BOOST_AUTO_TEST_CASE(buckets_as_the_database_has_them) {
    char const* const fila = "(1.00,0.16,2.00,0.17,3.00,4.00,5.00,0.50,-0.10,9999999999999.99)";
    auto const c = Cubetas::de_base(fila);
    BOOST_CHECK_EQUAL(texto(c), fila);
    BOOST_CHECK_EQUAL(texto(c[Cubeta::iva8]), "0.17");
    BOOST_CHECK_EQUAL(texto(c[Cubeta::isrRet]), "9999999999999.99");
    BOOST_CHECK(c.mayor_base() == Cubeta::noAfecto);
    for (auto const* mal : {"", "()", "1.00", "(1.00,0.16,2.00,0.17,3.00,4.00,5.00,0.50,0.10)",
                            "(1.00,0.16,2.00,0.17,3.00,4.00,5.00,0.50,0.10,)", "(1,1,1,1,1,1,1,1,1,1,1)"})
        BOOST_CHECK_THROW(Cubetas::de_base(mal), ValorInvalido);
}

BOOST_AUTO_TEST_CASE(collected_in_three_parts) {
    auto const documento = invoice(Dinero{"1000.00"}, Dinero{"160.00"});
    Cubetas suma;
    BOOST_CHECK_EQUAL(cobrar(documento, {"333.33", "333.33", "493.34"}, suma),
                      "(287.35,45.98,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)\n"
                      "(287.36,45.97,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)\n"
                      "(425.29,68.05,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)\n");
    BOOST_CHECK(suma == documento);
}

BOOST_AUTO_TEST_CASE(collected_at_several_rates) {
    auto const documento = Cubetas::de_base("(1000.00,160.00,250.00,20.00,300.00,70.00,0.00,0.00,0.00,0.00)");
    Cubetas suma;
    BOOST_CHECK_EQUAL(cobrar(documento, {"700.01", "1099.99"}, suma),
                      "(388.90,62.22,97.22,7.78,116.67,27.22,0.00,0.00,0.00,0.00)\n"
                      "(611.10,97.78,152.78,12.22,183.33,42.78,0.00,0.00,0.00,0.00)\n");
    BOOST_CHECK(suma == documento);
}

BOOST_AUTO_TEST_CASE(collected_cent_by_cent) {
    auto const documento = invoice(Dinero{"100.00"}, Dinero{"16.00"});
    Cubetas suma;
    cobrar(documento, {"19.33", "19.33", "19.33", "19.33", "19.33", "19.33", "0.02"}, suma);
    BOOST_CHECK(suma == documento);
    auto const todas = Cubetas::de_base("(0.40,0.06,0.40,0.03,0.10,0.10,0.10,0.05,0.04,0.04)");
    cobrar(todas, std::vector<std::string_view>(111, "0.01"), suma);
    BOOST_CHECK(suma == todas);
}

BOOST_AUTO_TEST_CASE(a_foreign_invoice_collected_at_another_rate) {
    auto const documento = invoice(Dinero{"1000.00"}, Dinero{"160.00"});
    auto const pesos = a_pesos(documento, TipoCambio{"18"});
    BOOST_CHECK_EQUAL(texto(pesos.total()), "20880.00");
    BOOST_CHECK_EQUAL(texto(pesos.iva()), "2880.00");
    auto const x = prorratear_cobro(pesos, Dinero{"1160.00"}, {}, Dinero{"1160.00"}, Dinero{"20880.00"});
    BOOST_CHECK(x == pesos);
    auto const flujo = escalar(x, Dinero{"23200.00"});
    BOOST_CHECK_EQUAL(texto(flujo), "(20000.00,3200.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)");
    BOOST_CHECK(escalar(Cubetas{}, Dinero{}) == Cubetas{});
    // Each part rounded by itself would add up to 23.48.
    auto const centavo = a_pesos(Cubetas::de_base("(0.25,0.04,0.25,0.02,0.25,0.25,0.25,0,0,0)"), TipoCambio{"17.9"});
    BOOST_CHECK_EQUAL(texto(centavo), "(4.45,0.72,4.48,0.36,4.48,4.48,4.48,0.00,0.00,0.00)");
    BOOST_CHECK_EQUAL(texto(centavo.total()), "23.45");
}

// A return takes its own parts; what is collected afterwards is the rest of the document.
BOOST_AUTO_TEST_CASE(a_return_between_collections) {
    auto const documento = Cubetas::de_base("(1000.00,160.00,0,0,1000.00,0,0,0,0,0)");
    Dinero const total{"2160.00"};
    auto const nota = invoice(Dinero{"500.00"}, Dinero{"80.00"});
    Aplicado previo;
    auto const cobrado = prorratear_cobro(documento, total, previo, Dinero{"216.00"}, Dinero{"216.00"});
    previo = {Dinero{"216.00"}, cobrado, {}, {}};
    BOOST_CHECK_EQUAL(texto(cobrado), "(100.00,16.00,0.00,0.00,100.00,0.00,0.00,0.00,0.00,0.00)");
    BOOST_CHECK(prorratear_devolucion(documento, total, previo, Dinero{"580.00"}, Dinero{"580.00"}, nota) == nota);
    previo.devoluciones = Dinero{"580.00"};
    previo.devueltas = nota;
    auto const x = prorratear_cobro(documento, total, previo, Dinero{"574.00"}, Dinero{"574.00"});  // half of 1580
    BOOST_CHECK_EQUAL(texto(x), "(150.00,24.00,0.00,0.00,400.00,0.00,0.00,0.00,0.00,0.00)");

    // More of the 16 % than is left: as a collection; and the one that settles takes whatever is left.
    auto const grande = invoice(Dinero{"450.00"}, Dinero{"72.00"});
    auto const como_cobro = prorratear_cobro(documento, total, previo, Dinero{"522.00"}, Dinero{"522.00"});
    BOOST_CHECK(prorratear_devolucion(documento, total, previo, Dinero{"522.00"}, Dinero{"522.00"}, grande) ==
                como_cobro);
    BOOST_CHECK_EQUAL(texto(prorratear_devolucion(documento, total, previo, Dinero{"1364.00"}, Dinero{"1364.00"},
                                                  invoice(Dinero{"300.00"}, Dinero{"48.00"}))),
                      "(400.00,64.00,0.00,0.00,900.00,0.00,0.00,0.00,0.00,0.00)");
}

// A return can leave a part ahead of its share of the rest: it waits, it does not become negative.
BOOST_AUTO_TEST_CASE(a_part_that_is_ahead_waits) {
    auto const documento = Cubetas::de_base("(100.00,16.00,0,0,100.00,0,0,0,0,0)");
    Aplicado const previo = {Dinero{"108.00"}, Cubetas::de_base("(50.00,8.00,0,0,50.00,0,0,0,0,0)"), Dinero{"58.00"},
                             invoice(Dinero{"50.00"}, Dinero{"8.00"})};
    auto const x = prorratear_cobro(documento, Dinero{"216.00"}, previo, Dinero{"10.00"}, Dinero{"10.00"});
    BOOST_CHECK_EQUAL(texto(x), "(0.00,0.00,0.00,0.00,10.00,0.00,0.00,0.00,0.00,0.00)");
}

// ---- any document, any order of collections and returns ----

namespace {

struct Azar {
    std::mt19937_64 motor{20261115};
    std::int64_t hasta(std::int64_t n) { return static_cast<std::int64_t>(motor() % static_cast<std::uint64_t>(n)); }
    bool uno_de(std::int64_t n) { return hasta(n) == 0; }
};

PerfilImpuestos perfil_al_azar(Azar& azar) {
    static std::optional<Tasa> const ivas[] = {Tasa{"0.16"}, Tasa{"0.16"}, Tasa{"0.08"}, Tasa{"0"}, {}};
    static char const* const objetos[] = {"02", "02", "02", "02", "02", "02", "01", "06", "07"};
    static Tasa const tasas[] = {Tasa{"0.265"}, Tasa{"0.08"}, Tasa{"1.6"}};
    static Tasa const retenidas[] = {Tasa{"0.106667"}, Tasa{"0.04"}};
    static Tasa const isr[] = {Tasa{"0.10"}, Tasa{"0.0125"}};
    auto p = perfil(ivas[azar.hasta(5)], objetos[azar.hasta(9)]);
    if (azar.uno_de(4))
        p.ieps = tasas[azar.hasta(3)];
    else if (azar.uno_de(6))
        p.cuotaIeps = Precio::de_unidades(1 + azar.hasta(72'160'500));
    if (azar.uno_de(4)) p.ivaRetenido = retenidas[azar.hasta(2)];
    if (azar.uno_de(4)) p.isrRetenido = isr[azar.hasta(2)];
    return p;
}

LineaImportes linea_al_azar(Azar& azar) {
    static std::int64_t const magnitudes[] = {50'000, 3'000'000, 900'000'000, 50'000'000'000};  // 0.05 … 50,000
    auto const cantidad = Cantidad::de_unidades(1 + azar.hasta(20'000'000));
    auto const precio = Precio::de_unidades(1 + azar.hasta(magnitudes[azar.hasta(4)]));
    Importe const bruto = multiplicar<6>(cantidad, precio);
    Importe descuento;
    if (azar.uno_de(3)) descuento = prorratear(bruto, Importe::de_unidades(azar.hasta(101)), Importe::de_unidades(100));
    return calcular_linea(cantidad, precio, descuento, {}, perfil_al_azar(azar));
}

bool negativas(Cubetas const& c) {
    return std::any_of(c.valores.begin(), c.valores.end(), [](Dinero v) { return v.es_negativo(); });
}

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

// A document being settled, in its currency and in pesos at its rate.
struct Liquidacion {
    Totales const& t;
    TipoCambio tipo_cambio;
    bool suelto;  // each application is converted by itself, whatever that adds up to
    Cubetas pesos = a_pesos(t.cubetas, tipo_cambio);
    Aplicado propio{};
    Aplicado en_pesos{};
    bool bien = true;

    Dinero saldo() const { return t.total - propio.importe - propio.devoluciones; }
    Dinero importe_en_pesos(Dinero p) const {
        if (suelto) return multiplicar<2>(p, tipo_cambio);
        Dinero const hasta_aqui = t.total - saldo() + p;
        return multiplicar<2>(hasta_aqui, tipo_cambio) - en_pesos.cubetas.total() - en_pesos.devueltas.total();
    }
    void revisar(Cubetas const& x, Dinero p, Cubetas const& mxn, Dinero importe) {
        Dinero const queda = pesos.total() - en_pesos.cubetas.total() - en_pesos.devueltas.total();
        bien = bien && x.total() == p && mxn.total() == (p == saldo() ? queda : std::min(importe, queda)) &&
               !negativas(x) && !negativas(mxn);
    }
    void cobrar(Dinero p) {
        Dinero const importe = importe_en_pesos(p);
        auto const x = prorratear_cobro(t.cubetas, t.total, propio, p, p);
        auto const mxn = prorratear_cobro(pesos, t.total, en_pesos, p, importe);
        revisar(x, p, mxn, importe);
        propio.importe += p;
        en_pesos.importe += p;
        propio.cubetas += x;
        en_pesos.cubetas += mxn;
    }
    void devolver(LineaImportes const& l) {
        auto const nota = totalizar({&l, 1});
        Dinero const p = std::min(nota.total, saldo());
        if (!p.es_positivo()) return;
        auto const aplicada = escalar(nota.cubetas, p);
        auto const x = prorratear_devolucion(t.cubetas, t.total, propio, p, p, aplicada);
        Dinero const importe = importe_en_pesos(p);
        auto const mxn = prorratear_devolucion(pesos, t.total, en_pesos, p, importe, escalar(aplicada, importe));
        revisar(x, p, mxn, importe);
        propio.devoluciones += p;
        en_pesos.devoluciones += p;
        propio.devueltas += x;
        en_pesos.devueltas += mxn;
    }
    bool exacta() const {
        Cubetas a = propio.cubetas;
        Cubetas b = en_pesos.cubetas;
        a += propio.devueltas;
        b += en_pesos.devueltas;
        return bien && a == t.cubetas && b == pesos;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(any_document_any_settlement) {
    Azar azar;
    int devoluciones = 0;
    for (int n = 0; n < 20'000; ++n) {
        std::vector<LineaImportes> lineas(static_cast<std::size_t>(1 + azar.hasta(6)));
        for (auto& l : lineas) l = linea_al_azar(azar);
        auto const t = totalizar(lineas);
        BOOST_REQUIRE_MESSAGE(ok_totales(lineas, t), n << ": " << texto(t) << " " << texto(t.cubetas));
        if (!t.total.es_positivo()) continue;

        Liquidacion liq{t, TipoCambio::de_unidades(azar.uno_de(3) ? 1'000'000 : 1 + azar.hasta(25'000'000)),
                        azar.uno_de(2)};
        bool const centavos = azar.uno_de(2);  // nearly everything at once, the rest by cents
        if (centavos && t.total > Dinero{"1.00"}) liq.cobrar(t.total - Dinero::de_unidades(1 + azar.hasta(60)));
        for (int pasos = 0; pasos < (centavos ? 40 : 8) && liq.saldo().es_positivo(); ++pasos) {
            if (azar.uno_de(centavos ? 20 : 3)) {
                liq.devolver(lineas[static_cast<std::size_t>(azar.hasta(static_cast<std::int64_t>(lineas.size())))]);
                ++devoluciones;
                continue;
            }
            auto const saldo = static_cast<std::int64_t>(liq.saldo().unidades());
            liq.cobrar(Dinero::de_unidades(1 + azar.hasta(centavos ? std::min<std::int64_t>(saldo, 3) : saldo)));
        }
        if (liq.saldo().es_positivo()) liq.cobrar(liq.saldo());
        BOOST_REQUIRE_MESSAGE(liq.exacta(), n << ": " << texto(t.cubetas) << " at " << texto(liq.tipo_cambio));
    }
    BOOST_CHECK_GT(devoluciones, 10'000);
}
