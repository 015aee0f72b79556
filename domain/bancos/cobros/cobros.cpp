#include "domain/bancos/cobros/cobros.hpp"

#include "domain/bancos/cobros/anticipos.hpp"
#include "domain/bancos/cobros/consultas.hpp"
#include "domain/bancos/conceptos.hpp"
#include "domain/bancos/documentos.hpp"
#include "domain/bancos/lecturas.hpp"
#include "domain/bancos/ofrece.hpp"
#include "domain/bancos/recibido.hpp"
#include "domain/bancos/traspasos/traspasos.hpp"
#include "domain/ventas/documentos.hpp"

namespace gestor::bancos {
namespace {

struct ContactoDeConcepto {
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
};
DTO(ContactoDeConcepto, contactoId, contacto, rfc)

DepositoResultado resultado_de(Emitido const& hecho, std::vector<DepositoAplicacion> aplicaciones = {}) {
    DepositoResultado r{hecho.resultado(), {}, std::move(aplicaciones)};
    r.importePorAsignar = r.saldo;
    return r;
}

// ---- paid documents ----
struct Cobrado {
    std::vector<DepositoAplicacion> aplicaciones;
    std::vector<FacturaAfectada> facturas;
};
// A supplier's refund (Reembolso) collects no VAT.
Dinero iva_cobrado(AplicacionNueva const& a) {
    return a.tipo == "Reembolso" ? Dinero{} : a.cubetas.iva();
}
// Answer about the applied payments, in the order of application.
Cobrado cobrado(Cartera& cartera, std::span<Cartera::Aplicacion const> aplicados, PlanDocumento const& plan) {
    Cobrado hecho;
    for (std::size_t i = 0; i < aplicados.size(); ++i) {
        auto const& c = aplicados[i];
        auto const& d = *cartera.buscar(c.destino);
        hecho.aplicaciones.push_back({Id(static_cast<std::int64_t>(i) + 1), c.destino, d.tipoDocumento,
                                      Cadena::de_base(d.folio.valor()), c.fecha, c.importe, c.importeFuente,
                                      c.tipoCambio, iva_cobrado(plan.aplicaciones[i])});
        hecho.facturas.push_back(afectado(cartera, c));
    }
    return hecho;
}

// ---- deposits ----
std::vector<Linea> lineas_por_concepto(Escritura& db, DepositoNuevo const& nuevo) {
    static UsoDeConceptos const uso{deposito_de_banco, "{Deposito}", true, "OTROS_INGRESOS", "depósitos"};
    std::vector<ConceptoPedido> pedidos;
    for (auto const& p : nuevo.partidas) pedidos.push_back({pedidos.size(), p.conceptoId});
    std::vector<Linea> lineas;
    for (auto const& c : exigir_conceptos(db, uso, pedidos, nuevo.cuentaId, nuevo.contactoId)) {
        auto const& p = nuevo.partidas[lineas.size()];
        lineas.push_back(linea_directa(c, p.importe, perfil_de(c), p.notas));
    }
    return lineas;
}

// ---- advances ----
// The order that it is for: of the same customer, and still alive.
RelacionNueva relacion_con_pedido(DocumentoBloqueado const* hay, Id pedido, CabeceraNueva const& anticipo) {
    Fallas fallas;
    if (hay == nullptr || &hay->tipo() != &ventas::pedido_de_cliente)
        fallas.agregar("transaccionIdPedido", codigo::no_existe, "no existe un pedido con ese identificador");
    else if (hay->contactoId != anticipo.contactoId)
        fallas.agregar("transaccionIdPedido", codigo::rango, "el pedido es de otro cliente");
    fallas.lanzar();
    if (hay->estado == Estado::Cancelado)
        throw Problema::en("transaccionIdPedido", codigo::estado_invalido,
                           "el pedido " + hay->folio.valor() + " está cancelado");
    return {pedido, anticipo.transaccionId, "Origen"};
}

// ---- assign ----
[[noreturn]] void no_hay_fuente() {
    throw Problema(codigo::no_encontrado, "no existe un depósito, anticipo o nota de crédito con ese identificador");
}

void exigir_cancelable(DocumentoBloqueado const& d) {
    if (d.estatusTimbrado == EstatusTimbrado::Timbrado)
        no_se_cancela(d, "su recibo de pago está timbrado; cancele primero el recibo");
}

}  // namespace

DepositoResultado depositar(Escritura& db, DepositoNuevo const& nuevo) {
    Borrador b(db, deposito_de_banco, deposito_nuevo);
    Menciones menciones;
    menciones.nombrar(nuevo.contactoId, nuevo.codigoContacto);
    menciones.campo = "contactoId", menciones.campo_codigo = "codigoContacto", menciones.del_origen = true;
    menciones.quien = Quien::deudor;
    menciones.almacenId = nuevo.almacenId;
    auto const pedidos = pedidos_de(nuevo.aplicaciones);
    menciones.origenes = documentos_de(pedidos);
    auto const pago = recibir(b, nuevo, menciones);

    auto x = std::move(b).bloquear();
    poner_dinero(x.h(), pago, nuevo.importe);
    auto const& cabecera = x.cabecera();
    auto const aplicados = x.e.aplicaciones =
        exigir_pagos(x.cartera(), fuente_de(cabecera, nuevo.importe), pedidos, cabecera.fecha, cobros);
    exigir_por_dia(db, x.cartera(), aplicados, cabecera.fecha);
    auto hecho = std::move(x).emitir();
    return resultado_de(hecho, cobrado(hecho.cartera, aplicados, hecho.plan()).aplicaciones);
}

DepositoResultado depositar_por_concepto(Escritura& db, DepositoNuevo const& nuevo) {
    Borrador b(db, deposito_de_banco, deposito_por_concepto);
    Menciones menciones;
    menciones.almacenId = nuevo.almacenId;
    auto pago = recibir(b, nuevo, menciones);
    ContactoDeConcepto quien;
    if (nuevo.contactoId || nuevo.codigoContacto) {
        quien = db.uno<ContactoDeConcepto, sql::contacto_de_concepto>("contactoId"_es(nuevo.contactoId),
                                                                      "codigo"_es(nuevo.codigoContacto))
                    .value_or(quien);
        if (!quien.contactoId.presente())
            b.fallas.agregar(nuevo.contactoId ? "contactoId" : "codigoContacto", codigo::no_existe,
                             "no existe o no está activo");
    }

    auto x = std::move(b).bloquear();
    auto& cabecera = x.cabecera();
    cabecera.contactoId = quien.contactoId, cabecera.contacto = quien.contacto, cabecera.rfc = quien.rfc;
    x.lineas = lineas_por_concepto(db, nuevo);
    pago.banco.tipo = "Concepto";
    poner_dinero(x.h(), pago, nuevo.importe);
    poner_lineas(x.h(), x.lineas);
    return resultado_de(std::move(x).emitir());
}

DepositoResultado agregar_anticipo(Escritura& db, Cuerpo<AnticipoNuevo> const& nuevo) {
    Borrador b(db, anticipo_de_cliente, anticipo_nuevo);
    Menciones menciones;
    menciones.nombrar(nuevo.clienteId, nuevo.codigoCliente);
    menciones.del_origen = true;
    menciones.almacenId = nuevo.almacenId;
    if (nuevo.transaccionIdPedido) menciones.origenes = {*nuevo.transaccionIdPedido};
    auto pago = recibir(b, nuevo, menciones);

    auto x = std::move(b).bloquear();
    pago.banco.tipo = "Anticipo";
    poner_dinero(x.h(), pago, nuevo.importe);
    for (auto const pedido : menciones.origenes)
        x.h().relaciones.push_back(relacion_con_pedido(x.cartera().buscar(pedido), pedido, x.cabecera()));
    poner_totales(x.h(), totales_de_anticipo(nuevo.importe, nuevo.tasaIva, nuevo.exentoIva.valor, x.c.frontera));
    return resultado_de(std::move(x).emitir());
}

DepositoResultado agregar_deposito(Escritura& db, Cuerpo<DepositoNuevo> const& nuevo) {
    return nuevo.tipo.valor == "Cobranza" ? depositar(db, nuevo) : depositar_por_concepto(db, nuevo);
}

DepositoAsignado asignar_deposito(Escritura& db, Sesion const& sesion, Cuerpo<AsignacionNueva> const& nueva) {
    Id const id = nueva.transaccionId;
    auto const pedidos = pedidos_de(nueva.aplicaciones);
    auto ids = documentos_de(pedidos);
    ids.insert(ids.begin(), id);
    auto const momento = momento_de(db, ids);
    if (!momento) no_hay_fuente();
    Fallas fallas;
    auto const fecha = fechar(nueva.fecha, momento->ahora, momento->antes, fallas);
    fallas.lanzar();
    auto cartera = ConDocumentos::guardados(db, fecha, momento->ahora, ids).cartera;
    auto const* fuente = cartera.buscar(id);
    if (fuente == nullptr || fuente->tipo().lado != Lado::venta || !fuente->tipo().paga()) no_hay_fuente();
    transicion(fuente->tipo(), *fuente, AccionDocumento::asignar, sesion);
    auto const aplicados = exigir_pagos(cartera, *fuente, pedidos, fecha, cobros);
    exigir_por_dia(db, cartera, aplicados, fecha);
    auto const plan = asignar(db, id, fecha, aplicados, cartera);
    return {db.vista<DepositoViewModel>(fuente_de_cobro, id), cobrado(cartera, aplicados, *plan).facturas};
}

DepositoCancelado cancelar_deposito(Escritura& db, Sesion const& sesion, Id id,
                                    ConsultaOCuerpo<CancelacionDeposito> const& consulta) {
    static constexpr TipoDocumento const* tipos[] = {&deposito_de_banco, &anticipo_de_cliente};
    auto const avisos = cancelar_dinero(db, sesion, id,
                                        {.tipos = tipos,
                                         .motivo = consulta.motivo ? consulta.motivo->valor() : std::string(),
                                         .antes = exigir_cancelable});
    return {resultado(db, id, avisos), db.lista<FacturaAfectada, sql::facturas_afectadas>("transaccionId"_es(id))};
}

}  // namespace gestor::bancos
