#include "domain/compras/documentos.hpp"

#include "domain/motor/asientos.hpp"

namespace gestor {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "compras.escribir", cancela = "compras.cancelar", autoriza = "compras.autorizar";
constexpr std::string_view paga = "bancos.escribir", recibe = "inventario.escribir";

// ---- postings, in pesos ----
// What is owed, and its taxes until it is paid.
void asentar_deuda(Hechos const& h, std::string_view cuenta, Poliza& p) {
    auto const& c = h.cubetasMxn;
    p.haber({cuenta}, c.total());
    p.haber({"IVA_RET_PENDIENTE"}, c[Cubeta::ivaRet]);
    p.haber({"ISR_RET_PENDIENTE"}, c[Cubeta::isrRet]);
    p.debe({"IVA_POR_ACREDITAR"}, c.iva());
    p.debe({"IEPS_POR_ACREDITAR"}, c[Cubeta::ieps]);
}
// Goods, wherever they are, and what its lines charge.
void asentar_compra(Hechos const& h, Poliza& p) {
    p.debe({"INVENTARIO"}, h.enAlmacen);
    p.debe({"INV_TRANSITO"}, h.enTransito);
    for (auto const& c : h.cargos) p.debe(c.cuenta, c.importe);
}
void poliza_compra(Hechos const& h, Poliza& p) {
    asentar_deuda(h, "PROVEEDORES", p);
    asentar_compra(h, p);
}
void poliza_gasto(Hechos const& h, Poliza& p) {
    asentar_deuda(h, "ACREEDORES", p);
    asentar_compra(h, p);
}
void poliza_remision(Hechos const& h, Poliza& p) {
    asentar_compra(h, p);
    p.haber({"POR_FACTURAR"}, p.descuadre());
}

// ---- what follows from progress ----
Estado avance_de_orden(Progreso const& p) {
    if (!p.algo_surtido && !p.algo_facturado) return E::Autorizado;
    return p.surtido && (p.algo_surtido || p.facturado) ? E::Recibido : E::Parcial;
}
Estado avance_de_remision(Progreso const& p) {
    if (p.facturado) return E::Facturado;
    return p.algo_facturado ? E::Parcial : E::Pendiente;
}

// clang-format off
constexpr auto viva = E::Pendiente | E::Parcial | E::Pagado;  // it is owed, or was paid
constexpr auto con_credito = E::Pendiente | E::Parcial | E::Aplicado;

constexpr Transicion flujo_orden[] = {
    {E::Pendiente,               A::autorizar, E::Autorizado, autoriza},
    {E::Autorizado | E::Parcial, A::recibir,   segun_avance,  recibe},
    {E::Autorizado | E::Parcial, A::facturar,  segun_avance,  escribe},
    {E::Pendiente | E::Autorizado, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_factura[] = {
    {viva, A::pagar,    segun_saldo,  paga},
    {viva, A::devolver, segun_saldo,  escribe},
    {viva, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_gasto[] = {
    {viva, A::pagar,    segun_saldo,  paga},
    {viva, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_remision[] = {
    {E::Pendiente | E::Parcial, A::facturar, segun_avance, escribe},
    {E::Pendiente,              A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_credito[] = {
    {E::Pendiente | E::Parcial, A::asignar,  segun_saldo,  paga},
    {con_credito,               A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_cotizacion[] = {
    {E::Vigente,  A::aceptar,  E::Aceptado,  escribe},
    {E::Aceptado, A::liberar,  E::Vigente,   escribe},
    {E::Vigente,  A::cancelar, E::Cancelado, cancela},
};
// clang-format on

constexpr Nacimiento const* nace_orden[] = {&orden_nueva};
constexpr Nacimiento const* nace_factura[] = {&compra_nueva, &de_apertura};
constexpr Nacimiento const* nace_gasto[] = {&gasto_nuevo};
constexpr Nacimiento const* nace_sobre_compra[] = {&sobre_compra_nuevo};
constexpr Nacimiento const* nace_remision[] = {&remision_de_compra_nueva};
constexpr Nacimiento const* nace_cotizacion[] = {&cotizacion_de_proveedor_nueva};

}  // namespace

constinit Nacimiento const orden_nueva{E::Pendiente};
constinit Nacimiento const cotizacion_de_proveedor_nueva{E::Vigente};
constinit Nacimiento const compra_nueva{segun_saldo, {.existencia = Stock::mueve, .poliza = poliza_compra}};
constinit Nacimiento const gasto_nuevo{segun_saldo, {.poliza = poliza_gasto}};
constinit Nacimiento const sobre_compra_nuevo{segun_saldo, {.existencia = Stock::mueve, .poliza = poliza_gasto}};
constinit Nacimiento const remision_de_compra_nueva{E::Pendiente,
                                                    {.existencia = Stock::mueve, .poliza = poliza_remision}};

constinit TipoDocumento const remision_de_compra{.obj_id = 5,
                                                 .clave = "NotaRemisionCompra",
                                                 .nombre = "Nota de remisión",
                                                 .flujo = flujo_remision,
                                                 .lado = Lado::compra,
                                                 .avance = avance_de_remision,
                                                 .nacimientos = nace_remision,
                                                 .precios = Precios::enviados,
                                                 .origen = "Compra"};
constinit TipoDocumento const orden_de_compra{.obj_id = 12,
                                              .clave = "OrdenCompra",
                                              .nombre = "Orden de compra",
                                              .flujo = flujo_orden,
                                              .lado = Lado::compra,
                                              .avance = avance_de_orden,
                                              .nacimientos = nace_orden,
                                              .precios = Precios::enviados};
constinit TipoDocumento const factura_de_compra{.obj_id = 13,
                                                .clave = "FacturaCompra",
                                                .nombre = "Factura de compra",
                                                .flujo = flujo_factura,
                                                .lado = Lado::compra,
                                                .papel = Papel::cargo,
                                                .saldo = &de_deuda,
                                                .nacimientos = nace_factura,
                                                .precios = Precios::enviados};
constinit TipoDocumento const gasto{.obj_id = 14,
                                    .clave = "Gasto",
                                    .nombre = "Gasto",
                                    .flujo = flujo_gasto,
                                    .lado = Lado::compra,
                                    .papel = Papel::cargo,
                                    .saldo = &de_deuda,
                                    .nacimientos = nace_gasto,
                                    .precios = Precios::enviados,
                                    .rol = Rol::acreedor};
constinit TipoDocumento const gasto_sobre_compra{.obj_id = 15,
                                                 .clave = "GastoSobreCompra",
                                                 .nombre = "Gasto sobre compra",
                                                 .flujo = flujo_gasto,
                                                 .lado = Lado::compra,
                                                 .papel = Papel::cargo,
                                                 .saldo = &de_deuda,
                                                 .nacimientos = nace_sobre_compra,
                                                 .precios = Precios::enviados,
                                                 .rol = Rol::acreedor};
constinit TipoDocumento const devolucion_a_proveedor{.obj_id = 26,
                                                     .clave = "NotaDevolucionProveedor",
                                                     .nombre = "Nota de devolución a proveedor",
                                                     .flujo = flujo_credito,
                                                     .lado = Lado::compra,
                                                     .papel = Papel::credito,
                                                     .saldo = &a_favor,
                                                     .precios = Precios::del_origen};
constinit TipoDocumento const credito_de_proveedor{.obj_id = 27,
                                                   .clave = "NotaCreditoProveedor",
                                                   .nombre = "Nota de crédito de proveedor",
                                                   .flujo = flujo_credito,
                                                   .lado = Lado::compra,
                                                   .papel = Papel::credito,
                                                   .saldo = &a_favor,
                                                   .precios = Precios::del_origen};
constinit TipoDocumento const cotizacion_de_proveedor{.obj_id = 30,
                                                      .clave = "CotizacionProveedor",
                                                      .nombre = "Cotización de proveedor",
                                                      .flujo = flujo_cotizacion,
                                                      .lado = Lado::compra,
                                                      .nacimientos = nace_cotizacion,
                                                      .precios = Precios::enviados};

namespace {

constexpr TipoDocumento const* tipos[] = {
    &remision_de_compra, &orden_de_compra,        &factura_de_compra,    &gasto,
    &gasto_sobre_compra, &devolucion_a_proveedor, &credito_de_proveedor, &cotizacion_de_proveedor};

}  // namespace

extern Documentos const documentos_compras;
constinit Documentos const documentos_compras{tipos};

}  // namespace gestor
