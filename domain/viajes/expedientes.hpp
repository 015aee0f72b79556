#pragma once
// File of a booking: found, or opened with the first document that names the booking.
#include "domain/motor/captura/encabezado.hpp"

namespace gestor::viajes {

struct ExpedienteHallado {
    Id transaccionId;
    Cadena folio;
    Enumeracion<Estado> estado;
    Cadena booking;
};
DTO(ExpedienteHallado, transaccionId, folio, estado, booking)

// Locks the booking, so that no other call opens its file.
std::optional<ExpedienteHallado> expediente_de(Escritura& db, std::string const& booking);
// Throws ESTADO_INVALIDO when the file is closed.
void exigir_abierto(ExpedienteHallado const& e);
// Opens a file; branch and date come from the header.
Id abrir_expediente(Escritura& db, EncabezadoNuevo encabezado, ReferenciaExterna const& booking);

}  // namespace gestor::viajes
