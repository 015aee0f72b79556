#pragma once
// The states of all documents, the actions on them, and what follows from a balance: derived, never chosen.
#include <array>

#include "domain/valores/decimal.hpp"
#include "domain/valores/opcion.hpp"

namespace gestor {

enum class Estado : std::uint8_t {
    Pendiente,
    Autorizado,
    EnProceso,
    Cerrado,
    Parcial,
    Pagado,
    Facturado,
    Surtido,
    Aplicado,
    Asignado,
    Vigente,
    Aceptado,
    Cancelado,
    // Of types that are not written yet; whoever names one of their documents by mistake is told so.
    Terminado,
    Pausado,
    Vencido,
    Recibido,
    EnTransito,
    Validado,
    Abierto
};
template <>
struct Nombres<Estado> {
    static constexpr std::array<std::string_view, 20> valores{
        "Pendiente", "Autorizado", "EnProceso", "Cerrado",    "Parcial",  "Pagado",    "Facturado",
        "Surtido",   "Aplicado",   "Asignado",  "Vigente",    "Aceptado", "Cancelado", "Terminado",
        "Pausado",   "Vencido",    "Recibido",  "EnTransito", "Validado", "Abierto"};
};

// What a caller asks of a document. The names stand in the text of ESTADO_INVALIDO.
enum class AccionDocumento : std::uint8_t {
    crear,
    abrir,  // it was made in another system and is still open
    autorizar,
    iniciar,
    cerrar,
    aceptar,
    entregar,
    facturar,
    cobrar,
    asignar,
    devolver,
    cancelar
};
template <>
struct Nombres<AccionDocumento> {
    static constexpr std::array<std::string_view, 12> valores{"crear",  "abrir",   "autorizar", "iniciar",
                                                              "cerrar", "aceptar", "entregar",  "facturar",
                                                              "cobrar", "asignar", "devolver",  "cancelar"};
};

// What the balance of a type says: untouched, partly and wholly used.
struct EstadosSaldo {
    Estado intacto, parcial, agotado;
};
inline constexpr EstadosSaldo por_cobrar{Estado::Pendiente, Estado::Parcial, Estado::Pagado};
inline constexpr EstadosSaldo por_pagar{Estado::Pendiente, Estado::Parcial, Estado::Pagado};
inline constexpr EstadosSaldo a_favor{Estado::Pendiente, Estado::Parcial, Estado::Aplicado};
inline constexpr EstadosSaldo dinero_por_asignar{Estado::Pendiente, Estado::Parcial, Estado::Asignado};

inline Estado estado_de_saldo(EstadosSaldo const& e, Dinero saldo, Dinero total) {
    if (saldo.es_cero()) return e.agotado;
    return saldo == total ? e.intacto : e.parcial;
}

}  // namespace gestor
