#include "domain/motor/escritura/motor.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "domain/motor/escritura/etapas.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/escritura/timbrado.hpp"
#include "domain/servicio/documentos.hpp"
#include "domain/ventas/documentos.hpp"

BOOST_AUTO_TEST_SUITE(motor_test)

using namespace gestor;

namespace {

constexpr Estado estados[] = {Estado::Pendiente, Estado::Autorizado, Estado::EnProceso, Estado::Cerrado,
                              Estado::Cancelado};
constexpr AccionDocumento acciones[] = {AccionDocumento::autorizar, AccionDocumento::iniciar, AccionDocumento::cerrar,
                                        AccionDocumento::cancelar};
constexpr Estado de_trabajo[] = {Estado::Asignado, Estado::EnProceso, Estado::Pausado, Estado::Terminado,
                                 Estado::Cancelado};

Documento documento(Estado estado) {
    Documento d;
    d.transaccionId = Id(7);
    d.objId = Id(20);
    d.folio = Texto<60>("OS15");
    d.estado = estado;
    return d;
}

Sesion con(std::vector<std::string> permisos) {
    Sesion s;
    s.permisos = std::move(permisos);
    return s;
}

std::string plan(Estado estado, AccionDocumento accion, Sesion const& sesion) {
    try {
        return mudanza_de(servicio::orden_de_servicio, documento(estado), accion, sesion).texto();
    } catch (Problema const& p) {
        return std::string(p.codigo()) + ": " + p.detalle();
    }
}

}  // namespace

// Every state × every action: the whole state machine, as text.
BOOST_AUTO_TEST_CASE(the_service_order) {
    std::string texto;
    for (auto const e : estados)
        for (auto const a : acciones)
            texto += std::string(Enumeracion<AccionDocumento>(a).valor()) + " " + plan(e, a, con({"*"})) + "\n";
    BOOST_CHECK_EQUAL(texto, R"(autorizar 7: Pendiente → Autorizado
iniciar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Pendiente y no se puede iniciar; acciones permitidas: modificar, autorizar
cerrar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Pendiente y no se puede cerrar; acciones permitidas: modificar, autorizar
cancelar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Pendiente y no se puede cancelar; acciones permitidas: modificar, autorizar
autorizar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Autorizado y no se puede autorizar; acciones permitidas: modificar, iniciar, cerrar
iniciar 7: Autorizado → EnProceso
cerrar 7: Autorizado → Cerrado
cancelar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Autorizado y no se puede cancelar; acciones permitidas: modificar, iniciar, cerrar
autorizar ESTADO_INVALIDO: Orden de servicio OS15 está en estado EnProceso y no se puede autorizar; acciones permitidas: iniciar, cerrar
iniciar 7: EnProceso → EnProceso
cerrar 7: EnProceso → Cerrado
cancelar ESTADO_INVALIDO: Orden de servicio OS15 está en estado EnProceso y no se puede cancelar; acciones permitidas: iniciar, cerrar
autorizar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Cerrado y no se puede autorizar; acciones permitidas: facturar
iniciar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Cerrado y no se puede iniciar; acciones permitidas: facturar
cerrar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Cerrado y no se puede cerrar; acciones permitidas: facturar
cancelar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Cerrado y no se puede cancelar; acciones permitidas: facturar
autorizar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Cancelado y no se puede autorizar; acciones permitidas: ninguna
iniciar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Cancelado y no se puede iniciar; acciones permitidas: ninguna
cerrar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Cancelado y no se puede cerrar; acciones permitidas: ninguna
cancelar ESTADO_INVALIDO: Orden de servicio OS15 está en estado Cancelado y no se puede cancelar; acciones permitidas: ninguna
)");
}

// Actions of a work order in each state, and the state after each.
BOOST_AUTO_TEST_CASE(the_work_order) {
    std::string texto;
    for (auto const e : de_trabajo) {
        texto += std::string(Enumeracion<Estado>(e).valor()) + ":";
        for (auto const& t : servicio::orden_de_trabajo.flujo)
            if (t.desde.tiene(e))
                texto += " " + std::string(Enumeracion<AccionDocumento>(t.accion).valor()) +
                         (t.hasta == el_mismo ? "" : "→" + std::string(Enumeracion<Estado>(t.hasta.estado).valor()));
        texto += "\n";
    }
    BOOST_CHECK_EQUAL(texto, R"(Asignado: modificar iniciar→EnProceso reasignar cancelar→Cancelado
EnProceso: pausar→Pausado terminar→Terminado reasignar cancelar→Cancelado
Pausado: reanudar→EnProceso reasignar cancelar→Cancelado
Terminado:
Cancelado:
)");
}

// A document can be rewritten only when it has no effects: no goods, no póliza, no balance.
BOOST_AUTO_TEST_CASE(what_has_effects_is_not_written_anew) {
    auto const de = [](TipoDocumento const& tipo, bool partidas) {
        DocumentoNuevo d;
        d.cabecera.transaccionId = Id(7);
        d.partidas.resize(2);
        return reescritura(tipo, std::move(d), partidas)->texto();
    };
    BOOST_CHECK_EQUAL(de(servicio::orden_de_servicio, false), "reescribe 7\n");
    BOOST_CHECK_EQUAL(de(servicio::orden_de_servicio, true), "reescribe 7\npartidas 2 total 0.00\n");
    for (auto const* tipo : {&ventas::factura_de_venta, &ventas::nota_de_venta, &ventas::pedido_de_cliente,
                             &ventas::remision_de_venta, &ventas::credito_de_cliente})
        BOOST_CHECK_THROW(de(*tipo, false), std::logic_error);
}

