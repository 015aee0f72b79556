#include "domain/motor/cancelar.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "domain/motor/consultas_motor.hpp"

namespace gestor {

struct MovimientoDePoliza {
    Id polizaId;
    TipoPoliza tipo;
    IdOCero cuentaId;
    Dinero debe;
    Dinero haber;
};
DTO(MovimientoDePoliza, polizaId, tipo, cuentaId, debe, haber)

struct SoloId {
    Id id;
};
DTO(SoloId, id)

namespace {

// Stock rows are locked before they move; what an entry brought must still be there, and worth no less.
void exigir_mercancia(Escritura& db, PlanDocumento const& plan) {
    std::vector<Pieza> piezas;
    for (auto const& m : plan.existencias) {
        Pieza p;
        p.almacenId = m.almacenId, p.productoId = m.productoId;
        piezas.push_back(std::move(p));
    }
    for (auto const& r : plan.apartados) {
        Pieza p;
        p.almacenId = r.almacenId, p.productoId = r.productoId;
        piezas.push_back(std::move(p));
    }
    auto const e = Existencias::cargar(db, piezas, plan.fecha.fecha());
    for (auto const& actual : e.actuales) {
        Cantidad cantidad = actual.cantidad;
        Cantidad menor = e.minimo(actual.almacenId, actual.productoId);
        Dinero valor = actual.valor;
        bool capas = true;
        for (auto const& m : plan.existencias) {
            if (m.almacenId != actual.almacenId || m.productoId != actual.productoId) continue;
            cantidad += m.cantidad, menor += m.cantidad, valor += m.valor;
            if (!m.cantidad.es_negativo()) continue;
            auto const capa = std::find_if(e.capas.begin(), e.capas.end(),
                                           [&](CapaAbierta const& c) { return c.capaId.valor() == m.capaId.valor(); });
            capas = capas && capa != e.capas.end() && capa->restante >= -m.cantidad;
        }
        if (!capas || menor.es_negativo() || valor.es_negativo() || (cantidad.es_cero() && !valor.es_cero()))
            throw Problema(codigo::existencia_insuficiente,
                           "la mercancía de " + actual.codigo.valor() + " que entró con el documento ya se movió");
    }
}

DocumentoBloqueado* bloqueado(Escritura& db, Cartera& cartera, Id id) {
    if (cartera.buscar(id) == nullptr)  // applied while we waited: a deadlock here is simply tried again
        cartera.agregar(bloquear_documentos(db, {id}).at(0));
    return cartera.buscar(id);
}

// What was collected of a note, and no longer is, its invoice is owed. Returns the invoice.
Id recuperar_factura(Escritura& db, Cartera& cartera, Id nota, Partes const& partes, PlanDocumento& plan) {
    Id factura;
    for (auto const& a : aplicaciones_de(db, {nota})) {
        if (a.tipo == "Traspaso" && a.destinoId == nota) factura = a.fuenteId;
        if (a.tipo != "Heredado" || a.fuenteId != nota) continue;
        factura = a.destinoId;
        if (!partes.caben_en(Partes::de(a))) continue;
        bloqueado(db, cartera, factura);
        plan.revertidas.push_back(a.aplicacionId);
        cartera.desheredar(a, partes, plan.fecha, plan);
        return factura;
    }
    if (!factura.valor()) throw std::logic_error("una nota facturada y cobrada no tiene factura");
    // It, or a part of it, paid for what came back before, of which there is a credit.
    throw Problema(codigo::estado_invalido,
                   "pagó una nota que se devolvió en parte antes de facturarla; cancele primero la factura " +
                       bloqueado(db, cartera, factura)->folio.valor());
}

void recuperar_pedidos(Escritura& db, Cartera& cartera, PlanDocumento& plan) {
    auto avances = std::move(plan.avances);
    plan.avances.clear();
    while (!avances.empty()) {
        auto const id = avances.front().transaccionId;
        std::vector<Avance> suyos;
        for (auto const& a : avances)
            if (a.transaccionId == id) suyos.push_back(a);
        std::erase_if(avances, [&](Avance const& a) { return a.transaccionId == id; });
        PedidoAbierto::cargar(db, *bloqueado(db, cartera, id)).avanzar(suyos, plan);
    }
}

}  // namespace

PlanDocumento efectos_guardados(Escritura& db, Id id) {
    PlanDocumento plan;
    plan.transaccionId = id;
    Valores const cual{{"transaccionId", sql_de(id)}};
    plan.existencias = db.lista<MovimientoStock>(sql::movimientos_guardados, cual);
    plan.apartados = db.lista<Reserva>(sql::apartados_guardados, cual);
    plan.avances = db.lista<Avance>(sql::avances_guardados, cual);
    Id ultima;
    for (auto const& m : db.lista<MovimientoDePoliza>(sql::polizas_guardadas, cual)) {
        if (m.polizaId != ultima) plan.polizas.push_back({m.tipo, m.polizaId, {}});
        ultima = m.polizaId;
        plan.polizas.back().lineas.push_back({{}, m.cuentaId, m.debe, m.haber});
    }
    return plan;
}

Cancelado cancelar(Escritura& db, Sesion const& sesion, Id id, std::span<TipoDocumento const* const> tipos,
                   std::string motivo, std::string_view bloqueos,
                   std::function<void(DocumentoBloqueado const&)> const& antes) {
    std::vector<Id> ids{id};
    for (auto const& otro : db.lista<SoloId>(sql::cancelar_alcance, {{"transaccionId", sql_de(id)}}))
        ids.push_back(otro.id);
    auto const momento = momento_de(db, ids);
    if (!momento) throw Problema(codigo::no_encontrado, "no existe el documento con ese identificador");
    Fallas ninguna;
    auto const fecha = fechar({}, momento->ahora, momento->antes, ninguna);
    exigir_periodo_abierto(db, fecha.fecha(), momento->ahora.fecha());  // the first lock, always
    auto cartera = Cartera::cargar(db, ids);
    auto* propio = cartera.buscar(id);
    TipoDocumento const* tipo = nullptr;
    for (auto const* t : tipos)  // a document of purchases may have the number of one of sales, never its table
        if (propio != nullptr && propio->objId.valor() == t->obj_id && propio->origen != "Compra") tipo = t;
    if (tipo == nullptr) throw Problema(codigo::no_encontrado, "no existe el documento con ese identificador");
    transicion(*tipo, *propio, AccionDocumento::cancelar, sesion);
    if (propio->estatusTimbrado == "CancelacionEnProceso")
        throw Problema(codigo::estado_invalido,
                       "la cancelación de " + propio->folio.valor() + " está en proceso ante el SAT")
            .con("accionesPermitidas", "[]");
    if (antes) antes(*propio);
    if (!bloqueos.empty())
        exigir_sin_documentos(db, bloqueos, {{"transaccionId", sql_de(id)}},
                              "otros documentos vigentes dependen de " + propio->folio.valor());

    bool const ajeno = propio->fechaApertura && tipo->caudal == Caudal::ninguno;
    if (ajeno && propio->saldo < propio->total)  // what was collected here is told above
        throw Problema(codigo::estado_invalido, "otro sistema cobró una parte de " + propio->folio.valor() +
                                                    " antes de que llegara aquí: no se puede cancelar")
            .con("accionesPermitidas", "[]");

    if (propio->estatusTimbrado == "Timbrado") {  // it stands until the tax authority says that it is cancelled
        db.encolar(sql::cancelacion_en_proceso, {{"transaccionId", sql_de(id)}, {"motivo", motivo}});
        return {*propio, {}};
    }

    auto plan = inverso(efectos_guardados(db, id), fecha, std::move(motivo));
    Cancelado cancelado{*propio, {}};
    std::map<Id, Partes> facturadas;  // notes that are invoices now: those are owed it
    for (auto const& a : aplicaciones_de(db, {id})) {
        bool const heredada = a.destinoId == id && a.tipo == "Heredado";
        if (a.fuenteId != id && !heredada) continue;
        plan.revertidas.push_back(a.aplicacionId);
        Id const otro = heredada ? a.fuenteId : a.destinoId;
        auto const* d = bloqueado(db, cartera, otro);
        bool const cobrado = a.tipo == "Cobro" || a.tipo == "Devolucion";
        if (cobrado && d->objId.valor() == nota_de_venta.obj_id && d->estado == Estado::Facturado) {
            facturadas[otro] += Partes::de(a);
            continue;
        }
        if (heredada) {  // what it was owed comes back with its own row, if there was any
            cartera.revisar(otro, plan);
            continue;
        }
        cartera.recuperar(a, plan);
        cancelado.afectados.push_back(otro);
    }
    for (auto const& [nota, partes] : facturadas)
        cancelado.afectados.push_back(recuperar_factura(db, cartera, nota, partes, plan));
    recuperar_pedidos(db, cartera, plan);
    for (auto const& libre : db.lista<SoloId>(sql::cotizaciones_libres, {{"transaccionId", sql_de(id)}}))
        plan.saldos.push_back({{}, libre.id, {}, Estado::Vigente});
    exigir_mercancia(db, plan);
    aplicar(db, plan);
    return cancelado;
}

}  // namespace gestor
