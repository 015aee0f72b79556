#pragma once
// Money and credit applied to documents, with the taxes that go with it. Pure, but for the two that lock and read.
#include <map>

#include "domain/motor/documentos.hpp"

namespace gestor {

// A document of any type under its row lock.
struct DocumentoBloqueado : Documento {
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
    Booleano conciliado;
    Cadena contacto;
    Cadena rfc;
    Cadena tipoDocumento;
    Cadena estatusTimbrado;
};
DTO_DE((Documento), DocumentoBloqueado, origen, contactoId, sucursalId, fecha, monedaId, tipoCambio, total, saldo,
       cubetas, cubetasMxn, tipoBanco, conciliado, contacto, rfc, tipoDocumento, estatusTimbrado)

struct AplicacionGuardada {  // one that is active
    Id aplicacionId;
    Id fuenteId;
    Id destinoId;
    Id fuenteObjId;
    Opcion<"Cobro", "Traspaso", "Heredado", "Pago"> tipo;
    Booleano devolucion;  // the credit of goods of this very document
    Dinero importeFuente;
    Dinero importeDestino;
    Cubetas cubetas;
    std::optional<Cubetas> pesos;
    std::optional<Cubetas> flujo;
    std::optional<Cubetas> fuentePesos;
};
DTO(AplicacionGuardada, aplicacionId, fuenteId, destinoId, fuenteObjId, tipo, devolucion, importeFuente, importeDestino,
    cubetas, pesos, flujo, fuentePesos)

// By ascending id, as always; those that do not exist are missing.
std::vector<DocumentoBloqueado> bloquear_documentos(Escritura& db, std::vector<Id> const& ids);
// The active applications that come from or go to these documents.
std::vector<AplicacionGuardada> aplicaciones_de(Escritura& db, std::vector<Id> const& ids);

// The documents of one call, with what was applied to and from each: every application changes the copy, so that the
// next one of the same call sees it.
class Cartera {
public:
    Cartera() = default;
    Cartera(std::vector<DocumentoBloqueado> documentos, std::vector<AplicacionGuardada> const& aplicaciones);
    static Cartera cargar(Escritura& db, std::vector<Id> const& ids);

    DocumentoBloqueado* buscar(Id id);
    // A document that this very call makes.
    void agregar(DocumentoBloqueado nuevo) { documentos_.push_back(std::move(nuevo)); }

    struct Cobro {
        Id fuente;
        Id destino;
        Dinero importe;        // in the currency of the destination
        Dinero importeFuente;  // of the source
        TipoCambio tipoCambio = TipoCambio::de_entero(1);
        FechaHora fecha;
    };
    // Adds to the plan: the application, both balances and states, and its lines of the póliza. The caller has checked
    // balances. Returns the application.
    AplicacionNueva const& aplicar(Cobro const& cobro, PlanDocumento& plan, Poliza& poliza);
    // The credit of returned goods on their own sale, both balances: the póliza is the return's own. `nota` are its
    // parts of what is applied.
    AplicacionNueva const& devolver(Cobro const& cobro, Cubetas const& nota, Cubetas const& notaMxn,
                                    PlanDocumento& plan);
    // A note that becomes an invoice, without taxes: what it was owed goes over, what was collected of it is inherited.
    void facturar(Id nota, Id factura, FechaHora fecha, PlanDocumento& plan);
    // Of what an invoice inherited from its note, `importe` is no longer collected: the invoice is owed it. `heredado`
    // is the row that ends; the caller names it in the plan.
    void desheredar(AplicacionGuardada const& heredado, Dinero importe, FechaHora fecha, PlanDocumento& plan);
    // What an application that ends gives back.
    void recuperar(Id destino, Dinero importe, PlanDocumento& plan) { mover(*buscar(destino), importe, plan); }

private:
    struct Usado {
        Aplicado documento;  // of a destination, in its currency
        Aplicado pesos;      // and in pesos at its rate
        Dinero flujo;        // of a source, in pesos
        Cubetas anticipo;    // of an advance, what was taken out of it
    };
    AplicacionNueva& nueva(Cobro const& cobro, PlanDocumento& plan);
    void traspasar(Id fuente, Id destino, Dinero importe, bool heredado, FechaHora fecha, PlanDocumento& plan);
    void marcar_facturada(DocumentoBloqueado& nota, PlanDocumento& plan);
    void mover(DocumentoBloqueado& d, Dinero cambio, PlanDocumento& plan);
    void de_donde_sale(DocumentoBloqueado const& fuente, AplicacionNueva& a, Dinero importe, Poliza& poliza);

    std::vector<DocumentoBloqueado> documentos_;
    std::map<Id, Usado> usado_;
};

}  // namespace gestor
