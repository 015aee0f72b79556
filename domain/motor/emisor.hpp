#pragma once
// A document write as one value, in three stages. Borrador: header and lines as they were sent, and every fault with
// its path. Emisor: period, counterpart and documents are locked for the whole call; sources are opened. Emitido: stock
// was locked, the plan was made, sealed and applied. Only the stage before makes a stage: another order does not
// compile.
#include "domain/motor/etapas.hpp"

namespace gestor {

class Emisor;
class Emitido;

// Facts of the document, which grow from stage to stage.
struct Escrito {
    Escritura& db;
    TipoDocumento const& tipo;
    Nacimiento const& nacimiento;
    Contexto c{};
    Emision e{};
    std::vector<Linea> lineas{};
    Fallas fallas{};

    Hechos& h() { return e.hechos; }
    Hechos const& h() const { return e.hechos; }
    CabeceraNueva& cabecera() { return e.hechos.documento.cabecera; }
    // A row of the type's own table.
    template <class Fila>
    void propio(TablaPropia const& tabla, Fila const& fila) {
        h().documento.propios.push_back(gestor::propio(tabla, fila));
    }
    // The document comes from this one.
    void viene_de(Id origen) { h().relaciones.push_back({origen, c.transaccionId, "Origen"}); }
};

class Borrador : public Escrito {
public:
    Borrador(Escritura& en, TipoDocumento const& que, Nacimiento const& como) : Escrito{en, que, como} {}

    // The context and the header. Documents that `menciones` names as origins are locked by bloquear().
    void encabezado(EncabezadoNuevo const& enviado, Menciones const& menciones);
    void partidas(std::span<PartidaNueva const> enviadas);

    // Throws all faults, REFERENCIA_DUPLICADA, PERIODO_CERRADO. The birth's effects decide the locks: a document that
    // posts or moves nothing asks for no month; a sale to a customer with a credit limit locks the customer.
    Emisor bloquear() &&;

private:
    std::vector<Id> origenes_;
};

class Emisor : public Escrito {
public:
    Emisor(Emisor&&) = default;
    Emisor(Emisor const&) = delete;

    Cartera& cartera() { return bloqueados_.cartera; }  // the locked documents
    // A source whose lines this document takes, in a state that allows the action; the document comes from it.
    PedidoAbierto& abrir(Id id, AccionDocumento accion, Sesion const& sesion);
    PedidoAbierto& abrir(Id id, AccionDocumento accion, std::string const& campo);  // `campo` named it
    // The document is for whom its source was.
    void para_quien(DocumentoBloqueado const& origen);
    std::vector<EnCamino> en_camino(Id id);
    // Taxes and amounts of the lines into the header. Throws all faults.
    void sumar();

    // Stock of the pieces, for a document whose pieces depend on it; `mas` are locked with them. emitir() locks the
    // stock of the others.
    Existencias& existencias(std::span<Pieza const> mas = {});
    // Stock, plan, seal, apply. A reservation of a source is available to the pieces of its own lines.
    Emitido emitir() &&;

private:
    friend Borrador;
    Emisor(Escrito borrador, ConDocumentos bloqueados)
        : Escrito(std::move(borrador)), bloqueados_(std::move(bloqueados)) {}
    PedidoAbierto& abierto(Id id);
    std::vector<ApartadoDePedido> ceder();
    ConDocumentos bloqueados_;
    bool con_existencias_ = false;
};

class Emitido {
public:
    Id id;
    std::vector<std::string> avisos;
    Cartera cartera;  // the documents as they are now

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
