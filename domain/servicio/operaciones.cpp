#include "domain/comun/maestras.hpp"
#include "domain/servicio/consultas.hpp"
#include "domain/servicio/escrituras.hpp"
#include "domain/servicio/lecturas.hpp"
#include "persistence/agregado.hpp"

namespace gestor::servicio {
namespace {

using FA = AgrupadorServicioFiltro;
LecturaCompilada const agrupadores(
    catalogo<AgrupadoresServicioViewModel, FA>(
        sql::agrupadores, filtro<&FA::activo>("g.activo = :activo::boolean"),
        filtro<&FA::busqueda>("normalizar(g.clave || ' ' || g.nombre || ' ' || g.descripcion) LIKE patron(:busqueda)")),
    "agrupadoresServicio");

LecturaCompilada const personal(lectura<PersonalServicioViewModel>(sql::personal), "personalServicio");
AgregadoDe<PersonalServicioDatos> const guardados_personal("personal_servicio", "el personal de servicio",
                                                           {{.campo = "clave", .prefijo = "PS"},
                                                            {.campo = "sucursalId", .ref = maestra::sucursal.por_id()},
                                                            {.campo = "agrupadorServicioId",
                                                             .ref = maestra::agrupador_servicio.por_id()}});

Vista<PersonalServicioViewModel> crear_personal(Escritura& db, Cuerpo<PersonalServicioDatos> const& datos) {
    return db.vista<PersonalServicioViewModel>(personal, guardados_personal.crear(db, datos));
}

Vista<PersonalServicioViewModel> modificar_personal(Escritura& db, Id id,
                                                    Edicion<PersonalServicioDatos> const& edicion) {
    PersonalServicioDatos antes;
    auto const datos = guardados_personal.editar(db, id, edicion, &antes);
    if (antes.activo.valor && !datos.activo.valor)
        exigir_sin_documentos(db.lista<DocumentoRelacionado, sql::personal_trabajos>("personalServicioId"_es(id)),
                              "tiene órdenes de trabajo abiertas y no puede desactivarse");
    guardados_personal.guardar(db, id, datos);
    return db.vista<PersonalServicioViewModel>(personal, id);
}

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                                             permiso               qué                                            sobre        resumen
    {Verbo::GET,  "/api/OrdenServicio",                            "servicio.leer",      ordenes_servicio,                              Sobre::PAGE, "Lista las órdenes de servicio"},
    {Verbo::GET,  "/api/OrdenServicio/{id}",                       "servicio.leer",      orden_servicio,                                Sobre::ONE,  "Obtiene una orden de servicio"},
    {Verbo::POST, "/api/OrdenServicio",                            "servicio.escribir",  op<&crear_orden>,                              Sobre::ONE,  "Guarda una orden de servicio"},
    {Verbo::PUT,  "/api/OrdenServicio/{id}",                       "servicio.escribir",  op_version<&modificar_orden>(orden_servicio),  Sobre::ONE,  "Actualiza una orden de servicio"},
    {Verbo::PUT,  "/api/OrdenServicio/OrdenServicioAutorizar/{id}", "servicio.autorizar", op_version<&autorizar_orden>(orden_servicio),  Sobre::BARE, "Autoriza una orden de servicio"},
    {Verbo::PUT,  "/api/OrdenServicio/OrdenServicioCerrar/{id}",   "servicio.escribir",  op_version<&cerrar_orden>(orden_servicio),     Sobre::ONE,  "Cierra una orden de servicio"},
    {Verbo::GET,  "/api/OrdenTrabajo",                             "servicio.leer",      ordenes_trabajo,                               Sobre::PAGE, "Lista las órdenes de trabajo"},
    {Verbo::POST, "/api/OrdenTrabajo/Acciones",                    "servicio.escribir",  op<&actuar>,                                   Sobre::ONE,  "Ejecuta una acción sobre una orden de trabajo"},
    {Verbo::POST, "/api/OrdenTrabajo/ArchivoDigital",              "servicio.escribir",  op<&agregar_evidencia>,                        Sobre::ONE,  "Agrega una evidencia a una orden de trabajo"},
    {Verbo::POST, "/api/PersonalServicio",                         "servicio.escribir",  op<&crear_personal>,                           Sobre::ONE,  "Registra personal de servicio"},
    {Verbo::PUT,  "/api/PersonalServicio/{id}",                    "servicio.escribir",  op<&modificar_personal>,                       Sobre::ONE,  "Actualiza personal de servicio"},
    {Verbo::GET,  "/api/AgrupadoresServicio",                      "servicio.leer",      agrupadores,                                   Sobre::LIST, "Lista los agrupadores de servicio"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"servicio", "Servicio: órdenes de servicio y de trabajo", operaciones};

}  // namespace gestor::servicio
