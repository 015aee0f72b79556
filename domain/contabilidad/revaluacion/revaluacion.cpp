#include "domain/contabilidad/revaluacion/revaluacion.hpp"

#include <algorithm>
#include <set>

#include "domain/comun/nombrados.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/periodos/periodos.hpp"
#include "domain/contabilidad/revaluacion/consultas.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::contabilidad {
namespace {

constexpr std::chrono::days dias_de_cambio{7};  // an older exchange rate gives a warning

struct Fila {
    Entero<0, 200> fila;
};
DTO(Fila, fila)

struct PolizaDelDia {
    Id id;
    Fecha fecha;
};
DTO(PolizaDelDia, id, fecha)

struct Dia {
    Fecha fecha;
};
DTO(Dia, fecha)

// Meses: the month and the next; both are open, and locked against other writers.
struct Meses {
    Fecha ultimo;  // last day of the month
    EnPeriodo este, proximo;
    std::string nombre;

    Fecha primero() const { return ultimo + std::chrono::days(1); }  // first day of the next month
    Id asentar(PolizaPropia p) const { return (p.fecha == ultimo ? este : proximo).asentar(std::move(p)); }
};

// Locks the month and the next. Throws when the month has not ended, or a later revaluation is in force.
Meses entrar(Escritura& db, AnioContable anio, Mes mes) {
    auto const ultimo = ultimo_dia(anio, mes);
    auto const ahora = hoy(db);
    if (ahora <= ultimo) throw Problema::en("mes", codigo::rango, "no ha terminado");
    auto const primero = ultimo + std::chrono::days(1);
    ASolas::entrar(db, anio, mes.valor(), mes.valor());
    Meses meses{ultimo, EnPeriodo::entrar(db, FechaHora(ultimo), FechaHora(ahora)),
                EnPeriodo::entrar(db, FechaHora(primero), FechaHora(ahora)), nombre_de(anio, mes)};
    if (auto const otra = db.uno<Dia, sql::revaluacion_posterior>("fechaCorte"_es(ultimo)))
        throw Problema(codigo::estado_invalido,
                       "hay una revaluación posterior, del " + texto_de(otra->fecha) + ": primero hay que revertirla");
    return meses;
}

std::vector<PolizaDelDia> hechas(Escritura& db, Meses const& meses) {
    return db.lista<PolizaDelDia, sql::polizas_de_revaluacion>("fechaCorte"_es(meses.ultimo));
}

void exigir_monedas(Escritura& db, std::string const& tasas) {
    Fallas fallas;
    for (auto const& f : db.lista<Fila, sql::monedas_que_no_hay>("tiposCambio"_es(tasas)))
        fallas.agregar(en_fila("tiposCambio", static_cast<std::size_t>(f.fila.valor()), "moneda"), codigo::no_existe,
                       "no existe");
    fallas.lanzar();
}

void exigir_tasas(std::vector<RevaluacionRenglon> const& renglones, Fecha dia) {
    Fallas fallas;
    std::set<std::string> dichas;
    for (auto const& r : renglones)
        if (!r.valor && dichas.insert(r.moneda.valor()).second)
            fallas.agregar("tiposCambio", codigo::requerido,
                           "falta el tipo de cambio de " + r.moneda.valor() + " al " + texto_de(dia));
    fallas.lanzar();
}

void avisar(std::vector<RevaluacionRenglon> const& renglones, Fecha dia, std::vector<Cadena>& advertencias) {
    std::set<std::string> dichas;
    for (auto const& r : renglones)
        if (r.fechaTipoCambio && *r.fechaTipoCambio + dias_de_cambio < dia && dichas.insert(r.moneda.valor()).second)
            advertencias.push_back(
                Cadena("el tipo de cambio de " + r.moneda.valor() + " es del " + texto_de(*r.fechaTipoCambio)));
}

// Text of a movement. The movement of a bank account has the account's key, by which it is found again.
std::string concepto_de(RevaluacionRenglon const& r) {
    if (!r.clave.vacio()) return r.clave.valor();
    return std::string(r.grupo.valor()) + " en " + r.moneda.valor() + ": " + texto_de(r.saldo) + " a " +
           texto_de(*r.tipoCambio);
}

LineaPropia linea(RevaluacionRenglon const& r, Dinero deudor) {
    LineaPropia l{};
    (deudor.es_negativo() ? l.haber : l.debe) = deudor.es_negativo() ? -deudor : deudor;
    l.sucursalId = r.sucursalId.id();
    l.concepto = Cadena(concepto_de(r));
    return l;
}

// Posts the change of value of a balance, and its exchange gain or loss.
void asentar_en(std::vector<LineaPropia>& lineas, RevaluacionRenglon const& r) {
    auto const d = *r.diferencia;
    lineas.push_back(linea(r, d));
    if (r.cuentaId.presente())
        lineas.back().cuentaId = r.cuentaId;
    else
        lineas.back().clave =
            Cadena(r.grupo == GrupoRevaluado("Clientes") ? "CLIENTES_COMPLEMENTARIA" : "PROVEEDORES_COMPLEMENTARIA");
    lineas.push_back(linea(r, -d));
    lineas.back().clave = Cadena(d.es_negativo() ? "PERDIDA_CAMBIARIA" : "UTILIDAD_CAMBIARIA");
}

PolizaPropia poliza_de(std::string concepto, Fecha fecha, std::vector<LineaPropia> lineas) {
    PolizaPropia p{};
    p.tipo = "Diario";
    p.origen = "Revaluacion";
    p.fecha = fecha;
    p.concepto = Cadena(std::move(concepto));
    p.lineas = std::move(lineas);
    return p;
}

}  // namespace

