#pragma once
// Declared reads of deposits; the writes answer with db.registro(deposito, id). Form explained in ventas/lecturas.hpp.
#include "persistence/lectura_compilada.hpp"

namespace gestor::bancos {

LecturaCompilada leer_deposito();
LecturaCompilada leer_depositos();
LecturaCompilada leer_depositos_por_fecha();
LecturaCompilada leer_fuente_de_cobro();
LecturaCompilada leer_egreso();
LecturaCompilada leer_egresos();
LecturaCompilada leer_egresos_por_fecha();
LecturaCompilada leer_fuente_de_pago();
LecturaCompilada leer_solicitud();
LecturaCompilada leer_solicitudes();

inline LecturaCompilada const deposito = leer_deposito();
inline LecturaCompilada const depositos = leer_depositos();
inline LecturaCompilada const fuente_de_cobro = leer_fuente_de_cobro();  // deposits, and the notes assigned like one
inline LecturaCompilada const depositos_por_fecha = leer_depositos_por_fecha();
inline LecturaCompilada const egreso = leer_egreso();
inline LecturaCompilada const egresos = leer_egresos();
inline LecturaCompilada const fuente_de_pago = leer_fuente_de_pago();  // egresses, and the credits assigned like one
inline LecturaCompilada const egresos_por_fecha = leer_egresos_por_fecha();
inline LecturaCompilada const solicitud = leer_solicitud();
inline LecturaCompilada const solicitudes = leer_solicitudes();

}  // namespace gestor::bancos
