#include "domain/motor/escritura/plan.hpp"

#include <algorithm>
#include <stdexcept>

namespace gestor {
namespace {

template <class T>
std::string txt(T const& valor) {
    std::string salida;
    valor.escribir(salida);
    return salida;
}

std::string con_signo(auto const& cantidad) {
    return (cantidad.es_negativo() ? "" : "+") + txt(cantidad);
}

std::string nombre_de(LineaPoliza const& l) {
    return l.clave.vacio() ? "cuenta " + txt(l.cuentaId) : l.clave.valor();
}

void texto_de(Poliza const& p, std::string& s) {
    s += "póliza " + std::string(p.tipo.valor());
    if (p.reversaDe.presente()) s += " reversa de " + txt(p.reversaDe);
    s += "\n";
    for (auto const& l : p.lineas)
        s += (l.haber.es_cero() ? "  D " + nombre_de(l) + " " + txt(l.debe)
                                : "  A " + nombre_de(l) + " " + txt(l.haber)) +
             "\n";
}

void texto_de(MovimientoStock const& m, std::string& s) {
    s += (m.transito ? "en camino al almacén " : "existencia almacén ") + txt(m.almacenId) + " producto " +
         txt(m.productoId) + " " + con_signo(m.cantidad) + " valor " + con_signo(m.valor) +
         (m.capaId.presente() ? " capa " + txt(m.capaId) : " capa nueva");
    if (!m.serie.vacio()) s += " serie " + m.serie.valor();
    if (!m.lote.vacio()) s += " lote " + m.lote.valor();
    s += "\n";
}

}  // namespace

void Poliza::debe(Cuenta const& cuenta, Dinero importe) {
    auto linea = std::find_if(lineas.begin(), lineas.end(), [&](LineaPoliza const& l) {
        return l.clave == cuenta.clave && l.cuentaId.valor() == cuenta.id;
    });
    if (linea == lineas.end()) {
        if (importe.es_cero()) return;
        LineaPoliza nueva;
        nueva.clave = Cadena::de_base(cuenta.clave);
        if (cuenta.id != 0) nueva.cuentaId = Id(cuenta.id);
        linea = lineas.insert(lineas.end(), nueva);
    }
    Dinero const neto = linea->debe - linea->haber + importe;
    if (neto.es_cero()) {
        lineas.erase(linea);
        return;
    }
    linea->debe = neto.es_positivo() ? neto : Dinero{};
    linea->haber = neto.es_negativo() ? -neto : Dinero{};
}

Dinero Poliza::descuadre() const {
    Dinero suma;
    for (auto const& l : lineas) suma += l.debe - l.haber;
    return suma;
}

void Poliza::resultado_cambiario(Dinero ganancia) {
    haber({ganancia.es_negativo() ? "PERDIDA_CAMBIARIA" : "UTILIDAD_CAMBIARIA"}, ganancia);
}

void PlanDocumento::exigir_cuadre() const {
    for (auto const& p : polizas)
        if (!p.descuadre().es_cero()) throw std::logic_error("la póliza no cuadra:\n" + texto());
}

std::string PlanDocumento::texto() const {
    std::string s;
    if (nuevo) {
        auto const& c = nuevo->cabecera;
        s += "documento " + txt(c.objId) + " serie " + c.serie.valor() + " " + txt(c.estado) + " total " +
             txt(c.total) + " saldo " + txt(c.saldo) + "\n";
        for (auto const& r : nuevo->retenciones)
            s += "retención " + txt(r.consecutivo) + " " + r.impuesto.valor() + " " + r.tipoRetencion.valor() + " " +
                 txt(r.tasa) + " de " + txt(r.base) + " " + txt(r.importe) + "\n";
    }
    if (reescrito) s += "reescribe " + txt(transaccionId) + "\n";
    if (partidasNuevas)
        s += "partidas " + std::to_string(reescrito->partidas.size()) + " total " + txt(reescrito->cabecera.total) +
             "\n";
    if (cancela) s += "cancela " + txt(transaccionId) + "\n";
    for (auto const& r : relaciones)
        s += "relación " + txt(r.origenId) + " → " + txt(r.destinoId) + " " + txt(r.tipo) + "\n";
    for (auto const& a : avances)
        s += "avance " + txt(a.transaccionId) + "/" + txt(a.numeroPartida) + " surtida " + con_signo(a.surtida) +
             " facturada " + con_signo(a.facturada) + " devuelta " + con_signo(a.devuelta) + "\n";
    for (auto const& m : existencias) texto_de(m, s);
    for (auto const& c : costos)
        s += "costo de lo que salió " + txt(c.movimientoId) + " " + con_signo(c.importe) + "\n";
    for (auto const& r : apartados)
        s += "apartado almacén " + txt(r.almacenId) + " producto " + txt(r.productoId) + " " + con_signo(r.cantidad) +
             "\n";
    for (auto const& a : aplicaciones) {
        s += std::string(a.tipo.valor()) + " " + txt(a.fuenteId) + " → " + txt(a.destinoId) + " " +
             txt(a.importeDestino) + " iva " + txt(a.cubetas.iva()) + "\n";
        for (auto const& r : a.retenciones) s += "  retención " + txt(r.consecutivo) + " " + txt(r.importe) + "\n";
    }
    for (auto const& id : revertidas) s += "revierte aplicación " + txt(id) + "\n";
    for (auto const& c : saldos)
        s += "saldo " + txt(c.transaccionId) + " " + con_signo(c.cambio) + " " + txt(c.estado) + "\n";
    for (auto const& p : polizas) texto_de(p, s);
    return s;
}

PlanDocumento inverso(PlanDocumento const& guardado, Estado hasta, FechaHora fecha, std::string motivo) {
    PlanDocumento p;
    p.transaccionId = guardado.transaccionId;
    p.fecha = fecha;
    p.cancela = hasta;
    p.motivo = std::move(motivo);
    p.revertidas = guardado.revertidas;
    for (auto a : guardado.avances) {
        a.surtida = -a.surtida, a.facturada = -a.facturada, a.devuelta = -a.devuelta;
        p.avances.push_back(a);
    }
    for (auto m : guardado.existencias) {
        m.cantidad = -m.cantidad, m.valor = -m.valor, m.valorCapa = -m.valorCapa;
        p.existencias.push_back(m);
    }
    for (auto r : guardado.apartados) {
        r.cantidad = -r.cantidad;
        p.apartados.push_back(r);
    }
    for (auto const& q : guardado.polizas) {
        Poliza r{q.tipo, q.reversaDe, q.lineas};
        for (auto& l : r.lineas) std::swap(l.debe, l.haber);
        p.polizas.push_back(std::move(r));
    }
    return p;
}

}  // namespace gestor
