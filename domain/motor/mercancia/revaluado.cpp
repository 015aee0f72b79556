#include "domain/motor/mercancia/revaluado.hpp"

#include <algorithm>

#include "domain/motor/mercancia/rastro.hpp"

namespace gestor {

namespace {

// Whether the serial number, or enough of the lot, is still in stock: the layer may still be there while the serial
// number left with another layer.
bool identificado(Existencias const& e, PlanDocumento const& plan, MovimientoStock const& m) {
    auto const aqui = [&](auto const& x) {
        return x.productoId == m.productoId && x.almacenId.valor() == m.almacenId.valor();
    };
    if (!m.serie.vacio())
        return std::any_of(e.series.begin(), e.series.end(),
                           [&](SerieEnAlmacen const& x) { return aqui(x) && x.serie == m.serie; });
    if (m.lote.vacio()) return true;
    Cantidad queda;
    for (auto const& x : e.lotes)
        if (aqui(x) && x.lote == m.lote) queda += x.cantidad;
    for (auto const& x : plan.existencias)
        if (aqui(x) && x.lote == m.lote && !x.transito) queda += x.cantidad;
    return !queda.es_negativo();
}

}  // namespace

void exigir_mercancia(Existencias const& e, PlanDocumento const& plan) {
    for (auto const& actual : e.actuales) {
        Cantidad cantidad = actual.cantidad;
        Cantidad menor = e.minimo(actual.almacenId, actual.productoId);
        Dinero valor = actual.valor;
        bool capas = true;
        for (auto const& m : plan.existencias) {
            if (m.transito || m.almacenId != actual.almacenId || m.productoId != actual.productoId) continue;
            cantidad += m.cantidad, menor += m.cantidad, valor += m.valor;
            if (m.cantidad.es_positivo()) continue;
            auto const capa = std::find_if(e.capas.begin(), e.capas.end(),
                                           [&](CapaAbierta const& c) { return c.capaId.valor() == m.capaId.valor(); });
            capas = capas && capa != e.capas.end() && capa->restante >= -m.cantidad && capa->valor >= -m.valorCapa &&
                    (capa->restante > -m.cantidad || capa->valor == -m.valorCapa) && identificado(e, plan, m);
        }
        if (!capas || menor.es_negativo() || valor.es_negativo() || (cantidad.es_cero() && !valor.es_cero()))
            throw Problema(codigo::existencia_insuficiente,
                           "la mercancía de " + actual.codigo.valor() + " que entró con el documento ya se movió");
    }
}

Revaluado::Revaluado(PlanDocumento& plan) {
    auto const es = [](MovimientoStock const& m) { return m.cantidad.es_cero(); };
    for (auto const& m : plan.existencias) {
        if (!es(m)) continue;
        (m.transito ? en_camino_ : en_almacen_) += m.valor;
        Id const capa(m.capaId.valor());
        auto suya = std::find_if(piezas_.begin(), piezas_.end(), [&](Pieza const& p) {
            return p.numeroPartida == m.numeroPartida.valor() && p.capas[0] == capa;
        });
        if (suya == piezas_.end()) {
            Pieza p;
            p.numeroPartida = static_cast<int>(m.numeroPartida.valor());
            p.almacenId = m.almacenId, p.productoId = m.productoId, p.rumbo = Rumbo::se_revalua;
            p.capas = {capa};
            suya = piezas_.insert(suya, std::move(p));
        }
        suya->valor += m.valor;
    }
    std::erase_if(plan.existencias, es);
}

void Revaluado::desde(Id movimiento) {
    for (auto& p : piezas_) p.movimientoId = movimiento;
}

void Revaluado::regreso(Pieza pieza, Cuenta const& cuenta) {
    pieza.rumbo = Rumbo::se_revalua;
    regresado_.push_back({cuenta, -pieza.valor});
    piezas_.push_back(std::move(pieza));
}

void Revaluado::ido(Id almacen, Id producto, Dinero importe) {
    auto const suya = std::find_if(piezas_.begin(), piezas_.end(),
                                   [&](Pieza const& p) { return p.almacenId == almacen && p.productoId == producto; });
    if (suya == piezas_.end()) return;
    suya->valor += importe;
    regresado_.push_back({{"COSTO_VENTAS"}, -importe});
}

namespace {

// Quantity that bore the change of value: the stock of its layers and their exits since. At average cost the warehouse
// gives back its own share, and later exits do not reduce it.
Cantidad de_entonces(Existencias const& e, Pieza const& p) {
    auto const suya = [&](Id capa) { return std::find(p.capas.begin(), p.capas.end(), capa) != p.capas.end(); };
    Cantidad suma;
    if (e.es_promedio(p)) {
        suma = e.de(p.almacenId, p.productoId).cantidad;
    } else {
        for (auto const& c : e.capas)
            if (suya(c.capaId)) suma += c.restante;
        for (auto const& c : e.enCamino)
            if (suya(c.capaId)) suma += c.restante;
        for (auto const& c : p.consumos) suma += c.cantidad;
    }
    return suma.es_cero() ? Cantidad::de_entero(1) : suma;
}

}  // namespace

void Revaluado::regresar(Existencias& e, std::span<Pieza> todas, std::size_t primera, PlanDocumento& plan) const {
    if (piezas_.empty()) return;
    auto& poliza = plan.polizas.at(0);
    Dinero almacen, camino;
    auto const regresar_una = [&](Pieza& p) {
        p.cantidad = de_entonces(e, p);
        Dinero cambio;
        for (auto const& m : e.revaluacion(p)) {
            (m.transito ? camino : almacen) += m.valor;
            cambio += m.valor;
            plan.existencias.push_back(m);
        }
        for (auto const& c : repartir_consumo(p, p.valor - cambio, e.es_promedio(p), todas, plan))
            poliza.debe(c.cuenta, c.importe);
    };
    // Reverse order: a layer that a later change took to 0 recovers that change first, and can then give back an
    // earlier one.
    auto const propias = todas.subspan(primera, piezas_.size());
    std::for_each(propias.rbegin(), propias.rend(), regresar_una);
    auto const regresadas = todas.subspan(primera + piezas_.size());
    std::for_each(regresadas.begin(), regresadas.end(), regresar_una);
    for (auto const& c : regresado_) poliza.debe(c.cuenta, c.importe);
    poliza.debe({"INVENTARIO"}, almacen - en_almacen_);
    poliza.debe({"INV_TRANSITO"}, camino - en_camino_);
}

}  // namespace gestor
