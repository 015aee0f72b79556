#pragma once
// Declared reads of deposits; the writes answer with db.registro(deposito, id).
#include "persistence/lectura_compilada.hpp"

namespace gestor::bancos {

LecturaCompilada leer_fuente_de_cobro();
LecturaCompilada leer_fuente_de_pago();

LECTURA(deposito);
LECTURA(depositos);
inline LecturaCompilada const fuente_de_cobro = leer_fuente_de_cobro();  // deposits, and the notes assigned like one
LECTURA(depositos_por_fecha);
LECTURA(egreso);
LECTURA(egresos);
inline LecturaCompilada const fuente_de_pago = leer_fuente_de_pago();  // egresses, and the credits assigned like one
LECTURA(egresos_por_fecha);
LECTURA(solicitud);
LECTURA(solicitudes);

}  // namespace gestor::bancos
