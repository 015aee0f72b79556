#pragma once
// The header that every new document has: as it is sent, and as the session, the branch and the catalogs complete it.
// One statement resolves it; all references that fail are faults at once.
#include "domain/motor/fechas.hpp"
#include "domain/motor/motor.hpp"
#include "domain/valores/fiscal.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

using SerieFolio = Texto<10>;
using ReferenciaExterna = Texto<60>;

struct EncabezadoNuevo {
    std::optional<FechaDocumento> fecha;  // absent: now, in the branch
    std::optional<SerieFolio> serie;
    std::optional<IdOCero> sucursalId;  // absent or 0: the session's
    std::optional<IdOCero> proyectoId;
    std::optional<IdOCero> centroCostoId;
    std::optional<IdCatalogo> monedaId;
    std::optional<Texto<3>> moneda;
    std::optional<Positivo<TipoCambio>> tipoCambio;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    static constexpr std::string_view sin_ejemplo[] = {"fecha",    "serie",  "proyectoId", "centroCostoId",
                                                       "monedaId", "moneda", "tipoCambio", "referenciaExterna"};
};
DTO(EncabezadoNuevo, fecha, serie, sucursalId, proyectoId, centroCostoId, monedaId, moneda, tipoCambio, notas,
    referenciaExterna)

// Which counterparts will do: for a new document an active one; to pay, also whoever owes; or one that a stored
// document has.
enum class Quien : std::uint8_t { activo, deudor, conocido };

// Menciones: the other references of a body. An absent member is not asked for.
struct Menciones {
    Quien quien = Quien::activo;
    std::optional<Id> contraparteId;
    std::string codigo;                        // of the counterpart
    std::string_view campo;                    // that named it, if not the usual one of its role
    std::string_view proyecto = "proyectoId";  // as the body calls it
    bool publico = false;                      // absent: general public
    std::optional<Id> vendedorId;
    std::optional<Id> almacenId;
    std::optional<Id> listaPreciosId;
    std::vector<Id> origenes;  // documents that it comes from: none is later than it
};

struct ContextoLeido {
    Id transaccionId;
    FechaHora ahora;  // in the branch
    Cadena organizacionRfc;
    IdOCero sucursalId;
    Booleano frontera;
    Cadena serie;  // "": the branch has no such series
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdOCero vendedorId;
    IdOCero almacenId;
    Booleano movil;  // that warehouse travels
    IdOCero listaPreciosId;
    Entero<0, 100'000> monedaId;
    Cadena moneda;
    std::optional<TipoCambio> tipoCambio;
    std::optional<Fecha> tipoCambioFecha;  // when it was not sent
    IdOCero contraparteId;
    Cadena contraparte;
    Cadena rfc;
    Cadena regimenFiscal;
    Cadena usoCFDI;
    Cadena codigoPostal;
    Cadena metodoPago;
    Cadena formaPago;
    Entero<0, 100'000> diasCredito;
    Dinero limiteCredito;
    IdOCero listaPropia;  // the customer's own price list
    IdOCero repetida;     // a document alive with the same referenciaExterna
    Cadena repetidaFolio;
    std::optional<FechaHora> origenFecha;  // of the latest of what it comes from
    Cadena origen;
};
DTO(ContextoLeido, transaccionId, ahora, organizacionRfc, sucursalId, frontera, serie, proyectoId, centroCostoId,
    vendedorId, almacenId, movil, listaPreciosId, monedaId, moneda, tipoCambio, tipoCambioFecha, contraparteId,
    contraparte, rfc, regimenFiscal, usoCFDI, codigoPostal, metodoPago, formaPago, diasCredito, limiteCredito,
    listaPropia, repetida, repetidaFolio, origenFecha, origen)
struct Contexto : ContextoLeido {
    FechaHora fecha;  // of the document
    std::vector<std::string> avisos;
};

// Faults of references go to `fallas`; throws SUCURSAL_NO_RESUELTA. The caller adds its own, throws them together, and
// then asks for exigir_sin_repetir().
Contexto resolver(Escritura& db, TipoDocumento const& tipo, EncabezadoNuevo const& e, Menciones const& pedidos,
                  Fallas& fallas);
// Throws REFERENCIA_DUPLICADA with the document that has it.
void exigir_sin_repetir(Contexto const& c);

// The header that follows.
CabeceraNueva cabecera_de(TipoDocumento const& tipo, EncabezadoNuevo const& e, Contexto const& c);
// Its amounts, in its currency and in pesos.
void poner_totales(Hechos& hechos, Totales totales);

// The answer of every create, cancel and assign.
struct TransaccionBase {
    Id transaccionId;
    Id objId;
    Cadena tipoDocumento;
    Cadena serie;
    Cadena folio;
    FechaHora fecha;
    Cadena estado;
    Dinero total;
    Dinero saldo;
    Cadena uuid;
};
DTO(TransaccionBase, transaccionId, objId, tipoDocumento, serie, folio, fecha, estado, total, saldo, uuid)
struct TransaccionResultado : TransaccionBase {
    std::vector<Cadena> advertencias;
};
DTO_DE((TransaccionBase), TransaccionResultado, advertencias)

// Warnings as an answer has them.
std::vector<Cadena> advertencias_de(std::vector<std::string> const& avisos);
// As it is stored now.
TransaccionResultado resultado(Lectura& db, Id transaccionId, std::vector<std::string> const& advertencias = {});

}  // namespace gestor
