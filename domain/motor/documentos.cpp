#include "domain/motor/documentos.hpp"

#include <algorithm>

namespace gestor {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe_ventas = "ventas.escribir", cancela_ventas = "ventas.cancelar";
constexpr std::string_view escribe_bancos = "bancos.escribir", cancela_bancos = "bancos.cancelar";
constexpr std::string_view escribe_inventario = "inventario.escribir", escribe_compras = "compras.escribir";

constexpr Transicion nace(Estado estado, std::string_view permiso, Efectos efectos, A accion = A::crear) {
    return {estado, accion, estado, permiso, efectos};
}

// ---- postings, in pesos ----
constexpr std::string_view ventas[numero_bases] = {"VENTAS_16", "VENTAS_8", "VENTAS_0", "VENTAS_EXENTAS",
                                                   "VENTAS_NO_OBJETO"};

// The bases without their IEPS, which is a tax and not revenue; the last base that has any takes the cent.
std::array<Dinero, numero_bases> ingresos_por_base(Hechos const& h) {
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
    p.debe({"COSTO_VENTAS"}, h.costo);
    p.haber({"INVENTARIO"}, h.costo);
}

void poliza_venta(Hechos const& h, Poliza& p) {
    auto const& c = h.cubetasMxn;
    p.debe({"CLIENTES"}, c.total());
    p.debe({"IVA_RET_A_FAVOR"}, c[Cubeta::ivaRet]);
    p.debe({"ISR_RET_A_FAVOR"}, c[Cubeta::isrRet]);
    auto netas = ingresos_por_base(h);
    for (auto const& i : h.ingresos) {
        Dinero const propio = multiplicar<2>(i.importe, h.documento.cabecera.tipoCambio);
        p.haber({{}, i.cuentaId}, propio);
        netas[static_cast<std::size_t>(i.base)] -= propio;
    }
    for (std::size_t i = 0; i < numero_bases; ++i) p.haber({ventas[i]}, netas[i]);
    p.haber({"IVA_POR_COBRAR"}, c.iva());
    p.haber({"IEPS_POR_COBRAR"}, c[Cubeta::ieps]);
    costo_de_venta(h, p);
}

void poliza_devolucion(Hechos const& h, Poliza& p) {
    auto const& c = h.cubetasMxn;
    Dinero devuelto;
    for (auto const& neta : ingresos_por_base(h)) devuelto += neta;
    p.debe({"DEV_VENTAS"}, devuelto);
    p.debe({"IVA_POR_COBRAR"}, h.porCobrar.iva());
    p.debe({"IVA_COBRADO"}, h.declarado.iva());
    p.debe({"IEPS_POR_COBRAR"}, h.porCobrar[Cubeta::ieps]);
    p.debe({"IEPS_COBRADO"}, h.declarado[Cubeta::ieps]);
    // Taxes go back at the rate of the money that had brought them, the sale itself at its own.
    p.resultado_cambiario(h.declarado.iva() + h.declarado[Cubeta::ieps] - (c.iva() - h.porCobrar.iva()) -
                          (c[Cubeta::ieps] - h.porCobrar[Cubeta::ieps]));
    p.haber({"CLIENTES"}, c.total());
    p.haber({"IVA_RET_A_FAVOR"}, c[Cubeta::ivaRet]);
    p.haber({"ISR_RET_A_FAVOR"}, c[Cubeta::isrRet]);
    p.debe({h.reingresa ? "INVENTARIO" : "AJUSTE_INVENTARIO"}, h.costo);
    p.haber({"COSTO_VENTAS"}, h.costo);
}

// All of it is the customer's until it is applied; what is applied at once leaves ANTICIPO_CLIENTES again.
void poliza_deposito(Hechos const& h, Poliza& p) {
    p.tipo = "Ingresos";
    p.debe(h.contra, h.cubetasMxn.total());
    if (h.ingresos.empty()) {
        p.haber({"ANTICIPO_CLIENTES"}, h.cubetasMxn.total());
        return;
    }
    Dinero propios;  // by concept: each to its account, its taxes are collected with it
    for (auto const& i : h.ingresos) {
        Dinero const propio = multiplicar<2>(i.importe, h.documento.cabecera.tipoCambio);
        p.haber({{}, i.cuentaId}, propio);
        propios += propio;
    }
    p.haber({"IVA_COBRADO"}, h.cubetasMxn.iva());
    p.haber({"IEPS_COBRADO"}, h.cubetasMxn[Cubeta::ieps]);
    p.debe({"IVA_RET_A_FAVOR"}, h.cubetasMxn[Cubeta::ivaRet]);
    p.debe({"ISR_RET_A_FAVOR"}, h.cubetasMxn[Cubeta::isrRet]);
    p.haber({{}, h.ingresos.back().cuentaId}, p.descuadre());  // the cents of another currency
}

void poliza_anticipo(Hechos const& h, Poliza& p) {
    p.tipo = "Ingresos";
    p.debe(h.contra, h.cubetasMxn.total());
    p.haber({"ANTICIPO_CLIENTES"}, h.cubetasMxn.total() - h.cubetasMxn.iva());
    p.haber({"IVA_COBRADO"}, h.cubetasMxn.iva());
}

void poliza_entrada(Hechos const& h, Poliza& p) {
    p.debe({"INVENTARIO"}, h.costo);
    p.haber(h.contra, h.costo);
}
void poliza_salida(Hechos const& h, Poliza& p) {
    p.debe(h.contra, h.costo);
    p.haber({"INVENTARIO"}, h.costo);
}

// ---- what another system made, and is open: on the other side, the opening ----
void poliza_abrir_venta(Hechos const& h, Poliza& p) {
    auto const& c = h.porCobrar;
    p.debe({"CLIENTES"}, c.total());
    p.haber({"IVA_POR_COBRAR"}, c.iva());
    p.haber({"IEPS_POR_COBRAR"}, c[Cubeta::ieps]);
    p.haber({"APERTURA"}, p.descuadre());
}
// It declared its VAT when it came in.
void poliza_abrir_anticipo(Hechos const& h, Poliza& p) {
    p.haber({"ANTICIPO_CLIENTES"}, h.porCobrar.total() - h.porCobrar.iva());
    p.haber({"APERTURA"}, p.descuadre());
}
void poliza_abrir_credito(Hechos const& h, Poliza& p) {
    p.haber({"CLIENTES"}, h.porCobrar.total());
    p.haber({"APERTURA"}, p.descuadre());
}
void poliza_abrir_compra(Hechos const& h, Poliza& p) {
    auto const& c = h.porCobrar;
    p.haber({"PROVEEDORES"}, c.total());
    p.debe({"IVA_POR_ACREDITAR"}, c.iva());
    p.debe({"IEPS_POR_ACREDITAR"}, c[Cubeta::ieps]);
    p.haber({"IVA_RET_PENDIENTE"}, c[Cubeta::ivaRet]);
    p.haber({"APERTURA"}, p.descuadre());
}

// ---- what follows from progress ----
Estado avance_de_pedido(Progreso const& p) {
    if (!p.algo_surtido && !p.algo_facturado) return E::Pendiente;
    if (p.surtido && p.facturado) return E::Facturado;
    return p.surtido && p.algo_surtido ? E::Surtido : E::Parcial;
}
Estado avance_de_remision(Progreso const& p) {  // its goods left with it
    if (p.facturado) return E::Facturado;
    return p.algo_facturado ? E::Parcial : E::Pendiente;
}

// ---- the tables ----
// clang-format off
constexpr Efectos venta{.existencia = Stock::sale, .saldo = &por_cobrar, .poliza = poliza_venta};
constexpr Efectos revierte{.revierte = true};

constexpr Transicion abre_venta = nace(E::Pendiente, escribe_ventas, {.saldo = &por_cobrar, .poliza = poliza_abrir_venta}, A::abrir);

constexpr Transicion flujo_factura[] = {
    nace(E::Pendiente, escribe_ventas, venta), abre_venta,
    nace(E::Pendiente, escribe_ventas, {.saldo = &por_cobrar}, A::facturar),        // a note: it posted and moved everything itself
    {E::Pendiente, A::cobrar,   E::Parcial,   escribe_bancos}, {E::Parcial, A::cobrar, E::Pagado, escribe_bancos},
    {E::Pendiente, A::entregar, E::Pendiente, escribe_inventario}, {E::Parcial, A::entregar, E::Parcial, escribe_inventario}, {E::Pagado, A::entregar, E::Pagado, escribe_inventario},
    {E::Pendiente, A::devolver, E::Pagado,    escribe_ventas}, {E::Parcial, A::devolver, E::Pagado, escribe_ventas}, {E::Pagado, A::devolver, E::Pagado, escribe_ventas},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Parcial,   A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Pagado,    A::cancelar, E::Cancelado, cancela_ventas, revierte},
};
constexpr Transicion flujo_nota[] = {
    nace(E::Pendiente, escribe_ventas, venta), abre_venta,
    {E::Pendiente, A::cobrar,   E::Parcial,   escribe_bancos}, {E::Parcial, A::cobrar, E::Pagado, escribe_bancos},
    {E::Pendiente, A::entregar, E::Pendiente, escribe_inventario}, {E::Parcial, A::entregar, E::Parcial, escribe_inventario}, {E::Pagado, A::entregar, E::Pagado, escribe_inventario},
    {E::Pendiente, A::devolver, E::Pagado,    escribe_ventas}, {E::Parcial, A::devolver, E::Pagado, escribe_ventas}, {E::Pagado, A::devolver, E::Pagado, escribe_ventas},
    {E::Pendiente, A::facturar, E::Facturado, escribe_ventas}, {E::Parcial, A::facturar, E::Facturado, escribe_ventas}, {E::Pagado, A::facturar, E::Facturado, escribe_ventas},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Parcial,   A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Pagado,    A::cancelar, E::Cancelado, cancela_ventas, revierte},
};
constexpr Transicion flujo_pedido[] = {
    nace(E::Pendiente, escribe_ventas, {.existencia = Stock::aparta}),
    {E::Pendiente,  A::entregar, E::Parcial,   escribe_inventario}, {E::Autorizado, A::entregar, E::Parcial, escribe_inventario}, {E::Parcial, A::entregar, E::Surtido, escribe_inventario},
    {E::Pendiente,  A::facturar, E::Parcial,   escribe_ventas}, {E::Autorizado, A::facturar, E::Parcial, escribe_ventas}, {E::Parcial, A::facturar, E::Facturado, escribe_ventas},
    {E::Surtido,    A::facturar, E::Facturado, escribe_ventas},
    {E::Pendiente,  A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Autorizado, A::cancelar, E::Cancelado, cancela_ventas, revierte},
};
constexpr Transicion flujo_cotizacion[] = {
    nace(E::Vigente, escribe_ventas, {}),
    {E::Vigente, A::aceptar, E::Aceptado, escribe_ventas},
};
constexpr Transicion flujo_remision[] = {
    {E::Pendiente, A::facturar, E::Facturado, escribe_ventas}, {E::Parcial, A::facturar, E::Facturado, escribe_ventas},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela_ventas, revierte},
};
constexpr Transicion flujo_devolucion[] = {
    nace(E::Pendiente, escribe_ventas, {.existencia = Stock::entra, .saldo = &a_favor, .poliza = poliza_devolucion}),
    {E::Pendiente, A::asignar,  E::Parcial,   escribe_bancos}, {E::Parcial, A::asignar, E::Aplicado, escribe_bancos},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Parcial,   A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Aplicado,  A::cancelar, E::Cancelado, cancela_ventas, revierte},
};
constexpr Transicion flujo_credito[] = {
    nace(E::Pendiente, escribe_ventas, {.saldo = &a_favor, .poliza = poliza_abrir_credito}, A::abrir),
    {E::Pendiente, A::asignar,  E::Parcial,   escribe_bancos}, {E::Parcial, A::asignar, E::Aplicado, escribe_bancos},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Parcial,   A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Aplicado,  A::cancelar, E::Cancelado, cancela_ventas, revierte},
};
constexpr Transicion flujo_deposito[] = {
    nace(E::Pendiente, escribe_bancos, {.saldo = &dinero_por_asignar, .poliza = poliza_deposito}),
    {E::Pendiente, A::asignar,  E::Parcial,   escribe_bancos}, {E::Parcial, A::asignar, E::Asignado, escribe_bancos},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela_bancos, revierte},
    {E::Parcial,   A::cancelar, E::Cancelado, cancela_bancos, revierte},
    {E::Asignado,  A::cancelar, E::Cancelado, cancela_bancos, revierte},
};
constexpr Transicion flujo_concepto[] = {nace(E::Asignado, escribe_bancos, {.poliza = poliza_deposito})};  // nothing of it is left to assign
constexpr Transicion flujo_anticipo[] = {
    nace(E::Pendiente, escribe_bancos, {.saldo = &a_favor, .poliza = poliza_anticipo}),
    nace(E::Pendiente, escribe_bancos, {.saldo = &a_favor, .poliza = poliza_abrir_anticipo}, A::abrir),
    {E::Pendiente, A::asignar,  E::Parcial,   escribe_bancos}, {E::Parcial, A::asignar, E::Aplicado, escribe_bancos},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela_bancos, revierte},
    {E::Parcial,   A::cancelar, E::Cancelado, cancela_bancos, revierte},
    {E::Aplicado,  A::cancelar, E::Cancelado, cancela_bancos, revierte},
};
constexpr Transicion flujo_entrada[]  = {nace(E::Aplicado, escribe_inventario, {.existencia = Stock::entra, .poliza = poliza_entrada})};
constexpr Transicion flujo_salida[]   = {nace(E::Aplicado, escribe_inventario, {.existencia = Stock::sale, .poliza = poliza_salida})};
constexpr Transicion flujo_ajuste[]   = {nace(E::Aplicado, escribe_inventario, {.existencia = Stock::ajusta, .poliza = poliza_entrada})};
constexpr Transicion flujo_traspaso[] = {nace(E::Aplicado, escribe_inventario, {.existencia = Stock::traspasa})};
constexpr Transicion flujo_entrega[]  = {nace(E::Aplicado, escribe_inventario, {.existencia = Stock::sale, .poliza = costo_de_venta})};
constexpr Transicion flujo_viaje[] = {
    {E::Pendiente, A::cobrar,   E::Parcial,   escribe_bancos}, {E::Parcial, A::cobrar, E::Pagado, escribe_bancos},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Parcial,   A::cancelar, E::Cancelado, cancela_ventas, revierte},
    {E::Pagado,    A::cancelar, E::Cancelado, cancela_ventas, revierte},
};
constexpr Transicion flujo_compra[] = {  // so far it only comes from another system
    nace(E::Pendiente, escribe_compras, {.saldo = &por_pagar, .poliza = poliza_abrir_compra}, A::abrir),
};

}  // namespace

