#include "domain/contabilidad/polizas/polizas.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/contabilidad/ofrece.hpp"
#include "domain/contabilidad/polizas/consultas.hpp"
#include "domain/motor/escritura/etapas.hpp"

namespace gestor::contabilidad {
namespace {

using E = PolizaEncabezadoViewModel;

struct Ahora {
    FechaHora ahora;
};
DTO(Ahora, ahora)

struct PolizaGuardada {
    Id polizaId;
    TipoPoliza tipo;
    Entero<0, 2'147'483'647> numero;
    Fecha fecha;
    OrigenPoliza origen;
    Cadena concepto;
    IdOCero reversaDe;
    IdOCero reversadaPor;
    Cadena documento;

    std::string nombre() const { return std::string(tipo.valor()) + " " + std::to_string(numero.valor()); }
};
DTO(PolizaGuardada, polizaId, tipo, numero, fecha, origen, concepto, reversaDe, reversadaPor, documento)

std::optional<Id> id_si_hay(std::optional<IdOCero> const& id) {
    return id ? id->id() : std::nullopt;
}

struct PartidaResuelta : FallaDeFila {  // PartidaResuelta: a line without a fault has no code
    IdOCero cuentaId;
    IdOCero contactoId;
};
DTO_DE((FallaDeFila), PartidaResuelta, cuentaId, contactoId)

std::vector<LineaPropia> resolver(Escritura& db, PolizaNueva const& nueva, Fallas& fallas) {
    std::vector<LineaPropia> lineas;
    lineas.reserve(nueva.partidas.size());
    for (auto const& p : nueva.partidas) {
        lineas.push_back(linea_de(p));
        if (p.uuid) lineas.back().uuid = Cadena::de_base(p.uuid->valor());
    }
    resolver_partidas(db, como_json(nueva.partidas), lineas, fallas);
    return lineas;
}

// Posts the póliza and answers with its header; its lines are those of the body.
Vista<E> asentar(Escritura& db, FechaHora fecha, FechaHora hoy, PolizaPropia p) {
    p.fecha = fecha.fecha();
    auto const id = asentar_en_su_mes(db, std::move(p), hoy);
    db.terminar();
    return db.vista<E>(poliza_encabezado, id);
}

Vista<E> registrar(Escritura& db, PolizaNueva const& nueva) {
    Fallas fallas;
    auto const hoy = ahora_de(db);
    auto const fecha = fechar(nueva.fecha, hoy, {}, fallas);
    PolizaPropia p;
    p.lineas = resolver(db, nueva, fallas);
    fallas.lanzar();
    p.tipo = nueva.tipo;
    p.origen = "Manual";
    p.concepto = Cadena::de_base(nueva.concepto.valor());
    return asentar(db, fecha, hoy, std::move(p));
}

PolizaGuardada guardada(Lectura& db, Id id) {
    auto p = db.uno<PolizaGuardada, sql::poliza_guardada>("id"_es(id));
    if (!p) throw Problema(codigo::no_encontrado, "no existe la póliza con ese identificador");
    return std::move(*p);
}

// Only a manual póliza in force can be reversed, and not a reversal.
void exigir_reversable(PolizaGuardada const& p) {
    std::string causa;
    if (!p.documento.vacio())
        causa = "viene de " + p.documento.valor() + ": se reversa al cancelarlo";
    else if (p.origen != OrigenPoliza("Manual"))
        causa = "es de " + std::string(p.origen.valor()) + ": no se escribió a mano";
    else if (p.reversaDe.presente())
        causa = "es la reversa de otra; para registrar la otra de nuevo, cópiela";
    else if (p.reversadaPor.presente())
        causa = "ya se reversó, con la póliza " + std::to_string(p.reversadaPor.valor());
    if (!causa.empty())
        throw Problema(codigo::estado_invalido, "la póliza " + p.nombre() + " " + causa)
            .con("accionesPermitidas", "[]");
}

}  // namespace

LineaPropia linea_de(PartidaManual const& p) {
    LineaPropia l;
    l.debe = p.debe.valor, l.haber = p.haber.valor;
    if (p.concepto) l.concepto = Cadena::de_base(p.concepto->valor());
    l.sucursalId = id_si_hay(p.sucursalId), l.proyectoId = id_si_hay(p.proyectoId);
    l.centroCostoId = id_si_hay(p.clasificadorCostoId);
    return l;
}

void resolver_partidas(Escritura& db, std::string const& partidas, std::vector<LineaPropia>& lineas, Fallas& fallas) {
    for (auto const& r : db.lista<PartidaResuelta, sql::poliza_resolver>("partidas"_es(partidas))) {
        auto const fila = static_cast<std::size_t>(r.fila.valor());
        lineas.at(fila).cuentaId = r.cuentaId, lineas.at(fila).contactoId = r.contactoId.id();
        if (!r.codigo.vacio()) fallas.agregar(en_fila("partidas", fila, r.campo), r.codigo, r.mensaje.valor());
    }
}

FechaHora ahora_de(Lectura& db) {
    return db.uno<Ahora, sql::ahora_de_sesion>()->ahora;
}

void fallas_de_partida(Escritura& db, PartidaPolizaNueva const& partida, Fallas& fallas) {
    std::vector<PartidaPolizaNueva> const una{partida};
    for (auto const& r : db.lista<PartidaResuelta, sql::poliza_resolver>("partidas"_es(como_json(una))))
        if (!r.codigo.vacio()) fallas.agregar(std::string(r.campo.valor()), r.codigo, r.mensaje.valor());
}

LecturaCompilada leer_poliza() {
    return {lectura<PolizaViewModel>(sql::polizas, larga, lista<&PolizaViewModel::partidas>(sql::poliza_partidas)),
            "poliza"};
}

LecturaCompilada leer_poliza_encabezado() {
    return {lectura<E>(sql::polizas), "polizaEncabezado"};
}

LecturaCompilada leer_polizas() {
    using F = PolizasFiltro;
    return {pagina<E, F>(sql::polizas, filtro<&F::fechaInicial>("p.fecha >= :fechaInicial::date"),
                         filtro<&F::fechaFinal>("p.fecha <= :fechaFinal::date"),
                         filtro_largo<&F::tipo>("p.tipo = :tipo"), filtro<&F::origen>("p.origen = :origen"),
                         filtro_largo<&F::cuenta>(sql::poliza_con_cuenta, sql::existe_cuenta),
                         filtro<&F::transaccionId>("p.transaccion_id = :transaccionId", maestra::transaccion),
                         filtro_largo<&F::contactoId>(sql::poliza_con_contacto, maestra::contacto),
                         filtro_largo<&F::uuid>(sql::poliza_con_uuid),
                         filtro_largo<&F::busqueda>(
                             "normalizar(p.tipo || ' ' || p.numero || ' ' || p.concepto) LIKE patron(:busqueda)")),
            "polizas"};
}

Vista<E> crear_poliza(Escritura& db, Cuerpo<PolizaNueva> const& nueva) {
    return registrar(db, nueva);
}

Vista<E> copiar_poliza(Escritura& db, Id id, Cuerpo<PolizaCopia> const& copia) {
    auto const otra = guardada(db, id);
    PolizaNueva nueva;
    nueva.tipo = otra.tipo;
    nueva.fecha = copia.fecha;
    bool const con_otro = copia.concepto && !copia.concepto->vacio();
    nueva.concepto = ConceptoPoliza::de_base(con_otro ? copia.concepto->valor() : otra.concepto.valor());
    for (auto& p : db.lista<PartidaPolizaNueva, sql::poliza_como_nueva>("id"_es(id)))
        nueva.partidas.push_back(std::move(p));
    return registrar(db, nueva);
}

// No write may change a póliza, so a reversed póliza cannot be locked. When two reversals are simultaneous, only one is
// stored: the second runs again and sees the first (uq_poliza__reversaDe).
Vista<E> reversar_poliza(Escritura& db, Id id, ConsultaOCuerpo<PolizaReversa> const& reversa) {
    auto const otra = guardada(db, id);
    exigir_reversable(otra);
    Fallas fallas;
    auto const hoy = ahora_de(db);
    auto const fecha =
        fechar(reversa.fecha, hoy, Antecedente{FechaHora(otra.fecha), "la póliza " + otra.nombre()}, fallas);
    fallas.lanzar();
    auto p = inversa(poliza_propia(db, id).value(), fecha.fecha());
    p.mes = std::nullopt;  // the month of its own date, not 13
    if (reversa.motivo) p.motivo = Cadena::de_base(reversa.motivo->valor());
    return asentar(db, fecha, hoy, std::move(p));
}

}  // namespace gestor::contabilidad
