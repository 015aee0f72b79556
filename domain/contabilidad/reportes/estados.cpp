#include "domain/contabilidad/reportes/estados.hpp"

#include <algorithm>
#include <unordered_map>

#include "domain/comun/maestras.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/reportes/balanza.hpp"

namespace gestor::contabilidad {
namespace {

// The tax authority's first three digits: 1 assets, 2 debts, 3 capital, 4 income, 5 costs, 6 expenses, 7 financial
// result and others, 8 memorandum accounts.
int mayor_de(CuentaDeBalanza const& c) {
    auto const codigo = c.codigoAgrupador.valor();
    int mayor = 0;
    for (std::size_t i = 0; i < 3 && i < codigo.size() && codigo[i] >= '0' && codigo[i] <= '9'; ++i)
        mayor = mayor * 10 + (codigo[i] - '0');
    return mayor;
}

SeccionDeResultados seccion_de_resultados(int mayor) {
    if (mayor < 403) return "Ingresos";
    if (mayor < 500) return "Otros";  // 403: other income
    if (mayor < 600) return "Costos";
    if (mayor == 610 || mayor == 611) return "Impuestos";  // profit sharing and income tax
    if (mayor < 700) return "Gastos";
    return mayor < 703 ? SeccionDeResultados("Financiero") : SeccionDeResultados("Otros");
}
SeccionDeBalance seccion_de_balance(int mayor) {
    if (mayor < 150) return "ActivoCirculante";
    if (mayor < 200) return "ActivoNoCirculante";
    if (mayor < 250) return "PasivoCortoPlazo";
    if (mayor < 300) return "PasivoLargoPlazo";
    return mayor < 400 ? SeccionDeBalance("Capital") : SeccionDeBalance("Orden");
}

// Importes of an account: `delMes`, `acumulado` and those of the year before. `algo` keeps an account that moved and
// returned to zero.
struct Importes : ResultadosImportes {
    bool algo = false;
    Importes& operator+=(Importes const& o) {
        delMes += o.delMes, acumulado += o.acumulado;
        delMesAnioAnterior += o.delMesAnioAnterior, acumuladoAnioAnterior += o.acumuladoAnioAnterior;
        algo = algo || o.algo;
        return *this;
    }
};
ResultadosImportes& sumar(ResultadosImportes& a, ResultadosImportes const& b, bool resta = false) {
    auto const mas = [resta](Dinero& x, Dinero y) { x += resta ? -y : y; };
    mas(a.delMes, b.delMes), mas(a.acumulado, b.acumulado);
    mas(a.delMesAnioAnterior, b.delMesAnioAnterior), mas(a.acumuladoAnioAnterior, b.acumuladoAnioAnterior);
    return a;
}
ResultadosImportes menos(ResultadosImportes a, ResultadosImportes const& b) {
    return sumar(a, b, true);
}
ResultadosImportes mas(ResultadosImportes a, ResultadosImportes const& b) {
    return sumar(a, b);
}

// Costs, expenses and taxes are shown as debits; every other section as credits.
bool es_deudora(SeccionDeResultados const& s) {
    return s == SeccionDeResultados("Costos") || s == SeccionDeResultados("Gastos") ||
           s == SeccionDeResultados("Impuestos");
}

ResultadosImportes& total_de(EstadoResultadosViewModel& r, SeccionDeResultados const& s) {
    if (s == SeccionDeResultados("Ingresos")) return r.ingresos;
    if (s == SeccionDeResultados("Costos")) return r.costos;
    if (s == SeccionDeResultados("Gastos")) return r.gastos;
    if (s == SeccionDeResultados("Financiero")) return r.financiero;
    return s == SeccionDeResultados("Impuestos") ? r.impuestosUtilidad : r.otros;
}

bool cabe(NivelDeCuenta nivel, std::optional<NivelDeCuenta> const& maximo) {
    return !maximo || nivel <= *maximo;
}

// Filter of the trial balance that the statement is made of.
BalanzaFiltro filtro_de(ResultadosFiltro const& f, Ejercicio ejercicio, std::optional<Fecha> corte) {
    BalanzaFiltro b{};
    b.ejercicio = ejercicio;
    b.mesInicial = b.mesFinal = f.mes;
    b.sucursalId = f.sucursalId, b.proyectoId = f.proyectoId, b.clasificadorCostoId = f.clasificadorCostoId;
    b.fechaCorte = corte;
    return b;
}
Fecha un_anio_antes(Fecha dia) {
    return std::min(fin_de_mes(dia.anio() - 1, dia.mes()),
                    Fecha(std::chrono::sys_days(std::chrono::year(dia.anio() - 1) / std::chrono::month(dia.mes()) / 1) +
                          std::chrono::days(dia.dia() - 1)));
}

}  // namespace

EstadoResultadosViewModel armar_resultados(std::vector<CuentaSumada> const& actual,
                                           std::vector<CuentaSumada> const& anterior, ResultadosFiltro const& f) {
    std::unordered_map<std::int64_t, CuentaSumada const*> antes;
    for (auto const& c : anterior) antes[c.cuentaId.valor()] = &c;
    std::vector<Importes> propias(actual.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        auto const& c = actual[i];
        if (!es_de_resultado(c)) continue;
        auto const en = [](CuentaSumada const& x) { return x.debe - x.haber; };
        auto const se_movio = [](CuentaSumada const& x) {
            return !(x.antes.es_cero() && x.debe.es_cero() && x.haber.es_cero());
        };
        auto& p = propias[i];
        p.delMes = en(c), p.acumulado = c.antes + en(c);
        p.algo = se_movio(c);
        auto const a = antes.find(c.cuentaId.valor());
        if (a == antes.end()) continue;
        p.delMesAnioAnterior = en(*a->second), p.acumuladoAnioAnterior = a->second->antes + en(*a->second);
        p.algo = p.algo || se_movio(*a->second);
    }
    auto const sumas = con_subcuentas(actual, propias);
    EstadoResultadosViewModel r{};
    r.ejercicio = f.ejercicio, r.mes = f.mes;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        auto const& c = actual[i];
        if (!es_de_resultado(c)) continue;
        auto const seccion = seccion_de_resultados(mayor_de(c));
        bool const deudora = es_deudora(seccion);
        sumar(total_de(r, seccion), propias[i], !deudora);
        if (!sumas[i].algo || !cabe(c.nivel, f.nivel)) continue;
        ResultadosCuenta fila{};
        sumar(fila, sumas[i], !deudora);
        fila.seccion = seccion, fila.cuentaId = Id(c.cuentaId.valor()), fila.cuenta = c.cuenta;
        fila.nombre = c.nombre, fila.codigoAgrupador = c.codigoAgrupador;
        fila.nivel = c.nivel, fila.esDetalle = c.esDetalle;
        r.cuentas.push_back(std::move(fila));
    }
    r.utilidadBruta = menos(r.ingresos, r.costos);
    r.utilidadOperacion = menos(r.utilidadBruta, r.gastos);
    r.utilidadAntesImpuestos = mas(mas(r.utilidadOperacion, r.financiero), r.otros);
    r.utilidadNeta = menos(r.utilidadAntesImpuestos, r.impuestosUtilidad);
    return r;
}

