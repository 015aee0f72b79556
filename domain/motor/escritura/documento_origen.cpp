#include "domain/motor/escritura/documento_origen.hpp"

#include <algorithm>

#include "domain/motor/escritura/consultas_motor.hpp"

namespace gestor {

DocumentoOrigen DocumentoOrigen::cargar(Escritura& db, DocumentoBloqueado documento) {
    DocumentoOrigen p;
    p.lineas = lineas_de(db, documento.tipo().lado, documento.transaccionId);
    p.apartados = db.lista<ApartadoDePedido, sql::apartados_de_pedido>("transaccionId"_es(documento.transaccionId));
    p.documento = std::move(documento);
    return p;
}

Progreso DocumentoOrigen::progreso() const {
    Progreso p{.estado = documento.estado, .surtido = true, .facturado = true, .servido = true};
    for (auto const& l : lineas) {
        auto const cantidad = l.linea.guardada.cantidad;
        bool const servicio = l.linea.tipo == "Servicio";  // a service is not delivered
        p.surtido = p.surtido && (servicio || l.surtida == cantidad);
        p.facturado = p.facturado && l.queda().es_cero();
        p.servido = p.servido && (!servicio || l.queda().es_cero());
        p.algo_surtido = p.algo_surtido || (!servicio && !l.surtida.es_cero());
        p.algo_facturado = p.algo_facturado || !l.facturada.es_cero();
    }
    return p;
}

void DocumentoOrigen::ceder(Pieza& p) const {
    for (auto const& a : apartados)
        if (a.productoId == p.productoId && a.almacenId == p.almacenId) p.apartado += a.cantidad;
}

void DocumentoOrigen::avanzar(std::vector<Avance> const& avances, PlanDocumento& plan) {
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
    if (auto const avance = documento.tipo().avance; avance != nullptr)
        plan.saldos.push_back({{documento}, documento.transaccionId, {}, avance(progreso())});
}

}  // namespace gestor
