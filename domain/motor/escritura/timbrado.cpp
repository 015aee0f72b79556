#include "domain/motor/escritura/timbrado.hpp"

#include <algorithm>
#include <stdexcept>

#include "domain/motor/escritura/consultas_motor.hpp"
#include "persistence/unidad.hpp"

namespace gestor {
namespace {

std::string nombre(EstatusTimbrado e) {
    return std::string(Enumeracion<EstatusTimbrado>(e).valor());
}

}  // namespace

EstatusTimbrado tras(EstatusTimbrado desde, AccionTimbrado accion) {
    auto const t = std::ranges::find_if(
        flujo_timbrado, [&](TransicionTimbrado const& x) { return x.desde == desde && x.accion == accion; });
    if (t == std::end(flujo_timbrado))
        throw std::logic_error("el comprobante en " + nombre(desde) + " no admite esa acción");
    return t->hasta;
}

void mover_timbrado(Escritura& db, Id transaccionId, EstatusTimbrado desde, AccionTimbrado accion) {
    db.encolar_con<sql::timbrado_mover>("el comprobante ya no está en " + nombre(desde),
                                        "transaccionId"_es(transaccionId), "desde"_es(nombre(desde)),
                                        "hasta"_es(nombre(tras(desde, accion))));
}

}  // namespace gestor
