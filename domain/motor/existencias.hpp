#pragma once
// Stock and its cost. Pure, but for cargar(): the rows are locked, copied, and every exit and entry of a document is
// planned on the copy, one after the other, so that two lines of one product see each other.
//
// Value is what is stored, never a unit cost: an exit takes round2(valor × cantidad / restante) and the one that
// empties takes the rest. So layers, stock and ledger agree to the cent.
#include <string>
#include <vector>

#include "domain/motor/plan.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

struct LotePedido {
    TextoReq<60> lote;
    Positivo<Cantidad> cantidad;
    std::optional<Fecha> caducidad;
};
DTO(LotePedido, lote, cantidad, caducidad)

// Where a piece goes, of its warehouse. What was sent to it comes in, or is lost on the way. What is revalued stays
// where it is, or went long ago.
enum class Rumbo : std::uint8_t { sale, entra, se_pierde, se_revalua };

// Goods of an exit that a customer gave back: the movement with which they came in, how many, and the piece that
// follows them from there.
struct RegresoSeguido {
    Id movimientoId;
    Cantidad cantidad;
    std::size_t pieza = 0;
};
// How much of what is revalued has left, the account that it went to, and the movements with which it did.
struct SalidaSeguida {
    Id movimientoId;
    Cantidad cantidad;
    Cantidad salio{};  // with all movements of its line: its returns are of all of them
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

// A stretch of a piece that is counted by itself: one serial number, one lot, or all of it.
struct Tramo {
    Cantidad cantidad;
    std::string serie, lote;
    std::optional<Fecha> caducidad;
};

// Pieza: the goods of one product that a line moves. A kit moves its components.
struct Pieza {
    int numeroPartida = 0;
    std::size_t fila = 0;                 // in the request, for the error,
    std::string_view lista = "partidas";  // and the list there
    Id almacenId;
    Id productoId;
    Cantidad cantidad;  // base units, above 0; of what is revalued, how much of it had come
    Rumbo rumbo = Rumbo::sale;
    Dinero valor{};  // pesos: of what comes in, what it cost; of what is revalued, how much more it did, or less
    std::vector<std::string> series{};
    std::vector<LotePedido> lotes{};
    Cantidad apartado{};  // reserved by the very order that it delivers: available to it
    std::optional<FechaHora>
        capaFecha{};       // of what comes in: ours since then, and goes out by it; here since its document
    int partidaEnvio = 0;  // of what was sent: the line that sent it
    // Layers. Goods that go back to the supplier leave the layers that they came in, and no other; goods that are
    // revalued are followed to the layers that they were taken to.
    std::vector<Id> capas{};
    IdOCero movimientoId{};           // or that changed its value before: only what left since then counts,
    std::vector<Consumo> consumos{};  // and where the rest of it went
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
    Booleano movil = false;  // the warehouse travels
};
DTO(ExistenciaActual, almacenId, productoId, codigo, metodoCosteo, manejaSeries, manejaLotes, cantidad, valor, apartado,
    movil)

struct CapaAbierta {
    Id almacenId;
    Id productoId;
    Id capaId;
    FechaHora fecha;    // of its origin: goes out by it
    FechaHora llegada;  // here since
    Cadena serie;
    Cadena lote;
    Cantidad restante;
    Dinero valor;
    Booleano despues = false;  // goods of this product moved after the day that is written
};
DTO(CapaAbierta, almacenId, productoId, capaId, fecha, llegada, serie, lote, restante, valor, despues)

struct MovimientoPosterior {  // after the day that is written
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
    IdOCero almacenId;  // 0: on its way to one
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

// EnCamino: goods of a transfer line that nobody has received. They are in no warehouse and keep the date and the value
// of their layer.
struct EnCamino {
    Id envioId;
    Entero<1, 100'000> numeroPartida;
    Id almacenId;  // where it goes
    Id productoId;
    Id capaId;  // that it left
    FechaHora capaFecha;
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Cantidad restante;
    Dinero valor;
    Dinero valorCapa;
    std::optional<Fecha> desde{};  // put back on its way that day, by a cancel
};
DTO(EnCamino, envioId, numeroPartida, almacenId, productoId, capaId, capaFecha, serie, lote, caducidad, restante, valor,
    valorCapa, desde)

class Existencias {
public:
    // Throws EXISTENCIA_INSUFICIENTE, SERIE_LOTE_REQUERIDO, SERIE_LOTE_INVALIDO.
    std::vector<MovimientoStock> salida(Pieza const& pieza);
    std::vector<MovimientoStock> entrada(Pieza const& pieza, FechaHora fecha);
    // To another warehouse, each layer with its date and its value.
    std::vector<MovimientoStock> traspaso(Pieza const& pieza, Id destino);
    // The same in two steps: sent, it is on its way; then it comes in, or is lost.
    std::vector<MovimientoStock> envio(Pieza const& pieza, Id destino);
    std::vector<MovimientoStock> llegada(Pieza const& pieza);
    // Goods that are still here take their share of the change; the rest belongs to goods that have left since.
    std::vector<MovimientoStock> revaluacion(Pieza const& pieza);
    Dinero valor_promedio(Id almacen, Id producto, Cantidad cantidad) const;
    // How much there was at the end of the day that is written, and the least at the end of it or of any day since: an
    // exit may take no more, so that no past day is ever below 0.
    Cantidad al_dia(Id almacen, Id producto) const;
    Cantidad minimo(Id almacen, Id producto) const;
    ExistenciaActual const& de(Id almacen, Id producto) const;
    bool es_promedio(Pieza const& p) const { return de(p.almacenId, p.productoId).metodoCosteo == "PROMEDIO"; }

    std::vector<ExistenciaActual> actuales;
    std::vector<CapaAbierta> capas;  // oldest first
    std::vector<SerieEnAlmacen> series;
    std::vector<LoteEnAlmacen> lotes;
    std::vector<EnCamino> enCamino;            // oldest first
    Fecha dia;                                 // that is written
    std::vector<MovimientoPosterior> despues;  // the latest first
    std::vector<std::string> avisos;           // of lots that move after they expired

private:
    friend class ConDocumentos;  // the stage in which stock may be locked
    // Locks the rows, by warehouse and product, and makes those that are missing.
    // Quantities and reservations only: enough for who moves nothing.
    static Existencias bloquear(Escritura& db, std::vector<Pieza> const& piezas);
    // The same rows with their layers, serial numbers and lots; when the day is past, the movements since then.
    static Existencias cargar(Escritura& db, std::vector<Pieza> const& piezas, Fecha dia);

    ExistenciaActual& actual(Id almacen, Id producto);
    void sacar_identificados(Pieza const& pieza, ExistenciaActual const& e);
    void avisar_caduco(ExistenciaActual const& e, std::string const& lote, std::optional<Fecha> const& caducidad);
    std::optional<Fecha> caducidad_de(Pieza const& pieza, LotePedido const& lote) const;
    std::vector<Tramo> tramos_de(Pieza const& pieza) const;
};

// Serial numbers and lots must add up to what moves; throws SERIE_LOTE_REQUERIDO.
void exigir_identificados(ExistenciaActual const& e, Pieza const& pieza);

}  // namespace gestor
