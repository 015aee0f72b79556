#include "domain/operacion/operacion.hpp"
#include "domain/productos/imagenes.hpp"

namespace gestor {
namespace {

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                                      permiso               qué                         sobre       resumen
    {Verbo::GET,  "/api/Productos/ProductoImagen/{id}",      "productos.leer",     op<&producto_imagen>,       Sobre::ONE, "Obtiene la imagen de un producto"},
    {Verbo::POST, "/api/Productos/AgregarImagenBase64/{id}", "productos.escribir", op<&agregar_imagen_base64>, Sobre::ONE, "Pone la imagen de un producto, enviada en base64"},
    {Verbo::POST, "/api/Productos/AgregarImagen/{id}",       "productos.escribir", op<&agregar_imagen>,        Sobre::ONE, "Pone la imagen de un producto, enviada como archivo"},
};
// clang-format on

}  // namespace

extern Area const area_productos;
Area const area_productos{"productos", "Productos, imágenes y unidades de medida", operaciones};

}  // namespace gestor
