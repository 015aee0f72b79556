#include "domain/contabilidad/consultas.hpp"
#include "domain/contabilidad/tipos.hpp"
#include "domain/motor/motor.hpp"
#include "domain/operacion/operacion.hpp"
#include "persistence/agregado.hpp"

namespace gestor {
namespace {

using FP = ProyectoFiltro;
Plan const proyecto(lectura<ProyectoViewModel>(sql::proyectos), "proyecto");
Plan const proyectos(pagina<ProyectoViewModel, FP>(sql::proyectos,
                                                   filtro_largo<&FP::clienteId>("y.contacto_id = :clienteId",
                                                                                sql::existe_cliente),
                                                   filtro<&FP::activo>("y.activo = :activo::boolean"),
                                                   filtro<&FP::busqueda>("y.busqueda LIKE patron(:busqueda)")),
                     "proyectos");

AgregadoDe<ProyectoDatos> const guardados_proyectos(
    "proyecto", "el proyecto",
    {{.campo = "clave", .prefijo = "P"},
     {.campo = "clienteId", .columna = "contacto_id", .ref = {.tabla = "contacto", .llave = "contacto_id"}}});

Vista<ProyectoViewModel> crear_proyecto(Escritura& db, Cuerpo<ProyectoDatos> const& datos) {
    return {db.registro(proyecto, guardados_proyectos.crear(db, datos).valor())};
}

Vista<ProyectoViewModel> modificar_proyecto(Escritura& db, Id id, Edicion<ProyectoDatos> const& edicion) {
    auto const datos = guardados_proyectos.editar(db, id, edicion);
    if (!datos.activo.valor)
        exigir_sin_documentos(db, sql::proyecto_ordenes, {{"proyectoId", sql_de(id)}},
                              "el proyecto tiene órdenes abiertas y no puede desactivarse");
    guardados_proyectos.guardar(db, id, datos);
    return {db.registro(proyecto, id.valor())};
}

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                  permiso                 qué                                        sobre        resumen
    {Verbo::GET,  "/api/Proyecto/{id}", "contabilidad.leer",     proyecto,                                  Sobre::ONE,  "Obtiene un proyecto"},
    {Verbo::GET,  "/api/Proyecto",      "contabilidad.leer",     proyectos,                                 Sobre::PAGE, "Lista los proyectos"},
    {Verbo::POST, "/api/Proyecto",      "contabilidad.escribir", op<&crear_proyecto>,                       Sobre::ONE,  "Crea un proyecto"},
    {Verbo::PUT,  "/api/Proyecto/{id}", "contabilidad.escribir", op_version<&modificar_proyecto>(proyecto), Sobre::ONE,  "Actualiza un proyecto"},
};
// clang-format on

}  // namespace

extern Area const area_contabilidad;
Area const area_contabilidad{"contabilidad", "Contabilidad: proyectos, clasificadores y conceptos", operaciones};

}  // namespace gestor
