#pragma once
// Stock and its cost. Pure, except cargar() and bloquear(). The rows are locked and copied; every exit and entry of a
// document is planned on the copy, one after the other, so the second line of a product sees the first. A layer stores
// its value, never a unit cost: an exit takes round2(valor × cantidad / restante), and the exit that empties a layer
// takes the rest. Example: a layer of 3 units worth 100.00 leaves as 33.33 (100.00 × 1/3), 33.34 (66.67 × 1/2), 33.33.
// Layers, stock and ledger agree to the cent.
#include <string>
#include <vector>

#include "domain/motor/escritura/plan.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

struct LotePedido {
    TextoReq<60> lote;
    Positivo<Cantidad> cantidad;
    std::optional<Fecha> caducidad;
};
DTO(LotePedido, lote, cantidad, caducidad)

// Rumbo: the way of a piece. sale: out of its warehouse; entra: into it, from outside or from transit; se_pierde: lost
// in transit. se_revalua: the goods change value where they are, or after they left.
enum class Rumbo : std::uint8_t { sale, entra, se_pierde, se_revalua };

// RegresoSeguido: a customer's return of sold goods. Members: the movement of the return, the quantity, and the index
// of the piece that follows the goods from there.
struct RegresoSeguido {
    Id movimientoId;
    Cantidad cantidad;
    std::size_t pieza = 0;
};
// SalidaSeguida: an exit of revalued goods: its movement and quantity.
struct SalidaSeguida {
    Id movimientoId;
    Cantidad cantidad;
    Cantidad salio{};  // quantity of all movements of its line, which share the returns
    std::vector<RegresoSeguido> regresos{};
};
struct Consumo {
    Cuenta cuenta;
    Cantidad cantidad;
    std::vector<SalidaSeguida> salidas{};
};
// Cargo: an amount charged to an account.
struct Cargo {
    Cuenta cuenta;
    Dinero importe;
};

// Tramo: a part of a piece that is counted separately: one serial number, one lot, or the whole piece.
struct Tramo {
    Cantidad cantidad;
    std::string serie, lote;
    std::optional<Fecha> caducidad;
};

// Pieza: the goods of one product that a line moves. A kit moves its components.
struct Pieza {
    int numeroPartida = 0;
    std::size_t fila = 0;                 // index of the line in the request, used by faults
    std::string_view lista = "partidas";  // member of the body that has the lines, used by faults
    Id almacenId;
    Id productoId;
    Cantidad cantidad;  // base units, above 0; se_revalua: the quantity of the original entry
    Rumbo rumbo = Rumbo::sale;
    Dinero valor{};  // pesos. entra: cost of the goods; se_revalua: change of that cost, also below 0
    std::vector<std::string> series{};
    std::vector<LotePedido> lotes{};
    Cantidad apartado{};  // quantity reserved by the order that this document delivers, so the piece may use it
    std::optional<FechaHora> capaFecha{};  // entra: day since which the goods are ours, which orders the exits; absent:
                                           // the document's day
    int partidaEnvio = 0;                  // goods in transit: line of the transfer that sent them
    // Layers of the piece. Goods returned to the supplier leave only the layers of their reception. Revalued goods are
    // followed to the layers that hold them now.
    std::vector<Id> capas{};
    IdOCero movimientoId{};           // an earlier revaluation of the layers: only exits since then count
    std::vector<Consumo> consumos{};  // exits of the rest of the layers, by account
};

struct ExistenciaActual {
    Id almacenId;
    Id productoId;
    Cadena codigo;
    Opcion<"PEPS", "PROMEDIO", "IDENTIFICADO"> metodoCosteo;
    Booleano manejaSeries;
    Booleano manejaLotes;
    Cantidad cantidad;
    Dinero valor;
    Cantidad apartado;
    Booleano movil = false;  // the warehouse moves
};
DTO(ExistenciaActual, almacenId, productoId, codigo, metodoCosteo, manejaSeries, manejaLotes, cantidad, valor, apartado,
    movil)

struct CapaAbierta {
    Id almacenId;
    Id productoId;
    Id capaId;
    FechaHora fecha;    // date of the layer's origin; layers leave in this order
    FechaHora llegada;  // moment at which the layer came into this warehouse
    Cadena serie;
    Cadena lote;
    Cantidad restante;
    Dinero valor;
    Booleano despues = false;  // the product moved after the day of the write
};
DTO(CapaAbierta, almacenId, productoId, capaId, fecha, llegada, serie, lote, restante, valor, despues)

