#include "domain/motor/tipo/asientos.hpp"

#include "domain/motor/tipo/lado.hpp"

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

// Taxes of these parts, less the withholdings. The bases include IEPS; here IEPS counts as a tax.
static Dinero impuestos(Cubetas const& c) {
    return c.iva() + c[Cubeta::ieps] - c[Cubeta::ivaRet] - c[Cubeta::isrRet];
}

void costo_de_venta(Hechos const& h, Poliza& p) {
    p.haber({"COSTO_VENTAS"}, h.enAlmacen);
    p.debe({"INVENTARIO"}, h.enAlmacen);
}

// Posts a debt, or takes it back: its total, and the withholdings of its unpaid share.
static void deber(Dinero total, Cubetas const& debido, TipoDocumento const& tipo, Poliza& p) {
    auto const& lado = cuentas_de_tipo(tipo);
    Asiento a(p, lado);
    a.debe(cuenta_de_deuda(tipo), total);
    a.debe(lado.iva_retenido.pendiente, debido[Cubeta::ivaRet]);
    a.debe(lado.isr_retenido.pendiente, debido[Cubeta::isrRet]);
}
// Posts the taxes of the unpaid share, which are declared once it is paid.
static void diferir(Cubetas const& debido, TipoDocumento const& tipo, Poliza& p) {
    auto const& lado = cuentas_de_tipo(tipo);
    Asiento(p, lado).haber(lado.iva.pendiente, debido.iva());
    Asiento(p, lado).haber(lado.ieps.pendiente, debido[Cubeta::ieps]);
}

void asentar_deuda(Hechos const& h, TipoDocumento const& tipo, Poliza& p) {
    deber(h.cubetasMxn.total(), h.cubetasMxn, tipo, p);
    p.haber({"RETENCIONES_LOCALES"}, h.cubetasMxn[Cubeta::retLocal]);
    diferir(h.cubetasMxn, tipo, p);
}

// Withholdings of a tax are given back row by row, to the account that owes them; the last row takes the rest. For VAT,
// also the credit that its remittance would have given.
static void devolver_retenido(Hechos const& h, std::string_view impuesto, Dinero importe, Poliza& p) {
    auto const& lado = cuentas_de(Lado::compra);
    Dinero todo, visto, repartido;
    for (auto const& r : h.documento.retenciones)
        if (r.impuesto == impuesto) todo += r.importe;
    for (auto const& r : h.documento.retenciones) {
        if (r.impuesto != impuesto || importe.es_cero()) continue;
        visto += r.importe;
        Dinero const hasta = visto == todo ? importe : prorratear(importe, visto, todo);
        Dinero const suyo = hasta - repartido;
        p.debe({lado.por_enterar(r)}, suyo);
        p.debe({lado.iva.en_flujo}, r.acreditable(suyo));
        p.haber({lado.iva_por_enterar}, r.acreditable(suyo));
        repartido = hasta;
    }
}

void asentar_devuelto(Hechos const& h, TipoDocumento const& tipo, Poliza& p) {
    auto const& pagado = h.declarado;
    auto const& lado = cuentas_de_tipo(tipo);
    Cubetas todo, debido;
    todo -= h.cubetasMxn, debido -= h.porCobrar;
    deber(todo.total(), debido, tipo, p);
    p.debe({"RETENCIONES_LOCALES"}, h.cubetasMxn[Cubeta::retLocal]);
    diferir(debido, tipo, p);
    Asiento a(p, lado);
    a.debe(lado.iva.en_flujo, pagado.iva());
    a.debe(lado.ieps.en_flujo, pagado[Cubeta::ieps]);
    if (lado.retiene()) {
        devolver_retenido(h, "002", pagado[Cubeta::ivaRet], p);
        devolver_retenido(h, "001", pagado[Cubeta::isrRet], p);
    } else {
        a.haber(lado.iva_retenido.en_flujo, pagado[Cubeta::ivaRet]);
        a.haber(lado.isr_retenido.en_flujo, pagado[Cubeta::isrRet]);
    }
    Dinero const cambiaria = impuestos(todo) - impuestos(debido) + impuestos(pagado);
    p.resultado_cambiario(lado.deudora ? cambiaria : -cambiaria);
}

void asiento_de_venta(Hechos const& h, TipoDocumento const& tipo, Poliza& p) {
    auto const& c = h.cubetasMxn;
    deber(c.total(), c, tipo, p);
    auto netas = netas_por_base(h);
    for (auto const& i : h.ingresos) {
        Dinero const propio = multiplicar<2>(i.importe, h.documento.cabecera.tipoCambio);
        p.haber({{}, i.cuentaId}, propio);
        netas[static_cast<std::size_t>(i.base)] -= propio;
    }
    for (std::size_t i = 0; i < numero_bases; ++i) p.haber({cuentas_de_ventas[i]}, netas[i]);
    diferir(c, tipo, p);
    costo_de_venta(h, p);
}

}  // namespace gestor
