#pragma once
// Declared reads of routes; the writes answer with them too. Each is an inline variable made by a function of
// lecturas.cpp (explained in domain/ventas/lecturas.hpp).
#include "persistence/lectura_compilada.hpp"

namespace gestor::ruta {

LecturaCompilada leer_ruta();
LecturaCompilada leer_rutas();
LecturaCompilada leer_devolucion();
LecturaCompilada leer_devoluciones();
LecturaCompilada leer_liquidacion();
LecturaCompilada leer_liquidaciones();

inline LecturaCompilada const una_ruta = leer_ruta();
inline LecturaCompilada const rutas = leer_rutas();
inline LecturaCompilada const devolucion = leer_devolucion();
inline LecturaCompilada const devoluciones = leer_devoluciones();
inline LecturaCompilada const liquidacion = leer_liquidacion();
inline LecturaCompilada const liquidaciones = leer_liquidaciones();

}  // namespace gestor::ruta
