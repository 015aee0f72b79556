#pragma once
// The reads of deposits; what writes one answers with db.registro(deposito, id). See ventas/lecturas.hpp for the form.
#include "persistence/plan.hpp"

namespace gestor::bancos {

Plan leer_deposito();
Plan leer_depositos();
Plan leer_depositos_por_fecha();
Plan leer_fuente_de_cobro();
Plan leer_egreso();
Plan leer_egresos();
Plan leer_egresos_por_fecha();
Plan leer_fuente_de_pago();
Plan leer_solicitud();
Plan leer_solicitudes();

inline Plan const deposito = leer_deposito();
inline Plan const depositos = leer_depositos();
inline Plan const fuente_de_cobro = leer_fuente_de_cobro();  // and the notes that are assigned like one
inline Plan const depositos_por_fecha = leer_depositos_por_fecha();
inline Plan const egreso = leer_egreso();
inline Plan const egresos = leer_egresos();
inline Plan const fuente_de_pago = leer_fuente_de_pago();  // and the credits that are assigned like one
inline Plan const egresos_por_fecha = leer_egresos_por_fecha();
inline Plan const solicitud = leer_solicitud();
inline Plan const solicitudes = leer_solicitudes();

}  // namespace gestor::bancos
