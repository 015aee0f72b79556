#pragma once
// The file of a booking: found, or opened with the first document that names it.
#include "domain/motor/encabezado.hpp"

namespace gestor::viajes {

struct ExpedienteHallado {
    Id transaccionId;
    Cadena folio;
    Enumeracion<Estado> estado;
    Cadena booking;
};
DTO(ExpedienteHallado, transaccionId, folio, estado, booking)

// One at a time: from here on nobody else begins the same booking.
std::optional<ExpedienteHallado> expediente_de(Escritura& db, std::string const& booking);
// Throws ESTADO_INVALIDO.
void exigir_abierto(ExpedienteHallado const& e);
// Its header says where and when.
Id abrir_expediente(Escritura& db, EncabezadoNuevo encabezado, ReferenciaExterna const& booking);

}  // namespace gestor::viajes
