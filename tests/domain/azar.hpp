#pragma once
// Random lines and random document buckets, which depend only on the seed.
#include <algorithm>

#include "tests/domain/dado.hpp"
#include "tests/domain/importes_ayuda.hpp"

namespace gestor {

inline PerfilImpuestos perfil_al_azar(Azar& azar) {
    static std::optional<Tasa> const ivas[] = {Tasa{"0.16"}, Tasa{"0.16"}, Tasa{"0.08"}, Tasa{"0"}, {}};
    static char const* const objetos[] = {"02", "02", "02", "02", "02", "02", "01", "06", "07"};
    static Tasa const tasas[] = {Tasa{"0.265"}, Tasa{"0.08"}, Tasa{"1.6"}};
    static Tasa const retenidas[] = {Tasa{"0.106667"}, Tasa{"0.04"}};
    static Tasa const isr[] = {Tasa{"0.10"}, Tasa{"0.0125"}};
    auto const& iva = ivas[azar.hasta(5)];
    auto p = perfil(iva, objetos[azar.hasta(9)]);
    if (azar.uno_de(4))
        p.ieps = tasas[azar.hasta(3)];
    else if (azar.uno_de(6))
        p.cuotaIeps = Precio::de_unidades(1 + azar.hasta(72'160'500));
    if (azar.uno_de(4)) p.ivaRetenido = retenidas[azar.hasta(2)];
    if (azar.uno_de(4)) p.isrRetenido = isr[azar.hasta(2)];
    static char const* const tipos[] = {"", "Honorarios", "Arrendamiento", "Fletes", "Otros"};
    if (!p.ivaRetenido.es_cero() || !p.isrRetenido.es_cero()) p.tipoRetencion = tipos[Azar(azar).hasta(5)];
    return p;
}

inline LineaImportes linea_al_azar(Azar& azar) {
    static std::int64_t const magnitudes[] = {50'000, 3'000'000, 900'000'000, 50'000'000'000};  // 0.05 … 50,000
    auto const cantidad = Cantidad::de_unidades(1 + azar.hasta(20'000'000));
    auto const precio = Precio::de_unidades(1 + azar.hasta(magnitudes[azar.hasta(4)]));
    Importe const bruto = multiplicar<6>(cantidad, precio);
    Importe descuento;
    if (azar.uno_de(3)) descuento = prorratear(bruto, Importe::de_unidades(azar.hasta(101)), Importe::de_unidades(100));
    return calcular_linea(cantidad, precio, descuento, {}, perfil_al_azar(azar));
}

inline bool negativas(Cubetas const& c) {
    return std::any_of(c.valores.begin(), c.valores.end(), [](Dinero v) { return v.es_negativo(); });
}

}  // namespace gestor
