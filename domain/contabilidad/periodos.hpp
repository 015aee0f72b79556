#pragma once
// A month of the ledger: closed when nothing of it is half done, and opened again with a reason.
#include "domain/contabilidad/tipos_periodos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

std::string nombre_de(AnioContable anio, Mes mes);  // 2025-03
Fecha ultimo_dia(AnioContable anio, Mes mes);
// False: the month was so already. `cerrar_mes` and `reabrir_mes` throw the fault that keeps it as it is.
bool cerrar_mes(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo);
bool reabrir_mes(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo);
// One that is locked.
void poner_periodo(Escritura& db, AnioContable anio, MesContable mes, EstadoPeriodo const& estado,
                   std::string const& motivo);

Vista<PeriodoViewModel> cerrar_periodo(Escritura& db, AnioContable anio, Mes mes, Cuerpo<CierrePeticion> const& c);
Vista<PeriodoViewModel> reabrir_periodo(Escritura& db, AnioContable anio, Mes mes, Cuerpo<ReaperturaPeticion> const& c);

}  // namespace gestor::contabilidad
