#include "domain/motor/escritura/etapas.hpp"

#include <algorithm>
#include <stdexcept>

#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/mercancia/rastro.hpp"

namespace gestor {
namespace {

// Locks documents by ascending id, as every writer does. Unknown ids are left out.
std::vector<DocumentoBloqueado> bloquear_documentos(Escritura& db, std::vector<Id> const& ids) {
    if (ids.empty()) return {};
    return con_retenciones(db, db.lista<DocumentoLeido, sql::documentos_bloquear>("ids"_es(ids)));
}

}  // namespace

EnPeriodo EnPeriodo::entrar(Escritura& db, Contexto const& c) {
    exigir_sin_repetir(c);
    auto const periodo = entrar(db, c.fecha, c.ahora);
    if (c.movil)
        for (auto const* area : documentos_por_area())
            if (auto const fechar = area->guardias.fechar) fechar(db, *c.almacenId.id(), c.fecha.fecha());
    return periodo;
}

void EnPeriodo::reservar(Escritura& db, std::vector<Fecha> dias) {
    std::ranges::sort(dias);
    for (auto const dia : dias) db.consultar<sql::periodo_bloquear>("fecha"_es(dia));
}

EnPeriodo EnPeriodo::entrar(Escritura& db, FechaHora fecha, FechaHora ahora) {
    exigir_periodo_abierto(db, fecha.fecha(), ahora.fecha());
    return {db, fecha.fecha()};
}

EnPeriodo EnPeriodo::sin_asentar(Escritura& db, Contexto const& c) {
    exigir_sin_repetir(c);
    return {db, c.fecha.fecha()};
}

ConContraparte EnPeriodo::contraparte(IdOCero contacto) && {
    if (contacto.presente()) db_.consultar<sql::contacto_bloquear>("contactoId"_es(contacto));
    return {db_, dia_};
}

ConContraparte EnPeriodo::sin_contraparte() && {
    return {db_, dia_};
}

ConDocumentos ConContraparte::documentos(std::vector<Id> const& ids) && {
    return {db_, dia_, Cartera(bloquear_documentos(db_, ids))};
}

ConDocumentos ConDocumentos::guardados(Escritura& db, FechaHora fecha, FechaHora ahora, std::vector<Id> const& ids) {
    return EnPeriodo::entrar(db, fecha, ahora).sin_contraparte().documentos(ids);
}

ConDocumentos ConDocumentos::guardados(Escritura& db, std::vector<Id> const& ids) {
    return {db, {}, Cartera(bloquear_documentos(db, ids))};
}

DocumentoBloqueado& ConDocumentos::tambien(Id id) {
    if (cartera.buscar(id) == nullptr) cartera.agregar(bloquear_documentos(db_, {id}).at(0));
    return *cartera.buscar(id);
}

std::vector<EnCamino> ConDocumentos::en_camino(Id id) {
    return db_.lista<EnCamino, sql::en_camino>("transaccionId"_es(tambien(id).transaccionId));
}

Existencias ConDocumentos::existencias(std::vector<Pieza> piezas, std::span<ApartadoDePedido const> apartados) && {
    for (auto const& a : apartados) {
        Pieza p;
        p.almacenId = a.almacenId, p.productoId = a.productoId;
        piezas.push_back(std::move(p));
    }
    return Existencias::cargar(db_, piezas, dia_);
}

// Goods are followed again after the lock, because another transaction may move them until their rows are locked.
Existencias ConDocumentos::siguiendo(std::vector<Pieza>& piezas, std::span<Pieza const> mas) && {
    std::vector<Pieza> const otras(mas.begin(), mas.end());
    auto rastro = seguir(db_, piezas), de_otras = seguir(db_, otras);
    auto bloqueadas = piezas;
    bloqueadas.insert(bloqueadas.end(), otras.begin(), otras.end());
    auto const bloqueada = [&](Pieza const& l) {
        return std::ranges::any_of(
            bloqueadas, [&](Pieza const& b) { return b.almacenId == l.almacenId && b.productoId == l.productoId; });
    };
    for (;;) {
        for (auto const* r : {&rastro, &de_otras}) {
            bloqueadas.insert(bloqueadas.end(), r->lugares.begin(), r->lugares.end());
            for (auto const& c : r->enCamino) tambien(c.envioId);
        }
        auto e = Existencias::cargar(db_, bloqueadas, dia_);
        rastro = seguir(db_, piezas), de_otras = seguir(db_, otras);
        if (!std::ranges::all_of(rastro.lugares, bloqueada) || !std::ranges::all_of(de_otras.lugares, bloqueada))
            continue;
        piezas = std::move(rastro.piezas);
        e.enCamino = std::move(rastro.enCamino);
        return e;
    }
}

Existencias ConDocumentos::de(std::vector<Pieza>& piezas, std::span<ApartadoDePedido const> apartados,
                              std::span<Pieza const> mas) && {
    auto const se_sigue = [](Pieza const& p) { return !p.capas.empty(); };
    if (std::ranges::any_of(piezas, se_sigue) || std::ranges::any_of(mas, se_sigue))
        return std::move(*this).siguiendo(piezas, mas);
    auto todas = piezas;
    todas.insert(todas.end(), mas.begin(), mas.end());
    return std::move(*this).existencias(std::move(todas), apartados);
}

Existencias ConDocumentos::apartados(std::vector<Pieza> const& piezas) && {
    return Existencias::bloquear(db_, piezas);
}

Sellado sellar(PlanDocumento plan) {
    plan.exigir_cuadre();
    return Sellado(std::move(plan));
}

namespace {

void cobrar(std::span<Cartera::Aplicacion const> aplicaciones, Cartera& cartera, PlanDocumento& plan) {
    for (auto const& c : aplicaciones) {
        if (plan.polizas.empty()) plan.polizas.emplace_back();
        cartera.aplicar(c, plan, plan.polizas.front());
        if (plan.polizas.front().lineas.empty()) plan.polizas.clear();  // amounts below half a cent leave no line
    }
}

}  // namespace

Sellado planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Emision e, Cartera& cartera) {
    auto plan = planificar(tipo, nacimiento, std::move(e.hechos));
    Id const id = plan.transaccionId;
    for (auto& o : e.origenes) o.documento.avanzar(o.avances, plan);
    for (auto const& m : e.mudanzas) plan.saldos.push_back({{}, m.transaccionId, {}, m.hasta});
    if (nacimiento.hasta == segun_saldo)
        cartera.agregar(por_aplicar(plan));
    else
        cartera.agregar(por_aplicar(plan), e.aplicaciones);
    for (auto const& n : e.notas) cartera.facturar(n.id, id, n.devuelto, plan.fecha, plan);
    if (e.rebaja) cartera.rebajar(id, e.rebaja->venta, e.rebaja->partes, e.rebaja->pesos, plan.fecha, plan);
    if (auto const& p = e.perdida)
        cartera.perder(id, p->venta, {p->partes.total(), p->partes, p->pesos}, plan.fecha, plan);
    cobrar(e.aplicaciones, cartera, plan);
    return sellar(std::move(plan));
}

