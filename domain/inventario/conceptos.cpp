#include "domain/inventario/conceptos.hpp"

#include "domain/motor/captura/consultas_resolver.hpp"

namespace gestor::inventario {

ConceptoDeInventario concepto_de_inventario(Escritura& db, std::optional<Id> const& conceptoId, Fallas& fallas) {
    if (!conceptoId) return {};
    auto const c = db.uno<ConceptoDeInventario, sql::concepto_de_inventario>("conceptoId"_es(*conceptoId));
    if (!c) fallas.agregar("conceptoId", codigo::no_existe, "no existe o no está activo");
    return c.value_or(ConceptoDeInventario{});
}

}  // namespace gestor::inventario
