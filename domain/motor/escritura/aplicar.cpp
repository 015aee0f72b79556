// The only writer of documents, stock, layers, balances and pólizas.
#include <algorithm>
#include <map>

#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/escritura/etapas.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/escritura/tablas.hpp"
#include "domain/motor/tipo/recorte.hpp"
#include "domain/valores/json.hpp"

namespace gestor {
namespace {

template <std::string_view const& Sql, class T>
void mover(Escritura& db, Tabla const& tabla, std::vector<T> const& filas) {
    if (filas.empty()) return;
    Valores valores;
    tabla.ligar(valores, filas);
    db.encolar(usada<void, Sql, de_filas>(), std::move(valores));
}

// One row of each product in each warehouse: change of stock, reservations and transit.
std::vector<CambioExistencia> cambios_de(PlanDocumento const& plan) {
    std::map<std::pair<Id, Id>, CambioExistencia> todos;
    auto const de = [&](Id almacen, Id producto) -> CambioExistencia& {
        return todos.try_emplace({almacen, producto}, CambioExistencia{almacen, producto, {}, {}, {}, {}})
            .first->second;
    };
    for (auto const& m : plan.existencias) {
        auto& c = de(m.almacenId, m.productoId);
        if (m.transito)
            c.enTransito += m.cantidad;
        else
            c.cantidad += m.cantidad, c.valor += m.valor;
    }
    for (auto const& r : plan.apartados) de(r.almacenId, r.productoId).apartado += r.cantidad;
    std::vector<CambioExistencia> filas;
    for (auto const& [llave, cambio] : todos) filas.push_back(cambio);
    return filas;
}

void guardar_movimientos(Escritura& db, PlanDocumento const& plan) {
    if (plan.existencias.empty()) return;
    std::size_t nuevas = 0;
    for (auto const& m : plan.existencias) nuevas += m.capaId.presente() ? 0 : 1;
    std::vector<IdOCero> numeros;
    if (nuevas > 0)
        for (auto const& fila : db.consultar<sql::capas_numeros>("cuantas"_es(static_cast<std::int64_t>(nuevas))).filas)
            numeros.push_back(IdOCero::de_base(fila[0].value()));
    std::vector<MovimientoGuardado> filas;
    std::size_t siguiente = 0;
    for (auto const& m : plan.existencias) {
        auto& fila = filas.emplace_back(MovimientoGuardado{m, !m.capaId.presente()});
        if (fila.nueva) fila.capaId = numeros.at(siguiente++);
    }
    Valores valores{{"transaccionId", sql_de(plan.transaccionId)},
                    {"fecha", sql_de(plan.fecha)},
                    {"reversa", sql_de(Booleano(plan.cancela.has_value()))}};
    tablas::movimientos().ligar(valores, filas);
    Recorte recorte;
    auto const ninguno = [&](auto es) { return std::ranges::none_of(filas, es); };
    if (nuevas == 0) recorte.emplace_back("movimientos_capas", "");
    if (ninguno([](auto const& m) { return !m.serie.vacio(); })) recorte.emplace_back("movimientos_series", "");
    if (ninguno([](auto const& m) { return !m.lote.vacio(); })) recorte.emplace_back("movimientos_lotes", "");
    if (ninguno([](auto const& m) { return m.transito.valor(); })) recorte.emplace_back("movimientos_camino", "");
    db.encolar(recortada(usada<void, sql::movimientos_guardar, de_filas>(), recorte), std::move(valores));
}

// Parts of the statement without rows are left out, because PostgreSQL would prepare them too.
class Guardado {
public:
    Guardado(std::string sql, CabeceraNueva const& cabecera) : sql_(std::move(sql)) {
        valores_.emplace_back("numero", sql_de(cabecera.numero));
        tablas::cabecera().ligar(valores_, &cabecera);
    }
    template <class T>
    void filas(std::string_view hueco, Tabla const& tabla, std::vector<T> const& todas) {
        if (todas.empty()) return poner(hueco, "");
        tabla.ligar(valores_, todas);
    }
    void fila(std::string_view hueco, Tabla const& tabla, void const* una) {
        if (una == nullptr) return poner(hueco, "");
        tabla.ligar(valores_, una);
    }
    void partidas(DocumentoNuevo const& d) {
        filas("{filas_partidas}", tablas::partidas(), d.partidas);
        filas("{filas_impuestos}", tablas::impuestos(), d.impuestos);
        filas("{filas_series}", tablas::series(), d.series);
        filas("{filas_lotes}", tablas::lotes(), d.lotes);
    }
    void propias(std::vector<FilaPropia> const& todas) {
        std::string texto;
        for (auto const& p : todas) {
            texto += p.tabla->fila();
            valores_.insert(valores_.end(), p.valores.begin(), p.valores.end());
        }
        poner("{filas_propias}", texto);
    }
    void encolar(Escritura& db, std::string_view sin_filas) && { db.encolar(sql_, std::move(valores_), sin_filas); }

private:
    void poner(std::string_view hueco, std::string_view texto) { sql_.replace(sql_.find(hueco), hueco.size(), texto); }

