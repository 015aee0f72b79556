// 20,000 purchases at random, on the planner: ordered, received in parts, invoiced at other prices and rates, with
// landed costs, returns and credits, paid in parts and in another currency; sold, lost and taken elsewhere meanwhile.
// After every step each part of each document adds up in its currency and in pesos, layers = stock = ledger; cancelled
// in reverse, nothing is left. What fails is told with the least steps that make it fail.
//   COMPRAS_SEMILLA=7 compras_azar_test     one company alone      COMPRAS_EMPRESAS=20000     more of them
#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "tests/domain/compras_pasos.hpp"

BOOST_AUTO_TEST_SUITE(compras_azar_test)

using namespace gestor;

namespace {

constexpr std::size_t pasos_de_cada = 52;

// The first thing that does not agree.
std::optional<std::string> falla_de(std::uint64_t semilla, std::vector<std::uint64_t> const& pasos,
                                    std::map<std::string, int>& veces, std::string* relato = nullptr) {
    ComprasAlAzar c(static_cast<ClaseDeEmpresa>(semilla % 4), semilla % 3 != 0);
    c.relato = relato;
    c.acredita_todo = semilla % 5 < 3;
    try {
        for (auto const p : pasos) c.paso(p);
        c.terminar();
    } catch (std::exception const& e) {
        return e.what();
    }
    for (auto const& [que, cuantas] : c.veces) veces[que] += cuantas;
    veces["reliquidada"] += c.reliquidadas;
    return {};
}

// Without the steps that it fails without: halves of them, then fewer, then one by one.
std::vector<std::uint64_t> reducir(std::uint64_t semilla, std::vector<std::uint64_t> pasos) {
    std::map<std::string, int> veces;
    for (auto n = pasos.size() / 2; n > 0; n /= 2)
        for (std::size_t desde = 0; desde + n <= pasos.size();) {
            auto menos = pasos;
            auto const aqui = menos.begin() + static_cast<std::ptrdiff_t>(desde);
            menos.erase(aqui, aqui + static_cast<std::ptrdiff_t>(n));
            if (falla_de(semilla, menos, veces))
                pasos = std::move(menos);
            else
                desde += n;
        }
    return pasos;
}

std::uint64_t de_ambiente(char const* nombre, std::uint64_t si_no) {
    auto const* valor = std::getenv(nombre);
    return valor == nullptr ? si_no : std::strtoull(valor, nullptr, 10);
}

}  // namespace

BOOST_AUTO_TEST_CASE(purchases_at_random_agree_after_every_step_and_leave_nothing) {
    auto const una = de_ambiente("COMPRAS_SEMILLA", 0);
    auto const empresas = de_ambiente("COMPRAS_EMPRESAS", 3'000);
    std::map<std::string, int> veces;
    for (auto semilla = una != 0 ? una : 1; semilla <= (una != 0 ? una : empresas); ++semilla) {
        std::mt19937_64 azar(semilla);
        std::vector<std::uint64_t> pasos(pasos_de_cada);
        for (auto& p : pasos) p = azar();
        if (!falla_de(semilla, pasos, veces)) continue;
        pasos = reducir(semilla, pasos);
        std::string relato;
        auto const falla = falla_de(semilla, pasos, veces, &relato);
        BOOST_FAIL("semilla " << semilla << ", " << pasos.size() << " pasos:\n" << relato << *falla);
    }
    for (auto const& [que, cuantas] : veces) BOOST_TEST_MESSAGE(que << " " << cuantas);
    if (una != 0 || empresas < 3'000) return;
    BOOST_CHECK_GE(veces["compra"], 20'000);
    for (auto const* que : {"recepción", "factura", "gasto", "devolución", "crédito", "pago", "anticipo", "uso",
                            "desuso", "salida", "traspaso", "cancelado", "reliquidada"})
        BOOST_CHECK_MESSAGE(veces[que] > 1'000, que << " " << veces[que]);
}

BOOST_AUTO_TEST_SUITE_END()