void validar(RevaluacionPeticion const& r, Fallas& fallas) {
    if (!r.tiposCambio) return;
    auto const& tasas = *r.tiposCambio;
    for (std::size_t i = 0; i < tasas.size(); ++i) {
        auto const igual = [&](auto const& otra) { return otra.moneda == tasas[i].moneda; };
        if (tasas[i].moneda.valor() == "MXN")
            fallas.agregar(en_fila("tiposCambio", i, "moneda"), codigo::rango, "la moneda nacional no se revalúa");
        else if (std::any_of(tasas.begin(), tasas.begin() + static_cast<std::ptrdiff_t>(i), igual))
            fallas.agregar(en_fila("tiposCambio", i, "moneda"), codigo::duplicado, "repite uno anterior");
    }
}

RevaluacionViewModel revaluar(Escritura& db, Cuerpo<RevaluacionPeticion> const& r) {
    auto const tasas = r.tiposCambio ? como_json(*r.tiposCambio) : std::string("[]");
    exigir_monedas(db, tasas);
    auto const meses = entrar(db, r.anio, r.mes);
    if (!hechas(db, meses).empty())
        throw Problema(codigo::estado_invalido, "la revaluación de " + meses.nombre + " ya está hecha");

    RevaluacionViewModel v{};
    v.anio = r.anio, v.mes = r.mes;
    v.renglones = db.lista<RevaluacionRenglon, sql::revaluables>(
        "fechaCorte"_es(meses.ultimo), "fechaFinal"_es(meses.ultimo), "tiposCambio"_es(tasas));
    exigir_tasas(v.renglones, meses.ultimo);
    avisar(v.renglones, meses.ultimo, v.advertencias);

    std::vector<LineaPropia> de_documentos, de_bancos;
    for (auto const& x : v.renglones) {
        if (x.diferencia->es_cero()) continue;
        asentar_en(x.cuentaId.presente() ? de_bancos : de_documentos, x);
        (x.diferencia->es_negativo() ? v.perdida : v.utilidad) +=
            x.diferencia->es_negativo() ? -*x.diferencia : *x.diferencia;
    }
    if (!de_documentos.empty())
        v.polizaReversaId = meses.asentar(
            inversa(poliza_de("Reversa de la revaluación de " + meses.nombre, meses.primero(), de_documentos),
                    meses.primero()));
    de_documentos.insert(de_documentos.end(), de_bancos.begin(), de_bancos.end());
    if (!de_documentos.empty())
        v.polizaId = meses.asentar(poliza_de("Revaluación de " + meses.nombre, meses.ultimo, std::move(de_documentos)));
    return v;
}

PolizasDeRevaluacion cancelar_revaluacion(Escritura& db, Consulta<RevaluacionCancelacion> const& r) {
    auto const meses = entrar(db, r.anio, r.mes);
    auto const vigentes = hechas(db, meses);
    if (vigentes.empty()) throw Problema(codigo::no_encontrado, "la revaluación de " + meses.nombre + " no está hecha");
    PolizasDeRevaluacion v{};
    for (auto const& hecha : vigentes) {
        auto guardada = *poliza_propia(db, hecha.id);
        auto p = inversa(guardada, hecha.fecha);
        p.concepto = Cadena("Cancelación: " + guardada.concepto.valor());
        p.motivo = Cadena(r.motivo.valor());
        (hecha.fecha == meses.ultimo ? v.polizaId : v.polizaReversaId) = meses.asentar(std::move(p));
    }
    return v;
}

}  // namespace gestor::contabilidad
