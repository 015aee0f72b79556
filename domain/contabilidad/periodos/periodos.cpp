#include "domain/contabilidad/periodos/periodos.hpp"
#include "domain/comun/consultas.hpp"

#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/impuestos/determinacion_iva.hpp"
#include "domain/contabilidad/periodos/consultas.hpp"
#include "domain/motor/escritura/motor.hpp"

namespace gestor::contabilidad {
namespace {

LecturaCompilada const periodo(lectura<PeriodoViewModel>(sql::periodos), "periodo");

Id numero_de(AnioContable anio, Mes mes) {
    return Id(anio.valor() * 100 + mes.valor());
}

Problema ya_esta(AnioContable anio, Mes mes, std::string const& como) {
    return Problema(codigo::estado_invalido, "el periodo contable " + nombre_de(anio, mes) + " ya está " + como);
}

bool esta(Escritura& db, AnioContable anio, Mes mes, EstadoPeriodo const& estado) {
    return ASolas::entrar(db, anio, mes.valor(), mes.valor()).meses.at(0).estado == estado;
}

}  // namespace

std::string nombre_de(AnioContable anio, Mes mes) {
    auto const numero = std::to_string(numero_de(anio, mes).valor());
    return numero.substr(0, 4) + "-" + numero.substr(4);
}

Fecha ultimo_dia(AnioContable anio, Mes mes) {
    using namespace std::chrono;
    return Fecha(sys_days(year(static_cast<int>(anio.valor())) / month(static_cast<unsigned>(mes.valor())) / last));
}

void poner_periodo(Escritura& db, AnioContable anio, MesContable mes, EstadoPeriodo const& estado,
                   std::string const& motivo) {
    db.encolar<sql::periodo_poner>("ejercicio"_es(anio), "mes"_es(mes), "estado"_es(estado), "motivo"_es(motivo));
}

void exigir_sin_conteos(Escritura& db, AnioContable anio, Mes mes) {
    auto const abiertos = db.consultar<sql::mes_contandose>("ejercicio"_es(anio), "mes"_es(mes));
    if (abiertos.vacia()) return;
    std::string ids;
    for (auto const& fila : abiertos.filas) ids += (ids.empty() ? "" : ", ") + fila[0].value();
    throw Problema(codigo::tiene_documentos,
                   "en " + nombre_de(anio, mes) + " hay conteos de inventario abiertos: " + ids)
        .con("conteos", "[" + ids + "]");
}

// Months close in order, so that each begins with the balances that the month before ended with. Earlier months without
// use close with it.
void cerrar_anteriores(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo) {
    auto const cual = "ejercicio"_es(anio);
    auto const este = "mes"_es(mes);
    std::string abiertos;
    for (auto const& m : db.lista<MesDeEjercicio, sql::meses_anteriores_usados>(cual, este))
        abiertos += (abiertos.empty() ? "" : ", ") + nombre_de(m.ejercicio, m.mes);
    if (!abiertos.empty())
        throw Problema(codigo::estado_invalido, "los meses se cierran en orden: antes de " + nombre_de(anio, mes) +
                                                    " hay que cerrar " + abiertos);
    db.encolar<sql::meses_anteriores_cerrar>(cual, este, "motivo"_es(motivo));
}

// Months are locked from the first to the last, as every call locks them.
bool apartar_anteriores(Escritura& db, AnioContable anio, Mes mes) {
    db.consultar<sql::turno>("que"_es("periodo"));
    return !db.lista<MesDeEjercicio, sql::meses_anteriores_apartar>("ejercicio"_es(anio), "mes"_es(mes)).empty();
}

bool cerrar_mes(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo) {
    bool const abiertos_antes = apartar_anteriores(db, anio, mes);
    if (esta(db, anio, mes, "Cerrado")) return false;
    if (hoy(db) <= ultimo_dia(anio, mes)) throw Problema::en("mes", codigo::rango, "no ha terminado");
    if (abiertos_antes) cerrar_anteriores(db, anio, mes, motivo);
    exigir_sin_documentos(db.lista<DocumentoRelacionado, sql::mes_a_medias>("ejercicio"_es(anio), "mes"_es(mes)),
                          "en " + nombre_de(anio, mes) +
                              " hay documentos a medias: liquidaciones de ruta sin validar o camiones cargados sin "
                              "liquidar");
    exigir_sin_conteos(db, anio, mes);
    exigir_impuestos_al_dia(db, anio, mes);
    poner_periodo(db, anio, mes.valor(), "Cerrado", motivo);
    return true;
}

// The closing of a year locks its months first: while this month is locked, no closing of the year can begin.
bool reabrir_mes(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo) {
    if (esta(db, anio, mes, "Abierto")) return false;
    if (motivo.empty()) throw Problema(codigo::validacion, "para reabrir un mes cerrado falta el motivo");
    if (!db.consultar<sql::ejercicio_cerrado>("ejercicio"_es(anio)).vacia())
        throw Problema(codigo::estado_invalido,
                       "el ejercicio " + std::to_string(anio.valor()) + " está cerrado; primero hay que reabrirlo");
    if (auto const otro = db.uno<MesDeEjercicio, sql::ultimo_mes_cerrado>("ejercicio"_es(anio), "mes"_es(mes)))
        throw Problema(codigo::estado_invalido,
                       "los meses se reabren del último hacia atrás: primero hay que reabrir " +
                           nombre_de(otro->ejercicio, otro->mes));
    poner_periodo(db, anio, mes.valor(), "Abierto", motivo);
    deshacer_acreditamientos(db, anio, mes, motivo);
    return true;
}

Vista<PeriodoViewModel> cerrar_periodo(Escritura& db, AnioContable anio, Mes mes, Cuerpo<CierrePeticion> const& c) {
    if (!cerrar_mes(db, anio, mes, c.motivo ? c.motivo->valor() : std::string())) throw ya_esta(anio, mes, "cerrado");
    return db.vista<PeriodoViewModel>(periodo, numero_de(anio, mes));
}

Vista<PeriodoViewModel> reabrir_periodo(Escritura& db, AnioContable anio, Mes mes,
                                        Cuerpo<ReaperturaPeticion> const& c) {
    if (!reabrir_mes(db, anio, mes, c.motivo.valor())) throw ya_esta(anio, mes, "abierto");
    return db.vista<PeriodoViewModel>(periodo, numero_de(anio, mes));
}

}  // namespace gestor::contabilidad
