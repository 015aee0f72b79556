#include "domain/motor/tipo/asientos.hpp"

namespace gestor {

std::array<Dinero, numero_bases> netas_por_base(Hechos const& h) {
    auto const& t = h.totales;
    auto const& pesos = h.cubetasMxn;
    std::array<Dinero, numero_bases> netas{};
    Dinero ieps;  // IEPS of the bases so far, in either currency
    Dinero repartido;
    for (std::size_t i = 0; i < numero_bases; ++i) {
        ieps += t.iepsDeBase[i];
        Dinero const hasta = t.ieps.es_cero() ? Dinero{} : prorratear(pesos[Cubeta::ieps], ieps, t.ieps);
        netas[i] = pesos.valores[i] - (hasta - repartido);
        repartido = hasta;
    }
    return netas;
}

Dinero impuestos(Cubetas const& c) {
    return c.iva() + c[Cubeta::ieps] - c[Cubeta::ivaRet] - c[Cubeta::isrRet];
}

void costo_de_venta(Hechos const& h, Poliza& p) {
    p.haber({"COSTO_VENTAS"}, h.enAlmacen);
    p.debe({"INVENTARIO"}, h.enAlmacen);
}

void asiento_de_venta(Hechos const& h, Poliza& p) {
    auto const& c = h.cubetasMxn;
    p.debe({"CLIENTES"}, c.total());
    p.debe({"IVA_RET_A_FAVOR_PENDIENTE"}, c[Cubeta::ivaRet]);
    p.debe({"ISR_RET_A_FAVOR_PENDIENTE"}, c[Cubeta::isrRet]);
    auto netas = netas_por_base(h);
    for (auto const& i : h.ingresos) {
        Dinero const propio = multiplicar<2>(i.importe, h.documento.cabecera.tipoCambio);
        p.haber({{}, i.cuentaId}, propio);
        netas[static_cast<std::size_t>(i.base)] -= propio;
    }
    for (std::size_t i = 0; i < numero_bases; ++i) p.haber({cuentas_de_ventas[i]}, netas[i]);
    p.haber({"IVA_POR_COBRAR"}, c.iva());
    p.haber({"IEPS_POR_COBRAR"}, c[Cubeta::ieps]);
    costo_de_venta(h, p);
}

}  // namespace gestor
