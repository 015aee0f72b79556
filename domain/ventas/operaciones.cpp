#include "domain/operacion/operacion.hpp"
#include "domain/ventas/consultas.hpp"
#include "domain/ventas/tipos.hpp"

namespace gestor {
namespace {

using R = RegistroVentaViewModel;
using F = RegistroVentaFiltro;

Plan const registro(lectura<R>(sql::registro_venta,                          //
                               lista<&R::archivos>(sql::registro_archivos),  //
                               lista<&R::cobros>(sql::registro_cobros),      //
                               lista<&R::partidas>(sql::registro_partidas)),
                    "registroVenta");

Plan const registros(pagina<R, F>(sql::registro_venta,  //
                                  lista<&R::archivos>(sql::registro_archivos),
                                  lista<&R::cobros>(sql::registro_cobros),      //
                                  lista<&R::partidas>(sql::registro_partidas),  //
                                  detalle_si<&F::incluirDetalle>(),
                                  filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                                  filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                                  filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", sql::existe_sucursal),
                                  filtro<&F::clienteId>("t.contacto_id = :clienteId", sql::existe_cliente),
                                  filtro_largo<&F::vendedorId>("t.vendedor_id = :vendedorId", sql::existe_vendedor),
                                  filtro_largo<&F::estado>("t.estado = :estado"),
                                  filtro_largo<&F::monedaId>("t.moneda_id = :monedaId", sql::existe_moneda),
                                  filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"),
                                  filtro_largo<&F::tipoDocumento>("t.tipo_documento = :tipoDocumento"),
                                  filtro<&F::objId>("t.obj_id = :objId"),
                                  filtro_largo<&F::validacion>("t.validacion = :validacion"),
                                  filtro_largo<&F::verificado>("t.verificado = :verificado")),
                     "registrosVenta");

using FV = VendedorFiltro;
Plan const vendedores(pagina<VendedorViewModel, FV>(sql::vendedores,  //
                                                    filtro<&FV::sucursalId>("v.sucursal_id = :sucursalId",
                                                                            sql::existe_sucursal),
                                                    filtro<&FV::rutaId>("v.ruta_id = :rutaId", sql::existe_ruta),
                                                    filtro<&FV::activo>("v.activo = :activo::boolean"),
                                                    filtro_largo<&FV::busqueda>("v.busqueda LIKE patron(:busqueda)")),
                      "vendedores");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                      permiso        qué        sobre        resumen
    {Verbo::GET, "/api/RegistroVenta",      "ventas.leer", registros, Sobre::PAGE, "Lista los registros de venta"},
    {Verbo::GET, "/api/RegistroVenta/{id}", "ventas.leer", registro,  Sobre::BARE, "Obtiene un registro de venta"},
    {Verbo::GET, "/api/Vendedores",         "ventas.leer", vendedores, Sobre::PAGE, "Lista los vendedores"},
};
// clang-format on

}  // namespace

extern Area const area_ventas;
Area const area_ventas{"ventas", "Ventas: registros, facturas, notas, pedidos y cotizaciones", operaciones};

}  // namespace gestor
