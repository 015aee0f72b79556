#pragma once
// A month of the ledger: closed when it has no unfinished document, and reopened with a reason.
#include "domain/contabilidad/periodos/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

std::string nombre_de(AnioContable anio, Mes mes);  // 2025-03
Fecha ultimo_dia(AnioContable anio, Mes mes);
// cerrar_mes and reabrir_mes return false when the month already has that state. Both throw the fault that forbids the
// change.
bool cerrar_mes(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo);
bool reabrir_mes(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo);
// Writes the state of a locked month.
void poner_periodo(Escritura& db, AnioContable anio, MesContable mes, EstadoPeriodo const& estado,
                   std::string const& motivo);

Vista<PeriodoViewModel> cerrar_periodo(Escritura& db, AnioContable anio, Mes mes, Cuerpo<CierrePeticion> const& c);
Vista<PeriodoViewModel> reabrir_periodo(Escritura& db, AnioContable anio, Mes mes, Cuerpo<ReaperturaPeticion> const& c);

}  // namespace gestor::contabilidad
