#include "domain/motor/cartera/cartera.hpp"

#include <algorithm>
#include <stdexcept>

#include "domain/motor/cartera/pagos.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/tipo/lado.hpp"

namespace gestor {
namespace {

struct RetencionLeida : RetencionViva {
    Id transaccionId;
};
DTO_DE((RetencionViva), RetencionLeida, transaccionId)
struct ParteLeida : ParteRetenida {
    Id aplicacionId;
};
DTO_DE((ParteRetenida), ParteLeida, aplicacionId)

void completar(DocumentoBloqueado& d) {
    if (d.pendiente || d.saldo.es_cero()) return;
    d.nacer(de_una_parte(d.saldo), de_una_parte(multiplicar<2>(d.saldo, d.tipoCambio)));
}

// Pesos per unit of the destination's currency, at the rate of the money.
TipoCambio tasa_de(Cartera::Aplicacion const& c, DocumentoBloqueado const& fuente, DocumentoBloqueado const& destino) {
    if (fuente.monedaId == destino.monedaId) return fuente.tipoCambio;
    return destino.es_en_pesos() ? destino.tipoCambio : c.tipoCambio;
}
// Whether both sides are worth the same in pesos: same rate; or a debt in pesos paid by money at the money's own rate.
bool valen_igual(Cartera::Aplicacion const& c, DocumentoBloqueado const& fuente, DocumentoBloqueado const& destino) {
    if (fuente.monedaId != destino.monedaId && destino.es_en_pesos()) return c.tipoCambio == fuente.tipoCambio;
    return tasa_de(c, fuente, destino) == destino.tipoCambio;
}

// Pesos of each side, at its own rate, cumulatively. At one rate both sides have the same pesos: those of the fixed
// side, which is the side in pesos or the side that is used up. When neither side is fixed, the source decides, and a
// cent of rounding may be left in the destination.
EnPesos en_pesos(Cartera::Aplicacion const& c, DocumentoBloqueado const& fuente, DocumentoBloqueado const& destino) {
    EnPesos p{fuente.pesos_de(c.importeFuente, fuente.tipoCambio), destino.pesos_de(c.importe, destino.tipoCambio)};
    if (!valen_igual(c, fuente, destino)) return p;
    bool const fuente_fija = fuente.es_en_pesos() || c.importeFuente == fuente.saldo;
    bool const destino_fijo = destino.es_en_pesos() || c.importe == destino.saldo;
    if (!destino_fijo)
        p.destino = std::min(p.fuente, destino.pesos().total());
    else if (!fuente_fija)
        p.fuente = std::min(p.destino, fuente.pesos().total());
    return p;
}

// Taxes collected and declared: the parts of the document at the rate of the money; the largest base takes the cents. A
// debt in pesos keeps its own taxes, at any rate of the money.
Cubetas cobradas(Cubetas const& partes, Cubetas const& pesos, TipoCambio tasa, DocumentoBloqueado const& destino,
                 Dinero total) {
    Cubetas c = pesos;
    if (tasa != destino.tipoCambio)
        for (std::size_t i = 0; i < numero_cubetas; ++i) c.valores[i] = multiplicar<2>(partes.valores[i], tasa);
    cuadrar_bases(c, total);
    return c;
}

}  // namespace

TipoDocumento const& DocumentoLeido::tipo() const {
    auto const* t = tipo_de_objeto(objId.valor(), origen.valor());
    if (t == nullptr) throw std::logic_error("un documento de un tipo que nadie declara");
    return *t;
}

namespace {

// Whether the document is a debt on which we withhold tax: its withholdings have rows.
bool retiene(DocumentoLeido const& d) {
    return d.tipo().naturaleza == Naturaleza::cargo && cuentas_de(d.tipo().lado).retiene();
}
bool hay_retenido(Cubetas const& c) {
    return !c[Cubeta::ivaRet].es_cero() || !c[Cubeta::isrRet].es_cero();
}

}  // namespace

std::vector<ParteRetenida> DocumentoBloqueado::tomar(Cubetas const& x, Cubetas const& en_pesos, Cubetas const& flujo,
                                                     std::span<RetencionViva const> de) {
    Pendiente::tomar(x, en_pesos);
    return retiene(*this) ? retenciones.tomar(x, en_pesos, flujo, de) : std::vector<ParteRetenida>{};
}
void DocumentoBloqueado::regresar(Cubetas const& x, Cubetas const& en_pesos, std::int64_t del_tramo,
                                  std::span<ParteRetenida const> retenidas) {
    auto const era = tramoNumero;
    Pendiente::regresar(x, en_pesos, del_tramo);
    retenciones.regresar(retenidas);
    if (!(tramoNumero == era)) retenciones.otro_tramo();
}
void DocumentoBloqueado::otro_tramo() {
    Pendiente::otro_tramo();
    retenciones.otro_tramo();
}

std::vector<DocumentoBloqueado> con_retenciones(Escritura& db, std::vector<DocumentoLeido> leidos) {
    std::vector<Id> ids;
    for (auto const& d : leidos)
        if (d.cubetas && hay_retenido(*d.cubetas) && retiene(d)) ids.push_back(d.transaccionId);
    std::vector<RetencionLeida> filas;
    if (!ids.empty()) filas = db.lista<RetencionLeida, sql::retenciones_vivas>("ids"_es(ids));
    std::vector<DocumentoBloqueado> documentos;
    for (auto& d : leidos) {
        std::vector<RetencionViva> suyas;
        for (auto const& f : filas)
            if (f.transaccionId == d.transaccionId) suyas.push_back(f);
        documentos.push_back({std::move(d), Retenciones(std::move(suyas)), Lado::ninguno});
    }
    return documentos;
}

Partes& Partes::operator+=(Partes const& otras) {
    importe += otras.importe, propias += otras.propias, pesos += otras.pesos;
    return *this;
}
Partes& Partes::operator-=(Partes const& otras) {
    importe -= otras.importe, propias -= otras.propias, pesos -= otras.pesos;
    return *this;
}

Partes por_facturar(DocumentoBloqueado const& nota, Partes const& devuelto) {
    Partes queda{nota.total, nota.cubetas.value_or(de_una_parte(nota.total)),
                 nota.cubetasMxn.value_or(de_una_parte(multiplicar<2>(nota.total, nota.tipoCambio)))};
    queda -= devuelto;
    if (queda.importe == nota.saldo) queda.pesos = nota.pesos();
    return queda;
}

bool Partes::caben_en(Partes const& otras) const {
    for (std::size_t i = 0; i < numero_cubetas; ++i)
        if (propias.valores[i] > otras.propias.valores[i]) return false;
    return importe <= otras.importe;
}

DocumentoBloqueado por_aplicar(PlanDocumento const& plan) {
    auto const& c = plan.nuevo->cabecera;
    DocumentoBloqueado d;
    static_cast<Pendiente&>(d) = c;
    d.transaccionId = c.transaccionId;
    d.objId = Id(c.objId.valor());
    d.origen = c.origen;
    d.estado = c.estado;
    d.contactoId = c.contactoId;
    d.sucursalId = c.sucursalId;
    d.fecha = c.fecha;
    d.monedaId = c.monedaId;
    d.tipoCambio = c.tipoCambio;
    d.total = c.total;
    d.saldo = c.saldo;
    d.cubetas = c.cubetas;
    d.cubetasMxn = c.cubetasMxn;
    d.retenciones = Retenciones(plan.nuevo->retenciones);
    return d;
}

namespace {

struct NotaLeida {
    Id documentoId;
    Id transaccionId;
    Entero<0, 1'000'000'000> tramo;
    Cubetas declarado;
    Cubetas heredado;
};
DTO(NotaLeida, documentoId, transaccionId, tramo, declarado, heredado)

}  // namespace

std::vector<Reliquidacion> por_reliquidar(Escritura& db, std::vector<Id> const& ids) {
    std::vector<Reliquidacion> todas;
    std::vector<Id> notas, documentos;
    for (auto const& n : db.lista<NotaLeida, sql::notas_de_documentos>("ids"_es(ids))) {
        if (todas.empty() || todas.back().documento != n.documentoId) {
            todas.push_back({n.documentoId, n.heredado, {}, {}});
            documentos.push_back(n.documentoId);
        }
        todas.back().notas.push_back({n.transaccionId, n.tramo.valor(), n.declarado, {}});
        notas.push_back(n.transaccionId);
    }
    if (todas.empty()) return todas;
    auto const filas = db.lista<RetencionLeida, sql::retenciones_vivas>("ids"_es(notas));
    auto const aplicaciones = aplicaciones_de(db, documentos);
    for (auto& r : todas) {
        for (auto& n : r.notas)
            for (auto const& f : filas)
                if (f.transaccionId == n.transaccionId) n.retenciones.push_back(f);
        for (auto const& a : aplicaciones) {
            if (a.destinoId == r.documento) r.aplicaciones.push_back(a);
            if (a.fuenteId == r.documento && a.tipo == "Traspaso") r.traspasadoMxn += a.pesos.value_or(Cubetas{});
        }
    }
    return todas;
}

std::vector<AplicacionGuardada> aplicaciones_de(Escritura& db, std::vector<Id> const& ids) {
    if (ids.empty()) return {};
    std::vector<AplicacionGuardada> todas;
    std::vector<Id> con_partes;
    for (auto& a : db.lista<AplicacionLeida, sql::aplicaciones_activas>("ids"_es(ids))) {
        if (hay_retenido(a.cubetas) || a.tipo == "Reclasificacion") con_partes.push_back(a.aplicacionId);
        todas.push_back({std::move(a), {}});
    }
    if (con_partes.empty()) return todas;
    for (auto const& p : db.lista<ParteLeida, sql::partes_retenidas>("ids"_es(con_partes)))
        for (auto& a : todas)
            if (a.aplicacionId == p.aplicacionId) a.retenciones.push_back(p);
    return todas;
}

void exigir_sin_incobrables(Escritura& db, std::vector<Id> const& ids) {
    exigir_sin_documentos(db.lista<DocumentoRelacionado, sql::incobrables_de>("ids"_es(ids)),
                          "una parte se dio por incobrable; cancele primero la cuenta incobrable");
}

Cartera::Cartera(std::vector<DocumentoBloqueado> documentos) : documentos_(std::move(documentos)) {
    for (auto& d : documentos_) completar(d);
}

DocumentoBloqueado* Cartera::buscar(Id id) {
    auto const d = std::find_if(documentos_.begin(), documentos_.end(),
                                [&](DocumentoBloqueado const& x) { return x.transaccionId == id; });
    return d == documentos_.end() ? nullptr : &*d;
}

void Cartera::agregar(DocumentoBloqueado nuevo) {
    completar(nuevo);
    documentos_.push_back(std::move(nuevo));
}

void Cartera::agregar(DocumentoBloqueado const& nuevo, std::span<Aplicacion const> aplicaciones) {
    for (Lado const lado : {Lado::venta, Lado::compra}) {
        auto suya = nuevo;
        suya.bolsa = lado;
        for (auto const& c : aplicaciones)
            if (buscar(c.destino)->tipo().lado == lado) suya.saldo += c.importeFuente;
        agregar(std::move(suya));
    }
}

DocumentoBloqueado& Cartera::fuente_de(Aplicacion const& c) {
    Lado const lado = buscar(c.destino)->tipo().lado;
    return *std::find_if(documentos_.begin(), documentos_.end(), [&](DocumentoBloqueado const& x) {
        return x.transaccionId == c.fuente && (x.bolsa == Lado::ninguno || x.bolsa == lado);
    });
}

AplicacionNueva& Cartera::nueva(Aplicacion const& c, PlanDocumento& plan) {
    AplicacionNueva a;
    a.fuenteId = c.fuente;
    a.destinoId = c.destino;
    a.fecha = c.fecha;
    a.importeFuente = c.importeFuente;
    a.importeDestino = c.importe;
    a.tipoCambio = c.tipoCambio;
    a.tramo = buscar(c.destino)->tramoNumero;
    a.numeroPartida = c.numeroPartida;
    a.notas = Cadena::de_base(c.notas);
    plan.aplicaciones.push_back(a);
    return plan.aplicaciones.back();
}

// Changes the balance, and the state that follows from the balance unless another document binds this one; one row of
// the plan per document.
void Cartera::mover(DocumentoBloqueado& d, Dinero cambio, PlanDocumento& plan) {
    d.saldo += cambio;
    if (d.bolsa != Lado::ninguno) return;
    auto const& tipo = d.tipo();
    if (tipo.saldo != nullptr && tipo.saldo->tiene(d.estado)) d.estado = tipo.por_saldo(d.saldo, d.total, d.incobrable);
    auto fila = std::find_if(plan.saldos.begin(), plan.saldos.end(),
                             [&](CambioSaldo const& s) { return s.transaccionId == d.transaccionId; });
    if (fila == plan.saldos.end()) fila = plan.saldos.insert(fila, {{}, d.transaccionId, {}, d.estado});
    fila->cambio += cambio;
    fila->estado = d.estado;
    if (d.saldo.es_cero() && d.partes() == Cubetas{} && d.pesos() == Cubetas{})
        d.pendiente.reset(), d.pendienteMxn.reset();
    static_cast<Pendiente&>(*fila) = d;
}

void Cartera::aplicar(Aplicacion const& c, PlanDocumento& plan, Poliza& poliza) {
    auto& destino = *buscar(c.destino);
    auto& fuente = fuente_de(c);
    bool const reembolso = destino.tipo().paga();
    auto const van = en_pesos(c, fuente, destino);
    Cubetas const salen = fuente.partes_de(c.importeFuente);
    Cubetas const salenMxn = fuente.pesos_de(salen, fuente.tipoCambio, van.fuente);
    auto& a = nueva(c, plan);
    a.tipo = decltype(a.tipo)::de_base(reembolso ? "Reembolso" : cuentas_de(destino.tipo().lado).pago);
    a.cubetas = destino.partes_de(c.importe);
    a.pesos = destino.pesos_de(a.cubetas, destino.tipoCambio, van.destino);
    a.flujo = cobradas(a.cubetas, a.pesos, tasa_de(c, fuente, destino), destino, van.fuente);
    if (fuente.tipo().naturaleza == Naturaleza::anticipo) a.fuentePesos = salenMxn;
    a.retenciones = destino.tomar(a.cubetas, a.pesos, *a.flujo);
    if (reembolso)
        asentar_reembolso({fuente, destino, van, declarado_en(destino, a.pesos)}, poliza);
    else
        asentar(a.pesos, *a.flujo, a.retenciones, {fuente, destino, van, declarado_en(fuente, salenMxn)}, poliza);
    fuente.tomar(salen, salenMxn);
    mover(destino, -c.importe, plan);
    mover(fuente, -c.importeFuente, plan);
}

void Cartera::rebajar(Id nota, Id venta, Cubetas const& partes, Cubetas const& pesos, FechaHora fecha,
                      PlanDocumento& plan) {
    auto& v = *buscar(venta);
    auto& n = *buscar(nota);
    Dinero const importe = partes.total();
    if (importe.es_positivo()) {
        Aplicacion c;
        c.fuente = nota, c.destino = venta, c.fecha = fecha, c.tipoCambio = v.tipoCambio;
        c.importe = c.importeFuente = importe;
        auto& a = nueva(c, plan);
        a.tipo = "Devolucion";
        a.cubetas = partes;
        a.pesos = pesos;
        a.retenciones = v.tomar(partes, pesos, {}, n.retenciones.filas());
        n.tomar(partes, pesos);
        // A note of a supplier also lowers what is owed to a creditor.
        auto const suya = cuenta_de_deuda(n.tipo()), otra = cuenta_de_deuda(v.tipo());
        if (suya != otra) {
            auto& poliza = plan.polizas.front();
            poliza.debe({otra}, pesos.total());
            poliza.haber({suya}, pesos.total());
        }
    }
    v.otro_tramo();
    n.otro_tramo();
    mover(v, -importe, plan);
    mover(n, -importe, plan);
}

void Cartera::traspasar(Id fuente, Id destino, Partes const& partes, decltype(AplicacionNueva::tipo) tipo,
                        FechaHora fecha, PlanDocumento& plan) {
    if (partes.importe.es_cero()) return;
    Aplicacion c;
    c.fuente = fuente, c.destino = destino, c.fecha = fecha;
    c.importe = c.importeFuente = partes.importe;
    auto& a = nueva(c, plan);
    a.tipo = tipo;
    a.cubetas = partes.propias;
    a.pesos = partes.pesos;
    auto& d = *buscar(destino);
    a.retenciones = d.tomar(partes.propias, partes.pesos);
    if (tipo == "Heredado") d.otro_tramo();
    if (tipo == "Incobrable") d.incobrable = true;
    mover(d, -partes.importe, plan);
}

void Cartera::facturar(Id nota, Id factura, Partes const& devuelto, FechaHora fecha, PlanDocumento& plan) {
    auto& n = *buscar(nota);
    n.estado = transicion(n.tipo(), n, AccionDocumento::facturar).hasta.estado;
    Partes const debido{n.saldo, n.partes(), n.pesos()};
    Partes cobrado = por_facturar(n, devuelto);
    cobrado -= debido;
    traspasar(factura, nota, debido, "Traspaso", fecha, plan);
    traspasar(nota, factura, cobrado, "Heredado", fecha, plan);
    mover(n, {}, plan);  // the plan gets a row also when the balance is 0
}

void Cartera::desheredar(AplicacionGuardada const& heredado, Partes const& partes, FechaHora fecha,
                         PlanDocumento& plan) {
    auto& nota = *buscar(heredado.fuenteId);
    auto& factura = *buscar(heredado.destinoId);
    auto queda = Partes::de(heredado), vuelve = queda;
    queda -= partes;
    if (queda.importe.es_cero()) vuelve = partes;  // the invoice owes exactly what its sale note owes, in pesos too
    factura.regresar(vuelve.propias, vuelve.pesos, 0);
    mover(factura, vuelve.importe, plan);
    traspasar(factura.transaccionId, nota.transaccionId, partes, "Traspaso", fecha, plan);
    traspasar(nota.transaccionId, factura.transaccionId, queda, "Heredado", fecha, plan);
}

void Cartera::liberar(Id documento, PlanDocumento& plan) {
    auto& d = *buscar(documento);
    if (d.tipo().saldo->tiene(d.estado)) return;  // no other document binds this one
    transicion(d.tipo(), d, AccionDocumento::liberar);
    d.estado = d.tipo().por_saldo(d.saldo, d.total, d.incobrable);
    mover(d, {}, plan);
}

void Cartera::recuperar(AplicacionGuardada const& a, PlanDocumento& plan) {
    auto& d = *buscar(a.destinoId);
    auto const partes = Partes::de(a);
    d.regresar(partes.propias, partes.pesos, a.tramo.valor(), a.retenciones);
    mover(d, partes.importe, plan);
}

void Cartera::desasignar(AplicacionGuardada const& a, std::span<AplicacionGuardada const> suyas, PlanDocumento& plan,
                         Poliza& poliza) {
    auto& fuente = *buscar(a.fuenteId);
    // A credit note that was settled again has lost a share of its credit, and its spent parts are no longer told
    // apart.
    bool const reliquidada = std::any_of(suyas.begin(), suyas.end(), [&](AplicacionGuardada const& x) {
        return x.tipo == "Reclasificacion" && x.fuenteId == a.fuenteId;
    });
    Cubetas fueron = fuente.cubetas.value_or(de_una_parte(fuente.total));
    Cubetas fueronMxn = fuente.cubetasMxn.value_or(de_una_parte(multiplicar<2>(fuente.total, fuente.tipoCambio)));
    fueron -= fuente.partes(), fueronMxn -= fuente.pesos();
    for (auto const& otra : suyas)
        // part of the source spent elsewhere
        if (!reliquidada && (otra.destinoId == a.fuenteId || otra.tipo == "Devolucion"))
            fueron -= otra.cubetas, fueronMxn -= otra.pesos.value_or(Cubetas{});
    Dinero const van = a.flujo->total();
    bool const dinero = fuente.tipo().naturaleza == Naturaleza::dinero;  // money has no parts
    Cubetas vuelven = de_una_parte(a.importeFuente), vuelvenMxn = de_una_parte(van);
    if (!dinero) {
        vuelven = parte_de(fueron, a.importeFuente);
        vuelvenMxn = a.fuentePesos.value_or(parte_de(fueronMxn, van));
        if (reliquidada) cuadrar_bases(vuelvenMxn, van);
    }
    auto const& destino = *buscar(a.destinoId);
    EnPesos const fue{van, a.pesos->total()};
    Poliza hecha;
    if (a.tipo == "Reembolso")
        asentar_reembolso({fuente, destino, fue, declarado_en(destino, *a.pesos)}, hecha);
    else
        asentar(*a.pesos, *a.flujo, a.retenciones, {fuente, destino, fue, declarado_en(fuente, vuelvenMxn)}, hecha);
    for (auto const& l : hecha.lineas) poliza.haber({l.clave.valor(), l.cuentaId.valor()}, l.debe - l.haber);
    fuente.regresar(vuelven, vuelvenMxn, 0);
    mover(fuente, a.importeFuente, plan);
}

}  // namespace gestor
