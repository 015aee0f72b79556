#include "domain/bancos/documentos.hpp"

#include "domain/bancos/guardias.hpp"
#include "domain/motor/tipo/asientos.hpp"
#include "domain/motor/tipo/lado.hpp"

namespace gestor::bancos {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "bancos.escribir", cancela = "bancos.cancelar", autoriza = "bancos.autorizar";

// Entry of a deposit: the whole amount goes to ANTICIPO_CLIENTES; each payment applied at once is taken out of that
// account again.
void poliza_deposito(Hechos const& h, Poliza& p) {
    p.tipo = "Ingresos";
    p.debe(h.contra, h.cubetasMxn.total());
    if (h.ingresos.empty()) {
        p.haber({"ANTICIPO_CLIENTES"}, h.cubetasMxn.total());
        return;
    }
    Dinero propios;  // income by concept: each to its account; its taxes are collected with it
    for (auto const& i : h.ingresos) {
        Dinero const propio = multiplicar<2>(i.importe, h.documento.cabecera.tipoCambio);
        p.haber({{}, i.cuentaId}, propio);
        propios += propio;
    }
    p.haber({"IVA_COBRADO"}, h.cubetasMxn.iva());
    p.haber({"IEPS_COBRADO"}, h.cubetasMxn[Cubeta::ieps]);
    p.debe({"IVA_RET_A_FAVOR"}, h.cubetasMxn[Cubeta::ivaRet]);
    p.debe({"ISR_RET_A_FAVOR"}, h.cubetasMxn[Cubeta::isrRet]);
    p.haber({{}, h.ingresos.back().cuentaId}, p.descuadre());  // rounding cents of another currency
}

// Advance of a customer or to a supplier: the amount, and its VAT, which is declared with it.
void poliza_anticipo(Hechos const& h, Poliza& p, Lado de) {
    auto const& lado = cuentas_de(de);
    auto const& c = h.cubetasMxn;
    p.debe(h.contra, lado.deudora ? c.total() : -c.total());
    Asiento asiento(p, lado);
    asiento.haber(lado.anticipo, c.total() - c.iva());
    asiento.haber(lado.iva.en_flujo, c.iva());
}
void poliza_anticipo_de_cliente(Hechos const& h, Poliza& p) {
    p.tipo = "Ingresos";
    poliza_anticipo(h, p, Lado::venta);
}
void poliza_anticipo_a_proveedor(Hechos const& h, Poliza& p) {
    p.tipo = "Egresos";
    poliza_anticipo(h, p, Lado::compra);
}

// Entry of an egress. Money for documents waits in ANTICIPO_PROVEEDORES until it is applied. An expense by concept goes
// to the account of the concept, with its taxes as paid. Withheld VAT is creditable once it is remitted.
void poliza_egreso(Hechos const& h, Poliza& p) {
    p.tipo = "Egresos";
    auto const& lado = cuentas_de(Lado::compra);
    auto const& c = h.cubetasMxn;
    p.haber(h.contra, c.total());
    p.debe({lado.anticipo}, h.pesos_por_asignar());
    if (h.ingresos.empty()) return;
    for (auto const& i : h.ingresos)
        p.debe({{}, i.cuentaId}, multiplicar<2>(i.importe, h.documento.cabecera.tipoCambio));
    p.debe({lado.iva.en_flujo}, c.iva());
    p.debe({lado.ieps.en_flujo}, c[Cubeta::ieps]);
    for (auto const& r : h.documento.retenciones) {
        p.haber({lado.por_enterar(r)}, r.importeMxn);
        p.haber({lado.iva.en_flujo}, r.acreditable(r.importeMxn));
        p.debe({lado.iva_por_enterar}, r.acreditable(r.importeMxn));
    }
    for (auto const& x : h.cargos) p.debe(x.cuenta, x.importe);
    p.haber({{}, h.ingresos.back().cuentaId}, p.descuadre());  // rounding cents of another currency
}

// Entry of a payment without money: the debtor pays with goods or with our own debt. Both are used at once, so nothing
// stays in the advances of either side.
void poliza_no_monetario(Hechos const& h, Poliza& p) {
    auto const& c = h.documento.cabecera;
    p.debe({"INVENTARIO"}, h.enAlmacen);
    p.haber({cuentas_de(Lado::venta).anticipo}, multiplicar<2>(c.total, c.tipoCambio));
    p.haber({cuentas_de(Lado::compra).anticipo}, p.descuadre());
}

// Transfer between own accounts, money out: TRASPASOS holds the amount until the other account receives it. In another
// currency the arrived money is worth the pesos paid for it; the difference to the ledger value of the sold currency is
// a result of exchange.
void poliza_salida_de_traspaso(Hechos const& h, Poliza& p) {
    p.tipo = "Egresos";
    p.haber(h.contra, h.cubetasMxn.total());
    p.debe({"TRASPASOS"}, h.cubetasMxn.total());
}
void poliza_llegada_de_traspaso(Hechos const& h, Poliza& p) {
    p.tipo = "Ingresos";
    p.debe(h.contra, h.cubetasMxn.total());
    for (auto const& x : h.cargos) p.debe(x.cuenta, x.importe);
    p.diferencia_cambiaria();
}

// clang-format off
constexpr Transicion flujo_dinero[] = {
    {E::Pendiente | E::Parcial,               A::asignar,  segun_saldo,  escribe},
    {E::Pendiente | E::Parcial | E::Asignado, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_anticipo[] = {
    {E::Pendiente | E::Parcial,               A::asignar,  segun_saldo,  escribe},
    {E::Pendiente | E::Parcial | E::Aplicado, A::cancelar, E::Cancelado, cancela},
};
// After the authorization, the egresses of a request decide its state.
constexpr Transicion flujo_solicitud[] = {
    {E::Pendiente,                 A::autorizar, E::Autorizado, autoriza},
    {E::Autorizado | E::Parcial,   A::pagar,     segun_avance,  escribe},
    {E::Pendiente | E::Autorizado, A::cancelar,  E::Cancelado,  cancela},
};
constexpr Transicion flujo_no_monetario[] = {
    {E::Aplicado, A::cancelar, E::Cancelado, cancela},
};
// clang-format on
Estado avance_de_solicitud(Progreso const& p) {
    if (!p.algo_facturado) return p.estado == E::Pendiente ? E::Pendiente : E::Autorizado;
    return p.facturado ? E::Pagado : E::Parcial;
}

constexpr Nacimiento const* nace_deposito[] = {&deposito_nuevo, &deposito_por_concepto, &deposito_de_traspaso};
constexpr Nacimiento const* nace_anticipo[] = {&anticipo_nuevo, &de_apertura};
constexpr Nacimiento const* nace_anticipo_a_proveedor[] = {&anticipo_a_proveedor_nuevo};
constexpr Nacimiento const* nace_egreso[] = {&egreso_nuevo, &egreso_de_traspaso};
constexpr Nacimiento const* nace_solicitud[] = {&solicitud_nueva};
constexpr Nacimiento const* nace_no_monetario[] = {&no_monetario_nuevo};

}  // namespace

constinit Nacimiento const deposito_nuevo{segun_saldo, {.poliza = poliza_deposito}};
// no amount is left to assign
constinit Nacimiento const deposito_por_concepto{E::Asignado, {.poliza = poliza_deposito}};
constinit Nacimiento const deposito_de_traspaso{E::Asignado, {.poliza = poliza_llegada_de_traspaso}};
constinit Nacimiento const anticipo_nuevo{segun_saldo, {.poliza = poliza_anticipo_de_cliente}};
constinit Nacimiento const anticipo_a_proveedor_nuevo{segun_saldo, {.poliza = poliza_anticipo_a_proveedor}};
constinit Nacimiento const egreso_nuevo{segun_saldo, {.poliza = poliza_egreso}};
constinit Nacimiento const egreso_de_traspaso{E::Asignado, {.poliza = poliza_salida_de_traspaso}};
constinit Nacimiento const solicitud_nueva{E::Pendiente};
constinit Nacimiento const no_monetario_nuevo{E::Aplicado, {.existencia = Stock::mueve, .poliza = poliza_no_monetario}};

constinit TipoDocumento const deposito_de_banco{.obj_id = 8,
                                                .clave = "Deposito",
                                                .nombre = "Depósito",
                                                .flujo = flujo_dinero,
                                                .lado = Lado::venta,
                                                .naturaleza = Naturaleza::dinero,
                                                .saldo = &dinero_por_asignar,
                                                .nacimientos = nace_deposito,
                                                .precios = Precios::enviados,
                                                .en_banco = true,
                                                .comprobante = Comprobante::pago};
constinit TipoDocumento const anticipo_de_cliente{.obj_id = 9,
                                                  .clave = "AnticipoCliente",
                                                  .nombre = "Anticipo de cliente",
                                                  .flujo = flujo_anticipo,
                                                  .lado = Lado::venta,
                                                  .naturaleza = Naturaleza::anticipo,
                                                  .saldo = &a_favor,
                                                  .nacimientos = nace_anticipo,
                                                  .precios = Precios::enviados,
                                                  .en_banco = true};
constinit TipoDocumento const egreso_de_banco{.obj_id = 10,
                                              .clave = "Egreso",
                                              .nombre = "Egreso",
                                              .flujo = flujo_dinero,
                                              .lado = Lado::compra,
                                              .naturaleza = Naturaleza::dinero,
                                              .saldo = &dinero_por_asignar,
                                              .nacimientos = nace_egreso,
                                              .precios = Precios::enviados,
                                              .en_banco = true,
                                              .comprobante = Comprobante::pago};
constinit TipoDocumento const anticipo_a_proveedor{.obj_id = 29,
                                                   .clave = "AnticipoProveedor",
                                                   .nombre = "Anticipo a proveedor",
                                                   .flujo = flujo_anticipo,
                                                   .lado = Lado::compra,
                                                   .naturaleza = Naturaleza::anticipo,
                                                   .saldo = &a_favor,
                                                   .nacimientos = nace_anticipo_a_proveedor,
                                                   .precios = Precios::enviados,
                                                   .en_banco = true};
constinit TipoDocumento const solicitud_de_pago{.obj_id = 11,
                                                .clave = "SolicitudPago",
                                                .nombre = "Solicitud de pago",
                                                .flujo = flujo_solicitud,
                                                .lado = Lado::compra,
                                                .avance = avance_de_solicitud,
                                                .nacimientos = nace_solicitud,
                                                .precios = Precios::enviados};

constinit TipoDocumento const pago_no_monetario{.obj_id = 28,
                                                .clave = "PagoNoMonetario",
                                                .nombre = "Pago en especie / Compensación / Trueque",
                                                .flujo = flujo_no_monetario,
                                                .nacimientos = nace_no_monetario,
                                                .precios = Precios::enviados};

namespace {
constexpr TipoDocumento const* tipos[] = {&deposito_de_banco, &anticipo_de_cliente, &egreso_de_banco,
                                          &solicitud_de_pago, &pago_no_monetario,   &anticipo_a_proveedor};
}  // namespace
extern Documentos const documentos;
constinit Documentos const documentos{.tipos = tipos,
                                      .guardias = {.cancelar = exigir_sin_conciliar},
                                      .consecuencias = {.acreditar = recortar_solicitudes}};

}  // namespace gestor::bancos
