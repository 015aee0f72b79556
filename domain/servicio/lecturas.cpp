#include "domain/servicio/lecturas.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/motor/lecturas.hpp"
#include "domain/servicio/consultas.hpp"
#include "domain/servicio/tipos.hpp"

namespace gestor::servicio {
namespace {

using Listas = std::vector<ListaDeclarada>;
using Orden = OrdenServicioViewModel;
using Trabajo = OrdenTrabajoViewModel;

Listas de_orden() {
    return {
        lista<&Orden::contrato>(sql::orden_contrato),
        partidas<&Orden::partidas>(),
        lista<&Orden::ordenesTrabajo>(sql::orden_trabajos),
        lista<&Orden::archivos>(sql::archivos),
    };
}

Listas de_trabajo() {
    return {lista<&Trabajo::acciones>(sql::trabajo_acciones), lista<&Trabajo::archivos>(sql::trabajo_archivos)};
}

}  // namespace

LecturaCompilada leer_orden_servicio() {
    return {lectura<Orden>(sql::ordenes_servicio, de_orden()), "ordenServicio"};
}

LecturaCompilada leer_ordenes_servicio() {
    using F = OrdenServicioFiltro;
    return {pagina<Orden, F>(sql::ordenes_servicio, de_orden(),
                             filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                             filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                             filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                             filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                             filtro_largo<&F::estado>("t.estado = :estado"),
                             filtro_largo<&F::personalServicioId>("o.personal_servicio_id = :personalServicioId",
                                                                  maestra::personal_servicio),
                             filtro_largo<&F::agrupadorServicioId>("o.agrupador_servicio_id = :agrupadorServicioId",
                                                                   maestra::agrupador_servicio),
                             filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)")),
            "ordenesServicio"};
}

LecturaCompilada leer_orden_trabajo() {
    return {lectura<Trabajo>(sql::ordenes_trabajo, de_trabajo()), "ordenTrabajo"};
}

LecturaCompilada leer_ordenes_trabajo() {
    using F = OrdenTrabajoFiltro;
    return {pagina<Trabajo, F>(sql::ordenes_trabajo, de_trabajo(),
                               filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                               filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                               filtro_largo<&F::vendedorId>("t.vendedor_id = :vendedorId", maestra::vendedor),
                               filtro_largo<&F::personalServicioId>("w.personal_servicio_id = :personalServicioId",
                                                                    maestra::personal_servicio),
                               filtro_largo<&F::rutaId>("o.ruta_id = :rutaId", maestra::ruta),
                               filtro_largo<&F::estado>("t.estado = :estado"),
                               filtro_largo<&F::transaccionIdOrdenServicio>(
                                   "w.orden_servicio_id = :transaccionIdOrdenServicio", maestra::transaccion),
                               filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)")),
            "ordenesTrabajo"};
}

}  // namespace gestor::servicio
