#include "domain/motor/importes/importes.hpp"

#include <algorithm>
#include <stdexcept>

namespace gestor {
namespace {

constexpr Tasa uno{"1"};
constexpr Tasa tasa_general{"0.16"};
constexpr Tasa tasa_frontera{"0.08"};

// Desglose: the taxes that c_ObjetoImp lets a line break down.
struct Desglose {
    bool iva = false;
    bool ieps = false;
    bool ivaRetenido = false;
    bool isrRetenido = false;
};

Desglose desglose(std::string_view objeto) {
    if (objeto == "02") return {.iva = true, .ieps = true, .ivaRetenido = true, .isrRetenido = true};
    if (objeto == "06" || objeto == "08") return {.isrRetenido = true};
    if (objeto == "07") return {.ieps = true};
    return {};
}

std::size_t caracteres(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

ImpuestoLinea por_tasa(std::string impuesto, bool retencion, Importe base, Tasa tasa) {
    return {std::move(impuesto), retencion, "Tasa", tasa, base, multiplicar<6>(base, tasa)};
}

void clasificar(LineaImportes& linea, PerfilImpuestos const& perfil) {
    for (auto& i : linea.impuestos) {
        if (i.retencion) i.tipoRetencion = perfil.tipoRetencion;
        if (i.impuesto == "002") i.noAcreditable = perfil.noAcreditable;
    }
}

bool mismo_grupo(ImpuestoLinea const& a, ImpuestoLinea const& b) {
    if (a.impuesto != b.impuesto || a.retencion != b.retencion) return false;
    return a.retencion || (a.factor == b.factor && a.tasa == b.tasa);
}

// Field of the header for a tax, by kind.
Dinero& campo_de(Totales& t, ImpuestoLinea const& grupo) {
    if (grupo.impuesto == "003") return t.ieps;
    if (grupo.impuesto == "001") return t.isrRetenido;
    return grupo.retencion ? t.ivaRetenido : t.iva;
}

bool es_iva(ImpuestoLinea const& i) {
    return i.impuesto == "002" && !i.retencion;
}

// IEPS of each base. The parts add up to the header's IEPS: the largest takes the rounding cents, up to its base.
std::array<Dinero, numero_bases> repartir_ieps(PorBase const& ieps, Cubetas const& cubetas) {
    std::array<Dinero, numero_bases> partes;
    std::array<std::size_t, numero_bases> orden{};
    Dinero falta = cubetas[Cubeta::ieps];
    for (std::size_t i = 0; i < numero_bases; ++i) {
        orden[i] = i;
        partes[i] = std::min<Dinero>(redondear<2>(ieps[i]), cubetas.valores[i]);
        falta -= partes[i];
    }
    std::stable_sort(orden.begin(), orden.end(), [&](std::size_t a, std::size_t b) { return ieps[a] > ieps[b]; });
    for (std::size_t const i : orden) {
        Dinero const cambio = std::min(std::max(falta, -partes[i]), cubetas.valores[i] - partes[i]);
        partes[i] += cambio;
        falta -= cambio;
    }
    return partes;
}

}  // namespace

Cubeta cubeta_de_tasa(std::optional<Tasa> const& iva) {
    if (!iva) return Cubeta::exento;
    if (*iva == tasa_general) return Cubeta::base16;
    if (*iva == tasa_frontera) return Cubeta::base8;
    if (iva->es_cero()) return Cubeta::base0;
    throw std::logic_error("no hay cubeta para esa tasa de IVA");
}

Cubeta mayor_base_de(std::span<ImpuestoLinea const> impuestos) {
    ImpuestoLinea const* mayor = nullptr;
    for (auto const& i : impuestos)
        if (es_iva(i) && (mayor == nullptr || i.base > mayor->base)) mayor = &i;
    return mayor == nullptr ? Cubeta::noAfecto : cubeta_de_tasa(mayor->tasa);
}

void aplicar_frontera(PerfilImpuestos& perfil, bool sucursal_frontera, bool clave_con_estimulo) {
    if (sucursal_frontera && clave_con_estimulo && perfil.iva == tasa_general) perfil.iva = tasa_frontera;
}

bool es_de_empresa(std::string_view rfc) {
    return caracteres(rfc) == 12;
}

void quitar_retenciones(PerfilImpuestos& perfil, std::string_view rfc_pagador, std::string_view rfc_cobrador) {
    bool const de_persona = caracteres(rfc_cobrador) == 13 || perfil.tipoRetencion == "Fletes";
    if (es_de_empresa(rfc_pagador) && de_persona) return;
    perfil.ivaRetenido = {};
    perfil.isrRetenido = {};
}

Precio sin_impuestos(Precio precio, PerfilImpuestos const& perfil) {
    auto const d = desglose(perfil.objeto);
    Tasa const con_iva = uno + (d.iva ? perfil.iva.value_or(Tasa{}) : Tasa{});
    if (!d.ieps) return dividir<6>(precio, con_iva);
    if (perfil.cuotaIeps.es_positivo()) return dividir<6>(precio, con_iva) - perfil.cuotaIeps;
    // A single rounding at the end: the product of both factors has 12 decimals, more than a Decimal holds.
    Entero128 const factor = producto_exacto(con_iva.unidades(), (uno + perfil.ieps).unidades());
    return Precio::de_unidades(dividir_unidades(precio.unidades(), factor, 2 * Tasa::escala));
}

LineaImportes calcular_linea(Cantidad cantidad, Precio precio, Importe descuento, Importe promocion,
                             PerfilImpuestos const& perfil) {
    auto const d = desglose(perfil.objeto);
    LineaImportes l;
    l.bruto = multiplicar<6>(cantidad, precio);
    l.rebaja = descuento + promocion;
    l.importe = l.bruto - l.rebaja;
    l.cubeta = d.iva ? cubeta_de_tasa(perfil.iva) : Cubeta::noAfecto;
    if (l.importe.es_cero()) return l;  // discount of 100 %: no taxes

    std::optional<ImpuestoLinea> ieps;
    if (d.ieps && perfil.cuotaIeps.es_positivo())  // the base of a quota is the quantity
        ieps = {"003", false, "Cuota", perfil.cuotaIeps, cantidad, multiplicar<6>(cantidad, perfil.cuotaIeps)};
    else if (d.ieps && perfil.ieps.es_positivo())
        ieps = por_tasa("003", false, l.importe, perfil.ieps);
    if (ieps) l.ieps = ieps->importe;

    Importe const base_iva = l.importe + l.ieps;
    if (d.iva && perfil.iva) l.impuestos.push_back(por_tasa("002", false, base_iva, *perfil.iva));
    if (d.iva && !perfil.iva) l.impuestos.push_back({"002", false, "Exento", {}, base_iva, {}});
    if (ieps) l.impuestos.push_back(*ieps);
    if (d.ivaRetenido && perfil.ivaRetenido.es_positivo())
        l.impuestos.push_back(por_tasa("002", true, l.importe, perfil.ivaRetenido));
    if (d.isrRetenido && perfil.isrRetenido.es_positivo())
        l.impuestos.push_back(por_tasa("001", true, l.importe, perfil.isrRetenido));
    clasificar(l, perfil);
    return l;
}

LineaImportes desglosar(Dinero neto, PerfilImpuestos const& perfil) {
    auto const d = desglose(perfil.objeto);
    Tasa const iva = d.iva ? perfil.iva.value_or(Tasa{}) : Tasa{};
    Tasa const ieps = d.ieps ? perfil.ieps : Tasa{};
    Tasa const iva_retenido = d.ivaRetenido ? perfil.ivaRetenido : Tasa{};
    Tasa const isr_retenido = d.isrRetenido ? perfil.isrRetenido : Tasa{};
    // A single rounding, as in sin_impuestos().
    Entero128 const factor = producto_exacto((uno + iva).unidades(), (uno + ieps).unidades()) -
                             producto_exacto((iva_retenido + isr_retenido).unidades(), uno.unidades());
    auto base = Dinero::de_unidades(dividir_unidades(neto.unidades(), factor, 2 * Tasa::escala));
    Dinero const con_ieps = multiplicar<2>(base, ieps);
    Dinero const con_iva = multiplicar<2>(base + con_ieps, iva);
    Dinero const sin_iva = multiplicar<2>(base, iva_retenido);
    Dinero const sin_isr = multiplicar<2>(base, isr_retenido);
    base += neto - (base + con_ieps + con_iva - sin_iva - sin_isr);

    LineaImportes l;
    l.bruto = l.importe = base;
    l.ieps = con_ieps;
    l.cubeta = d.iva ? cubeta_de_tasa(perfil.iva) : Cubeta::noAfecto;
    Importe const base_iva = base + con_ieps;
    if (d.iva && perfil.iva) l.impuestos.push_back({"002", false, "Tasa", iva, base_iva, con_iva});
    if (d.iva && !perfil.iva) l.impuestos.push_back({"002", false, "Exento", {}, base_iva, {}});
    if (ieps.es_positivo()) l.impuestos.push_back({"003", false, "Tasa", ieps, base, con_ieps});
    if (iva_retenido.es_positivo()) l.impuestos.push_back({"002", true, "Tasa", iva_retenido, base, sin_iva});
    if (isr_retenido.es_positivo()) l.impuestos.push_back({"001", true, "Tasa", isr_retenido, base, sin_isr});
    clasificar(l, perfil);
    return l;
}

PorBase LineaImportes::bases() const {
    PorBase bases{};
    Importe resto = importe + ieps;
    bool gravada = false;
    for (auto const& i : impuestos) {
        if (!es_iva(i)) continue;
        gravada = true;
        Importe const suya = std::min(i.base, resto);
        bases[static_cast<std::size_t>(cubeta_de_tasa(i.tasa))] += suya;
        resto -= suya;
    }
    bool const aparte = gravada && !redondear<2>(resto).es_cero();
    bases[static_cast<std::size_t>(aparte ? Cubeta::noAfecto : cubeta)] += resto;
    return bases;
}

Importe LineaImportes::ivaNoAcreditable() const {
    Importe suma;
    for (auto const& i : impuestos)
        if (es_iva(i)) suma += multiplicar<6>(i.importe, i.noAcreditable);
    return suma;
}

std::vector<ImpuestoLinea> agrupar(std::span<LineaImportes const> lineas) {
    std::vector<ImpuestoLinea> grupos;
    for (auto const& l : lineas)
        for (auto const& i : l.impuestos) {
            auto const g = std::find_if(grupos.begin(), grupos.end(), [&](auto const& x) { return mismo_grupo(x, i); });
            if (g == grupos.end()) {
                grupos.push_back(i);
                if (i.retencion) grupos.back().tasa.reset();
                continue;
            }
            g->base += i.base;
            g->importe += i.importe;
        }
    for (auto& g : grupos) {
        g.base = redondear<2>(g.base);
        g.importe = redondear<2>(g.importe);
    }
    return grupos;
}

Totales totalizar(std::span<LineaImportes const> lineas, Locales const& locales) {
    Totales t;
    Importe bruto;
    Importe rebaja;
    PorBase bases{};
    PorBase ieps{};
    PorBase no_acreditable{};
    for (auto const& l : lineas) {
        bruto += l.bruto;
        rebaja += l.rebaja;
        auto const suyas = l.bases();
        for (std::size_t b = 0; b < numero_bases; ++b) bases[b] += suyas[b];
        ieps[static_cast<std::size_t>(l.cubeta)] += l.ieps;
        for (auto const& i : l.impuestos)
            if (es_iva(i))
                no_acreditable[static_cast<std::size_t>(cubeta_de_tasa(i.tasa))] +=
                    multiplicar<6>(i.importe, i.noAcreditable);
    }
    t.bruto = redondear<2>(bruto);
    t.descuento = redondear<2>(rebaja);
    t.subtotal = t.bruto - t.descuento;
    for (auto const& g : agrupar(lineas)) {
        Dinero const importe = redondear<2>(g.importe);
        campo_de(t, g) += importe;
        if (g.impuesto != "002" || g.retencion) continue;
        if (g.tasa == tasa_general) t.cubetas[Cubeta::iva16] = importe;
        if (g.tasa == tasa_frontera) t.cubetas[Cubeta::iva8] = importe;
    }
    t.impuestosLocales = locales.cargo;
    t.retencionLocal = locales.retencion;
    t.total = t.sumado();
    for (std::size_t i = 0; i < numero_bases; ++i) t.cubetas.valores[i] = redondear<2>(bases[i]);
    for (auto const& [base, iva] : {std::pair(Cubeta::base16, Cubeta::iva16), std::pair(Cubeta::base8, Cubeta::iva8)}) {
        Dinero const costo = redondear<2>(no_acreditable[static_cast<std::size_t>(base)]);
        t.cubetas[iva] -= costo;
        t.cubetas[Cubeta::noAfecto] += costo;
    }
    t.cubetas[Cubeta::ieps] = t.ieps;
    t.cubetas[Cubeta::ivaRet] = t.ivaRetenido;
    t.cubetas[Cubeta::isrRet] = t.isrRetenido;
    t.cubetas[Cubeta::noAfecto] += t.impuestosLocales;
    t.cubetas[Cubeta::retLocal] = t.retencionLocal;
    cuadrar_bases(t.cubetas, t.total);
    t.iepsDeBase = repartir_ieps(ieps, t.cubetas);
    return t;
}

}  // namespace gestor
