#pragma once
// Pólizas by hand: written whole, turned round, never changed; and all pólizas as they are read, each with the document
// that it came from.
#include "domain/contabilidad/tipos_polizas.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

Plan leer_poliza();
Plan leer_poliza_encabezado();
Plan leer_polizas();
inline Plan const poliza = leer_poliza();
inline Plan const poliza_encabezado = leer_poliza_encabezado();
inline Plan const polizas = leer_polizas();

Vista<PolizaEncabezadoViewModel> crear_poliza(Escritura& db, Cuerpo<PolizaNueva> const& nueva);
Vista<PolizaEncabezadoViewModel> copiar_poliza(Escritura& db, Id id, Cuerpo<PolizaCopia> const& copia);
Vista<PolizaEncabezadoViewModel> reversar_poliza(Escritura& db, Id id, ConsultaOCuerpo<PolizaReversa> const& reversa);

}  // namespace gestor::contabilidad
