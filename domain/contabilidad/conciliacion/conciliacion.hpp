#pragma once
#include "domain/contabilidad/conciliacion/tipos.hpp"

namespace gestor::contabilidad {

Vista<CargaCfdiViewModel> cargar_cfdi(Carga& db, Formulario<CargaCfdiPeticion> const& peticion);
ConciliacionCfdiViewModel conciliacion_cfdi(Lectura& db, Entorno const& entorno, Consulta<ConciliacionFiltro> const& f);

}  // namespace gestor::contabilidad
