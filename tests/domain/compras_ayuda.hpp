#pragma once
// Model of a company that buys, without a database: its documents, applications, stock and ledger. The helper loads the
// data that the engine asks for, stores the plans of the engine, and checks all invariants after each step.
#include <set>
#include <stdexcept>

#include "domain/bancos/documentos.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/sobre_compra.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/motor/cartera/devolucion.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/mercancia/revaluado.hpp"
#include "domain/motor/tipo/lado.hpp"
#include "tests/domain/almacen_ayuda.hpp"
#include "tests/domain/azar.hpp"
#include "tests/domain/cartera_prueba.hpp"

namespace gestor {

struct NoCuadra : std::runtime_error {
    using std::runtime_error::runtime_error;
};
inline void exigir(bool cuadra, std::string const& que) {
    if (!cuadra) throw NoCuadra(que);
}
template <class T>
void exigir_igual(T const& hay, T const& debe_haber, std::string const& que) {
    if (!(hay == debe_haber)) throw NoCuadra(que + ": " + texto(hay) + ", debe ser " + texto(debe_haber));
}

constexpr std::int64_t merma = 900, honorarios = 950;  // ledger accounts of two concepts: shrinkage and fees

struct EmpresaQueCompra {
    struct Guardado {
        TipoDocumento const* tipo;
        PlanDocumento plan;              // effects of the document, with all its pólizas
        DocumentoBloqueado documento{};  // used when the document has no balance; cartera keeps the others
        std::vector<LineaOrigen> lineas{};
        Id de{};                      // source document, or the purchase that this note or cost belongs to
        Cubetas declarado{};          // notes: taxes that the note takes back from those already declared
        std::int64_t tramo = 0;       // notes: stretch of the purchase when the note was made
        std::size_t movimientos = 0;  // stock movements of the almacen when the document was stored
        bool vigente = true;
        bool traspaso = false;  // the goods only change warehouse
    };
    struct Fila {
        AplicacionGuardada a;
        // taxes declared with the application, and the part that an advance had declared before
        Cubetas flujo, declarado;
        bool vigente = true;
    };
    CarteraDePrueba cartera{};
    AlmacenEnMemoria almacen{};
    std::map<Id, Guardado> documentos{};  // by id, which is the order of creation
    std::vector<Fila> aplicaciones{};
    std::map<std::string, Dinero> mayor{};
    std::string* relato = nullptr;  // log of the steps, as text
    bool acredita_todo = true;      // false: part of the VAT of the lines is not creditable
    int reliquidadas = 0;           // notes settled again so far

    static std::string nombre(LineaPoliza const& l) {
        return l.cuentaId.presente() ? "#" + std::to_string(l.cuentaId.valor()) : l.clave.valor();
    }

