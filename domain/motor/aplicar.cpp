// The only writer of documents, stock, layers, balances and pólizas.
#include <algorithm>

#include "domain/motor/consultas_motor.hpp"
#include "domain/motor/etapas.hpp"
#include "domain/valores/json.hpp"

namespace gestor {
namespace {

template <class T>
std::string como_lista(std::optional<T> const& valor) {  // rows: none or one
    return valor ? "[" + como_json(*valor) + "]" : "[]";
}

void guardar_movimientos(Escritura& db, PlanDocumento const& plan) {
    if (plan.existencias.empty()) return;
    std::size_t nuevas = 0;
    for (auto const& m : plan.existencias) nuevas += m.capaId.presente() ? 0 : 1;
    std::vector<IdOCero> numeros;
    if (nuevas > 0)
        for (auto const& fila :
             db.consultar(sql::capas_numeros, {{"cuantas", sql_de(static_cast<std::int64_t>(nuevas))}}).filas)
            numeros.push_back(IdOCero::de_base(fila[0].value()));
    std::string json = "[";
    std::size_t siguiente = 0;
    for (auto m : plan.existencias) {
        bool const nueva = !m.capaId.presente();
        if (nueva) m.capaId = numeros.at(siguiente++);
        auto fila = como_json(m);
        fila.back() = ',';
        json += (json.size() > 1 ? "," : "") + fila + "\"nueva\":" + (nueva ? "true}" : "false}");
    }
    db.encolar(sql::movimientos_guardar, {{"movimientos", json + "]"},
                                          {"transaccionId", sql_de(plan.transaccionId)},
                                          {"fecha", sql_de(plan.fecha)},
                                          {"reversa", plan.cancela ? "true" : "false"}});
}

void guardar_documento(Escritura& db, PlanDocumento const& plan) {
    auto const& d = *plan.nuevo;
    db.encolar(sql::documento_guardar,
               {{"cabecera", como_json(d.cabecera)},
                {"partidas", como_json(d.partidas)},
                {"impuestos", como_json(d.impuestos)},
                {"series", como_json(d.series)},
                {"lotes", como_json(d.lotes)},
                {"banco", como_lista(d.banco)},
                {"propios", como_lista(d.propios)},
                {"relaciones", como_json(plan.relaciones)}},
               "no hay serie de folios para el documento");
}

// A póliza, and whose it is.
std::string con_origen(Poliza const& poliza, PlanDocumento const& plan) {
    auto fila = como_json(poliza);
    fila.back() = ',';
    return fila + "\"transaccionId\":" + *sql_de(plan.transaccionId) + ",\"fecha\":\"" + *sql_de(plan.fecha) + "\"}";
}

}  // namespace

void aplicar(Escritura& db, Sellado const& sellado) {
    auto const& plan = *sellado;
    auto const apartados = como_json(plan.apartados);
    if (!plan.avances.empty()) db.encolar(sql::avances_mover, {{"avances", como_json(plan.avances)}});
    if (!plan.existencias.empty() || !plan.apartados.empty()) {
        db.encolar(sql::existencias_mover, {{"movimientos", como_json(plan.existencias)}, {"apartados", apartados}});
        if (std::any_of(plan.apartados.begin(), plan.apartados.end(),
                        [](Reserva const& r) { return r.cantidad.es_negativo(); }))
            db.encolar(sql::apartados_soltar, {{"apartados", apartados}});
    }
    if (!plan.revertidas.empty())
        db.encolar(sql::aplicaciones_revertir, {{"ids", sql_de(plan.revertidas)}, {"fecha", sql_de(plan.fecha)}});
    if (plan.nuevo) guardar_documento(db, plan);
    if (plan.cancela)
        db.encolar(sql::documento_cancelar, {{"transaccionId", sql_de(plan.transaccionId)},
                                             {"estado", std::string(Enumeracion<Estado>(*plan.cancela).valor())},
                                             {"fecha", sql_de(plan.fecha)},
                                             {"motivo", plan.motivo}});
    if (!plan.apartados.empty()) db.encolar(sql::apartados_tomar, {{"apartados", apartados}});
    guardar_movimientos(db, plan);
    if (!plan.aplicaciones.empty())
        db.encolar(sql::aplicaciones_guardar, {{"aplicaciones", como_json(plan.aplicaciones)}});
    if (!plan.saldos.empty()) db.encolar(sql::saldos_mover, {{"saldos", como_json(plan.saldos)}});
    for (auto const& poliza : plan.polizas) db.al_final(sql::polizas_guardar, "polizas", con_origen(poliza, plan));
}

}  // namespace gestor
