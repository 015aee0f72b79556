#include "domain/motor/reliquidar.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "domain/motor/retenido_devuelto.hpp"

namespace gestor {
namespace {

Cubetas menos(Cubetas a, Cubetas const& b) {
    return a -= b;
}

void sumar(std::vector<ParteRetenida>& filas, std::span<ParteRetenida const> otras, bool resta) {
    for (auto const& o : otras) {
        auto f = std::find_if(filas.begin(), filas.end(),
                              [&](ParteRetenida const& x) { return x.consecutivo == o.consecutivo; });
        if (f == filas.end()) f = filas.insert(f, {o.consecutivo, {}, {}, {}});
        f->importe += resta ? -o.importe : o.importe;
        f->pesos += resta ? -o.pesos : o.pesos;
        f->flujo += resta ? -o.flujo : o.flujo;
    }
}

bool sin_impuestos(Cubetas const& c) {
    return c[Cubeta::iva16].es_cero() && c[Cubeta::iva8].es_cero() && c[Cubeta::ieps].es_cero() &&
           c[Cubeta::ivaRet].es_cero() && c[Cubeta::isrRet].es_cero();
}

Cubetas positivas(Cubetas c) {
    for (auto& x : c.valores) x = std::max(x, Dinero{});
    return c;
}

// A stretch that begins with so much.
Pendiente tramo_de(Cubetas const& partes, Cubetas const& pesos) {
    Pendiente p;
    p.nacer(partes, pesos);
    return p;
}

// The document on its way through what was registered.
struct Recorrido {
    DocumentoConNotas const* d;
    Cubetas pendiente = d->alNacer, pesos = d->alNacerMxn;
    Cubetas resto = d->partes, restoMxn = d->pesos;  // less what came back
    Cubetas declarado = d->heredado;
    Retenciones retenciones = d->retenciones;
    std::vector<Liquidada> notas{};
    std::vector<Dinero> totales{};  // of the notes

