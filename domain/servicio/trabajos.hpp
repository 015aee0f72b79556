#pragma once
// Work orders: those that a service order names, resolved and stored, and who is in two places at once. The writer of a
// work order holds its service order.
#include "domain/motor/emisor.hpp"
#include "domain/servicio/tipos_ordenes.hpp"

namespace gestor::servicio {

// As it will be: with the number it would have, were it new.
struct TrabajoResuelto {
    Id transaccionId;
    Cadena serie;
    Booleano personal;  // that there is, and in use
    Cadena personalServicio;
    Booleano vendedor;
};
DTO(TrabajoResuelto, transaccionId, serie, personal, personalServicio, vendedor)

std::vector<TrabajoResuelto> resolver_trabajos(Escritura& db, std::span<TrabajoNuevo const> trabajos, IdOCero sucursal);
// References of a row that the caller sent: the others are as they were stored. `ruta` is before the name.
void exigir_nombrados(TrabajoNuevo const& enviado, TrabajoResuelto const& resuelto, std::string const& ruta,
                      Fallas& fallas);
// `orden` is the header of its service order; what they have in common is taken from there.
void crear_trabajo(Escritura& db, CabeceraNueva const& orden, TrabajoNuevo const& trabajo, TrabajoResuelto const& r);
void modificar_trabajo(Escritura& db, Id id, TrabajoNuevo const& trabajo, Cadena const& personal);
// Warning to the caller: two visits of one person at one time.
std::vector<std::string> encimados(Escritura& db, std::vector<Id> const& trabajos);

}  // namespace gestor::servicio
