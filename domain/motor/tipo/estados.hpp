#pragma once
// States of all documents, and the actions on them. A state that follows from a balance is derived, never chosen.
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
    EnTransito,
    Terminado,
    Pausado,
    Validado,
    Incobrable,
    // The states below belong to document types that this program does not write yet.
    Vencido,
    Recibido,
    Abierto
};
template <>
struct Nombres<Estado> {
    static constexpr std::array<std::string_view, 21> valores{
        "Pendiente", "Autorizado", "EnProceso", "Cerrado",    "Parcial",  "Pagado",    "Facturado",
        "Surtido",   "Aplicado",   "Asignado",  "Vigente",    "Aceptado", "Cancelado", "EnTransito",
        "Terminado", "Pausado",    "Validado",  "Incobrable", "Vencido",  "Recibido",  "Abierto"};
};

// Estados: the states in which an action is allowed: Pendiente | Parcial.
class Estados {
public:
    constexpr Estados(Estado uno) : bits_(1U << static_cast<unsigned>(uno)) {}
    constexpr bool tiene(Estado e) const { return (bits_ & Estados(e).bits_) != 0; }
    friend constexpr Estados operator|(Estados a, Estados b) {
        a.bits_ |= b.bits_;
        return a;
    }

private:
    std::uint32_t bits_;
};
constexpr Estados operator|(Estado a, Estado b) {
    return Estados(a) | Estados(b);
}

// AccionDocumento: an action that a caller asks of a document. ESTADO_INVALIDO shows these names.
enum class AccionDocumento : std::uint8_t {
    modificar,
    autorizar,
    iniciar,
    pausar,
    reanudar,
    terminar,
    reasignar,
    cerrar,
    aceptar,
    entregar,
    recibir,
    facturar,
    cobrar,
    pagar,
    asignar,
    devolver,
    aplicar,
    validar,
    cancelar,
    liberar  // no caller asks for this action: it follows when the document that bound this one is cancelled
};
template <>
struct Nombres<AccionDocumento> {
    static constexpr std::array<std::string_view, 20> valores{
        "modificar", "autorizar", "iniciar",  "pausar",  "reanudar", "terminar", "reasignar",
        "cerrar",    "aceptar",   "entregar", "recibir", "facturar", "cobrar",   "pagar",
        "asignar",   "devolver",  "aplicar",  "validar", "cancelar", "liberar"};
};

// EstadosSaldo: the state of a type by its balance: untouched, partly used, used up, used up with a write-off.
struct EstadosSaldo {
    Estado intacto, parcial, agotado, perdido = agotado;
    constexpr bool tiene(Estado e) const { return e == intacto || e == parcial || e == agotado || e == perdido; }
};
inline constexpr EstadosSaldo de_deuda{Estado::Pendiente, Estado::Parcial, Estado::Pagado};
inline constexpr EstadosSaldo por_cobrar{Estado::Pendiente, Estado::Parcial, Estado::Pagado, Estado::Incobrable};
inline constexpr EstadosSaldo a_favor{Estado::Pendiente, Estado::Parcial, Estado::Aplicado};
inline constexpr EstadosSaldo dinero_por_asignar{Estado::Pendiente, Estado::Parcial, Estado::Asignado};

// Destino: the state after an action: a fixed state, the present state, or the state that follows from the balance or
// from the progress of the lines.
struct Destino {
    enum class Por : std::uint8_t { estado, ninguno, saldo, avance };
    Por por = Por::estado;
    Estado estado{};
    constexpr Destino(Estado e) : estado(e) {}
    constexpr explicit Destino(Por como) : por(como) {}
    friend constexpr bool operator==(Destino const&, Destino const&) = default;
};
inline constexpr Destino el_mismo{Destino::Por::ninguno};
inline constexpr Destino segun_saldo{Destino::Por::saldo};
inline constexpr Destino segun_avance{Destino::Por::avance};

}  // namespace gestor