BalanceGeneralViewModel armar_balance(std::vector<CuentaSumada> const& cuentas, Fecha dia,
                                      std::optional<NivelDeCuenta> nivel) {
    struct Saldo {
        Dinero saldo;  // debit less credit
        bool algo = false;
        Saldo& operator+=(Saldo const& o) {
            saldo += o.saldo, algo = algo || o.algo;
            return *this;
        }
    };
    std::vector<CuentaSumada> filas;
    std::vector<Saldo> propios;
    Dinero por_cerrar, resultado;  // debit less credit: of earlier years, of this year
    for (auto const& c : cuentas) {
        Dinero const del_anio = c.antes + c.debe - c.haber;
        if (es_de_resultado(c)) {
            por_cerrar += c.anteriores, resultado += del_anio;
            continue;
        }
        filas.push_back(c);
        propios.push_back({c.anteriores + del_anio, !(c.anteriores.es_cero() && del_anio.es_cero())});
    }
    // Rows of 305 that no account has: the result of the year, and results that no entry closed.
    auto const poner = [&](Dinero saldo, char const* utilidad, char const* perdida) {
        if (saldo.es_cero()) return;
        bool const gana = saldo.es_negativo();
        auto c = cuenta_de_resultado(cuentas, gana, gana ? utilidad : perdida);
        auto const donde = std::upper_bound(filas.begin(), filas.end(), c, [](auto const& a, auto const& b) {
            return a.cuenta.valor() < b.cuenta.valor();
        });
        propios.insert(propios.begin() + (donde - filas.begin()), Saldo{saldo, true});
        filas.insert(donde, std::move(c));
    };
    poner(por_cerrar, "Utilidad por cerrar", "Pérdida por cerrar");
    poner(resultado, "Utilidad del ejercicio", "Pérdida del ejercicio");

    auto const sumas = con_subcuentas(filas, propios);
    BalanceGeneralViewModel b{};
    b.fechaCorte = dia;
    for (std::size_t i = 0; i < filas.size(); ++i) {
        auto const& c = filas[i];
        int const mayor = mayor_de(c);
        auto const seccion = seccion_de_balance(mayor);
        bool const deudora = mayor < 200 || (mayor >= 400 && c.naturaleza == Opcion<"D", "A">("D"));
        Dinero const propio = deudora ? propios[i].saldo : -propios[i].saldo;
        if (seccion == SeccionDeBalance("ActivoCirculante")) b.activoCirculante += propio;
        if (seccion == SeccionDeBalance("ActivoNoCirculante")) b.activoNoCirculante += propio;
        if (seccion == SeccionDeBalance("PasivoCortoPlazo")) b.pasivoCortoPlazo += propio;
        if (seccion == SeccionDeBalance("PasivoLargoPlazo")) b.pasivoLargoPlazo += propio;
        if (seccion == SeccionDeBalance("Capital")) b.totalCapital += propio;
        if (!sumas[i].algo || !cabe(c.nivel, nivel)) continue;
        b.cuentas.push_back({seccion, c.cuentaId, c.cuenta, c.nombre, c.codigoAgrupador, c.nivel, c.esDetalle,
                             deudora ? sumas[i].saldo : -sumas[i].saldo});
    }
    b.resultadoEjercicio = -resultado;
    b.totalActivo = b.activoCirculante + b.activoNoCirculante;
    b.totalPasivo = b.pasivoCortoPlazo + b.pasivoLargoPlazo;
    b.pasivoYCapital = b.totalPasivo + b.totalCapital;
    return b;
}

