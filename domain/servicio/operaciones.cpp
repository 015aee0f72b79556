#include "domain/comun/maestras.hpp"
#include "domain/motor/lecturas.hpp"
#include "domain/motor/motor.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/servicio/consultas.hpp"
#include "domain/servicio/documentos.hpp"
#include "domain/servicio/tipos.hpp"
#include "persistence/agregado.hpp"

namespace gestor::servicio {
namespace {

using O = OrdenServicioViewModel;
using F = OrdenServicioFiltro;

auto listas() {
    return std::tuple{
        lista<&O::contrato>(sql::orden_contrato),
        partidas<&O::partidas>(),
        lista<&O::ordenesTrabajo>(sql::orden_trabajos),
        lista<&O::archivos>(sql::archivos),
    };
}

Plan const orden(std::apply([](auto... l) { return lectura<O>(sql::ordenes_servicio, l...); }, listas()),
                 "ordenServicio");

Plan const ordenes(std::apply(
                       [](auto... l) {
                           return pagina<O, F>(
                               sql::ordenes_servicio, l...,  //
                               filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                               filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                               filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                               filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                               filtro_largo<&F::estado>("t.estado = :estado"),
                               filtro_largo<&F::personalServicioId>("o.personal_servicio_id = :personalServicioId",
                                                                    maestra::personal_servicio),
                               filtro_largo<&F::agrupadorServicioId>("o.agrupador_servicio_id = :agrupadorServicioId",
                                                                     maestra::agrupador_servicio),
                               filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"));
                       },
                       listas()),
                   "ordenesServicio");

using FA = AgrupadorServicioFiltro;
Plan const agrupadores(
    catalogo<AgrupadoresServicioViewModel, FA>(
        sql::agrupadores, filtro<&FA::activo>("g.activo = :activo::boolean"),
        filtro<&FA::busqueda>("normalizar(g.clave || ' ' || g.nombre || ' ' || g.descripcion) LIKE patron(:busqueda)")),
    "agrupadoresServicio");

// A body is neither needed nor read, whatever it brings: none was promised, and its callers may send one.
OrdenServicioAutorizacion autorizar(Escritura& db, Sesion const& sesion, Id id, CuerpoIgnorado const&) {
    auto const documento = bloquear(db, orden_de_servicio, id);
    auto const mudanza = planificar(orden_de_servicio, documento, AccionDocumento::autorizar, sesion);
    auto resultado = *db.uno<OrdenServicioAutorizacion, sql::autorizacion>("transaccionId"_es(id));
    Fallas fallas;
    if (!resultado.clienteId.presente()) fallas.agregar("clienteId", codigo::requerido, "la orden no tiene cliente");
    if (resultado.equipo.vacio()) fallas.agregar("equipo", codigo::requerido, "la orden no tiene equipo");
    fallas.lanzar();
    aplicar(db, mudanza);
    db.consultar<sql::anotar_autorizacion>("transaccionId"_es(id));
    return resultado;
}

Plan const personal(lectura<PersonalServicioViewModel>(sql::personal), "personalServicio");
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
//   verbo        ruta                                            permiso               qué                             sobre        resumen
    {Verbo::GET, "/api/OrdenServicio",                            "servicio.leer",      ordenes,                        Sobre::PAGE, "Lista las órdenes de servicio"},
    {Verbo::GET, "/api/OrdenServicio/{id}",                       "servicio.leer",      orden,                          Sobre::ONE,  "Obtiene una orden de servicio"},
    {Verbo::POST, "/api/PersonalServicio",                        "servicio.escribir",  op<&crear_personal>,            Sobre::ONE,  "Registra personal de servicio"},
    {Verbo::PUT, "/api/PersonalServicio/{id}",                    "servicio.escribir",  op<&modificar_personal>,        Sobre::ONE,  "Actualiza personal de servicio"},
    {Verbo::PUT, "/api/OrdenServicio/OrdenServicioAutorizar/{id}", "servicio.autorizar", op_version<&autorizar>(orden),  Sobre::BARE, "Autoriza una orden de servicio"},
    {Verbo::GET, "/api/AgrupadoresServicio",                      "servicio.leer",      agrupadores,                    Sobre::LIST, "Lista los agrupadores de servicio"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"servicio", "Servicio: órdenes de servicio y de trabajo", operaciones};

}  // namespace gestor::servicio
