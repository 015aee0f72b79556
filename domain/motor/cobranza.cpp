#include "domain/motor/cobranza.hpp"

#include <algorithm>

#include "domain/motor/consultas_motor.hpp"

namespace gestor {
namespace {

Caudal caudal_de(DocumentoBloqueado const& fuente) {
    auto const* tipo = tipo_de_objeto(fuente.objId.valor());
    return tipo == nullptr ? Caudal::ninguno : tipo->caudal;
}

// Of what has been applied so far and this, at the document's rate, what this adds: it cannot drift.
Dinero en_pesos(DocumentoBloqueado const& d, Dinero previo, Dinero importe, Cubetas const& aplicado) {
    Dinero const hasta = multiplicar<2>(previo + importe, d.tipoCambio);
    return hasta - aplicado.total();
}

}  // namespace

std::vector<DocumentoBloqueado> bloquear_documentos(Escritura& db, std::vector<Id> const& ids) {
    if (ids.empty()) return {};
    return db.lista<DocumentoBloqueado>(sql::documentos_bloquear, {{"ids", sql_de(ids)}});
}

std::vector<AplicacionGuardada> aplicaciones_de(Escritura& db, std::vector<Id> const& ids) {
    if (ids.empty()) return {};
    return db.lista<AplicacionGuardada>(sql::aplicaciones_activas, {{"ids", sql_de(ids)}});
}

Cartera::Cartera(std::vector<DocumentoBloqueado> documentos, std::vector<AplicacionGuardada> const& aplicaciones)
    : documentos_(std::move(documentos)) {
    for (auto const& a : aplicaciones) {
        auto& destino = usado_[a.destinoId];
        auto& fuente = usado_[a.fuenteId];
        if (a.tipo != "Cobro") continue;
        if (a.devolucion) {
            destino.documento.devoluciones += a.importeDestino;
            destino.documento.devueltas += a.cubetas;
            destino.pesos.devueltas += a.pesos.value_or(Cubetas{});
        } else {
            destino.documento.importe += a.importeDestino;
            destino.documento.cubetas += a.cubetas;
            destino.pesos.cubetas += a.pesos.value_or(Cubetas{});
        }
        if (a.flujo) fuente.flujo += a.flujo->total();
        if (a.fuentePesos) fuente.anticipo += *a.fuentePesos;
    }
}

namespace {

// What was collected of the notes that an invoice was made of counts as collected of it; the money itself is counted
// where it was applied.
void heredar(Escritura& db, std::vector<AplicacionGuardada>& aplicaciones) {
    std::map<Id, Id> factura_de;
    std::vector<Id> notas;
    for (auto const& a : aplicaciones)
        if (a.tipo == "Heredado" && factura_de.emplace(a.fuenteId, a.destinoId).second) notas.push_back(a.fuenteId);
    for (auto a : aplicaciones_de(db, notas)) {
        auto const nota = factura_de.find(a.destinoId);
        if (a.tipo != "Cobro" || nota == factura_de.end()) continue;
        a.destinoId = nota->second;
        a.flujo.reset(), a.fuentePesos.reset();
        aplicaciones.push_back(a);
    }
}

}  // namespace

Cartera Cartera::cargar(Escritura& db, std::vector<Id> const& ids) {
    auto documentos = bloquear_documentos(db, ids);
    auto aplicaciones = aplicaciones_de(db, ids);
    heredar(db, aplicaciones);
    return {std::move(documentos), aplicaciones};
}

DocumentoBloqueado* Cartera::buscar(Id id) {
    auto const d = std::find_if(documentos_.begin(), documentos_.end(),
                                [&](DocumentoBloqueado const& x) { return x.transaccionId == id; });
    return d == documentos_.end() ? nullptr : &*d;
}

AplicacionNueva& Cartera::nueva(Cobro const& c, PlanDocumento& plan) {
    AplicacionNueva a;
    a.fuenteId = c.fuente;
    a.destinoId = c.destino;
    a.fecha = c.fecha;
    a.importeFuente = c.importeFuente;
    a.importeDestino = c.importe;
    a.tipoCambio = c.tipoCambio;
    plan.aplicaciones.push_back(a);
    return plan.aplicaciones.back();
}

// Its balance, and the state that follows from it; one row of the plan per document.
void Cartera::mover(DocumentoBloqueado& d, Dinero cambio, PlanDocumento& plan) {
    d.saldo += cambio;
    auto const* tipo = tipo_de_objeto(d.objId.valor());
    if (tipo != nullptr && tipo->saldo != nullptr) d.estado = estado_de_saldo(*tipo->saldo, d.saldo, d.total);
    for (auto& s : plan.saldos)
        if (s.transaccionId == d.transaccionId) {
            s.cambio += cambio;
            s.estado = d.estado;
            return;
        }
    plan.saldos.push_back({d.transaccionId, cambio, d.estado});
}

// The side of the source: what leaves it, in pesos; whoever takes the last of it takes the cents.
void Cartera::de_donde_sale(DocumentoBloqueado const& fuente, AplicacionNueva& a, Dinero importe, Poliza& poliza) {
    auto& u = usado_[a.fuenteId];
    bool const agota = importe == fuente.saldo;
    Dinero pesos = a.pesos->total();
    auto const caudal = caudal_de(fuente);
    if (caudal == Caudal::anticipo && fuente.cubetasMxn) {
        Cubetas parte = *fuente.cubetasMxn;
        if (agota)
            parte -= u.anticipo;
        else
            parte = escalar(parte, prorratear(parte.total(), importe, fuente.total));
        a.fuentePesos = parte;
        u.anticipo += parte;
        pesos = parte.total();
        poliza.debe({"ANTICIPO_CLIENTES"}, pesos - parte.iva());
        poliza.debe({"IVA_COBRADO"}, parte.iva());
    } else {
        Dinero const todo = multiplicar<2>(fuente.total, fuente.tipoCambio);
        pesos = agota ? todo - u.flujo : multiplicar<2>(importe, fuente.tipoCambio);
        if (caudal != Caudal::credito)
            poliza.debe({"ANTICIPO_CLIENTES"}, pesos);
        else if (pesos > a.pesos->total())  // both are customers': only the difference of their rates moves
            poliza.debe({"CLIENTES"}, pesos - a.pesos->total());
        else
            poliza.haber({"CLIENTES"}, a.pesos->total() - pesos);
    }
    a.flujo = escalar(a.cubetas, pesos);
    u.flujo += pesos;
}

AplicacionNueva const& Cartera::aplicar(Cobro const& c, PlanDocumento& plan, Poliza& poliza) {
    auto& destino = *buscar(c.destino);
    auto& fuente = *buscar(c.fuente);
    auto& u = usado_[c.destino];
    auto& a = nueva(c, plan);
    a.cubetas = prorratear_cobro(destino.cubetas.value_or(Cubetas{}), destino.total, u.documento, c.importe, c.importe);
    u.pesos.importe = u.documento.importe;
    u.pesos.devoluciones = u.documento.devoluciones;
    a.pesos = prorratear_cobro(destino.cubetasMxn.value_or(Cubetas{}), destino.total, u.pesos, c.importe,
                               en_pesos(destino, u.documento.importe, c.importe, u.pesos.cubetas));
    de_donde_sale(fuente, a, c.importeFuente, poliza);
    poliza.debe({"IVA_POR_COBRAR"}, a.pesos->iva());
    poliza.debe({"IEPS_POR_COBRAR"}, (*a.pesos)[Cubeta::ieps]);
    if (caudal_de(fuente) != Caudal::credito) poliza.haber({"CLIENTES"}, a.pesos->total());
    poliza.haber({"IVA_COBRADO"}, a.flujo->iva());
    poliza.haber({"IEPS_COBRADO"}, (*a.flujo)[Cubeta::ieps]);
    poliza.diferencia_cambiaria();
    u.documento.importe += c.importe;
    u.documento.cubetas += a.cubetas;
    u.pesos.cubetas += *a.pesos;
    mover(destino, -c.importe, plan);
    mover(fuente, -c.importeFuente, plan);
    return a;
}

AplicacionNueva const& Cartera::devolver(Cobro const& c, Cubetas const& nota, Cubetas const& notaMxn,
                                         PlanDocumento& plan) {
    auto& destino = *buscar(c.destino);
    auto& u = usado_[c.destino];
    auto& a = nueva(c, plan);
    a.cubetas = prorratear_devolucion(destino.cubetas.value_or(Cubetas{}), destino.total, u.documento, c.importe,
                                      c.importe, nota);
    u.pesos.importe = u.documento.importe;
    u.pesos.devoluciones = u.documento.devoluciones;
    a.pesos = prorratear_devolucion(destino.cubetasMxn.value_or(Cubetas{}), destino.total, u.pesos, c.importe,
                                    en_pesos(destino, u.documento.devoluciones, c.importe, u.pesos.devueltas), notaMxn);
    a.flujo = a.pesos;
    usado_[c.fuente].flujo += a.flujo->total();
    u.documento.devoluciones += c.importe;
    u.documento.devueltas += a.cubetas;
    u.pesos.devueltas += *a.pesos;
    mover(destino, -c.importe, plan);
    mover(*buscar(c.fuente), -c.importeFuente, plan);
    return a;
}

void Cartera::traspasar(Id fuente, Id destino, Dinero importe, bool heredado, FechaHora fecha, PlanDocumento& plan) {
    if (importe.es_cero()) return;
    Cobro c;
    c.fuente = fuente, c.destino = destino, c.fecha = fecha;
    c.importe = c.importeFuente = importe;
    auto& a = nueva(c, plan);
    a.tipo = heredado ? decltype(a.tipo)("Heredado") : decltype(a.tipo)("Traspaso");
    mover(*buscar(destino), -importe, plan);
}

void Cartera::marcar_facturada(DocumentoBloqueado& nota, PlanDocumento& plan) {
    mover(nota, {}, plan);  // a row of the plan, even when nothing was owed
    nota.estado = Estado::Facturado;
    for (auto& s : plan.saldos)
        if (s.transaccionId == nota.transaccionId) s.estado = nota.estado;
}

void Cartera::facturar(Id nota, Id factura, FechaHora fecha, PlanDocumento& plan) {
    auto& n = *buscar(nota);
    Dinero const cobrado = n.total - n.saldo;
    traspasar(factura, nota, n.saldo, false, fecha, plan);
    traspasar(nota, factura, cobrado, true, fecha, plan);
    marcar_facturada(n, plan);
}

void Cartera::desheredar(AplicacionGuardada const& heredado, Dinero importe, FechaHora fecha, PlanDocumento& plan) {
    auto& nota = *buscar(heredado.fuenteId);
    auto& factura = *buscar(heredado.destinoId);
    mover(nota, importe, plan);
    mover(factura, heredado.importeDestino, plan);
    traspasar(factura.transaccionId, nota.transaccionId, importe, false, fecha, plan);
    traspasar(nota.transaccionId, factura.transaccionId, heredado.importeDestino - importe, true, fecha, plan);
    marcar_facturada(nota, plan);
}

}  // namespace gestor
