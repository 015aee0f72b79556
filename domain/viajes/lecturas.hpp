#pragma once
// Reads of a travel agency.
#include "domain/operacion/operacion.hpp"
#include "domain/viajes/tipos_lecturas.hpp"

namespace gestor::viajes {

LECTURA(documentos_de_viaje);
LECTURA(facturas_de_viaje);

// All documents of a booking. Throws NO_ENCONTRADO.
ExpedienteViaje documentos_de_reserva(Lectura& db, Consulta<ExpedienteFiltro> const& f);

}  // namespace gestor::viajes
