#pragma once
// The reads of routes; what writes one answers with them too. Each is an inline variable made by a function of
// lecturas.cpp (see domain/ventas/lecturas.hpp).
#include "persistence/plan.hpp"

namespace gestor::ruta {

Plan leer_ruta();
Plan leer_rutas();
Plan leer_devolucion();
Plan leer_devoluciones();
Plan leer_liquidacion();
Plan leer_liquidaciones();

inline Plan const una_ruta = leer_ruta();
inline Plan const rutas = leer_rutas();
inline Plan const devolucion = leer_devolucion();
inline Plan const devoluciones = leer_devoluciones();
inline Plan const liquidacion = leer_liquidacion();
inline Plan const liquidaciones = leer_liquidaciones();

}  // namespace gestor::ruta
