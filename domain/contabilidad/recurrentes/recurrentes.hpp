#pragma once
// Recurring pólizas: their records, and the pólizas that are due until a month.
#include "domain/contabilidad/recurrentes/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

LECTURA(poliza_recurrente);
LECTURA(polizas_recurrentes);

Vista<PolizaRecurrenteViewModel> crear_recurrente(Escritura& db, Cuerpo<PolizaRecurrenteDatos> const& datos);
Vista<PolizaRecurrenteViewModel> modificar_recurrente(Escritura& db, Id id,
                                                      Edicion<PolizaRecurrenteDatos> const& edicion);
Vista<PolizaRecurrenteViewModel> terminar_recurrente(Escritura& db, Id id);
RecurrentesGeneradas generar_recurrentes(Escritura& db, Cuerpo<RecurrentesDelMes> const& hasta);

}  // namespace gestor::contabilidad
