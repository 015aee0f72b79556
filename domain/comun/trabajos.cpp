#include "domain/comun/trabajos.hpp"

#include "domain/comun/consultas_trabajos.hpp"

namespace gestor {

void encolar_trabajo(Escritura& db, std::string_view tipo, std::string_view datos) {
    db.encolar<sql::trabajo_nuevo>("tipo"_es(tipo), "datos"_es(datos));
}

}  // namespace gestor
