#include "domain/ventas/guardias.hpp"

#include "domain/ventas/consultas_documentos.hpp"

namespace gestor::ventas {
namespace {

struct CotizacionLibre {
    Id id;
};
DTO(CotizacionLibre, id)

}  // namespace

void liberar_cotizaciones(Escritura& db, ConDocumentos& bloqueados, PlanDocumento& plan) {
    for (auto const& libre :
         db.lista<CotizacionLibre, sql::cotizaciones_libres>("transaccionId"_es(plan.transaccionId))) {
        auto const& d = bloqueados.tambien(libre.id);
        plan.saldos.push_back({{}, libre.id, {}, transicion(d.tipo(), d, AccionDocumento::liberar).hasta.estado});
    }
}

}  // namespace gestor::ventas
