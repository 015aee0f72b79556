#pragma once
// Locks of a write, taken by every call in this order: period, counterpart, documents by id, stock. The folio of the
// series and the numbers of pólizas are locked last, when the plan is applied. Each stage is built by the stage before
// it, so another order does not compile.
#include "domain/motor/escritura/documento_origen.hpp"
#include "domain/motor/escritura/poliza_propia.hpp"

namespace gestor {

class ASolas;
class ConContraparte;
class ConDocumentos;

// EnPeriodo: the month of the document is locked.
class EnPeriodo {
public:
    // Locks the months of all documents of a call, the earliest first; exigir_periodo_abierto runs later, when each
    // document is written.
    static void reservar(Escritura& db, std::vector<Fecha> dias);
    // entrar: for a draft without faults. Throws REFERENCIA_DUPLICADA, PERIODO_CERRADO.
    static EnPeriodo entrar(Escritura& db, Contexto const& c);
    // entrar: for an action on a stored document.
    static EnPeriodo entrar(Escritura& db, FechaHora fecha, FechaHora ahora);
    // A document that posts nothing needs no open month.
    static EnPeriodo sin_asentar(Escritura& db, Contexto const& c);

    // Locks the counterpart whose credit limit the write checks: one write at a time.
    ConContraparte contraparte(IdOCero contacto) &&;
    ConContraparte sin_contraparte() &&;
    // Posts an entry without a document; returns its id. The entry can be read once the unit of work has written it.
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
    // Locks stored documents that an action changes, in the month of its day. An action that posts nothing locks no
    // month.
    static ConDocumentos guardados(Escritura& db, FechaHora fecha, FechaHora ahora, std::vector<Id> const& ids);
    static ConDocumentos guardados(Escritura& db, std::vector<Id> const& ids);

    Cartera cartera;

    // Locks a document that another transaction related after tocados_por or alcance_de was read. PostgreSQL may report
    // a deadlock here; the operation then runs again.
    DocumentoBloqueado& tambien(Id id);
    // The document with its lines and reservations.
    DocumentoOrigen abierto(Id id) { return DocumentoOrigen::cargar(db_, tambien(id)); }
    // Goods of a transfer that are still in transit.
    std::vector<EnCamino> en_camino(Id id);

    // Locks rows, layers, serial numbers and lots of these goods, and the rows of the reservations. An order reserved
    // in one warehouse and delivered from another changes both rows.
    Existencias existencias(std::vector<Pieza> piezas, std::span<ApartadoDePedido const> apartados = {}) &&;
    // siguiendo: like existencias(), when some pieces are revalued. Each revalued piece is followed to the layers that
    // hold its goods now (rastro.hpp). `mas`, pieces that a later document of the call revalues, are followed and
    // locked too.
    Existencias siguiendo(std::vector<Pieza>& piezas, std::span<Pieza const> mas = {}) &&;
    // de: siguiendo() when a piece names its layers, else existencias().
    Existencias de(std::vector<Pieza>& piezas, std::span<ApartadoDePedido const> apartados = {},
                   std::span<Pieza const> mas = {}) &&;
    // Locks quantities and reservations only, for a write that moves no goods.
    Existencias apartados(std::vector<Pieza> const& piezas) &&;

private:
    friend ConContraparte;
    ConDocumentos(Escritura& db, Fecha dia, Cartera bloqueados) : cartera(std::move(bloqueados)), db_(db), dia_(dia) {}
    Escritura& db_;
    Fecha dia_;
};

// Posts an entry without a document, in the month of its own day.
inline Id asentar_en_su_mes(Escritura& db, PolizaPropia poliza, FechaHora ahora) {
    return EnPeriodo::entrar(db, FechaHora(poliza.fecha), ahora).asentar(std::move(poliza));
}

// ---- the plan ----
// All that a new document is, and all that it does to others, which are locked.
struct Emision {
    Hechos hechos;
    struct Origen {
        DocumentoOrigen documento;
        std::vector<Avance> avances;
    };
    std::vector<Origen> origenes{};  // source documents whose lines this document advances
    struct Nota {
        Id id;
        Partes devuelto;  // goods returned before the invoice, which the invoice leaves out
    };
    std::vector<Nota> notas{};  // sale notes whose debt the invoice takes over
    struct Rebaja {
        Id venta;
        Cubetas partes, pesos;
    };
    std::optional<Rebaja> rebaja{};   // return: unpaid share, by which the debt falls
    std::optional<Rebaja> perdida{};  // write-off: lost debt
    std::vector<Cartera::Aplicacion>
        aplicaciones{};               // payments of this document, in order, applied after the effects above
    std::vector<Mudanza> mudanzas{};  // documents that only change their state
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

// Rewrites a stored document without effects, under its lock (sellado.hpp).
void reescribir(Escritura& db, TipoDocumento const& tipo, DocumentoNuevo documento, bool partidas_nuevas);
// Assigns a stored source (money, credit, advance) to documents; all are locked.
Sellado asignar(Escritura& db, Id fuente, FechaHora fecha, std::span<Cartera::Aplicacion const> aplicaciones,
                Cartera& cartera);

}  // namespace gestor
