// Rows of withholdings: a remittance pays the earliest row first.
#include "domain/contabilidad/impuestos/retenido.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(retenido_test)

using namespace gestor;
using namespace gestor::contabilidad;

namespace {

Dinero centavos(std::int64_t n) {
    return Dinero::de_unidades(n);
}

std::vector<FilaRetenida> con_retenido(std::initializer_list<std::int64_t> importes) {
    std::vector<FilaRetenida> filas;
    for (auto const n : importes) filas.emplace_back().ivaRetenido = centavos(n);
    return filas;
}

}  // namespace

BOOST_AUTO_TEST_CASE(lo_enterado_paga_primero_lo_mas_antiguo) {
    auto filas = con_retenido({100, 50, 30});
    repartir_enterado(filas, centavos(40), centavos(160));  // 40 were already owed
    BOOST_CHECK(filas[0].enterado == centavos(100) && filas[1].enterado == centavos(20));
    BOOST_CHECK(filas[2].enterado.es_cero() && filas[1].porPagar == centavos(30) && filas[2].porPagar == centavos(30));

    filas = con_retenido({100, -100, 80});  // a withholding that is given back takes its share of the remitted amount
    repartir_enterado(filas, Dinero(), centavos(100));
    BOOST_CHECK(filas[0].porPagar.es_cero() && filas[1].enterado == centavos(-100));
    BOOST_CHECK(filas[1].porPagar.es_cero() && filas[2].porPagar.es_cero());
}

BOOST_AUTO_TEST_SUITE_END()
