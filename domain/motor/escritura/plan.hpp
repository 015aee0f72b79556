#pragma once
// PlanDocumento: all effects of an action on a document, as a value that prints as text, can be added up and reversed.
// Only aplicar() (sellado.hpp) carries a plan out. The rows of a plan are the rows of the statements in
// consultas_motor.hpp: a plan is stored unchanged, and a cancel reads the stored rows back as the plan to reverse.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/motor/importes/pendiente.hpp"
#include "domain/motor/importes/retenciones.hpp"
#include "domain/motor/tipo/estados.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/entero_libre.hpp"
#include "domain/valores/json.hpp"
#include "persistence/tabla.hpp"

namespace gestor {

// Cuenta: an account, by its key (CLIENTES) or, for a bank account or a concept with its own, by its id.
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
    IdOCero reversaDe;  // stored póliza that this one reverses
    std::vector<LineaPoliza> lineas;

    // One line per account. An amount below 0 goes to the other side; 0 makes no line.
    void debe(Cuenta const& cuenta, Dinero importe);
    void haber(Cuenta const& cuenta, Dinero importe) { debe(cuenta, -importe); }
    Dinero descuadre() const;  // debe − haber: 0 in a valid plan
    // Posts a gain of exchange; below 0, a loss.
    void resultado_cambiario(Dinero ganancia);
    // Posts the difference of debit and credit as a result of exchange.
    void diferencia_cambiaria() { resultado_cambiario(descuadre()); }
};
DTO(Poliza, tipo, reversaDe, lineas)

// ---- stock ----
struct MovimientoStock {  // MovimientoStock: one layer touched
    Entero<0, 100'000> numeroPartida;
    Id almacenId;
    Id productoId;
    IdOCero capaId;  // 0: a new layer
    FechaHora capaFecha;
    IdOCero capaOrigenId;  // new layer: the layer that its goods came from
    Cantidad cantidad;     // base units; below 0: the goods leave; 0: only the value changes
    Dinero valor;          // pesos, same sign
    Dinero valorCapa;      // share of `valor` that stays in the layer; 0 at average cost
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Booleano transito = false;  // true: the goods are in transit to the warehouse, not in stock
    IdOCero envioId;            // goods in transit: the transfer that sent them, and below its line
    Entero<0, 100'000> partidaEnvio;
};
DTO(MovimientoStock, numeroPartida, almacenId, productoId, capaId, capaFecha, capaOrigenId, cantidad, valor, valorCapa,
    serie, lote, caducidad, transito, envioId, partidaEnvio)

// CostoAdicional: cost added to, or taken back from, goods that had left, by the movement of their exit.
struct CostoAdicional {
    Id movimientoId;
    Dinero importe;
};
DTO(CostoAdicional, movimientoId, importe)

struct Reserva {  // Reserva: change in the reservation of an order line; below 0 frees it
    Id transaccionId;
    Entero<0, 100'000> numeroPartida;
    Id productoId;
    Id almacenId;
    Cantidad cantidad;
};
DTO(Reserva, transaccionId, numeroPartida, productoId, almacenId, cantidad)

// ---- other documents ----
struct Avance {  // Avance: change in the progress of a line
    Id transaccionId;
    Entero<0, 100'000> numeroPartida;
    Cantidad surtida;
    Cantidad facturada;
    Cantidad devuelta;
};
DTO(Avance, transaccionId, numeroPartida, surtida, facturada, devuelta)

struct CambioSaldo : Pendiente {  // CambioSaldo: balance of a document after the plan, and the state that follows
    Id transaccionId;
    Dinero cambio;
    Enumeracion<Estado> estado;
};
DTO_DE((Pendiente), CambioSaldo, transaccionId, cambio, estado)

