#include "domain/compras/documentos.hpp"

#include "domain/motor/tipo/asientos.hpp"

namespace gestor::compras {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "compras.escribir", cancela = "compras.cancelar", autoriza = "compras.autorizar";
constexpr std::string_view paga = "bancos.escribir", recibe = "inventario.escribir";

// ---- postings, in pesos ----
// Posts the charges of a purchase: goods in stock and in transit, and the accounts of its other lines.
void asentar_compra(Hechos const& h, Poliza& p) {
    p.debe({"INVENTARIO"}, h.enAlmacen);
    p.debe({"INV_TRANSITO"}, h.enTransito);
    for (auto const& c : h.cargos) p.debe(c.cuenta, c.importe);
}
template <TipoDocumento const& tipo>
void poliza_de(Hechos const& h, Poliza& p) {
    asentar_deuda(h, tipo, p);
    asentar_compra(h, p);
}
void poliza_remision(Hechos const& h, Poliza& p) {
    asentar_compra(h, p);
    p.haber({"POR_FACTURAR"}, p.descuadre());
}

// Entry of a return to a supplier: debt and taxes, then goods at their value. The difference between credit and goods
// is cost of sales. A line without goods credits the account that its purchase charged.
void poliza_devolucion(Hechos const& h, Poliza& p) {
    asentar_devuelto(h, devolucion_a_proveedor, p);
    Dinero base;
    for (auto const& neta : netas_por_base(h)) base += neta;
    for (auto const& cargo : h.cargos) {
        p.debe(cargo.cuenta, cargo.importe);
        base += cargo.importe;
    }
    p.debe({"INVENTARIO"}, h.enAlmacen);
    p.haber({h.piezas.empty() ? "DEV_COMPRAS" : "COSTO_VENTAS"}, base + h.enAlmacen);
}

// ---- states that follow from progress ----
Estado avance_de_orden(Progreso const& p) {
    if (!p.algo_surtido && !p.algo_facturado) return E::Autorizado;
    return p.surtido && p.servido ? E::Recibido : E::Parcial;
}
Estado avance_de_remision(Progreso const& p) {
    if (p.facturado) return E::Facturado;
    return p.algo_facturado ? E::Parcial : E::Pendiente;
}

// clang-format off
constexpr auto viva = E::Pendiente | E::Parcial | E::Pagado;  // a debt in force, paid or not
constexpr auto con_credito = E::Pendiente | E::Parcial | E::Aplicado;

constexpr Transicion flujo_orden[] = {
    {E::Pendiente,               A::autorizar, E::Autorizado, autoriza},
    {E::Autorizado | E::Parcial, A::recibir,   segun_avance,  recibe},
    {E::Autorizado | E::Parcial, A::facturar,  segun_avance,  escribe},
    {E::Pendiente | E::Autorizado, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_deuda[] = {
    {viva, A::pagar,    segun_saldo,  paga},
    {viva, A::devolver, segun_saldo,  escribe},
    {viva, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_sobre_compra[] = {
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
constexpr Nacimiento const* nace_importacion[] = {&iva_de_importacion_nuevo};
constexpr Nacimiento const* nace_remision[] = {&remision_de_compra_nueva};
constexpr Nacimiento const* nace_devolucion[] = {&devolucion_a_proveedor_nueva};
constexpr Nacimiento const* nace_credito[] = {&credito_de_proveedor_nuevo};
constexpr Nacimiento const* nace_cotizacion[] = {&cotizacion_de_proveedor_nueva};

}  // namespace

constinit Nacimiento const orden_nueva{E::Pendiente};
constinit Nacimiento const cotizacion_de_proveedor_nueva{E::Vigente};
constinit Nacimiento const compra_nueva{segun_saldo,
                                        {.existencia = Stock::mueve, .poliza = poliza_de<factura_de_compra>}};
constinit Nacimiento const gasto_nuevo{segun_saldo, {.poliza = poliza_de<gasto>}};
constinit Nacimiento const sobre_compra_nuevo{segun_saldo,
                                              {.existencia = Stock::mueve, .poliza = poliza_de<gasto_sobre_compra>}};
constinit Nacimiento const iva_de_importacion_nuevo{
    segun_saldo, {.existencia = Stock::mueve, .poliza = poliza_de<iva_de_importacion>}};
constinit Nacimiento const devolucion_a_proveedor_nueva{segun_saldo,
                                                        {.existencia = Stock::mueve, .poliza = poliza_devolucion}};
constinit Nacimiento const credito_de_proveedor_nuevo{segun_saldo, {.poliza = poliza_devolucion}};
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
                                                .flujo = flujo_deuda,
                                                .lado = Lado::compra,
                                                .naturaleza = Naturaleza::cargo,
                                                .saldo = &de_deuda,
                                                .nacimientos = nace_factura,
                                                .precios = Precios::enviados,
                                                .comprobante = Comprobante::ingreso};
constinit TipoDocumento const gasto{.obj_id = 14,
                                    .clave = "Gasto",
                                    .nombre = "Gasto",
                                    .flujo = flujo_deuda,
                                    .lado = Lado::compra,
                                    .naturaleza = Naturaleza::cargo,
                                    .saldo = &de_deuda,
                                    .nacimientos = nace_gasto,
                                    .precios = Precios::enviados,
                                    .contraparte = ClaseContraparte::acreedor,
                                    .comprobante = Comprobante::ingreso};
constinit TipoDocumento const gasto_sobre_compra{.obj_id = 15,
                                                 .clave = "GastoSobreCompra",
                                                 .nombre = "Gasto sobre compra",
                                                 .flujo = flujo_sobre_compra,
                                                 .lado = Lado::compra,
                                                 .naturaleza = Naturaleza::cargo,
                                                 .saldo = &de_deuda,
                                                 .nacimientos = nace_sobre_compra,
                                                 .precios = Precios::enviados,
                                                 .contraparte = ClaseContraparte::acreedor,
                                                 .comprobante = Comprobante::ingreso};
// Shares the number of landed costs, because VAT that is not credited adds cost to the goods likewise.
constinit TipoDocumento const iva_de_importacion{.obj_id = 15,
                                                 .clave = "IvaImportacion",
                                                 .nombre = "Gasto sobre compra",
                                                 .flujo = flujo_sobre_compra,
                                                 .lado = Lado::compra,
                                                 .naturaleza = Naturaleza::cargo,
                                                 .saldo = &de_deuda,
                                                 .nacimientos = nace_importacion,
                                                 .precios = Precios::enviados,
                                                 .contraparte = ClaseContraparte::aduana,
                                                 .origen = "Importacion"};
constinit TipoDocumento const devolucion_a_proveedor{.obj_id = 26,
                                                     .clave = "NotaDevolucionProveedor",
                                                     .nombre = "Nota de devolución a proveedor",
                                                     .flujo = flujo_credito,
                                                     .lado = Lado::compra,
                                                     .naturaleza = Naturaleza::credito,
                                                     .saldo = &a_favor,
                                                     .nacimientos = nace_devolucion,
                                                     .precios = Precios::del_origen,
                                                     .comprobante = Comprobante::egreso};
constinit TipoDocumento const credito_de_proveedor{.obj_id = 27,
                                                   .clave = "NotaCreditoProveedor",
                                                   .nombre = "Nota de crédito de proveedor",
                                                   .flujo = flujo_credito,
                                                   .lado = Lado::compra,
                                                   .naturaleza = Naturaleza::credito,
                                                   .saldo = &a_favor,
                                                   .nacimientos = nace_credito,
                                                   .precios = Precios::del_origen,
                                                   .comprobante = Comprobante::egreso};
constinit TipoDocumento const cotizacion_de_proveedor{.obj_id = 30,
                                                      .clave = "CotizacionProveedor",
                                                      .nombre = "Cotización de proveedor",
                                                      .flujo = flujo_cotizacion,
                                                      .lado = Lado::compra,
                                                      .nacimientos = nace_cotizacion,
                                                      .precios = Precios::enviados};

namespace {

constexpr TipoDocumento const* tipos[] = {
    &remision_de_compra,     &orden_de_compra,    &factura_de_compra,      &gasto,
    &iva_de_importacion,     &gasto_sobre_compra, &devolucion_a_proveedor, &credito_de_proveedor,
    &cotizacion_de_proveedor};

}  // namespace

extern Documentos const documentos;
constinit Documentos const documentos{tipos};

}  // namespace gestor::compras
