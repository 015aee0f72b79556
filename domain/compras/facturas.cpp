// Purchase invoice: goods that enter with it, goods received before and invoiced now, expenses; and landed costs of the
// same body.
#include <algorithm>
#include <map>
#include <set>

#include "domain/archivos/guardar.hpp"
#include "domain/compras/cfdi.hpp"
#include "domain/compras/compra.hpp"
#include "domain/compras/consultas_compras.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/compras/ofrece.hpp"
#include "domain/compras/sobre_compra.hpp"
#include "domain/comun/reglas.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/comun/tarea_sat.hpp"
#include "domain/inventario/documentos.hpp"

namespace gestor::compras {
namespace {

struct RecibidoFacturado {
    Id transaccionId;
    Entero<1, 100'000> numeroPartida;
    Dinero costo;
};
DTO(RecibidoFacturado, transaccionId, numeroPartida, costo)

}  // namespace

void validar(FacturaCompraNueva const& f, Fallas& fallas) {
    bool const de_otros = con_origen(f);
    validar_cfdi(f, fallas);
    if (f.partidas.empty() && !de_otros && !f.xmlBase64)
        fallas.agregar("partidas", codigo::requerido, "envíe al menos 1 partida o los documentos de origen");
    validar_distintos(f.recepciones, "recepciones", fallas);
    validar_distintos(f.remisiones, "remisiones", fallas);
    if (f.diasCredito && f.fechaVencimiento)
        fallas.agregar("fechaVencimiento", codigo::rango, "envíe diasCredito o fechaVencimiento, uno solo");
    validar_pdf(f.pdfBase64, fallas);
    for (std::size_t i = 0; i < f.gastosSobreCompra.size(); ++i)
        validar_gasto(f.gastosSobreCompra[i], en_fila("gastosSobreCompra", i) + ".", fallas);
    for (std::size_t i = 0; i < f.partidas.size(); ++i) {
        auto const& p = f.partidas[i];
        if (!p.transaccionIdOrigen && !p.numeroPartidaOrigen) {
            validar_compra(p, i, fallas);
            // A row without source may name the same goods, which would enter twice.
            if (de_otros && !p.conceptoId)
                fallas.agregar(
                    en_fila("partidas", i, "numeroPartidaOrigen"), codigo::requerido,
                    "la factura tiene documentos de origen: indique la partida de origen o use otra factura");
            continue;
        }
        if (!de_otros && !p.transaccionIdOrigen)
            fallas.agregar(en_fila("partidas", i, "numeroPartidaOrigen"), codigo::rango,
                           "la partida no tiene documento de origen: envíe transaccionIdOrigen");
        if (!p.numeroPartidaOrigen)
            fallas.agregar(en_fila("partidas", i, "numeroPartidaOrigen"), codigo::requerido, "es obligatorio");
        validar_detalle(p, i, fallas);
    }
}

namespace {

// Mencionado: a source of the invoice, named by the header or by its lines. When the body names only a purchase order
// and all its goods have arrived, the receptions and remissions of that order are the sources.
struct Mencionado {
    Id id;
    std::span<TipoDocumento const* const> tipos;  // types that the field may name
    std::string campo;
};
constexpr TipoDocumento const* tipos_facturables[] = {&inventario::recepcion_de_mercancia, &remision_de_compra,
                                                      &orden_de_compra};
constexpr std::span facturables(tipos_facturables);
std::vector<Mencionado> mencionados(Escritura& db, FacturaCompraNueva const& f) {
    std::vector<Mencionado> m;
    if (f.transaccionIdOrden && f.recepciones.empty() && f.remisiones.empty() && f.partidas.empty())
        for (auto const& d :
             db.lista<DocumentoRelacionado, sql::recibido_de_orden>("transaccionId"_es(*f.transaccionIdOrden)))
            m.push_back({d.transaccionId, facturables, "transaccionIdOrden"});
    if (!m.empty()) return m;
    for (std::size_t i = 0; i < f.recepciones.size(); ++i)
        m.push_back({f.recepciones[i], facturables.subspan(0, 1), en_fila("recepciones", i)});
    for (std::size_t i = 0; i < f.remisiones.size(); ++i)
        m.push_back({f.remisiones[i], facturables.subspan(1, 1), en_fila("remisiones", i)});
    if (f.transaccionIdOrden) m.push_back({*f.transaccionIdOrden, facturables.subspan(2, 1), "transaccionIdOrden"});
    if (!m.empty()) return m;
    std::set<Id> vistos;
    for (std::size_t i = 0; i < f.partidas.size(); ++i)
        if (auto const& id = f.partidas[i].transaccionIdOrigen; id && vistos.insert(*id).second)
            m.push_back({*id, facturables, en_fila("partidas", i, "transaccionIdOrigen")});
    return m;
}

// Whether the goods enter with the invoice: lines of an order do. Goods of a reception or a remission entered before.
bool entra(Tomada const& t) {
    return &t.documento().tipo() == &orden_de_compra && t.linea->linea.tipo != "Servicio";
}

// Goods received before keep their warehouse, serial numbers and lots.
void exigir_recibida(PartidaCompraNueva const& p, IdOCero almacen, std::size_t i, Fallas& fallas) {
    if (p.almacenId && IdOCero(*p.almacenId) != almacen)
        fallas.agregar(en_fila("partidas", i, "almacenId"), codigo::rango, no_es_lo_del_origen);
    if (!(p.series.empty() && p.lotes.empty()))
        fallas.agregar(en_fila("partidas", i, p.series.empty() ? "lotes" : "series"), codigo::rango,
                       "la mercancía ya entró: sus series y lotes son los de su documento de origen");
}

// Takes the lines of the body, or all lines of the sources that are not invoiced yet.
void tomar_lineas(Emisor& x, FacturaCompraNueva const& f, Almacenes const& almacenes) {
    auto& lineas = x.lineas;
    for (auto& l : lineas) l.guardada.surtida = l.guardada.cantidad;
    Toma toma(x, {.hacer = "facturar",
                  .queda =
                      [](Tomada const& t) {
                          auto const& l = *t.linea;
                          return l.linea.guardada.cantidad - (entra(t) ? l.surtida : l.facturada);
                      },
                  .surte = [](Tomada const& t, Cantidad q) { return entra(t) ? q : Cantidad{}; },
                  .factura = true,
                  .completa =
                      [&](Linea& l, Tomada const& t) {
                          if (entra(t))
                              l.guardada.almacenId = f.almacenId ? IdOCero(*f.almacenId) : almacen_de(t, almacenes);
                      }});
    toma.tomar(f.partidas, [&](Linea& l, Tomada const& t, std::size_t i) {
        conformar(l, f.partidas[i], lineas[i], i, x.fallas);
        if (!entra(t) && l.tipo != "Servicio") exigir_recibida(f.partidas[i], almacen_de(t, almacenes), i, x.fallas);
    });
    bool const ninguna = std::ranges::none_of(lineas, [&](Linea const& l) { return tomada_de(x, l).has_value(); });
    if (!f.partidas.empty() && !x.e.origenes.empty() && ninguna && x.fallas.vacio())
        x.fallas.agregar("partidas", codigo::rango, "ninguna partida es de los documentos de origen de la factura");
    if (lineas.empty() && x.fallas.vacio())
        x.fallas.agregar("partidas", codigo::requerido, "los documentos de origen no tienen nada por facturar");
    x.fallas.lanzar();
}

// Taxes of the lines: as credited, and as the body writes them. `con_sus_impuestos`: a line without taxes in the body
// has none.
void gravar(Emisor& x, FacturaCompraNueva const& f, bool con_sus_impuestos) {
    std::vector<std::optional<Acreditamiento>> acreditamientos;
    for (auto const& p : f.partidas) acreditamientos.push_back(p.acreditamiento);
    acreditar(x.db, x.lineas, acreditamientos);
    calcular(x.lineas, x.fallas);
    for (std::size_t i = 0; i < f.partidas.size(); ++i)
        if (con_sus_impuestos || !f.partidas[i].impuestos.empty())
            reemplazar_impuestos(x.lineas[i], f.partidas[i].impuestos, i, con_sus_impuestos, x.fallas);
}

// Goods received before are revalued: the difference between price and received value follows them.
Pieza revaluada(Emisor& x, std::size_t i, Tomada const& t, Dinero facturado, Dinero costo) {
    auto const& o = *t.linea;
    Pieza p;
    p.numeroPartida = static_cast<int>(i) + 1, p.fila = i, p.rumbo = Rumbo::se_revalua;
    p.valor = facturar_recibido(
        x.h(), i,
        {o.linea.guardada.cantidad - o.facturada, o.linea.guardada.costo - facturado, t.documento().tipoCambio}, costo);
    return p;
}

// Posts the cost of each line: to stock, against POR_FACTURAR, or to the account of its concept. Returns the goods
// received before the invoice.
std::vector<Pieza> repartir_costos(Emisor& x, std::vector<Dinero> const& costos) {
    std::vector<Id> recibidos;
    for (auto const& o : x.e.origenes)
        if (&o.documento.documento.tipo() != &orden_de_compra) recibidos.push_back(o.documento.documento.transaccionId);
    std::vector<CapaDeCompra> capas;
    std::map<std::pair<std::int64_t, std::int64_t>, Dinero> facturado;
    if (!recibidos.empty()) {
        capas = capas_de(x.db, recibidos);
        for (auto const& r : x.db.lista<RecibidoFacturado, sql::recibido_facturado>("ids"_es(recibidos)))
            facturado[{r.transaccionId.valor(), r.numeroPartida.valor()}] = r.costo;
    }
    auto& todas = x.h().piezas;
    std::vector<Pieza> recibida;
    for (std::size_t i = 0; i < x.lineas.size(); ++i) {
        auto& l = x.lineas[i];
        auto const t = tomada_de(x, l);
        if (l.tipo != "Servicio" && (!t || entra(*t))) continue;
        l.mueve = Cantidad{};
        if (l.tipo == "Servicio") {
            x.h().cargos.push_back({cuenta_de_gasto(l), costos[i]});
            continue;
        }
        auto const documento = t->documento().transaccionId;
        auto const partida = l.guardada.numeroPartidaOrigen.valor();
        auto p = revaluada(x, i, *t, facturado[{documento.valor(), partida}], costos[i]);
        poner_capas(p, capas, documento, partida);
        if (!p.valor.es_cero()) todas.push_back(p);
        if (p.valor = {}; !p.capas.empty()) recibida.push_back(std::move(p));
    }
    auto const piezas = piezas_que_entran(x.db, x.lineas, costos, x.c.almacenId);
    todas.insert(todas.end(), piezas.begin(), piezas.end());
    return recibida;
}

std::vector<Archivo> guardar_papeles(Escritura& db, Sesion const& sesion, FacturaCompraNueva const& f, Id id) {
    if (!f.xmlBase64 && !f.pdfBase64) return {};
    archivos::Papeles papeles{f.uuid ? f.uuid->valor() : "factura-" + std::to_string(id.valor())};
    if (f.xmlBase64) papeles.xml = f.xmlBase64->bytes();
    if (f.pdfBase64) papeles.pdf = f.pdfBase64->bytes();
    return archivos::guardar_papeles(db, sesion, id, papeles);
}

// Warns when a company buys from a person and the ISR that it should withhold is missing.
void avisar_retenciones(Emisor& x, bool con_cfdi) {
    auto& c = x.c;
    bool const de_persona = !es_de_empresa(c.rfc.valor()) && c.rfc.valor() != "XEXX010101000";
    if (!es_de_empresa(c.organizacionRfc.valor()) || !de_persona || !x.cabecera().isrRetenido.es_cero()) return;
    auto const& regimen = c.regimenFiscal.valor();
    if (regimen == "626" && con_cfdi)
        c.avisos.push_back("El proveedor es del régimen 626 y su CFDI no trae la retención de ISR de 1.25 %");
    bool const por_concepto =
        std::ranges::any_of(x.lineas, [](Linea const& l) { return l.guardada.conceptoId.presente(); });
    if ((regimen == "612" || regimen == "606") && por_concepto)
        c.avisos.push_back("El proveedor es persona física del régimen " + regimen + " y no se le retiene ISR");
}

struct Registrada {
    Emitido hecha;
    std::vector<GastoSobreCompraHecho> gastos;
    std::vector<Archivo> archivos;
};

Registrada registrar(Escritura& db, Sesion const& sesion, Entorno const& entorno, TipoDocumento const& tipo,
                     Nacimiento const& nacimiento, FacturaConCfdi papel) {
    auto const& f = papel.factura;
    Borrador b(db, tipo, nacimiento);
    Menciones menciones;
    menciones.nombrar(f.proveedorId, f.codigoProveedor);
    menciones.almacenId = f.almacenId, menciones.del_origen = true;
    auto const origenes = mencionados(db, f);
    for (auto const& m : origenes) menciones.origenes.push_back(m.id);
    menciones.hereda = true;
    fechar_por_cfdi(db, papel, menciones.origenes);
    auto const almacenes = almacenes_de(db, menciones);
    std::optional<FolioNuevo> folio;
    if (f.uuid) folio.emplace(db, *f.uuid);
    b.encabezado(f, menciones);
    b.partidas(std::vector<PartidaNueva>(f.partidas.begin(), f.partidas.end()));
    exigir_comprables(b.lineas, b.fallas);
    comprobar_proveedor(f, b.c, b.fallas);
    comprobar_cfdi(papel, b);
    if (folio) folio->exigir("uuid");

    auto x = std::move(b).bloquear();
    for (auto const& m : origenes)
        if (x.es_suyo(m.id, m.tipos, m.campo)) x.abrir(m.id, AccionDocumento::facturar, sesion);
    x.fallas.lanzar();
    tomar_lineas(x, f, almacenes);
    gravar(x, f, papel.con_sus_lineas);
    auto const costos = sumar_costos(
        x, {f.impuestosLocales.value_or(NoNegativo<Dinero>{}), f.retencionLocal.value_or(NoNegativo<Dinero>{})});
    aceptar_cfdi(papel, x, sesion, entorno.sat->certificados());
    avisar_retenciones(x, f.xmlBase64.has_value());
    auto const recibida = repartir_costos(x, costos);
    x.dar_credito(f.fechaProveedor, f.diasCredito);
    if (f.fechaVencimiento) x.cabecera().fechaVencimiento = f.fechaVencimiento;
    poner_proveedor(x.h(), f);
    if (!f.gastosSobreCompra.empty()) x.existencias(recibida);
    auto hecha = std::move(x).emitir();
    auto gastos = cargar_gastos(db, f, hecha);
    auto archivos = guardar_papeles(db, sesion, f, hecha.id);
    if (papel.leido != nullptr) consultar_sat_despues(db, papel.leido->cfdi);
    return {std::move(hecha), std::move(gastos), std::move(archivos)};
}

}  // namespace

FacturaCompraCreada registrar_factura_compra(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                             Cuerpo<FacturaCompraNueva> const& factura) {
    std::optional<CfdiLeido> leido;
    if (auto const& xml = factura.xmlBase64) leido = {leer_cfdi_o_rechazar(xml->bytes(), campo_cfdi), {}};
    auto r = registrar(db, sesion, entorno, factura_de_compra, compra_nueva,
                       con_su_cfdi(db, factura, leido ? &*leido : nullptr, true));
    return {r.hecha.resultado(), std::move(r.gastos), std::move(r.archivos)};
}

FacturaDeCfdi registrar_factura_de_cfdi(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                        FacturaCompraNueva const& papel, CfdiLeido const& leido, bool es_gasto) {
    Fallas fallas;
    validar(papel, fallas);
    fallas.lanzar();
    auto const r = registrar(db, sesion, entorno, es_gasto ? gasto : factura_de_compra,
                             es_gasto ? gasto_nuevo : compra_nueva, con_su_cfdi(db, papel, &leido, !es_gasto));
    return {db.preguntar<void, sql::folio_de_factura>("transaccionId"_es(r.hecha.id)),
            r.hecha.plan().nuevo->cabecera.total, r.hecha.avisos};
}

}  // namespace gestor::compras
