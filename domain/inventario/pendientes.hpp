#pragma once
// What is pending of a document, moved on by another: a delivery of what was sold, a reception of what was sent.
#include <algorithm>

#include "domain/motor/pedidos.hpp"

namespace gestor::inventario {

// Goods, not a sale: no amounts.
Linea linea_de_mercancia(LineaOrigen const& origen, Id transaccionId, Cantidad cantidad);
Cantidad pendiente_de(LineaOrigen const& origen);

// No two rows of the same line, nor of one serial number or lot in a row.
template <class Partidas>
void exigir_partidas_distintas(Partidas const& partidas, Fallas& fallas) {
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        validar_identificados(partidas[i].series, partidas[i].lotes, i, fallas);
        for (std::size_t j = 0; j < i; ++j)
            if (partidas[i].numeroPartida.valor() == partidas[j].numeroPartida.valor())
                fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::duplicado, "repite una fila anterior");
    }
}

// A line for each row that was sent, or for all that is pending. `hacer`: to deliver, to receive.
template <class Partidas>
std::vector<Linea> lineas_pendientes(Partidas const& partidas, PedidoAbierto const& origen, std::string_view hacer,
                                     Fallas& fallas) {
    std::vector<Linea> lineas;
    auto const id = origen.documento.transaccionId;
    if (partidas.empty())
        for (auto const& o : origen.lineas)
            if (!pendiente_de(o).es_cero()) lineas.push_back(linea_de_mercancia(o, id, pendiente_de(o)));
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        auto const& p = partidas[i];
        auto const o = std::find_if(origen.lineas.begin(), origen.lineas.end(), [&](LineaOrigen const& x) {
            return x.linea.guardada.numeroPartida.valor() == p.numeroPartida.valor();
        });
        if (o == origen.lineas.end())
            fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::no_existe, "no existe en el documento");
        else if (p.cantidad > pendiente_de(*o))
            fallas.agregar(en_fila("partidas", i, "cantidad"), codigo::rango,
                           "pasa de lo pendiente de " + std::string(hacer));
        else {
            lineas.push_back(linea_de_mercancia(*o, id, p.cantidad));
            for (auto const& s : p.series) lineas.back().series.push_back(s.valor());
            lineas.back().lotes = p.lotes;
        }
    }
    return lineas;
}

}  // namespace gestor::inventario
