#pragma once
// The writes of service and work orders; their rows are in operaciones.cpp.
#include "domain/operacion/operacion.hpp"
#include "domain/servicio/tipos_ordenes.hpp"

namespace gestor::servicio {

OrdenServicioAutorizacion autorizar_orden(Escritura& db, Sesion const& sesion, Id id, CuerpoIgnorado const& nada);
OrdenServicioGuardada crear_orden(Escritura& db, Cuerpo<OrdenServicioNueva> const& orden);
OrdenServicioGuardada modificar_orden(Escritura& db, Sesion const& sesion, Id id,
                                      Edicion<OrdenServicioDatos> const& edicion);
OrdenServicioCerrada cerrar_orden(Escritura& db, Sesion const& sesion, Id id,
                                  Cuerpo<OrdenServicioCierre> const& cierre);
OrdenTrabajoActualizada actuar(Escritura& db, Sesion const& sesion, Cuerpo<TrabajoAccion> const& accion);
ArchivoDeTrabajo agregar_evidencia(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                   Cuerpo<TrabajoEvidencia> const& evidencia);

}  // namespace gestor::servicio
