#pragma once
// Locks of a write, taken by every call in this order: period, counterpart, documents by id, stock. The series and the
// numbers of pólizas are locked last, when the plan is applied. A stage comes only from the stage before it: another
// order does not compile.
#include "domain/motor/pedidos.hpp"
#include "domain/motor/poliza_propia.hpp"

namespace gestor {

class ASolas;
class ConContraparte;
class ConDocumentos;

// EnPeriodo: the month of the document is locked.
class EnPeriodo {
public:
    // For a draft without faults. Throws REFERENCIA_DUPLICADA, PERIODO_CERRADO.
    static EnPeriodo entrar(Escritura& db, Contexto const& c);
    // For an action on a stored document.
    static EnPeriodo entrar(Escritura& db, FechaHora fecha, FechaHora ahora);
    // A document that posts nothing asks for no month.
    static EnPeriodo sin_asentar(Escritura& db, Contexto const& c);

    // One write at a time on the account of this one: its credit is weighed.
    ConContraparte contraparte(IdOCero contacto) &&;
    ConContraparte sin_contraparte() &&;
    // Posts an entry of no document; returns its id. It is read once the unit of work has written it.
    Id asentar(PolizaPropia poliza) const;

private:
    friend ASolas;
    EnPeriodo(Escritura& db, Fecha dia) : db_(db), dia_(dia) {}
    Escritura& db_;
    Fecha dia_;
};

class ConContraparte {
public:
    ConDocumentos documentos(std::vector<Id> const& ids) &&;

private:
    friend EnPeriodo;
    ConContraparte(Escritura& db, Fecha dia) : db_(db), dia_(dia) {}
    Escritura& db_;
    Fecha dia_;
};

class ConDocumentos {
public:
    // Stored documents that an action changes, in the month of its day; an action that posts nothing asks for none.
    static ConDocumentos guardados(Escritura& db, FechaHora fecha, FechaHora ahora, std::vector<Id> const& ids);
    static ConDocumentos guardados(Escritura& db, std::vector<Id> const& ids);

    Cartera cartera;

    // One that the first look did not see, because it was applied meanwhile: a deadlock here is simply tried again.
    DocumentoBloqueado& tambien(Id id);
    // With its lines and what it reserves.
    PedidoAbierto abierto(Id id) { return PedidoAbierto::cargar(db_, tambien(id)); }
    // Goods of a transfer that nobody has received.
    std::vector<EnCamino> en_camino(Id id);

    // The rows, layers, serial numbers and lots of these goods, and the rows of what is reserved: reserved in one
    // warehouse and moved from another, both change.
    Existencias existencias(std::vector<Pieza> piezas, std::span<ApartadoDePedido const> apartados = {}) &&;
    // The same, for pieces of which some are revalued: these are followed to wherever they are by now (rastro.hpp).
    Existencias siguiendo(std::vector<Pieza>& piezas) &&;
    // The one of both that the pieces ask for: pieces that name their layers are followed.
    Existencias de(std::vector<Pieza>& piezas, std::span<ApartadoDePedido const> apartados = {},
                   std::span<Pieza const> mas = {}) &&;
    // Quantities and reservations only: enough for who moves nothing.
    Existencias apartados(std::vector<Pieza> const& piezas) &&;

private:
    friend ConContraparte;
    ConDocumentos(Escritura& db, Fecha dia, Cartera bloqueados) : cartera(std::move(bloqueados)), db_(db), dia_(dia) {}
    Escritura& db_;
    Fecha dia_;
};

// An entry of no document, in the month of its own day.
inline Id asentar_en_su_mes(Escritura& db, PolizaPropia poliza, FechaHora ahora) {
    return EnPeriodo::entrar(db, FechaHora(poliza.fecha), ahora).asentar(std::move(poliza));
}

// ---- the plan ----
// All that a new document is, and all that it does to others, which are locked.
struct Emision {
    Hechos hechos;
    struct Origen {
        PedidoAbierto documento;
        std::vector<Avance> avances;
    };
    std::vector<Origen> origenes{};  // whose lines it moves on
    struct Nota {
        Id id;
        Partes devuelto;  // before: no part of this
    };
    std::vector<Nota> notas{};  // whose debt it takes over
    struct Rebaja {
        Id venta;
        Cubetas partes, pesos;
    };
    std::optional<Rebaja> rebaja{};        // of a return: what had not been paid lowers the debt
    std::optional<Rebaja> perdida{};       // of a write-off: what nobody will collect
    std::vector<Cartera::Cobro> cobros{};  // then what it pays, in order
    std::vector<Mudanza> mudanzas{};       // others that only change their state
};

// Sellado: a plan that balances and that nobody can change.
class Sellado {
public:
    PlanDocumento const& operator*() const { return plan_; }
    PlanDocumento const* operator->() const { return &plan_; }

private:
    friend Sellado sellar(PlanDocumento plan);
    explicit Sellado(PlanDocumento plan) : plan_(std::move(plan)) {}
    PlanDocumento plan_;
};

// A stored document that does nothing to anybody, written anew under its lock (sellado.hpp).
void reescribir(Escritura& db, TipoDocumento const& tipo, DocumentoNuevo documento, bool partidas_nuevas);
// A stored source pays documents; all are locked.
Sellado asignar(Escritura& db, Id fuente, FechaHora fecha, std::span<Cartera::Cobro const> cobros, Cartera& cartera);

}  // namespace gestor
