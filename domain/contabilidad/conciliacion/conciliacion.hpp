#pragma once
#include "domain/contabilidad/conciliacion/tipos.hpp"

namespace gestor::contabilidad {

CargaCfdiViewModel cargar_cfdi(Escritura& db, Formulario<CargaCfdiPeticion> const& peticion);
ConciliacionCfdiViewModel conciliacion_cfdi(Lectura& db, Entorno const& entorno, Consulta<ConciliacionFiltro> const& f);

}  // namespace gestor::contabilidad
