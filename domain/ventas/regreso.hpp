#pragma once
// The goods of a sale on their way back: how much of each line had left, what of it came back before, and what it cost.
#include <map>
#include <utility>

#include "domain/motor/lineas.hpp"

namespace gestor::ventas {

// All of one family of lines that moved goods: the pool that returns take from.
struct Salido {
    Id raizId;
    Entero<1, 100'000> raizPartida;
    Id productoId;
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Id almacenId;  // where it left from
    Cantidad cantidad;
    Dinero valor;
    Cantidad regresada;
    Dinero valorRegresado;

    bool identificada() const { return !serie.vacio() || !lote.vacio(); }
    Cantidad fuera() const { return cantidad - regresada; }
    // Takes it out of the pool; whoever takes the last takes the cents.
    Dinero tomar(Cantidad cuanto);
};
DTO(Salido, raizId, raizPartida, productoId, serie, lote, caducidad, almacenId, cantidad, valor, regresada,
    valorRegresado)

struct Familia {
    Entero<1, 100'000> numeroPartida;
    Id raizId;
    Entero<1, 100'000> raizPartida;
    Cantidad surtida;  // in the unit of the line
    Cantidad regresada;
    Cantidad perdida;  // of it, what came back as a loss
    Dinero costoPerdido;
};
DTO(Familia, numeroPartida, raizId, raizPartida, surtida, regresada, perdida, costoPerdido)

struct Perdida {
    Id raizId;
    Entero<1, 100'000> raizPartida;
    Cadena serie;
    Cadena lote;
    Cantidad cantidad;
};
DTO(Perdida, raizId, raizPartida, serie, lote, cantidad)

class Regreso {
public:
    Regreso(Escritura& db, Id venta);
    Regreso(std::vector<Familia> const& familias, std::vector<Salido> salidas, std::vector<Perdida> const& perdidas);

    // Goods that come back with a line: a piece for each product, serial number or lot. The undelivered part gives
    // none. The line is told how much had been delivered. `fila` is its place in the document. Throws
    // SERIE_LOTE_REQUERIDO, SERIE_LOTE_INVALIDO.
    std::vector<Pieza> tomar(Linea& linea, std::size_t fila, std::span<TextoReq<60> const> series,
                             std::span<LotePedido const> lotes);
    // All serial numbers and lots that are still out.
    std::vector<Pieza> tomar_todo(Linea& linea, std::size_t fila);

private:
    using Raiz = std::pair<std::int64_t, std::int64_t>;
    struct Fuera {  // of a family
        Cantidad surtida, regresada;
        std::vector<Salido> salidas;
    };
    Fuera& de(Linea const& linea);
    static void restar_perdidas(Fuera& fuera, Familia const& familia, std::vector<Perdida> const& perdidas);
    static std::vector<Pieza> tomar(Fuera& fuera, Linea& linea, std::size_t fila, std::span<TextoReq<60> const> series,
                                    std::span<LotePedido const> lotes);

    std::map<std::int64_t, Raiz> raiz_de_;
    std::map<Raiz, Fuera> fuera_;
};

}  // namespace gestor::ventas
