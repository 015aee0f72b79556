#include "domain/motor/motor.hpp"

#include <stdexcept>

#include "domain/motor/consultas.hpp"
#include "domain/motor/consultas_motor.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/json.hpp"

namespace gestor {
namespace {

template <class E>
std::string nombre(E valor) {
    return std::string(Enumeracion<E>(valor).valor());
}

[[noreturn]] void estado_invalido(TipoDocumento const& tipo, Documento const& d, AccionDocumento accion) {
    std::string permitidas;
    std::string json;
    for (auto const& t : tipo.flujo)
        if (t.desde == d.estado && t.accion != AccionDocumento::crear && t.accion != AccionDocumento::abrir) {
            permitidas += (permitidas.empty() ? "" : ", ") + nombre(t.accion);
            json += (json.empty() ? "\"" : ",\"") + nombre(t.accion) + "\"";
        }
    if (permitidas.empty()) permitidas = "ninguna";
    throw Problema(codigo::estado_invalido, std::string(tipo.nombre) + " " + d.folio.valor() + " está en estado " +
                                                std::string(d.estado.valor()) + " y no se puede " + nombre(accion) +
                                                "; acciones permitidas: " + permitidas)
        .con("accionesPermitidas", "[" + json + "]");
}

// Of what another system made only the amounts came: nothing can be done with its lines.
void exigir_partidas(TipoDocumento const& tipo, Documento const& d, AccionDocumento accion) {
    using A = AccionDocumento;
    bool const con_partidas = accion == A::entregar || accion == A::facturar || accion == A::devolver;
    if (!d.fechaApertura || !con_partidas) return;
    throw Problema(codigo::estado_invalido, std::string(tipo.nombre) + " " + d.folio.valor() +
                                                " viene de otro sistema, sin sus partidas, y no se puede " +
                                                nombre(accion));
}

template <class T>
std::string como_lista(std::optional<T> const& valor) {  // rows: none or one
    return valor ? "[" + como_json(*valor) + "]" : "[]";
}

// The moves of stock that the effect asks for, on the locked copy; each line gets the cost of what it moved.
void mover_existencias(Stock como, Hechos& h, PlanDocumento& plan) {
    for (std::size_t i = 0; i < h.piezas.size(); ++i) {
        auto const& p = h.piezas[i];
        std::vector<MovimientoStock> movidos;
        switch (como) {
            case Stock::nada:
                break;
            case Stock::aparta:
                plan.apartados.push_back({plan.transaccionId, p.numeroPartida, p.productoId, p.almacenId, p.cantidad});
                break;
            case Stock::sale:
                movidos = h.existencias.salida(p);
                break;
            case Stock::entra:
                movidos = h.existencias.entrada(p, h.valores.at(i), h.documento.cabecera.fecha);
                break;
            case Stock::ajusta:
                movidos = p.entra ? h.existencias.entrada(p, h.valores.at(i), h.documento.cabecera.fecha)
                                  : h.existencias.salida(p);
                break;
            case Stock::traspasa:
                movidos = h.existencias.traspaso(p, h.destino);
                break;
        }
        Dinero valor;
        for (auto const& m : movidos)
            if (como != Stock::traspasa || m.cantidad.es_negativo())
                valor += m.valor.es_negativo() ? -m.valor : m.valor;
        h.costo += como == Stock::ajusta && !p.entra ? -valor : valor;
        for (auto& linea : h.documento.partidas)
            if (linea.numeroPartida.valor() == p.numeroPartida) linea.costo += valor;
        plan.existencias.insert(plan.existencias.end(), movidos.begin(), movidos.end());
    }
}

void guardar_movimientos(Escritura& db, PlanDocumento const& plan) {
    if (plan.existencias.empty()) return;
    std::size_t nuevas = 0;
    for (auto const& m : plan.existencias) nuevas += m.capaId.presente() ? 0 : 1;
    std::vector<IdOCero> numeros;
    if (nuevas > 0)
        for (auto const& fila :
             db.consultar(sql::capas_numeros, {{"cuantas", sql_de(static_cast<std::int64_t>(nuevas))}}).filas)
            numeros.push_back(IdOCero::de_base(fila[0].value()));
    std::string json = "[";
    std::size_t siguiente = 0;
    for (auto m : plan.existencias) {
        bool const nueva = !m.capaId.presente();
        if (nueva) m.capaId = numeros.at(siguiente++);
        auto fila = como_json(m);
        fila.back() = ',';
        json += (json.size() > 1 ? "," : "") + fila + "\"nueva\":" + (nueva ? "true}" : "false}");
    }
    db.encolar(sql::movimientos_guardar, {{"movimientos", json + "]"},
                                          {"transaccionId", sql_de(plan.transaccionId)},
                                          {"fecha", sql_de(plan.fecha)},
                                          {"reversa", plan.cancela ? "true" : "false"}});
}

void guardar_documento(Escritura& db, PlanDocumento const& plan) {
    auto const& d = *plan.nuevo;
    db.encolar(sql::documento_guardar,
               {{"cabecera", como_json(d.cabecera)},
                {"partidas", como_json(d.partidas)},
                {"impuestos", como_json(d.impuestos)},
                {"series", como_json(d.series)},
                {"lotes", como_json(d.lotes)},
                {"banco", como_lista(d.banco)},
                {"propios", como_lista(d.propios)},
                {"relaciones", como_json(plan.relaciones)}},
               "no hay serie de folios para el documento");
}

// A póliza, and whose it is.
std::string con_origen(Poliza const& poliza, PlanDocumento const& plan) {
    auto fila = como_json(poliza);
    fila.back() = ',';
    return fila + "\"transaccionId\":" + *sql_de(plan.transaccionId) + ",\"fecha\":\"" + *sql_de(plan.fecha) + "\"}";
}

}  // namespace

std::string Mudanza::texto() const {
    return std::to_string(transaccionId.valor()) + ": " + nombre(desde) + " → " + nombre(hasta);
}

Documento bloquear(Escritura& db, TipoDocumento const& tipo, Id transaccionId) {
    auto documento = db.uno<Documento>(sql::bloquear_documento, {{"transaccionId", sql_de(transaccionId)},
                                                                 {"objId", sql_de(std::int64_t{tipo.obj_id})}});
    if (!documento)
        throw Problema(codigo::no_encontrado, "no existe " + std::string(tipo.nombre) + " con ese identificador");
    db.comprobar_version(transaccionId);
    return *documento;
}

Transicion const& transicion(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                             Sesion const& sesion) {
    exigir_partidas(tipo, documento, accion);
    for (auto const& t : tipo.flujo) {
        if (t.desde != documento.estado || t.accion != accion) continue;
        if (!sesion.permite(t.permiso))
            throw Problema(codigo::permiso_denegado, "se requiere el permiso " + std::string(t.permiso));
        return t;
    }
    estado_invalido(tipo, documento, accion);
}

Mudanza planificar(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                   Sesion const& sesion) {
    auto const& t = transicion(tipo, documento, accion, sesion);
    return {documento.transaccionId, t.desde, t.hasta};
}

void aplicar(Escritura& db, Mudanza const& mudanza) {
    db.encolar(sql::mover_documento,
               {{"estado", nombre(mudanza.hasta)}, {"transaccionId", sql_de(mudanza.transaccionId)}});
}

PlanDocumento planificar(TipoDocumento const& tipo, AccionDocumento accion, Hechos h) {
    Transicion const* fila = nullptr;
    for (auto const& t : tipo.flujo)
        if (t.accion == accion && t.desde == t.hasta) fila = &t;
    if (fila == nullptr) throw std::logic_error("el tipo no tiene esa acción");
    auto const& efectos = fila->efectos;
    auto& cabecera = h.documento.cabecera;
    PlanDocumento plan;
    plan.transaccionId = cabecera.transaccionId;
    plan.fecha = cabecera.fecha;
    mover_existencias(efectos.existencia, h, plan);
    plan.avisos = std::move(h.existencias.avisos);
    plan.relaciones = std::move(h.relaciones);
    plan.avances = std::move(h.avances);
    cabecera.estado = fila->hasta;
    if (efectos.saldo != nullptr) {
        Cubetas sin_partes;
        sin_partes[Cubeta::noAfecto] = cabecera.total;
        cabecera.saldo = cabecera.total;
        cabecera.nacer(cabecera.cubetas.value_or(sin_partes), h.cubetasMxn);
        cabecera.estado = estado_de_saldo(*efectos.saldo, cabecera.saldo, cabecera.total);
    }
    if (efectos.poliza != nullptr) {
        Poliza poliza;
        efectos.poliza(h, poliza);
        if (!poliza.lineas.empty()) plan.polizas.push_back(std::move(poliza));
    }
    plan.nuevo = std::move(h.documento);
    plan.exigir_cuadre();
    return plan;
}

void aplicar(Escritura& db, PlanDocumento const& plan) {
    plan.exigir_cuadre();
    auto const apartados = como_json(plan.apartados);
    if (!plan.avances.empty()) db.encolar(sql::avances_mover, {{"avances", como_json(plan.avances)}});
    if (!plan.existencias.empty() || !plan.apartados.empty()) {
        db.encolar(sql::existencias_mover, {{"movimientos", como_json(plan.existencias)}, {"apartados", apartados}});
        if (std::any_of(plan.apartados.begin(), plan.apartados.end(),
                        [](Reserva const& r) { return r.cantidad.es_negativo(); }))
            db.encolar(sql::apartados_soltar, {{"apartados", apartados}});
    }
    if (!plan.revertidas.empty())
        db.encolar(sql::aplicaciones_revertir, {{"ids", sql_de(plan.revertidas)}, {"fecha", sql_de(plan.fecha)}});
    if (plan.nuevo) guardar_documento(db, plan);
    if (plan.cancela)
        db.encolar(
            sql::documento_cancelar,
            {{"transaccionId", sql_de(plan.transaccionId)}, {"fecha", sql_de(plan.fecha)}, {"motivo", plan.motivo}});
    if (!plan.apartados.empty()) db.encolar(sql::apartados_tomar, {{"apartados", apartados}});
    guardar_movimientos(db, plan);
    if (!plan.aplicaciones.empty())
        db.encolar(sql::aplicaciones_guardar, {{"aplicaciones", como_json(plan.aplicaciones)}});
    if (!plan.saldos.empty()) db.encolar(sql::saldos_mover, {{"saldos", como_json(plan.saldos)}});
    for (auto const& poliza : plan.polizas) db.al_final(sql::polizas_guardar, "polizas", con_origen(poliza, plan));
}

void exigir_sin_documentos(Lectura& db, std::string_view sql, Valores valores, std::string detalle) {
    auto const documentos = db.lista<DocumentoRelacionado>(sql, std::move(valores));
    if (documentos.empty()) return;
    throw Problema(codigo::tiene_documentos, std::move(detalle)).con("documentosRelacionados", como_json(documentos));
}

}  // namespace gestor
