#pragma once
// Money and credit applied to documents, with the taxes that go with it. Pure, but for those that lock or read.
#include "domain/motor/motor.hpp"
#include "domain/motor/reliquidar.hpp"

namespace gestor {

struct DocumentoLeido : Documento, Pendiente {
    Cadena origen;
    IdOCero contactoId;
    Id sucursalId;
    FechaHora fecha;
    Entero<1, 100'000> monedaId;
    TipoCambio tipoCambio;
    Dinero total;
    Dinero saldo;
    std::optional<Cubetas> cubetas;
    std::optional<Cubetas> cubetasMxn;
    Cadena tipoBanco;  // of money: Cobranza, Concepto …
    Cadena contacto;
    Cadena rfc;
    Cadena tipoDocumento;
    Cadena estatusTimbrado;

    bool es_en_pesos() const { return monedaId.valor() == 1; }
    TipoDocumento const& tipo() const;
};
DTO_DE((Documento, Pendiente), DocumentoLeido, origen, contactoId, sucursalId, fecha, monedaId, tipoCambio, total,
       saldo, cubetas, cubetasMxn, tipoBanco, contacto, rfc, tipoDocumento, estatusTimbrado)

// A document of any type under its row lock.
struct DocumentoBloqueado : DocumentoLeido {
    Retenciones retenciones;     // what we withhold with it
    Lado bolsa = Lado::ninguno;  // this is no balance of it, only what it pays of this side

    // As Pendiente has them, with its rows.
    std::vector<ParteRetenida> tomar(Cubetas const& partes, Cubetas const& pesos, Cubetas const& flujo = {},
                                     std::span<RetencionViva const> de = {});
    void regresar(Cubetas const& partes, Cubetas const& pesos, std::int64_t del_tramo,
                  std::span<ParteRetenida const> retenidas = {});
    void otro_tramo();
};
// Reads the rows of those that have any.
std::vector<DocumentoBloqueado> con_retenciones(Escritura& db, std::vector<DocumentoLeido> leidos);

struct AplicacionLeida {
    Id aplicacionId;
    Id fuenteId;
    Id destinoId;
    Id fuenteObjId;
    decltype(AplicacionNueva::tipo) tipo;
    Dinero importeFuente;
    Dinero importeDestino;
    Cubetas cubetas;
    std::optional<Cubetas> pesos;
    std::optional<Cubetas> flujo;
    std::optional<Cubetas> declarado;
    std::optional<Cubetas> fuentePesos;
    Entero<0, 1'000'000'000> tramo;
};
DTO(AplicacionLeida, aplicacionId, fuenteId, destinoId, fuenteObjId, tipo, importeFuente, importeDestino, cubetas,
    pesos, flujo, declarado, fuentePesos, tramo)
struct AplicacionGuardada : AplicacionLeida {  // one that is active
    std::vector<ParteRetenida> retenciones;
};

// The document that a plan makes, as the portfolio knows it: from here on it can be applied.
DocumentoBloqueado por_aplicar(PlanDocumento const& plan);
// The active applications that come from or go to these documents.
std::vector<AplicacionGuardada> aplicaciones_de(Escritura& db, std::vector<Id> const& ids);

// Refuses with TIENE_DOCUMENTOS_RELACIONADOS what is written off in part: how much of each part was neither paid nor is
// owed cannot be told of what comes back, or is invoiced.
void exigir_sin_incobrables(Escritura& db, std::vector<Id> const& ids);

// An amount in the currency of a document, and its parts.
struct Partes {
    Dinero importe;
    Cubetas propias;
    Cubetas pesos;

    Partes& operator+=(Partes const& otras);
    Partes& operator-=(Partes const& otras);
    bool caben_en(Partes const& otras) const;
    static Partes de(AplicacionGuardada const& a) { return {a.importeDestino, a.cubetas, a.pesos.value_or(Cubetas{})}; }
};

// A return or credit note that stands against a document, as it is settled again.
struct NotaGuardada {
    Id transaccionId;
    std::int64_t tramo = 0;                    // the stretch of the document in which it was registered
    Cubetas declarado;                         // what it gave back when it was made
    std::vector<RetencionViva> retenciones{};  // its rows
};
// Reliquidacion: the notes of a document and all that is applied to it, to settle them again.
struct Reliquidacion {
    Id documento;
    Cubetas heredado;                                // declared of the notes that it was made of
    std::vector<NotaGuardada> notas{};               // in order of registration
    std::vector<AplicacionGuardada> aplicaciones{};  // active, by id
};

// por_reliquidar: documents that stand and have notes, among these and those that the notes among them are of.
std::vector<Reliquidacion> por_reliquidar(Escritura& db, std::vector<Id> const& ids);

// The documents of one call: every application changes the copy, so that the next one of the same call sees it.
class Cartera {
public:
    Cartera() = default;
    explicit Cartera(std::vector<DocumentoBloqueado> documentos);
    // The locked truth has one copy: another would not see what is locked and applied later.
    Cartera(Cartera&&) = default;
    Cartera& operator=(Cartera&&) = default;

