#pragma once
// Goods of a sale on their way back: the delivered quantity of each line, its earlier returns, and its cost.
#include <map>
#include <utility>

#include "domain/motor/captura/lineas.hpp"

namespace gestor::ventas {

// Salido: goods of one family of lines that left: the pool that returns take from.
struct Salido {
    Id raizId;
    Entero<1, 100'000> raizPartida;
    Id productoId;
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Id almacenId;  // warehouse that the goods left
    Cantidad cantidad;
    Dinero valor;
    Cantidad regresada;
    Dinero valorRegresado;

    bool identificada() const { return !serie.vacio() || !lote.vacio(); }
    Cantidad fuera() const { return cantidad - regresada; }
    // Takes goods from the pool; the last taker takes the cents.
    Dinero tomar(Cantidad cuanto);
};
DTO(Salido, raizId, raizPartida, productoId, serie, lote, caducidad, almacenId, cantidad, valor, regresada,
    valorRegresado)

struct Familia {
    Entero<1, 100'000> numeroPartida;
    Id raizId;
    Entero<1, 100'000> raizPartida;
    Cantidad surtida;  // delivered, in the unit of the line
    Cantidad regresada;
};
DTO(Familia, numeroPartida, raizId, raizPartida, surtida, regresada)

class Regreso {
public:
    Regreso(Escritura& db, Id venta);
    Regreso(std::vector<Familia> const& familias, std::vector<Salido> salidas);

    // Returned goods of a line: a piece for each product, serial number or lot. The undelivered part gives no piece.
    // The line receives its delivered quantity. `fila`: index of the line in the document. Throws SERIE_LOTE_REQUERIDO,
    // SERIE_LOTE_INVALIDO.
    std::vector<Pieza> tomar(Linea& linea, std::size_t fila, std::span<TextoReq<60> const> series,
                             std::span<LotePedido const> lotes);
    // Takes all serial numbers and lots that have not come back.
    std::vector<Pieza> tomar_todo(Linea& linea, std::size_t fila);

private:
    using Raiz = std::pair<std::int64_t, std::int64_t>;
    struct Fuera {  // Fuera: goods of a family that have not come back
        Cantidad surtida, regresada;
        std::vector<Salido> salidas;
    };
    Fuera& de(Linea const& linea);
    static std::vector<Pieza> tomar(Fuera& fuera, Linea& linea, std::size_t fila, std::span<TextoReq<60> const> series,
                                    std::span<LotePedido const> lotes);

    std::map<std::int64_t, Raiz> raiz_de_;
    std::map<Raiz, Fuera> fuera_;
};

}  // namespace gestor::ventas
