#include "domain/bancos/egresos/egresos.hpp"

#include <algorithm>

#include "domain/bancos/documentos.hpp"
#include "domain/bancos/egresos/cheques.hpp"
#include "domain/bancos/egresos/enterado.hpp"
#include "domain/bancos/egresos/partidas.hpp"
#include "domain/bancos/lecturas.hpp"
#include "domain/bancos/ofrece.hpp"
#include "domain/bancos/solicitudes/solicitudes.hpp"
#include "domain/bancos/traspasos/traspasos.hpp"
#include "domain/comun/parametros.hpp"
#include "domain/motor/importes/costos.hpp"

namespace gestor::bancos {
namespace {

struct Beneficiario {
    IdOCero contactoId;  // 0: no known contact
    Cadena contacto;
    Cadena rfc;
};
DTO(Beneficiario, contactoId, contacto, rfc)

std::string linea(std::size_t fila, std::string_view nombre) {
    return en_fila("partidas", fila, nombre);
}

// ---- body ----
std::vector<PagoPedido> pedidos_de(std::span<PartidaEgreso const> partidas, bool nuevo) {
    std::vector<PagoPedido> pedidos;
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        auto const& p = partidas[i];
        if (!hay(p.transaccionIdCompra)) continue;
        std::optional<TipoCambio> tasa;
        if (p.tipoCambio) tasa = *p.tipoCambio;
        pedidos.push_back({.fila = i,
                           .documento = *p.transaccionIdCompra->id(),
                           .importe = p.importeAbono,
                           .tipoCambio = tasa,
                           .numeroPartida = nuevo ? static_cast<int>(i) + 1 : 0,
                           .notas = p.notas ? p.notas->valor() : std::string()});
    }
    return pedidos;
}

// ---- whom it is paid to ----
// The contact whose number was sent, if it is one that a contact may have.
std::optional<Id> contacto_de(EgresoNuevo const& nuevo) {
    return nuevo.beneficiarioId ? nuevo.beneficiarioId->id() : std::nullopt;
}

// Beneficiary when the body has none: the contact of the paid documents, when all have the same.
Beneficiario beneficiario_de(std::vector<PagoPedido> const& pedidos, Cartera& cartera) {
    Beneficiario uno;
    for (Id const id : documentos_de(pedidos)) {
        auto const* d = cartera.buscar(id);
        if (d == nullptr || (uno.contactoId.presente() && uno.contactoId.valor() != d->contactoId.valor())) return {};
        uno = {d->contactoId, Cadena::de_base(d->contacto.valor()), Cadena::de_base(d->rfc.valor())};
    }
    return uno;
}

Beneficiario beneficiario_de(Escritura& db, EgresoNuevo const& nuevo, std::vector<PagoPedido> const& pedidos,
                             Cartera& cartera) {
    bool const dicho = nuevo.beneficiarioId || (nuevo.beneficiario && !nuevo.beneficiario->vacio());
    auto const id = contacto_de(nuevo);
    if (!id) return dicho ? Beneficiario{} : beneficiario_de(pedidos, cartera);
    return db.uno<Beneficiario, sql::beneficiario_conocido>("contactoId"_es(*id)).value_or(Beneficiario{});
}

// Beneficiary for the bank: the sent name, else the name of the contact. The document stores the name also when there
// is no contact.
void poner_beneficiario(Hechos& h, EgresoNuevo const& nuevo, Beneficiario const& quien) {
    auto& banco = *h.documento.banco;
    auto& c = h.documento.cabecera;
    banco.beneficiarioId = nuevo.beneficiarioId;
    banco.beneficiario = nuevo.beneficiario ? Cadena::de_base(nuevo.beneficiario->valor()) : quien.contacto;
    c.contactoId = quien.contactoId;
    c.contacto = quien.contactoId.presente() ? quien.contacto : banco.beneficiario;
    c.rfc = quien.rfc;
    c.palabras =
        Cadena::de_base(banco.beneficiario.valor() + " " + banco.numeroCheque.valor() + " " + banco.referencia.valor());
}

// ---- lines ----
// A company withholds from whom it pays, but for freight not from a company that it knows.
PerfilImpuestos perfil_de(ConceptoDirecto const& c, std::string const& nuestro_rfc, Beneficiario const& quien,
                          Tasa no_acreditable) {
    auto perfil = bancos::perfil_de(c);
    perfil.noAcreditable = no_acreditable;
    bool const empresa = es_de_empresa(quien.rfc.valor()) && perfil.tipoRetencion != "Fletes";
    if (empresa || !es_de_empresa(nuestro_rfc)) perfil.ivaRetenido = perfil.isrRetenido = {};
    return perfil;
}

Linea linea_de_pago(PartidaEgreso const& p, DocumentoBloqueado const* d) {
    Linea l;
    l.importes.bruto = l.importes.importe = p.importeAbono;
    l.importes.cubeta = Cubeta::noAfecto;
    auto& g = l.guardada;
    if (d != nullptr)
        g.descripcion = Cadena::de_base((d->tipo().paga() ? "Reembolso de " : "Pago de ") + d->tipoDocumento.valor() +
                                        " " + d->folio.valor());
    g.cantidad = g.factor = Cantidad::de_entero(1);
    g.precioUnitario = g.importe = p.importeAbono;
    g.objetoImpuesto = Cadena::de_base("01");
    if (p.notas) g.notas = Cadena::de_base(p.notas->valor());
    return l;
}

struct Gastado {
    std::vector<Linea> lineas;
    Dinero suma;                // sum of all lines
    Dinero por_concepto;        // sum of the lines by concept
    std::vector<Cargo> cargos;  // charges beside its lines: amounts that move between accounts of taxes
};

// A tax that is not creditable is part of the expense of its line. The pesos are taken cumulatively, so that no cent is
// left.
Dinero gastar_impuesto(Gastado& g, std::vector<Importe> const& de_cada_linea, TipoCambio tipo_cambio) {
    Importe visto;
    Dinero antes;
    for (std::size_t i = 0; i < g.lineas.size(); ++i) {
        visto += de_cada_linea[i];
        Dinero const hasta = multiplicar<2>(visto, tipo_cambio);
        if (hasta != antes) g.cargos.push_back({{{}, g.lineas[i].cuentaContableId}, hasta - antes});
        antes = hasta;
    }
    return antes;
}
void gastar_impuestos(Escritura& db, Gastado& g, TipoCambio tipo_cambio) {
    std::vector<Importe> ieps, iva;
    for (auto const& l : g.lineas) ieps.push_back(l.importes.ieps), iva.push_back(l.importes.ivaNoAcreditable());
    gastar_impuesto(g, iva, tipo_cambio);
    bool const hay_ieps = std::ranges::any_of(ieps, [](Importe i) { return !i.es_cero(); });
    if (!hay_ieps || parametro<Booleano>(db, "acreditaIeps")) return;
    Dinero const gastado = gastar_impuesto(g, ieps, tipo_cambio);
    g.cargos.push_back({{"IEPS_ACREDITABLE"}, -gastado});
}

// Share of VAT not credited, for each expense by concept: from the line, else from the concept.
std::vector<Tasa> no_acreditables_de(Escritura& db, std::span<PartidaEgreso const> partidas,
                                     std::vector<ConceptoDirecto> const& conceptos) {
    std::vector<Acreditamiento> como;
    for (auto const& c : conceptos) como.push_back(c.acreditamiento);
    auto suyo = como.begin();
    for (auto const& p : partidas) {
        if (!hay(p.conceptoId)) continue;
        if (p.acreditamiento) *suyo = *p.acreditamiento;
        ++suyo;
    }
    return no_acreditables(db, como);
}

Gastado gastar(Escritura& db, EgresoNuevo const& nuevo, Contexto const& c, Beneficiario const& quien,
               Cartera& cartera) {
    std::vector<ConceptoPedido> pedidos;
    for (std::size_t i = 0; i < nuevo.partidas.size(); ++i)
        if (hay(nuevo.partidas[i].conceptoId)) pedidos.push_back({i, *nuevo.partidas[i].conceptoId->id()});
    auto const conceptos = exigir_conceptos(db, conceptos_de_egreso(), pedidos, *nuevo.cuentaId, contacto_de(nuevo));
    auto const no_acreditables = no_acreditables_de(db, nuevo.partidas, conceptos);
    Gastado g;
    std::vector<Enterado> enterados;
    std::optional<Id> provisional;
    auto concepto = conceptos.begin();
    auto no_acreditable = no_acreditables.begin();
    for (auto const& p : nuevo.partidas) {
        g.suma += p.importeAbono;
        if (hay(p.conceptoId)) {
            auto const perfil = perfil_de(*concepto, c.organizacionRfc.valor(), quien, *no_acreditable++);
            g.lineas.push_back(linea_directa(*concepto, p.importeAbono, perfil, p.notas));
            g.por_concepto += p.importeAbono;
            if (concepto->pagoIvaRetenido || concepto->pagoIsrRetenido)
                enterados.push_back({g.lineas.size() - 1, *concepto->cuentaContableId.id(),
                                     multiplicar<2>(g.lineas.back().importes.importe, *c.tipoCambio),
                                     concepto->pagoIvaRetenido});
            if (concepto->pagoProvisional) provisional = concepto->cuentaContableId.id();
            ++concepto;
        } else {
            g.lineas.push_back(linea_de_pago(p, cartera.buscar(*p.transaccionIdCompra->id())));
        }
        auto& guardada = g.lineas.back().guardada;
        guardada.proyectoId = p.proyectoId.value_or(IdOCero{});
        guardada.centroCostoId = p.clasificadorCostoId.value_or(IdOCero{});
    }
    g.cargos = enterar(db, enterados, c.fecha.fecha());
    if (provisional) acreditar_isr(db, *provisional, c.fecha.fecha(), g.cargos);
    gastar_impuestos(db, g, *c.tipoCambio);
    return g;
}

// Amounts of an egress: those of its lines, and the unassigned rest, which has no taxes.
void poner_importes(Hechos& h, Gastado const& g, Dinero importe) {
    poner_lineas(h, g.lineas);
    auto t = h.totales;
    Dinero const resto = importe - g.suma;
    t.bruto += resto, t.subtotal += resto, t.total += resto;
    t.cubetas[Cubeta::noAfecto] += resto;
    poner_totales(h, t);
    h.cargos = g.cargos;
    h.porAsignar = importe - g.por_concepto;
}

// Each line pays a line of the request, in the currency of the request, which is that of its documents.
void pagar_solicitud(Emisor& x, EgresoNuevo const& nuevo) {
    Fallas fallas;
    Id const id = *nuevo.solicitudPagoId->id();
    SolicitudPorPagar solicitud(x, id);
    auto& documento = x.h().documento;
    bool const misma_moneda = x.cartera().buscar(id)->monedaId == documento.cabecera.monedaId;
    auto cobro = x.e.aplicaciones.begin();
    for (std::size_t i = 0; i < nuevo.partidas.size(); ++i) {
        auto const& p = nuevo.partidas[i];
        bool const paga = hay(p.transaccionIdCompra);
        if (!paga && !misma_moneda) fallas.agregar("solicitudPagoId", codigo::rango, "la solicitud es de otra moneda");
        fallas.lanzar();
        solicitud.pagar(documento.partidas[i], p.transaccionIdCompra.value_or(IdOCero{}),
                        p.conceptoId.value_or(IdOCero{}), paga ? cobro++->importe : Dinero(p.importeAbono),
                        linea(i, paga ? "transaccionIdCompra" : "conceptoId"));
    }
}

EgresoRegistrado registrado(Escritura& db, Id id, std::vector<std::string> const& avisos) {
    EgresoRegistrado r{db.vista<EgresoViewModel>(fuente_de_pago, id), {}, {}, {}, {}};
    auto const t = resultado(db, id, avisos);
    r.total = t.total, r.saldo = t.saldo, r.uuid = t.uuid, r.advertencias = t.advertencias;
    return r;
}

// ---- assign ----
// With `al_llegar` it is dated the later of the money and of what it pays; else as it is sent.
EgresoRegistrado asignar_a(Escritura& db, Sesion const& sesion, EgresoNuevo const& nuevo, bool al_llegar = false) {
    Id const id = *nuevo.transaccionId->id();
    auto pedidos = pedidos_de(nuevo.partidas, false);
    auto ids = documentos_de(pedidos);
    ids.insert(ids.begin(), id);
    auto const no_hay = [] {
        return Problema(codigo::no_encontrado,
                        "no existe un egreso, anticipo o crédito de proveedor con ese identificador");
    };
    auto const momento = momento_de(db, ids);
    if (!momento) throw no_hay();
    Fallas fallas;
    auto const fecha = al_llegar ? momento->antes.fecha : fechar(nuevo.fecha, momento->ahora, momento->antes, fallas);
    fallas.lanzar();
    auto cartera = ConDocumentos::guardados(db, fecha, momento->ahora, ids).cartera;
    // A debt may be paid before its day; a credit is not refunded before its day.
    for (Id const pagado : documentos_de(pedidos))
        if (auto const* d = cartera.buscar(pagado);
            al_llegar && d != nullptr && d->tipo().naturaleza != Naturaleza::cargo)
            fechar(nuevo.fecha, momento->ahora, momento->antes, fallas);
    fallas.lanzar();
    auto const* fuente = cartera.buscar(id);
    if (fuente == nullptr || fuente->tipo().lado != Lado::compra || !fuente->tipo().paga()) throw no_hay();
    transicion(fuente->tipo(), *fuente, AccionDocumento::asignar, sesion);
    apartar(db, pedidos);
    auto forma = pagos;
    forma.de_uno = fuente->tipo().naturaleza != Naturaleza::dinero;
    auto const asignados = exigir_pagos(cartera, *fuente, pedidos, fecha, forma);
    exigir_por_dia(db, cartera, asignados, fecha);
    asignar(db, id, fecha, asignados, cartera);
    return registrado(db, id, {});
}

// Separado: an egress may pay documents of a later day. The money for these waits as an advance and is assigned on
// their day.
struct Separado {
    EgresoNuevo ahora, despues;
    Ademas ademas{};  // locks for the documents of the later day
};
Separado separar(Escritura& db, EgresoNuevo const& nuevo) {
    Separado s{nuevo, nuevo};
    s.despues.partidas.clear();
    auto const ids = documentos_de(pedidos_de(nuevo.partidas, true));
    if (!nuevo.fecha || ids.empty() || hay(nuevo.solicitudPagoId)) return s;
    auto const ultimo = momento_de(db, ids);
    if (!ultimo || ultimo->antes.fecha.fecha() <= nuevo.fecha->fecha()) return s;
    auto const despues = [&](PartidaEgreso const& p) {
        if (!hay(p.transaccionIdCompra)) return false;
        auto const momento = momento_de(db, {*p.transaccionIdCompra->id()});
        return momento && nuevo.fecha->fecha() < momento->antes.fecha.fecha();
    };
    s.ahora.partidas.clear();
    Dinero suma;
    for (auto const& p : nuevo.partidas) {
        suma += p.importeAbono;
        (despues(p) ? s.despues : s.ahora).partidas.push_back(p);
    }
    s.ademas = {{ultimo->antes.fecha.fecha()}, documentos_de(pedidos_de(s.despues.partidas, true))};
    if (!nuevo.importe && suma.es_positivo()) s.ahora.importe = Positivo<Dinero>(suma);
    return s;
}

}  // namespace