    void operator()(Tomado const& t) {
        pendiente -= t.partes, pesos -= t.pesos;
        declarado += t.flujo;
        std::vector<ParteRetenida> van;
        sumar(van, t.retenciones, true);
        retenciones.regresar(van);
    }
    void operator()(NotaDeDocumento const& n);
    std::vector<ParteRetenida> tomar(Cubetas const& partes, Cubetas const& en_pesos, Cubetas const& flujo,
                                     std::span<RetencionViva const> de = {}) {
        if (retenciones.filas().empty()) return {};
        return retenciones.tomar(partes, en_pesos, flujo, de);
    }
    bool alcanza(Cubetas const& despues) const;
    void deber(Liquidada& l, Dinero importe);
    void deber_lo_pagado();
    void terminar();
};

void Recorrido::operator()(NotaDeDocumento const& n) {
    Liquidada l;
    auto& t = l.toma;
    auto const debe = tramo_de(positivas(pendiente), positivas(pesos));
    auto const devuelto = repartir_devolucion({debe, d->tipoCambio, resto, restoMxn, declarado}, n.partes);
    l.impagas = devuelto.impagas;
    t.declarado = devuelto.declaradas;
    t.retenciones = tomar(l.impagas, devuelto.impagasMxn, {}, n.retenciones);
    pendiente -= l.impagas, pesos -= devuelto.impagasMxn;
    retenciones.otro_tramo();

    Dinero const credito = n.partes.total() - l.impagas.total();
    Dinero const libre = std::max(Dinero(credito - n.usado), Dinero{});
    auto const queda = tramo_de(positivas(pendiente), positivas(pesos));
    Dinero const abono = std::min(libre, queda.partes().total());
    l.saldo = libre - abono;
    Dinero const debido = std::max(Dinero(n.usado - credito), Dinero{});
    if (abono.es_positivo()) {
        l.abonadas = queda.partes_de(abono);
        t.flujo = queda.pesos_de(l.abonadas, d->tipoCambio, queda.pesos_de(abono, d->tipoCambio));
        sumar(t.retenciones, tomar(l.abonadas, t.flujo, t.flujo), false);
    }
    sumar(t.retenciones, retenido_devuelto(retenciones, t.declarado, n.retenciones), true);
    pendiente -= l.abonadas, pesos -= t.flujo;

    t.partes = l.impagas, t.pesos = devuelto.impagasMxn;
    t.partes += l.abonadas, t.pesos += t.flujo;
    declarado += menos(t.flujo, t.declarado);
    resto -= n.partes, restoMxn -= n.pesos;
    notas.push_back(std::move(l)), totales.push_back(n.partes.total());
    deber(notas.back(), debido);
}

// A debt of the document without taxes.
void Recorrido::deber(Liquidada& l, Dinero importe) {
    auto const en_pesos = de_una_parte(multiplicar<2>(importe, d->tipoCambio));
    l.debido += importe;
    l.toma.partes -= de_una_parte(importe), l.toma.pesos -= en_pesos, l.toma.flujo -= en_pesos;
    pendiente += de_una_parte(importe), pesos += en_pesos, declarado -= en_pesos;
}

// Whether what is owed covers what money takes of it later. (What has no tax may be owed by a note that comes later.)
bool Recorrido::alcanza(Cubetas const& despues) const {
    for (std::size_t i = 0; i < numero_cubetas; ++i)
        if (i != static_cast<std::size_t>(Cubeta::noAfecto) && pendiente.valores[i] < despues.valores[i]) return false;
    return true;
}

// Money that paid a debt that is no more, because a note gave too much and was given it back: the note has it in
// favour.
void Recorrido::deber_lo_pagado() {
    for (std::size_t i = 0; i < notas.size(); ++i) {
        Dinero const falta = -pendiente[Cubeta::noAfecto];
        if (!falta.es_positivo()) return;
        auto& l = notas[i];
        Dinero const cabe = std::min(falta, std::max(Dinero(totales[i] - l.saldo), Dinero{}));
        deber(l, cabe), l.saldo += cabe;
    }
}

// Nothing below 0, and nothing of what ended; the sum stays, the largest gives.
void acomodar(std::vector<Dinero>& filas, std::vector<bool> const& termina, Dinero total) {
    for (std::size_t i = 0; i < filas.size(); ++i)
        if (termina[i] || filas[i].es_negativo()) filas[i] = {};
    Dinero falta = total;
    for (auto const f : filas) falta -= f;
    while (!falta.es_cero()) {
        std::size_t mayor = filas.size();
        for (std::size_t i = 0; i < filas.size(); ++i)
            if (!termina[i] && (mayor == filas.size() || filas[i] > filas[mayor])) mayor = i;
        if (mayor == filas.size() || (falta.es_negativo() && filas[mayor].es_cero())) return;
        Dinero const cambio = std::max(falta, -filas[mayor]);
        filas[mayor] += cambio, falta -= cambio;
    }
}

// A part that is owed no more is nothing in pesos, either, and so it is of the rows that we withhold: the last note
// takes what rounding left.
void Recorrido::terminar() {
    if (notas.empty()) return;
    auto& t = notas.back().toma;
    if (pendiente.total().es_cero()) {  // all is paid; IEPS, which is in no sum, too, but for what came back of it
        Dinero const ieps = pendiente[Cubeta::ieps], suyo = std::min(ieps, resto[Cubeta::ieps]);
        if (suyo.es_positivo()) t.flujo[Cubeta::ieps] += prorratear(pesos[Cubeta::ieps], suyo, ieps);
        t.partes += pendiente, pendiente = {};
    }
    for (std::size_t i = 0; i < numero_cubetas; ++i)
        if (pendiente.valores[i].es_cero() || pesos.valores[i].es_negativo())
            t.pesos.valores[i] += pesos.valores[i], pesos.valores[i] = {};
    for (auto const& [impuesto, cubeta] : {std::pair{"002", Cubeta::ivaRet}, std::pair{"001", Cubeta::isrRet}}) {
        std::vector<RetencionViva const*> filas;
        std::vector<Dinero> importes, en_pesos;
        for (auto const& f : retenciones.filas())
            if (f.impuesto == impuesto)
                filas.push_back(&f), importes.push_back(f.pendiente), en_pesos.push_back(f.pendienteMxn);
        acomodar(importes, std::vector<bool>(filas.size()), pendiente[cubeta]);
        std::vector<bool> termina;
        for (auto const i : importes) termina.push_back(i.es_cero());
        acomodar(en_pesos, termina, pesos[cubeta]);
        for (std::size_t i = 0; i < filas.size(); ++i)
            sumar(t.retenciones,
                  std::array{ParteRetenida{filas[i]->consecutivo,
                                           filas[i]->pendiente - importes[i],
                                           filas[i]->pendienteMxn - en_pesos[i],
                                           {}}},
                  false);
    }
}

}  // namespace

std::vector<ParteRetenida> retenido_devuelto(Retenciones const& del_documento, Cubetas const& declarado,
                                             std::span<RetencionViva const> de_la_nota) {
    std::vector<ParteRetenida> van;
    for (auto const& [impuesto, cubeta] : {std::pair{"002", Cubeta::ivaRet}, std::pair{"001", Cubeta::isrRet}}) {
        Dinero todo, visto, repartido;
        for (auto const& f : de_la_nota)
            if (f.impuesto == impuesto) todo += f.importe;
        for (auto const& f : de_la_nota) {
            if (f.impuesto != impuesto) continue;
            visto += f.importe;
            Dinero const hasta = visto == todo ? declarado[cubeta] : prorratear(declarado[cubeta], visto, todo);
            for (auto const& propia : del_documento.filas())
                if (propia.impuesto == f.impuesto && propia.tipoRetencion == f.tipoRetencion && propia.tasa == f.tasa &&
                    propia.noAcreditable == f.noAcreditable)
                    sumar(van, std::array{ParteRetenida{propia.consecutivo, {}, {}, hasta - repartido}}, false);
            repartido = hasta;
        }
    }
    return van;
}

Tomado& Tomado::operator+=(Tomado const& otro) {
    partes += otro.partes, pesos += otro.pesos, flujo += otro.flujo, declarado += otro.declarado;
    sumar(retenciones, otro.retenciones, false);
    return *this;
}
Tomado& Tomado::operator-=(Tomado const& otro) {
    partes -= otro.partes, pesos -= otro.pesos, flujo -= otro.flujo, declarado -= otro.declarado;
    sumar(retenciones, otro.retenciones, true);
    return *this;
}
bool Tomado::es_nada() const {
    for (auto const& r : retenciones)
        if (!r.importe.es_cero() || !r.pesos.es_cero() || !r.flujo.es_cero()) return false;
    return partes == Cubetas{} && pesos == Cubetas{} && sin_impuestos(flujo) && sin_impuestos(declarado);
}

// A note that leaves less than what money took later comes after that money: what was paid is paid.
std::vector<Liquidada> reliquidar(DocumentoConNotas const& documento) {
    Recorrido r{&documento};
    Tomado despues;
    for (auto const& m : documento.registro)
        if (auto const* t = std::get_if<Tomado>(&m)) despues += *t;
    bool adelantado = false;
    for (auto m = documento.registro.begin(); m != documento.registro.end(); ++m) {
        if (auto const* t = std::get_if<Tomado>(&*m)) {
            if (!adelantado) r(*t), despues -= *t;
            continue;
        }
        auto const antes = r;
        r(std::get<NotaDeDocumento>(*m));
        if (adelantado || r.alcanza(despues.partes)) continue;
        r = antes;
        r(despues);
        adelantado = true;
        r(std::get<NotaDeDocumento>(*m));
    }
    r.deber_lo_pagado();
    r.terminar();
    return std::move(r.notas);
}

}  // namespace gestor
