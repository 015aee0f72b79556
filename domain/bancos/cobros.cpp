#include "domain/bancos/cobros.hpp"

#include "domain/bancos/consultas_cobros.hpp"
#include "domain/bancos/documentos.hpp"
#include "domain/bancos/lecturas.hpp"
#include "domain/motor/cancelar.hpp"
#include "domain/motor/depositos.hpp"
#include "domain/motor/lineas.hpp"
#include "domain/valores/json.hpp"
#include "domain/ventas/documentos.hpp"

namespace gestor {
namespace {

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

struct ContactoDeConcepto {
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
};

}  // namespace
DTO(ConceptoDeDeposito, conceptoId, codigo, descripcion, objetoImpuesto, claveProductoServicio, claveUnidad, tasaIva,
    tasaIeps, tasaIvaRetenido, tasaIsrRetenido, cuentaContableId, deCuenta, deContacto)
DTO(ContactoDeConcepto, contactoId, contacto, rfc)

namespace {

constexpr TipoCambio a_la_par = TipoCambio::de_entero(1);

std::string campo(std::size_t fila, std::string_view nombre) {
    return en_fila("aplicaciones", fila, nombre);
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
Recibido recibir(Escritura& db, TipoDocumento const& tipo, Nuevo const& nuevo, Menciones const& menciones,
                 Fallas& fallas) {
    Recibido r;
    r.contexto = resolver(db, tipo, nuevo, menciones, fallas);
    r.pago =
        resolver_pago(db, r.contexto, {nuevo.formaPagoId, nuevo.cuentaId, nuevo.importe, nuevo.referencia}, fallas);
    if (excede(nuevo.importe, r.contexto.tipoCambio.value_or(a_la_par)))
        fallas.agregar("importe", codigo::rango, "no puede pasar de 9999999999999.99, tampoco en pesos");
    return r;
}
// When nothing is wrong with it: its locks.
ConDocumentos empezar(Escritura& db, Contexto const& c, std::vector<Id> const& documentos, Fallas& fallas) {
    fallas.lanzar();
    return EnPeriodo::entrar(db, c).sin_contraparte().documentos(documentos);
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
        if (auto const& tipo = d->tipo(); tipo.lado != Lado::venta || tipo.papel != Papel::cargo)
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
    transicion(d.tipo(), d, AccionDocumento::cobrar, campo(i, "transaccionId"));
    if (importe > d.saldo)
        throw Problema::en(campo(i, "importe"), codigo::saldo_insuficiente,
                           "excede el saldo de " + d.tipoDocumento.valor() + " " + d.folio.valor());
}

struct Cobrado {
    std::vector<DepositoAplicacion> aplicaciones;
    std::vector<FacturaAfectada> facturas;
};
// What the source, of which so much is left, is to pay: all of it or nothing.
std::vector<Cartera::Cobro> exigir_cobros(Cartera& cartera, DocumentoBloqueado const& fuente,
                                          std::span<AplicacionPedida const> pedidas, FechaHora fecha) {
    auto cobros = resolver_aplicaciones(cartera, fuente, pedidas, fecha);
    Dinero suma;
    for (std::size_t i = 0; i < cobros.size(); ++i) {
        exigir_cobrable(*cartera.buscar(cobros[i].destino), cobros[i].importe, i);
        suma += cobros[i].importeFuente;
    }
    if (suma > fuente.saldo)
        throw Problema::en("aplicaciones", codigo::saldo_insuficiente,
                           "las aplicaciones suman más que el importe por asignar");
    return cobros;
}

// As they were applied.
Cobrado cobrado(Cartera& cartera, std::span<Cartera::Cobro const> cobros, PlanDocumento const& plan) {
    Cobrado hecho;
    for (std::size_t i = 0; i < cobros.size(); ++i) {
        auto const& c = cobros[i];
        auto const& d = *cartera.buscar(c.destino);
        auto const folio = Cadena::de_base(d.folio.valor());
        hecho.aplicaciones.push_back({Id(static_cast<std::int64_t>(i) + 1), c.destino, d.tipoDocumento, folio, c.fecha,
                                      c.importe, c.importeFuente, c.tipoCambio, plan.aplicaciones[i].cubetas.iva()});
        Dinero const antes = d.saldo + c.importe;  // each document is named once
        hecho.facturas.push_back({c.destino, folio, antes, c.importe, d.saldo, Cadena::de_base(d.estado.valor())});
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
    Menciones menciones;
    menciones.contraparteId = nuevo.contactoId;
    menciones.campo = "contactoId";
    menciones.quien = Quien::deudor;
    menciones.origenes = documentos_de(nuevo.aplicaciones);
    auto const r = recibir(db, deposito_de_banco, nuevo, menciones, fallas);
    auto cartera = empezar(db, r.contexto, documentos_de(nuevo.aplicaciones), fallas).cartera;
    auto const cabecera = cabecera_de(deposito_de_banco, nuevo, r.contexto);
    Emision e{hechos_de_dinero(cabecera, r.pago, nuevo.importe)};
    DocumentoBloqueado fuente;
    fuente.transaccionId = cabecera.transaccionId, fuente.contactoId = cabecera.contactoId;
    fuente.monedaId = cabecera.monedaId, fuente.tipoCambio = cabecera.tipoCambio, fuente.saldo = nuevo.importe;
    auto const cobros = e.cobros = exigir_cobros(cartera, fuente, nuevo.aplicaciones, cabecera.fecha);
    auto const plan = planificar(deposito_de_banco, deposito_nuevo, std::move(e), cartera);
    aplicar(db, plan);
    return resultado_de(db, r.contexto, cobrado(cartera, cobros, *plan).aplicaciones);
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
    auto const conceptos = db.lista<ConceptoDeDeposito, sql::conceptos_de_deposito>(
        "partidas"_es(std::move(partidas)), "objId"_es(std::int64_t{deposito_de_banco.obj_id}),
        "cuentaId"_es(nuevo.cuentaId), "contactoId"_es(nuevo.contactoId));
    std::vector<Linea> lineas;
    for (std::size_t i = 0; i < conceptos.size(); ++i) {
        auto const& c = conceptos[i];
        auto const camino = en_fila("partidas", i, "conceptoId");
        if (!c.conceptoId.presente())
            throw Problema::en(camino, codigo::concepto_invalido, "no es un concepto activo de depósitos");
        if (!c.deCuenta) throw Problema::en(camino, codigo::concepto_invalido, "el concepto no se usa con esa cuenta");
        if (!c.deContacto)
            throw Problema::en(camino, codigo::concepto_invalido, "el concepto no se usa con ese contacto");
        lineas.push_back(linea_de(nuevo.partidas[i], c));
    }
    return lineas;
}

DepositoResultado por_concepto(Escritura& db, DepositoNuevo const& nuevo) {
    Fallas fallas;
    auto r = recibir(db, deposito_de_banco, nuevo, {}, fallas);
    ContactoDeConcepto quien;
    if (nuevo.contactoId)
        quien =
            db.uno<ContactoDeConcepto, sql::contacto_de_concepto>("contactoId"_es(*nuevo.contactoId)).value_or(quien);
    if (nuevo.contactoId && !quien.contactoId.presente())
        fallas.agregar("contactoId", codigo::no_existe, "no existe o no está activo");
    empezar(db, r.contexto, {}, fallas);
    auto cabecera = cabecera_de(deposito_de_banco, nuevo, r.contexto);
    cabecera.contactoId = quien.contactoId;
    cabecera.contacto = quien.contacto;
    cabecera.rfc = quien.rfc;
    auto const lineas = lineas_por_concepto(db, nuevo);
    r.pago.banco.tipo = "Concepto";
    auto hechos = hechos_de_dinero(std::move(cabecera), r.pago, nuevo.importe);
    poner_lineas(hechos, lineas);
    aplicar(db, planificar(deposito_de_banco, deposito_por_concepto, Emision{std::move(hechos)}));
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
RelacionNueva relacion_con_pedido(DocumentoBloqueado const* hay, Id pedido, CabeceraNueva const& anticipo) {
    Fallas fallas;
    if (hay == nullptr || &hay->tipo() != &pedido_de_cliente)
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
    Menciones menciones;
    menciones.contraparteId = nuevo.clienteId;
    if (nuevo.transaccionIdPedido) menciones.origenes = {*nuevo.transaccionIdPedido};
    auto r = recibir(db, anticipo_de_cliente, nuevo, menciones, fallas);
    auto cartera = empezar(db, r.contexto, menciones.origenes, fallas).cartera;
    auto const cabecera = cabecera_de(anticipo_de_cliente, nuevo, r.contexto);
    r.pago.banco.tipo = "Anticipo";
    auto hechos = hechos_de_dinero(cabecera, r.pago, nuevo.importe);
    for (auto const pedido : menciones.origenes)
        hechos.relaciones.push_back(relacion_con_pedido(cartera.buscar(pedido), pedido, cabecera));
    poner_totales(hechos, totales_de(nuevo, r.contexto.frontera));
    aplicar(db, planificar(anticipo_de_cliente, anticipo_nuevo, {std::move(hechos)}, cartera));
    return resultado_de(db, r.contexto, {});
}

DepositoResultado agregar_deposito(Escritura& db, Cuerpo<DepositoNuevo> const& nuevo) {
    return nuevo.tipo.valor == "Cobranza" ? cobranza(db, nuevo) : por_concepto(db, nuevo);
}

DepositoAsignado asignar_deposito(Escritura& db, Sesion const& sesion, Cuerpo<AsignacionNueva> const& nueva) {
    Id const id = nueva.transaccionId;
    std::vector<Id> ids{id};
    for (auto const& otro : documentos_de(nueva.aplicaciones)) ids.push_back(otro);
    auto const momento = momento_de(db, ids);
    if (!momento) no_hay_fuente();
    Fallas fallas;
    auto const fecha = fechar(nueva.fecha, momento->ahora, momento->antes, fallas);
    fallas.lanzar();
    auto cartera = EnPeriodo::entrar(db, fecha, momento->ahora).sin_contraparte().documentos(ids).cartera;
    auto const* fuente = cartera.buscar(id);
    if (fuente == nullptr || fuente->tipo().lado != Lado::venta || !fuente->tipo().paga()) no_hay_fuente();
    transicion(fuente->tipo(), *fuente, AccionDocumento::asignar, sesion);
    auto const cobros = exigir_cobros(cartera, *fuente, nueva.aplicaciones, fecha);
    auto const plan = asignar(id, fecha, cobros, cartera);
    aplicar(db, plan);
    return {db.vista<DepositoViewModel>(fuente_de_cobro, id), cobrado(cartera, cobros, *plan).facturas};
}

DepositoCancelado cancelar_deposito(Escritura& db, Sesion const& sesion, Id id,
                                    ConsultaOCuerpo<CancelacionDeposito> const& consulta) {
    static constexpr TipoDocumento const* tipos[] = {&deposito_de_banco, &anticipo_de_cliente};
    cancelar(db, sesion, id,
             {.tipos = tipos,
              .motivo = consulta.motivo ? consulta.motivo->valor() : std::string(),
              .antes = exigir_cancelable});
    return {resultado(db, id), db.lista<FacturaAfectada, sql::facturas_afectadas>("transaccionId"_es(id))};
}

}  // namespace gestor
