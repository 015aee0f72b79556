#pragma once
// Timbrado: the state of a document's CFDI, a flow beside the document's own states. A new document has an initial
// state; mover_timbrado is the only writer afterwards.
#include <array>

#include "domain/valores/id.hpp"
#include "domain/valores/opcion.hpp"

namespace gestor {

class Escritura;

enum class EstatusTimbrado : std::uint8_t { SinTimbrar, Timbrado, CancelacionEnProceso, Cancelado };
template <>
struct Nombres<EstatusTimbrado> {
    static constexpr std::array<std::string_view, 4> valores{"SinTimbrar", "Timbrado", "CancelacionEnProceso",
                                                             "Cancelado"};
};

enum class AccionTimbrado : std::uint8_t {
    timbrar,
    pedir_cancelacion,
    rechazar_cancelacion,  // the receiver rejects the cancel, or the tax authority refuses it
    cancelar               // the tax authority has cancelled the CFDI
};
struct TransicionTimbrado {
    EstatusTimbrado desde;
    AccionTimbrado accion;
    EstatusTimbrado hasta;
};
inline constexpr TransicionTimbrado flujo_timbrado[] = {
    {EstatusTimbrado::SinTimbrar, AccionTimbrado::timbrar, EstatusTimbrado::Timbrado},
    {EstatusTimbrado::Timbrado, AccionTimbrado::pedir_cancelacion, EstatusTimbrado::CancelacionEnProceso},
    {EstatusTimbrado::CancelacionEnProceso, AccionTimbrado::rechazar_cancelacion, EstatusTimbrado::Timbrado},
    {EstatusTimbrado::CancelacionEnProceso, AccionTimbrado::cancelar, EstatusTimbrado::Cancelado},
};

// State after the action; throws std::logic_error when the flow lacks the action in this state.
EstatusTimbrado tras(EstatusTimbrado desde, AccionTimbrado accion);
// Moves the CFDI of a locked document to its next state.
void mover_timbrado(Escritura& db, Id transaccionId, EstatusTimbrado desde, AccionTimbrado accion);

}  // namespace gestor