Egresado egresar(Escritura& db, EgresoNuevo const& nuevo, Ademas ademas) {
    Borrador b(db, egreso_de_banco, egreso_nuevo);
    b.ademas = std::move(ademas);
    auto pedidos = pedidos_de(nuevo.partidas, true);
    Menciones menciones;
    menciones.origenes = documentos_de(pedidos);
    if (hay(nuevo.solicitudPagoId)) menciones.origenes.push_back(*nuevo.solicitudPagoId->id());
    menciones.proyecto = "divisionId";
    b.encabezado(nuevo.encabezado(), menciones);
    Dinero suma;
    for (auto const& p : nuevo.partidas) suma += p.importeAbono;
    Dinero const importe = nuevo.importe ? Dinero(*nuevo.importe) : suma;
    auto const pago = resolver_pago(
        db, egreso_de_banco, b.c,
        {*nuevo.formaPagoId->id(), *nuevo.cuentaId->id(), Positivo<Dinero>::de_base("1"), nuevo.referencia}, b.fallas);
    comprobar_cheque(nuevo.numeroCheque, pago, b.fallas);
    exigir_clasificacion(db, nuevo.partidas, b.fallas);
    exigir_cabe(importe, b.c, "importe", b.fallas);
    b.fallas.lanzar();
    if (suma > importe)
        throw Problema::en("importe", codigo::saldo_insuficiente, "las partidas suman más que el importe");
    auto x = std::move(b).bloquear();
    auto const quien = beneficiario_de(db, nuevo, pedidos, x.cartera());
    auto const gastado = gastar(db, nuevo, x.c, quien, x.cartera());
    apartar(db, pedidos, nuevo.solicitudPagoId.value_or(IdOCero{}));
    poner_dinero(x.h(), pago, importe);
    poner_importes(x.h(), gastado, importe);
    auto forma = pagos;
    forma.de_uno = false;  // the beneficiary may differ from the contact of the documents
    auto const& cabecera = x.cabecera();
    x.e.aplicaciones =
        exigir_pagos(x.cartera(), fuente_de(cabecera, *x.h().porAsignar), pedidos, cabecera.fecha, forma);
    exigir_por_dia(db, x.cartera(), x.e.aplicaciones, cabecera.fecha);
    if (hay(nuevo.solicitudPagoId)) pagar_solicitud(x, nuevo);
    x.h().documento.banco->numeroCheque = numerar_cheque(db, nuevo.numeroCheque, pago);
    poner_beneficiario(x.h(), nuevo, quien);
    auto const hecho = std::move(x).emitir();
    return {hecho.id, hecho.avisos};
}

