#pragma once
// How far an order, or whatever else is delivered or invoiced by another document, has come: the state that follows, if
// its type derives one, and what it still reserves.
#include "domain/motor/cobranza.hpp"
#include "domain/motor/lineas.hpp"

namespace gestor {

struct ApartadoDePedido {
    Entero<1, 100'000> numeroPartida;
    Id productoId;
    Id almacenId;
    Cantidad pedida;
    Cantidad cantidad;
};
DTO(ApartadoDePedido, numeroPartida, productoId, almacenId, pedida, cantidad)

// Such a document under its row lock.
struct PedidoAbierto {
    DocumentoBloqueado documento;
    std::vector<LineaOrigen> lineas;
    std::vector<ApartadoDePedido> apartados;

    static PedidoAbierto cargar(Escritura& db, DocumentoBloqueado documento);
    // Moves its lines; adds to the plan the progress, the state and the reservations that follow.
    void avanzar(std::vector<Avance> const& avances, PlanDocumento& plan);
    Progreso progreso() const;
    // A reservation of this order, for whichever of its lines, is available to its own delivery.
    void ceder(Pieza& pieza) const;
};

}  // namespace gestor
