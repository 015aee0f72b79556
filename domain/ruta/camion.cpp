#include "domain/ruta/camion.hpp"

#include "domain/ruta/consultas_escrituras.hpp"

namespace gestor::ruta {

Camion camion_de(Escritura& db, Id ruta) {
    auto const c = db.uno<Camion, sql::ruta_con_camion>("rutaId"_es(ruta));
    Fallas fallas;
    if (!c) fallas.agregar("rutaId", codigo::no_existe, "no existe o no está activa");
    if (c && !c->almacenId.presente()) fallas.agregar("rutaId", codigo::rango, "la ruta no tiene camión");
    fallas.lanzar();
    return *c;
}

}  // namespace gestor::ruta
