#include "domain/bancos/cobros.hpp"

#include "domain/bancos/consultas_cobros.hpp"
#include "domain/bancos/lecturas.hpp"
#include "domain/motor/cancelar.hpp"
#include "domain/motor/depositos.hpp"
#include "domain/motor/lineas.hpp"
#include "domain/valores/json.hpp"

namespace gestor {

struct ConceptoDeDeposito {
    IdOCero conceptoId;  // 0: there is none for deposits
    Cadena codigo;
    Cadena descripcion;
    Cadena objetoImpuesto;
    Cadena claveProductoServicio;
    Cadena claveUnidad;
    std::optional<Tasa> tasaIva;
    Tasa tasaIeps;
    Tasa tasaIvaRetenido;
    Tasa tasaIsrRetenido;
    IdOCero cuentaContableId;
    Booleano deCuenta;
    Booleano deContacto;
};
DTO(ConceptoDeDeposito, conceptoId, codigo, descripcion, objetoImpuesto, claveProductoServicio, claveUnidad, tasaIva,
    tasaIeps, tasaIvaRetenido, tasaIsrRetenido, cuentaContableId, deCuenta, deContacto)

struct ContactoDeConcepto {
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
};
DTO(ContactoDeConcepto, contactoId, contacto, rfc)

namespace {

constexpr TipoCambio a_la_par = TipoCambio::de_entero(1);

std::string campo(std::size_t fila, std::string_view nombre) {
    return en_fila("aplicaciones", fila, nombre);
}

[[noreturn]] void rechazar(std::string_view cod, std::string camino, std::string mensaje) {
    throw Problema(cod, mensaje, {{std::move(camino), std::string(cod), mensaje}});
}

// Balances are sums: thousands of the largest amount still fit in what they are read as.
bool excede(Dinero importe, TipoCambio tipo_cambio) {
    static constexpr Dinero mayor{"9999999999999.99"};
    try {
        return importe > mayor || multiplicar<2>(importe, tipo_cambio) > mayor;
    } catch (Desborde const&) {
        return true;
    }
}

// What every kind of money in has in common: who, where to, how, in a currency that the account has.
struct Recibido {
    Contexto contexto;
    PagoResuelto pago;
};
template <class Nuevo>
Recibido recibir(Escritura& db, TipoDocumento const& tipo, Nuevo const& nuevo, Pedidos const& pedidos, Fallas& fallas) {
    Recibido r;
    r.contexto = resolver(db, tipo, nuevo, pedidos, fallas);
    r.pago =
        resolver_pago(db, r.contexto, {nuevo.formaPagoId, nuevo.cuentaId, nuevo.importe, nuevo.referencia}, fallas);
    if (excede(nuevo.importe, r.contexto.tipoCambio.value_or(a_la_par)))
        fallas.agregar("importe", codigo::rango, "no puede pasar de 9999999999999.99, tampoco en pesos");
    return r;
}
// When nothing is wrong with it: its header, and the first lock.
CabeceraNueva empezar(Escritura& db, TipoDocumento const& tipo, EncabezadoNuevo const& nuevo, Contexto const& c,
                      Fallas& fallas) {
    fallas.lanzar();
    exigir_sin_repetir(c);
    auto cabecera = cabecera_de(tipo, nuevo, c);
    exigir_periodo_abierto(db, c.fecha.fecha(), c.ahora.fecha());
    return cabecera;
}

DepositoResultado resultado_de(Escritura& db, Contexto const& c, std::vector<DepositoAplicacion> aplicaciones) {
    DepositoResultado r{resultado(db, c.transaccionId, c.avisos), {}, std::move(aplicaciones)};
    r.importePorAsignar = r.saldo;
    return r;
}

// ---- what is paid ----
// How much of the source an application takes, and the rate that says so. Pesos per unit of the currency that is not
// pesos: the document's, or the money's where the document is in pesos.
void convertir(DocumentoBloqueado const& fuente, DocumentoBloqueado const& destino, AplicacionPedida const& pedida,
               std::size_t i, Cartera::Cobro& cobro, Fallas& fallas) {
    if (fuente.monedaId == destino.monedaId) {
        if (pedida.tipoCambio && *pedida.tipoCambio != a_la_par && *pedida.tipoCambio != fuente.tipoCambio)
            fallas.agregar(campo(i, "tipoCambio"), codigo::rango, "el documento es de la misma moneda");
        return;
    }
    if (!pedida.tipoCambio) {
        fallas.agregar(campo(i, "tipoCambio"), codigo::requerido, "el documento es de otra moneda");
        return;
    }
    cobro.tipoCambio = *pedida.tipoCambio;
    try {
        cobro.importeFuente = destino.monedaId.valor() == 1
                                  ? Dinero(dividir<2>(cobro.importe, cobro.tipoCambio))
                                  : prorratear(cobro.importe, cobro.tipoCambio, fuente.tipoCambio);
    } catch (Desborde const&) {
        fallas.agregar(campo(i, "tipoCambio"), codigo::rango, "el importe convertido excede 19 dígitos");
        return;
    }
    if (cobro.importeFuente.es_cero())
        fallas.agregar(campo(i, "importe"), codigo::rango, "vale menos de un centavo en la moneda del depósito");
}

// Faults of what was asked; what the documents allow is decided after them.
std::vector<Cartera::Cobro> resolver_aplicaciones(Cartera& cartera, DocumentoBloqueado const& fuente,
                                                  std::span<AplicacionPedida const> pedidas, FechaHora fecha) {
    Fallas fallas;
    std::vector<Cartera::Cobro> cobros;
    for (std::size_t i = 0; i < pedidas.size(); ++i) {
        auto const& p = pedidas[i];
        auto const* d = cartera.buscar(p.transaccionId);
        if (d == nullptr) {
            fallas.agregar(campo(i, "transaccionId"), codigo::no_existe, "no existe");
            continue;
        }
        auto const* tipo = tipo_de_objeto(d->objId.valor());
        if (tipo == nullptr || tipo->saldo != &por_cobrar)
            fallas.agregar(campo(i, "transaccionId"), codigo::rango, "no es un documento de venta por cobrar");
        else if (d->contactoId != fuente.contactoId)
            fallas.agregar(campo(i, "transaccionId"), codigo::rango, "es de otro cliente");
        cobros.push_back({fuente.transaccionId, p.transaccionId, p.importe, p.importe, a_la_par, fecha});
        convertir(fuente, *d, p, i, cobros.back(), fallas);
    }
    fallas.lanzar();
    return cobros;
}

void exigir_cobrable(DocumentoBloqueado const& d, Dinero importe, std::size_t i) {
    if (d.estado == Estado::Cancelado || d.estado == Estado::Facturado)
        rechazar(codigo::estado_invalido, campo(i, "transaccionId"),
                 d.tipoDocumento.valor() + " " + d.folio.valor() + " está en estado " + std::string(d.estado.valor()) +
                     " y no se puede cobrar");
    if (importe > d.saldo)
        rechazar(codigo::saldo_insuficiente, campo(i, "importe"),
                 "excede el saldo de " + d.tipoDocumento.valor() + " " + d.folio.valor());
}

struct Cobrado {
    std::vector<DepositoAplicacion> aplicaciones;
    std::vector<FacturaAfectada> facturas;
};
// Applies the source, which the portfolio holds, to what was asked: all of it or nothing.
Cobrado cobrar_documentos(Cartera& cartera, Id fuente, std::span<AplicacionPedida const> pedidas, FechaHora fecha,
                          PlanDocumento& plan) {
    auto const cobros = resolver_aplicaciones(cartera, *cartera.buscar(fuente), pedidas, fecha);
    Dinero suma;
    for (std::size_t i = 0; i < cobros.size(); ++i) {
        exigir_cobrable(*cartera.buscar(cobros[i].destino), cobros[i].importe, i);
        suma += cobros[i].importeFuente;
    }
    if (suma > cartera.buscar(fuente)->saldo)
        rechazar(codigo::saldo_insuficiente, "aplicaciones", "las aplicaciones suman más que el importe por asignar");
    Cobrado hecho;
    for (auto const& c : cobros) {
        auto const* d = cartera.buscar(c.destino);
        auto const antes = d->saldo;
        cobrar(cartera, c, plan);
        auto const& a = plan.aplicaciones.back();
        auto const folio = Cadena::de_base(d->folio.valor());
        hecho.aplicaciones.push_back({Id(static_cast<std::int64_t>(hecho.aplicaciones.size()) + 1), c.destino,
                                      d->tipoDocumento, folio, c.fecha, c.importe, c.importeFuente, c.tipoCambio,
                                      a.cubetas.iva()});
        hecho.facturas.push_back({c.destino, folio, antes, c.importe, d->saldo, Cadena::de_base(d->estado.valor())});
    }
    return hecho;
}

std::vector<Id> documentos_de(std::span<AplicacionPedida const> pedidas) {
    std::vector<Id> ids;
    for (auto const& p : pedidas) ids.push_back(p.transaccionId);
    return ids;
}

// ---- deposits ----
DepositoResultado cobranza(Escritura& db, DepositoNuevo const& nuevo) {
    Fallas fallas;
    Pedidos pedidos;
    pedidos.clienteId = nuevo.contactoId;
    pedidos.campoCliente = "contactoId";
    pedidos.quien = Quien::deudor;
    pedidos.origenes = documentos_de(nuevo.aplicaciones);
    auto const r = recibir(db, deposito_de_banco, nuevo, pedidos, fallas);
    auto const cabecera = empezar(db, deposito_de_banco, nuevo, r.contexto, fallas);
    auto cartera = Cartera::cargar(db, documentos_de(nuevo.aplicaciones));
    auto plan =
        planificar(deposito_de_banco, AccionDocumento::crear, hechos_de_dinero(cabecera, r.pago, nuevo.importe));
    cartera.agregar(por_aplicar(plan));
    auto hecho = cobrar_documentos(cartera, plan.transaccionId, nuevo.aplicaciones, cabecera.fecha, plan);
    aplicar(db, plan);
    return resultado_de(db, r.contexto, std::move(hecho.aplicaciones));
}

Linea linea_de(PartidaDeposito const& p, ConceptoDeDeposito const& c) {
    Linea l;
    l.importes = desglosar(p.importe, {.objeto = c.objetoImpuesto.valor(),
                                       .iva = c.tasaIva,
                                       .ieps = c.tasaIeps,
                                       .cuotaIeps = {},
                                       .ivaRetenido = c.tasaIvaRetenido,
                                       .isrRetenido = c.tasaIsrRetenido});
    l.cuentaContableId = c.cuentaContableId.valor();
    auto& g = l.guardada;
    g.conceptoId = c.conceptoId;
    g.codigo = c.codigo;
    g.descripcion = c.descripcion;
    g.cantidad = Cantidad::de_entero(1);
    g.factor = Cantidad::de_entero(1);
    g.precioUnitario = l.importes.importe;
    g.importe = l.importes.importe;
    g.claveProductoServicio = c.claveProductoServicio;
    g.claveUnidad = c.claveUnidad;
    g.objetoImpuesto = c.objetoImpuesto;
    if (p.notas) g.notas = Cadena::de_base(p.notas->valor());
    return l;
}

std::vector<Linea> lineas_por_concepto(Escritura& db, DepositoNuevo const& nuevo) {
    std::string partidas;
    json_escribir(std::vector<PartidaDeposito>(nuevo.partidas.begin(), nuevo.partidas.end()), partidas);
    auto const conceptos = db.lista<ConceptoDeDeposito>(sql::conceptos_de_deposito,
                                                        {{"partidas", std::move(partidas)},
                                                         {"objId", sql_de(std::int64_t{deposito_por_concepto.obj_id})},
                                                         {"cuentaId", sql_de(nuevo.cuentaId)},
                                                         {"contactoId", sql_de(nuevo.contactoId)}});
    std::vector<Linea> lineas;
    for (std::size_t i = 0; i < conceptos.size(); ++i) {
        auto const& c = conceptos[i];
        auto const camino = en_fila("partidas", i, "conceptoId");
        if (!c.conceptoId.presente())
            rechazar(codigo::concepto_invalido, camino, "no es un concepto activo de depósitos");
        if (!c.deCuenta) rechazar(codigo::concepto_invalido, camino, "el concepto no se usa con esa cuenta");
        if (!c.deContacto) rechazar(codigo::concepto_invalido, camino, "el concepto no se usa con ese contacto");
        lineas.push_back(linea_de(nuevo.partidas[i], c));
    }
    return lineas;
}

DepositoResultado por_concepto(Escritura& db, DepositoNuevo const& nuevo) {
    Fallas fallas;
    auto r = recibir(db, deposito_por_concepto, nuevo, {}, fallas);
    ContactoDeConcepto quien;
    if (nuevo.contactoId)
        quien = db.uno<ContactoDeConcepto>(sql::contacto_de_concepto, {{"contactoId", sql_de(*nuevo.contactoId)}})
                    .value_or(quien);
    if (nuevo.contactoId && !quien.contactoId.presente())
        fallas.agregar("contactoId", codigo::no_existe, "no existe o no está activo");
    auto cabecera = empezar(db, deposito_por_concepto, nuevo, r.contexto, fallas);
    cabecera.contactoId = quien.contactoId;
    cabecera.contacto = quien.contacto;
    cabecera.rfc = quien.rfc;
    auto const lineas = lineas_por_concepto(db, nuevo);
    r.pago.banco.tipo = "Concepto";
    auto hechos = hechos_de_dinero(std::move(cabecera), r.pago, nuevo.importe);
    poner_lineas(hechos, lineas);
    auto const plan = planificar(deposito_por_concepto, AccionDocumento::crear, std::move(hechos));
    aplicar(db, plan);
    return resultado_de(db, r.contexto, {});
}

// ---- advances ----
// The tax is due when the money comes, so it is the advance's own; it takes the cent that the base leaves.
Totales totales_de(AnticipoNuevo const& a, bool frontera) {
    Tasa const del_lugar = frontera ? Tasa{"0.08"} : Tasa{"0.16"};
    Tasa const tasa = a.exentoIva.valor ? Tasa{} : a.tasaIva ? Tasa(*a.tasaIva) : del_lugar;
    Totales t;
    t.total = a.importe;
    t.subtotal = t.bruto = dividir<2>(a.importe, Tasa::de_entero(1) + tasa);
    t.iva = t.total - t.subtotal;
    bool const general = tasa == Tasa{"0.16"};
    if (tasa.es_cero()) {
        t.cubetas[a.exentoIva.valor ? Cubeta::exento : Cubeta::base0] = t.subtotal;
    } else {
        t.cubetas[general ? Cubeta::base16 : Cubeta::base8] = t.subtotal;
        t.cubetas[general ? Cubeta::iva16 : Cubeta::iva8] = t.iva;
    }
    return t;
}

// The order that it is for: of the same customer, and still alive.
RelacionNueva relacion_con_pedido(Escritura& db, Id pedido, CabeceraNueva const& anticipo) {
    auto const hay = bloquear_documentos(db, {pedido});
    Fallas fallas;
    if (hay.empty() || hay[0].objId.valor() != pedido_de_cliente.obj_id)
        fallas.agregar("transaccionIdPedido", codigo::no_existe, "no existe un pedido con ese identificador");
    else if (hay[0].contactoId != anticipo.contactoId)
        fallas.agregar("transaccionIdPedido", codigo::rango, "el pedido es de otro cliente");
    fallas.lanzar();
    if (hay[0].estado == Estado::Cancelado)
        rechazar(codigo::estado_invalido, "transaccionIdPedido",
                 "el pedido " + hay[0].folio.valor() + " está cancelado");
    return {pedido, anticipo.transaccionId, "Origen"};
}

// ---- assign ----
[[noreturn]] void no_hay_fuente() {
    throw Problema(codigo::no_encontrado, "no existe un depósito, anticipo o nota de crédito con ese identificador");
}

void exigir_cancelable(DocumentoBloqueado const& d) {
    auto const no = [&](std::string_view causa) {
        throw Problema(codigo::estado_invalido, d.tipoDocumento.valor() + " " + d.folio.valor() +
                                                    " no se puede cancelar: " + std::string(causa));
    };
    if (d.conciliado) no("está conciliado con el banco");
    if (d.estatusTimbrado == "Timbrado") no("su recibo de pago está timbrado; cancele primero el recibo");
}

}  // namespace

DepositoResultado agregar_anticipo(Escritura& db, Cuerpo<AnticipoNuevo> const& nuevo) {
    Fallas fallas;
    Pedidos pedidos;
    pedidos.clienteId = nuevo.clienteId;
    if (nuevo.transaccionIdPedido) pedidos.origenes = {*nuevo.transaccionIdPedido};
    auto r = recibir(db, anticipo_de_cliente, nuevo, pedidos, fallas);
    auto const cabecera = empezar(db, anticipo_de_cliente, nuevo, r.contexto, fallas);
    r.pago.banco.tipo = "Anticipo";
    auto hechos = hechos_de_dinero(cabecera, r.pago, nuevo.importe);
    if (nuevo.transaccionIdPedido)
        hechos.relaciones.push_back(relacion_con_pedido(db, *nuevo.transaccionIdPedido, cabecera));
    poner_totales(hechos, totales_de(nuevo, r.contexto.frontera));
    auto const plan = planificar(anticipo_de_cliente, AccionDocumento::crear, std::move(hechos));
    aplicar(db, plan);
    return resultado_de(db, r.contexto, {});
}

DepositoResultado agregar_deposito(Escritura& db, Cuerpo<DepositoNuevo> const& nuevo) {
    return nuevo.tipo.valor == "Cobranza" ? cobranza(db, nuevo) : por_concepto(db, nuevo);
}

Vista<DepositoAsignado> asignar_deposito(Escritura& db, Sesion const& sesion, Cuerpo<AsignacionNueva> const& nueva) {
    Id const id = nueva.transaccionId;
    std::vector<Id> ids{id};
    for (auto const& otro : documentos_de(nueva.aplicaciones)) ids.push_back(otro);
    auto const momento = momento_de(db, ids);
    if (!momento) no_hay_fuente();
    Fallas fallas;
    auto const fecha = fechar(nueva.fecha, momento->ahora, momento->antes, fallas);
    fallas.lanzar();
    exigir_periodo_abierto(db, fecha.fecha(), momento->ahora.fecha());
    auto cartera = Cartera::cargar(db, ids);
    auto const* fuente = cartera.buscar(id);
    auto const* tipo = fuente == nullptr ? nullptr : tipo_de_objeto(fuente->objId.valor());
    if (tipo == nullptr || tipo->caudal == Caudal::ninguno) no_hay_fuente();
    transicion(*tipo, *fuente, AccionDocumento::asignar, sesion);
    PlanDocumento plan;
    plan.transaccionId = id;
    plan.fecha = fecha;
    auto const hecho = cobrar_documentos(cartera, id, nueva.aplicaciones, fecha, plan);
    aplicar(db, plan);
    auto json = db.registro(fuente_de_cobro, id.valor());
    json.back() = ',';
    json += "\"facturas\":";
    json_escribir(hecho.facturas, json);
    return {json + "}"};
}

DepositoCancelado cancelar_deposito(Escritura& db, Sesion const& sesion, Id id,
                                    ConsultaOCuerpo<CancelacionDeposito> const& consulta) {
    static constexpr TipoDocumento const* tipos[] = {&deposito_de_banco, &anticipo_de_cliente};
    cancelar(db, sesion, id, tipos, consulta.motivo ? consulta.motivo->valor() : std::string(), {}, exigir_cancelable);
    return {resultado(db, id), db.lista<FacturaAfectada>(sql::facturas_afectadas, {{"transaccionId", sql_de(id)}})};
}

}  // namespace gestor
