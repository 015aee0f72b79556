#pragma once
// Pending quantity of a document that another document advances: a delivery of sold goods, a reception of sent goods.
#include <algorithm>

#include "domain/motor/escritura/toma.hpp"

namespace gestor::inventario {

// Line with goods and without amounts, because it is no sale.
Linea linea_de_mercancia(LineaOrigen const& origen, Id transaccionId, Cantidad cantidad);
Cantidad pendiente_de(LineaOrigen const& origen);

// No two rows name the same line, and no row names a serial number or lot twice.
template <class Partidas>
void exigir_partidas_distintas(Partidas const& partidas, Fallas& fallas) {
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        validar_identificados(partidas[i].series, partidas[i].lotes, i, fallas);
        for (std::size_t j = 0; j < i; ++j)
            if (partidas[i].numeroPartida.valor() == partidas[j].numeroPartida.valor())
                fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::duplicado, "repite una fila anterior");
    }
}

// Throws ESTADO_INVALIDO when the document has no pending quantity.
void exigir_pendiente(Emisor const& x, DocumentoOrigen const& origen, std::string_view hacer);

// A line for each row of the body, or for everything pending. `hacer`: verb in faults (deliver, receive).
template <class Partidas>
void tomar_pendientes(Emisor& x, Partidas const& partidas, std::string_view hacer) {
    Toma toma(x, {.hacer = hacer,
                  .queda = [](Tomada const& t) { return pendiente_de(*t.linea); },
                  .surte = [](Tomada const&, Cantidad q) { return q; },
                  .parte = linea_de_mercancia});
    toma.tomar(partidas, [](Linea&, Tomada const&, std::size_t) {});
}

}  // namespace gestor::inventario
