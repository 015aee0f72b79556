// Notes of a document, settled again. The new share that a note has in the document, less the stored share, becomes a
// row of the note (Reclasificacion) with its póliza.
#include <algorithm>

#include "domain/motor/cartera/cartera.hpp"
#include "domain/motor/cartera/pagos.hpp"
#include "domain/motor/cartera/retenido_devuelto.hpp"

namespace gestor {
namespace {

Tomado tomado_por(AplicacionGuardada const& a) {
    return {a.cubetas, a.pesos.value_or(Cubetas{}), a.flujo.value_or(Cubetas{}), a.declarado.value_or(Cubetas{}),
            a.retenciones};
}
// Parts of the document that a note takes, as stored.
Tomado tomado_por(NotaGuardada const& n, Retenciones const& filas, std::span<AplicacionGuardada const> aplicaciones) {
    Tomado t;
    t.declarado = n.declarado;
    t.retenciones = retenido_devuelto(filas, n.declarado, n.retenciones);
    for (auto& p : t.retenciones) p.flujo = -p.flujo;
    for (auto const& a : aplicaciones)
        if (a.fuenteId == n.transaccionId) t += tomado_por(a);
    return t;
}

}  // namespace

DocumentoConNotas Cartera::con_sus_notas(Reliquidacion const& r) {
    auto const& v = *buscar(r.documento);
    DocumentoConNotas d;
    d.tipoCambio = v.tipoCambio;
    d.partes = v.cubetas.value_or(Cubetas{}), d.pesos = v.cubetasMxn.value_or(Cubetas{});
    d.alNacer = d.partes, d.alNacerMxn = d.pesos;
    d.heredado = r.heredado;
    std::vector<RetencionGuardada> nacidas(v.retenciones.filas().begin(), v.retenciones.filas().end());
    d.retenciones = Retenciones(nacidas);
    auto const de_nota = [&](AplicacionGuardada const& a) {
        return std::any_of(r.notas.begin(), r.notas.end(),
                           [&](NotaGuardada const& n) { return n.transaccionId == a.fuenteId; });
    };
    auto n = r.notas.begin();
    auto const registrar_notas = [&](std::optional<std::int64_t> antes_de) {
        for (; n != r.notas.end() && (!antes_de || n->tramo < *antes_de); ++n) {
            auto const& nota = *buscar(n->transaccionId);
            Dinero aqui;
            for (auto const& a : r.aplicaciones)
                if (a.fuenteId == n->transaccionId) aqui += a.importeFuente;
            d.registro.emplace_back(NotaDeDocumento{nota.cubetas.value_or(Cubetas{}),
                                                    nota.cubetasMxn.value_or(Cubetas{}), nota.total - nota.saldo - aqui,
                                                    n->retenciones});
        }
    };
    Cubetas heredadoMxn;
    for (auto const& a : r.aplicaciones) {
        if (a.tipo != "Heredado") continue;
        d.alNacer -= a.cubetas, heredadoMxn += a.pesos.value_or(Cubetas{});
    }
    d.alNacerMxn -= heredadoMxn;
    // An invoice that owes again the balance of its sale note differs from its own total by cents of pesos
    // (desheredar).
    if (r.traspasadoMxn != Cubetas{}) {
        d.alNacerMxn = d.pesos = r.traspasadoMxn;
        d.pesos += heredadoMxn;
    }
    for (auto const& a : r.aplicaciones) {
        if (a.tipo == "Heredado" || de_nota(a)) continue;
        registrar_notas(a.tramo.valor());
        d.registro.emplace_back(tomado_por(a));
    }
    registrar_notas({});
    return d;
}

std::vector<PlanDocumento> Cartera::reliquidar(Reliquidacion const& r, FechaHora fecha) {
    auto const liquidadas = gestor::reliquidar(con_sus_notas(r));
    std::vector<PlanDocumento> planes;
    Dinero cambio;
    for (std::size_t i = 0; i < liquidadas.size(); ++i) {
        Tomado mas = liquidadas[i].toma;
        mas -= tomado_por(r.notas[i], buscar(r.documento)->retenciones, r.aplicaciones);
        if (mas.es_nada()) continue;
        cambio -= mas.partes.total();
        planes.push_back(reclasificar(r.notas[i].transaccionId, r.documento, mas, liquidadas[i], fecha));
    }
    if (planes.empty()) return planes;
    auto& v = *buscar(r.documento);
    v.otro_tramo();
    mover(v, cambio, planes.back());
    return planes;
}

PlanDocumento Cartera::reclasificar(Id nota, Id documento, Tomado const& mas, Liquidada const& ahora, FechaHora fecha) {
    auto& n = *buscar(nota);
    auto& v = *buscar(documento);
    PlanDocumento plan;
    plan.transaccionId = nota, plan.fecha = fecha;
    // Parts of the remaining credit: in the proportion of the paid parts (parts of the note less the unpaid ones). When
    // the credit exceeds the paid parts: in the proportion of all parts of the note.
    Cubetas pagadas = n.cubetas.value_or(Cubetas{});
    if (ahora.saldo <= pagadas.total() - ahora.impagas.total()) pagadas -= ahora.impagas;
    Cubetas const queda = parte_de(pagadas, ahora.saldo), quedan = a_pesos(queda, n.tipoCambio);
    Cubetas van = n.pesos();
    van -= quedan;
    n.pendiente.reset(), n.pendienteMxn.reset();
    if (ahora.saldo.es_positivo()) n.pendiente = queda, n.pendienteMxn = quedan;
    n.otro_tramo();
    v.pendiente = v.partes() -= mas.partes;
    v.pendienteMxn = v.pesos() -= mas.pesos;
    std::vector<ParteRetenida> retenidas, regresan;
    for (auto const& p : mas.retenciones) {
        if (p.importe.es_cero() && p.pesos.es_cero() && p.flujo.es_cero()) continue;
        retenidas.push_back(p);
        regresan.push_back({p.consecutivo, -p.importe, -p.pesos, {}});
    }
    v.retenciones.regresar(regresan);
    Aplicacion c;
    c.fuente = nota, c.destino = documento, c.fecha = fecha, c.tipoCambio = v.tipoCambio;
    c.importe = c.importeFuente = mas.partes.total();
    auto& a = nueva(c, plan);
    a.tipo = "Reclasificacion";
    a.cubetas = mas.partes, a.pesos = mas.pesos, a.flujo = mas.flujo, a.declarado = mas.declarado;
    a.fuentePesos = van;
    a.retenciones = retenidas;
    Cubetas flujo = mas.flujo;
    flujo -= mas.declarado;
    Poliza poliza;
    asentar(mas.pesos, flujo, retenidas, {n, v, {van.total(), mas.pesos.total()}, {}}, poliza);
    if (!poliza.lineas.empty()) plan.polizas.push_back(std::move(poliza));
    mover(n, -c.importe, plan);
    return plan;
}

}  // namespace gestor