    DocumentoBloqueado* buscar(Id id);
    // A document that this very call makes.
    void agregar(DocumentoBloqueado nuevo);

    struct Cobro {
        Id fuente;
        Id destino;
        Dinero importe;        // in the currency of the destination
        Dinero importeFuente;  // of the source
        TipoCambio tipoCambio = TipoCambio::de_entero(1);
        FechaHora fecha;
        int numeroPartida = 0;  // the line of the source that asks for it
        std::string notas{};
    };
    // One that keeps no balance: of each side it has what it pays there, no more and no less.
    void agregar(DocumentoBloqueado const& nuevo, std::span<Cobro const> cobros);
    // Adds to the plan: the application, both balances and states, and its lines of the póliza. The destination is owed
    // it, or is in favour and is given back. The caller has checked balances.
    void aplicar(Cobro const& cobro, PlanDocumento& plan, Poliza& poliza);
    // The unpaid share of what came back lowers the debt of its sale and is no credit: the póliza is the return's own.
    void rebajar(Id nota, Id venta, Cubetas const& partes, Cubetas const& pesos, FechaHora fecha, PlanDocumento& plan);
    // A note that becomes an invoice, without taxes: what it was owed goes over, what was collected of it is inherited.
    // `devuelto` are its returns: no part of the invoice.
    void facturar(Id nota, Id factura, Partes const& devuelto, FechaHora fecha, PlanDocumento& plan);
    // anteceder: what was collected of a document by another system.
    void anteceder(Id documento, Partes const& cobrado, FechaHora fecha, PlanDocumento& plan) {
        traspasar(documento, documento, cobrado, "Heredado", fecha, plan);
    }
    // perder: the debt is so much less by what nobody will collect, at its own rate. The póliza is the write-off's own.
    void perder(Id incobrable, Id deuda, Partes const& partes, FechaHora fecha, PlanDocumento& plan) {
        traspasar(incobrable, deuda, partes, "Incobrable", fecha, plan);
    }
    // desheredar: an invoice is owed what its note is, of what it had inherited as collected. `heredado` is the row
    // that ends; the caller names it in the plan.
    void desheredar(AplicacionGuardada const& heredado, Partes const& partes, FechaHora fecha, PlanDocumento& plan);
    // recuperar: an application that ends gives its parts back to its destination.
    void recuperar(AplicacionGuardada const& aplicacion, PlanDocumento& plan);
    // desasignar: an application that ends also gives back to its source, which stays, and turns its lines of the
    // póliza round. `suyas` are all applications of the source: its payments come back in proportion, the last one
    // whole.
    void desasignar(AplicacionGuardada const& aplicacion, std::span<AplicacionGuardada const> suyas,
                    PlanDocumento& plan, Poliza& poliza);
    // The notes of a document once something that had paid it before them ended: what each takes of it now, less what
    // is stored, is a row of the note. One plan for each that changes; the document changes with the last.
    std::vector<PlanDocumento> reliquidar(Reliquidacion const& r, FechaHora fecha);
    // liberar: nothing binds it any more, and its state follows again from its balance.
    void liberar(Id documento, PlanDocumento& plan);

protected:  // for a model that tries a step on a copy
    Cartera(Cartera const&) = default;
    Cartera& operator=(Cartera const&) = default;

private:
    DocumentoBloqueado& fuente_de(Cobro const& cobro);
    AplicacionNueva& nueva(Cobro const& cobro, PlanDocumento& plan);
    void traspasar(Id fuente, Id destino, Partes const& partes, decltype(AplicacionNueva::tipo) tipo, FechaHora fecha,
                   PlanDocumento& plan);
    void mover(DocumentoBloqueado& d, Dinero cambio, PlanDocumento& plan);
    DocumentoConNotas con_sus_notas(Reliquidacion const& r);
    PlanDocumento reclasificar(Id nota, Id documento, Tomado const& mas, Liquidada const& ahora, FechaHora fecha);

    std::vector<DocumentoBloqueado> documentos_;
};

}  // namespace gestor