    // ---- stored ----
    Guardado& guardar(TipoDocumento const& tipo, PlanDocumento plan, std::vector<Linea> const& lineas, Id de = {}) {
        Id const id = plan.transaccionId;
        auto& g = documentos[id];
        g.tipo = &tipo, g.de = de;
        for (std::size_t i = 0; i < lineas.size(); ++i) {
            g.lineas.push_back({lineas[i], {}, {}, {}});
            g.lineas.back().linea.guardada = plan.nuevo->partidas[i];
        }
        g.documento = por_aplicar(plan);
        efectuar(plan);
        g.movimientos = almacen.movimientos.size();
        g.plan = std::move(plan);
        return g;
    }
    // asignado: an application made later belongs to its source.
    void asignado(PlanDocumento plan) {
        auto& polizas = documentos.at(plan.transaccionId).plan.polizas;
        efectuar(plan);
        polizas.insert(polizas.end(), plan.polizas.begin(), plan.polizas.end());
    }
    void efectuar(PlanDocumento& plan) {
        if (relato != nullptr) *relato += plan.texto();
        almacen.guardar(plan);
        for (auto const& p : plan.polizas)
            for (auto const& l : p.lineas) mayor[nombre(l)] += l.debe - l.haber;
        for (auto const& a : plan.aplicaciones) {
            AplicacionGuardada g;
            g.aplicacionId = Id(std::ssize(aplicaciones) + 1), g.fuenteId = a.fuenteId, g.destinoId = a.destinoId;
            g.tipo = decltype(g.tipo)::de_base(a.tipo.valor());
            g.importeFuente = a.importeFuente, g.importeDestino = a.importeDestino;
            g.cubetas = a.cubetas, g.pesos = a.pesos, g.tramo = a.tramo, g.retenciones = a.retenciones;
            g.flujo = a.flujo, g.declarado = a.declarado, g.fuentePesos = a.fuentePesos;
            auto flujo = a.flujo.value_or(Cubetas{});
            flujo -= a.declarado.value_or(Cubetas{});
            bool const reliquida = a.tipo == "Reclasificacion";
            aplicaciones.push_back({g, flujo, reliquida ? Cubetas{} : a.fuentePesos.value_or(Cubetas{})});
        }
        for (auto const& a : plan.avances) avanzar(a);
    }
    void avanzar(Avance const& a) {
        auto& g = documentos.at(a.transaccionId);
        for (auto& l : g.lineas)
            if (l.linea.guardada.numeroPartida.valor() == a.numeroPartida.valor())
                l.surtida += a.surtida, l.facturada += a.facturada, l.devuelta += a.devuelta;
        if (g.tipo->avance != nullptr) g.documento.estado = g.tipo->avance(abierto(a.transaccionId).progreso());
    }

