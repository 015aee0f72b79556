#pragma once
// A plan: all that an action on a document will do, as a value that prints as text, can be added up and turned
// round. Only aplicar() (sellado.hpp) carries one out. The rows are what the statements of consultas_motor.hpp
// read, so a plan is stored as it stands, and what was stored is read back as the plan that a cancel turns round.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/motor/estados.hpp"
#include "domain/motor/pendiente.hpp"
#include "domain/motor/retenciones.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/entero_libre.hpp"
#include "domain/valores/json.hpp"
#include "persistence/tabla.hpp"

namespace gestor {

// ---- ledger ----
// Postings name an account by its key (CLIENTES) or, where it is a bank account's or a concept's own, by its id.
struct Cuenta {
    std::string_view clave{};
    std::int64_t id = 0;
    friend bool operator==(Cuenta const&, Cuenta const&) = default;
};

struct LineaPoliza {
    Cadena clave;
    IdOCero cuentaId;
    Dinero debe;
    Dinero haber;
};
DTO(LineaPoliza, clave, cuentaId, debe, haber)

using TipoPoliza = Opcion<"Diario", "Ingresos", "Egresos">;

struct Poliza {
    TipoPoliza tipo;
    IdOCero reversaDe;  // the stored one that this turns round
    std::vector<LineaPoliza> lineas;

