#pragma once
// Work orders named by a service order: resolved, stored, and checked for overlapping visits. The writer of a work
// order locks its service order.
#include "domain/motor/escritura/emisor.hpp"
#include "domain/servicio/tipos_ordenes.hpp"

namespace gestor::servicio {

// TrabajoResuelto: a work order of the body; a new one has the number that it will get.
struct TrabajoResuelto {
    Id transaccionId;
    Cadena serie;
    Booleano personal;  // the service person exists and is active
    Cadena personalServicio;
    Booleano vendedor;
};
DTO(TrabajoResuelto, transaccionId, serie, personal, personalServicio, vendedor)

std::vector<TrabajoResuelto> resolver_trabajos(Escritura& db, std::span<TrabajoNuevo const> trabajos, IdOCero sucursal);
// Faults of the references that a row sent; the others keep their stored value. `ruta`: prefix of the field names.
void exigir_nombrados(TrabajoNuevo const& enviado, TrabajoResuelto const& resuelto, std::string const& ruta,
                      Fallas& fallas);
// `orden`: header of its service order; shared members are taken from there.
void crear_trabajo(Escritura& db, CabeceraNueva const& orden, TrabajoNuevo const& trabajo, TrabajoResuelto const& r);
void modificar_trabajo(Escritura& db, Id id, TrabajoNuevo const& trabajo, Cadena const& personal);
// Warnings about two visits of one person at the same time.
std::vector<std::string> encimados(Escritura& db, std::vector<Id> const& trabajos);

}  // namespace gestor::servicio
