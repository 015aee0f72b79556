#pragma once
// The reads of service and work orders; what writes one answers with them too. Each is an inline variable made by a
// function of lecturas.cpp (see domain/ventas/lecturas.hpp).
#include "persistence/plan.hpp"

namespace gestor::servicio {

Plan leer_orden_servicio();
Plan leer_ordenes_servicio();
Plan leer_orden_trabajo();
Plan leer_ordenes_trabajo();

inline Plan const orden_servicio = leer_orden_servicio();
inline Plan const ordenes_servicio = leer_ordenes_servicio();
inline Plan const orden_trabajo = leer_orden_trabajo();
inline Plan const ordenes_trabajo = leer_ordenes_trabajo();

}  // namespace gestor::servicio
