#pragma once
// Functions of the ledger that other areas call.
#include "domain/contabilidad/polizas/tipos.hpp"
#include "persistence/unidad.hpp"

namespace gestor::contabilidad {

// Faults of the account and of the references of one line of a manual póliza, by the names of its members.
void fallas_de_partida(Escritura& db, PartidaPolizaNueva const& partida, Fallas& fallas);

}  // namespace gestor::contabilidad
