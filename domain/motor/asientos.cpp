#include "domain/motor/asientos.hpp"

namespace gestor {

std::array<Dinero, numero_bases> netas_por_base(Hechos const& h) {
    auto const& t = h.totales;
    auto const& pesos = h.cubetasMxn;
    std::array<Dinero, numero_bases> netas{};
    Dinero ieps;  // of the bases so far, in either currency
    Dinero repartido;
    for (std::size_t i = 0; i < numero_bases; ++i) {
        ieps += t.iepsDeBase[i];
        Dinero const hasta = t.ieps.es_cero() ? Dinero{} : prorratear(pesos[Cubeta::ieps], ieps, t.ieps);
        netas[i] = pesos.valores[i] - (hasta - repartido);
        repartido = hasta;
    }
    return netas;
}

void costo_de_venta(Hechos const& h, Poliza& p) {
    p.haber({"COSTO_VENTAS"}, h.enAlmacen);
    p.debe({"INVENTARIO"}, h.enAlmacen);
}

}  // namespace gestor