struct AplicacionNueva {
    Id fuenteId;
    Id destinoId;
    FechaHora fecha;
    // Cobro, Pago: payment of a sales debt, of a purchase debt. Devolucion: the unpaid share of a return, which lowers
    // the debt. Traspaso, Heredado: the debt, and the collected part, that an invoice takes over from its sale note.
    // Heredado with fuenteId = destinoId: collected by another system before the opening. Reembolso: money of the other
    // side refunds a balance in favour. Incobrable: a write-off. Reclasificacion: the change, also below 0, in the
    // parts that a note takes from its document, after a payment older than the note was reversed (reliquidar.hpp).
    Opcion<"Cobro", "Devolucion", "Traspaso", "Heredado", "Pago", "Reembolso", "Incobrable", "Reclasificacion"> tipo;
    Dinero importeFuente;
    Dinero importeDestino;
    TipoCambio tipoCambio;
    Cubetas cubetas;
    Cubetas pesos;
    std::optional<Cubetas> flujo;      // taxes declared with this payment
    std::optional<Cubetas> declarado;  // Reclasificacion: change in the taxes that its note gives back
    // advance: declared VAT that this application takes out of it; Reclasificacion: pesos taken out of its note
    std::optional<Cubetas> fuentePesos;
    Entero<0, 1'000'000'000> tramo;          // stretch of the destination at the time of the application
    std::vector<ParteRetenida> retenciones;  // our withholdings paid with this application, row by row
    // line of the source with this application; 0: assigned after the source was made
    Entero<0, 100'000> numeroPartida;
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

struct CabeceraNueva : Pendiente, ImportesDocumento {  // CabeceraNueva: the columns of transaccion
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
    // Document of another system: its number there (0: the next of the series), the day of its opening here, its CFDI.
    Entero<0, 999'999'999'999'999> numero;
    std::optional<Fecha> fechaApertura;
    Cadena uuid;
    Enumeracion<EstatusTimbrado> estatusTimbrado{};
    std::optional<FechaHora> fechaTimbrado;  // stamp date of the attached CFDI
    Validacion validacion;                   // its judgement
    Cadena palabras;                         // search words, beside folio, contact and uuid
};
DTO_DE((Pendiente, ImportesDocumento), CabeceraNueva, transaccionId, objId, sucursalId, serie, fecha, estado, origen,
       contactoId, contacto, rfc, monedaId, moneda, tipoCambio, saldo, metodoPago, formaPago, usoCFDI, regimenFiscal,
       fechaVencimiento, diasCredito, vendedorId, proyectoId, centroCostoId, almacenId, notas, referenciaExterna,
       cubetas, cubetasMxn, numero, fechaApertura, uuid, estatusTimbrado, fechaTimbrado, validacion, palabras)

using BeneficiarioId = EnteroLibre;  // number as sent; not a reference

struct MovimientoBancoNuevo {
    Id cuentaId;
    IdOCero formaPagoId;  // 0: transfer between own accounts, without a form of payment
    Opcion<"Cobranza", "Anticipo", "Concepto", "Traspaso", ""> tipo;
    Cadena cuenta;
    Cadena forma;
    Cadena referencia;
    std::optional<BeneficiarioId> beneficiarioId;  // beneficiary of an egress
    Cadena beneficiario;
    Cadena numeroCheque;
};
DTO(MovimientoBancoNuevo, cuentaId, formaPagoId, tipo, cuenta, forma, referencia, beneficiarioId, beneficiario,
    numeroCheque)

struct DocumentoNuevo {
    CabeceraNueva cabecera;
    std::vector<FilaPropia> propios;  // rows of the tables of its type
    std::optional<MovimientoBancoNuevo> banco;
    std::vector<PartidaGuardada> partidas;
    std::vector<ImpuestoGuardado> impuestos;
    std::vector<RetencionGuardada> retenciones;
    std::vector<SerieGuardada> series;
    std::vector<LoteGuardado> lotes;
};

struct PlanDocumento {
    Id transaccionId;  // document whose action this plan is
    FechaHora fecha;   // date of the document, or of its cancel
    std::optional<DocumentoNuevo> nuevo;
    std::optional<DocumentoNuevo> reescrito;  // rewritten document, stored and without effects: its new header
    bool partidasNuevas = false;              // rewritten document: lines and amounts change too
    std::optional<Estado> cancela;            // final state, when the action ends the document
    std::string motivo;
    std::vector<RelacionNueva> relaciones;
    std::vector<Avance> avances;
    std::vector<MovimientoStock> existencias;
    std::vector<CostoAdicional> costos;
    std::vector<Reserva> apartados;
    std::vector<AplicacionNueva> aplicaciones;
    std::vector<Id> revertidas;  // stored applications that end
    std::vector<CambioSaldo> saldos;
    std::vector<Poliza> polizas;
    std::vector<std::string> avisos;  // warnings for the caller, without effect

    std::string texto() const;
    // Throws std::logic_error unless Σdebe = Σhaber in every póliza.
    void exigir_cuadre() const;
};

// Reversal of a stored plan: stock returns to the same layers, reservations and progress are taken back, debit and
// credit of the pólizas are swapped. Balances of other documents are left to the caller, who has locked those
// documents.
PlanDocumento inverso(PlanDocumento const& guardado, Estado hasta, FechaHora fecha, std::string motivo);

}  // namespace gestor
