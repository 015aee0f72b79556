#include "domain/motor/importes/retenciones.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gestor {
namespace {

constexpr std::string_view isr = "001", iva = "002";

Cubeta cubeta_de(std::string_view impuesto) {
    return impuesto == isr ? Cubeta::isrRet : Cubeta::ivaRet;
}

// Makes the rows add up to `total`, each between 0 and its limit; the largest gives or takes the cents first.
void cuadrar(std::vector<Dinero>& partes, Dinero total, std::vector<Dinero> const* topes = nullptr) {
    Dinero falta = total;
    std::vector<std::size_t> orden;
    for (std::size_t i = 0; i < partes.size(); ++i) falta -= partes[i], orden.push_back(i);
    std::stable_sort(orden.begin(), orden.end(), [&](std::size_t a, std::size_t b) { return partes[a] > partes[b]; });
    for (std::size_t const i : orden) {
        Dinero cambio = std::max(falta, -partes[i]);
        if (topes != nullptr) cambio = std::min(cambio, (*topes)[i] - partes[i]);
        partes[i] += cambio;
        falta -= cambio;
    }
    if (!falta.es_cero()) throw std::logic_error("el importe retenido no es la suma de sus filas");
}

// columna: one member of all rows, as a list.
template <class Filas>
std::vector<Dinero> columna(Filas const& filas, Dinero std::decay_t<decltype(*filas.front())>::*cual) {
    std::vector<Dinero> valores;
    for (auto const* f : filas) valores.push_back(f->*cual);
    return valores;
}
Dinero suma(std::vector<Dinero> const& valores) {
    Dinero s;
    for (auto const v : valores) s += v;
    return s;
}

template <class Fila>
std::vector<Fila*> del_impuesto(std::vector<Fila>& filas, std::string_view impuesto) {
    std::vector<Fila*> suyas;
    for (auto& f : filas)
        if (f.impuesto == impuesto) suyas.push_back(&f);
    return suyas;
}

// Part that each row loses when `importe` of its tax is paid.
std::vector<Dinero> importes_de(std::vector<RetencionViva*> const& filas, Dinero importe) {
    auto const quedan = columna(filas, &RetencionViva::pendiente);
    Dinero const entero = suma(columna(filas, &RetencionViva::tramo));
    Dinero const hasta = entero - suma(quedan) + importe;
    std::vector<Dinero> partes;
    for (auto const* f : filas) {
        Dinero const debe_ir = entero.es_cero() ? Dinero{} : prorratear(f->tramo, hasta, entero);
        partes.push_back(std::clamp(Dinero(debe_ir - (f->tramo - f->pendiente)), Dinero{}, f->pendiente));
    }
    cuadrar(partes, importe, &quedan);
    return partes;
}
// Part that each row of the document loses to a note, by the note's own rows.
std::vector<Dinero> importes_de(std::vector<RetencionViva*> const& filas, Dinero importe,
                                std::span<RetencionViva const> de) {
    auto const quedan = columna(filas, &RetencionViva::pendiente);
    std::vector<Dinero> pesan;
    for (auto const* f : filas) {
        Dinero suyo;
        for (auto const& d : de)
            if (d.es_como(*f)) suyo += d.importe;
        pesan.push_back(suyo);
    }
    Dinero const entero = suma(pesan);
    if (entero.es_cero()) return importes_de(filas, importe);
    std::vector<Dinero> partes;
    for (std::size_t i = 0; i < filas.size(); ++i)
        partes.push_back(std::min(prorratear(pesan[i], importe, entero), quedan[i]));
    cuadrar(partes, importe, &quedan);
    return partes;
}
// Pesos of each row, from its balance in the ledger. A row that ends takes all its remaining pesos.
std::vector<Dinero> pesos_de(std::vector<RetencionViva*> const& filas, std::vector<Dinero> const& importes,
                             Dinero pesos) {
    auto const quedan = columna(filas, &RetencionViva::pendienteMxn);
    Dinero const entero = suma(importes);
    std::vector<Dinero> partes;
    for (std::size_t i = 0; i < filas.size(); ++i) {
        Dinero const va = entero.es_cero() ? Dinero{} : prorratear(pesos, importes[i], entero);
        partes.push_back(importes[i] == filas[i]->pendiente ? quedan[i] : std::min(va, quedan[i]));
    }
    cuadrar(partes, pesos, &quedan);
    return partes;
}
// Declared pesos of each row, at the rate of the money; when the rate is the document's own, the pesos of the row.
std::vector<Dinero> flujos_de(std::vector<Dinero> const& pesos, Dinero flujo) {
    Dinero const entero = suma(pesos);
    if (flujo == entero) return pesos;
    std::vector<Dinero> partes;
    for (auto const p : pesos) partes.push_back(entero.es_cero() ? Dinero{} : prorratear(flujo, p, entero));
    cuadrar(partes, flujo);
    return partes;
}

}  // namespace

