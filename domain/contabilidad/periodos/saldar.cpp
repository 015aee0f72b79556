#include "domain/contabilidad/periodos/saldar.hpp"

namespace gestor::contabilidad {
namespace {

bool mismo_destino(SaldoPorDestino const& a, SaldoPorDestino const& b) {
    return a.sucursalId == b.sucursalId && a.proyectoId == b.proyectoId && a.centroCostoId == b.centroCostoId;
}

LineaPropia linea(SaldoPorDestino const& destino, Dinero deudor) {
    LineaPropia l{};
    if (deudor.es_negativo())
        l.haber = -deudor;
    else
        l.debe = deudor;
    l.sucursalId = destino.sucursalId.id();
    l.proyectoId = destino.proyectoId.id();
    l.centroCostoId = destino.centroCostoId.id();
    return l;
}

void pasar(SaldoPorDestino const& destino, Dinero resto, std::vector<std::string_view> const& por,
           std::vector<LineaPropia>& lineas) {
    if (resto.es_cero()) return;
    for (std::size_t i = 0; i < por.size(); ++i) {
        lineas.push_back(linea(destino, resto));
        lineas.back().clave = Cadena(por[i]);
        if (i + 1 == por.size()) return;
        lineas.push_back(linea(destino, -resto));
        lineas.back().clave = Cadena(por[i]);
    }
}

}  // namespace

Dinero suma_de(std::vector<SaldoPorDestino> const& saldos) {
    Dinero suma;
    for (auto const& s : saldos) suma += s.saldo;
    return suma;
}

std::vector<LineaPropia> saldar(std::vector<SaldoPorDestino> const& saldos, std::vector<std::string_view> const& por) {
    std::vector<LineaPropia> lineas;
    Dinero resto;
    for (std::size_t i = 0; i < saldos.size(); ++i) {
        auto const& s = saldos[i];
        lineas.push_back(linea(s, -s.saldo));
        lineas.back().cuentaId = s.cuentaId;
        resto += s.saldo;
        if (i + 1 < saldos.size() && mismo_destino(s, saldos[i + 1])) continue;
        pasar(s, resto, por, lineas);
        resto = {};
    }
    return lineas;
}

}  // namespace gestor::contabilidad