Sellado planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Emision e) {
    Cartera ninguna;
    return planificar(tipo, nacimiento, std::move(e), ninguna);
}

Sellado reescritura(TipoDocumento const& tipo, DocumentoNuevo documento, bool partidas_nuevas) {
    bool const efectos = std::any_of(tipo.nacimientos.begin(), tipo.nacimientos.end(), [](Nacimiento const* n) {
        return n->efectos.existencia != Stock::nada || n->efectos.poliza != nullptr || n->hasta == segun_saldo;
    });
    if (efectos) throw std::logic_error("un documento con efectos no se reescribe");
    PlanDocumento plan;
    plan.transaccionId = documento.cabecera.transaccionId;
    plan.fecha = documento.cabecera.fecha;
    plan.reescrito = std::move(documento);
    plan.partidasNuevas = partidas_nuevas;
    return sellar(std::move(plan));
}

Sellado asignacion(Id fuente, FechaHora fecha, std::span<Cartera::Aplicacion const> aplicaciones, Cartera& cartera) {
    PlanDocumento plan;
    plan.transaccionId = fuente;
    plan.fecha = fecha;
    cobrar(aplicaciones, cartera, plan);
    return sellar(std::move(plan));
}

void reescribir(Escritura& db, TipoDocumento const& tipo, DocumentoNuevo documento, bool partidas_nuevas) {
    aplicar(db, reescritura(tipo, std::move(documento), partidas_nuevas));
}

Sellado asignar(Escritura& db, Id fuente, FechaHora fecha, std::span<Cartera::Aplicacion const> aplicaciones,
                Cartera& cartera) {
    auto plan = asignacion(fuente, fecha, aplicaciones, cartera);
    aplicar(db, plan);
    return plan;
}

}  // namespace gestor