    // One line per account; what is negative goes to the other side, what is zero nowhere.
    void debe(Cuenta const& cuenta, Dinero importe);
    void haber(Cuenta const& cuenta, Dinero importe) { debe(cuenta, -importe); }
    Dinero descuadre() const;  // debe − haber: zero, or the plan is wrong
    // A gain of exchange; below 0, a loss.
    void resultado_cambiario(Dinero ganancia);
    // The difference goes to the result of exchange.
    void diferencia_cambiaria() { resultado_cambiario(descuadre()); }
};
DTO(Poliza, tipo, reversaDe, lineas)

// ---- stock ----
struct MovimientoStock {  // one layer touched
    Entero<0, 100'000> numeroPartida;
    Id almacenId;
    Id productoId;
    IdOCero capaId;  // 0: a new layer
    FechaHora capaFecha;
    IdOCero capaOrigenId;  // of a new one: the layer that it was taken from
    Cantidad cantidad;     // base units; below 0 goes out; 0 is only worth more, or less
    Dinero valor;          // pesos, same sign
    Dinero valorCapa;      // of it, what the layer carries; 0 where the product costs its average
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Booleano transito = false;  // on its way to the warehouse, not in it:
    IdOCero envioId;            // the document and the line that sent it
    Entero<0, 100'000> partidaEnvio;
};
DTO(MovimientoStock, numeroPartida, almacenId, productoId, capaId, capaFecha, capaOrigenId, cantidad, valor, valorCapa,
    serie, lote, caducidad, transito, envioId, partidaEnvio)

// CostoAdicional: cost added to goods that had left, or taken back from them, by the movement with which they left.
struct CostoAdicional {
    Id movimientoId;
    Dinero importe;
};
DTO(CostoAdicional, movimientoId, importe)

struct Reserva {  // of a line of an order; below 0 sets free
    Id transaccionId;
    Entero<0, 100'000> numeroPartida;
    Id productoId;
    Id almacenId;
    Cantidad cantidad;
};
DTO(Reserva, transaccionId, numeroPartida, productoId, almacenId, cantidad)

// ---- other documents ----
struct Avance {  // how far a line has come
    Id transaccionId;
    Entero<0, 100'000> numeroPartida;
    Cantidad surtida;
    Cantidad facturada;
    Cantidad devuelta;
};
DTO(Avance, transaccionId, numeroPartida, surtida, facturada, devuelta)

struct CambioSaldo : Pendiente {  // what is left of it afterwards, and the state that follows from that
    Id transaccionId;
    Dinero cambio;
    Enumeracion<Estado> estado;
};
DTO_DE((Pendiente), CambioSaldo, transaccionId, cambio, estado)

struct AplicacionNueva {
    Id fuenteId;
    Id destinoId;
    FechaHora fecha;
    // Cobro, Pago: of either side. Devolucion: the unpaid share of what came back, which lowers the debt. Traspaso,
    // Heredado: what an invoice takes over of a note, owed and collected. Heredado from itself: what another system had
    // collected of it. Reembolso: money of the other side gives back what was in favour. Incobrable: nobody will
    // collect it. Reclasificacion: what a note takes of its document more, or less below 0, since what had paid the
    // document before the note was reversed (reliquidar.hpp).
    Opcion<"Cobro", "Devolucion", "Traspaso", "Heredado", "Pago", "Reembolso", "Incobrable", "Reclasificacion"> tipo;
    Dinero importeFuente;
    Dinero importeDestino;
    TipoCambio tipoCambio;
    Cubetas cubetas;
    Cubetas pesos;
    std::optional<Cubetas> flujo;            // of what is collected: what is declared
    std::optional<Cubetas> declarado;        // of a Reclasificacion: what its note gives back more, or less
    std::optional<Cubetas> fuentePesos;      // what an advance had declared and this takes out of it; of a
                                             // Reclasificacion, what it takes out of its note
    Entero<0, 1'000'000'000> tramo;          // the stretch of the destination in which it was made
    std::vector<ParteRetenida> retenciones;  // what of it we withhold, row by row
    Entero<0, 100'000> numeroPartida;        // the line of the source that asked for it; 0: assigned later
    Cadena notas;
};
DTO(AplicacionNueva, fuenteId, destinoId, fecha, tipo, importeFuente, importeDestino, tipoCambio, cubetas, pesos, flujo,
    declarado, fuentePesos, tramo, retenciones, numeroPartida, notas)

struct RelacionNueva {
    Id origenId;
    Id destinoId;
    Opcion<"Origen", "Credito"> tipo;
};
DTO(RelacionNueva, origenId, destinoId, tipo)

// ---- a new document ----
struct PartidaGuardada : DatosPartida {
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdOCero almacenId;
    Cantidad factor;
    Cadena notas;
    Cantidad surtida;
    Dinero costo;
    IdOCero origenId;
    Entero<0, 100'000> numeroPartidaOrigen;
    Cantidad avanceSurtida;
    Cantidad avanceFacturada;
    Cantidad avanceDevuelta;
};
DTO_DE((DatosPartida), PartidaGuardada, proyectoId, centroCostoId, almacenId, factor, notas, surtida, costo, origenId,
       numeroPartidaOrigen, avanceSurtida, avanceFacturada, avanceDevuelta)

struct ImpuestoGuardado {
    Entero<1, 100'000> numeroPartida;
    Entero<1, 10> consecutivo;
    Cadena impuesto;
    Cadena tipo;
    Cadena tipoFactor;
    std::optional<Tasa> tasaOCuota;
    Importe base;
    Importe importe;
    Cadena tipoRetencion;
    Tasa noAcreditable;
};
DTO(ImpuestoGuardado, numeroPartida, consecutivo, impuesto, tipo, tipoFactor, tasaOCuota, base, importe, tipoRetencion,
    noAcreditable)

struct SerieGuardada {
    Entero<1, 100'000> numeroPartida;
    Cadena serie;
};
DTO(SerieGuardada, numeroPartida, serie)

struct LoteGuardado {
    Entero<1, 100'000> numeroPartida;
    Cadena lote;
    Cantidad cantidad;
    std::optional<Fecha> caducidad;
};
DTO(LoteGuardado, numeroPartida, lote, cantidad, caducidad)

struct CabeceraNueva : Pendiente, ImportesDocumento {  // the columns of transaccion
    Id transaccionId;
    Entero<1, 99> objId;
    Id sucursalId;
    Cadena serie;
    FechaHora fecha;
    Enumeracion<Estado> estado;
    Cadena origen;
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
    Entero<1, 100'000> monedaId;
    Cadena moneda;
    TipoCambio tipoCambio;
    Dinero saldo;
    Cadena metodoPago;
    Cadena formaPago;
    Cadena usoCFDI;
    Cadena regimenFiscal;
    std::optional<Fecha> fechaVencimiento;
    Entero<0, 3'650> diasCredito;
    IdOCero vendedorId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdOCero almacenId;
    Cadena notas;
    Cadena referenciaExterna;
    std::optional<Cubetas> cubetas;
    std::optional<Cubetas> cubetasMxn;
    // For a document of another system: its number there (0: the next of the series), the day it is opened here, its
    // CFDI.
    Entero<0, 999'999'999'999'999> numero;
    std::optional<Fecha> fechaApertura;
    Cadena uuid;
    Booleano timbrado = false;               // by us
    std::optional<FechaHora> fechaTimbrado;  // of a CFDI that came with it
    Cadena palabras;                         // that a search finds it by, beside its folio, contact and uuid
};
DTO_DE((Pendiente, ImportesDocumento), CabeceraNueva, transaccionId, objId, sucursalId, serie, fecha, estado, origen,
       contactoId, contacto, rfc, monedaId, moneda, tipoCambio, saldo, metodoPago, formaPago, usoCFDI, regimenFiscal,
       fechaVencimiento, diasCredito, vendedorId, proyectoId, centroCostoId, almacenId, notas, referenciaExterna,
       cubetas, cubetasMxn, numero, fechaApertura, uuid, timbrado, fechaTimbrado, palabras)

using BeneficiarioId = EnteroLibre;  // as it is sent: a reference to nothing

struct MovimientoBancoNuevo {
    Id cuentaId;
    IdOCero formaPagoId;  // 0: between own accounts, which is no form of payment
    Opcion<"Cobranza", "Anticipo", "Concepto", "Traspaso", ""> tipo;
    Cadena cuenta;
    Cadena forma;
    Cadena referencia;
    std::optional<BeneficiarioId> beneficiarioId;  // of an egress
    Cadena beneficiario;
    Cadena numeroCheque;
};
DTO(MovimientoBancoNuevo, cuentaId, formaPagoId, tipo, cuenta, forma, referencia, beneficiarioId, beneficiario,
    numeroCheque)

struct DocumentoNuevo {
    CabeceraNueva cabecera;
    std::vector<FilaPropia> propios;  // what only its type has
    std::optional<MovimientoBancoNuevo> banco;
    std::vector<PartidaGuardada> partidas;
    std::vector<ImpuestoGuardado> impuestos;
    std::vector<RetencionGuardada> retenciones;
    std::vector<SerieGuardada> series;
    std::vector<LoteGuardado> lotes;
};

struct PlanDocumento {
    Id transaccionId;  // whose effects these are
    FechaHora fecha;   // when they happen: the document's, or the cancel's
    std::optional<DocumentoNuevo> nuevo;
    std::optional<DocumentoNuevo> reescrito;  // a stored one without effects: its header anew,
    bool partidasNuevas = false;              // and its lines and amounts
    std::optional<Estado> cancela;            // it ends, in this state
    std::string motivo;
    std::vector<RelacionNueva> relaciones;
    std::vector<Avance> avances;
    std::vector<MovimientoStock> existencias;
    std::vector<CostoAdicional> costos;
    std::vector<Reserva> apartados;
    std::vector<AplicacionNueva> aplicaciones;
    std::vector<Id> revertidas;  // stored applications that end here
    std::vector<CambioSaldo> saldos;
    std::vector<Poliza> polizas;
    std::vector<std::string> avisos;  // for the caller; no effect

    std::string texto() const;
    // Throws std::logic_error: Σdebe = Σhaber in every póliza.
    void exigir_cuadre() const;
};

// The opposite of what was stored: stock back to the same layers, reservations and progress taken back, pólizas with
// debit and credit swapped. The balances of other documents are the caller's, who has them locked.
PlanDocumento inverso(PlanDocumento const& guardado, Estado hasta, FechaHora fecha, std::string motivo);

}  // namespace gestor
