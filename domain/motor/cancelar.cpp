#include "domain/motor/cancelar.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "domain/motor/consultas_cancelar.hpp"
#include "domain/motor/consultas_motor.hpp"
#include "domain/motor/etapas.hpp"
#include "domain/motor/lado.hpp"
#include "domain/motor/revaluado.hpp"
#include "domain/motor/sellado.hpp"

namespace gestor {
namespace {

struct MovimientoDePoliza {
    Id polizaId;
    TipoPoliza tipo;
    Cadena clave;
    IdOCero cuentaId;  // 0: by its key
    Dinero debe;
    Dinero haber;
};
DTO(MovimientoDePoliza, polizaId, tipo, clave, cuentaId, debe, haber)

struct SoloId {
    Id id;
};
DTO(SoloId, id)

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

// A serial number that comes back must not have come again meanwhile.
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

// Goods that are called back come back worth what they are by now: a cost may have followed it on its way.
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
    IdOCero cuentaContableId;  // 0: what was sold
    Dinero importe;
};
DTO(CostoAgregado, movimientoId, numeroPartida, capaId, serie, lote, promedio, salio, cuentaContableId, importe)

struct CostoRegresado {
    Id movimientoId;
    IdOCero regresoId;  // with which they came back; 0: by a cancel
    IdOCero cuentaContableId;
    Id productoId;
    Id almacenId;
    Id capaId;
    Dinero importe;
    IdOCero desde;
};
DTO(CostoRegresado, movimientoId, regresoId, cuentaContableId, productoId, almacenId, capaId, importe, desde)

Cuenta cuenta_de(IdOCero id) {
    return id.presente() ? Cuenta{{}, id.valor()} : Cuenta{"COSTO_VENTAS"};
}

// Goods that come back with a cancel bring what was added to their cost since they left; goods that had come back take
// it out with them.
void valer_lo_agregado(Escritura& db, Id id, PlanDocumento& plan) {
    for (auto const& a : db.lista<CostoAgregado, sql::costos_agregados>("transaccionId"_es(id))) {
        auto const m = std::find_if(plan.existencias.begin(), plan.existencias.end(), [&](MovimientoStock const& x) {
            bool const suyo = a.salio.valor() ? x.cantidad.es_positivo() : x.cantidad.es_negativo();
            return !x.transito && suyo && x.numeroPartida.valor() == a.numeroPartida.valor() &&
                   x.capaId.valor() == a.capaId.valor() && x.serie == a.serie && x.lote == a.lote;
        });
        if (m == plan.existencias.end()) throw std::logic_error("lo que se movió no regresa con la cancelación");
        Dinero const cambio = a.salio.valor() ? a.importe : -a.importe;
        m->valor += cambio;
        if (!a.promedio) m->valorCapa += cambio;
        if (a.salio.valor()) plan.costos.push_back({a.movimientoId, -a.importe});
        if (plan.polizas.empty()) plan.polizas.emplace_back();
        plan.polizas.at(0).debe({"INVENTARIO"}, cambio);
        plan.polizas.at(0).haber(cuenta_de(a.cuentaContableId), cambio);
    }
}

// Value that it had added to goods that were out is taken back from them; from the goods themselves, where they came
// back.
void deshacer_lo_agregado(Escritura& db, Id id, PlanDocumento& plan, Revaluado& revaluado) {
    auto const cual = "transaccionId"_es(id);
    for (auto const& c : db.lista<CostoRegresado, sql::costos_regresados>(cual)) {
        if (c.importe.es_cero()) continue;
        if (auto const regreso = c.regresoId.id()) plan.costos.push_back({*regreso, -c.importe});
        Pieza p;
        p.almacenId = c.almacenId, p.productoId = c.productoId;
        p.capas = {c.capaId}, p.movimientoId = c.desde;
        p.valor = -c.importe;
        revaluado.regreso(std::move(p), cuenta_de(c.cuentaContableId));
    }
    for (auto const& a : db.lista<CostoAdicional, sql::costos_guardados>(cual))
        plan.costos.push_back({a.movimientoId, -a.importe});
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

// A credit that was given back as money is no longer there to be cancelled.
void exigir_sin_reembolso(DocumentoBloqueado const& dinero) {
    auto const folio = dinero.folio.valor();
    exigir_sin_documentos({{dinero.transaccionId, dinero.tipoDocumento, Cadena::de_base(folio)}},
                          "se reembolsó con " + dinero.tipoDocumento.valor() + " " + folio);
}

// The invoice that a note became, and what it inherited of it as collected.
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

// A note that is invoiced, and is owed what had paid it: its invoice is.
void recuperar_factura(Escritura& db, Cartera& cartera, Id nota, FechaHora fecha, std::map<Id, Dinero>& debia) {
    auto const& n = *cartera.buscar(nota);
    auto const f = factura_de(db, nota);
    Partes const debido{n.saldo, n.partes(), n.pesos()};
    if (!f.heredado || !debido.caben_en(Partes::de(*f.heredado)))
        throw Problema(
            codigo::estado_invalido,
            "pagó una nota cuya devolución, anterior a la factura, se usó en otra cosa; cancele primero la factura " +
                cartera.buscar(f.factura)->folio.valor());
    debia.emplace(f.factura, cartera.buscar(f.factura)->saldo);
    PlanDocumento plan;
    plan.transaccionId = nota, plan.fecha = fecha;
    plan.revertidas.push_back(f.heredado->aplicacionId);
    cartera.desheredar(*f.heredado, debido, fecha, plan);
    aplicar(db, sellar(std::move(plan)));
    reliquidar_notas(db, cartera, {f.factura}, fecha);
}

// Applications of it end; whoever it had paid is owed it again.
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
        if (!heredada) cartera.recuperar(a, plan);  // what it had inherited comes back with its own row
    }
}

