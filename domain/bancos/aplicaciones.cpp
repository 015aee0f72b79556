#include "domain/bancos/aplicaciones.hpp"

#include <algorithm>
#include <map>

#include "domain/bancos/cobros/consultas.hpp"
#include "domain/bancos/egresos/enterado.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::bancos {
namespace {

// UsoDelDia: the day on which most of a credit was used, and the excess of that use over its present use.
struct UsoDelDia {
    Id transaccionId;
    Fecha dia;
    Dinero exceso;
};
DTO(UsoDelDia, transaccionId, dia, exceso)

std::string campo(FormaDeAplicar const& forma, PagoPedido const& p, std::string_view nombre) {
    return en_fila(forma.lista, p.fila, nombre);
}

// Amount of the source for a payment of `importe` of the document: converted at the document's rate and the rate of the
// money.
Dinero en_fuente(Dinero importe, DocumentoBloqueado const& fuente, TipoCambio del_documento) {
    return prorratear(importe, del_documento, fuente.tipoCambio);
}
// An amount that rounds to the whole balance pays the whole balance: otherwise a debt in the finer currency could never
// be paid off.
Dinero en_destino(Dinero importe, DocumentoBloqueado const& fuente, DocumentoBloqueado const& destino,
                  TipoCambio del_documento) {
    if (en_fuente(destino.saldo, fuente, del_documento) == importe) return destino.saldo;
    return prorratear(importe, fuente.tipoCambio, del_documento);
}

// Pesos per unit of the document's currency, when the money is in another currency. A document in pesos has rate 1, and
// the body may only repeat the rate of the money. Absent, with a fault: the rate is missing or wrong.
std::optional<TipoCambio> tasa_del_documento(DocumentoBloqueado const& fuente, DocumentoBloqueado const& destino,
                                             PagoPedido const& p, std::string const& campo, Fallas& fallas) {
    if (!destino.es_en_pesos()) {
        if (!p.tipoCambio) fallas.agregar(campo, codigo::requerido, "el documento es de otra moneda");
        return p.tipoCambio;
    }
    if (!p.tipoCambio || *p.tipoCambio == a_la_par || *p.tipoCambio == fuente.tipoCambio) return a_la_par;
    fallas.agregar(
        campo, codigo::rango,
        "el documento está en pesos: el tipo de cambio es el del depósito o egreso, " + texto_de(fuente.tipoCambio));
    return std::nullopt;
}

// Converts the amount of an application: how much of the source it takes, and how much of the document it pays.
void convertir(DocumentoBloqueado const& fuente, DocumentoBloqueado const& destino, PagoPedido const& p,
               FormaDeAplicar const& forma, Cartera::Aplicacion& cobro, Fallas& fallas) {
    auto const tasa = campo(forma, p, "tipoCambio");
    if (fuente.monedaId == destino.monedaId) {
        if (p.tipoCambio && *p.tipoCambio != a_la_par && *p.tipoCambio != fuente.tipoCambio)
            fallas.agregar(tasa, codigo::rango, "el documento es de la misma moneda: omita el tipo de cambio");
        return;
    }
    if (!forma.otra_moneda) return fallas.agregar(campo(forma, p, forma.documento), codigo::rango, "es de otra moneda");
    auto const suya = tasa_del_documento(fuente, destino, p, tasa, fallas);
    if (!suya) return;
    cobro.tipoCambio = destino.es_en_pesos() ? fuente.tipoCambio : *suya;  // rate of the side that is not in pesos
    auto& convertido = forma.en_la_fuente ? cobro.importe : cobro.importeFuente;
    try {
        convertido =
            forma.en_la_fuente ? en_destino(p.importe, fuente, destino, *suya) : en_fuente(p.importe, fuente, *suya);
    } catch (Desborde const&) {
        return fallas.agregar(tasa, codigo::rango, "el importe convertido excede 19 dígitos");
    }
    if (convertido.es_cero())
        fallas.agregar(
            campo(forma, p, forma.importe), codigo::rango,
            "vale menos de un centavo en la moneda del " + std::string(forma.en_la_fuente ? "documento" : "depósito"));
}

// Whether the application refunds a balance in favour of the other side; only money can refund it.
bool es_reembolso(DocumentoBloqueado const& fuente, TipoDocumento const& tipo) {
    bool const de_enfrente = tipo.lado != Lado::ninguno && tipo.lado != fuente.tipo().lado;
    return de_enfrente && tipo.paga() && fuente.tipo().naturaleza == Naturaleza::dinero;
}

// Faults of the requested applications; the states of the documents are checked afterwards.
std::vector<Cartera::Aplicacion> resolver(Cartera& cartera, DocumentoBloqueado const& fuente,
                                          std::span<PagoPedido const> pedidos, FechaHora fecha,
                                          FormaDeAplicar const& forma) {
    Fallas fallas;
    std::vector<Cartera::Aplicacion> aplicaciones;
    for (auto const& p : pedidos) {
        auto const* d = cartera.buscar(p.documento);
        auto const cual = campo(forma, p, forma.documento);
        if (d == nullptr) {
            fallas.agregar(cual, codigo::no_existe, "no existe");
            continue;
        }
        auto const& tipo = d->tipo();
        bool const deuda = tipo.lado == forma.lado && tipo.naturaleza == Naturaleza::cargo;
        if (!deuda && !es_reembolso(fuente, tipo))
            fallas.agregar(cual, codigo::rango, std::string(forma.no_es));
        else if (forma.de_uno && d->contactoId != fuente.contactoId)
            fallas.agregar(cual, codigo::rango, std::string(forma.de_otro));
        aplicaciones.push_back(
            {fuente.transaccionId, p.documento, p.importe, p.importe, a_la_par, fecha, p.numeroPartida, p.notas});
        convertir(fuente, *d, p, forma, aplicaciones.back(), fallas);
    }
    fallas.lanzar();
    return aplicaciones;
}

void exigir_pagable(DocumentoBloqueado const& d, Dinero importe, PagoPedido const& p, FormaDeAplicar const& forma) {
    // refunding a balance in favour assigns it, too
    auto const accion = d.tipo().paga() ? AccionDocumento::asignar : forma.accion;
    transicion(d.tipo(), d, accion, campo(forma, p, forma.documento));
    if (importe <= d.saldo - p.apartado) return;
    std::string const cual = d.tipoDocumento.valor() + " " + d.folio.valor();
    throw Problema::en(
        campo(forma, p, forma.importe), codigo::saldo_insuficiente,
        importe > d.saldo ? "excede el saldo de " + cual : "excede el saldo libre de solicitudes de pago de " + cual);
}

}  // namespace