    std::string sql_;
    Valores valores_;
};

// Whether the plan reserves goods for its new document alone: the reservations are stored in the statement of the
// document.
bool aparta_lo_suyo(PlanDocumento const& plan) {
    return plan.nuevo && !plan.apartados.empty() && std::ranges::all_of(plan.apartados, [&](Reserva const& r) {
               return r.transaccionId == plan.transaccionId && r.cantidad.es_positivo();
           });
}

void guardar_documento(Escritura& db, PlanDocumento const& plan) {
    auto const& d = *plan.nuevo;
    bool const aparta = aparta_lo_suyo(plan);
    Guardado g(std::string(usada<void, sql::documento_guardar, de_filas>()), d.cabecera);
    g.partidas(d);
    g.filas("{filas_retenciones}", tablas::retenciones(), d.retenciones);
    g.fila("{fila_banco}", tablas::banco(), d.banco ? &*d.banco : nullptr);
    g.filas("{filas_relaciones}", tablas::relaciones(), plan.relaciones);
    g.propias(d.propios);
    g.filas("{apartados_nuevos}", tablas::reservas(), aparta ? plan.apartados : std::vector<Reserva>{});
    g.filas("{existencias_apartadas}", tablas::existencias(),
            aparta ? cambios_de(plan) : std::vector<CambioExistencia>{});
    std::move(g).encolar(db, "no hay serie de folios para el documento");
}

// Lines are not compared: all old lines are deleted, all new lines inserted.
void reescribir_documento(Escritura& db, DocumentoNuevo const& d, bool partidas_nuevas) {
    constexpr std::string_view no_hay = "no hay documento que reescribir";
    Guardado(std::string(usada<void, sql::encabezado_reescribir, de_filas>()), d.cabecera).encolar(db, no_hay);
    if (!partidas_nuevas) return;
    db.encolar<sql::partidas_quitar>("transaccionId"_es(d.cabecera.transaccionId));
    Guardado g(std::string(usada<void, sql::partidas_reescribir, de_filas>()), d.cabecera);
    g.partidas(d);
    std::move(g).encolar(db, no_hay);
}

// A póliza with the id of its document.
std::string con_origen(Poliza const& poliza, PlanDocumento const& plan) {
    auto fila = como_json(poliza);
    fila.back() = ',';
    return fila + "\"transaccionId\":" + *sql_de(plan.transaccionId) + ",\"fecha\":\"" + *sql_de(plan.fecha) + "\"}";
}

}  // namespace

void aplicar(Escritura& db, Sellado const& sellado) {
    auto const& plan = *sellado;
    if (db.simulada()) db.planeado(plan.texto());
    Valores apartados;
    tablas::reservas().ligar(apartados, plan.apartados);
    mover<sql::avances_mover>(db, tablas::avances(), plan.avances);
    bool const aparte = !aparta_lo_suyo(plan);
    if (aparte && (!plan.existencias.empty() || !plan.apartados.empty())) {
        mover<sql::existencias_mover>(db, tablas::existencias(), cambios_de(plan));
        if (std::any_of(plan.apartados.begin(), plan.apartados.end(),
                        [](Reserva const& r) { return r.cantidad.es_negativo(); }))
            db.encolar(usada<void, sql::apartados_soltar, de_filas>(), apartados);
    }
    if (!plan.revertidas.empty())
        db.encolar<sql::aplicaciones_revertir>("ids"_es(plan.revertidas), "fecha"_es(plan.fecha));
    if (plan.nuevo) guardar_documento(db, plan);
    if (plan.reescrito) reescribir_documento(db, *plan.reescrito, plan.partidasNuevas);
    if (plan.cancela)
        db.encolar<sql::documento_cancelar>("transaccionId"_es(plan.transaccionId),
                                            "estado"_es(std::string(Enumeracion<Estado>(*plan.cancela).valor())),
                                            "fecha"_es(plan.fecha), "motivo"_es(plan.motivo));
    if (aparte && !plan.apartados.empty()) db.encolar(usada<void, sql::apartados_tomar, de_filas>(), apartados);
    guardar_movimientos(db, plan);
    if (!plan.costos.empty())
        db.encolar<sql::costos_agregar>("transaccionId"_es(plan.transaccionId), "costos"_es(como_json(plan.costos)));
    if (!plan.aplicaciones.empty())
        db.encolar<sql::aplicaciones_guardar>("aplicaciones"_es(como_json(plan.aplicaciones)));
    mover<sql::saldos_mover>(db, tablas::saldos(), plan.saldos);
    for (auto const& poliza : plan.polizas) db.al_final<sql::polizas_guardar, "polizas">(con_origen(poliza, plan));
}

}  // namespace gestor
