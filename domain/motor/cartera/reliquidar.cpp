#include "domain/motor/cartera/reliquidar.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "domain/motor/cartera/retenido_devuelto.hpp"

namespace gestor {
namespace {

constexpr std::pair<std::string_view, Cubeta> impuestos_retenidos[] = {{"002", Cubeta::ivaRet},
                                                                       {"001", Cubeta::isrRet}};

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

// A stretch that begins with these parts. Withheld tax alone is no debt: it lowers the sum below 0.
Pendiente tramo_de(Cubetas const& partes, Cubetas const& pesos) {
    Pendiente p;
    if (partes.total().es_positivo()) p.nacer(partes, pesos);
    return p;
}

// Recorrido: the document, replayed through its payments and notes.
struct Recorrido {
    DocumentoConNotas const* d;
    Cubetas pendiente = d->alNacer, pesos = d->alNacerMxn;
    Cubetas resto = d->partes, restoMxn = d->pesos;  // parts of the document less the returns so far
    Cubetas declarado = d->heredado;
    Retenciones retenciones = d->retenciones;
    std::vector<Liquidada> notas{};
    std::vector<Dinero> topes{};  // limit of each note's credit: its total less the credit used elsewhere
    Cubetas regresado{};          // returned share of parts that are pending but sum to no debt; it is not declared

