#pragma once
// The document engine: a document type is a table (tipo.hpp). planificar() is pure and demands that debit equals
// credit; aplicar() is the only writer of estado, stock, layers, balances and pólizas (sellado.hpp). Never an if on the
// type in here: an effect that the table cannot say joins Efectos, with its reversal.
#include <span>
#include <string>
#include <string_view>

#include "domain/motor/existencias.hpp"
#include "domain/motor/importes.hpp"
#include "domain/motor/plan.hpp"
#include "domain/motor/tipo.hpp"
#include "domain/operacion/sesion.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// A document under its row lock.
struct Documento {
    Id transaccionId;
    Id objId;
    Texto<60> folio;
    Enumeracion<Estado> estado;
    std::optional<Fecha> fechaApertura;  // it was made in another system, and opened here that day
};
DTO(Documento, transaccionId, objId, folio, estado, fechaApertura)

// Mudanza: the move of a document from a state to another, without effects. It prints as text, which tests compare.
struct Mudanza {
    Id transaccionId;
    Estado desde{};
    Estado hasta{};
    std::string texto() const;
};

// All that planificar() needs to know of a new document: resolved, computed, and its stock locked.
struct Hechos {
    DocumentoNuevo documento;  // state, balance and costs are the plan's
    Totales totales;
    Cubetas cubetasMxn;
    std::vector<Pieza> piezas;    // goods that move with it; for an order, that it reserves
    std::vector<Avance> avances;  // of the lines that it comes from
    std::vector<RelacionNueva> relaciones;
    Existencias existencias;
    Id destino;                        // warehouse of a transfer
    Cuenta contra;                     // account on the other side: of the bank, of the concept
    std::optional<Dinero> porAsignar;  // of money: what its own lines did not spend, its balance; absent: all of it
    Dinero perdido;                    // of returned goods: what those cost that do not go back into stock
    Dinero enAlmacen;                  // what all its goods changed of the value in stock, below 0 if they left,
    Dinero enTransito;                 // and of what is on its way: both known when póliza runs
    // In pesos, what its lines charge to accounts of their own; then what belongs, of what is revalued, to what has
    // left.
    std::vector<Cargo> cargos;
    struct IngresoPropio {  // revenue of a concept that has an account of its own
        Cubeta base;
        std::int64_t cuentaId;
        Importe importe;
    };
    std::vector<IngresoPropio> ingresos;
    Cubetas porCobrar;  // of a return, of what another system made: what was still to be collected; the rest had been
    Cubetas declarado;  // and that rest as it had been declared

    Dinero pesos_por_asignar() const {
        return porAsignar ? Dinero(multiplicar<2>(*porAsignar, documento.cabecera.tipoCambio)) : cubetasMxn.total();
    }
};

// Throws NO_ENCONTRADO when there is no such document of this type; checks If-Match once the row is locked.
Documento bloquear(Escritura& db, TipoDocumento const& tipo, Id transaccionId);
// The row of the table. Throws ESTADO_INVALIDO, with the actions allowed now; `campo` named the document.
Transicion const& transicion(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                             std::string campo = {});
// The same, and throws PERMISO_DENEGADO.
Transicion const& transicion(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                             Sesion const& sesion);
// The row of the table as a move, for an action without effects.
Mudanza mudanza_de(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion, Sesion const& sesion);
void mudar(Escritura& db, Mudanza const& mudanza);

// Refuses with TIENE_DOCUMENTOS_RELACIONADOS, and lists them, if there are any.
void exigir_sin_documentos(std::vector<DocumentoRelacionado> const& documentos, std::string detalle);

}  // namespace gestor