std::vector<RetencionGuardada> retenciones_de(std::span<LineaImportes const> lineas, Totales const& totales,
                                              Cubetas const& en_pesos, TipoCambio tipo_cambio) {
    std::vector<ImpuestoLinea> grupos;
    for (auto const& l : lineas)
        for (auto const& i : l.impuestos) {
            if (!i.retencion) continue;
            auto const g = std::find_if(grupos.begin(), grupos.end(), [&](ImpuestoLinea const& x) {
                return x.impuesto == i.impuesto && x.tipoRetencion == i.tipoRetencion && x.tasa == i.tasa &&
                       x.noAcreditable == i.noAcreditable;
            });
            if (g == grupos.end()) {
                grupos.push_back(i);
                continue;
            }
            g->base += i.base;
            g->importe += i.importe;
        }
    std::vector<RetencionGuardada> filas;
    for (auto const& g : grupos) {
        RetencionGuardada f;
        f.impuesto = Cadena::de_base(g.impuesto);
        f.tipoRetencion = Cadena::de_base(g.tipoRetencion);
        f.tasa = g.tasa.value_or(Tasa{});
        f.noAcreditable = g.noAcreditable;
        f.base = redondear<2>(g.base);
        f.importe = redondear<2>(g.importe);
        filas.push_back(f);
    }
    for (auto const impuesto : {iva, isr}) {
        auto const suyas = del_impuesto(filas, impuesto);
        auto importes = columna(suyas, &RetencionGuardada::importe);
        cuadrar(importes, totales.cubetas[cubeta_de(impuesto)]);
        std::vector<Dinero> pesos;
        for (auto const i : importes) pesos.push_back(multiplicar<2>(i, tipo_cambio));
        cuadrar(pesos, en_pesos[cubeta_de(impuesto)]);
        for (std::size_t i = 0; i < suyas.size(); ++i) suyas[i]->importe = importes[i], suyas[i]->importeMxn = pesos[i];
    }
    std::erase_if(filas, [](RetencionGuardada const& f) { return f.importe.es_cero() && f.importeMxn.es_cero(); });
    for (std::size_t i = 0; i < filas.size(); ++i) filas[i].consecutivo = static_cast<std::int64_t>(i) + 1;
    return filas;
}

void llevar_a(std::span<RetencionViva const> documento, std::vector<RetencionGuardada>& de_la_nota) {
    auto filas = std::exchange(de_la_nota, {});
    for (auto& f : filas) {
        RetencionViva const* suya = nullptr;
        for (auto const& d : documento) {
            if (d.impuesto != f.impuesto || (suya != nullptr && suya->es_como(f))) continue;
            if (suya == nullptr || d.es_como(f) || d.importe > suya->importe) suya = &d;
        }
        if (suya != nullptr)
            f.tipoRetencion = suya->tipoRetencion, f.tasa = suya->tasa, f.noAcreditable = suya->noAcreditable;
        auto const igual =
            std::find_if(de_la_nota.begin(), de_la_nota.end(), [&](auto const& x) { return x.es_como(f); });
        if (igual == de_la_nota.end()) {
            f.consecutivo = std::ssize(de_la_nota) + 1;
            de_la_nota.push_back(f);
        } else {
            igual->base += f.base, igual->importe += f.importe, igual->importeMxn += f.importeMxn;
        }
    }
}

Retenciones::Retenciones(std::vector<RetencionGuardada> const& recien_nacidas) {
    for (auto const& g : recien_nacidas) filas_.push_back({g, g.importe, g.importeMxn, g.importe});
}

RetencionViva const& Retenciones::fila(ParteRetenida const& parte) const {
    for (auto const& f : filas_)
        if (f.consecutivo == parte.consecutivo) return f;
    throw std::logic_error("un importe retenido no pertenece a ninguna fila");
}

std::vector<ParteRetenida> Retenciones::tomar(Cubetas const& partes, Cubetas const& pesos, Cubetas const& flujo,
                                              std::span<RetencionViva const> de) {
    std::vector<ParteRetenida> van;
    for (auto const impuesto : {iva, isr}) {
        auto const c = cubeta_de(impuesto);
        auto const suyas = del_impuesto(filas_, impuesto);
        auto const importes = importes_de(suyas, partes[c], de);
        auto const en_pesos = pesos_de(suyas, importes, pesos[c]);
        auto const flujos = flujos_de(en_pesos, flujo[c]);
        for (std::size_t i = 0; i < suyas.size(); ++i) {
            suyas[i]->pendiente -= importes[i];
            suyas[i]->pendienteMxn -= en_pesos[i];
            if (importes[i].es_cero() && en_pesos[i].es_cero() && flujos[i].es_cero()) continue;
            van.push_back({suyas[i]->consecutivo, importes[i], en_pesos[i], flujos[i]});
        }
    }
    return van;
}

void Retenciones::regresar(std::span<ParteRetenida const> partes) {
    for (auto const& p : partes)
        for (auto& f : filas_)
            if (f.consecutivo == p.consecutivo) f.pendiente += p.importe, f.pendienteMxn += p.pesos;
}

void Retenciones::otro_tramo() {
    for (auto& f : filas_) f.tramo = f.pendiente;
}

}  // namespace gestor
