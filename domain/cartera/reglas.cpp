#include "domain/cartera/reglas.hpp"

#include <algorithm>
#include <initializer_list>

namespace gestor {

AntiguedadImportes sumar(std::vector<AntiguedadRegistro> const& registros) {
    AntiguedadImportes t;
    std::int64_t documentos = 0;
    for (auto const& r : registros) {
        t.porVencer += r.porVencer;
        t.de1a30 += r.de1a30;
        t.de31a60 += r.de31a60;
        t.de61a90 += r.de61a90;
        t.de91a120 += r.de91a120;
        t.mas120 += r.mas120;
        t.vencido += r.vencido;
        t.saldo += r.saldo;
        t.anticipos += r.anticipos;
        t.saldoNeto += r.saldoNeto;
        documentos += r.documentos;
    }
    t.documentos = documentos;
    return t;
}

void sumar_en_pesos(std::vector<ContactoSaldoDocumento> const& documentos, ContactoSaldoViewModel& t) {
    for (auto const& d : documentos) {
        auto const es = [&](std::initializer_list<std::int64_t> tipos) {
            return std::find(tipos.begin(), tipos.end(), d.objId.valor()) != tipos.end();
        };
        bool const vencido = d.diasVencidos > 0;
        if (es({1, 2, 24})) {
            t.saldoCliente += d.saldoMXN;
            if (vencido) t.vencidoCliente += d.saldoMXN;
        } else if (es({13, 14, 15})) {
            t.saldoProveedor += d.saldoMXN;
            if (vencido) t.vencidoProveedor += d.saldoMXN;
        } else if (es({6, 7, 8, 9})) {
            t.anticiposCliente += d.saldoMXN;
        } else {
            t.anticiposProveedor += d.saldoMXN;
        }
    }
    t.saldoNeto = t.saldoCliente - t.anticiposCliente - t.saldoProveedor + t.anticiposProveedor;
    auto const libre = t.limiteCredito - t.saldoCliente + t.anticiposCliente;
    t.creditoDisponible = t.limiteCredito.es_positivo() && libre.es_positivo() ? libre : Dinero();
}

}  // namespace gestor