BOOST_AUTO_TEST_CASE(allowed_actions_are_a_member_of_the_answer) {
    auto const extra = [](Estado e, AccionDocumento a) {
        try {
            mudanza_de(servicio::orden_de_servicio, documento(e), a, con({"*"}));
        } catch (Problema const& p) {
            if (p.extra().size() == 1) return p.extra()[0].first + " " + p.extra()[0].second;
        }
        return std::string("nothing");
    };
    BOOST_CHECK_EQUAL(extra(Estado::Autorizado, AccionDocumento::autorizar),
                      R"(accionesPermitidas ["modificar","iniciar","cerrar"])");
    BOOST_CHECK_EQUAL(extra(Estado::Cancelado, AccionDocumento::autorizar), "accionesPermitidas []");
    BOOST_CHECK_EQUAL(extra(Estado::Pendiente, AccionDocumento::autorizar), "nothing");
}

BOOST_AUTO_TEST_CASE(permissions) {
    struct Fila {
        std::vector<std::string> permisos;
        Estado estado;
        AccionDocumento accion;
        std::string_view esperado;
    };
    constexpr auto autorizar = AccionDocumento::autorizar;
    constexpr auto cerrar = AccionDocumento::cerrar;
    Fila const filas[] = {
        {{"*"}, Estado::Pendiente, autorizar, "7: Pendiente → Autorizado"},
        {{"servicio.autorizar"}, Estado::Pendiente, autorizar, "7: Pendiente → Autorizado"},
        {{"ventas.leer", "*.autorizar"}, Estado::Pendiente, autorizar, "7: Pendiente → Autorizado"},
        {{"*.escribir"}, Estado::EnProceso, cerrar, "7: EnProceso → Cerrado"},
        {{}, Estado::Pendiente, autorizar, "PERMISO_DENEGADO: se requiere el permiso servicio.autorizar"},
        {{"*.leer", "*.escribir"},
         Estado::Pendiente,
         autorizar,
         "PERMISO_DENEGADO: se requiere el permiso servicio.autorizar"},
        {{"servicio.*"}, Estado::Pendiente, autorizar, "PERMISO_DENEGADO: se requiere el permiso servicio.autorizar"},
        {{"servicio.autorizarx", "xservicio.autorizar", "servicio", ".autorizar", ""},
         Estado::Pendiente,
         autorizar,
         "PERMISO_DENEGADO: se requiere el permiso servicio.autorizar"},
        {{"ventas.autorizar"},
         Estado::Pendiente,
         autorizar,
         "PERMISO_DENEGADO: se requiere el permiso servicio.autorizar"},
        {{"servicio.autorizar"},
         Estado::EnProceso,
         cerrar,
         "PERMISO_DENEGADO: se requiere el permiso servicio.escribir"},
    };
    for (auto const& f : filas) BOOST_CHECK_EQUAL(plan(f.estado, f.accion, con(f.permisos)), f.esperado);
}

// The receipt of each type (I income, E credit, P payment); a type without one yields none.
BOOST_AUTO_TEST_CASE(the_fiscal_receipts) {
    std::string texto;
    for (auto const* t : tipos_de_documento())
        if (t->comprobante != Comprobante::ninguno)
            texto += std::string(clave_de(t->comprobante)) + " " + std::string(t->clave) + "\n";
    BOOST_CHECK_EQUAL(texto, R"(P Deposito
P Egreso
I FacturaCompra
I Gasto
I GastoSobreCompra
E NotaDevolucionProveedor
E NotaCreditoProveedor
I FacturaVenta
E NotaDevolucionCliente
E NotaCreditoCliente
I FacturaAgenciaViaje
)");
}

// Every state of a receipt by every action: the second flow, as text.
BOOST_AUTO_TEST_CASE(the_flow_of_a_receipt) {
    constexpr std::pair<AccionTimbrado, char const*> todas[] = {{AccionTimbrado::timbrar, "timbrar"},
                                                                {AccionTimbrado::pedir_cancelacion, "pedir"},
                                                                {AccionTimbrado::rechazar_cancelacion, "rechazar"},
                                                                {AccionTimbrado::cancelar, "cancelar"}};
    std::string texto;
    for (auto const desde : {EstatusTimbrado::SinTimbrar, EstatusTimbrado::Timbrado,
                             EstatusTimbrado::CancelacionEnProceso, EstatusTimbrado::Cancelado})
        for (auto const& [accion, nombre] : todas) try {
                auto const hasta = tras(desde, accion);
                texto += std::string(Enumeracion<EstatusTimbrado>(desde).valor()) + " " + nombre + " " +
                         std::string(Enumeracion<EstatusTimbrado>(hasta).valor()) + "\n";
            } catch (std::logic_error const&) {
            }
    BOOST_CHECK_EQUAL(texto, R"(SinTimbrar timbrar Timbrado
Timbrado pedir CancelacionEnProceso
CancelacionEnProceso rechazar Timbrado
CancelacionEnProceso cancelar Cancelado
)");
}

BOOST_AUTO_TEST_SUITE_END()
