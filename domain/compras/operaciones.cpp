#include "domain/compras/escrituras.hpp"
#include "domain/compras/lecturas.hpp"
#include "domain/compras/lecturas_creditos.hpp"
#include "domain/compras/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::compras {
namespace {

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                             permiso         qué                    sobre        resumen
    {Verbo::GET,  "/api/OrdenCompra",               "compras.leer", ordenes_compra,        Sobre::PAGE, "Lista las órdenes de compra"},
    {Verbo::GET,  "/api/OrdenCompra/{id}",          "compras.leer", orden_compra,          Sobre::ONE,  "Obtiene una orden de compra"},
    {Verbo::GET,  "/api/OrdenCompra/DesdeId/{id}",  "compras.leer", ordenes_compra_desde,  Sobre::PAGE, "Lista las órdenes de compra a partir de un identificador, en el orden en que se crearon"},
    {Verbo::GET,  "/api/FacturaCompra",             "compras.leer", facturas_compra,       Sobre::PAGE, "Lista las facturas de compra"},
    {Verbo::GET,  "/api/FacturaCompra/{id}",        "compras.leer", factura_compra,        Sobre::ONE,  "Obtiene una factura de compra"},
    {Verbo::POST, "/api/FacturaCompra/PorIds",      "compras.leer", por_ids(facturas_compra_por_ids), Sobre::LIST, "Obtiene varias facturas de compra, en el orden en que se piden"},
    {Verbo::GET,  "/api/NotaRemision",              {"compras.leer", "origen", "Venta", "ventas.leer"}, notas_remision, Sobre::PAGE, "Lista las notas de remisión, de compra o de venta"},
    {Verbo::GET,  "/api/NotaRemision/{id}",         {"compras.leer", "origen", "Venta", "ventas.leer"}, nota_remision, Sobre::ONE,  "Obtiene una nota de remisión"},
    {Verbo::GET,  "/api/GastosSobreCompra",         "compras.leer", gastos_de_compra,      Sobre::PAGE, "Lista los gastos sobre compras"},
    {Verbo::GET,  "/api/GastosSobreCompra/{id}",    "compras.leer", gasto_de_compra,       Sobre::ONE,  "Obtiene un gasto sobre compra"},
    {Verbo::GET,  "/api/NotaDevolucionProveedor",   "compras.leer", devoluciones_proveedor, Sobre::PAGE, "Lista las devoluciones a proveedores, con sus totales"},
    {Verbo::GET,  "/api/NotaCredito/Detallado",     {"compras.leer", "tipo", "Cliente", "ventas.leer"}, creditos_detallados, Sobre::PAGE, "Lista las notas de crédito línea por línea, de clientes o de proveedores, con sus totales"},
    {Verbo::GET,  "/api/Compras/RecibosDePago",     "compras.leer", recibos_de_pago,       Sobre::PAGE, "Lista los recibos de pago de proveedores, cada factura con el egreso que la pagó"},
    {Verbo::GET,  "/api/Cotizaciones/Proveedor",    "compras.leer", cotizaciones_proveedor, Sobre::PAGE, "Lista las cotizaciones de proveedores"},

    {Verbo::POST, "/api/OrdenCompra",               "compras.escribir", op<&crear_orden_compra>, Sobre::ONE, "Crea una orden de compra"},
    {Verbo::PUT,  "/api/OrdenCompra/OrdenCompraAutorizar/{id}", "compras.autorizar", op_version<&autorizar_orden_compra>(orden_compra), Sobre::ONE, "Autoriza una orden de compra"},
    {Verbo::POST, "/api/FacturaCompra",             "compras.escribir", op<&registrar_factura_compra>, Sobre::ONE, "Registra una factura de compra; de una orden, toma las cantidades pendientes de recibir o, si ya se recibieron todas, las pendientes de facturar"},
    {Verbo::POST, "/api/NotaRemision",              {"compras.escribir", "origen", "Venta", "ventas.escribir"}, op<&registrar_remision>, Sobre::ONE, "Registra una nota de remisión, de compra o de venta"},
    {Verbo::POST, "/api/NotaDevolucionProveedor",   "compras.escribir", op<&devolver_a_proveedor>, Sobre::ONE, "Registra una devolución a proveedor"},
    {Verbo::POST, "/api/NotaCredito",               {"compras.escribir", "tipo", "Cliente", "ventas.escribir"}, op<&registrar_nota_credito>, Sobre::ONE, "Registra una nota de crédito sin mercancía, a un cliente o de un proveedor"},
    {Verbo::POST, "/api/GastosSobreCompra",         "compras.escribir", op<&registrar_gasto_sobre_compra>, Sobre::ONE, "Registra un gasto sobre una factura de compra"},
    {Verbo::POST, "/api/Cotizaciones/Proveedor",    "compras.escribir", op<&crear_cotizacion_proveedor>, Sobre::ONE, "Registra una cotización de proveedor"},
    {Verbo::DELETE, "/api/FacturaCompra/FacturaCompraCancelar/{id}", "compras.cancelar", op<&cancelar_factura_compra>, Sobre::ONE, "Cancela una factura de compra"},
    {Verbo::DELETE, "/api/OrdenCompra/OrdenCompraCancelar/{id}", "compras.cancelar", op<&cancelar_orden_compra>, Sobre::ONE, "Cancela una orden de compra sin recepciones"},
    {Verbo::DELETE, "/api/Compras/TransaccionCancelar/{id}", "compras.cancelar", op<&cancelar_compra>, Sobre::ONE, "Cancela un documento de compra"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"compras", "Compras: órdenes, recepciones, facturas, remisiones y gastos", operaciones};

}  // namespace gestor::compras
