#include "domain/contabilidad/impuestos/a_favor.hpp"

#include <algorithm>

namespace gestor::contabilidad {
namespace {

bool antes(MesDeterminado const& a, MesDeterminado const& b) {
    return std::pair(a.anio.valor(), a.mes.valor()) < std::pair(b.anio.valor(), b.mes.valor());
}

}  // namespace

Dinero total_de(std::vector<FavorAcreditado> const& partes) {
    Dinero suma;
    for (auto const& p : partes) suma += p.importe;
    return suma;
}

std::vector<FavorAcreditado> por_acreditar(std::vector<FavorDeMes> const& meses, MesDeterminado const& de) {
    Dinero fue;  // amount taken out of the balances in favour other than by a credit: refunds, compensations by hand
    std::vector<FavorDeMes> quedan;
    for (auto m : meses) {
        m.favor -= m.acreditado;
        if (m.favor.es_negativo())
            fue -= m.favor;
        else if (antes(m, de))
            quedan.push_back(m);
    }
    std::stable_sort(quedan.begin(), quedan.end(), antes);
    for (bool const en_devolucion : {true, false})
        for (auto& q : quedan) {
            if (q.enDevolucion.valor() != en_devolucion) continue;
            Dinero const suyo = std::min(fue, q.favor);
            q.favor -= suyo, fue -= suyo;
        }
    std::vector<FavorAcreditado> partes;
    for (auto const& q : quedan)
        if (!q.enDevolucion.valor() && q.favor.es_positivo()) partes.push_back({q, q.favor});
    return partes;
}

std::vector<FavorAcreditado> tomar(std::vector<FavorAcreditado> const& quedan, Dinero importe) {
    std::vector<FavorAcreditado> partes;
    for (auto const& q : quedan) {
        Dinero const suyo = std::min(importe, q.importe);
        if (suyo.es_positivo()) partes.push_back({q, suyo});
        importe -= suyo;
    }
    return partes;
}

}  // namespace gestor::contabilidad
