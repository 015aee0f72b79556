#include "domain/motor/escritura/poliza_propia.hpp"

#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/escritura/etapas.hpp"
#include "domain/valores/json.hpp"

namespace gestor {
namespace {

struct PolizaNueva {
    Id id;
};
DTO(PolizaNueva, id)

}  // namespace

Dinero descuadre(PolizaPropia const& poliza) {
    Dinero d;
    for (auto const& l : poliza.lineas) d += l.debe - l.haber;
    return d;
}

std::optional<PolizaPropia> poliza_propia(Lectura& db, Id id) {
    auto const cabecera = db.uno<CabeceraPropia, sql::poliza_propia>("polizaId"_es(id));
    if (!cabecera) return std::nullopt;
    return PolizaPropia{*cabecera, db.lista<LineaPropia, sql::poliza_propia_lineas>("polizaId"_es(id))};
}

PolizaPropia inversa(PolizaPropia const& guardada, Fecha fecha) {
    auto p = guardada;
    p.reversaDe = guardada.polizaId;
    p.polizaId = {};
    p.fecha = fecha;
    for (auto& l : p.lineas) std::swap(l.debe, l.haber);
    return p;
}

Id EnPeriodo::asentar(PolizaPropia poliza) const {
    if (poliza.lineas.empty() || !descuadre(poliza).es_cero() || poliza.fecha != dia_)
        throw std::logic_error("una póliza sin documento no cuadra, o no es del mes bloqueado");
    auto const id = db_.uno<PolizaNueva, sql::poliza_nueva>()->id;
    poliza.polizaId = id;
    db_.al_final<sql::polizas_guardar, "polizas">(como_json(poliza));
    return id;
}

}  // namespace gestor
