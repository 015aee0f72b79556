// A return note: what comes back of a sale, at the cost at which it had left.
#include "domain/motor/devolucion.hpp"
#include "domain/ventas/consultas_devoluciones.hpp"
#include "domain/ventas/documentos.hpp"
#include "domain/ventas/escrituras_regreso.hpp"
#include "domain/ventas/regreso.hpp"

namespace gestor::ventas {

void validar(DevolucionNueva const& n, Fallas& fallas) {
    validar_devueltas(n.partidas, n.completa.valor, fallas);
}

namespace {

// Goods of each line that had left: into stock, or lost.
void regresar(Escritura& db, Devolucion& d, DevolucionNueva const& n) {
    Regreso regreso(db, d.origen.transaccionId);
    for (std::size_t i = 0; i < d.pedidas.size(); ++i) {
        auto& linea = d.nuevas[i];
        auto const& p = d.pedidas[i];
        auto const vuelve = p.partida != nullptr ? regreso.tomar(linea, i, p.partida->series, p.partida->lotes)
                                                 : regreso.tomar_todo(linea, i);
        auto& g = linea.guardada;
        if (linea.tipo != "Servicio")  // what was never delivered, and now never will be
            g.avanceSurtida = std::min(Cantidad(g.cantidad - g.surtida), p.linea->por_entregar());
        for (auto const& b : vuelve) {
            if (!b.series.empty()) linea.series.push_back(b.series[0]);
            if (!b.lotes.empty()) linea.lotes.push_back(b.lotes[0]);
            if (!n.reingresaInventario.valor) {
                g.costo += b.valor;
                d.h.perdido += b.valor;
                continue;
            }
            d.h.piezas.push_back(b);
            if (d.c.almacenId.presente() && n.almacenId) d.h.piezas.back().almacenId = *n.almacenId;
        }
    }
}

}  // namespace

CreditoCreado crear_devolucion(Escritura& db, Sesion const& sesion, Cuerpo<DevolucionNueva> const& n) {
    static constexpr TipoDocumento const* ventas[] = {&factura_de_venta, &nota_de_venta};
    Fallas fallas;
    Devolucion d(db, devolucion_de_cliente, "transaccionIdVenta", n.transaccionIdVenta, ventas, n, n.almacenId, fallas);
    fallas.lanzar();
    d.bloquear(db, sesion);
    d.elegir(n.partidas, n.completa.valor);
    regresar(db, d, n);
    d.poner_importes(n.motivo.valor());
    return std::move(d).emitir(db, devolucion_nueva);
}

}  // namespace gestor::ventas