struct MovimientoPosterior {  // MovimientoPosterior: a movement after the day of the write
    Id almacenId;
    Id productoId;
    Fecha dia;
    Cadena serie;
    Cadena lote;
    Cantidad cantidad;
};
DTO(MovimientoPosterior, almacenId, productoId, dia, serie, lote, cantidad)

struct SerieEnAlmacen {
    Id productoId;
    Cadena serie;
    IdOCero almacenId;  // 0: in transit
};
DTO(SerieEnAlmacen, productoId, serie, almacenId)

struct LoteEnAlmacen {
    Id almacenId;
    Id productoId;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Cantidad cantidad;
};
DTO(LoteEnAlmacen, almacenId, productoId, lote, caducidad, cantidad)

// EnCamino: goods of a transfer line in transit. No warehouse counts the goods in transit; they keep date and value of
// their layer.
struct EnCamino {
    Id envioId;
    Entero<1, 100'000> numeroPartida;
    Id almacenId;  // destination
    Id productoId;
    Id capaId;  // layer that the goods left
    FechaHora capaFecha;
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Cantidad restante;
    Dinero valor;
    Dinero valorCapa;
    std::optional<Fecha> desde{};  // day on which a cancelled arrival put the goods back in transit
};
DTO(EnCamino, envioId, numeroPartida, almacenId, productoId, capaId, capaFecha, serie, lote, caducidad, restante, valor,
    valorCapa, desde)

class Existencias {
public:
    // Throws EXISTENCIA_INSUFICIENTE, SERIE_LOTE_REQUERIDO, SERIE_LOTE_INVALIDO.
    std::vector<MovimientoStock> salida(Pieza const& pieza);
    std::vector<MovimientoStock> entrada(Pieza const& pieza, FechaHora fecha);
    // Moves goods to another warehouse; each layer keeps its date and its value.
    std::vector<MovimientoStock> traspaso(Pieza const& pieza, Id destino);
    // Transfer in two steps. envio: the goods leave the warehouse and are in transit; llegada: the goods arrive, or are
    // lost.
    std::vector<MovimientoStock> envio(Pieza const& pieza, Id destino);
    std::vector<MovimientoStock> llegada(Pieza const& pieza);
    // Goods still in stock or in transit take their share of the change of value; the caller gives the rest to the
    // goods that left.
    std::vector<MovimientoStock> revaluacion(Pieza const& pieza);
    Dinero valor_promedio(Id almacen, Id producto, Cantidad cantidad) const;
    // al_dia: stock at the end of the day of the write. minimo: the least stock at the end of that day or of any later
    // day. An exit takes at most `minimo`, so no past day falls below 0.
    Cantidad al_dia(Id almacen, Id producto) const;
    Cantidad minimo(Id almacen, Id producto) const;
    ExistenciaActual const& de(Id almacen, Id producto) const;
    bool es_promedio(Pieza const& p) const { return de(p.almacenId, p.productoId).metodoCosteo == "PROMEDIO"; }

    std::vector<ExistenciaActual> actuales;
    std::vector<CapaAbierta> capas;  // oldest first
    std::vector<SerieEnAlmacen> series;
    std::vector<LoteEnAlmacen> lotes;
    std::vector<EnCamino> enCamino;            // oldest first
    Fecha dia;                                 // day of the write
    std::vector<MovimientoPosterior> despues;  // the latest first
    std::vector<std::string> avisos;           // warnings: lots that move after they expired

private:
    friend class ConDocumentos;  // the stage in which stock may be locked
    // Locks the rows by warehouse and product, and creates missing rows. Quantities and reservations only, for a write
    // that moves no goods.
    static Existencias bloquear(Escritura& db, std::vector<Pieza> const& piezas);
    // Locks the rows, and reads layers, serial numbers and lots. When the day is in the past, later movements are read
    // too.
    static Existencias cargar(Escritura& db, std::vector<Pieza> const& piezas, Fecha dia);

    ExistenciaActual& actual(Id almacen, Id producto);
    void sacar_identificados(Pieza const& pieza, ExistenciaActual const& e);
    void avisar_caduco(ExistenciaActual const& e, std::string const& lote, std::optional<Fecha> const& caducidad);
    std::optional<Fecha> caducidad_de(Pieza const& pieza, LotePedido const& lote) const;
    std::vector<Tramo> tramos_de(Pieza const& pieza) const;
};

// Serial numbers and lots must add up to the quantity of the piece; throws SERIE_LOTE_REQUERIDO.
void exigir_identificados(ExistenciaActual const& e, Pieza const& pieza);

}  // namespace gestor