    // ---- loaded ----
    DocumentoOrigen abierto(Id id) const { return {documentos.at(id).documento, documentos.at(id).lineas, {}}; }
    std::vector<compras::CapaDeCompra> capas() const {
        std::vector<compras::CapaDeCompra> todas;
        for (auto const& [id, n] : almacen.nacidas) {
            auto const& c = almacen.capas.at(id);
            if (n.origen == 0)
                todas.push_back({Id(n.documento), n.partida, Id(id), c.almacenId, c.productoId, n.cantidad});
        }
        return todas;
    }
    std::vector<Consumo> consumos(std::vector<Id> const& suyas, std::size_t desde) const {
        std::map<std::pair<std::int64_t, bool>, Cantidad> salido;  // key: layer, and whether the goods were lost
        for (auto i = desde; i < almacen.movimientos.size(); ++i) {
            auto const& [documento, m] = almacen.movimientos[i];
            auto const capa = m.capaId.valor();
            auto const& g = documentos.at(Id(documento));
            if (m.cantidad.es_cero() || g.traspaso || almacen.nacidas.at(capa).documento == documento) continue;
            if (std::find(suyas.begin(), suyas.end(), Id(capa)) != suyas.end())
                salido[{capa, g.tipo == &inventario::movimiento_de_inventario}] -= m.cantidad;
        }
        Cantidad vendido, perdido;
        for (auto const& [llave, q] : salido)
            if (q.es_positivo()) (llave.second ? perdido : vendido) += q;
        std::vector<Consumo> todos;
        if (!vendido.es_cero()) todos.push_back({{"COSTO_VENTAS"}, vendido});
        if (!perdido.es_cero()) todos.push_back({{{}, merma}, perdido});
        return todos;
    }
    void seguir(std::vector<Pieza>& piezas, std::size_t desde = 0) const {
        for (auto& p : piezas) {
            p.capas = almacen.familia(p.capas, desde);
            if (p.rumbo == Rumbo::se_revalua) p.consumos = consumos(p.capas, desde);
        }
    }
    // Pesos invoiced so far of a received line.
    Dinero facturado(Id recepcion, std::int64_t partida) const {
        Dinero suma;
        for (auto const& [id, g] : documentos)
            for (auto const& l : g.lineas) {
                auto const& p = l.linea.guardada;
                if (g.vigente && g.tipo == &compras::factura_de_compra && p.origenId.valor() == recepcion.valor() &&
                    p.numeroPartidaOrigen.valor() == partida)
                    suma += p.costo;
            }
        return suma;
    }
    std::vector<compras::MercanciaComprada> mercancia(Id compra) const {
        std::vector<compras::MercanciaComprada> todas;
        for (auto const& l : documentos.at(compra).lineas) {
            auto const& g = l.linea.guardada;
            if (l.linea.tipo == "Servicio") continue;
            bool const recibida =
                g.origenId.presente() && documentos.at(Id(g.origenId.valor())).tipo != &compras::orden_de_compra;
            compras::MercanciaComprada m;
            m.numeroPartida = g.numeroPartida.valor(), m.productoId = Id(g.productoId.valor()), m.importe = g.importe;
            m.cantidad = multiplicar<6>(g.cantidad, g.factor), m.peso = m.cantidad + m.cantidad;
            m.transaccionId = recibida ? Id(g.origenId.valor()) : compra;
            m.numeroPartidaOrigen = recibida ? g.numeroPartidaOrigen.valor() : g.numeroPartida.valor();
            todas.push_back(m);
        }
        return todas;
    }
    std::vector<Guardado const*> notas_de(Id compra) const {
        std::vector<Guardado const*> notas;
        for (auto const& [id, g] : documentos)
            if (g.vigente && g.de == compra && g.tipo->naturaleza == Naturaleza::credito) notas.push_back(&g);
        return notas;
    }
    DocumentoPorDevolver por_devolver(Id compra) {
        auto const& g = documentos.at(compra);
        auto const& c = g.plan.nuevo->cabecera;
        DocumentoPorDevolver d{*cartera.buscar(compra), {}, {}};
        auto& v = d.cabecera;
        v.contactoId = c.contactoId, v.subtotal = c.subtotal, v.descuento = c.descuento, v.iva = c.iva;
        v.ieps = c.ieps, v.ivaRetenido = c.ivaRetenido, v.isrRetenido = c.isrRetenido;
        for (auto const& l : g.lineas) d.lineas.push_back({l, {}, {}});
        auto const linea = [&](auto numero) -> LineaPorDevolver& {
            return d.lineas[static_cast<std::size_t>(numero.valor()) - 1];
        };
        for (auto const& i : g.plan.nuevo->impuestos) linea(i.numeroPartida).impuestos.push_back({i, {}, {}});
        for (auto const& f : aplicaciones)
            if (f.vigente && f.a.destinoId == compra) v.declarado += f.flujo;
        for (auto const* nota : notas_de(compra)) {
            auto const& nueva = *nota->plan.nuevo;
            auto const& n = nueva.cabecera;
            bool const sin_mercancia = nota->tipo == &compras::credito_de_proveedor;
            v.devueltoSubtotal += n.subtotal, v.devueltoDescuento += n.descuento, v.devueltoIva += n.iva;
            v.devueltoIeps += n.ieps, v.devueltoIvaRetenido += n.ivaRetenido, v.devueltoIsrRetenido += n.isrRetenido;
            v.devueltoCubetas += *n.cubetas, v.devueltoPesos += *n.cubetasMxn, v.declarado -= nota->declarado;
            if (sin_mercancia) v.acreditado += n.subtotal;
            for (auto const& p : nueva.partidas) {
                auto& antes = linea(p.numeroPartidaOrigen).antes;
                if (sin_mercancia) {
                    antes.acreditado += p.importe;
                    continue;
                }
                antes.cantidad += p.cantidad, antes.descuento += p.descuento, antes.promocion += p.promocion;
                antes.importe += p.importe;
            }
            for (auto const& i : nueva.impuestos) {
                auto const de =
                    nueva.partidas[static_cast<std::size_t>(i.numeroPartida.valor()) - 1].numeroPartidaOrigen;
                for (auto& x : linea(de).impuestos)
                    if (x.consecutivo == i.consecutivo) x.devueltaBase += i.base, x.devueltoImporte += i.importe;
            }
        }
        return d;
    }

