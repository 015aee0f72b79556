#include "domain/comun/maestras.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/ventas/consultas.hpp"
#include "domain/ventas/escrituras.hpp"
#include "domain/ventas/escrituras_regreso.hpp"
#include "domain/ventas/lecturas.hpp"
#include "domain/ventas/resumen.hpp"
#include "domain/ventas/tipos.hpp"
#include "domain/ventas/tipos_documentos.hpp"

namespace gestor::ventas {
namespace {

using R = RegistroVentaViewModel;
using F = RegistroVentaFiltro;

LecturaCompilada const registro(lectura<R>(sql::registro_venta,                          //
                                           lista<&R::archivos>(sql::registro_archivos),  //
                                           lista<&R::cobros>(sql::registro_cobros),      //
                                           lista<&R::partidas>(sql::registro_partidas)),
                                "registroVenta");

LecturaCompilada const registros(
    pagina<R, F>(sql::registro_venta,  //
                 lista<&R::archivos>(sql::registro_archivos),
                 lista<&R::cobros>(sql::registro_cobros),      //
                 lista<&R::partidas>(sql::registro_partidas),  //
                 detalle_si<&F::incluirDetalle>(), filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                 filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                 filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                 filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                 filtro_largo<&F::vendedorId>("t.vendedor_id = :vendedorId", maestra::vendedor),
                 filtro_largo<&F::estado>("t.estado = :estado"),
                 filtro_largo<&F::monedaId>("t.moneda_id = :monedaId", maestra::moneda),
                 filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"),
                 filtro_largo<&F::tipoDocumento>("t.tipo_documento = :tipoDocumento"),
                 filtro<&F::objId>("t.obj_id = :objId"), filtro_largo<&F::validacion>("t.validacion = :validacion"),
                 filtro_largo<&F::verificado>("t.verificado = :verificado")),
    "registrosVenta");

using FV = VendedorFiltro;
LecturaCompilada const vendedores(
    pagina<VendedorViewModel, FV>(sql::vendedores,  //
                                  filtro<&FV::sucursalId>("v.sucursal_id = :sucursalId", maestra::sucursal),
                                  filtro<&FV::rutaId>("v.ruta_id = :rutaId", maestra::ruta),
                                  filtro<&FV::activo>("v.activo = :activo::boolean"),
                                  filtro_largo<&FV::busqueda>("v.busqueda LIKE patron(:busqueda)")),
    "vendedores");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                      permiso        qué        sobre        resumen
    {Verbo::GET, "/api/RegistroVenta",      "ventas.leer", registros, Sobre::PAGE, "Lista los registros de venta"},
    {Verbo::GET, "/api/RegistroVenta/{id}", "ventas.leer", registro,  Sobre::BARE, "Obtiene un registro de venta"},
    {Verbo::GET, "/api/RegistroVenta/Resumen", "ventas.leer", op<&resumen_ventas>, Sobre::ONE, "Resumen de ventas: ingreso, costo y utilidad por día, mes, producto, cliente, vendedor o sucursal"},
    {Verbo::GET, "/api/Vendedores",         "ventas.leer", vendedores, Sobre::PAGE, "Lista los vendedores"},
    // documents
    {Verbo::GET,  "/api/FacturaVenta",                 "ventas.leer", facturas_venta,    Sobre::PAGE, "Lista las facturas de venta"},
    {Verbo::GET,  "/api/FacturaVenta/{id}",            "ventas.leer", factura_venta,     Sobre::ONE,  "Obtiene una factura de venta; null si no existe"},
    {Verbo::GET,  "/api/FacturaVenta/PorProyecto",     "ventas.leer", facturas_proyecto, Sobre::PAGE, "Lista las facturas de venta de un proyecto, sólo con sus partidas"},
    {Verbo::POST, "/api/FacturaVenta/PorIds",          "ventas.leer", por_ids(facturas_por_ids), Sobre::LIST, "Obtiene varias facturas de venta, en el orden en que se piden"},
    {Verbo::GET,  "/api/NotaVenta",                    "ventas.leer", notas_venta,       Sobre::PAGE, "Lista las notas de venta"},
    {Verbo::GET,  "/api/NotaVenta/{id}",               "ventas.leer", nota_venta,        Sobre::ONE,  "Obtiene una nota de venta"},
    {Verbo::GET,  "/api/PedidoCliente",                "ventas.leer", con_cuerpo<PedidoClienteFechas>(pedidos_cliente), Sobre::PAGE, "Lista los pedidos de clientes"},
    {Verbo::POST, "/api/PedidoCliente/Lista",          "ventas.leer", con_cuerpo<PedidoClienteFechas>(pedidos_cliente), Sobre::PAGE, "Lista los pedidos de clientes, para programas que no pueden enviar cuerpo en un GET"},
    {Verbo::GET,  "/api/PedidoCliente/{id}",           "ventas.leer", pedido_cliente,    Sobre::ONE,  "Obtiene un pedido de cliente"},
    {Verbo::GET,  "/api/Cotizaciones/Cliente",         "ventas.leer", cotizaciones_cliente, Sobre::PAGE, "Lista las cotizaciones a clientes"},
    {Verbo::GET,  "/api/Cotizaciones/Cliente/{id}",    "ventas.leer", cotizacion_cliente, Sobre::ONE,  "Obtiene una cotización a un cliente"},
    {Verbo::GET,  "/api/NotaDevolucionCliente",        "ventas.leer", notas_devolucion,  Sobre::PAGE, "Lista las notas de devolución de clientes"},
    {Verbo::GET,  "/api/NotaDevolucionCliente/{transaccionId}", "ventas.leer", nota_devolucion, Sobre::ONE, "Obtiene una nota de devolución de cliente"},
    {Verbo::GET,  "/api/PuntoVenta/PromocionesCruzadas", "ventas.leer", promociones_cruzadas, Sobre::LIST, "Lista las promociones cruzadas vigentes en el punto de venta"},

