// Read, reported, and brought from another system; not written yet.
#include "domain/compras/documentos.hpp"

#include "domain/motor/asientos.hpp"

namespace gestor {
namespace {
constexpr Nacimiento const* nace_factura[] = {&de_apertura};
}

constinit TipoDocumento const factura_de_compra{.obj_id = 13,
                                                .clave = "FacturaCompra",
                                                .nombre = "Factura de compra",
                                                .lado = Lado::compra,
                                                .papel = Papel::cargo,
                                                .saldo = &de_deuda,
                                                .nacimientos = nace_factura};

namespace {

// clang-format off
constinit TipoDocumento const remision    {.obj_id = 5,  .clave = "NotaRemisionCompra",      .nombre = "Nota de remisión",               .lado = Lado::compra, .origen = "Compra"};
constinit TipoDocumento const orden       {.obj_id = 12, .clave = "OrdenCompra",             .nombre = "Orden de compra",                .lado = Lado::compra};
constinit TipoDocumento const gasto       {.obj_id = 14, .clave = "Gasto",                   .nombre = "Gasto",                          .lado = Lado::compra, .papel = Papel::cargo,   .saldo = &de_deuda, .rol = Rol::acreedor};
constinit TipoDocumento const sobre_compra{.obj_id = 15, .clave = "GastoSobreCompra",        .nombre = "Gasto sobre compra",             .lado = Lado::compra, .papel = Papel::cargo,   .saldo = &de_deuda, .rol = Rol::acreedor};
constinit TipoDocumento const devolucion  {.obj_id = 26, .clave = "NotaDevolucionProveedor", .nombre = "Nota de devolución a proveedor", .lado = Lado::compra, .papel = Papel::credito, .saldo = &a_favor};
constinit TipoDocumento const credito     {.obj_id = 27, .clave = "NotaCreditoProveedor",    .nombre = "Nota de crédito de proveedor",   .lado = Lado::compra, .papel = Papel::credito, .saldo = &a_favor};
constinit TipoDocumento const cotizacion  {.obj_id = 30, .clave = "CotizacionProveedor",     .nombre = "Cotización de proveedor",        .lado = Lado::compra};
// clang-format on

constexpr TipoDocumento const* tipos[] = {&remision,     &orden,      &factura_de_compra, &gasto,
                                          &sobre_compra, &devolucion, &credito,           &cotizacion};

}  // namespace

extern Documentos const documentos_compras;
constinit Documentos const documentos_compras{tipos};

}  // namespace gestor