UsoDeConceptos const& conceptos_de_egreso() {
    static UsoDeConceptos const uso{egreso_de_banco, "{Egreso,Gasto}", false, "GASTO", "egresos"};
    return uso;
}

EgresoRegistrado agregar_egreso(Escritura& db, Sesion const& sesion, Cuerpo<EgresoNuevo> const& nuevo) {
    exigir_destino(nuevo.partidas);
    if (nuevo.asigna()) return asignar_a(db, sesion, nuevo);
    auto [ahora, despues, ademas] = separar(db, nuevo);
    if (auto const& clave = nuevo.codigoBeneficiario)
        ahora.beneficiarioId = BeneficiarioId(exigir_contacto(db, *clave, "codigoBeneficiario").valor());
    auto const hecho = egresar(db, ahora, std::move(ademas));
    if (despues.partidas.empty()) return registrado(db, hecho.transaccionId, hecho.avisos);
    despues.transaccionId = IdOCero(hecho.transaccionId);
    asignar_a(db, sesion, despues, true);
    return registrado(db, hecho.transaccionId, hecho.avisos);
}

EgresoCancelado cancelar_egreso(Escritura& db, Sesion const& sesion, Id id,
                                ConsultaOCuerpo<CancelacionMotivo> const& consulta) {
    static constexpr TipoDocumento const* tipos[] = {&egreso_de_banco, &anticipo_a_proveedor};
    auto const avisos =
        cancelar_dinero(db, sesion, id,
                        {.tipos = tipos,
                         .motivo = consulta.motivo ? consulta.motivo->valor() : std::string(),
                         .bloqueos = usada<DocumentoRelacionado, sql::pagado_con_anticipo, "transaccionId">(),
                         .antes = [&](DocumentoBloqueado const& d) { exigir_sin_enterar(db, d); }});
    return {resultado(db, id, avisos), db.lista<FacturaAfectada, sql::facturas_afectadas>("transaccionId"_es(id))};
}

}  // namespace gestor::bancos
