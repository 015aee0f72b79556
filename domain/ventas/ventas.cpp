// Invoice and note: from the body to the plan, by one path.
#include <algorithm>
#include <map>
#include <set>

#include "domain/comun/cfdi.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/captura/folio_fiscal.hpp"
#include "domain/motor/cartera/depositos.hpp"
#include "domain/motor/consultas.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/motor/escritura/toma.hpp"
#include "domain/ventas/documentos.hpp"
#include "domain/ventas/escrituras.hpp"
#include "domain/ventas/ofrece.hpp"
#include "domain/ventas/propios.hpp"

namespace gestor::ventas {
namespace {

// Ids in the order in which documents are locked.
std::vector<Id> en_orden(std::vector<Id> ids) {
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

void exigir_existen(Escritura& db, std::vector<Id> const& ids, TipoDocumento const& tipo, std::string const& campo,
                    bool lista, Fallas& fallas) {
    if (ids.empty()) return;
    for (auto const& fila : db.consultar<sql::existen_documentos>("ids"_es(ids), "objId"_es(std::int64_t{tipo.obj_id}),
                                                                  "origen"_es(std::string(tipo.origen)))
                                .filas)
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (std::to_string(ids[i].valor()) == fila[0])
                fallas.agregar(lista ? en_fila(campo, i) : campo, codigo::no_existe, "no existe");
}

// Rows with the number of their line of the order. A row without one takes the first line of its product that no other
// row has; lines with enough left to invoice come first. A product that the order lacks is sold as an additional line.
std::vector<PartidaNueva> con_numero(Emisor& v, std::span<PartidaNueva const> partidas) {
    std::vector<PartidaNueva> filas(partidas.begin(), partidas.end());
    std::set<std::int64_t> tomadas;
    for (std::size_t i = 0; !v.e.origenes.empty() && i < filas.size(); ++i) {
        auto& numero = filas[i].numeroPartidaOrigen;
        bool repetida = false, basta = false;
        if (!numero)
            for (auto const& x : v.e.origenes[0].documento.lineas) {
                auto const& g = x.linea.guardada;
                auto const& suya = v.lineas[i].guardada;
                if (basta || g.productoId != suya.productoId || g.conceptoId != suya.conceptoId) continue;
                bool const tomada = tomadas.contains(g.numeroPartida.valor());
                repetida |= tomada;
                basta = !tomada && filas[i].cantidad <= g.cantidad - x.facturada;
                if (basta || (!tomada && !numero)) numero = g.numeroPartida.valor();
            }
        if (numero)
            tomadas.insert(numero->valor());
        else if (repetida)
            v.fallas.agregar(en_fila("partidas", i, "productoId"), codigo::duplicado,
                             "repite una partida del documento de origen");
    }
    return filas;
}

// Takes lines of an order or a remission: the named ones, or all that are still to be invoiced. With `entrega`, goods
// not delivered yet leave with the invoice; otherwise they are delivered later, from the order.
void tomar_lineas(Emisor& v, std::span<PartidaNueva const> partidas, bool entrega) {
    Toma toma(v, {.hacer = "facturar",
                  .queda = [](Tomada const& t) { return t.linea->linea.guardada.cantidad - t.linea->facturada; },
                  .surte =
                      [&](Tomada const& t, Cantidad q) {
                          Cantidad const falta = t.linea->facturada + q - t.linea->surtida;
                          bool const sale = entrega && t.linea->linea.tipo != "Servicio" && falta.es_positivo();
                          return sale ? falta : Cantidad{};
                      },
                  .factura = true,
                  .completa = [](Linea& l, Tomada const&) { l.mueve = l.guardada.avanceSurtida; }});
    toma.tomar(con_numero(v, partidas), [&](Linea& l, Tomada const&, std::size_t i) {
        if (!partidas[i].precioUnitario) return;  // a price in the body replaces that of the order
        auto const& g = v.lineas[i].guardada;
        l.guardada.precioUnitario = g.precioUnitario;
        l.guardada.descuento = g.descuento, l.guardada.promocion = g.promocion;
    });
}

// Change: the excess of the payments over the total, returned in cash only.
Dinero cambio_de(std::vector<PagoResuelto>& pagos, Dinero total) {
    Dinero suma, efectivo;
    for (auto const& p : pagos) {
        suma += p.importe;
        if (p.claveSat33 == "01") efectivo += p.importe;
    }
    if (suma <= total) return {};
    Dinero const cambio = suma - total;
    if (cambio > efectivo) {
        Fallas fallas;
        fallas.agregar("pagos", codigo::rango, "sólo el efectivo puede pasar del total");
        fallas.lanzar();
    }
    Dinero resta = cambio;  // deducted from the cash payments, so that the deposits are the amounts kept
    for (auto& p : pagos) {
        if (p.claveSat33 != "01") continue;
        Dinero const quita = std::min(resta, p.importe);
        p.importe -= quita;
        resta -= quita;
    }
    return cambio;
}

// Goods of lines without a source leave with the sale, unless they are delivered later.
void completar_salidas(std::vector<Linea>& lineas, bool entrega) {
    for (auto& l : lineas) {
        if (l.guardada.origenId.presente()) continue;
        bool const mercancia = l.tipo != "Servicio";
        l.mueve = entrega && mercancia ? l.guardada.cantidad : Cantidad{};
        l.guardada.surtida = !mercancia || entrega ? l.guardada.cantidad : Cantidad{};
    }
}

Dinero pagado(std::vector<PagoResuelto> const& pagos) {
    Dinero suma;
    for (auto const& p : pagos) suma += p.importe;
    return suma;
}

// Form with the greatest sum of payments; of two equal, the first.
std::string forma_mayor(std::vector<PagoResuelto> const& pagos) {
    std::string mayor;
    Dinero cuanto;
    for (auto const& p : pagos) {
        Dinero suma;
        for (auto const& q : pagos)
            if (q.claveSat33 == p.claveSat33) suma += q.importe;
        if (suma > cuanto) mayor = p.claveSat33, cuanto = suma;
    }
    return mayor;
}

void exigir_credito(Emisor& v, std::vector<PagoResuelto> const& pagos) {
    Dinero const total = v.h().totales.total;
    Dinero const debe = total - std::min(pagado(pagos), total);
    ventas::exigir_credito(v.db, v.c, multiplicar<2>(debe, v.cabecera().tipoCambio));
}

void exigir_precio_positivo(std::vector<Linea> const& lineas) {
    Fallas fallas;
    for (std::size_t i = 0; i < lineas.size(); ++i)
        if (!lineas[i].guardada.precioUnitario.es_positivo())
            fallas.agregar(en_fila("partidas", i, "precioUnitario"), codigo::mayor_que_cero, "debe ser mayor que 0");
    fallas.lanzar();
}

// Completes and sums all lines.
void sumar(Emisor& v, bool entrega) {
    completar_salidas(v.lineas, entrega);
    v.fallas.lanzar();
    exigir_precios(v.lineas);
    v.sumar();
}

// Opens the sources of a sale and takes their lines.
void reunir(Emisor& v, std::vector<Id> const& origenes, std::span<PartidaNueva const> partidas, bool entrega,
            Sesion const& sesion) {
    for (auto const id : en_orden(origenes))
        v.es_suyo(v.abrir(id, AccionDocumento::facturar, sesion).documento, "clienteId");
    tomar_lineas(v, partidas, entrega);
    if (v.lineas.empty() && v.fallas.vacio())
        v.fallas.agregar("partidas", codigo::requerido, "los documentos de origen no tienen nada por facturar");
    sumar(v, entrega);
}

// Vendida: the stored sale, with its goods and its deposits: each payment is applied up to the unpaid rest.
struct Vendida {
    Emitido documento;
    std::vector<Id> depositos;
};
Vendida vender(Emisor v, std::vector<PagoResuelto> const& pagos) {
    auto& db = v.db;
    v.h().piezas = piezas_de(db, v.lineas, v.c.almacenId);
    Vendida hecha{std::move(v).emitir(), {}};
    auto const& venta = hecha.documento.plan().nuevo->cabecera;
    Dinero falta = venta.total;
    for (auto const& p : pagos) {
        Dinero const importe = std::min(p.importe, falta);
        if (importe.es_cero()) continue;
        hecha.depositos.push_back(depositar(db, venta, p, importe, hecha.documento.cartera));
        falta -= importe;
    }
    return hecha;
}

// Due date, credit limit and payments of a note; then stores it.
Vendida vender_nota(Emisor v, std::vector<PagoResuelto> const& pagos, NotaPropia const& propios) {
    v.dar_credito();
    exigir_credito(v, pagos);
    v.propio(tabla_nota, propios);
    return vender(std::move(v), pagos);
}

Cadena matricula_de(std::optional<EscuelaNueva> const& escuela) {
    return escuela && escuela->matricula ? Cadena::de_base(escuela->matricula->valor()) : Cadena{};
}

// A CFDI line that is no product of ours: its SAT keys and its taxes.
void poner_concepto(Linea& l, fiscal::ConceptoCfdi const& c, ImpuestosNuevos const& impuestos, std::size_t i) {
    auto const donde = lugar_de_concepto(i);
    auto const texto = [&](fiscal::Dato const& dato, std::string_view campo) {
        auto const valor = valor_cfdi<Texto<20>>(dato, donde + ", " + std::string(campo));
        return valor ? Cadena::de_base(valor->valor()) : Cadena{};
    };
    auto& g = l.guardada;
    g.claveProductoServicio = texto(c.claveProdServ, "ClaveProdServ");
    g.claveUnidad = texto(c.claveUnidad, "ClaveUnidad");
    g.unidad = texto(c.unidad, "Unidad");
    Fallas fallas;
    reemplazar_impuestos(l, impuestos, i, false, fallas);
    if (!fallas.vacio()) rechazar_cfdi(donde, fallas.lista()[0].mensaje);
}

void poner_conceptos(Emisor& v, fiscal::Cfdi const& cfdi, std::vector<LineaDeCfdi> const& escritas) {
    Fallas fallas;
    calcular(v.lineas, fallas);
    if (!fallas.vacio()) rechazar_cfdi("Conceptos", fallas.lista()[0].mensaje);
    for (std::size_t i = 0; i < escritas.size(); ++i)
        poner_concepto(v.lineas[i], cfdi.conceptos[i], escritas[i].impuestos, i);
    completar_salidas(v.lineas, true);
    try {
        poner_lineas(v.h(), v.lineas);
    } catch (Desborde const&) {
        rechazar_cfdi("Total", "el importe pasa del máximo");
    }
    exigir_total(cfdi, v.h().totales.total);
}

// Header of an invoice that is already stamped.
void poner_timbre(Emisor& v, fiscal::Cfdi const& cfdi, std::string const& uuid) {
    auto& n = v.cabecera();
    n.uuid = Cadena::de_base(uuid);
    n.estatusTimbrado = EstatusTimbrado::Timbrado;
    n.fechaTimbrado = valor_cfdi_exigido<FechaHora>(cfdi.timbres[0].fechaTimbrado, "FechaTimbrado");
    auto const clave = [](auto const& valor) { return valor ? Cadena::de_base(std::string_view(*valor)) : Cadena{}; };
    n.metodoPago = clave(valor_cfdi<ClaveMetodoPago>(cfdi.metodoPago, "MetodoPago"));
    n.formaPago = clave(valor_cfdi<ClaveFormaPago>(cfdi.formaPago, "FormaPago"));
    n.usoCFDI = clave(valor_cfdi<ClaveUsoCfdi>(cfdi.receptor.usoCFDI, "Receptor, UsoCFDI"));
    auto const regimen =
        valor_cfdi<ClaveRegimenFiscal>(cfdi.receptor.regimenFiscalReceptor, "Receptor, RegimenFiscalReceptor");
    n.regimenFiscal = regimen ? clave(regimen) : v.c.regimenFiscal;
}

// Faults of a sale by CFDI get the names of that body: date, currency and rate come from the CFDI (xmlBase64), the
// payment has no prefix.
void lanzar_de_cfdi(Fallas const& fallas) {
    constexpr std::string_view del_pago = "pagos[0].";
    Fallas dichas;
    for (auto const& f : fallas.lista()) {
        bool const suya = f.campo == "fecha" || f.campo == "moneda" || f.campo == "tipoCambio";
        dichas.agregar(suya                            ? campo_cfdi
                       : f.campo == "pagos[0]"         ? "cuentaId"
                       : f.campo.starts_with(del_pago) ? f.campo.substr(del_pago.size())
                                                       : f.campo,
                       f.codigo, f.mensaje);
    }
    dichas.lanzar();
}

// Lines of the order, complete: the progress of the order does not change.
std::vector<Linea> lineas_de_orden(Escritura& db, OrdenPorCobrar const& orden, Fallas& fallas) {
    std::vector<Linea> lineas;
    std::map<std::int64_t, Linea*> por_numero;
    auto const guardadas = lineas_identificadas(db, Lado::venta, orden.transaccionId);
    lineas.reserve(guardadas.size());
    for (auto const& o : guardadas) {
        auto& l = lineas.emplace_back(parte_de_linea(o, orden.transaccionId, o.linea.guardada.cantidad));
        l.guardada.origenId = {}, l.guardada.numeroPartidaOrigen = {};
        por_numero[o.linea.guardada.numeroPartida.valor()] = &l;
    }
    for (std::size_t i = 0; i < orden.partidas.size(); ++i) {
        auto const& p = orden.partidas[i];
        auto const suya = por_numero.find(p.numeroPartida.valor());
        if (suya == por_numero.end()) {
            fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::no_existe, "no existe en la orden");
            continue;
        }
        suya->second->series.assign(p.series.begin(), p.series.end());
        suya->second->lotes.assign(p.lotes.begin(), p.lotes.end());
    }
    fallas.lanzar();
    return lineas;
}

}  // namespace

void exigir_credito(Escritura& db, Contexto const& c, Dinero mas) {
    if (c.limiteCredito.es_cero() || mas.es_cero()) return;
    auto const filas = db.consultar<sql::credito_usado>("contactoId"_es(c.contraparteId));
    Dinero const usado = Dinero::de_base(filas.filas.at(0)[0].value());
    if (usado + mas <= c.limiteCredito) return;
    std::string limite, debe;
    c.limiteCredito.escribir(limite);
    usado.escribir(debe);
    throw Problema(codigo::limite_credito,
                   "el cliente tiene un límite de " + limite + " y usa " + debe + "; esta venta lo excede");
}

FacturaCreada crear_factura(Escritura& db, Sesion const& sesion, Cuerpo<FacturaNueva> const& f) {
    Borrador b(db, factura_de_venta, factura_nueva);
    Menciones p;
    p.nombrar(f.clienteId, f.codigoCliente);
    p.vendedorId = f.vendedorId, p.almacenId = f.almacenId;
    p.origenes = f.remisiones;
    if (f.transaccionIdPedido) p.origenes.push_back(*f.transaccionIdPedido);
    p.del_origen = p.hereda = true;
    b.encabezado(f, p);
    b.partidas(f.partidas);
    auto const pagos = resolver_pagos(db, b.c, std::vector<PagoNuevo>(f.pagos.begin(), f.pagos.end()), b.fallas);
    comprobar_receptor(db, b.c, f, b.fallas);
    if (b.c.contraparteId.presente()) comprobar_global(f.informacionGlobal, b.c, b.fallas);
    exigir_existen(db, f.remisiones, remision_de_venta, "remisiones", true, b.fallas);
    if (f.transaccionIdPedido)
        exigir_existen(db, {*f.transaccionIdPedido}, pedido_de_cliente, "transaccionIdPedido", false, b.fallas);
    if (f.timbrar && *f.timbrar)
        b.fallas.agregar("timbrar", codigo::rango, "no hay proveedor de timbrado configurado (ninguno)");
    calcular(b.lineas, b.fallas);

    auto v = std::move(b).bloquear();
    reunir(v, p.origenes, f.partidas, f.entregaInmediata.valor, sesion);
    exigir_precio_positivo(v.lineas);
    if (pagado(pagos) > v.h().totales.total)
        v.fallas.agregar("pagos", codigo::rango, "suman más que el total de la factura");
    v.fallas.lanzar();
    exigir_credito(v, pagos);
    v.dar_credito({}, f.diasCredito);
    poner_fiscales(v.cabecera(), v.c, f, pagado(pagos) == v.h().totales.total, forma_mayor(pagos));
    v.propio(tabla_factura, FacturaPropia{f.entregaInmediata.valor, v.c.listaPropia, f.addenda, f.informacionGlobal,
                                          f.cfdiRelacionados});
    auto hecha = vender(std::move(v), pagos);
    return {hecha.documento.resultado(), std::move(hecha.depositos)};
}

NotaCreada crear_nota(Escritura& db, Sesion const& sesion, Cuerpo<NotaNueva> const& n) {
    Borrador b(db, nota_de_venta, nota_nueva);
    Menciones p;
    p.nombrar(n.clienteId, n.codigoCliente);
    p.vendedorId = n.vendedorId, p.almacenId = n.almacenId, p.publico = true;
    b.encabezado(n, p);
    b.partidas(n.partidas);
    auto pagos = resolver_pagos(db, b.c, n.pagos, b.fallas);
    calcular(b.lineas, b.fallas);

    auto v = std::move(b).bloquear();
    reunir(v, {}, n.partidas, n.entregaInmediata.valor, sesion);
    Dinero const cambio = cambio_de(pagos, v.h().totales.total);
    NotaPropia propios{n.entregaInmediata.valor, {}, cambio, n.escuela, matricula_de(n.escuela)};
    if (n.caja) propios.caja = Cadena::de_base(n.caja->valor());
    auto hecha = vender_nota(std::move(v), pagos, propios);
    return {hecha.documento.resultado(), cambio, std::move(hecha.depositos)};
}

TransaccionResultado cobrar_orden(Escritura& db, OrdenPorCobrar const& o) {
    Borrador b(db, nota_de_venta, nota_nueva);
    Menciones p;
    p.contraparteId = o.clienteId, p.campo = "generarNotaVenta", p.origenes = {o.transaccionId};
    b.encabezado(o.encabezado, p);
    auto& cabecera = b.cabecera();
    cabecera.vendedorId = o.vendedorId, cabecera.proyectoId = o.proyectoId, cabecera.centroCostoId = o.centroCostoId;

    auto v = std::move(b).bloquear();
    v.e.mudanzas.push_back(o.terminar(*v.cartera().buscar(o.transaccionId)));
    v.viene_de(o.transaccionId);
    v.lineas = lineas_de_orden(db, o, v.fallas);
    sumar(v, true);
    return vender_nota(std::move(v), {}, {}).documento.resultado();
}

TransaccionResultado registrar_venta(Escritura& db, VentaDeCfdi const& s) {
    auto const uuid = s.cfdi.uuid();
    Borrador b(db, uuid ? factura_de_venta : nota_de_venta, uuid ? factura_nueva : nota_nueva);
    Menciones p;
    p.contraparteId = s.clienteId, p.campo = campo_cfdi;
    b.encabezado(s.encabezado, p);
    auto const escritas = lineas_de(s.cfdi);
    std::vector<PartidaNueva> partidas;
    for (auto const& e : escritas) partidas.push_back(e.partida);
    b.partidas(partidas);
    std::vector<PagoResuelto> pagos;
    auto const total = valor_cfdi_exigido<NoNegativo<Dinero>>(s.cfdi.total, "Total");
    if (s.cobro && total.es_positivo())
        pagos = resolver_pagos(
            db, b.c, std::vector<PagoNuevo>{{s.cobro->formaPagoId, s.cobro->cuentaId, Positivo<Dinero>(total), {}}},
            b.fallas);
    lanzar_de_cfdi(b.fallas);
    if (uuid) exigir_uuid_nuevo(db, Uuid(*uuid), campo_cfdi);

    auto v = std::move(b).bloquear();
    poner_conceptos(v, s.cfdi, escritas);
    auto& n = v.cabecera();
    for (auto& pago : pagos) pago.importe = n.total;
    v.dar_credito();
    n.validacion = s.validacion;
    n.palabras =
        Cadena::de_base(s.cfdi.serie.value_or("") + s.cfdi.folio.value_or("") + " " + s.escuela.alumno.valor());
    if (uuid) {
        poner_timbre(v, s.cfdi, *uuid);
        v.propio(tabla_factura, FacturaPropia{true, {}, {}, {}, {}, s.escuela, matricula_de(s.escuela)});
    } else {
        v.propio(tabla_nota, NotaPropia{true, {}, {}, s.escuela, matricula_de(s.escuela)});
    }
    return vender(std::move(v), pagos).documento.resultado();
}

}  // namespace gestor::ventas
