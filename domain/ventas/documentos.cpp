#include "domain/ventas/documentos.hpp"

#include "domain/motor/tipo/asientos.hpp"
#include "domain/ventas/guardias.hpp"

namespace gestor::ventas {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "ventas.escribir", cancela = "ventas.cancelar";
constexpr std::string_view cobra = "bancos.escribir", entrega = "inventario.escribir";

// ---- postings, in pesos ----
void poliza_de_venta(Hechos const& h, Poliza& p) {
    asiento_de_venta(h, factura_de_venta, p);
}
void poliza_devolucion(Hechos const& h, Poliza& p) {
    Dinero devuelto;
    for (auto const& neta : netas_por_base(h)) devuelto += neta;
    p.debe({"DEV_VENTAS"}, devuelto);
    asentar_devuelto(h, devolucion_de_cliente, p);
    p.debe({"INVENTARIO"}, h.enAlmacen);
    p.debe({"AJUSTE_INVENTARIO"}, h.perdido);
    p.haber({"COSTO_VENTAS"}, h.enAlmacen + h.perdido);
}

// ---- states that follow from progress ----
Estado avance_de_pedido(Progreso const& p) {
    if (!p.algo_surtido && !p.algo_facturado) return E::Pendiente;
    if (p.surtido && p.facturado) return E::Facturado;
    return p.surtido && p.algo_surtido ? E::Surtido : E::Parcial;
}
Estado avance_de_remision(Progreso const& p) {  // the goods of a remission left with it
    if (p.facturado) return E::Facturado;
    return p.algo_facturado ? E::Parcial : E::Pendiente;
}

// ---- the tables ----
// clang-format off
constexpr auto viva = E::Pendiente | E::Parcial | E::Pagado | E::Incobrable;  // a debt in force, paid or not
constexpr auto con_credito = E::Pendiente | E::Parcial | E::Aplicado;

constexpr Transicion flujo_factura[] = {
    {viva, A::cobrar,   segun_saldo,  cobra},
    {viva, A::entregar, el_mismo,     entrega},
    {viva, A::devolver, segun_saldo,  escribe},
    {viva, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_nota[] = {
    {viva,         A::cobrar,   segun_saldo,  cobra},
    {viva,         A::entregar, el_mismo,     entrega},
    {viva,         A::devolver, segun_saldo,  escribe},
    {viva,         A::facturar, E::Facturado, escribe},
    {E::Facturado, A::liberar,  segun_saldo,  escribe},
    {viva,         A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_pedido[] = {
    {E::Pendiente | E::Autorizado | E::Parcial,              A::entregar, segun_avance, entrega},
    {E::Pendiente | E::Autorizado | E::Parcial | E::Surtido, A::facturar, segun_avance, escribe},
    {E::Pendiente | E::Autorizado,                           A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_cotizacion[] = {
    {E::Vigente,  A::aceptar, E::Aceptado, escribe},
    {E::Aceptado, A::liberar, E::Vigente,  escribe},
};
constexpr Transicion flujo_remision[] = {
    {E::Pendiente | E::Parcial, A::facturar, segun_avance, escribe},
    {E::Pendiente,              A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_credito[] = {
    {E::Pendiente | E::Parcial, A::asignar,  segun_saldo,  cobra},
    {con_credito,               A::cancelar, E::Cancelado, cancela},
};
constexpr Efectos de_venta{.existencia = Stock::mueve, .poliza = poliza_de_venta};
// clang-format on

constexpr Nacimiento const* nace_factura[] = {&factura_nueva, &factura_de_notas, &de_apertura};
constexpr Nacimiento const* nace_nota[] = {&nota_nueva, &de_apertura};
constexpr Nacimiento const* nace_pedido[] = {&pedido_nuevo};
constexpr Nacimiento const* nace_cotizacion[] = {&cotizacion_nueva};
constexpr Nacimiento const* nace_devolucion[] = {&devolucion_nueva};
constexpr Nacimiento const* nace_remision[] = {&remision_nueva};
constexpr Nacimiento const* nace_credito[] = {&de_apertura, &credito_nuevo};

}  // namespace

constinit Nacimiento const factura_nueva{segun_saldo, de_venta};
constinit Nacimiento const factura_de_notas{segun_saldo};  // the notes have already posted and moved the goods
constinit Nacimiento const nota_nueva{segun_saldo, de_venta};
constinit Nacimiento const pedido_nuevo{E::Pendiente, {.existencia = Stock::aparta}};
constinit Nacimiento const cotizacion_nueva{E::Vigente};
// Goods of a remission leave with it; the debt begins with its invoice.
constinit Nacimiento const remision_nueva{E::Pendiente, {.existencia = Stock::mueve, .poliza = costo_de_venta}};
constinit Nacimiento const credito_nuevo{segun_saldo, {.poliza = poliza_devolucion}};
constinit Nacimiento const devolucion_nueva{segun_saldo, {.existencia = Stock::mueve, .poliza = poliza_devolucion}};

constinit TipoDocumento const factura_de_venta{.obj_id = 1,
                                               .clave = "FacturaVenta",
                                               .nombre = "Factura de venta",
                                               .flujo = flujo_factura,
                                               .lado = Lado::venta,
                                               .naturaleza = Naturaleza::cargo,
                                               .saldo = &por_cobrar,
                                               .nacimientos = nace_factura,
                                               .precios = Precios::de_lista,
                                               .comprobante = Comprobante::ingreso};
constinit TipoDocumento const nota_de_venta{.obj_id = 2,
                                            .clave = "NotaVenta",
                                            .nombre = "Nota de venta",
                                            .flujo = flujo_nota,
                                            .lado = Lado::venta,
                                            .naturaleza = Naturaleza::cargo,
                                            .saldo = &por_cobrar,
                                            .nacimientos = nace_nota,
                                            .precios = Precios::de_lista};
constinit TipoDocumento const pedido_de_cliente{.obj_id = 3,
                                                .clave = "PedidoCliente",
                                                .nombre = "Pedido de cliente",
                                                .flujo = flujo_pedido,
                                                .lado = Lado::venta,
                                                .avance = avance_de_pedido,
                                                .nacimientos = nace_pedido,
                                                .precios = Precios::de_lista};
constinit TipoDocumento const cotizacion_de_cliente{.obj_id = 4,
                                                    .clave = "CotizacionCliente",
                                                    .nombre = "Cotización de cliente",
                                                    .flujo = flujo_cotizacion,
                                                    .lado = Lado::venta,
                                                    .nacimientos = nace_cotizacion,
                                                    .precios = Precios::de_lista};
constinit TipoDocumento const remision_de_venta{.obj_id = 5,
                                                .clave = "NotaRemision",
                                                .nombre = "Nota de remisión",
                                                .flujo = flujo_remision,
                                                .lado = Lado::venta,
                                                .avance = avance_de_remision,
                                                .nacimientos = nace_remision,
                                                .precios = Precios::de_lista,
                                                .origen = "Venta"};
constinit TipoDocumento const devolucion_de_cliente{.obj_id = 6,
                                                    .clave = "NotaDevolucionCliente",
                                                    .nombre = "Nota de devolución de cliente",
                                                    .flujo = flujo_credito,
                                                    .lado = Lado::venta,
                                                    .naturaleza = Naturaleza::credito,
                                                    .saldo = &a_favor,
                                                    .nacimientos = nace_devolucion,
                                                    .precios = Precios::del_origen,
                                                    .comprobante = Comprobante::egreso};
constinit TipoDocumento const credito_de_cliente{.obj_id = 7,
                                                 .clave = "NotaCreditoCliente",
                                                 .nombre = "Nota de crédito de cliente",
                                                 .flujo = flujo_credito,
                                                 .lado = Lado::venta,
                                                 .naturaleza = Naturaleza::credito,
                                                 .saldo = &a_favor,
                                                 .nacimientos = nace_credito,
                                                 .precios = Precios::del_origen,
                                                 .comprobante = Comprobante::egreso};
namespace {
constexpr TipoDocumento const* tipos[] = {&factura_de_venta,      &nota_de_venta,     &pedido_de_cliente,
                                          &cotizacion_de_cliente, &remision_de_venta, &devolucion_de_cliente,
                                          &credito_de_cliente};
}
extern Documentos const documentos;
constinit Documentos const documentos{.tipos = tipos, .consecuencias = {.cancelar = liberar_cotizaciones}};

}  // namespace gestor::ventas
