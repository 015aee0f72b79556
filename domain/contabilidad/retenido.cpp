#include "domain/contabilidad/retenido.hpp"

#include <algorithm>

namespace gestor::contabilidad {
namespace {

bool es_iva(RetencionDeActo const& p) {
    return p.impuesto == "002";
}

// The row that takes the ISR of this kind.
FilaRetenida& de_tipo(std::span<FilaRetenida> filas, Cadena const& tipo) {
    auto const f = std::ranges::find(filas, tipo, &FilaRetenida::tipoRetencion);
    return f == filas.end() ? filas.front() : *f;
}

void agregar_acto(std::span<RetencionDeActo const> partes, std::vector<FilaRetenida>& filas) {
    auto const primera = filas.size();
    Dinero bases, vista, subtotal, iva;
    for (auto const& p : partes)
        if (es_iva(p)) bases += p.base;
    for (auto const& p : partes) {
        if (!es_iva(p)) continue;
        vista += p.base;
        bool const toda = vista == bases;
        Dinero const hasta_subtotal = toda ? p.subtotal : prorratear(p.subtotal, vista, bases);
        Dinero const hasta_iva = toda ? p.iva : prorratear(p.iva, vista, bases);
        FilaRetenida f{};
        static_cast<IVARetenidoOrigen&>(f) = p;
        f.sucursalId = p.sucursalId;
        f.tipoRetencion = p.tipoRetencion.valor().empty() ? Cadena("Otros") : p.tipoRetencion;
        f.tasaRetencion = p.tasa;
        f.subtotal = hasta_subtotal - subtotal;
        f.iva = hasta_iva - iva;
        f.ivaRetenido = p.importe;
        subtotal = hasta_subtotal, iva = hasta_iva;
        filas.push_back(std::move(f));
    }
    std::span const suyas(filas.begin() + static_cast<std::ptrdiff_t>(primera), filas.end());
    if (suyas.empty()) return;
    for (auto const& p : partes)
        if (!es_iva(p)) de_tipo(suyas, p.tipoRetencion).isrRetenido += p.importe;
    for (auto& f : suyas) f.total = f.subtotal + f.iva - f.ivaRetenido - f.isrRetenido;
}

bool mismo_acto(RetencionDeActo const& a, RetencionDeActo const& b) {
    return a.acto == b.acto && a.fecha == b.fecha && a.subtotal == b.subtotal;
}

}  // namespace

std::vector<FilaRetenida> filas_retenidas(std::span<RetencionDeActo const> partes) {
    std::vector<FilaRetenida> filas;
    while (!partes.empty()) {
        auto const fin =
            std::ranges::find_if_not(partes, [&](RetencionDeActo const& p) { return mismo_acto(p, partes.front()); });
        auto const cuantas = static_cast<std::size_t>(fin - partes.begin());
        agregar_acto(partes.first(cuantas), filas);
        partes = partes.subspan(cuantas);
    }
    return filas;
}

void repartir_enterado(std::vector<FilaRetenida>& filas, Dinero saldo, Dinero enterado) {
    Dinero pagado = std::min(saldo, enterado);
    for (auto& f : filas) {
        saldo += f.ivaRetenido;
        Dinero const hasta = std::min(saldo, enterado);
        f.enterado = hasta - pagado;
        f.porPagar = f.ivaRetenido - f.enterado;
        pagado = hasta;
    }
}

}  // namespace gestor::contabilidad