bool excede(Dinero importe, TipoCambio tipo_cambio) {
    static constexpr Dinero mayor{"9999999999999.99"};
    try {
        return importe > mayor || multiplicar<2>(importe, tipo_cambio) > mayor;
    } catch (Desborde const&) {
        return true;
    }
}

void exigir_cabe(Dinero importe, Contexto const& c, std::string_view campo, Fallas& fallas) {
    if (excede(importe, c.tipoCambio.value_or(a_la_par)))
        fallas.agregar(std::string(campo), codigo::rango, "no puede pasar de 9999999999999.99, tampoco en pesos");
}

std::vector<Id> documentos_de(std::span<PagoPedido const> pedidos) {
    std::vector<Id> ids;
    for (auto const& p : pedidos) ids.push_back(p.documento);
    return ids;
}

std::vector<PagoPedido> pedidos_de(std::span<AplicacionPedida const> aplicaciones) {
    std::vector<PagoPedido> pedidos;
    for (auto const& a : aplicaciones) {
        std::optional<TipoCambio> tasa;
        if (a.tipoCambio) tasa = *a.tipoCambio;
        pedidos.push_back({pedidos.size(), a.transaccionId, a.importe, tasa});
    }
    return pedidos;
}

FacturaAfectada afectado(Cartera& cartera, Cartera::Aplicacion const& c) {
    auto const& d = *cartera.buscar(c.destino);
    return {c.destino, Cadena::de_base(d.folio.valor()), d.saldo + c.importe, c.importe,
            d.saldo,   Cadena::de_base(d.estado.valor())};
}

std::vector<Cartera::Aplicacion> exigir_pagos(Cartera& cartera, DocumentoBloqueado const& fuente,
                                              std::span<PagoPedido const> pedidos, FechaHora fecha,
                                              FormaDeAplicar const& forma) {
    auto hechos = resolver(cartera, fuente, pedidos, fecha, forma);
    Dinero suma;
    for (std::size_t i = 0; i < hechos.size(); ++i) {
        exigir_pagable(*cartera.buscar(hechos[i].destino), hechos[i].importe, pedidos[i], forma);
        suma += hechos[i].importeFuente;
    }
    if (suma > fuente.saldo)
        throw Problema::en(std::string(forma.lista), codigo::saldo_insuficiente,
                           "las " + std::string(forma.lista) + " suman más que el importe por asignar");
    return hechos;
}

