#include "domain/inventario/documentos.hpp"

#include "domain/motor/asientos.hpp"

namespace gestor {
namespace {

using E = Estado;

// What came in or left: what only changed places leaves nothing to the other side.
void poliza_inventario(Hechos const& h, Poliza& p) {
    p.debe({"INVENTARIO"}, h.enAlmacen);
    p.haber(h.contra, p.descuadre());
}

constexpr Nacimiento const* nace_movimiento[] = {&movimiento_nuevo, &traspaso_de_inventario};
constexpr Nacimiento const* nace_entrega[] = {&entrega_nueva};

}  // namespace

// clang-format off
constinit Nacimiento const movimiento_nuevo      {E::Aplicado, {.existencia = Stock::mueve,    .poliza = poliza_inventario, .a_costo = true}};
constinit Nacimiento const traspaso_de_inventario{E::Aplicado, {.existencia = Stock::traspasa, .poliza = poliza_inventario, .a_costo = true}};
constinit Nacimiento const entrega_nueva         {E::Aplicado, {.existencia = Stock::mueve,    .poliza = costo_de_venta}};
// clang-format on

constinit TipoDocumento const movimiento_de_inventario{.obj_id = 16,
                                                       .clave = "MovimientoInventario",
                                                       .nombre = "Movimiento de inventario",
                                                       .nacimientos = nace_movimiento};
constinit TipoDocumento const entrega_de_mercancia{
    .obj_id = 17, .clave = "EntregaMercancia", .nombre = "Entrega de mercancía", .nacimientos = nace_entrega};

namespace {
// Read and reported; not written yet.
constinit TipoDocumento const recepcion{
    .obj_id = 18, .clave = "RecepcionMercancia", .nombre = "Recepción de mercancía"};
constinit TipoDocumento const reempaque{.obj_id = 19, .clave = "Reempaque", .nombre = "Reempaque de mercancía"};

constexpr TipoDocumento const* tipos[] = {&movimiento_de_inventario, &entrega_de_mercancia, &recepcion, &reempaque};
}  // namespace
extern Documentos const documentos_inventario;
constinit Documentos const documentos_inventario{tipos};

}  // namespace gestor
