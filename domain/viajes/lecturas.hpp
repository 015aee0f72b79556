#pragma once
// Reads of a travel agency.
#include "domain/operacion/operacion.hpp"
#include "domain/viajes/tipos_lecturas.hpp"

namespace gestor::viajes {

LecturaCompilada leer_documentos_de_viaje();
LecturaCompilada leer_facturas_de_viaje();

inline LecturaCompilada const documentos_de_viaje = leer_documentos_de_viaje();
inline LecturaCompilada const facturas_de_viaje = leer_facturas_de_viaje();

// All documents of a booking. Throws NO_ENCONTRADO.
ExpedienteViaje documentos_de_reserva(Lectura& db, Consulta<ExpedienteFiltro> const& f);

}  // namespace gestor::viajes
