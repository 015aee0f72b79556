#pragma once
// A document write as one value, in three stages. Borrador: header and lines as they were sent, and every fault with
// its path. Emisor: period, counterpart and documents are locked for the whole call; sources are opened. Emitido: stock
// was locked, the plan was made, sealed and applied. Only the stage before makes a stage: another order does not
// compile.
#include "domain/motor/escritura/etapas.hpp"

namespace gestor {

class Emisor;
class Emitido;

// Escrito: facts of the document, which grow from stage to stage.
struct Escrito {
    Escritura& db;
    TipoDocumento const& tipo;
    Nacimiento const& nacimiento;
    Contexto c{};
    Emision e{};
    std::vector<Linea> lineas{};
    Fallas fallas{};
    Pregunta en_69b{};  // whether rfc_69b is in the list of article 69-B; null: not asked
    Cadena rfc_69b{};

    Hechos& h() { return e.hechos; }
    Hechos const& h() const { return e.hechos; }
    CabeceraNueva& cabecera() { return e.hechos.documento.cabecera; }
    // Adds a row of a table that only this document type has.
    template <class Fila>
    void propio(TablaPropia const& tabla, Fila const& fila) {
        h().documento.propios.push_back(gestor::propio(tabla, fila));
    }
    // Relates the document to its origin.
    void viene_de(Id origen) { h().relaciones.push_back({origen, c.transaccionId, "Origen"}); }
    // Credit days: those of the body, or else of the contact; the due date counts from `desde`, or the document's day.
    void dar_credito(std::optional<Fecha> desde = {}, std::optional<Entero<0, 3'650>> dias = {});
};

// Ademas: a later document of the same call. Locks of Ademas are taken with those of the first document, so that the
// order of the locks holds for the whole call.
struct Ademas {
    std::vector<Fecha> dias;
    std::vector<Id> documentos;
};

class Borrador : public Escrito {
public:
    Ademas ademas{};

    Borrador(Escritura& en, TipoDocumento const& que, Nacimiento const& como) : Escrito{en, que, como} {}

    // Sets the context and the header. Documents that `menciones` names as origins are locked by bloquear().
    void encabezado(EncabezadoNuevo const& enviado, Menciones const& menciones);
    void partidas(std::span<PartidaNueva const> enviadas);

    // Throws all faults, REFERENCIA_DUPLICADA, PERIODO_CERRADO. The effects of the Nacimiento decide the locks: a
    // document that posts and moves nothing needs no open month; a sale to a customer with a credit limit locks the
    // customer.
    Emisor bloquear() &&;

private:
    std::vector<Id> origenes_;
};

class Emisor : public Escrito {
public:
    Emisor(Emisor&&) = default;
    Emisor(Emisor const&) = delete;

    Cartera& cartera() { return bloqueados_.cartera; }  // the locked documents
    // Opens a source document whose lines this document takes; its state must allow the action. The new document is
    // related to it.
    DocumentoOrigen& abrir(Id id, AccionDocumento accion, Sesion const& sesion);
    // `campo`: field of the body that names the source
    DocumentoOrigen& abrir(Id id, AccionDocumento accion, std::string const& campo);
    // Whether the source has the counterpart and the currency of this document; otherwise a fault of `campo`.
    bool es_suyo(DocumentoBloqueado const& origen, std::string const& campo);
    // Like es_suyo above, for a document that the body names in `campo`: also of one of these types.
    bool es_suyo(Id id, std::span<TipoDocumento const* const> tipos, std::string const& campo);
    // The document takes the counterpart of its source.
    void para_quien(DocumentoBloqueado const& origen);
    std::vector<EnCamino> en_camino(Id id);
    // Puts taxes and amounts of the lines into the header. Throws all faults.
    void sumar();

    // Locks the stock now, for a document whose pieces depend on the stock itself. `mas`: pieces of a later document of
    // the call, locked together. Without this call, emitir() locks the stock.
    Existencias& existencias(std::span<Pieza const> mas = {});
    // Locks stock, makes the plan, seals and applies it. A reservation of a source is available to the pieces of its
    // own lines.
    Emitido emitir() &&;

private:
    friend Borrador;
    Emisor(Escrito borrador, ConDocumentos bloqueados)
        : Escrito(std::move(borrador)), bloqueados_(std::move(bloqueados)) {}
    DocumentoOrigen& abierto(Id id);
    std::vector<ApartadoDePedido> ceder();
    ConDocumentos bloqueados_;
    bool con_existencias_ = false;
};

class Emitido {
public:
    Id id;
    std::vector<std::string> avisos;
    Cartera cartera;  // the locked documents with their new balances

    PlanDocumento const& plan() const { return *plan_; }
    TransaccionResultado resultado() const { return gestor::resultado(db_, id, avisos); }
    std::vector<Cadena> advertencias() const { return advertencias_de(avisos); }

private:
    friend Emisor;
    Emitido(Escritura& db, Id nuevo, std::vector<std::string> dichos, Cartera bloqueados, Sellado plan)
        : id(nuevo), avisos(std::move(dichos)), cartera(std::move(bloqueados)), db_(db), plan_(std::move(plan)) {}
    Escritura& db_;
    Sellado plan_;
};

}  // namespace gestor
