#pragma once
// The document engine: a document type is a table. planificar() is pure; aplicar() is the only writer of estado.
// Later effects (folio, stock, receivables, ledger) join Efectos, each with its reversal; never an if on the type.
#include <span>
#include <string>
#include <string_view>

#include "domain/operacion/sesion.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/texto.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

enum class Estado : std::uint8_t { Pendiente, Autorizado, EnProceso, Cerrado, Cancelado };
template <>
struct Nombres<Estado> {
    static constexpr std::array<std::string_view, 5> valores{"Pendiente", "Autorizado", "EnProceso", "Cerrado",
                                                             "Cancelado"};
};

// What a caller asks of a document that exists. The names stand in the text of ESTADO_INVALIDO.
enum class AccionDocumento : std::uint8_t { autorizar, iniciar, cerrar, cancelar };
template <>
struct Nombres<AccionDocumento> {
    static constexpr std::array<std::string_view, 4> valores{"autorizar", "iniciar", "cerrar", "cancelar"};
};

struct Transicion {
    Estado desde;
    AccionDocumento accion;
    Estado hasta;
    std::string_view permiso;
};

struct TipoDocumento {
    int obj_id;
    std::string_view nombre;
    std::span<Transicion const> flujo;
};

// A document under its row lock.
struct Documento {
    Id transaccionId;
    Id objId;
    Texto<60> folio;
    Enumeracion<Estado> estado;
};
DTO(Documento, transaccionId, objId, folio, estado)

// What a move will do. Prints as text, and its test is that text.
struct Mudanza {
    Id transaccionId;
    Estado desde{};
    Estado hasta{};
    std::string texto() const;
};

// Throws NO_ENCONTRADO when there is no such document of this type; checks If-Match once the row is locked.
Documento bloquear(Escritura& db, TipoDocumento const& tipo, Id transaccionId);
// Throws ESTADO_INVALIDO (with the actions allowed now) or PERMISO_DENEGADO.
Mudanza planificar(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion, Sesion const& sesion);
void aplicar(Escritura& db, Mudanza const& mudanza);

// Refuses with TIENE_DOCUMENTOS_RELACIONADOS, and lists them, when the query finds documents (transaccionId,
// tipoDocumento, folio).
void exigir_sin_documentos(Lectura& db, std::string_view sql, Valores valores, std::string detalle);

}  // namespace gestor