    // ---- cancelled, as domain/motor/cancelar does it ----
    bool bloqueado(Id id) const {
        auto const& g = documentos.at(id);
        for (auto const& [otro, x] : documentos) {
            if (!x.vigente) continue;
            if (x.de == id) return true;
            bool const despues =
                g.tipo == &compras::credito_de_proveedor && x.tipo == &compras::devolucion_a_proveedor && otro > id;
            if (despues && x.de == g.de) return true;
        }
        bool const en_favor = g.tipo->naturaleza == Naturaleza::credito || g.tipo->naturaleza == Naturaleza::anticipo;
        for (auto const& f : aplicaciones) {
            if (!f.vigente) continue;
            if (f.a.destinoId == id) return true;
            if (en_favor && f.a.fuenteId == id && f.a.destinoId != g.de) return true;
        }
        return false;
    }
    bool cancelar(Id id) {
        auto& g = documentos.at(id);
        if (!g.vigente || bloqueado(id)) return false;
        auto plan = inverso(g.plan, Estado::Cancelado, {}, "");
        Revaluado const revaluado(plan);
        auto seguidas = revaluado.piezas();
        seguir(seguidas, g.movimientos);
        auto existencias = almacen.cargar();
        exigir_mercancia(existencias, plan);
        revaluado.regresar(existencias, seguidas, 0, plan);
        auto despues = cartera;
        for (auto const& f : aplicaciones)
            if (f.vigente && f.a.fuenteId == id) despues.recuperar(f.a, plan);
        exigir_partes(plan);
        std::vector<Id> tocados{id};
        for (auto const& s : plan.saldos) tocados.push_back(s.transaccionId);
        auto sellado = *sellar(std::move(plan));
        efectuar(sellado);
        cartera = std::move(despues);
        g.vigente = false;
        for (auto& f : aplicaciones)
            if (f.a.fuenteId == id) f.vigente = false;
        reliquidar(tocados);
        return true;
    }
    // Settles again the notes of these documents; when one of them is a note, also the notes of its purchase.
    void reliquidar(std::vector<Id> const& tocados) {
        std::set<Id> ids(tocados.begin(), tocados.end());
        for (auto const id : tocados)
            if (documentos.at(id).tipo->naturaleza == Naturaleza::credito) ids.insert(documentos.at(id).de);
        for (auto const id : ids) {
            Reliquidacion r{id, {}, {}, {}};
            for (auto const& [nota, g] : documentos)
                if (g.vigente && g.tipo->naturaleza == Naturaleza::credito && g.de == id)
                    r.notas.push_back({nota, g.tramo, g.declarado, Retenciones(g.plan.nuevo->retenciones).filas()});
            if (r.notas.empty()) continue;
            for (auto const& f : aplicaciones)
                if (f.vigente && f.a.destinoId == id) r.aplicaciones.push_back(f.a);
            auto despues = cartera;
            auto const planes = despues.reliquidar(r, {});
            cartera = std::move(despues);
            for (auto const& p : planes) asignado(*sellar(p)), ++reliquidadas;
        }
    }

    // desasignar: a payment by a credit or an advance is taken back, as domain/motor/cancelar does it.
    void desasignar(Fila& f) {
        std::vector<AplicacionGuardada> suyas;
        for (auto const& x : aplicaciones)
            if (x.vigente && (x.a.fuenteId == f.a.fuenteId || x.a.destinoId == f.a.fuenteId)) suyas.push_back(x.a);
        PlanDocumento plan;
        plan.transaccionId = f.a.fuenteId;
        Poliza poliza;
        auto despues = cartera;
        despues.desasignar(f.a, suyas, plan, poliza);
        despues.recuperar(f.a, plan);
        if (!poliza.lineas.empty()) plan.polizas.push_back(std::move(poliza));
        exigir_partes(plan);
        f.vigente = false;
        cartera = std::move(despues);
        std::vector<Id> const tocados{f.a.fuenteId, f.a.destinoId};
        asignado(*sellar(std::move(plan)));
        reliquidar(tocados);
    }

