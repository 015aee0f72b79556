#include "domain/viajes/lecturas.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/motor/lecturas.hpp"
#include "domain/viajes/consultas.hpp"
#include "domain/viajes/consultas_lecturas.hpp"
#include "domain/viajes/expedientes.hpp"

namespace gestor::viajes {

LecturaCompilada leer_documentos_de_viaje() {
    using D = DocumentoDeViaje;
    return {catalogo<D, PorIds>(sql::documentos_de_viaje, lista<&D::archivos>(sql::archivos), larga),
            "documentosDeViaje"};
}

LecturaCompilada leer_facturas_de_viaje() {
    using V = FacturaViajeViewModel;
    using F = FacturaViajeFiltro;
    return {pagina<V, F>(sql::facturas_de_viaje, partidas<&V::partidas>(), lista<&V::cobros>("{registro_cobros}"),
                         lista<&V::archivos>(sql::archivos),
                         lista<&V::documentosRelacionados>(sql::documentos_relacionados),
                         filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                         filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                         filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                         filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                         filtro_largo<&F::vendedorId>("t.vendedor_id = :vendedorId", maestra::vendedor),
                         filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"),
                         filtro_largo<&F::monedaId>("t.moneda_id = :monedaId", maestra::moneda),
                         filtro_largo<&F::estado>("t.estado = :estado"), filtro<&F::booking>(sql::del_booking),
                         filtro<&F::expedienteId>(sql::del_expediente, sql::existe_expediente)),
            "facturasDeViaje"};
}

void validar(ExpedienteFiltro const& f, Fallas& fallas) {
    bool const con_booking = f.booking && !f.booking->vacio();
    if (!con_booking && !f.expedienteId)
        fallas.agregar("booking", codigo::requerido, "es obligatorio (o expedienteId)");
    if (con_booking && f.expedienteId)
        fallas.agregar("expedienteId", codigo::rango, "envíe uno solo de booking y expedienteId");
}

ExpedienteViaje documentos_de_reserva(Lectura& db, Consulta<ExpedienteFiltro> const& f) {
    auto const hallado = f.expedienteId
                             ? db.uno<ExpedienteHallado, sql::expediente_por_id>("expedienteId"_es(*f.expedienteId))
                             : db.uno<ExpedienteHallado, sql::expediente_de_booking>("booking"_es(*f.booking));
    if (!hallado) throw Problema(codigo::no_encontrado, "no existe un expediente de esa reserva");
    Id const id = hallado->transaccionId;
    return {*db.uno<EncabezadoDeExpediente, sql::expediente>("expedienteId"_es(id)),
            db.lista<Pasajero, sql::expediente_pasajeros>("expedienteId"_es(id)),
            db.lista<ServicioDeViaje, sql::expediente_servicios>("expedienteId"_es(id)),
            db.lista<DocumentoDeExpediente, sql::expediente_documentos>("expedienteId"_es(id))};
}

}  // namespace gestor::viajes
