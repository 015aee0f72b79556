#pragma once
// Money between own accounts: as it is sent, and what it made.
#include "domain/motor/depositos.hpp"

namespace gestor::bancos {

struct TraspasoNuevo {
    Id cuentaOrigenId;
    Id cuentaDestinoId;
    Positivo<Dinero> importeOrigen;                  // in the currency of the account that it leaves
    std::optional<Positivo<Dinero>> importeDestino;  // in that of the other; absent: the same
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
    Dinero diferenciaCambiaria;  // in pesos, of what was sold: won; below 0, lost
    std::vector<Cadena> advertencias;
};
DTO(TraspasoResultado, salida, llegada, diferenciaCambiaria, advertencias)

}  // namespace gestor::bancos