    // ---- everything agrees ----
    void revisar() {
        std::map<std::string, Dinero> debe;
        for (auto const& [id, g] : documentos) {
            if (!g.vigente) continue;
            if (g.tipo->saldo != nullptr) revisar_saldo(id, g, debe);
            for (auto const& l : g.lineas) revisar_avance(id, l);
            if (g.tipo == &inventario::recepcion_de_mercancia || g.tipo == &compras::remision_de_compra)
                for (auto const& l : g.lineas) {
                    auto const& p = l.linea.guardada;
                    debe["POR_FACTURAR"] -= p.costo;
                    if (l.facturada == p.cantidad)
                        exigir_igual(facturado(id, p.numeroPartida.valor()), p.costo, "lo facturado de lo recibido");
                }
            if (g.tipo == &compras::factura_de_compra) revisar_compra(id, g, debe);
        }
        Cubetas const flujo = declarado();
        // When VAT is not credited, its withheld part depends on the row: only the sum is known here.
        Dinero const retenido = acredita_todo ? flujo[Cubeta::ivaRet] : mayor["IVA_ACREDITABLE_RETENIDO"];
        debe["IVA_ACREDITABLE"] += flujo.iva() - retenido;
        debe["IVA_ACREDITABLE_RETENIDO"] += retenido;
        debe["IVA_RET_POR_PAGAR"] -= flujo[Cubeta::ivaRet];
        debe["IEPS_ACREDITABLE"] += flujo[Cubeta::ieps];
        revisar_existencias(debe["INVENTARIO"]);
        for (auto const& [cuenta, importe] : debe) exigir_igual(mayor[cuenta], importe, cuenta);
        exigir_igual(mayor["ISR_RET_HONOR"] + mayor["ISR_RET_ARREND"] + mayor["ISR_RET_OTROS"],
                     Dinero{} - flujo[Cubeta::isrRet], "ISR retenido");
    }

private:
    // declarado: taxes declared as paid and not given back, in pesos.
    Cubetas declarado() const {
        Cubetas suma;
        for (auto const& f : aplicaciones)
            if (f.vigente) suma += f.flujo, suma -= f.declarado;
        for (auto const& [id, g] : documentos)
            if (g.vigente) suma -= g.declarado;
        return suma;
    }
    // The rest of a debt, of money or of a credit is its amount less its applications, part by part, in its currency
    // and in pesos.
    void revisar_saldo(Id id, Guardado const& g, std::map<std::string, Dinero>& debe) {
        auto const& d = *cartera.buscar(id);
        auto const quien = std::string(g.tipo->nombre) + " " + std::to_string(id.valor());
        Cubetas partes = d.partes(), pesos = d.pesos();
        exigir_igual(partes.total(), d.saldo, "saldo de " + quien);
        exigir(!negativas(partes) && !negativas(pesos), "partes negativas de " + quien);
        bool const cargo = g.tipo->naturaleza == Naturaleza::cargo;
        auto const& c = cuentas_de(Lado::compra);
        if (cargo) {
            debe[std::string(cuenta_de_deuda(*g.tipo))] -= pesos.total();
            debe[std::string(c.iva.pendiente)] += pesos.iva();
            debe[std::string(c.ieps.pendiente)] += pesos[Cubeta::ieps];
            debe[std::string(c.iva_retenido.pendiente)] -= pesos[Cubeta::ivaRet];
            debe[std::string(c.isr_retenido.pendiente)] -= pesos[Cubeta::isrRet];
            revisar_retenido(d, quien);
        } else if (g.tipo->naturaleza == Naturaleza::credito) {
            debe[std::string(cuenta_de_deuda(*g.tipo))] += pesos.total();
        } else {
            bool const anticipo = g.tipo->naturaleza == Naturaleza::anticipo;
            debe[std::string(c.anticipo)] += pesos.total() - (anticipo ? pesos.iva() : Dinero{});
            if (anticipo) debe["IVA_ACREDITABLE"] += d.cubetasMxn->iva();
        }
        Dinero usado = d.saldo, usadoMxn = pesos.total();
        for (auto const& f : aplicaciones) {
            if (f.vigente && f.a.fuenteId == id) usadoMxn += f.flujo.total();
            if (f.vigente && f.a.destinoId == id) partes += f.a.cubetas, pesos += *f.a.pesos;
            if (f.vigente && f.a.fuenteId == id) usado += f.a.importeFuente;
        }
        if (!cargo) exigir_igual(usado, d.total, "lo usado de " + quien);
        if (!cargo && g.tipo->naturaleza != Naturaleza::credito)
            exigir_igual(usadoMxn, Dinero(multiplicar<2>(d.total, d.tipoCambio)), "lo usado en pesos de " + quien);
        if (!cargo) return;
        exigir_igual(partes, *d.cubetas, "partes de " + quien);
        exigir_igual(pesos, *d.cubetasMxn, "pesos de " + quien);
    }
    static void revisar_retenido(DocumentoBloqueado const& d, std::string const& quien) {
        Cubetas partes, pesos;
        for (auto const& f : d.retenciones.filas()) {
            auto const b = f.impuesto == "002" ? Cubeta::ivaRet : Cubeta::isrRet;
            partes[b] += f.pendiente, pesos[b] += f.pendienteMxn;
        }
        for (auto const b : {Cubeta::ivaRet, Cubeta::isrRet}) {
            exigir_igual(partes[b], d.partes()[b], "filas de lo retenido de " + quien);
            exigir_igual(pesos[b], d.pesos()[b], "filas en pesos de lo retenido de " + quien);
        }
    }
    static void revisar_avance(Id id, LineaOrigen const& l) {
        auto const hay = l.linea.guardada.cantidad;
        bool const cabe = l.surtida <= hay && l.facturada <= hay && l.devuelta <= hay && !l.surtida.es_negativo() &&
                          !l.facturada.es_negativo() && !l.devuelta.es_negativo();
        exigir(cabe, "avance de " + std::to_string(id.valor()));
    }
    // revisar_compra: the purchase invoices what was received, and its notes do not exceed it.
    void revisar_compra(Id id, Guardado const& g, std::map<std::string, Dinero>& debe) {
        for (auto const& l : g.lineas)
            if (auto const& p = l.linea.guardada;
                p.origenId.presente() && l.linea.tipo != "Servicio" &&
                documentos.at(Id(p.origenId.valor())).tipo != &compras::orden_de_compra)
                debe["POR_FACTURAR"] += p.costo;
        Cubetas queda = *g.documento.cubetas, pesos = *g.documento.cubetasMxn;
        for (auto const* n : notas_de(id)) queda -= *n->documento.cubetas, pesos -= *n->documento.cubetasMxn;
        exigir(!negativas(queda), "notas de más de " + std::to_string(id.valor()) + " " + texto(queda));
        bool const entera = queda == Cubetas{} && cartera.buscar(id)->saldo.es_cero();
        // A note keeps the pesos of its day: when it is settled again, the difference is a result of exchange, which
        // the notes registered later leave out.
        Dinero sobra = pesos.total();
        bool explicado = !entera || sobra.es_cero();
        for (auto const& f : aplicaciones) {
            if (!f.vigente || f.a.destinoId != id || f.a.tipo != "Reclasificacion") continue;
            sobra -= f.a.pesos->total() - f.a.fuentePesos->total();
            explicado |= sobra.es_cero();
        }
        exigir(explicado, "pesos de lo devuelto entero: sobran " + texto(pesos));
    }
    void revisar_existencias(Dinero& inventario) const {
        for (auto const& a : almacen.actuales) {
            Cantidad cantidad;
            Dinero valor;
            for (auto const& [id, c] : almacen.capas) {
                if (c.almacenId != a.almacenId || c.productoId != a.productoId) continue;
                cantidad += c.restante, valor += c.valor;
                exigir(!c.restante.es_negativo() && !c.valor.es_negativo() &&
                           (c.restante.es_positivo() || c.valor.es_cero()),
                       "capa " + std::to_string(id) + " " + texto(c.restante) + " " + texto(c.valor));
            }
            exigir_igual(cantidad, a.cantidad, "capas y existencia");
            if (a.metodoCosteo == "PEPS") exigir_igual(valor, a.valor, "valor de capas y existencia");
            exigir(!a.valor.es_negativo() && (a.cantidad.es_positivo() || a.valor.es_cero()), "valor sin existencia");
            inventario += a.valor;
        }
    }
};

}  // namespace gestor
