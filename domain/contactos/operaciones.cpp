#include "domain/contactos/consultas.hpp"
#include "domain/contactos/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor {
namespace {

using FC = ContactosClasificacionesFiltro;
Plan const clasificaciones(catalogo<ContactosClasificacionesViewModel, FC>(
                               sql::clasificaciones_contacto,  //
                               filtro<&FC::tipoContacto>("c.tipo_contacto IN (:tipoContacto, 'Ambos')"),
                               filtro<&FC::activo>("c.activo = :activo::boolean")),
                           "clasificacionesContacto");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                             permiso           qué              sobre        resumen
    {Verbo::GET, "/api/Contactos/Clasificaciones", "contactos.leer", clasificaciones, Sobre::LIST, "Lista las clasificaciones de contactos"},
};
// clang-format on

}  // namespace

extern Area const area_contactos;
Area const area_contactos{"contactos", "Contactos: clientes, proveedores y sus clasificaciones", operaciones};

}  // namespace gestor
