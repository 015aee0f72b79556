#pragma once
// Header of every new document: the members of the body, completed from the session, the branch and the catalogs. One
// statement resolves the header; all references that fail are faults at once.
#include "domain/motor/captura/fechas.hpp"
#include "domain/motor/escritura/motor.hpp"
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

// Quien: which counterparts a body may name. activo: active ones, for a new document. deudor: also inactive ones that
// owe, for a payment. conocido: the one that a stored document has.
enum class Quien : std::uint8_t { activo, deudor, conocido };

// Menciones: the other references of a body. A member that is absent here is not looked up.
struct Menciones {
    Quien quien = Quien::activo;
    std::optional<Id> contraparteId;
    std::string codigo;             // code of the counterpart
    bool del_origen = false;        // true: the counterpart is that of the first of `origenes`
    std::string_view campo;         // field of the body that names the counterpart, when the role's usual field does
                                    // not
    std::string_view campo_codigo;  // field of the body with the counterpart's code, when not the usual one
    std::string_view proyecto = "proyectoId";  // field of the project
    bool hereda = false;   // true: branch, warehouse, project, cost center and salesperson of the first of `origenes`
    bool publico = false;  // true: no counterpart means the general public
    std::optional<Id> vendedorId;
    std::optional<Id> almacenId;
    std::optional<Id> listaPreciosId;
    std::vector<Id> origenes;  // source documents: the new document is not dated before them

    // Takes the id or code of the counterpart from the body.
    void nombrar(std::optional<Id> const& id, std::optional<Clave> const& clave) {
        contraparteId = id;
        if (clave) codigo = clave->valor();
    }
    bool sin_contraparte() const { return !contraparteId && codigo.empty(); }
};
// A body names its counterpart by id or by code, not both. Neither is needed when another document gives the
// counterpart.
void validar_contraparte(std::optional<Id> const& id, std::optional<Clave> const& clave, std::string_view campo,
                         std::string_view campo_codigo, bool con_origen, Fallas& fallas);
// Contact with that code; `campo`: the field that names it.
Id exigir_contacto(Escritura& db, Clave const& clave, std::string campo);

struct ContactoConCodigo {
    Id contactoId;
};
DTO(ContactoConCodigo, contactoId)

struct ContextoLeido {
    Id transaccionId;
    FechaHora ahora;  // present moment in the branch
    Cadena organizacionRfc;
    IdOCero sucursalId;
    Booleano frontera;
    Cadena serie;  // "": the branch has no such series
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdOCero vendedorId;
    IdOCero almacenId;
    Booleano movil;  // the warehouse moves
    IdOCero listaPreciosId;
    Entero<0, 100'000> monedaId;
    Cadena moneda;
    std::optional<TipoCambio> tipoCambio;
    std::optional<Fecha> tipoCambioFecha;  // day of the exchange rate, when the body had no rate
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
    IdOCero repetida;     // another active document with the same referenciaExterna
    Cadena repetidaFolio;
    std::optional<FechaHora> origenFecha;  // date of the latest of the source documents
    Cadena origen;
};
DTO(ContextoLeido, transaccionId, ahora, organizacionRfc, sucursalId, frontera, serie, proyectoId, centroCostoId,
    vendedorId, almacenId, movil, listaPreciosId, monedaId, moneda, tipoCambio, tipoCambioFecha, contraparteId,
    contraparte, rfc, regimenFiscal, usoCFDI, codigoPostal, metodoPago, formaPago, diasCredito, limiteCredito,
    listaPropia, repetida, repetidaFolio, origenFecha, origen)
struct Contexto : ContextoLeido {
    FechaHora fecha;  // date of the new document
    std::vector<std::string> avisos;
};

// Faults of references go to `fallas`; throws SUCURSAL_NO_RESUELTA. The caller adds its own faults, throws all
// together, and then calls exigir_sin_repetir().
Contexto resolver(Escritura& db, TipoDocumento const& tipo, EncabezadoNuevo const& e, Menciones const& pedidos,
                  Fallas& fallas);
// Throws REFERENCIA_DUPLICADA, with the document that has the same referenciaExterna.
void exigir_sin_repetir(Contexto const& c);

// Header of the new document, from the body and the context.
CabeceraNueva cabecera_de(TipoDocumento const& tipo, EncabezadoNuevo const& e, Contexto const& c);
// Sets the amounts of the header, in its currency and in pesos.
void poner_totales(Hechos& hechos, Totales totales);

// TransaccionBase: the answer of every create, cancel and assign.
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

// Warnings in the form of the answer.
std::vector<Cadena> advertencias_de(std::vector<std::string> const& avisos);
// The answer of the write, read from the stored document.
TransaccionResultado resultado(Lectura& db, Id transaccionId, std::vector<std::string> const& advertencias = {});

}  // namespace gestor