constinit TipoDocumento const factura_de_venta     {1,  "Factura de venta",              flujo_factura,    &por_cobrar};
constinit TipoDocumento const nota_de_venta        {2,  "Nota de venta",                 flujo_nota,       &por_cobrar};
constinit TipoDocumento const pedido_de_cliente    {3,  "Pedido de cliente",             flujo_pedido,     nullptr, Caudal::ninguno, avance_de_pedido};
constinit TipoDocumento const cotizacion_de_cliente{4,  "Cotización de cliente",         flujo_cotizacion};
constinit TipoDocumento const remision_de_venta    {5,  "Nota de remisión",              flujo_remision,   nullptr, Caudal::ninguno, avance_de_remision};
constinit TipoDocumento const devolucion_de_cliente{6,  "Nota de devolución de cliente", flujo_devolucion, &a_favor, Caudal::credito};
constinit TipoDocumento const credito_de_cliente   {7,  "Nota de crédito de cliente",    flujo_credito,    &a_favor, Caudal::credito};
constinit TipoDocumento const deposito_de_banco    {8,  "Depósito",                      flujo_deposito,   &dinero_por_asignar, Caudal::dinero};
constinit TipoDocumento const deposito_por_concepto{8,  "Depósito",                      flujo_concepto};
constinit TipoDocumento const anticipo_de_cliente  {9,  "Anticipo de cliente",           flujo_anticipo,   &a_favor, Caudal::anticipo};
constinit TipoDocumento const entrada_de_inventario{16, "Movimiento de inventario",      flujo_entrada};
constinit TipoDocumento const salida_de_inventario {16, "Movimiento de inventario",      flujo_salida};
constinit TipoDocumento const ajuste_de_inventario {16, "Movimiento de inventario",      flujo_ajuste};
constinit TipoDocumento const traspaso_de_inventario{16, "Movimiento de inventario",     flujo_traspaso};
constinit TipoDocumento const entrega_de_mercancia {17, "Entrega de mercancía",          flujo_entrega};
constinit TipoDocumento const factura_de_viaje     {24, "Factura de agencia de viajes",  flujo_viaje,      &por_cobrar};
constinit TipoDocumento const factura_de_compra    {13, "Factura de compra",             flujo_compra,     &por_pagar};
// clang-format on

std::span<TipoDocumento const* const> tipos_de_documento() {
    static constexpr TipoDocumento const* todos[] = {
        &factura_de_venta,     &nota_de_venta,          &pedido_de_cliente,     &cotizacion_de_cliente,
        &remision_de_venta,    &devolucion_de_cliente,  &credito_de_cliente,    &deposito_de_banco,
        &anticipo_de_cliente,  &deposito_por_concepto,  &entrada_de_inventario, &salida_de_inventario,
        &ajuste_de_inventario, &traspaso_de_inventario, &entrega_de_mercancia,  &factura_de_viaje,
        &factura_de_compra};
    return todos;
}

TipoDocumento const* tipo_de_objeto(std::int64_t objId) {
    for (auto const* t : tipos_de_documento())
        if (t->obj_id == objId) return t;
    return nullptr;
}

}  // namespace gestor
