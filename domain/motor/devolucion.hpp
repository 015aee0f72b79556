#pragma once
// Returns and credits of a document, on either side, in proportion and to the last cent. The unpaid share of each part
// lowers the debt. The paid share is a credit, which pays at once what the document still owes.
#include "domain/motor/devuelto.hpp"
#include "domain/motor/etapas.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor {

struct PartidaDevuelta {
    Entero<1, 100'000> numeroPartida;  // of the document
    Positivo<Cantidad> cantidad;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"series", "lotes"};
};
DTO(PartidaDevuelta, numeroPartida, cantidad, series, lotes, notas)
using PartidasDevueltas = Lista<PartidaDevuelta, 0, 1'000>;

// The header of a credit note as it is sent.
struct EncabezadoDeCredito {
    std::optional<FechaDocumento> fecha;
    std::optional<SerieFolio> serie;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    static constexpr std::string_view sin_ejemplo[] = {"fecha", "serie", "referenciaExterna"};
};
DTO(EncabezadoDeCredito, fecha, serie, notas, referenciaExterna)

// PartidaAcreditada: an amount of a line, without its taxes.
struct PartidaAcreditada {
    Entero<1, 100'000> numeroPartida;  // of the document
    Positivo<Dinero> importe;
    std::optional<Notas> notas;
};
DTO(PartidaAcreditada, numeroPartida, importe, notas)
using PartidasAcreditadas = Lista<PartidaAcreditada, 0, 1'000>;

// Amounts without their VAT, by the rate that they have.
struct ImportesPorTasa {
    std::optional<Positivo<Dinero>> base16;
    std::optional<Positivo<Dinero>> base8;
    std::optional<Positivo<Dinero>> base0;
    std::optional<Positivo<Dinero>> exento;
    std::optional<Positivo<Dinero>> noObjeto;
    static constexpr std::string_view sin_ejemplo[] = {"base8", "base0", "exento", "noObjeto"};
};
DTO(ImportesPorTasa, base16, base8, base0, exento, noObjeto)
struct ImporteDeTasa {
    std::string_view campo;
    Cubeta base;
    Dinero importe;
};
std::vector<ImporteDeTasa> los_enviados(ImportesPorTasa const& importes);

// Lines, or all of it.
void validar_devueltas(PartidasDevueltas const& partidas, bool completa, Fallas& fallas);

struct CreditoCreado : TransaccionResultado {
    std::vector<AplicacionDeCredito> aplicaciones;
};
DTO_DE((TransaccionResultado), CreditoCreado, aplicaciones)

struct DocumentoDevuelto : ImportesDocumento {
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
    Cadena moneda;
    Cadena usoCFDI;
    Cadena regimenFiscal;
    IdOCero vendedorId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdOCero almacenId;
    Dinero devueltoSubtotal;
    Dinero devueltoDescuento;
    Dinero devueltoIva;
    Dinero devueltoIeps;
    Dinero devueltoIvaRetenido;
    Dinero devueltoIsrRetenido;
    Cubetas devueltoCubetas;
    Cubetas devueltoPesos;
    Dinero acreditado;  // of devueltoSubtotal, what was without goods: a discount of what comes back later
    Cubetas declarado;  // of what was collected or paid of it and not given back
};
DTO_DE((ImportesDocumento), DocumentoDevuelto, contactoId, contacto, rfc, moneda, usoCFDI, regimenFiscal, vendedorId,
       proyectoId, centroCostoId, almacenId, devueltoSubtotal, devueltoDescuento, devueltoIva, devueltoIeps,
       devueltoIvaRetenido, devueltoIsrRetenido, devueltoCubetas, devueltoPesos, acreditado, declarado)

struct LineaPorDevolver {
    LineaOrigen origen;
    LineaDevuelta antes;
    std::vector<ImpuestoDevuelto> impuestos;

    // The amount that neither came back nor was credited.
    Importe queda() const { return origen.linea.guardada.importe - antes.importe - antes.acreditado; }
    Cantidad pendiente() const { return origen.linea.guardada.cantidad - antes.cantidad; }
    Cantidad por_entregar() const { return origen.linea.guardada.cantidad - origen.surtida; }
};

// Devuelta: the quantity, or the amount, that is asked for of one line.
struct Devuelta {
    LineaPorDevolver* linea;
    Cantidad cantidad;
    PartidaDevuelta const* partida = nullptr;  // null: all that is left
};

// A document under its lock, and what of it came back before.
struct DocumentoPorDevolver {
    DocumentoBloqueado documento;
    DocumentoDevuelto cabecera;
    std::vector<LineaPorDevolver> lineas;
};

// A note that lowers a debt, as the areas' consequences see it; they add the documents that it moves on and ends.
struct Acreditado {
    DocumentoBloqueado const& documento;
    FechaHora fecha;
    Dinero total;
    std::vector<Emision::Origen> avanzan;
    struct Terminado {
        Id transaccionId;
        Estado hasta;
        FechaHora fecha;
        std::string motivo;
    };
    std::vector<Terminado> terminan;
    std::vector<std::string> avisos;
};

// A note of return or of credit on its way from the body to the plan. Pure once it is loaded.
class Devolucion {
public:
    // The document that a field of the body names is of one of these types: it is a fault of that field, thrown, if
    // there is none. Faults of the header go to `fallas`.
    Devolucion(Escritura& db, TipoDocumento const& tipo, std::string_view campo, Id origen,
               std::span<TipoDocumento const* const> tipos, EncabezadoDeCredito const& e, std::optional<Id> almacen,
               Fallas& fallas);
    // For a document that is at hand.
    Devolucion(TipoDocumento const& tipo, Id documento, Contexto contexto)
        : c(std::move(contexto)), tipo_(tipo), id_(documento) {}

    Contexto c;
    Hechos h;
    DocumentoBloqueado origen;
    std::vector<Devuelta> pedidas;
    std::vector<Linea> nuevas;  // one for each

    // Locks the month and the document, which allows a return; loads what there is to give back.
    void bloquear(Escritura& db, Sesion const& sesion);
    void cargar(DocumentoPorDevolver cargado);
    // Lines and quantities that are asked for.
    void elegir(PartidasDevueltas const& partidas, bool completa);
    // The same, of amounts: of its lines, or of all its lines of a rate in proportion.
    void acreditar(PartidasAcreditadas const& partidas, std::optional<ImportesPorTasa> const& importes);
    // When the goods of the new lines are known: lines, header, the two shares; and why.
    void poner_importes(std::string const& motivo);
    // The note as an emission: itself and its effect on its document.
    Emision emision() &&;
    // Written, and what it answers.
    CreditoCreado emitir(Escritura& db, Nacimiento const& nacimiento) &&;

private:
    LineaPorDevolver* linea(std::int64_t numero);
    void poner_cabecera();
    void acreditar_linea(LineaPorDevolver& linea, Importe importe, std::optional<Notas> const& notas);
    void poner_cargos();
    Totales acumulados() const;
    bool todo() const;

    TipoDocumento const& tipo_;
    Id id_;
    EncabezadoNuevo encabezado_;
    DocumentoDevuelto cabecera_;
    std::vector<LineaPorDevolver> lineas_;
    PartesDevueltas partes_;
    std::vector<Emision::Origen> recortadas_;
    std::optional<ConDocumentos> bloqueados_;
};

// A credit that is of no document: all of it is one, with its taxes as if they had been paid.
void poner_credito(Hechos& h, ImportesPorTasa const& importes, std::string const& motivo);

}  // namespace gestor