    void operator()(Tomado const& t) {
        pendiente -= t.partes, pesos -= t.pesos;
        declarado += t.flujo;
        std::vector<ParteRetenida> van;
        sumar(van, t.retenciones, true);
        retenciones.regresar(van);
    }
    void operator()(NotaDeDocumento const& n);
    std::vector<ParteRetenida> tomar(Pendiente const& debe, Cubetas const& partes, Cubetas const& en_pesos,
                                     Cubetas const& flujo, std::span<RetencionViva const> de = {});
    Dinero abonar(Liquidada& l, Dinero credito);
    bool alcanza(Cubetas const& despues) const;
    void deber(Liquidada& l, Dinero importe);
    void deber_lo_pagado();
    void terminar();
};

void Recorrido::operator()(NotaDeDocumento const& n) {
    Liquidada l;
    auto& t = l.toma;
    auto const debe = tramo_de(positivas(pendiente), positivas(pesos));
    for (std::size_t i = 0; !debe.pendiente && i < numero_cubetas; ++i) {
        Dinero const queda = pendiente.valores[i] - regresado.valores[i], todo = resto.valores[i];
        if (queda.es_positivo() && todo.es_positivo())
            regresado.valores[i] += prorratear(queda, n.partes.valores[i], todo);
    }
    auto const devuelto = repartir_devolucion({debe, d->tipoCambio, resto, restoMxn, declarado}, n.partes);
    l.impagas = t.partes = devuelto.impagas, t.pesos = devuelto.impagasMxn;
    t.declarado = devuelto.declaradas;
    t.retenciones = tomar(debe, l.impagas, devuelto.impagasMxn, {}, n.retenciones);
    pendiente -= l.impagas, pesos -= devuelto.impagasMxn;
    retenciones.otro_tramo();

    Dinero const credito = n.partes.total() - l.impagas.total();
    Dinero const libre = std::max(Dinero(credito - n.usado), Dinero{});
    l.saldo = libre - abonar(l, libre);
    Dinero const debido = std::max(Dinero(n.usado - credito), Dinero{});
    sumar(t.retenciones, retenido_devuelto(retenciones, t.declarado, n.retenciones), true);
    declarado -= t.declarado;
    resto -= n.partes, restoMxn -= n.pesos;
    notas.push_back(std::move(l)), topes.push_back(n.partes.total() - n.usado);
    deber(notas.back(), debido);
}

// acomodar: makes the rows add up to `total`, each between 0 and its limit, and 0 when the row ends. The largest row
// gives or takes first; the largest row also takes the remainder that no row has room for.
void acomodar(std::vector<Dinero>& filas, std::vector<bool> const& termina, std::vector<Dinero> const& topes,
              Dinero total) {
    Dinero falta = total;
    std::vector<std::size_t> orden;
    for (std::size_t i = 0; i < filas.size(); ++i) {
        filas[i] = termina[i] ? Dinero{} : std::max(Dinero{}, std::min(filas[i], topes[i]));
        falta -= filas[i];
        if (!termina[i]) orden.push_back(i);
    }
    std::stable_sort(orden.begin(), orden.end(), [&](std::size_t a, std::size_t b) { return filas[a] > filas[b]; });
    for (auto const i : orden) {
        Dinero const cambio = std::max(-filas[i], std::min(falta, Dinero(topes[i] - filas[i])));
        filas[i] += cambio, falta -= cambio;
    }
    if (!orden.empty()) filas[orden.front()] += falta;
}

// Withheld rows are taken in the proportion in which their taxes are owed. A later payment, in pesos of its day, may
// leave a row below 0, so the rows are first fitted to the debt.
std::vector<ParteRetenida> Recorrido::tomar(Pendiente const& debe, Cubetas const& partes, Cubetas const& en_pesos,
                                            Cubetas const& flujo, std::span<RetencionViva const> de) {
    auto filas = retenciones.filas();
    if (filas.empty()) return {};
    for (auto const& [impuesto, cubeta] : impuestos_retenidos)
        for (auto const& [cual, suma] : {std::pair(&RetencionViva::pendiente, debe.partes()),
                                         std::pair(&RetencionViva::pendienteMxn, debe.pesos())}) {
            std::vector<Dinero> quedan;
            for (auto const& f : filas)
                if (f.impuesto == impuesto) quedan.push_back(f.*cual);
            std::vector<Dinero> const limites(quedan.size(), suma[cubeta]);
            acomodar(quedan, std::vector<bool>(quedan.size()), limites, suma[cubeta]);
            auto q = quedan.begin();
            for (auto& f : filas)
                if (f.impuesto == impuesto) f.*cual = *q++;
        }
    auto const van = Retenciones(std::move(filas)).tomar(partes, en_pesos, flujo, de);
    Tomado tomado;
    tomado.retenciones = van;
    (*this)(tomado);
    return van;
}

// The credit of the note pays the debt, up to the smaller of both; returns the amount paid.
Dinero Recorrido::abonar(Liquidada& l, Dinero credito) {
    auto const queda = tramo_de(positivas(pendiente), positivas(pesos));
    Dinero const abono = std::min(credito, queda.partes().total());
    if (!abono.es_positivo()) return {};
    Tomado t;
    t.partes = queda.partes_de(abono);
    t.pesos = t.flujo = queda.pesos_de(t.partes, d->tipoCambio, queda.pesos_de(abono, d->tipoCambio));
    t.retenciones = tomar(queda, t.partes, t.pesos, t.flujo);
    pendiente -= t.partes, pesos -= t.pesos, declarado += t.flujo;
    l.abonadas += t.partes, l.toma += t;
    return abono;
}

// The document owes `importe` again, without taxes.
void Recorrido::deber(Liquidada& l, Dinero importe) {
    auto const en_pesos = de_una_parte(multiplicar<2>(importe, d->tipoCambio));
    l.debido += importe;
    l.toma.partes -= de_una_parte(importe), l.toma.pesos -= en_pesos, l.toma.flujo -= en_pesos;
    pendiente += de_una_parte(importe), pesos += en_pesos, declarado -= en_pesos;
}

// Whether the debt covers the later payments, part by part; a later note may cover noAfecto.
bool Recorrido::alcanza(Cubetas const& despues) const {
    for (std::size_t i = 0; i < numero_cubetas; ++i)
        if (i != static_cast<std::size_t>(Cubeta::noAfecto) && pendiente.valores[i] < despues.valores[i]) return false;
    return true;
}

// A payment exceeds the debt when a note gave too much back: the note receives the excess as credit. Withheld tax
// lowers the debt, so only the amount that brings the sum to 0 is credited.
void Recorrido::deber_lo_pagado() {
    for (std::size_t i = 0; i < notas.size(); ++i) {
        Dinero const falta = -std::min(pendiente[Cubeta::noAfecto], pendiente.total());
        if (!falta.es_positivo()) return;
        auto& l = notas[i];
        Dinero const cabe = std::min(falta, std::max(Dinero(topes[i] - l.saldo), Dinero{}));
        deber(l, cabe), l.saldo += cabe;
    }
    // Cents are left that no note has room for: the last note adds them to the debt and pays them.
    Dinero const falta = notas.empty() ? Dinero{} : -pendiente[Cubeta::noAfecto];
    if (falta.es_positivo()) deber(notas.back(), falta), abonar(notas.back(), falta);
}

// The last note takes the rounding: a part without debt keeps no pesos and no withholding rows.
void Recorrido::terminar() {
    if (notas.empty()) return;
    auto& t = notas.back().toma;
    Cubetas flujo;
    if (pendiente.total().es_cero()) {  // all is paid, and so are parts that add up to 0, except their returned share
        for (std::size_t i = 0; i < numero_cubetas; ++i) {
            Dinero const parte = pendiente.valores[i];
            Dinero const suya = std::min(Dinero(parte - regresado.valores[i]), resto.valores[i]);
            if (suya.es_positivo()) flujo.valores[i] = prorratear(pesos.valores[i], suya, parte);
        }
        t.flujo += flujo, t.partes += pendiente, pendiente = {};
    }
    for (std::size_t i = 0; i < numero_cubetas; ++i)
        if (pendiente.valores[i].es_cero() || pesos.valores[i].es_negativo())
            t.pesos.valores[i] += pesos.valores[i], pesos.valores[i] = {};
    Recorrido sin_notas{d};  // pending amount of each row after the payments alone, without the notes: its limit
    for (auto const& m : d->registro)
        if (auto const* x = std::get_if<Tomado>(&m)) sin_notas(*x);
    for (auto const& [impuesto, cubeta] : impuestos_retenidos) {
        std::vector<RetencionViva const*> filas;
        std::vector<Dinero> importes, en_pesos, limites, limites_en_pesos;
        for (auto const& f : retenciones.filas())
            if (f.impuesto == impuesto)
                filas.push_back(&f), importes.push_back(f.pendiente), en_pesos.push_back(f.pendienteMxn);
        for (auto const& f : sin_notas.retenciones.filas())
            if (f.impuesto == impuesto) limites.push_back(f.pendiente), limites_en_pesos.push_back(f.pendienteMxn);
        acomodar(importes, std::vector<bool>(filas.size()), limites, pendiente[cubeta]);
        std::vector<bool> termina;
        Dinero cabe;
        for (std::size_t i = 0; i < filas.size(); ++i) {
            termina.push_back(importes[i].es_cero());
            if (!termina[i]) cabe += limites_en_pesos[i];
        }
        Dinero const sobra = std::max(Dinero(pesos[cubeta] - cabe), Dinero{});
        if (!filas.empty()) t.pesos[cubeta] += sobra, pesos[cubeta] -= sobra;
        acomodar(en_pesos, termina, limites_en_pesos, pesos[cubeta]);
        Dinero todo, visto, repartido;
        for (auto const* f : filas) todo += std::max(f->pendiente, Dinero{});
        for (std::size_t i = 0; i < filas.size(); ++i) {
            visto += std::max(filas[i]->pendiente, Dinero{});
            Dinero const hasta = visto == todo ? flujo[cubeta] : prorratear(flujo[cubeta], visto, todo);
            sumar(t.retenciones,
                  std::array{ParteRetenida{filas[i]->consecutivo, filas[i]->pendiente - importes[i],
                                           filas[i]->pendienteMxn - en_pesos[i], hasta - repartido}},
                  false);
            repartido = hasta;
        }
    }
}

}  // namespace

std::vector<ParteRetenida> retenido_devuelto(Retenciones const& del_documento, Cubetas const& declarado,
                                             std::span<RetencionViva const> de_la_nota) {
    std::vector<ParteRetenida> van;
    for (auto const& [impuesto, cubeta] : impuestos_retenidos) {
        Dinero todo, visto, repartido;
        for (auto const& f : de_la_nota)
            if (f.impuesto == impuesto) todo += f.importe;
        for (auto const& f : de_la_nota) {
            if (f.impuesto != impuesto) continue;
            visto += f.importe;
            Dinero const hasta = visto == todo ? declarado[cubeta] : prorratear(declarado[cubeta], visto, todo);
            for (auto const& propia : del_documento.filas())
                if (propia.es_como(f))
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

// A note is settled after the later payments when it would leave less debt than those payments took: a payment is never
// undone.
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
