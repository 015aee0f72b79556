#pragma once
// Progress of a document whose lines are delivered or invoiced later, such as an order: its state, for a type whose
// state follows the progress, and its remaining reservations.
#include "domain/motor/captura/lineas.hpp"
#include "domain/motor/cartera/cartera.hpp"

namespace gestor {

struct ApartadoDePedido {
    Entero<1, 100'000> numeroPartida;
    Id productoId;
    Id almacenId;
    Cantidad pedida;
    Cantidad cantidad;
};
DTO(ApartadoDePedido, numeroPartida, productoId, almacenId, pedida, cantidad)

// DocumentoOrigen: an order, or another document with lines to deliver or invoice, under its row lock.
struct DocumentoOrigen {
    DocumentoBloqueado documento;
    std::vector<LineaOrigen> lineas;
    std::vector<ApartadoDePedido> apartados;

    static DocumentoOrigen cargar(Escritura& db, DocumentoBloqueado documento);
    // Advances the lines; adds to the plan the progress, the state and the reservations that follow. Example: 10
    // reserved for a line of 10; a delivery of 4 leaves a reservation of 6.
    void avanzar(std::vector<Avance> const& avances, PlanDocumento& plan);
    Progreso progreso() const;
    // Makes the order's reservations of this product in this warehouse available to the piece, whichever line reserved
    // them.
    void ceder(Pieza& pieza) const;
};

}  // namespace gestor