AsignacionCancelada cancelar_asignacion(Escritura& db, Id id, Id documento) {
    auto const no_hay = [] {
        return Problema(codigo::no_encontrado,
                        "no existe un depósito, egreso, anticipo o crédito con ese identificador");
    };
    auto const momento = momento_de(db, {id, documento});
    if (!momento) throw no_hay();
    Fallas ninguna;
    auto const fecha = fechar({}, momento->ahora, momento->antes, ninguna);
    auto bloqueados = ConDocumentos::guardados(db, fecha, momento->ahora, alcance_de(db, id, {id, documento}));
    auto& cartera = bloqueados.cartera;
    auto const* fuente = cartera.buscar(id);
    if (fuente == nullptr || !fuente->tipo().paga()) throw no_hay();
    if (!db.consultar<sql::pagado_por_solicitud>("transaccionId"_es(id)).vacia())
        throw Problema(codigo::estado_invalido,
                       fuente->folio.valor() + " pagó una solicitud de pago: cancele el egreso");
    if (!db.consultar<sql::credito_del_documento>("transaccionId"_es(id), "documentoId"_es(documento)).vacia())
        throw Problema(codigo::estado_invalido, fuente->folio.valor() + " es un crédito de ese documento: cancélelo");
    auto const suyas = aplicaciones_de(db, {id});
    if (std::any_of(suyas.begin(), suyas.end(), [&](AplicacionGuardada const& a) {
            return a.fuenteId == id && a.destinoId == documento && !a.retenciones.empty();
        }))
        exigir_sin_enterar(db, *fuente);
    auto const plan = desasignar(db, bloqueados, id, documento, fecha);
    std::vector<Id> ids{id};
    std::map<Id, Dinero> antes;
    for (auto const& s : plan->saldos) {
        ids.push_back(s.transaccionId);
        if (s.transaccionId != id && !s.cambio.es_cero())
            antes[s.transaccionId] = cartera.buscar(s.transaccionId)->saldo - s.cambio;
    }
    for (auto const& [factura, saldo] : reliquidar_notas(db, cartera, ids, fecha)) antes.emplace(factura, saldo);
    seguir_deudas(db, bloqueados, ids, fecha);
    AsignacionCancelada hecha{resultado(db, id), {}};
    for (auto const& [cual, saldo] : antes) {
        auto const& d = *cartera.buscar(cual);
        if (d.estado == Estado::Facturado) continue;  // the fault of an invoiced note names its invoice
        hecha.facturasAfectadas.push_back({cual, Cadena::de_base(d.folio.valor()), saldo, d.saldo - saldo, d.saldo,
                                           Cadena::de_base(d.estado.valor())});
    }
    return hecha;
}

void exigir_por_dia(Escritura& db, Cartera& cartera, std::span<Cartera::Aplicacion const> aplicados, FechaHora fecha) {
    std::map<Id, Dinero> usos;  // use of each stored balance in favour: as payment, or as a refund
    for (auto const& c : aplicados) {
        if (cartera.buscar(c.fuente) != nullptr) usos[c.fuente] += c.importeFuente;
        if (cartera.buscar(c.destino)->tipo().paga()) usos[c.destino] += c.importe;
    }
    std::vector<Id> ids;
    for (auto const& [id, uso] : usos) ids.push_back(id);
    if (ids.empty()) return;
    for (auto const& x : db.lista<UsoDelDia, sql::usado_por_dia>("ids"_es(ids), "fecha"_es(fecha.fecha()))) {
        auto const& d = *cartera.buscar(x.transaccionId);
        if (usos[x.transaccionId] <= d.saldo - x.exceso) continue;
        throw Problema::en("fecha", codigo::rango,
                           "el " + texto_de(x.dia) + " " + d.tipoDocumento.valor() + " " + d.folio.valor() +
                               " estaba asignado a otro documento: use una fecha posterior");
    }
}

void no_se_cancela(DocumentoBloqueado const& d, std::string_view causa) {
    throw Problema(codigo::estado_invalido,
                   d.tipoDocumento.valor() + " " + d.folio.valor() + " no se puede cancelar: " + std::string(causa));
}

DocumentoBloqueado fuente_de(CabeceraNueva const& c, Dinero por_asignar) {
    DocumentoBloqueado f;
    f.transaccionId = c.transaccionId, f.objId = Id(c.objId.valor()), f.contactoId = c.contactoId;
    f.monedaId = c.monedaId, f.tipoCambio = c.tipoCambio, f.saldo = por_asignar;
    return f;
}

}  // namespace gestor::bancos
