// Return note: goods of a sale come back, at the cost at which they left.
#include "domain/motor/cartera/devolucion.hpp"
#include "domain/ventas/consultas_devoluciones.hpp"
#include "domain/ventas/documentos.hpp"
#include "domain/ventas/escrituras_regreso.hpp"
#include "domain/ventas/regreso.hpp"

namespace gestor::ventas {

void validar(DevolucionNueva const& n, Fallas& fallas) {
    validar_devueltas(n.partidas, n.completa.valor, fallas);
}

namespace {

// MercanciaPerdida: goods that came back and were lost.
struct MercanciaPerdida {
    Entero<1, 100'000> numeroPartida;
    Id productoId;
    Cadena serie;
    Cadena lote;
    Cantidad cantidad;
    Dinero valor;
};
DTO(MercanciaPerdida, numeroPartida, productoId, serie, lote, cantidad, valor)

MercanciaPerdida perdida(Pieza const& b) {
    MercanciaPerdida p{b.numeroPartida, b.productoId, {}, {}, b.cantidad, b.valor};
    if (!b.series.empty()) p.serie = Cadena::de_base(b.series[0]);
    if (!b.lotes.empty()) p.lote = Cadena::de_base(b.lotes[0].lote.valor());
    return p;
}

// Returned goods of each line that had been delivered: back into stock, or lost. Returns the lost goods.
std::vector<MercanciaPerdida> regresar(Escritura& db, Devolucion& d, DevolucionNueva const& n) {
    std::vector<MercanciaPerdida> perdidas;
    Regreso regreso(db, d.origen.transaccionId);
    for (std::size_t i = 0; i < d.pedidas.size(); ++i) {
        auto& linea = d.nuevas[i];
        auto const& p = d.pedidas[i];
        auto const vuelve = p.partida != nullptr ? regreso.tomar(linea, i, p.partida->series, p.partida->lotes)
                                                 : regreso.tomar_todo(linea, i);
        auto& g = linea.guardada;
        if (linea.tipo != "Servicio")  // returned part that was never delivered, and is not to be delivered
            g.avanceSurtida = std::min(Cantidad(g.cantidad - g.surtida), p.linea->por_entregar());
        for (auto const& b : vuelve) {
            if (!b.series.empty()) linea.series.push_back(b.series[0]);
            if (!b.lotes.empty()) linea.lotes.push_back(b.lotes[0]);
            if (!n.reingresaInventario.valor) {
                g.costo += b.valor;
                d.h.perdido += b.valor;
                perdidas.push_back(perdida(b));
                continue;
            }
            d.h.piezas.push_back(b);
            if (d.c.almacenId.presente() && n.almacenId) d.h.piezas.back().almacenId = *n.almacenId;
        }
    }
    return perdidas;
}

}  // namespace

CreditoCreado crear_devolucion(Escritura& db, Sesion const& sesion, Cuerpo<DevolucionNueva> const& n) {
    static constexpr TipoDocumento const* ventas[] = {&factura_de_venta, &nota_de_venta};
    Fallas fallas;
    Devolucion d(db, devolucion_de_cliente, "transaccionIdVenta", n.transaccionIdVenta, ventas, n, n.almacenId, fallas);
    fallas.lanzar();
    d.bloquear(db, sesion);
    d.elegir(n.partidas, n.completa.valor);
    auto const perdidas = regresar(db, d, n);
    d.poner_importes(n.motivo.valor());
    auto const hecha = std::move(d).emitir(db, devolucion_nueva);
    if (!perdidas.empty())
        db.encolar<sql::perdidas_guardar>("transaccionId"_es(hecha.transaccionId), "perdidas"_es(como_json(perdidas)));
    return hecha;
}

}  // namespace gestor::ventas
