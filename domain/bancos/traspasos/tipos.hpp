#pragma once
// Transfer between own bank accounts: body and answer.
#include "domain/motor/cartera/depositos.hpp"

namespace gestor::bancos {

struct TraspasoNuevo {
    Id cuentaOrigenId;
    Id cuentaDestinoId;
    Positivo<Dinero> importeOrigen;  // in the currency of the source account
    // in the currency of the destination account; absent: same as importeOrigen
    std::optional<Positivo<Dinero>> importeDestino;
    std::optional<FechaDocumento> fecha;
    std::optional<IdOCero> sucursalId;  // absent or 0: the session's
    std::optional<ReferenciaPago> referencia;
    static constexpr std::string_view sin_ejemplo[] = {"fecha"};
};
DTO(TraspasoNuevo, cuentaOrigenId, cuentaDestinoId, importeOrigen, importeDestino, fecha, sucursalId, referencia)
void validar(TraspasoNuevo const& nuevo, Fallas& fallas);

struct TraspasoResultado {
    TransaccionBase salida;      // the egress
    TransaccionBase llegada;     // the deposit
    Dinero diferenciaCambiaria;  // in pesos, on the currency sold: gain; below 0, loss
    std::vector<Cadena> advertencias;
};
DTO(TraspasoResultado, salida, llegada, diferenciaCambiaria, advertencias)

}  // namespace gestor::bancos
