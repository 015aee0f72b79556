#pragma once
// Document engine: a document type is a table (tipo.hpp). planificar() is pure and requires debit = credit; aplicar()
// is the only writer of estado, stock, layers, balances and pólizas (sellado.hpp). The engine has no `if` on the type:
// an effect that the table lacks becomes a member of Efectos, with its reversal.
#include <span>
#include <string>
#include <string_view>

#include "domain/motor/escritura/plan.hpp"
#include "domain/motor/importes/importes.hpp"
#include "domain/motor/mercancia/existencias.hpp"
#include "domain/motor/tipo/tipo.hpp"
#include "domain/operacion/sesion.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// Documento: a document under its row lock.
struct Documento {
    Id transaccionId;
    Id objId;
    Texto<60> folio;
    Enumeracion<Estado> estado;
    std::optional<Fecha> fechaApertura;  // day of the opening, when another system made the document
};
DTO(Documento, transaccionId, objId, folio, estado, fechaApertura)

// Mudanza: a document moves from one state to another, without effects. Tests compare its text.
struct Mudanza {
    Id transaccionId;
    Estado desde{};
    Estado hasta{};
    std::string texto() const;
};

// Hechos: the facts that planificar() needs of a new document: resolved and computed, its stock locked.
struct Hechos {
    DocumentoNuevo documento;  // state, balance and costs come from the plan
    Totales totales;
    Cubetas cubetasMxn;
    std::vector<Pieza> piezas;    // goods that the document moves; an order: goods that it reserves
    std::vector<Avance> avances;  // progress of the lines of the source documents
    std::vector<RelacionNueva> relaciones;
    Existencias existencias;
    Id destino;                        // destination warehouse of a transfer
    Cuenta contra;                     // account on the other side of the entry: of the bank account, of the concept
    std::optional<Dinero> porAsignar;  // money: the part that its own lines did not spend; absent: all of it
    Dinero perdido;                    // return: cost of the goods that do not go back into stock
    Dinero enAlmacen;                  // change of the value in stock by all goods of the document, below 0 when they
                                       // leave
    Dinero enTransito;                 // change of the value in transit; both are known when `poliza` runs
    // Amounts in pesos: first the charges of lines to accounts of their own; then the share of a revaluation for goods
    // that left.
    std::vector<Cargo> cargos;
    struct IngresoPropio {  // IngresoPropio: revenue of a concept that has its own account
        Cubeta base;
        std::int64_t cuentaId;
        Importe importe;
    };
    std::vector<IngresoPropio> ingresos;
    Cubetas porCobrar;  // return or opening document: the part not collected yet
    Cubetas declarado;  // the collected part, as its taxes were declared

    Dinero pesos_por_asignar() const {
        return porAsignar ? Dinero(multiplicar<2>(*porAsignar, documento.cabecera.tipoCambio)) : cubetasMxn.total();
    }
};

// Locks a document of this type; checks If-Match. Throws NO_ENCONTRADO.
Documento bloquear(Escritura& db, TipoDocumento const& tipo, Id transaccionId);
// Row of the type's table for `accion`. Throws ESTADO_INVALIDO, with the actions that the state allows, as a fault of
// `campo`.
Transicion const& transicion(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                             std::string campo = {});
// Like transicion above, and checks the permission of the row: throws PERMISO_DENEGADO.
Transicion const& transicion(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                             Sesion const& sesion);
// The row of the table as a Mudanza, for an action without effects.
Mudanza mudanza_de(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion, Sesion const& sesion);
void mudar(Escritura& db, Mudanza const& mudanza);

// Throws TIENE_DOCUMENTOS_RELACIONADOS with the list, unless the list is empty.
void exigir_sin_documentos(std::vector<DocumentoRelacionado> const& documentos, std::string detalle);

}  // namespace gestor