// Whose balance changes, and whose effects these are.
std::vector<Id> tocados_por(PlanDocumento const& plan) {
    std::vector<Id> ids{plan.transaccionId};
    for (auto const& s : plan.saldos) ids.push_back(s.transaccionId);
    return ids;
}
// Their notes, which the first look may not have seen: before goods are locked.
void bloquear_notas(Escritura& db, ConDocumentos& bloqueados, std::vector<Id> const& ids) {
    for (auto const& r : por_reliquidar(db, ids)) {
        bloqueados.tambien(r.documento);
        for (auto const& n : r.notas) bloqueados.tambien(n.transaccionId);
    }
}

// Tax that customers withhold was booked at once in favour before schema/0075, which took what was pending to its
// account. A póliza of then is turned round as the books have it since: a sale leaves what is pending, and what had
// paid, lowered or written off a sale gives it back there.
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
        if (de_venta && propio.tipo().papel == Papel::cargo) vuelve = asentado(paso.en_flujo).value_or(Dinero{});
        for (auto const& a : aplicaciones)
            if (a.fuenteId == propio.transaccionId && a.pesos &&
                (a.tipo == "Cobro" || (de_venta && a.tipo == "Devolucion") ||
                 (a.tipo == "Incobrable" && impuestos_perdidos)))
                vuelve += (*a.pesos)[cubeta];
        plan.polizas.front().debe({paso.pendiente}, vuelve);
        plan.polizas.front().haber({paso.en_flujo}, vuelve);
    }
}

// The document under its locks, of one of the types that may be cancelled here.
DocumentoBloqueado const& exigir_suyo(Cartera& cartera, Id id, Cancelacion const& c) {
    auto const* d = cartera.buscar(id);
    if (d == nullptr || std::find(c.tipos.begin(), c.tipos.end(), &d->tipo()) == c.tipos.end())
        throw Problema(codigo::no_encontrado, "no existe el documento con ese identificador");
    return *d;
}

