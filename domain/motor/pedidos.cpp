#include "domain/motor/pedidos.hpp"

#include <algorithm>

#include "domain/motor/consultas_motor.hpp"

namespace gestor {

PedidoAbierto PedidoAbierto::cargar(Escritura& db, DocumentoBloqueado documento) {
    PedidoAbierto p;
    p.lineas = lineas_de(db, documento.transaccionId);
    p.apartados =
        db.lista<ApartadoDePedido>(sql::apartados_de_pedido, {{"transaccionId", sql_de(documento.transaccionId)}});
    p.documento = std::move(documento);
    return p;
}

Estado PedidoAbierto::estado() const {
    bool surtido = true, facturado = true, algo = false;
    for (auto const& l : lineas) {
        auto const cantidad = l.linea.guardada.cantidad;
        bool const servicio = l.linea.tipo == "Servicio";  // nothing to deliver
        surtido = surtido && (servicio || l.surtida == cantidad);
        facturado = facturado && l.facturada == cantidad;
        algo = algo || !l.surtida.es_cero() || !l.facturada.es_cero();
    }
    if (!algo) return documento.estado == Estado::Autorizado ? Estado::Autorizado : Estado::Pendiente;
    if (surtido && facturado) return Estado::Facturado;
    bool const con_mercancia =
        std::any_of(lineas.begin(), lineas.end(), [](LineaOrigen const& l) { return l.linea.tipo != "Servicio"; });
    return surtido && con_mercancia ? Estado::Surtido : Estado::Parcial;
}

Cantidad PedidoAbierto::apartado(Id productoId, Id almacenId) const {
    Cantidad suma;
    for (auto const& a : apartados)
        if (a.productoId == productoId && a.almacenId == almacenId) suma += a.cantidad;
    return suma;
}

void PedidoAbierto::avanzar(std::vector<Avance> const& avances, PlanDocumento& plan) {
    for (auto const& a : avances) {
        plan.avances.push_back(a);
        for (auto& l : lineas) {
            if (l.linea.guardada.numeroPartida.valor() != a.numeroPartida.valor()) continue;
            l.surtida += a.surtida, l.facturada += a.facturada, l.devuelta += a.devuelta;
            for (auto& r : apartados) {
                if (r.numeroPartida.valor() != a.numeroPartida.valor()) continue;
                auto const cantidad = l.linea.guardada.cantidad;
                Cantidad const queda = prorratear(r.pedida, cantidad - l.surtida, cantidad);
                if (queda == r.cantidad) continue;
                plan.apartados.push_back(
                    {documento.transaccionId, r.numeroPartida.valor(), r.productoId, r.almacenId, queda - r.cantidad});
                r.cantidad = queda;
            }
        }
    }
    plan.saldos.push_back({documento.transaccionId, {}, estado()});
}

}  // namespace gestor
