#include "domain/bancos/lecturas.hpp"

#include "domain/bancos/egresos/consultas.hpp"
#include "domain/bancos/solicitudes/consultas.hpp"
#include "domain/bancos/solicitudes/tipos.hpp"
#include "domain/comun/maestras.hpp"

namespace gestor::bancos {
namespace {

using D = DepositoViewModel;
using E = EgresoViewModel;
using S = SolicitudPagoViewModel;

std::vector<ListaDeclarada> listas() {
    return {
        lista<&D::partidas>(sql::deposito_partidas),
        lista<&D::aplicaciones>(sql::deposito_aplicaciones),
        lista<&D::archivos>(sql::archivos),
    };
}

std::vector<ListaDeclarada> listas_de_egreso() {
    return {
        lista<&E::partidas>(sql::egreso_partidas),
        lista<&E::archivos>(sql::archivos),
    };
}

std::vector<ListaDeclarada> listas_de_solicitud() {
    return {
        lista<&S::partidas>(sql::solicitud_partidas),
        lista<&S::archivos>(sql::archivos),
        lista<&S::documentosRelacionados>(sql::documentos_relacionados),
    };
}

}  // namespace

LecturaCompilada leer_deposito() {
    return {lectura<D>(sql::depositos(true), listas()), "deposito"};
}

LecturaCompilada leer_fuente_de_cobro() {
    return {lectura<D>(sql::fuentes_de_cobro, listas()), "fuenteDeCobro"};
}

LecturaCompilada leer_depositos() {
    using F = DepositoFiltro;
    return {pagina<D, F>(sql::depositos(true), listas(),
                         filtro<&F::cuentaId>("m.cuenta_id = :cuentaId", maestra::cuenta_bancaria),
                         filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                         filtro_largo<&F::estado>("t.estado = :estado"), filtro_largo<&F::tipo>("m.tipo = :tipo"),
                         filtro_largo<&F::formaPagoId>("m.forma_pago_id = :formaPagoId", maestra::forma_pago),
                         filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                         filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                         filtro_si<&F::soloPorAsignar>("t.saldo > 0 AND t.estado <> 'Cancelado'"),
                         filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)")),
            "depositos"};
}

// Deposits of a range of days in one answer, from the first to the last, for reconciling with the bank.
LecturaCompilada leer_depositos_por_fecha() {
    using F = DepositoFechasFiltro;
    return {catalogo<D, F>(sql::depositos(false), listas(), larga,
                           filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                           filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                           filtro<&F::cuentaId>("m.cuenta_id = :cuentaId", maestra::cuenta_bancaria),
                           filtro<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                           filtro<&F::incluirCancelados>(":incluirCancelados::boolean OR t.estado <> 'Cancelado'")),
            "depositosPorFecha"};
}

LecturaCompilada leer_egreso() {
    return {lectura<E>(sql::egresos(sql::base_egresos, true), listas_de_egreso()), "egreso"};
}

LecturaCompilada leer_fuente_de_pago() {
    return {lectura<E>(sql::egresos(sql::base_a_favor, true), listas_de_egreso()), "fuenteDePago"};
}

LecturaCompilada leer_egresos() {
    using F = EgresoFiltro;
    return {pagina<E, F>(sql::egresos(sql::base_egresos, true), listas_de_egreso(),
                         filtro<&F::cuentaId>("m.cuenta_id = :cuentaId", maestra::cuenta_bancaria),
                         filtro_largo<&F::beneficiarioId>("m.beneficiario_id = :beneficiarioId"),
                         filtro_largo<&F::estado>("t.estado = :estado"),
                         filtro_largo<&F::formaPagoId>("m.forma_pago_id = :formaPagoId", maestra::forma_pago),
                         filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                         filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                         filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                         filtro_si<&F::soloPorAsignar>("t.saldo > 0 AND t.estado <> 'Cancelado'"),
                         filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)")),
            "egresos"};
}

LecturaCompilada leer_egresos_por_fecha() {
    using F = EgresoFechasFiltro;
    return {catalogo<E, F>(sql::egresos(sql::base_egresos, false), listas_de_egreso(), larga,
                           filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                           filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                           filtro<&F::cuentaId>("m.cuenta_id = :cuentaId", maestra::cuenta_bancaria),
                           filtro<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                           filtro<&F::incluirCancelados>(":incluirCancelados::boolean OR t.estado <> 'Cancelado'"),
                           filtro<&F::beneficiarioId>("m.beneficiario_id = :beneficiarioId")),
            "egresosPorFecha"};
}

LecturaCompilada leer_solicitud() {
    return {lectura<S>(sql::solicitudes, listas_de_solicitud()), "solicitudPago"};
}

LecturaCompilada leer_solicitudes() {
    using F = SolicitudPagoFiltro;
    return {pagina<S, F>(sql::solicitudes, listas_de_solicitud(),
                         filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                         filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                         filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                         filtro<&F::proveedorId>("t.contacto_id = :proveedorId", maestra::contacto),
                         filtro_largo<&F::estado>("t.estado = :estado"),
                         filtro_largo<&F::prioridad>("q.prioridad = :prioridad"),
                         filtro_largo<&F::transaccionIdCompra>(sql::solicitud_de_compra, maestra::transaccion),
                         filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)")),
            "solicitudesPago"};
}

}  // namespace gestor::bancos