void exigir_cancelable(Escritura& db, DocumentoBloqueado const& d, Cancelacion const& c) {
    if (d.estatusTimbrado == "CancelacionEnProceso")
        throw Problema(codigo::estado_invalido, "la cancelación de " + d.folio.valor() + " está en proceso ante el SAT")
            .con("accionesPermitidas", "[]");
    for (auto const* area : documentos_por_area())
        if (auto const guardia = area->guardias.cancelar) guardia(db, d);
    if (c.antes) c.antes(d);
    if (!c.bloqueos.empty())
        exigir_sin_documentos(db.lista<DocumentoRelacionado>(c.bloqueos, {{"transaccionId", sql_de(d.transaccionId)}}),
                              "otros documentos vigentes dependen de " + d.folio.valor());
    bool const ajeno = d.fechaApertura && d.tipo().papel == Papel::cargo;
    if (ajeno && d.saldo < d.total)  // what was collected here is told above
        throw Problema(codigo::estado_invalido, "otro sistema cobró una parte de " + d.folio.valor() +
                                                    " antes de que llegara aquí: no se puede cancelar")
            .con("accionesPermitidas", "[]");
}

void cancelar(Escritura& db, Sesion const* sesion, Id id, Cancelacion const& c) {
    std::vector<Id> ids{id};
    for (auto const& otro : db.lista<SoloId, sql::cancelar_alcance>("transaccionId"_es(id))) ids.push_back(otro.id);
    auto const momento = momento_de(db, ids);
    if (!momento) throw Problema(codigo::no_encontrado, "no existe el documento con ese identificador");
    Fallas ninguna;
    auto const fecha = fechar({}, momento->ahora, momento->antes, ninguna);
    auto bloqueados = ConDocumentos::guardados(db, fecha, momento->ahora, ids);
    auto& cartera = bloqueados.cartera;
    auto const& propio = exigir_suyo(cartera, id, c);
    constexpr auto accion = AccionDocumento::cancelar;
    auto const& t = sesion == nullptr ? transicion(propio.tipo(), propio, accion)
                                      : transicion(propio.tipo(), propio, accion, *sesion);
    exigir_cancelable(db, propio, c);
    if (propio.estatusTimbrado == "Timbrado") {  // it stands until the tax authority says that it is cancelled
        db.encolar<sql::cancelacion_en_proceso>("transaccionId"_es(id), "motivo"_es(c.motivo));
        return;
    }
    auto plan = inverso(efectos_guardados(db, id), t.hasta.estado, fecha, c.motivo);
    auto const aplicaciones = aplicaciones_de(db, {id});
    pasar_lo_retenido(propio, aplicaciones, plan);
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
    valer_lo_agregado(db, id, plan);
    deshacer_lo_agregado(db, id, plan, revaluado);
    auto piezas = piezas_de(plan);
    auto const propias = piezas.size();
    piezas.insert(piezas.end(), revaluado.piezas().begin(), revaluado.piezas().end());
    auto existencias = std::move(bloqueados).siguiendo(piezas);
    exigir_mercancia(existencias, plan);
    exigir_series(existencias, plan);
    revaluado.regresar(existencias, piezas, propias, plan);
    auto const tocados = tocados_por(plan);
    exigir_partes(plan);
    aplicar(db, sellar(std::move(plan)));
    reliquidar_notas(db, cartera, tocados, fecha);
}

}  // namespace

void cancelar(Escritura& db, Sesion const& sesion, Id id, Cancelacion const& cancelacion) {
    cancelar(db, &sesion, id, cancelacion);
}
void cancelar_con(Escritura& db, Id id, Cancelacion const& cancelacion) {
    cancelar(db, nullptr, id, cancelacion);
}

void exigir_partes(PlanDocumento const& plan) {
    for (auto const& s : plan.saldos)
        for (auto const& parte : s.partes().valores)
            if (parte.es_negativo())
                throw Problema(codigo::estado_invalido,
                               "un cobro o un pago posterior cubrió lo que esta nota dio de más; cancélelo primero");
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
        if (!a.flujo) throw Problema(codigo::estado_invalido, "lo que se asignó viene de otro sistema");
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
