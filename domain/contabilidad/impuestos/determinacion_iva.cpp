#include "domain/contabilidad/impuestos/determinacion_iva.hpp"

#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/impuestos/a_favor.hpp"
#include "domain/contabilidad/impuestos/consultas_determinacion.hpp"
#include "domain/contabilidad/periodos/periodos.hpp"
#include "domain/contabilidad/periodos/saldar.hpp"

namespace gestor::contabilidad {
namespace {

struct Impuesto {
    std::string_view nombre;
    std::string_view cuentas;  // accounts of the tax, as an array of PostgreSQL
    std::string_view por_pagar, a_favor;
    OrigenPoliza origen;
    AsuntoRevision sin_determinar, desactualizado, deshecho;

    std::string del_mes(MesDeterminado const& d) const {
        return "del " + std::string(nombre) + " de " + nombre_de(d.anio, d.mes);
    }
    std::string a_favor_en(MesDeterminado const& d) const {
        return "del " + std::string(nombre) + " a favor en " + nombre_de(d.anio, d.mes);
    }
};
// VAT paid at customs is creditable, too.
Impuesto const iva{"IVA",
                   "{IVA_COBRADO,IVA_RET_A_FAVOR,IVA_ACREDITABLE,IVA_IMPORTACION_ACREDITABLE}",
                   "IVA_POR_PAGAR",
                   "IVA_A_FAVOR",
                   "DeterminacionIva",
                   "IvaSinDeterminar",
                   "IvaDesactualizado",
                   "IvaSinAcreditar"};
Impuesto const ieps{"IEPS",
                    "{IEPS_COBRADO,IEPS_ACREDITABLE}",
                    "IEPS_POR_PAGAR",
                    "IEPS_A_FAVOR",
                    "DeterminacionIeps",
                    "IepsSinDeterminar",
                    "IepsDesactualizado",
                    "IepsSinAcreditar"};

// Locks the month, which must be open: no other call writes in it meanwhile.
EnPeriodo entrar(Escritura& db, MesDeterminado const& d) {
    auto const dia = ultimo_dia(d.anio, d.mes);
    auto const ahora = hoy(db);
    if (ahora <= dia) throw Problema::en("mes", codigo::rango, "no ha terminado");
    ASolas::entrar(db, d.anio, d.mes.valor(), d.mes.valor());
    return EnPeriodo::entrar(db, FechaHora(dia), FechaHora(ahora));
}

std::optional<PolizaVigente> determinada(Lectura& db, Impuesto const& i, MesDeterminado const& d) {
    return db.uno<PolizaVigente, sql::poliza_de_determinacion>("fecha"_es(ultimo_dia(d.anio, d.mes)),
                                                               "origen"_es(i.origen), "cuentas"_es(i.cuentas));
}
std::optional<PolizaVigente> acreditada(Escritura& db, Impuesto const& i, MesDeterminado const& d) {
    return db.uno<PolizaVigente, sql::poliza_de_acreditamiento>("fecha"_es(ultimo_dia(d.anio, d.mes)),
                                                                "origen"_es(i.origen), "aFavor"_es(i.a_favor));
}

std::vector<SaldoPorDestino> saldos_de(Lectura& db, Impuesto const& i, MesDeterminado const& d) {
    return db.lista<SaldoPorDestino, sql::saldos_por_determinar>(
        "ejercicio"_es(d.anio), "mes"_es(d.mes), "fechaCorte"_es(std::optional<Fecha>()), "cuentas"_es(i.cuentas));
}

struct SaldoDeClave {
    Cadena clave;
    Dinero saldo;
};
DTO(SaldoDeClave, clave, saldo)
// DelMes: movements of the month by account, debit less credit.
class DelMes {
public:
    DelMes(Escritura& db, Impuesto const& i, MesDeterminado const& d)
        : saldos_(db.lista<SaldoDeClave, sql::impuesto_del_mes>("ejercicio"_es(d.anio), "mes"_es(d.mes),
                                                                "fechaCorte"_es(std::optional<Fecha>()),
                                                                "cuentas"_es(i.cuentas))) {}
    Dinero operator[](std::string_view clave) const {
        for (auto const& s : saldos_)
            if (s.clave == clave) return s.saldo;
        return {};
    }

private:
    std::vector<SaldoDeClave> saldos_;
};

std::vector<FavorDeMes> favores(Escritura& db, Impuesto const& i, MesDeterminado const& d) {
    return db.lista<FavorDeMes, sql::favor_por_mes>("ejercicio"_es(d.anio), "mes"_es(d.mes),
                                                    "fechaCorte"_es(std::optional<Fecha>()), "origen"_es(i.origen),
                                                    "aFavor"_es(i.a_favor));
}
FavorDeMes favor_de(std::vector<FavorDeMes> const& meses, MesDeterminado const& d) {
    for (auto const& m : meses)
        if (m.anio == d.anio && m.mes == d.mes) return m;
    return {};
}

// Computes the result before any credit.
void resumir(ImpuestoDeterminado& v, Dinero neto, Dinero a_favor_anterior) {
    if (neto.es_negativo())
        v.aFavor = -neto;
    else
        v.aCargo = neto;
    v.porPagar = v.aCargo;
    v.aFavorAnterior = v.remanente = a_favor_anterior;
}

void leer(Escritura& db, MesDeterminado const& d, DeterminacionIvaViewModel& v) {
    DelMes const mes(db, iva, d);
    static_cast<MesDeterminado&>(v) = d;
    v.ivaCobrado = -mes["IVA_COBRADO"];
    v.ivaAcreditable = mes["IVA_ACREDITABLE"] + mes["IVA_IMPORTACION_ACREDITABLE"];
    v.ivaRetenidoAFavor = mes["IVA_RET_A_FAVOR"];
    resumir(v, v.ivaCobrado - v.ivaAcreditable - v.ivaRetenidoAFavor, total_de(por_acreditar(favores(db, iva, d), d)));
}
void leer(Escritura& db, MesDeterminado const& d, DeterminacionIepsViewModel& v) {
    DelMes const mes(db, ieps, d);
    static_cast<MesDeterminado&>(v) = d;
    v.iepsCobrado = -mes["IEPS_COBRADO"];
    v.iepsAcreditable = mes["IEPS_ACREDITABLE"];
    resumir(v, v.iepsCobrado - v.iepsAcreditable, total_de(por_acreditar(favores(db, ieps, d), d)));
}

PolizaPropia poliza_de(Impuesto const& i, MesDeterminado const& d, std::string concepto) {
    PolizaPropia p{};
    p.tipo = "Diario";
    p.origen = i.origen;
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

// Each earlier month whose tax is credited gets a movement with its name (2025-09).
void acreditar(EnPeriodo const& mes, Impuesto const& i, MesDeterminado const& d, ImpuestoDeterminado& v,
               std::vector<FavorAcreditado> partes) {
    v.acreditamientos = std::move(partes);
    v.acreditado = total_de(v.acreditamientos);
    v.porPagar -= v.acreditado, v.remanente -= v.acreditado;
    if (v.acreditamientos.empty()) return;
    auto p = poliza_de(i, d, "Acreditamiento " + i.a_favor_en(d));
    p.lineas.push_back(linea(i.por_pagar, v.acreditado, {}));
    for (auto const& a : v.acreditamientos)
        p.lineas.push_back(linea(i.a_favor, {}, a.importe, nombre_de(a.anio, a.mes)));
    mes.asentar(std::move(p));
}

template <class ViewModel, class Peticion>
ViewModel determinar(Escritura& db, Impuesto const& i, Peticion const& d) {
    auto const mes = entrar(db, d);
    if (determinada(db, i, d))
        throw Problema(codigo::estado_invalido, "la determinación " + i.del_mes(d) + " ya está hecha");
    ViewModel v{};
    leer(db, d, v);
    Dinero const maximo = std::min(v.aCargo, v.aFavorAnterior);
    Dinero const importe = d.acreditarAFavor ? Dinero(*d.acreditarAFavor) : maximo;
    if (importe > maximo) {
        std::string texto;
        maximo.escribir(texto);
        throw Problema::en("acreditarAFavor", codigo::rango, "excede el saldo por acreditar: " + texto);
    }
    auto const partes = tomar(por_acreditar(favores(db, i, d), d), importe);
    auto p = poliza_de(i, d, "Determinación " + i.del_mes(d));
    p.lineas = saldar(saldos_de(db, i, d), {v.aFavor.es_positivo() ? i.a_favor : i.por_pagar});
    if (!p.lineas.empty()) v.polizaId = mes.asentar(std::move(p));
    acreditar(mes, i, d, v, partes);
    return v;
}

Id revertir(Escritura& db, EnPeriodo const& mes, Id poliza, MesDeterminado const& d, std::string concepto,
            std::string const& motivo) {
    auto reversa = inversa(*poliza_propia(db, poliza), ultimo_dia(d.anio, d.mes));
    reversa.concepto = Cadena(std::move(concepto));
    reversa.motivo = Cadena(motivo);
    return mes.asentar(std::move(reversa));
}
void deshacer(Escritura& db, EnPeriodo const& mes, Impuesto const& i, MesDeterminado const& d,
              std::string const& motivo) {
    if (auto const hecho = acreditada(db, i, d))
        revertir(db, mes, hecho->id, d, "Reversa del acreditamiento " + i.a_favor_en(d), motivo);
}

template <class ViewModel>
ViewModel cancelar(Escritura& db, Impuesto const& i, DeterminacionCancelacion const& d) {
    auto const mes = entrar(db, d);
    auto const hecha = determinada(db, i, d);
    if (!hecha) throw Problema(codigo::no_encontrado, "la determinación " + i.del_mes(d) + " no está hecha");
    if (favor_de(favores(db, i, d), d).acreditado.es_positivo())
        throw Problema(codigo::estado_invalido, "lo que " + nombre_de(d.anio, d.mes) +
                                                    " tiene a favor se acreditó en otro mes: revierta primero su "
                                                    "determinación");
    deshacer(db, mes, i, d, d.motivo.valor());
    auto const id = revertir(db, mes, hecha->id, d, "Reversa de la determinación " + i.del_mes(d), d.motivo.valor());
    db.terminar();
    ViewModel v{};
    leer(db, d, v);
    v.polizaId = id;
    return v;
}

// Matters of a month: not determined, changed since its determination, or its credit undone by a reopening.
std::vector<AsuntoRevision> asuntos_de(Lectura& db, Impuesto const& i, MesDeterminado const& d) {
    std::vector<AsuntoRevision> asuntos;
    auto const hecha = determinada(db, i, d);
    if (!saldos_de(db, i, d).empty()) asuntos.push_back(hecha ? i.desactualizado : i.sin_determinar);
    if (hecha &&
        !db.consultar<sql::acreditamiento_deshecho>("fecha"_es(ultimo_dia(d.anio, d.mes)), "origen"_es(i.origen),
                                                    "aFavor"_es(i.a_favor), "polizaId"_es(hecha->id))
             .vacia())
        asuntos.push_back(i.deshecho);
    return asuntos;
}
bool bloquea(Impuesto const& i, AsuntoRevision const& asunto) {
    return asunto != i.sin_determinar;
}

}  // namespace

std::vector<RevisionAsunto> revisar_impuestos(Lectura& db, AnioContable anio, Mes mes) {
    std::vector<RevisionAsunto> asuntos;
    for (auto const* i : {&iva, &ieps})
        for (auto const& a : asuntos_de(db, *i, {anio, mes}))
            asuntos.push_back({a, bloquea(*i, a), 1, {}, Cadena(nombre_de(anio, mes))});
    return asuntos;
}

void exigir_impuestos_al_dia(Lectura& db, AnioContable anio, Mes mes) {
    for (auto const* i : {&iva, &ieps})
        for (auto const& a : asuntos_de(db, *i, {anio, mes}))
            if (bloquea(*i, a))
                throw Problema(codigo::estado_invalido,
                               "el " + std::string(i->nombre) + " de " + nombre_de(anio, mes) +
                                   " cambió después de su determinación: reviértala y repítala");
}

void deshacer_acreditamientos(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo) {
    MesDeterminado const d{anio, mes};
    for (auto const* i : {&iva, &ieps})
        if (acreditada(db, *i, d)) deshacer(db, entrar(db, d), *i, d, motivo);
}

DeterminacionIvaViewModel determinar_iva(Escritura& db, Cuerpo<DeterminacionIvaPeticion> const& d) {
    return determinar<DeterminacionIvaViewModel>(db, iva, d);
}
DeterminacionIvaViewModel cancelar_determinacion_iva(Escritura& db, Consulta<DeterminacionCancelacion> const& d) {
    return cancelar<DeterminacionIvaViewModel>(db, iva, d);
}
DeterminacionIepsViewModel determinar_ieps(Escritura& db, Cuerpo<DeterminacionIepsPeticion> const& d) {
    return determinar<DeterminacionIepsViewModel>(db, ieps, d);
}
DeterminacionIepsViewModel cancelar_determinacion_ieps(Escritura& db, Consulta<DeterminacionCancelacion> const& d) {
    return cancelar<DeterminacionIepsViewModel>(db, ieps, d);
}

IvaEnDevolucionViewModel pedir_devolucion_iva(Escritura& db, Cuerpo<IvaEnDevolucionPeticion> const& d) {
    ASolas::entrar(db, d.anio, d.mes.valor(), d.mes.valor());
    auto const favor = favor_de(favores(db, iva, d), d);
    db.encolar<sql::iva_en_devolucion>("enDevolucion"_es(d.enDevolucion.valor), "ejercicio"_es(d.anio),
                                       "mes"_es(d.mes));
    return {d, favor.favor, favor.favor - favor.acreditado, d.enDevolucion.valor};
}

}  // namespace gestor::contabilidad
