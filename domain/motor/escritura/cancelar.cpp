#include "domain/motor/escritura/cancelar.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "domain/motor/cartera/devolucion.hpp"
#include "domain/motor/escritura/consultas_cancelar.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/escritura/etapas.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/escritura/timbrado.hpp"
#include "domain/motor/mercancia/revaluado.hpp"
#include "domain/motor/tipo/lado.hpp"

namespace gestor {
namespace {

struct MovimientoDePoliza {
    Id polizaId;
    TipoPoliza tipo;
    Cadena clave;
    IdOCero cuentaId;  // 0: the line names its account by key
    Dinero debe;
    Dinero haber;
};
DTO(MovimientoDePoliza, polizaId, tipo, clave, cuentaId, debe, haber)

struct SoloId {
    Id id;
};
DTO(SoloId, id)

struct Motivo {
    Cadena motivo;
};
DTO(Motivo, motivo)

std::vector<Pieza> piezas_de(PlanDocumento const& plan) {
    std::vector<Pieza> piezas;
    auto const agregar = [&](auto const& m) {
        Pieza p;
        p.almacenId = m.almacenId, p.productoId = m.productoId;
        piezas.push_back(std::move(p));
    };
    for (auto const& m : plan.existencias) {
        agregar(m);
        if (!m.serie.vacio()) piezas.back().series.push_back(m.serie.valor());
    }
    for (auto const& r : plan.apartados) agregar(r);
    return piezas;
}

// A serial number that a cancel brings back must not have come in again meanwhile.
void exigir_series(Existencias const& e, PlanDocumento const& plan) {
    for (auto const& m : plan.existencias) {
        if (m.serie.vacio() || !m.cantidad.es_positivo()) continue;
        auto const suya = [&](auto const& x) { return x.productoId == m.productoId && x.serie == m.serie.valor(); };
        bool const se_muda = std::any_of(plan.existencias.begin(), plan.existencias.end(),
                                         [&](MovimientoStock const& x) { return suya(x) && x.cantidad.es_negativo(); });
        if (!se_muda && std::any_of(e.series.begin(), e.series.end(), suya))
            throw Problema(codigo::serie_lote_invalido, "la serie " + m.serie.valor() + " ya está en existencia");
    }
}

// Goods called back from transit come back at their present value: a later cost may have followed them.
void valer_lo_de_hoy(std::vector<EnCamino> const& en_camino, PlanDocumento& plan) {
    for (auto const& c : en_camino) {
        Dinero valor, de_capa;
        auto const suyo = [&](MovimientoStock const& m) {
            return m.numeroPartida.valor() == c.numeroPartida.valor() && m.capaId.valor() == c.capaId.valor() &&
                   m.serie == c.serie && m.lote == c.lote;
        };
        for (auto const& m : plan.existencias)
            if (m.transito && suyo(m)) valor += m.valor, de_capa += m.valorCapa;
        Dinero const mas = c.valor + valor, mas_de_capa = c.valorCapa + de_capa;
        if (mas.es_cero() && mas_de_capa.es_cero()) continue;
        for (bool const transito : {true, false}) {
            auto const m = std::find_if(plan.existencias.begin(), plan.existencias.end(),
                                        [&](MovimientoStock const& x) { return x.transito == transito && suyo(x); });
            m->valor += transito ? -mas : mas;
            m->valorCapa += transito ? -mas_de_capa : mas_de_capa;
        }
        plan.polizas.at(0).debe({"INVENTARIO"}, mas);
        plan.polizas.at(0).haber({"INV_TRANSITO"}, mas);
    }
}

struct CostoAgregado {
    Id movimientoId;
    Entero<0, 100'000> numeroPartida;
    Id capaId;
    Cadena serie;
    Cadena lote;
    Booleano promedio;
    Booleano salio;
    IdOCero cuentaContableId;  // 0: the exit was a sale
    Dinero importe;
};
DTO(CostoAgregado, movimientoId, numeroPartida, capaId, serie, lote, promedio, salio, cuentaContableId, importe)

struct CostoRegresado {
    Id movimientoId;
    IdOCero regresoId;  // movement of the return; 0: a cancel
    IdOCero cuentaContableId;
    Id productoId;
    IdOCero almacenId;
    IdOCero capaId;  // 0: the goods were lost
    Dinero importe;
    IdOCero desde;
};
DTO(CostoRegresado, movimientoId, regresoId, cuentaContableId, productoId, almacenId, capaId, importe, desde)

// CostoIdo: value that left the warehouse with goods of a cancelled return.
struct CostoIdo {
    Id productoId;
    Id almacenId;
    Dinero importe;
};
DTO(CostoIdo, productoId, almacenId, importe)

struct CostoDePerdidas {
    Dinero importe;
};
DTO(CostoDePerdidas, importe)

// Agregado: cost that other documents added to goods of this document, and that this document added to others' goods.
struct Agregado {
    std::vector<CostoAgregado> propio;
    CostoDePerdidas perdidas;
    std::vector<CostoRegresado> regresado;
    std::vector<CostoIdo> ido;
    std::vector<CostoAdicional> ajeno;
};
DTO(Agregado, propio, perdidas, regresado, ido, ajeno)

Agregado agregado_de(Escritura& db, Id id) {
    auto const cual = "transaccionId"_es(id);
    return {db.lista<CostoAgregado, sql::costos_agregados>(cual),
            *db.uno<CostoDePerdidas, sql::costos_de_perdidas>(cual),
            db.lista<CostoRegresado, sql::costos_regresados>(cual), db.lista<CostoIdo, sql::costos_idos>(cual),
            db.lista<CostoAdicional, sql::costos_guardados>(cual)};
}

Cuenta cuenta_de(IdOCero id) {
    return id.presente() ? Cuenta{{}, id.valor()} : Cuenta{"COSTO_VENTAS"};
}

// Cost of goods that a customer's return lost goes back to the account of their sale.
void dejar_de_perder(Dinero importe, PlanDocumento& plan) {
    plan.polizas.at(0).debe({"COSTO_VENTAS"}, importe);
    plan.polizas.at(0).haber({"AJUSTE_INVENTARIO"}, importe);
}

// Value of goods in a cancel: goods of a cancelled exit come back with the cost added since they left; goods of a
// cancelled return take their added cost out again, also when they were lost.
void valer_lo_agregado(Agregado const& agregado, PlanDocumento& plan) {
    for (auto const& a : agregado.propio) {
        auto const m = std::find_if(plan.existencias.begin(), plan.existencias.end(), [&](MovimientoStock const& x) {
            bool const suyo = a.salio.valor() ? x.cantidad.es_positivo() : x.cantidad.es_negativo();
            return !x.transito && suyo && x.numeroPartida.valor() == a.numeroPartida.valor() &&
                   x.capaId.valor() == a.capaId.valor() && x.serie == a.serie && x.lote == a.lote;
        });
        if (m == plan.existencias.end()) throw std::logic_error("la cancelación no regresa un movimiento de mercancía");
        Dinero const cambio = a.salio.valor() ? a.importe : -a.importe;
        m->valor += cambio;
        if (!a.promedio) m->valorCapa += cambio;
        if (a.salio.valor()) plan.costos.push_back({a.movimientoId, -a.importe});
        if (plan.polizas.empty()) plan.polizas.emplace_back();
        plan.polizas.at(0).debe({"INVENTARIO"}, cambio);
        plan.polizas.at(0).haber(cuenta_de(a.cuentaContableId), cambio);
    }
    if (auto const& perdidas = agregado.perdidas.importe; !perdidas.es_cero()) dejar_de_perder(perdidas, plan);
}

// Value that a document added to goods that had left is taken back from the account of their exit; from the goods, when
// they came back; from the loss, when they came back and were lost.
void deshacer_lo_agregado(Agregado const& agregado, PlanDocumento& plan, Revaluado& revaluado) {
    for (auto const& c : agregado.regresado) {
        if (c.importe.es_cero()) continue;
        if (auto const regreso = c.regresoId.id()) plan.costos.push_back({*regreso, -c.importe});
        auto const capa = c.capaId.id();
        if (!capa) {
            dejar_de_perder(c.importe, plan);
            continue;
        }
        Pieza p;
        p.almacenId = *c.almacenId.id(), p.productoId = c.productoId;
        p.capas = {*capa}, p.movimientoId = c.desde;
        p.valor = -c.importe;
        revaluado.regreso(std::move(p), cuenta_de(c.cuentaContableId));
    }
    for (auto const& i : agregado.ido) revaluado.ido(i.almacenId, i.productoId, i.importe);
    for (auto const& a : agregado.ajeno) plan.costos.push_back({a.movimientoId, -a.importe});
}

void recuperar_pedidos(ConDocumentos& bloqueados, PlanDocumento& plan) {
    auto avances = std::move(plan.avances);
    plan.avances.clear();
    while (!avances.empty()) {
        auto const id = avances.front().transaccionId;
        std::vector<Avance> suyos;
        for (auto const& a : avances)
            if (a.transaccionId == id) suyos.push_back(a);
        std::erase_if(avances, [&](Avance const& a) { return a.transaccionId == id; });
        bloqueados.abierto(id).avanzar(suyos, plan);
    }
}

}  // namespace

PlanDocumento efectos_guardados(Escritura& db, Id id) {
    PlanDocumento plan;
    plan.transaccionId = id;
    auto const cual = "transaccionId"_es(id);
    plan.existencias = db.lista<MovimientoStock, sql::movimientos_guardados>(cual);
    plan.apartados = db.lista<Reserva, sql::apartados_guardados>(cual);
    plan.avances = db.lista<Avance, sql::avances_guardados>(cual);
    Id ultima;
    for (auto const& m : db.lista<MovimientoDePoliza, sql::polizas_guardadas>(cual)) {
        if (m.polizaId != ultima) plan.polizas.push_back({m.tipo, m.polizaId, {}});
        ultima = m.polizaId;
        plan.polizas.back().lineas.push_back({m.clave, m.cuentaId, m.debe, m.haber});
    }
    return plan;
}

namespace {

// A credit that was refunded in money cannot be cancelled: the money is gone.
void exigir_sin_reembolso(DocumentoBloqueado const& dinero) {
    auto const folio = dinero.folio.valor();
    exigir_sin_documentos({{dinero.transaccionId, dinero.tipoDocumento, Cadena::de_base(folio)}},
                          "se reembolsó con " + dinero.tipoDocumento.valor() + " " + folio);
}

// FacturaDeNota: the invoice of a sale note, and the collected part that the invoice inherited.
struct FacturaDeNota {
    Id factura;
    std::optional<AplicacionGuardada> heredado{};
};
FacturaDeNota factura_de(Escritura& db, Id nota) {
    FacturaDeNota f;
    for (auto const& a : aplicaciones_de(db, {nota})) {
        if (a.tipo == "Traspaso" && a.destinoId == nota) f.factura = a.fuenteId;
        if (a.tipo == "Heredado" && a.fuenteId == nota) f.factura = a.destinoId, f.heredado = a;
    }
    if (!f.factura.valor()) throw std::logic_error("una nota facturada y cobrada no tiene factura");
    return f;
}

// A payment of an invoiced sale note was reversed: the debt returns to the invoice, not to the note.
void recuperar_factura(Escritura& db, Cartera& cartera, Id nota, FechaHora fecha, std::map<Id, Dinero>& debia) {
    auto const& n = *cartera.buscar(nota);
    auto const f = factura_de(db, nota);
    Partes const debido{n.saldo, n.partes(), n.pesos()};
    if (!f.heredado || !debido.caben_en(Partes::de(*f.heredado)))
        throw Problema(codigo::estado_invalido,
                       "pagó una nota cuya devolución, anterior a la factura, se aplicó a otro documento; cancele "
                       "primero la factura " +
                           cartera.buscar(f.factura)->folio.valor());
    debia.emplace(f.factura, cartera.buscar(f.factura)->saldo);
    PlanDocumento plan;
    plan.transaccionId = nota, plan.fecha = fecha;
    plan.revertidas.push_back(f.heredado->aplicacionId);
    cartera.desheredar(*f.heredado, debido, fecha, plan);
    aplicar(db, sellar(std::move(plan)));
    reliquidar_notas(db, cartera, {f.factura}, fecha);
}

// Ends the applications of the cancelled document; the paid documents are owed again.
void revertir_aplicaciones(Escritura& db, ConDocumentos& bloqueados, Id id,
                           std::span<AplicacionGuardada const> aplicaciones, PlanDocumento& plan) {
    auto& cartera = bloqueados.cartera;
    for (auto const& a : aplicaciones) {
        bool const heredada = a.destinoId == id && a.tipo == "Heredado";
        if (a.destinoId == id && a.tipo == "Reembolso") exigir_sin_reembolso(bloqueados.tambien(a.fuenteId));
        if (a.fuenteId != id && !heredada) continue;
        plan.revertidas.push_back(a.aplicacionId);
        Id const otro = heredada ? a.fuenteId : a.destinoId;
        bool const facturada = bloqueados.tambien(otro).estado == Estado::Facturado;
        bool const cobrado = a.tipo != "Traspaso" && a.tipo != "Heredado";
        if (cobrado && facturada) bloqueados.tambien(factura_de(db, otro).factura);
        if (!cobrado) cartera.liberar(otro, plan);
        if (!heredada) cartera.recuperar(a, plan);  // an inherited part is given back with its own row
    }
}

// Documents whose balance changes, and the cancelled document.
std::vector<Id> tocados_por(PlanDocumento const& plan) {
    std::vector<Id> ids{plan.transaccionId};
    for (auto const& s : plan.saldos) ids.push_back(s.transaccionId);
    return ids;
}
// Notes of these documents, locked before the goods: a note registered after the first look is among them.
void bloquear_notas(Escritura& db, ConDocumentos& bloqueados, std::vector<Id> const& ids) {
    for (auto const& r : por_reliquidar(db, ids)) {
        bloqueados.tambien(r.documento);
        for (auto const& n : r.notas) bloqueados.tambien(n.transaccionId);
    }
}

// Tax that customers withhold. Before schema/0075 a sale booked it at once in favour; 0075 moved the pending part to an
// account of its own. A póliza from before 0075 is reversed by the present accounts: a sale leaves the pending account,
// and a payment, a return or a write-off of a sale gives it back there.
void pasar_lo_retenido(DocumentoBloqueado const& propio, std::span<AplicacionGuardada const> aplicaciones,
                       PlanDocumento& plan) {
    if (plan.polizas.empty()) return;
    auto const& ventas = cuentas_de(Lado::venta);
    auto const asentado = [&](std::string_view cuenta) {
        std::optional<Dinero> suma;
        for (auto const& p : plan.polizas)
            for (auto const& l : p.lineas)
                if (l.clave == cuenta) suma = suma.value_or(Dinero{}) + l.debe - l.haber;
        return suma;
    };
    bool const de_venta = propio.tipo().lado == Lado::venta;
    bool const impuestos_perdidos = asentado(ventas.iva.pendiente).has_value();
    for (auto const& [paso, cubeta] :
         {std::pair(ventas.iva_retenido, Cubeta::ivaRet), std::pair(ventas.isr_retenido, Cubeta::isrRet)}) {
        if (asentado(paso.pendiente)) continue;
        Dinero vuelve;
        if (de_venta && propio.tipo().naturaleza == Naturaleza::cargo)
            vuelve = asentado(paso.en_flujo).value_or(Dinero{});
        for (auto const& a : aplicaciones)
            if (a.fuenteId == propio.transaccionId && a.pesos &&
                (a.tipo == "Cobro" || (de_venta && a.tipo == "Devolucion") ||
                 (a.tipo == "Incobrable" && impuestos_perdidos)))
                vuelve += (*a.pesos)[cubeta];
        plan.polizas.front().debe({paso.pendiente}, vuelve);
        plan.polizas.front().haber({paso.en_flujo}, vuelve);
    }
}

// The locked document, if its type may be cancelled here.
DocumentoBloqueado const& exigir_suyo(Cartera& cartera, Id id, Cancelacion const& c) {
    auto const* d = cartera.buscar(id);
    if (d == nullptr || std::find(c.tipos.begin(), c.tipos.end(), &d->tipo()) == c.tipos.end())
        throw Problema(codigo::no_encontrado, "no existe el documento con ese identificador");
    return *d;
}

void exigir_cancelable(Escritura& db, DocumentoBloqueado const& d, Cancelacion const& c) {
    if (d.estatusTimbrado == EstatusTimbrado::CancelacionEnProceso)
        throw Problema(codigo::estado_invalido, "la cancelación de " + d.folio.valor() + " está en proceso ante el SAT")
            .con("accionesPermitidas", "[]");
    for (auto const* area : documentos_por_area())
        if (auto const guardia = area->guardias.cancelar) guardia(db, d);
    if (c.antes) c.antes(d);
    if (!c.bloqueos.empty())
        exigir_sin_documentos(db.lista<DocumentoRelacionado>(c.bloqueos, {{"transaccionId", sql_de(d.transaccionId)}}),
                              "otros documentos vigentes dependen de " + d.folio.valor());
    bool const ajeno = d.fechaApertura && d.tipo().naturaleza == Naturaleza::cargo;
    if (ajeno && d.saldo < d.total)  // payments made in this system were refused above
        throw Problema(codigo::estado_invalido, "otro sistema cobró una parte de " + d.folio.valor() +
                                                    " antes de que llegara aquí: no se puede cancelar")
            .con("accionesPermitidas", "[]");
}

// PorCancelar: the documents that a cancel touches, locked in the month of its day.
struct PorCancelar {
    FechaHora fecha;
    ConDocumentos bloqueados;
};
PorCancelar bloquear_alcance(Escritura& db, Id id) {
    auto const ids = alcance_de(db, id, {id});
    auto const momento = momento_de(db, ids);
    if (!momento) throw Problema(codigo::no_encontrado, "no existe el documento con ese identificador");
    Fallas ninguna;
    auto const fecha = fechar({}, momento->ahora, momento->antes, ninguna);
    return {fecha, ConDocumentos::guardados(db, fecha, momento->ahora, ids)};
}

// Goods of a cancel, with the cost that was added to them. That cost tells which goods to lock, and is read again under
// their locks: another document may have added cost, or taken it back, while this one waited.
void regresar_mercancia(Escritura& db, ConDocumentos& bloqueados, Id id, PlanDocumento& plan, Revaluado revaluado) {
    auto const sin_agregado = plan;
    auto const sin_regresado = revaluado;
    for (auto agregado = agregado_de(db, id);;) {
        valer_lo_agregado(agregado, plan);
        deshacer_lo_agregado(agregado, plan, revaluado);
        auto piezas = piezas_de(plan);
        auto const propias = piezas.size();
        piezas.insert(piezas.end(), revaluado.piezas().begin(), revaluado.piezas().end());
        auto existencias = std::move(bloqueados).siguiendo(piezas);
        auto const antes = como_json(agregado);
        if (!piezas.empty()) agregado = agregado_de(db, id);
        if (como_json(agregado) == antes) {
            exigir_mercancia(existencias, plan);
            exigir_series(existencias, plan);
            return revaluado.regresar(existencias, piezas, propias, plan);
        }
        plan = sin_agregado, revaluado = sin_regresado;
    }
}

// Carries the cancel out: the stored effects are turned round.
void revertir(Escritura& db, PorCancelar por_cancelar, Id id, Estado hasta, std::string const& motivo) {
    auto& [fecha, bloqueados] = por_cancelar;
    auto& cartera = bloqueados.cartera;
    auto plan = inverso(efectos_guardados(db, id), hasta, fecha, motivo);
    auto const aplicaciones = aplicaciones_de(db, {id});
    pasar_lo_retenido(*cartera.buscar(id), aplicaciones, plan);
    revertir_aplicaciones(db, bloqueados, id, aplicaciones, plan);
    bloquear_notas(db, bloqueados, tocados_por(plan));
    recuperar_pedidos(bloqueados, plan);
    for (auto const* area : documentos_por_area())
        if (auto const sigue = area->consecuencias.cancelar) sigue(db, bloqueados, plan);
    bool const envio = std::any_of(plan.existencias.begin(), plan.existencias.end(), [&](MovimientoStock const& m) {
        return m.transito.valor() && m.envioId.valor() == id.valor();
    });
    if (envio) valer_lo_de_hoy(bloqueados.en_camino(id), plan);
    Revaluado revaluado(plan);
    if (!revaluado.piezas().empty())
        if (auto const ultimo = db.uno<SoloId, sql::revaluacion_movimiento>("transaccionId"_es(id)))
            revaluado.desde(ultimo->id);
    regresar_mercancia(db, bloqueados, id, plan, std::move(revaluado));
    auto const tocados = tocados_por(plan);
    exigir_partes(plan);
    aplicar(db, sellar(std::move(plan)));
    reliquidar_notas(db, cartera, tocados, fecha);
    seguir_deudas(db, bloqueados, tocados, fecha);
}

// A stamped CFDI that we issued stays in force until the tax authority reports its cancel. A received CFDI is cancelled
// by its issuer.
bool espera_al_sat(DocumentoBloqueado const& d) {
    return d.tipo().lado == Lado::venta && d.estatusTimbrado == EstatusTimbrado::Timbrado;
}

void cancelar(Escritura& db, Sesion const* sesion, Id id, Cancelacion const& c) {
    auto por_cancelar = bloquear_alcance(db, id);
    auto const& propio = exigir_suyo(por_cancelar.bloqueados.cartera, id, c);
    constexpr auto accion = AccionDocumento::cancelar;
    auto const& t = sesion == nullptr ? transicion(propio.tipo(), propio, accion)
                                      : transicion(propio.tipo(), propio, accion, *sesion);
    exigir_cancelable(db, propio, c);
    if (!espera_al_sat(propio)) return revertir(db, std::move(por_cancelar), id, t.hasta.estado, c.motivo);
    mover_timbrado(db, id, propio.estatusTimbrado, AccionTimbrado::pedir_cancelacion);
    db.encolar<sql::cancelacion_pedida>("transaccionId"_es(id), "motivo"_es(c.motivo));
}

}  // namespace

std::vector<Id> alcance_de(Escritura& db, Id id, std::vector<Id> ids) {
    for (auto const& otro : db.lista<SoloId, sql::cancelar_alcance>("transaccionId"_es(id))) ids.push_back(otro.id);
    return ids;
}

void cancelar(Escritura& db, Sesion const& sesion, Id id, Cancelacion const& cancelacion) {
    cancelar(db, &sesion, id, cancelacion);
}
void cancelar_con(Escritura& db, Id id, Cancelacion const& cancelacion) {
    cancelar(db, nullptr, id, cancelacion);
}

void consumar_cancelacion(Escritura& db, Id id) {
    auto por_cancelar = bloquear_alcance(db, id);
    auto const& propio = *por_cancelar.bloqueados.cartera.buscar(id);
    auto const& t = transicion(propio.tipo(), propio, AccionDocumento::cancelar);
    mover_timbrado(db, id, propio.estatusTimbrado, AccionTimbrado::cancelar);
    auto const motivo = db.uno<Motivo, sql::motivo_pedido>("transaccionId"_es(id));
    revertir(db, std::move(por_cancelar), id, t.hasta.estado, motivo->motivo.valor());
}

void exigir_partes(PlanDocumento const& plan) {
    for (auto const& s : plan.saldos)
        for (auto const& parte : s.partes().valores)
            if (parte.es_negativo())
                throw Problema(codigo::estado_invalido,
                               "un cobro o pago posterior depende de esta nota; cancélelo primero");
}

void seguir_deudas(Escritura& db, ConDocumentos& bloqueados, std::vector<Id> ids, FechaHora fecha) {
    for (auto const& r : por_reliquidar(db, ids)) ids.push_back(r.documento);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (auto const id : ids) {
        auto const* d = bloqueados.cartera.buscar(id);
        if (d == nullptr || d->tipo().naturaleza != Naturaleza::cargo || d->estado == Estado::Cancelado) continue;
        DocumentoBloqueado const debe = *d;
        Acreditado a{debe, fecha, Dinero{}, {}, {}, {}};
        for (auto const* area : documentos_por_area())
            if (auto const sigue = area->consecuencias.acreditar) sigue(db, bloqueados, a);
        PlanDocumento plan;
        plan.transaccionId = id, plan.fecha = fecha;
        for (auto& o : a.avanzan) o.documento.avanzar(o.avances, plan);
        if (!a.avanzan.empty()) aplicar(db, sellar(std::move(plan)));
        for (auto const& t : a.terminan) terminar(db, t.transaccionId, t.hasta, t.fecha, t.motivo);
    }
}

std::map<Id, Dinero> reliquidar_notas(Escritura& db, Cartera& cartera, std::vector<Id> const& ids, FechaHora fecha) {
    for (auto const& r : por_reliquidar(db, ids))
        for (auto& plan : cartera.reliquidar(r, fecha)) {
            exigir_partes(plan);
            aplicar(db, sellar(std::move(plan)));
        }
    std::map<Id, Dinero> debian;
    for (auto const id : ids) {
        auto const* d = cartera.buscar(id);
        bool const facturada = d != nullptr && d->estado == Estado::Facturado;
        if (facturada && !d->saldo.es_cero()) recuperar_factura(db, cartera, id, fecha, debian);
    }
    return debian;
}

Sellado desasignar(Escritura& db, ConDocumentos& bloqueados, Id fuente, Id documento, FechaHora fecha) {
    PlanDocumento plan;
    plan.transaccionId = fuente, plan.fecha = fecha;
    Poliza poliza;
    std::vector<AplicacionGuardada> terminan;
    auto const suyas = aplicaciones_de(db, {fuente});
    for (auto const& a : suyas) {
        if (a.fuenteId != fuente || a.destinoId != documento || a.tipo == "Devolucion") continue;
        if (!a.flujo)
            throw Problema(codigo::estado_invalido, "la aplicación viene de otro sistema y no se puede quitar");
        bloqueados.cartera.desasignar(a, suyas, plan, poliza);
        terminan.push_back(a);
    }
    if (terminan.empty()) throw Problema(codigo::no_encontrado, "no está asignado a ese documento");
    revertir_aplicaciones(db, bloqueados, fuente, terminan, plan);
    if (!poliza.lineas.empty()) plan.polizas.push_back(std::move(poliza));
    exigir_partes(plan);
    bloquear_notas(db, bloqueados, tocados_por(plan));
    auto sellado = sellar(std::move(plan));
    aplicar(db, sellado);
    return sellado;
}

void terminar(Escritura& db, Id transaccionId, Estado hasta, FechaHora fecha, std::string const& motivo) {
    PlanDocumento plan;
    plan.transaccionId = transaccionId, plan.fecha = fecha, plan.cancela = hasta, plan.motivo = motivo;
    aplicar(db, sellar(std::move(plan)));
}

}  // namespace gestor
