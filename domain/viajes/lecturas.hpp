#pragma once
// The reads of a travel agency.
#include "domain/operacion/operacion.hpp"
#include "domain/viajes/tipos_lecturas.hpp"

namespace gestor::viajes {

Plan leer_documentos_de_viaje();
Plan leer_facturas_de_viaje();

inline Plan const documentos_de_viaje = leer_documentos_de_viaje();
inline Plan const facturas_de_viaje = leer_facturas_de_viaje();

// The set of a booking. Throws NO_ENCONTRADO.
ExpedienteViaje documentos_de_reserva(Lectura& db, Consulta<ExpedienteFiltro> const& f);

}  // namespace gestor::viajes
