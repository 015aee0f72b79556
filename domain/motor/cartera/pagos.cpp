#include "domain/motor/cartera/pagos.hpp"

#include "domain/motor/tipo/lado.hpp"

namespace gestor {
namespace {

// Account of a balance in favour until it is used. The balance of a credit is in the account of the debts.
std::string_view cuenta_a_favor(TipoDocumento const& tipo) {
    return tipo.naturaleza == Naturaleza::credito ? cuenta_de_deuda(tipo) : cuentas_de(tipo.lado).anticipo;
}

}  // namespace

Dinero declarado_en(DocumentoLeido const& credito, Cubetas const& pesos) {
    return credito.tipo().naturaleza == Naturaleza::anticipo ? pesos.iva() : Dinero{};
}

Cubetas parte_de(Cubetas const& fueron, Dinero importe) {
    return importe == fueron.total() ? fueron : acotar(escalar(fueron, importe), importe, fueron);
}

void asentar(Cubetas const& pesos, Cubetas const& flujo, std::span<ParteRetenida const> retenciones, Pago const& p,
             Poliza& poliza) {
    auto const& lado = cuentas_de_tipo(p.destino.tipo());
    Asiento asiento(poliza, lado);
    // a credit and its debt share one account: only the difference of their exchange rates is posted
    bool const credito = p.fuente.tipo().naturaleza == Naturaleza::credito;
    asiento.debe(credito ? cuenta_de_deuda(p.fuente.tipo()) : lado.anticipo, p.van.fuente - p.declarado);
    asiento.debe(cuentas_de_tipo(p.fuente.tipo()).iva.en_flujo, p.declarado);
    asiento.debe(lado.iva.pendiente, pesos.iva());
    asiento.debe(lado.ieps.pendiente, pesos[Cubeta::ieps]);
    asiento.haber(cuenta_de_deuda(p.destino.tipo()), p.van.destino);
    asiento.haber(lado.iva.en_flujo, flujo.iva());
    asiento.haber(lado.ieps.en_flujo, flujo[Cubeta::ieps]);
    asiento.haber(lado.iva_retenido.pendiente, pesos[Cubeta::ivaRet]);
    asiento.haber(lado.isr_retenido.pendiente, pesos[Cubeta::isrRet]);
    if (!lado.retiene()) {
        asiento.debe(lado.iva_retenido.en_flujo, flujo[Cubeta::ivaRet]);
        asiento.debe(lado.isr_retenido.en_flujo, flujo[Cubeta::isrRet]);
    }
    Dinero al_enterarse;
    for (auto const& r : retenciones) {
        auto const& fila = p.destino.retenciones.fila(r);
        asiento.debe(lado.por_enterar(fila), r.flujo);
        al_enterarse += fila.acreditable(r.flujo);
    }
    asiento.debe(lado.iva.en_flujo, al_enterarse);
    asiento.haber(lado.iva_por_enterar, al_enterarse);
    poliza.diferencia_cambiaria();
}

void asentar_reembolso(Pago const& p, Poliza& poliza) {
    auto const& de = p.fuente.tipo();
    auto const& a = p.destino.tipo();
    Asiento(poliza, cuentas_de(de.lado)).debe(cuenta_a_favor(de), p.van.fuente);
    Asiento asiento(poliza, cuentas_de(a.lado));
    asiento.debe(cuenta_a_favor(a), p.van.destino - p.declarado);
    asiento.debe(cuentas_de(a.lado).iva.en_flujo, p.declarado);
    poliza.diferencia_cambiaria();
}

}  // namespace gestor
