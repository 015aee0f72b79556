#pragma once
// Manual pólizas: written whole, reversed, never changed; and the reads of all pólizas, each with its document.
#include "domain/contabilidad/polizas/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

LecturaCompilada leer_poliza();
LecturaCompilada leer_poliza_encabezado();
LecturaCompilada leer_polizas();
inline LecturaCompilada const poliza = leer_poliza();
inline LecturaCompilada const poliza_encabezado = leer_poliza_encabezado();
inline LecturaCompilada const polizas = leer_polizas();

Vista<PolizaEncabezadoViewModel> crear_poliza(Escritura& db, Cuerpo<PolizaNueva> const& nueva);
Vista<PolizaEncabezadoViewModel> copiar_poliza(Escritura& db, Id id, Cuerpo<PolizaCopia> const& copia);
Vista<PolizaEncabezadoViewModel> reversar_poliza(Escritura& db, Id id, ConsultaOCuerpo<PolizaReversa> const& reversa);

}  // namespace gestor::contabilidad
