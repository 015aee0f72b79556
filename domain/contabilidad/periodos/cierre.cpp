#include "domain/contabilidad/periodos/cierre.hpp"

#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/periodos/consultas.hpp"
#include "domain/contabilidad/periodos/periodos.hpp"
#include "domain/contabilidad/periodos/saldar.hpp"

namespace gestor::contabilidad {
namespace {

constexpr int mes_del_cierre = 13;

std::string del_ejercicio(AnioContable anio) {
    return "del ejercicio " + std::to_string(anio.valor());
}

Cadena concepto_de_traspaso(AnioContable anio) {
    return Cadena("Resultado " + del_ejercicio(anio) + " a ejercicios anteriores");
}

// Locks the months of the year. Throws unless month 13 is in state `cierre`.
ASolas apartar(Escritura& db, AnioContable anio, EstadoPeriodo const& cierre) {
    auto a_solas = ASolas::entrar(db, anio, 1, mes_del_cierre);
    if (a_solas.meses.back().estado != cierre)
        throw Problema(codigo::estado_invalido, "el ejercicio " + std::to_string(anio.valor()) +
                                                    (cierre == EstadoPeriodo("Abierto") ? " ya" : " no") +
                                                    " está cerrado");
    return a_solas;
}

void exigir_meses_cerrados(AnioContable anio, std::vector<MesApartado> const& meses) {
    std::string abiertos;
    for (auto const& m : meses)
        if (m.mes.valor() < mes_del_cierre && m.estado == EstadoPeriodo("Abierto"))
            abiertos += (abiertos.empty() ? "" : ", ") + std::to_string(m.mes.valor());
    if (!abiertos.empty())
        throw Problema(codigo::estado_invalido, "para cerrar el ejercicio " + std::to_string(anio.valor()) +
                                                    " faltan por cerrar los meses " + abiertos);
}

std::vector<SaldoPorDestino> saldos_de(Escritura& db, AnioContable anio) {
    return db.lista<SaldoPorDestino, sql::saldos_de_resultado>("ejercicio"_es(anio),
                                                               "fechaCorte"_es(std::optional<Fecha>()));
}

PolizaPropia poliza_de(AnioContable anio, std::vector<SaldoPorDestino> const& saldos) {
    bool const perdida = suma_de(saldos) > Dinero();
    PolizaPropia p{};
    p.tipo = "Diario";
    p.origen = "Cierre";
    p.fecha = ultimo_dia(anio, 12);
    p.mes = MesContable(mes_del_cierre);
    p.concepto = Cadena("Cierre " + del_ejercicio(anio));
    p.lineas = saldar(saldos, {perdida ? "PERDIDA_EJERCICIO" : "UTILIDAD_EJERCICIO"});
    return p;
}

// Entry that transfers the result of the year to earlier years, line by line of the closing entry.
PolizaPropia traspaso_de(AnioContable anio, PolizaPropia const& cierre, Fecha fecha) {
    PolizaPropia p{};
    p.tipo = cierre.tipo;
    p.origen = cierre.origen;
    p.fecha = fecha;
    p.concepto = concepto_de_traspaso(anio);
    for (auto const& l : cierre.lineas) {
        if (l.clave.vacio()) continue;  // an income or expense account
        p.lineas.push_back(l);
        std::swap(p.lineas.back().debe, p.lineas.back().haber);
        p.lineas.push_back(l);
        p.lineas.back().clave = Cadena(l.clave == "PERDIDA_EJERCICIO" ? "PERDIDA_ACUMULADA" : "UTILIDAD_ACUMULADA");
    }
    return p;
}

// Day of the transfer: the sent one, else January 1 of the next year, or the first day after it in an open month.
Fecha dia_de_traspaso(Escritura& db, AnioContable anio, std::optional<Fecha> pedida, Fecha ahora) {
    Fecha const primero = ultimo_dia(anio, 12) + std::chrono::days(1);
    if (!pedida) return primer_dia_abierto(db, primero);
    if (*pedida < primero) throw Problema::en("fecha", codigo::rango, "es de un ejercicio que termina con el cierre");
    if (*pedida > ahora) throw Problema::en("fecha", codigo::rango, "es posterior a hoy");
    return *pedida;
}

}  // namespace

EjercicioViewModel cerrar_ejercicio(Escritura& db, AnioContable anio, Cuerpo<CierreEjercicioPeticion> const& c) {
    auto const ahora = hoy(db);
    if (ahora <= ultimo_dia(anio, 12)) throw Problema::en("anio", codigo::rango, "no ha terminado");
    auto const a_solas = apartar(db, anio, "Abierto");
    exigir_meses_cerrados(anio, a_solas.meses);
    auto const saldos = saldos_de(db, anio);
    auto poliza = poliza_de(anio, saldos);
    EjercicioViewModel v{anio, "Cerrado", -suma_de(saldos), {}, {}, {}};
    auto traspaso = traspaso_de(anio, poliza, dia_de_traspaso(db, anio, c.fecha, ahora));
    if (!poliza.lineas.empty()) v.polizaId = a_solas.en(poliza.fecha).asentar(std::move(poliza));
    if (!traspaso.lineas.empty()) {
        v.fechaTraspaso = traspaso.fecha;
        v.polizaTraspasoId = asentar_en_su_mes(db, std::move(traspaso), FechaHora(ahora));
    }
    poner_periodo(db, anio, mes_del_cierre, "Cerrado", c.motivo ? c.motivo->valor() : std::string());
    return v;
}

EjercicioViewModel reabrir_ejercicio(Escritura& db, AnioContable anio, Cuerpo<ReaperturaPeticion> const& c) {
    auto const a_solas = apartar(db, anio, "Cerrado");
    EjercicioViewModel v{anio, "Abierto", {}, {}, {}, {}};
    auto const reversa_de = [&](PolizaPropia const& guardada, Fecha fecha, std::string const& de) {
        auto reversa = inversa(guardada, fecha);
        reversa.concepto = Cadena("Reversa " + de + del_ejercicio(anio));
        reversa.motivo = Cadena(c.motivo.valor());
        return reversa;
    };
    if (auto const cierre = db.uno<PolizaVigente, sql::poliza_de_cierre>("ejercicio"_es(anio))) {
        auto reversa = reversa_de(*poliza_propia(db, cierre->id), ultimo_dia(anio, 12), "del cierre ");
        v.polizaId = a_solas.en(reversa.fecha).asentar(std::move(reversa));
    }
    if (auto const traspaso = db.uno<PolizaVigente, sql::poliza_de_traspaso>(
            "ejercicio"_es(anio), "concepto"_es(concepto_de_traspaso(anio)))) {
        auto const guardada = *poliza_propia(db, traspaso->id);
        v.fechaTraspaso = primer_dia_abierto(db, guardada.fecha);
        v.polizaTraspasoId = asentar_en_su_mes(
            db, reversa_de(guardada, *v.fechaTraspaso, "del traspaso del resultado "), FechaHora(hoy(db)));
    }
    poner_periodo(db, anio, mes_del_cierre, "Abierto", c.motivo.valor());
    v.resultado = -suma_de(saldos_de(db, anio));
    return v;
}

}  // namespace gestor::contabilidad