    {Verbo::POST, "/api/FacturaVenta",          "ventas.escribir", op<&crear_factura>,    Sobre::ONE, "Crea una factura de venta"},
    {Verbo::POST, "/api/NotaVenta",             "ventas.escribir", op<&crear_nota>,       Sobre::ONE, "Crea una nota de venta"},
    {Verbo::POST, "/api/PedidoCliente",         "ventas.escribir", op<&crear_pedido>,     Sobre::ONE, "Crea un pedido de cliente"},
    {Verbo::POST, "/api/Cotizaciones/Cliente",  "ventas.escribir", op<&crear_cotizacion>, Sobre::ONE, "Crea una cotización de cliente"},
    // writes after a sale
    {Verbo::POST,   "/api/NotaDevolucionCliente",                   "ventas.escribir", op<&crear_devolucion>, Sobre::ONE, "Crea una nota de devolución de cliente"},
    {Verbo::POST,   "/api/NotaVenta/NotaVentaFacturar/{id}",        "ventas.escribir", op<&facturar_notas>,   Sobre::ONE, "Factura una nota de venta, o varias"},
    {Verbo::DELETE, "/api/Ventas/TransaccionCancelar/{id}",         "ventas.cancelar", op<&cancelar_venta>,   Sobre::ONE, "Cancela un documento de venta"},
    {Verbo::DELETE, "/api/NotaVenta/NotaVentaCancelar/{id}",        "ventas.cancelar", op<&cancelar_nota>,    Sobre::ONE, "Cancela una nota de venta y los pagos registrados con ella"},
    {Verbo::DELETE, "/api/PedidoCliente/PedidoClienteCancelar/{id}", "ventas.cancelar", op<&cancelar_pedido>, Sobre::ONE, "Cancela un pedido de cliente"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"ventas", "Ventas: registros, facturas, notas, pedidos y cotizaciones", operaciones};

}  // namespace gestor::ventas
