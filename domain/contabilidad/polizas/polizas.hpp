#pragma once
// Manual pólizas: written whole, reversed, never changed; and the reads of all pólizas, each with its document.
#include "domain/comun/nombrados.hpp"
#include "domain/contabilidad/polizas/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

LineaPropia linea_de(PartidaManual const& partida);
// Accounts and contacts of the lines, from their JSON, and all faults of their references. The accounts are locked.
void resolver_partidas(Escritura& db, std::string const& partidas, std::vector<LineaPropia>& lineas, Fallas& fallas);
// Present moment in the branch of the session.
FechaHora ahora_de(Lectura& db);

LECTURA(poliza);
LECTURA(poliza_encabezado);
LECTURA(polizas);

Vista<PolizaEncabezadoViewModel> crear_poliza(Escritura& db, Cuerpo<PolizaNueva> const& nueva);
Vista<PolizaEncabezadoViewModel> copiar_poliza(Escritura& db, Id id, Cuerpo<PolizaCopia> const& copia);
Vista<PolizaEncabezadoViewModel> reversar_poliza(Escritura& db, Id id, ConsultaOCuerpo<PolizaReversa> const& reversa);

}  // namespace gestor::contabilidad
