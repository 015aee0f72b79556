#pragma once
// Returns and credits of a document, on either side, in proportion and to the last cent. The unpaid share of each part
// lowers the debt. The paid share is a credit, which pays at once what the document still owes.
#include "domain/motor/cartera/devuelto.hpp"
#include "domain/motor/escritura/etapas.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor {

struct PartidaDevuelta {
    Entero<1, 100'000> numeroPartida;  // line number of the document
    Positivo<Cantidad> cantidad;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"series", "lotes"};
};
DTO(PartidaDevuelta, numeroPartida, cantidad, series, lotes, notas)
using PartidasDevueltas = Lista<PartidaDevuelta, 0, 1'000>;

// EncabezadoDeCredito: the header of a credit note in the body.
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
    Entero<1, 100'000> numeroPartida;  // line number of the source document
    Positivo<Dinero> importe;
    std::optional<Notas> notas;
};
DTO(PartidaAcreditada, numeroPartida, importe, notas)
using PartidasAcreditadas = Lista<PartidaAcreditada, 0, 1'000>;

// ImportesPorTasa: amounts before VAT, one for each VAT rate.
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

// ImportesEscritos: lines of the CFDI of a note, with their own taxes, its local taxes and its judgement.
struct ImportesEscritos {
    std::vector<Linea> lineas;
    Locales locales;
    Validacion validacion{};

    Totales totales() const;
};

// The body has either lines or `completa`; no line is named twice.
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
    Dinero devueltoImpuestosLocales;
    Dinero devueltoRetencionLocal;
    Cubetas devueltoCubetas;
    Cubetas devueltoPesos;
    Dinero acreditado;  // part of devueltoSubtotal credited without goods; it discounts later returns
    Cubetas declarado;  // taxes declared with the payments of the document and not given back
};
DTO_DE((ImportesDocumento), DocumentoDevuelto, contactoId, contacto, rfc, moneda, usoCFDI, regimenFiscal, vendedorId,
       proyectoId, centroCostoId, almacenId, devueltoSubtotal, devueltoDescuento, devueltoIva, devueltoIeps,
       devueltoIvaRetenido, devueltoIsrRetenido, devueltoImpuestosLocales, devueltoRetencionLocal, devueltoCubetas,
       devueltoPesos, acreditado, declarado)

struct LineaPorDevolver {
    LineaOrigen origen;
    LineaDevuelta antes;
    std::vector<ImpuestoDevuelto> impuestos;

    // Amount of the line that was neither returned nor credited.
    Importe queda() const { return origen.linea.guardada.importe - antes.importe - antes.acreditado; }
    Cantidad pendiente() const { return origen.linea.guardada.cantidad - antes.cantidad; }
    Cantidad por_entregar() const { return origen.linea.guardada.cantidad - origen.surtida; }
};

// Devuelta: the quantity, or the amount, that the body asks for of one line.
struct Devuelta {
    LineaPorDevolver* linea;
    Cantidad cantidad;
    PartidaDevuelta const* partida = nullptr;  // null: all that is left
};

// DocumentoPorDevolver: a locked document, with its earlier returns and credits.
struct DocumentoPorDevolver {
    DocumentoBloqueado documento;
    DocumentoDevuelto cabecera;
    std::vector<LineaPorDevolver> lineas;
};

// Acreditado: a note that lowers a debt, for the consequences of the areas. An area adds the documents whose lines move
// on (`avanzan`) and those that end (`terminan`).
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

// Devolucion: a return or credit note between the body and the plan. Pure once its rows are loaded.
class Devolucion {
public:
    // `campo` of the body names the document `origen`. Throws a fault of `campo` when no document of these types has
    // that id. Faults of the header go to `fallas`.
    Devolucion(Escritura& db, TipoDocumento const& tipo, std::string_view campo, Id origen,
               std::span<TipoDocumento const* const> tipos, EncabezadoDeCredito const& e, std::optional<Id> almacen,
               Fallas& fallas);
    // Constructor for a document that the caller has already resolved.
    Devolucion(TipoDocumento const& tipo, Id documento, Contexto contexto)
        : c(std::move(contexto)), tipo_(tipo), id_(documento) {}

    Contexto c;
    Hechos h;
    DocumentoBloqueado origen;
    std::vector<Devuelta> pedidas;
    std::vector<Linea> nuevas;  // new lines of the note, one for each of `pedidas`

    // Locks the month and the document, checks that its state allows a return, loads its lines and earlier returns.
    void bloquear(Escritura& db, Sesion const& sesion);
    void cargar(DocumentoPorDevolver cargado);
    // Return: takes the lines and quantities of the body.
    void elegir(PartidasDevueltas const& partidas, bool completa);
    // Credit note: takes amounts of lines, or an amount for each rate, spread over the lines of that rate in
    // proportion.
    void acreditar(PartidasAcreditadas const& partidas, std::optional<ImportesPorTasa> const& importes);
    // Amounts and taxes of the chosen lines are those of the note's CFDI, in sum. Runs after elegir or acreditar.
    void escribir(ImportesEscritos escritos);
    // Sets lines, header, both shares and the reason. Runs once the goods of the new lines are known.
    void poner_importes(std::string const& motivo);
    // The note, with its effect on its document, as an Emision.
    Emision emision() &&;
    // Writes the note and returns the answer of the operation.
    CreditoCreado emitir(Escritura& db, Nacimiento const& nacimiento) &&;

private:
    LineaPorDevolver* linea(std::int64_t numero);
    void poner_cabecera();
    void acreditar_linea(LineaPorDevolver& linea, Importe importe, std::optional<Notas> const& notas);
    void poner_cargos();
    void repartir_escrito(ImpuestoLinea const& impuesto);
    Locales locales_hasta(Dinero subtotal) const;
    Totales acumulados() const;
    bool todo() const;

    TipoDocumento const& tipo_;
    Id id_;
    EncabezadoNuevo encabezado_;
    DocumentoDevuelto cabecera_;
    std::vector<LineaPorDevolver> lineas_;
    PartesDevueltas partes_;
    std::optional<ImportesEscritos> escritos_;
    std::vector<Emision::Origen> recortadas_;
    std::optional<ConDocumentos> bloqueados_;
};

// A line of one piece, for an amount that is credited.
Linea linea_de_credito(std::string const& descripcion, Importe importe);
// Lines of these amounts, with the tax of their rate.
ImportesEscritos por_tasa(ImportesPorTasa const& importes, std::string const& motivo);
// Credit without a document: the whole amount is credit, with its taxes as if they had been paid.
void poner_credito(Lectura& db, Hechos& h, ImportesEscritos const& importes, std::string const& motivo);

}  // namespace gestor
