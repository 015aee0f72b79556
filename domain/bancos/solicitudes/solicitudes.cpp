#include "domain/bancos/solicitudes/solicitudes.hpp"

#include "domain/archivos/ofrece.hpp"
#include "domain/bancos/documentos.hpp"
#include "domain/bancos/egresos/partidas.hpp"
#include "domain/bancos/lecturas.hpp"
#include "domain/bancos/solicitudes/consultas.hpp"
#include "domain/comun/parametros.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/motor/escritura/autorizar.hpp"

namespace gestor::bancos {
namespace {

struct SolicitudPropia {
    Entero<1, 2> version;
    std::optional<Fecha> fechaRequerida;
    IdOCero cuentaId;
    IdOCero formaPagoId;
    Prioridad prioridad = "Normal";
};
DTO(SolicitudPropia, version, fechaRequerida, cuentaId, formaPagoId, prioridad)
struct ImporteDeDocumento {
    Id transaccionId;
    Dinero importe;
};
DTO(ImporteDeDocumento, transaccionId, importe)
struct MonedaDe {
    IdCatalogo monedaId;
    Positivo<TipoCambio> tipoCambio;
};
DTO(MonedaDe, monedaId, tipoCambio)

}  // namespace

static TablaPropia const tabla_solicitud(*tipo_de<SolicitudPropia>(), "solicitud_pago");

namespace {

// ---- parts of both versions ----
struct Pedida {
    SolicitudPropia propia;
    EncabezadoNuevo encabezado;
    Menciones menciones;
    FormaDeAplicar forma = pagos;
    std::string_view lista;
    std::string beneficiario;  // beneficiary who is no contact
    std::vector<PartidaSolicitada> lineas;
};
Pedida pedida_de(SolicitudComun const& s, int version, std::string_view lista, std::optional<IdOCero> const& proyecto) {
    Pedida p;
    p.propia.version = version;
    p.propia.fechaRequerida = s.fechaRequerida;
    p.propia.cuentaId = s.cuentaId.value_or(IdOCero{});
    p.propia.formaPagoId = s.formaPagoId.value_or(IdOCero{});
    p.encabezado.sucursalId = s.sucursalId, p.encabezado.proyectoId = proyecto;
    p.encabezado.centroCostoId = s.centroCostoId;
    p.encabezado.notas = s.notas, p.encabezado.referenciaExterna = s.referenciaExterna;
    p.forma.lista = lista, p.forma.importe = "importe", p.forma.otra_moneda = false;
    return p;
}

std::vector<PagoPedido> documentos_pedidos(std::span<PartidaSolicitada const> lineas) {
    std::vector<PagoPedido> pedidos;
    for (std::size_t i = 0; i < lineas.size(); ++i)
        if (auto const& d = lineas[i].transaccionIdCompra; d && d->presente())
            pedidos.push_back({i, *d->id(), lineas[i].importe});
    return pedidos;
}

// Line of a payment request: its quantity is its amount, at unit price 1; the paid part is its progress.
Linea linea_de(PartidaSolicitada const& p, std::string const& que) {
    Linea l;
    l.importes.bruto = l.importes.importe = p.importe;
    l.importes.cubeta = Cubeta::noAfecto;
    auto& g = l.guardada;
    g.descripcion = Cadena::de_base(que);
    g.cantidad = g.importe = p.importe;
    g.factor = Cantidad::de_entero(1);
    g.precioUnitario = Precio::de_entero(1);
    g.objetoImpuesto = Cadena::de_base("01");
    g.origenId = p.transaccionIdCompra.value_or(IdOCero{});
    g.conceptoId = p.conceptoId.value_or(IdOCero{});
    g.proyectoId = p.proyectoId.value_or(IdOCero{});
    g.centroCostoId = p.clasificadorCostoId.value_or(IdOCero{});
    if (p.notas) g.notas = Cadena::de_base(p.notas->valor());
    return l;
}

std::vector<Linea> lineas_de(Escritura& db, Pedida const& p, Cartera& cartera) {
    std::vector<ConceptoPedido> pedidos;
    for (std::size_t i = 0; i < p.lineas.size(); ++i)
        if (auto const& c = p.lineas[i].conceptoId; c && c->presente()) pedidos.push_back({i, *c->id()});
    auto const conceptos =
        exigir_conceptos(db, conceptos_de_egreso(), pedidos, p.propia.cuentaId, p.menciones.contraparteId);
    std::vector<Linea> lineas;
    auto concepto = conceptos.begin();
    for (auto const& l : p.lineas) {
        auto const documento = l.transaccionIdCompra.value_or(IdOCero{});
        if (documento.presente()) {
            auto const& d = *cartera.buscar(*documento.id());
            lineas.push_back(linea_de(l, d.tipoDocumento.valor() + " " + d.folio.valor()));
        } else {
            lineas.push_back(linea_de(l, concepto++->descripcion.valor()));
        }
    }
    return lineas;
}

Emitido registrar(Escritura& db, Pedida p) {
    Borrador b(db, solicitud_de_pago, solicitud_nueva);
    auto pedidos = documentos_pedidos(p.lineas);
    p.menciones.origenes = documentos_de(pedidos);
    b.encabezado(p.encabezado, p.menciones);
    exigir_clasificacion(db, p.lineas, b.fallas);
    Dinero total;
    for (auto const& l : p.lineas) total += l.importe;
    if (excede(total, b.c.tipoCambio.value_or(a_la_par)))
        b.fallas.agregar(std::string(p.lista), codigo::rango,
                         "no puede sumar más de 9999999999999.99, tampoco en pesos");

    auto x = std::move(b).bloquear();
    auto& cabecera = x.cabecera();
    if (!cabecera.contactoId.presente()) cabecera.contacto = Cadena::de_base(p.beneficiario);
    apartar(db, pedidos);
    exigir_pagos(x.cartera(), fuente_de(cabecera, total), pedidos, cabecera.fecha, p.forma);
    poner_lineas(x.h(), lineas_de(db, p, x.cartera()));
    cabecera.cubetas.reset(), cabecera.cubetasMxn.reset();  // a request owes nothing
    x.propio(tabla_solicitud, p.propia);
    return std::move(x).emitir();
}

SolicitudRegistrada contestar(Escritura& db, Emitido const& hecha) {
    return {db.vista<SolicitudPagoViewModel>(solicitud, hecha.id), {}, hecha.advertencias()};
}

// ---- files ----
// Returns the warnings about an XML.
std::vector<std::string> adjuntar(Escritura& db, Sesion const& sesion, Entorno const& entorno, Id documento,
                                  ArchivoAdjunto const& a) {
    auto const nombre = archivos::unir_nombre(a.nombre, a.extension);
    auto const& clase = *archivos::clase_de(nombre.extension);
    auto const contenido = archivos::contenido_de(a.contenidoBase64.bytes());
    archivos::guardar_archivo(
        db, sesion, {documento, nombre.nombre, nombre.extension, std::string(clase.tipo), std::string(clase.contenido)},
        contenido);
    if (clase.tipo != "XML") return {};
    return archivos::juzgar_adjunto(db, entorno.sat->certificados(), documento, contenido);
}

[[noreturn]] void no_hay_solicitud() {
    throw Problema(codigo::no_encontrado, "no existe una solicitud de pago con ese identificador");
}

}  // namespace

SolicitudRegistrada solicitar_pago(Escritura& db, Cuerpo<SolicitudPagoNueva> const& nueva) {
    auto p = pedida_de(nueva, 1, "documentos", nueva.proyectoId);
    p.lista = "documentos";
    p.menciones.nombrar(nueva.proveedorId, nueva.codigoProveedor);
    p.menciones.del_origen = true;
    p.menciones.quien = Quien::deudor;
    for (auto const& d : nueva.documentos) {
        PartidaSolicitada l;
        l.transaccionIdCompra = IdOCero(d.transaccionIdCompra);
        l.importe = d.importe;
        p.lineas.push_back(std::move(l));
    }
    // Currency and rate of the first document; a document in another currency is a fault.
    auto const primero = nueva.documentos.front().transaccionIdCompra;
    if (auto const m = db.uno<MonedaDe, sql::moneda_de_documento>("transaccionId"_es(primero)))
        p.encabezado.monedaId = m->monedaId, p.encabezado.tipoCambio = m->tipoCambio;
    return contestar(db, registrar(db, std::move(p)));
}

SolicitudRegistrada solicitar_pago_v2(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                      Cuerpo<SolicitudPagoV2Nueva> const& nueva) {
    auto p = pedida_de(nueva, 2, "partidas", nueva.divisionId);
    p.lista = "partidas";
    p.propia.prioridad = nueva.prioridad.valor;
    p.encabezado.moneda = nueva.moneda, p.encabezado.tipoCambio = nueva.tipoCambio;
    p.menciones.proyecto = "divisionId";
    if (nueva.beneficiarioId) p.menciones.contraparteId = nueva.beneficiarioId->id();
    if (nueva.codigoBeneficiario) p.menciones.codigo = nueva.codigoBeneficiario->valor();
    bool const conocido = !p.menciones.sin_contraparte();
    p.menciones.campo = "beneficiarioId", p.menciones.campo_codigo = "codigoBeneficiario";
    p.menciones.quien = Quien::conocido;
    p.forma.de_uno = conocido;  // an unknown beneficiary may stand for several suppliers
    if (nueva.beneficiario) p.beneficiario = nueva.beneficiario->valor();
    p.lineas.assign(nueva.partidas.begin(), nueva.partidas.end());
    exigir_destino(p.lineas);
    auto hecha = registrar(db, std::move(p));
    for (auto const& a : nueva.archivos)
        for (auto& aviso : adjuntar(db, sesion, entorno, hecha.id, a)) hecha.avisos.push_back(std::move(aviso));
    return contestar(db, hecha);
}

Vista<SolicitudPagoViewModel> autorizar_solicitud(Escritura& db, Sesion const& sesion, Id id,
                                                  Cuerpo<AutorizacionDePago> const& cuerpo) {
    std::vector<PagoPedido> pedidos;
    for (auto const& d : db.lista<ImporteDeDocumento, sql::solicitud_documentos>("transaccionId"_es(id)))
        pedidos.push_back({pedidos.size(), d.transaccionId, d.importe});
    auto ids = documentos_de(pedidos);
    ids.push_back(id);
    auto const momento = momento_de(db, {id});
    if (!momento) no_hay_solicitud();
    auto cartera = ConDocumentos::guardados(db, ids).cartera;
    auto const* s = cartera.buscar(id);
    if (s == nullptr || &s->tipo() != &solicitud_de_pago) no_hay_solicitud();
    db.comprobar_version(id);
    auto const mudanza = mudanza_de(solicitud_de_pago, *s, AccionDocumento::autorizar, sesion);
    exigir_facultad(db, id, parametro<Booleano>(db, "segregacionFunciones"));
    apartar(db, pedidos, id);
    auto fuente = *s;
    fuente.saldo = fuente.total;
    auto forma = pagos;
    forma.importe = "importe", forma.de_uno = false;  // the suppliers were checked when the request was made
    exigir_pagos(cartera, fuente, pedidos, momento->ahora, forma);
    autorizar(db, mudanza, momento->ahora, cuerpo.notas ? cuerpo.notas->valor() : std::string());
    return db.vista<SolicitudPagoViewModel>(solicitud, id);
}

TransaccionResultado cancelar_solicitud(Escritura& db, Sesion const& sesion, Id id,
                                        ConsultaOCuerpo<CancelacionMotivo> const& consulta) {
    static constexpr TipoDocumento const* tipos[] = {&solicitud_de_pago};
    cancelar(db, sesion, id, {.tipos = tipos, .motivo = consulta.motivo ? consulta.motivo->valor() : std::string()});
    return resultado(db, id);
}

// ---- to whoever pays ----
void apartar(Escritura& db, std::vector<PagoPedido>& pedidos, IdOCero salvo) {
    if (pedidos.empty()) return;
    for (auto const& a : db.lista<ImporteDeDocumento, sql::apartado_por_solicitudes>("ids"_es(documentos_de(pedidos)),
                                                                                     "salvo"_es(salvo.valor())))
        for (auto& p : pedidos)
            if (p.documento == a.transaccionId) p.apartado = a.importe;
}

namespace {

Emision::Origen& abrir(Emisor& x, Id id) {
    auto const* s = x.cartera().buscar(id);
    if (s == nullptr || &s->tipo() != &solicitud_de_pago) {
        Fallas fallas;
        fallas.agregar("solicitudPagoId", codigo::no_existe, "no existe una solicitud de pago con ese identificador");
        fallas.lanzar();
    }
    x.abrir(id, AccionDocumento::pagar, "solicitudPagoId");
    return x.e.origenes.back();
}

}  // namespace

SolicitudPorPagar::SolicitudPorPagar(Emisor& x, Id id) : origen_(abrir(x, id)) {}

void SolicitudPorPagar::pagar(PartidaGuardada& partida, IdOCero documento, IdOCero concepto, Dinero importe,
                              std::string const& campo) {
    bool pedida = false;
    for (auto const& l : origen_.documento.lineas) {
        auto const& g = l.linea.guardada;
        if (g.origenId != documento || g.conceptoId != concepto) continue;
        pedida = true;
        Dinero queda = por_pagar(l);
        for (auto const& a : origen_.avances)
            if (a.numeroPartida.valor() == g.numeroPartida.valor()) queda -= Dinero(redondear<2>(a.facturada));
        if (queda < importe) continue;
        Avance a;
        a.transaccionId = origen_.documento.documento.transaccionId;
        a.numeroPartida = g.numeroPartida.valor();
        a.facturada = importe;
        partida.origenId = IdOCero(a.transaccionId);
        partida.numeroPartidaOrigen = a.numeroPartida;
        partida.avanceFacturada = a.facturada;
        origen_.avances.push_back(a);
        return;
    }
    auto const folio = "la solicitud " + origen_.documento.documento.folio.valor();
    if (pedida) throw Problema::en(campo, codigo::saldo_insuficiente, "excede el saldo por pagar de " + folio);
    Fallas fallas;
    fallas.agregar(campo, codigo::rango, folio + " no lo pide");
    fallas.lanzar();
}

}  // namespace gestor::bancos
