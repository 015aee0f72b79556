#include "domain/contabilidad/cierre.hpp"

#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/consultas_periodos.hpp"
#include "domain/contabilidad/periodos.hpp"
#include "domain/contabilidad/saldar.hpp"

namespace gestor::contabilidad {
namespace {

constexpr int mes_del_cierre = 13;

std::string del_ejercicio(AnioContable anio) {
    return "del ejercicio " + std::to_string(anio.valor());
}

// The year as it is asked for, month 13 last.
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
    if (perdida)
        p.lineas = saldar(saldos, {"PERDIDA_EJERCICIO", "PERDIDA_ACUMULADA"});
    else
        p.lineas = saldar(saldos, {"UTILIDAD_EJERCICIO", "UTILIDAD_ACUMULADA"});
    return p;
}

}  // namespace

EjercicioViewModel cerrar_ejercicio(Escritura& db, AnioContable anio, Cuerpo<CierrePeticion> const& c) {
    if (hoy(db) <= ultimo_dia(anio, 12)) throw Problema::en("anio", codigo::rango, "no ha terminado");
    auto const a_solas = apartar(db, anio, "Abierto");
    exigir_meses_cerrados(anio, a_solas.meses);
    auto const saldos = saldos_de(db, anio);
    auto poliza = poliza_de(anio, saldos);
    IdOCero id;
    if (!poliza.lineas.empty()) id = a_solas.en(poliza.fecha).asentar(std::move(poliza));
    poner_periodo(db, anio, mes_del_cierre, "Cerrado", c.motivo ? c.motivo->valor() : std::string());
    return {anio, "Cerrado", -suma_de(saldos), id};
}

EjercicioViewModel reabrir_ejercicio(Escritura& db, AnioContable anio, Cuerpo<ReaperturaPeticion> const& c) {
    auto const a_solas = apartar(db, anio, "Cerrado");
    IdOCero id;
    if (auto const cierre = db.uno<PolizaVigente, sql::poliza_de_cierre>("ejercicio"_es(anio))) {
        auto reversa = inversa(*poliza_propia(db, cierre->id), ultimo_dia(anio, 12));
        reversa.concepto = Cadena("Reversa del cierre " + del_ejercicio(anio));
        reversa.motivo = Cadena(c.motivo.valor());
        id = a_solas.en(reversa.fecha).asentar(std::move(reversa));
    }
    poner_periodo(db, anio, mes_del_cierre, "Abierto", c.motivo.valor());
    return {anio, "Abierto", -suma_de(saldos_de(db, anio)), id};
}

}  // namespace gestor::contabilidad
