#include "domain/comun/maestras.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/sistema/cambios.hpp"
#include "domain/sistema/consultas.hpp"
#include "domain/sistema/tipos.hpp"

namespace gestor::sistema {
namespace {

constexpr Orden orden_cambios[] = {{"fecha", "date"}, {"id", "integer"}};
LecturaCompilada const registro(pagina_propia<CambioViewModel, CambioFiltro>(orden_cambios, true,
                                                                             {&cambios_que_quedan, &fila_de_cambio}),
                                "cambios");

using FO = ObjetoFiltro;
LecturaCompilada const objetos(catalogo<ObjetoViewModel, FO>(sql::objetos,  //
                                                             filtro<&FO::modulo>("o.modulo = :modulo"),
                                                             filtro<&FO::activo>("o.activo = :activo::boolean")),
                               "objetos");

using A = AddendaViewModel;
using FA = AddendaFiltro;
LecturaCompilada const addendas(
    catalogo<A, FA>(sql::addendas,  //
                    lista<&A::campos>(sql::addenda_campos),
                    filtro<&FA::clienteId>("a.contacto_id = :clienteId OR a.contacto_id IS NULL", maestra::contacto),
                    filtro<&FA::objId>("a.obj_id = :objId", maestra::objeto),
                    filtro<&FA::activo>("a.activo = :activo::boolean")),
    "addendas");

using S = SucursalViewModel;
using FS = SucursalFiltro;
LecturaCompilada const sucursales(catalogo<S, FS>(sql::sucursales,  //
                                                  lista<&S::almacenes>(sql::sucursal_almacenes),
                                                  filtro<&FS::activo>("s.activo = :activo::boolean"),
                                                  filtro<&FS::soloUsuario>(sql::sucursal_del_usuario)),
                                  "sucursales");

using L = SucursalesLiquidacionesViewModel;
using FL = SucursalesLiquidacionesFiltro;
LecturaCompilada const liquidaciones(
    pagina<L, FL>(sql::sucursales_liquidaciones, larga, lista<&L::liquidaciones>(sql::sucursal_liquidaciones),
                  filtro<&FL::sucursalId>("s.sucursal_id = :sucursalId", maestra::sucursal)),
    "sucursalesLiquidaciones");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                            permiso         qué            sobre        resumen
    {Verbo::GET, "/api/RegistroCambios",          publico,        registro,      Sobre::PAGE, "Lista el registro de cambios de la interfaz"},
    {Verbo::GET, "/api/Objetos",                  "sistema.leer", objetos,       Sobre::LIST, "Lista los objetos (tipos de documento)"},
    {Verbo::GET, "/api/Addendas",                 "sistema.leer", addendas,      Sobre::LIST, "Lista las addendas"},
    {Verbo::GET, "/api/Sucursales",               "sistema.leer", sucursales,    Sobre::LIST, "Lista las sucursales con sus almacenes"},
    {Verbo::GET, "/api/Sucursales/Liquidaciones", "sistema.leer", liquidaciones, Sobre::PAGE, "Lista las sucursales con su configuración de liquidación y sus liquidaciones"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"sistema", "Sistema: registro de cambios, objetos, addendas y sucursales", operaciones};

}  // namespace gestor::sistema
