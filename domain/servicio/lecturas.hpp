#pragma once
// Declared reads of service and work orders; the writes answer with them too. Each is an inline variable made by a
// function of lecturas.cpp (explained in domain/ventas/lecturas.hpp).
#include "persistence/lectura_compilada.hpp"

namespace gestor::servicio {

LecturaCompilada leer_orden_servicio();
LecturaCompilada leer_ordenes_servicio();
LecturaCompilada leer_orden_trabajo();
LecturaCompilada leer_ordenes_trabajo();

inline LecturaCompilada const orden_servicio = leer_orden_servicio();
inline LecturaCompilada const ordenes_servicio = leer_ordenes_servicio();
inline LecturaCompilada const orden_trabajo = leer_orden_trabajo();
inline LecturaCompilada const ordenes_trabajo = leer_ordenes_trabajo();

}  // namespace gestor::servicio
