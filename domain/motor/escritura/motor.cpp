#include "domain/motor/escritura/motor.hpp"

#include <algorithm>
#include <stdexcept>

#include "domain/motor/consultas.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/mercancia/rastro.hpp"
#include "domain/motor/tipo/lado.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/json.hpp"

namespace gestor {
namespace {

template <class E>
std::string nombre(E valor) {
    return std::string(Enumeracion<E>(valor).valor());
}

[[noreturn]] void estado_invalido(TipoDocumento const& tipo, Documento const& d, AccionDocumento accion,
                                  std::string campo) {
    std::string permitidas;
    std::string json;
    for (auto const& t : tipo.flujo)
        if (t.desde.tiene(d.estado) && t.accion != AccionDocumento::liberar) {
            permitidas += (permitidas.empty() ? "" : ", ") + nombre(t.accion);
            json += (json.empty() ? "\"" : ",\"") + nombre(t.accion) + "\"";
        }
    if (permitidas.empty()) permitidas = "ninguna";
    auto const detalle = std::string(tipo.nombre) + " " + d.folio.valor() + " está en estado " +
                         std::string(d.estado.valor()) + " y no se puede " + nombre(accion) +
                         "; acciones permitidas: " + permitidas;
    std::vector<ErrorCampo> fallas;
    if (!campo.empty()) fallas.push_back({std::move(campo), std::string(codigo::estado_invalido), detalle});
    throw Problema(codigo::estado_invalido, detalle, std::move(fallas)).con("accionesPermitidas", "[" + json + "]");
}

// A document of another system has amounts and no lines, so actions on its lines are refused.
void exigir_partidas(TipoDocumento const& tipo, Documento const& d, AccionDocumento accion) {
    using A = AccionDocumento;
    bool const con_partidas =
        accion == A::entregar || accion == A::recibir || accion == A::facturar || accion == A::devolver;
    if (!d.fechaApertura || !con_partidas) return;
    throw Problema(codigo::estado_invalido, std::string(tipo.nombre) + " " + d.folio.valor() +
                                                " viene de otro sistema, sin sus partidas, y no se puede " +
                                                nombre(accion));
}

std::vector<MovimientoStock> movimientos_de(Stock como, Hechos& h, Pieza const& p) {
    auto& e = h.existencias;
    bool const sale = p.rumbo == Rumbo::sale;
    switch (como) {
        case Stock::mueve:
            if (p.rumbo == Rumbo::se_revalua) return e.revaluacion(p);
            return sale ? e.salida(p) : e.entrada(p, h.documento.cabecera.fecha);
        case Stock::traspasa:
            return e.traspaso(p, h.destino);
        case Stock::transita:
            return sale ? e.envio(p, h.destino) : e.llegada(p);
        case Stock::nada:
        case Stock::aparta:
            break;
    }
    return {};
}

// Moves the goods of the document on the locked copy of the stock; each line gets the cost of its goods.
void mover_existencias(Stock como, Hechos& h, PlanDocumento& plan) {
    for (auto const& p : h.piezas) {  // in order: pieces of returned goods follow the pieces of their exits
        if (como == Stock::aparta)
            plan.apartados.push_back({plan.transaccionId, p.numeroPartida, p.productoId, p.almacenId, p.cantidad});
        Dinero llega, sale, revaluado;
        for (auto& m : movimientos_de(como, h, p)) {
            if (m.transito && !m.envioId.presente()) m.envioId = plan.transaccionId;
            (m.transito ? h.enTransito : h.enAlmacen) += m.valor;
            if (m.cantidad.es_positivo()) llega += m.valor;
            if (m.cantidad.es_negativo()) sale -= m.valor;
            if (m.cantidad.es_cero()) revaluado += m.valor;
            plan.existencias.push_back(m);
        }
        for (auto& linea : h.documento.partidas)  // a transfer counts its cost once: on the exit
            if (linea.numeroPartida.valor() == p.numeroPartida) linea.costo += std::max(llega, sale);
        if (p.rumbo != Rumbo::se_revalua) continue;
        auto const consumido = repartir_consumo(p, p.valor - revaluado, h.existencias.es_promedio(p), h.piezas, plan);
        h.cargos.insert(h.cargos.end(), consumido.begin(), consumido.end());
    }
}

}  // namespace

std::string Mudanza::texto() const {
    return std::to_string(transaccionId.valor()) + ": " + nombre(desde) + " → " + nombre(hasta);
}

Documento bloquear(Escritura& db, TipoDocumento const& tipo, Id transaccionId) {
    auto documento = db.uno<Documento, sql::bloquear_documento>("transaccionId"_es(transaccionId),
                                                                "objId"_es(std::int64_t{tipo.obj_id}));
    if (!documento)
        throw Problema(codigo::no_encontrado, "no existe " + std::string(tipo.nombre) + " con ese identificador");
    db.comprobar_version(transaccionId);
    return *documento;
}

Transicion const& transicion(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                             std::string campo) {
    exigir_partidas(tipo, documento, accion);
    for (auto const& t : tipo.flujo)
        if (t.accion == accion && t.desde.tiene(documento.estado)) return t;
    estado_invalido(tipo, documento, accion, std::move(campo));
}

Transicion const& transicion(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                             Sesion const& sesion) {
    auto const& t = transicion(tipo, documento, accion);
    if (!sesion.permite(t.permiso))
        throw Problema(codigo::permiso_denegado, "se requiere el permiso " + std::string(t.permiso));
    return t;
}

Mudanza mudanza_de(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                   Sesion const& sesion) {
    auto const& t = transicion(tipo, documento, accion, sesion);
    if (t.hasta.por != Destino::Por::estado) throw std::logic_error("una mudanza sin efectos dice a qué estado");
    return {documento.transaccionId, documento.estado, t.hasta.estado};
}

void mudar(Escritura& db, Mudanza const& mudanza) {
    db.encolar<sql::mover_documento>("estado"_es(nombre(mudanza.hasta)), "transaccionId"_es(mudanza.transaccionId));
}

PlanDocumento planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Hechos h) {
    if (std::find(tipo.nacimientos.begin(), tipo.nacimientos.end(), &nacimiento) == tipo.nacimientos.end())
        throw std::logic_error("el tipo no nace así");
    auto const& efectos = nacimiento.efectos;
    auto& cabecera = h.documento.cabecera;
    PlanDocumento plan;
    plan.transaccionId = cabecera.transaccionId;
    plan.fecha = cabecera.fecha;
    mover_existencias(efectos.existencia, h, plan);
    plan.avisos = std::move(h.existencias.avisos);
    plan.relaciones = std::move(h.relaciones);
    plan.avances = std::move(h.avances);
    if (nacimiento.hasta == segun_saldo) {
        cabecera.saldo = h.porAsignar.value_or(cabecera.total);
        if (h.porAsignar || !cabecera.cubetas)  // unassigned money is one part, without taxes
            cabecera.nacer(de_una_parte(cabecera.saldo), de_una_parte(h.pesos_por_asignar()));
        else
            cabecera.nacer(*cabecera.cubetas, h.cubetasMxn);
        cabecera.estado = tipo.por_saldo(cabecera.saldo, cabecera.total);
    } else {
        cabecera.estado = nacimiento.hasta.estado;
    }
    // a type without a side keeps no balance
    if (tipo.lado == Lado::ninguno) cabecera.cubetas.reset(), cabecera.cubetasMxn.reset();
    // withholdings made by customers have no rows
    if (!cuentas_de(tipo.lado).retiene()) h.documento.retenciones.clear();
    if (efectos.a_costo) {
        Dinero pesos;
        for (auto const& g : h.documento.partidas) pesos += g.costo;
        cabecera.total = cabecera.subtotal = dividir<2>(pesos, cabecera.tipoCambio);
    }
    if (efectos.poliza != nullptr) {
        Poliza poliza;
        efectos.poliza(h, poliza);
        if (!poliza.lineas.empty()) plan.polizas.push_back(std::move(poliza));
    }
    plan.nuevo = std::move(h.documento);
    return plan;
}

void exigir_sin_documentos(std::vector<DocumentoRelacionado> const& documentos, std::string detalle) {
    if (documentos.empty()) return;
    throw Problema(codigo::tiene_documentos, std::move(detalle)).con("documentosRelacionados", como_json(documentos));
}

}  // namespace gestor
