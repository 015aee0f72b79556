#include "domain/operacion/operacion.hpp"
#include "domain/productos/consultas.hpp"
#include "domain/productos/imagenes.hpp"
#include "domain/productos/tipos.hpp"

namespace gestor {
namespace {

using FU = UnidadMedidaFiltro;
Plan const unidades(
    catalogo<UnidadMedidaViewModel, FU>(
        sql::unidades("u.organizacion_id = :organizacionId"),  //
        filtro<&FU::activo>("u.activo = :activo::boolean"),
        filtro<&FU::busqueda>("normalizar(u.clave || ' ' || u.nombre || ' ' || u.abreviatura) LIKE patron(:busqueda)"),
        filtro<&FU::unidadBaseId>("coalesce(u.unidad_base_id, u.unidad_medida_id) = :unidadBaseId",
                                  sql::existe_unidad_base)),
    "unidadesMedida");

using FB = UnidadBaseFiltro;
Plan const unidades_base(catalogo<UnidadMedidaViewModel, FB>(
                             sql::unidades("u.organizacion_id = :organizacionId AND u.factor = 1 AND "
                                           "coalesce(u.unidad_base_id, u.unidad_medida_id) = u.unidad_medida_id"),
                             filtro<&FB::activo>("u.activo = :activo::boolean")),
                         "unidadesBase");

using FC = ProductosClasificacionesFiltro;
Plan const clasificaciones(catalogo<ProductosClasificacionesViewModel, FC>(
                               sql::clasificaciones_producto,  //
                               filtro<&FC::padreId>("c.padre_id = :padreId", sql::existe_clasificacion_padre),
                               filtro<&FC::activo>("c.activo = :activo::boolean"),
                               filtro<&FC::busqueda>("normalizar(c.clave || ' ' || c.nombre) LIKE patron(:busqueda)")),
                           "clasificacionesProducto");

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                                      permiso               qué                         sobre       resumen
    {Verbo::GET,  "/api/Productos/ProductoImagen/{id}",      "productos.leer",     op<&producto_imagen>,       Sobre::ONE, "Obtiene la imagen de un producto"},
    {Verbo::POST, "/api/Productos/AgregarImagenBase64/{id}", "productos.escribir", op<&agregar_imagen_base64>, Sobre::ONE, "Pone la imagen de un producto, enviada en base64"},
    {Verbo::POST, "/api/Productos/AgregarImagen/{id}",       "productos.escribir", op<&agregar_imagen>,        Sobre::ONE, "Pone la imagen de un producto, enviada como archivo"},
    {Verbo::GET, "/api/UnidadesMedida",            "productos.leer", unidades,        Sobre::LIST, "Lista las unidades de medida"},
    {Verbo::GET, "/api/UnidadesMedida/Base",       "productos.leer", unidades_base,   Sobre::LIST, "Lista las unidades de medida base"},
    {Verbo::GET, "/api/Productos/Clasificaciones", "productos.leer", clasificaciones, Sobre::LIST, "Lista las clasificaciones de productos"},
};
// clang-format on

}  // namespace

extern Area const area_productos;
Area const area_productos{"productos", "Productos, imágenes y unidades de medida", operaciones};

}  // namespace gestor
