#include "domain/contabilidad/determinacion_iva.hpp"

#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/consultas_determinacion.hpp"
#include "domain/contabilidad/periodos.hpp"
#include "domain/contabilidad/saldar.hpp"

namespace gestor::contabilidad {
namespace {

std::string del_mes(DeterminacionIvaPeticion const& d) {
    return "del IVA de " + nombre_de(d.anio, d.mes);
}

// Nobody writes in the month meanwhile, and it is open.
EnPeriodo entrar(Escritura& db, DeterminacionIvaPeticion const& d) {
    auto const dia = ultimo_dia(d.anio, d.mes);
    auto const ahora = hoy(db);
    if (ahora <= dia) throw Problema::en("mes", codigo::rango, "no ha terminado");
    ASolas::entrar(db, d.anio, d.mes.valor(), d.mes.valor());
    return EnPeriodo::entrar(db, FechaHora(dia), FechaHora(ahora));
}

std::optional<PolizaVigente> determinada(Escritura& db, DeterminacionIvaPeticion const& d) {
    return db.uno<PolizaVigente, sql::poliza_de_iva>("fecha"_es(ultimo_dia(d.anio, d.mes)));
}

std::vector<SaldoPorDestino> saldos_de(Escritura& db, DeterminacionIvaPeticion const& d) {
    return db.lista<SaldoPorDestino, sql::saldos_de_iva>("ejercicio"_es(d.anio), "mes"_es(d.mes),
                                                         "fechaCorte"_es(std::optional<Fecha>()));
}

DeterminacionIvaViewModel leer(Escritura& db, DeterminacionIvaPeticion const& d) {
    DeterminacionIvaViewModel v{};
    static_cast<DeterminacionIvaPeticion&>(v) = d;
    static_cast<IvaDelMes&>(v) = *db.uno<IvaDelMes, sql::iva_del_mes>("ejercicio"_es(d.anio), "mes"_es(d.mes),
                                                                      "fechaCorte"_es(std::optional<Fecha>()));
    auto const neto = v.ivaCobrado - v.ivaAcreditable;
    if (neto.es_negativo())
        v.aFavor = -neto;
    else
        v.aCargo = neto;
    return v;
}

}  // namespace

bool iva_desactualizado(Escritura& db, AnioContable anio, Mes mes) {
    DeterminacionIvaPeticion const d{anio, mes};
    return determinada(db, d) && !saldos_de(db, d).empty();
}

DeterminacionIvaViewModel determinar_iva(Escritura& db, Cuerpo<DeterminacionIvaPeticion> const& d) {
    auto const mes = entrar(db, d);
    if (determinada(db, d))
        throw Problema(codigo::estado_invalido, "la determinación " + del_mes(d) + " ya está hecha");
    auto v = leer(db, d);
    PolizaPropia p{};
    p.tipo = "Diario";
    p.origen = "DeterminacionIva";
    p.fecha = ultimo_dia(d.anio, d.mes);
    p.concepto = Cadena("Determinación " + del_mes(d));
    auto const saldos = saldos_de(db, d);
    if (v.aFavor.es_positivo())
        p.lineas = saldar(saldos, {"IVA_A_FAVOR"});
    else
        p.lineas = saldar(saldos, {"IVA_POR_PAGAR"});
    if (!p.lineas.empty()) v.polizaId = mes.asentar(std::move(p));
    return v;
}

DeterminacionIvaViewModel cancelar_determinacion_iva(Escritura& db, Consulta<DeterminacionIvaCancelacion> const& d) {
    auto const mes = entrar(db, d);
    auto const hecha = determinada(db, d);
    if (!hecha) throw Problema(codigo::no_encontrado, "la determinación " + del_mes(d) + " no está hecha");
    auto reversa = inversa(*poliza_propia(db, hecha->id), ultimo_dia(d.anio, d.mes));
    reversa.concepto = Cadena("Reversa de la determinación " + del_mes(d));
    reversa.motivo = Cadena(d.motivo.valor());
    auto const id = mes.asentar(std::move(reversa));
    db.terminar();
    auto v = leer(db, d);
    v.polizaId = id;
    return v;
}

}  // namespace gestor::contabilidad
