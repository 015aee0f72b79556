#include "domain/cartera/reglas.hpp"

#include "domain/cartera/tipos_incobrables.hpp"
#include "domain/cartera/tipos_movimientos.hpp"
#include "domain/comun/reglas.hpp"
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::cartera {

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
        auto const& tipo = *tipo_de_objeto(d.objId.valor(), {});
        bool const venta = tipo.lado == Lado::venta;
        if (tipo.naturaleza != Naturaleza::cargo) {
            (venta ? t.anticiposCliente : t.anticiposProveedor) += d.saldoMXN;
            continue;
        }
        (venta ? t.saldoCliente : t.saldoProveedor) += d.saldoMXN;
        if (d.diasVencidos > 0) (venta ? t.vencidoCliente : t.vencidoProveedor) += d.saldoMXN;
    }
    t.saldoNeto = t.saldoCliente - t.anticiposCliente - t.saldoProveedor + t.anticiposProveedor;
    auto const libre = t.limiteCredito - t.saldoCliente + t.anticiposCliente;
    t.creditoDisponible = t.limiteCredito.es_positivo() && libre.es_positivo() ? libre : Dinero();
}

void validar(EstadoCuentaFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(IncobrableFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(SaldosClientesProveedoresFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor::cartera