EstadoResultadosViewModel estado_de_resultados(Lectura& db, Entorno const& entorno,
                                               Consulta<ResultadosFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    exigir(db, maestra::proyecto, "proyectoId", sql_de(f.proyectoId), fallas);
    exigir(db, maestra::clasificador_costo, "clasificadorCostoId", sql_de(f.clasificadorCostoId), fallas);
    fallas.lanzar();
    auto const antes = f.fechaCorte ? std::optional(un_anio_antes(*f.fechaCorte)) : std::nullopt;
    return armar_resultados(cuentas_sumadas(db, entorno, filtro_de(f, f.ejercicio, f.fechaCorte)),
                            cuentas_sumadas(db, entorno, filtro_de(f, Ejercicio(f.ejercicio.valor() - 1), antes)), f);
}

BalanceGeneralViewModel balance_general(Lectura& db, Entorno const& entorno, Consulta<BalanceFiltro> const& f) {
    Fecha const dia = f.fechaCorte ? *f.fechaCorte : hoy(db);
    BalanzaFiltro b{};
    b.ejercicio = dia.anio();
    b.mesInicial = b.mesFinal = static_cast<int>(dia.mes());
    b.fechaCorte = dia;
    return armar_balance(cuentas_sumadas(db, entorno, b), dia, f.nivel);
}

}  // namespace gestor::contabilidad
