#include "domain/contabilidad/determinacion_iva.hpp"

#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/a_favor.hpp"
#include "domain/contabilidad/consultas_determinacion.hpp"
#include "domain/contabilidad/periodos.hpp"
#include "domain/contabilidad/saldar.hpp"

namespace gestor::contabilidad {
namespace {

std::string del_mes(DeterminacionIvaMes const& d) {
    return "del IVA de " + nombre_de(d.anio, d.mes);
}

// Nobody writes in the month meanwhile, and it is open.
EnPeriodo entrar(Escritura& db, DeterminacionIvaMes const& d) {
    auto const dia = ultimo_dia(d.anio, d.mes);
    auto const ahora = hoy(db);
    if (ahora <= dia) throw Problema::en("mes", codigo::rango, "no ha terminado");
    ASolas::entrar(db, d.anio, d.mes.valor(), d.mes.valor());
    return EnPeriodo::entrar(db, FechaHora(dia), FechaHora(ahora));
}

std::optional<PolizaVigente> determinada(Escritura& db, DeterminacionIvaMes const& d) {
    return db.uno<PolizaVigente, sql::poliza_de_iva>("fecha"_es(ultimo_dia(d.anio, d.mes)));
}

std::vector<SaldoPorDestino> saldos_de(Escritura& db, DeterminacionIvaMes const& d) {
    return db.lista<SaldoPorDestino, sql::saldos_de_iva>("ejercicio"_es(d.anio), "mes"_es(d.mes),
                                                         "fechaCorte"_es(std::optional<Fecha>()));
}

std::vector<FavorDeMes> favores(Escritura& db, DeterminacionIvaMes const& d) {
    return db.lista<FavorDeMes, sql::favor_por_mes>("ejercicio"_es(d.anio), "mes"_es(d.mes),
                                                    "fechaCorte"_es(std::optional<Fecha>()));
}
FavorDeMes favor_de(std::vector<FavorDeMes> const& meses, DeterminacionIvaMes const& d) {
    for (auto const& m : meses)
        if (m.anio == d.anio && m.mes == d.mes) return m;
    return {};
}

DeterminacionIvaViewModel leer(Escritura& db, DeterminacionIvaMes const& d, std::vector<FavorDeMes> const& meses) {
    DeterminacionIvaViewModel v{};
    static_cast<DeterminacionIvaMes&>(v) = d;
    static_cast<IvaDelMes&>(v) = *db.uno<IvaDelMes, sql::iva_del_mes>("ejercicio"_es(d.anio), "mes"_es(d.mes),
                                                                      "fechaCorte"_es(std::optional<Fecha>()));
    auto const neto = v.ivaCobrado - v.ivaAcreditable - v.ivaRetenidoAFavor;
    if (neto.es_negativo())
        v.aFavor = -neto;
    else
        v.aCargo = neto;
    v.porPagar = v.aCargo;
    v.aFavorAnterior = v.remanente = suma_de(por_acreditar(meses, d));
    return v;
}

PolizaPropia poliza_de(DeterminacionIvaMes const& d, std::string concepto) {
    PolizaPropia p{};
    p.tipo = "Diario";
    p.origen = "DeterminacionIva";
    p.fecha = ultimo_dia(d.anio, d.mes);
    p.concepto = Cadena(std::move(concepto));
    return p;
}

LineaPropia linea(std::string_view clave, Dinero debe, Dinero haber, std::string concepto = {}) {
    LineaPropia l{};
    l.clave = Cadena(clave);
    l.debe = debe, l.haber = haber;
    l.concepto = Cadena(std::move(concepto));
    return l;
}

// Of each earlier month a movement that is called like it.
void acreditar(EnPeriodo const& mes, DeterminacionIvaViewModel& v, std::vector<FavorDeMes> const& meses,
               Dinero importe) {
    v.acreditamientos = tomar(por_acreditar(meses, v), importe);
    v.acreditado = importe;
    v.porPagar -= importe, v.remanente -= importe;
    if (v.acreditamientos.empty()) return;
    auto p = poliza_de(v, "Acreditamiento del IVA a favor en " + nombre_de(v.anio, v.mes));
    p.lineas.push_back(linea("IVA_POR_PAGAR", importe, {}));
    for (auto const& a : v.acreditamientos)
        p.lineas.push_back(linea("IVA_A_FAVOR", {}, a.importe, nombre_de(a.anio, a.mes)));
    mes.asentar(std::move(p));
}

Id revertir(Escritura& db, EnPeriodo const& mes, Id poliza, DeterminacionIvaMes const& d, std::string const& concepto,
            std::string const& motivo) {
    auto reversa = inversa(*poliza_propia(db, poliza), ultimo_dia(d.anio, d.mes));
    reversa.concepto = Cadena(concepto);
    reversa.motivo = Cadena(motivo);
    return mes.asentar(std::move(reversa));
}

void deshacer(Escritura& db, EnPeriodo const& mes, DeterminacionIvaMes const& d, std::string const& motivo) {
    auto const hecho = db.uno<PolizaVigente, sql::poliza_de_acreditamiento>("fecha"_es(ultimo_dia(d.anio, d.mes)));
    if (hecho)
        revertir(db, mes, hecho->id, d, "Reversa del acreditamiento del IVA a favor en " + nombre_de(d.anio, d.mes),
                 motivo);
}

}  // namespace

bool iva_desactualizado(Escritura& db, AnioContable anio, Mes mes) {
    DeterminacionIvaMes const d{anio, mes};
    auto const hecha = determinada(db, d);
    return hecha && (!saldos_de(db, d).empty() ||
                     !db.consultar<sql::acreditamiento_deshecho>("fecha"_es(ultimo_dia(anio, mes)),
                                                                 "polizaId"_es(hecha->id))
                          .vacia());
}

void deshacer_acreditamiento(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo) {
    DeterminacionIvaMes const d{anio, mes};
    if (!db.uno<PolizaVigente, sql::poliza_de_acreditamiento>("fecha"_es(ultimo_dia(anio, mes)))) return;
    deshacer(db, entrar(db, d), d, motivo);
}

DeterminacionIvaViewModel determinar_iva(Escritura& db, Cuerpo<DeterminacionIvaPeticion> const& d) {
    auto const mes = entrar(db, d);
    if (determinada(db, d))
        throw Problema(codigo::estado_invalido, "la determinación " + del_mes(d) + " ya está hecha");
    auto const meses = favores(db, d);
    auto v = leer(db, d, meses);
    Dinero const maximo = std::min(v.aCargo, v.aFavorAnterior);
    Dinero const importe = d.acreditarAFavor ? Dinero(*d.acreditarAFavor) : maximo;
    if (importe > maximo) {
        std::string texto;
        maximo.escribir(texto);
        throw Problema::en("acreditarAFavor", codigo::rango, "pasa de lo que se puede acreditar: " + texto);
    }
    auto p = poliza_de(d, "Determinación " + del_mes(d));
    auto const saldos = saldos_de(db, d);
    if (v.aFavor.es_positivo())
        p.lineas = saldar(saldos, {"IVA_A_FAVOR"});
    else
        p.lineas = saldar(saldos, {"IVA_POR_PAGAR"});
    if (!p.lineas.empty()) v.polizaId = mes.asentar(std::move(p));
    acreditar(mes, v, meses, importe);
    return v;
}

DeterminacionIvaViewModel cancelar_determinacion_iva(Escritura& db, Consulta<DeterminacionIvaCancelacion> const& d) {
    auto const mes = entrar(db, d);
    auto const hecha = determinada(db, d);
    if (!hecha) throw Problema(codigo::no_encontrado, "la determinación " + del_mes(d) + " no está hecha");
    if (favor_de(favores(db, d), d).acreditado.es_positivo())
        throw Problema(codigo::estado_invalido, "el IVA a favor de " + nombre_de(d.anio, d.mes) +
                                                    " se acreditó en otro mes: revierta primero su determinación");
    deshacer(db, mes, d, d.motivo.valor());
    auto const id =
        revertir(db, mes, hecha->id, d, "Reversa de la determinación " + del_mes(d), d.motivo.valor());
    db.terminar();
    auto v = leer(db, d, favores(db, d));
    v.polizaId = id;
    return v;
}

IvaEnDevolucionViewModel pedir_devolucion_iva(Escritura& db, Cuerpo<IvaEnDevolucionPeticion> const& d) {
    ASolas::entrar(db, d.anio, d.mes.valor(), d.mes.valor());
    auto const favor = favor_de(favores(db, d), d);
    if (!(favor.favor - favor.acreditado).es_positivo())
        throw Problema(codigo::estado_invalido,
                       "de " + nombre_de(d.anio, d.mes) + " no queda IVA a favor que pedir en devolución");
    db.encolar<sql::iva_en_devolucion>("enDevolucion"_es(d.enDevolucion.valor), "ejercicio"_es(d.anio),
                                       "mes"_es(d.mes));
    return {d, favor.favor, favor.favor - favor.acreditado, d.enDevolucion.valor};
}

}  // namespace gestor::contabilidad
