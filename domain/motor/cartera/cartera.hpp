#pragma once
// Money and credit applied to documents, with the taxes that each application carries. Pure, except the functions that
// lock or read.
#include "domain/motor/cartera/reliquidar.hpp"
#include "domain/motor/escritura/motor.hpp"

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
    Cadena tipoBanco;  // kind of bank movement, of money: Cobranza, Concepto …
    Cadena contacto;
    Cadena rfc;
    Cadena tipoDocumento;
    Enumeracion<EstatusTimbrado> estatusTimbrado;
    Booleano incobrable;  // a write-off in force took a part of it

    bool es_en_pesos() const { return monedaId.valor() == 1; }
    TipoDocumento const& tipo() const;
};
DTO_DE((Documento, Pendiente), DocumentoLeido, origen, contactoId, sucursalId, fecha, monedaId, tipoCambio, total,
       saldo, cubetas, cubetasMxn, tipoBanco, contacto, rfc, tipoDocumento, estatusTimbrado, incobrable)

// A document of any type under its row lock.
struct DocumentoBloqueado : DocumentoLeido {
    Retenciones retenciones;  // withholdings that we make on the document
    // ninguno: an ordinary document. A side: the document pays on that side, and `saldo` is the sum of those payments.
    Lado bolsa = Lado::ninguno;

    // Takes from the balance as Pendiente::tomar does, and from the withholding rows.
    std::vector<ParteRetenida> tomar(Cubetas const& partes, Cubetas const& pesos, Cubetas const& flujo = {},
                                     std::span<RetencionViva const> de = {});
    void regresar(Cubetas const& partes, Cubetas const& pesos, std::int64_t del_tramo,
                  std::span<ParteRetenida const> retenidas = {});
    void otro_tramo();
};
// Reads the withholding rows of the documents.
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
struct AplicacionGuardada : AplicacionLeida {  // AplicacionGuardada: a stored application that is active
    std::vector<ParteRetenida> retenciones;
};

// Makes the document of a plan known to Cartera: applications may use it from here on.
DocumentoBloqueado por_aplicar(PlanDocumento const& plan);
// The active applications that come from or go to these documents.
std::vector<AplicacionGuardada> aplicaciones_de(Escritura& db, std::vector<Id> const& ids);

// Throws TIENE_DOCUMENTOS_RELACIONADOS when part of a debt was written off: a return or an invoice could not tell how
// much of each part was paid, and how much is owed.
void exigir_sin_incobrables(Escritura& db, std::vector<Id> const& ids);

// Partes: an amount in the currency of a document, and its parts.
struct Partes {
    Dinero importe;
    Cubetas propias;
    Cubetas pesos;

    Partes& operator+=(Partes const& otras);
    Partes& operator-=(Partes const& otras);
    bool caben_en(Partes const& otras) const;
    static Partes de(AplicacionGuardada const& a) { return {a.importeDestino, a.cubetas, a.pesos.value_or(Cubetas{})}; }
};

// por_facturar: the part of a sale note that its invoice takes over. A part without collections has the pesos still
// owed.
Partes por_facturar(DocumentoBloqueado const& nota, Partes const& devuelto);

// NotaGuardada: a stored return or credit note in force, as the settling of its document reads it.
struct NotaGuardada {
    Id transaccionId;
    std::int64_t tramo = 0;                    // the stretch of the document in which it was registered
    Cubetas declarado;                         // VAT and withholdings that the note gave back when it was made
    std::vector<RetencionViva> retenciones{};  // withholding rows of the note
};
// Reliquidacion: the notes of a document and all applications to the document, to settle the notes again.
struct Reliquidacion {
    Id documento;
    Cubetas heredado;                                // declared taxes that an invoice inherited from its sale notes
    std::vector<NotaGuardada> notas{};               // in order of registration
    std::vector<AplicacionGuardada> aplicaciones{};  // active, by id
    Cubetas traspasadoMxn{};                         // pesos of the debts that it took over from sale notes
};

// por_reliquidar: documents in force that have notes, among `ids` and the documents of the notes among `ids`.
std::vector<Reliquidacion> por_reliquidar(Escritura& db, std::vector<Id> const& ids);

// Cartera: the documents of one call. Every application changes the copy, so the next application of the same call sees
// the new balance.
class Cartera {
public:
    Cartera() = default;
    explicit Cartera(std::vector<DocumentoBloqueado> documentos);
    // Locked documents have one copy: a second copy would miss later locks and applications.
    Cartera(Cartera&&) = default;
    Cartera& operator=(Cartera&&) = default;

