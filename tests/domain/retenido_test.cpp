// What was withheld, as rows: those of an act add up to it whatever its bases are, and what was remitted pays the
// first.
#define BOOST_TEST_MODULE retenido
#include "domain/contabilidad/retenido.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

using namespace gestor;
using namespace gestor::contabilidad;

namespace {

Dinero centavos(std::int64_t n) {
    return Dinero::de_unidades(n);
}

RetencionDeActo parte(int acto, char const* impuesto, char const* tipo, std::int64_t base, std::int64_t importe) {
    RetencionDeActo p{};
    p.acto = acto;
    p.impuesto = Cadena::de_base(impuesto);
    p.tipoRetencion = Cadena::de_base(tipo);
    p.base = centavos(base);
    p.importe = centavos(importe);
    return p;
}

std::vector<FilaRetenida> con_retenido(std::initializer_list<std::int64_t> importes) {
    std::vector<FilaRetenida> filas;
    for (auto const n : importes) filas.emplace_back().ivaRetenido = centavos(n);
    return filas;
}

}  // namespace

BOOST_AUTO_TEST_CASE(las_filas_de_un_acto_suman_el_acto) {
    std::mt19937 azar(7);
    auto const hasta = [&](int n) { return static_cast<std::int64_t>(azar() % static_cast<unsigned>(n)); };
    for (int vez = 0; vez < 2000; ++vez) {
        std::vector<RetencionDeActo> partes;
        Dinero isr, retenido;
        auto const subtotal = centavos(1 + hasta(100'000)), iva = centavos(hasta(16'000));
        auto const de_iva = 1 + hasta(4), de_isr = hasta(3);
        for (int i = 0; i < de_iva + de_isr; ++i) {
            partes.push_back(parte(1, i < de_iva ? "002" : "001", i % 2 == 0 ? "Fletes" : "Honorarios",
                                   1 + hasta(100'000), hasta(9'000)));
            (i < de_iva ? retenido : isr) += partes.back().importe;
        }
        for (auto& p : partes) p.subtotal = subtotal, p.iva = iva;
        FilaRetenida suma{};
        auto const filas = filas_retenidas(partes);
        BOOST_REQUIRE_EQUAL(filas.size(), static_cast<std::size_t>(de_iva));
        for (auto const& f : filas) {
            suma.subtotal += f.subtotal, suma.iva += f.iva, suma.ivaRetenido += f.ivaRetenido;
            suma.isrRetenido += f.isrRetenido;
            BOOST_REQUIRE(f.total == f.subtotal + f.iva - f.ivaRetenido - f.isrRetenido);
            BOOST_REQUIRE(!f.subtotal.es_negativo() && !f.iva.es_negativo());
        }
        BOOST_REQUIRE(suma.subtotal == subtotal && suma.iva == iva);
        BOOST_REQUIRE(suma.ivaRetenido == retenido && suma.isrRetenido == isr);
    }
}

BOOST_AUTO_TEST_CASE(el_isr_va_con_los_de_su_tipo_y_cada_acto_es_suyo) {
    auto const filas =
        filas_retenidas(std::vector{parte(1, "002", "Fletes", 100, 4), parte(1, "002", "Honorarios", 100, 10),
                                    parte(1, "001", "Honorarios", 100, 9), parte(1, "001", "Arrendamiento", 100, 5),
                                    parte(2, "001", "Honorarios", 100, 7), parte(3, "002", "", 100, 3)});
    BOOST_REQUIRE_EQUAL(filas.size(), 3U);  // the second withheld no VAT
    BOOST_CHECK(filas[0].isrRetenido == centavos(5) && filas[1].isrRetenido == centavos(9));
    BOOST_CHECK(filas[2].isrRetenido.es_cero() && filas[2].tipoRetencion == "Otros");
}

BOOST_AUTO_TEST_CASE(lo_enterado_paga_primero_lo_mas_antiguo) {
    auto filas = con_retenido({100, 50, 30});
    repartir_enterado(filas, centavos(40), centavos(160));  // 40 were owed before
    BOOST_CHECK(filas[0].enterado == centavos(100) && filas[1].enterado == centavos(20));
    BOOST_CHECK(filas[2].enterado.es_cero() && filas[1].porPagar == centavos(30) && filas[2].porPagar == centavos(30));

    filas = con_retenido({100, -100, 80});  // what is given back takes its share of what was remitted
    repartir_enterado(filas, Dinero(), centavos(100));
    BOOST_CHECK(filas[0].porPagar.es_cero() && filas[1].enterado == centavos(-100));
    BOOST_CHECK(filas[1].porPagar.es_cero() && filas[2].porPagar.es_cero());
}
