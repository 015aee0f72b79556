#include "domain/comun/maestras.hpp"
#include "domain/inventario/consultas.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/inventario/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::inventario {
namespace {

using F = ExistenciaFiltro;
Plan const existencias(pagina<ExistenciaViewModel, F>(
                           sql::existencias, filtro<&F::productoId>("e.producto_id = :productoId", maestra::producto),
                           filtro<&F::codigo>("p.codigo_normalizado = upper(:codigo)"),
                           filtro_largo<&F::busqueda>("p.busqueda LIKE patron(:busqueda)"),
                           filtro_largo<&F::almacenId>("e.almacen_id = :almacenId", maestra::almacen),
                           filtro_largo<&F::sucursalId>("a.sucursal_id = :sucursalId", maestra::sucursal),
                           filtro_largo<&F::clasificacionId>(sql::en_clasificacion, maestra::clasificacion_producto),
                           filtro_si<&F::soloConExistencia>("x.cantidad > 0"),  //
                           filtro_largo<&F::fechaCorte>("")),
                       "existencias");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                           permiso            qué          sobre        resumen
    {Verbo::GET, "/api/Inventario/Existencias",  "inventario.leer", existencias, Sobre::PAGE, "Lista las existencias por producto y almacén"},
    {Verbo::POST, "/api/Inventario/Movimiento",  "inventario.escribir", op<&mover_inventario>,   Sobre::ONE, "Registra un movimiento de inventario"},
    {Verbo::POST, "/api/Inventario/Entrega",     "inventario.escribir", op<&entregar_mercancia>, Sobre::ONE, "Entrega la mercancía de un pedido, factura o nota"},
    {Verbo::POST, "/api/Inventario/Recepcion",   "inventario.escribir", op<&recibir_mercancia>,  Sobre::ONE, "Recibe la mercancía de una orden de compra autorizada o de un traspaso en tránsito"},
    {Verbo::DELETE, "/api/Inventario/TransaccionCancelar/{id}", "inventario.cancelar", op<&cancelar_inventario>, Sobre::ONE, "Cancela un traspaso en tránsito o la recepción de un traspaso"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"inventario", "Inventario: existencias, movimientos, entregas y recepciones", operaciones};

}  // namespace gestor::inventario