    DocumentoBloqueado* buscar(Id id);
    // Adds a document that this call makes.
    void agregar(DocumentoBloqueado nuevo);

    struct Aplicacion {
        Id fuente;
        Id destino;
        Dinero importe;        // in the currency of the destination
        Dinero importeFuente;  // the same amount in the currency of the source
        TipoCambio tipoCambio = TipoCambio::de_entero(1);
        FechaHora fecha;
        int numeroPartida = 0;  // line of the source that pays this document; 0: none
        std::string notas{};
    };
    // Adds a document that keeps no balance: on each side its `saldo` is the sum of its payments there.
    void agregar(DocumentoBloqueado const& nuevo, std::span<Aplicacion const> aplicaciones);
    // aplicar adds to the plan the application, both balances and states, and the lines of the póliza. The destination
    // is a debt, or a balance in favour that money refunds. The caller has checked balances.
    void aplicar(Aplicacion const& a, PlanDocumento& plan, Poliza& poliza);
    // rebajar: the unpaid share of a return lowers the debt of its sale and is no credit. The póliza belongs to the
    // return.
    void rebajar(Id nota, Id venta, Cubetas const& partes, Cubetas const& pesos, FechaHora fecha, PlanDocumento& plan);
    // facturar: an invoice takes over a sale note, without posting taxes. The debt of the note passes to the invoice;
    // the invoice inherits the collected part. `devuelto`, the returns of the note, is not invoiced.
    void facturar(Id nota, Id factura, Partes const& devuelto, FechaHora fecha, PlanDocumento& plan);
    // anteceder: payments of a document that another system collected.
    void anteceder(Id documento, Partes const& cobrado, FechaHora fecha, PlanDocumento& plan) {
        traspasar(documento, documento, cobrado, "Heredado", fecha, plan);
    }
    // perder: a write-off lowers the debt at the debt's own rate. The póliza belongs to the write-off.
    void perder(Id incobrable, Id deuda, Partes const& partes, FechaHora fecha, PlanDocumento& plan) {
        traspasar(incobrable, deuda, partes, "Incobrable", fecha, plan);
    }
    // desheredar: a sale note owes a part again, so its invoice owes that part again, out of the collected part that
    // the invoice inherited. `heredado` is the application that ends; the caller names it in the plan.
    void desheredar(AplicacionGuardada const& heredado, Partes const& partes, FechaHora fecha, PlanDocumento& plan);
    // recuperar: an application that ends gives its parts back to its destination.
    void recuperar(AplicacionGuardada const& aplicacion, PlanDocumento& plan);
    // desasignar: an application that ends also gives back to its source, which stays in force, and reverses the póliza
    // lines of the application. `suyas` are all applications of the source: its pesos come back in proportion, the last
    // application takes the rest.
    void desasignar(AplicacionGuardada const& aplicacion, std::span<AplicacionGuardada const> suyas,
                    PlanDocumento& plan, Poliza& poliza);
    // reliquidar: settles the notes of a document again, after a payment older than the notes was reversed. The row of
    // each note is the new share less the stored share. Each note that changes has one plan; the document changes with
    // the last plan.
    std::vector<PlanDocumento> reliquidar(Reliquidacion const& r, FechaHora fecha);
    // liberar: no document binds this one any more; its state follows from its balance again.
    void liberar(Id documento, PlanDocumento& plan);

protected:  // a derived class of the tests or of a model tries a step on a copy
    Cartera(Cartera const&) = default;
    Cartera& operator=(Cartera const&) = default;

private:
    DocumentoBloqueado& fuente_de(Aplicacion const& a);
    AplicacionNueva& nueva(Aplicacion const& a, PlanDocumento& plan);
    void traspasar(Id fuente, Id destino, Partes const& partes, decltype(AplicacionNueva::tipo) tipo, FechaHora fecha,
                   PlanDocumento& plan);
    void mover(DocumentoBloqueado& d, Dinero cambio, PlanDocumento& plan);
    DocumentoConNotas con_sus_notas(Reliquidacion const& r);
    PlanDocumento reclasificar(Id nota, Id documento, Tomado const& mas, Liquidada const& ahora, FechaHora fecha);

    std::vector<DocumentoBloqueado> documentos_;
};

}  // namespace gestor
