#include "domain/inventario/documentos.hpp"

#include "domain/motor/tipo/asientos.hpp"

namespace gestor::inventario {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "inventario.escribir", cancela = "inventario.cancelar";

// Entry of a stock document: goods that entered or left are posted against `contra`; goods that only changed warehouse
// post nothing there.
void poliza_inventario(Hechos const& h, Poliza& p) {
    p.debe({"INVENTARIO"}, h.enAlmacen);
    p.debe({"INV_TRANSITO"}, h.enTransito);
    p.haber(h.contra, p.descuadre());
}

// State of a shipment: EnTransito until all goods are received or written off.
Estado avance_de_envio(Progreso const& p) {
    return p.surtido ? E::Aplicado : E::EnTransito;
}

// State of a purchase reception: invoiced in part or whole.
Estado avance_de_recepcion(Progreso const& p) {
    if (p.facturado) return E::Facturado;
    return p.algo_facturado ? E::Parcial : E::Aplicado;
}

// clang-format off
constexpr Transicion flujo_movimiento[] = {
    {E::EnTransito,               A::recibir,  segun_avance, escribe},
    {E::EnTransito | E::Aplicado, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_reempaque[] = {
    {E::Aplicado, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_recepcion[] = {
    {E::Aplicado | E::Parcial, A::facturar, segun_avance, "compras.escribir"},
    {E::Aplicado,              A::cancelar, E::Cancelado, cancela},
};
// clang-format on

constexpr Nacimiento const* nace_movimiento[] = {&movimiento_nuevo, &traspaso_de_inventario, &envio_de_inventario};
constexpr Nacimiento const* nace_entrega[] = {&entrega_nueva};
constexpr Nacimiento const* nace_recepcion[] = {&recepcion_de_traspaso, &recepcion_de_compra};
constexpr Nacimiento const* nace_reempaque[] = {&reempaque_nuevo};

}  // namespace

// clang-format off
constinit Nacimiento const movimiento_nuevo      {E::Aplicado,   {.existencia = Stock::mueve,    .poliza = poliza_inventario, .a_costo = true}};
constinit Nacimiento const traspaso_de_inventario{E::Aplicado,   {.existencia = Stock::traspasa, .poliza = poliza_inventario, .a_costo = true}};
constinit Nacimiento const envio_de_inventario   {E::EnTransito, {.existencia = Stock::transita, .poliza = poliza_inventario, .a_costo = true}};
constinit Nacimiento const recepcion_de_traspaso {E::Aplicado,   {.existencia = Stock::transita, .poliza = poliza_inventario, .a_costo = true}};
constinit Nacimiento const recepcion_de_compra   {E::Aplicado,   {.existencia = Stock::mueve,    .poliza = poliza_inventario}};
constinit Nacimiento const entrega_nueva         {E::Aplicado,   {.existencia = Stock::mueve,    .poliza = costo_de_venta}};
constinit Nacimiento const reempaque_nuevo       {E::Aplicado,   {.existencia = Stock::mueve,    .poliza = poliza_inventario}};
// clang-format on

constinit TipoDocumento const movimiento_de_inventario{.obj_id = 16,
                                                       .clave = "MovimientoInventario",
                                                       .nombre = "Movimiento de inventario",
                                                       .flujo = flujo_movimiento,
                                                       .avance = avance_de_envio,
                                                       .nacimientos = nace_movimiento};
constinit TipoDocumento const entrega_de_mercancia{
    .obj_id = 17, .clave = "EntregaMercancia", .nombre = "Entrega de mercancía", .nacimientos = nace_entrega};
constinit TipoDocumento const recepcion_de_mercancia{.obj_id = 18,
                                                     .clave = "RecepcionMercancia",
                                                     .nombre = "Recepción de mercancía",
                                                     .flujo = flujo_recepcion,
                                                     .avance = avance_de_recepcion,
                                                     .nacimientos = nace_recepcion};

constinit TipoDocumento const reempaque_de_mercancia{.obj_id = 19,
                                                     .clave = "Reempaque",
                                                     .nombre = "Reempaque de mercancía",
                                                     .flujo = flujo_reempaque,
                                                     .nacimientos = nace_reempaque};

namespace {
constexpr TipoDocumento const* tipos[] = {&movimiento_de_inventario, &entrega_de_mercancia, &recepcion_de_mercancia,
                                          &reempaque_de_mercancia};
}  // namespace
extern Documentos const documentos;
constinit Documentos const documentos{tipos};

}  // namespace gestor::inventario
