// Pure rules of recurring pólizas.
#include "domain/comun/reglas.hpp"
#include "domain/contabilidad/recurrentes/tipos.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::contabilidad {
namespace {

// A line of an amortization has at least this much a month: rounding then never turns it round.
constexpr Dinero minimo_al_mes{"0.02"};

// Part of a total that belongs to the first `numero` of `meses` months.
Dinero hasta_el_mes(Dinero total, std::int64_t numero, std::int64_t meses) {
    return prorratear(total, Cantidad::de_entero(numero), Cantidad::de_entero(meses));
}

// Sums of each side before and after a line, as the month sees them.
class SumaDeLado {
public:
    explicit SumaDeLado(Cuota cuota) : cuota_(cuota) {}
    Dinero siguiente(Dinero total) {
        Dinero const antes = del_mes();
        suma_ += total;
        return del_mes() - antes;
    }

private:
    Dinero del_mes() const {
        return hasta_el_mes(suma_, cuota_.numero, cuota_.meses) - hasta_el_mes(suma_, cuota_.numero - 1, cuota_.meses);
    }
    Cuota cuota_;
    Dinero suma_;
};

void validar_vencimientos(PolizaRecurrenteDatos const& d, Fallas& fallas) {
    auto const meses = vencimientos(d.dia, d.desde, *d.hasta);
    if (meses == 0)
        return fallas.agregar("hasta", codigo::rango_fechas, "ningún mes tiene ese día entre desde y hasta");
    if (d.modo.valor != ModoRecurrente("Amortizacion")) return;
    for (std::size_t i = 0; i < d.partidas.size(); ++i) {
        auto const& p = d.partidas[i];
        bool const cargo = !p.debe.valor.es_cero();
        Dinero const total = cargo ? p.debe.valor : p.haber.valor;
        if (total < multiplicar<2>(minimo_al_mes, Cantidad::de_entero(meses)))
            fallas.agregar(en_fila("partidas", i, cargo ? "debe" : "haber"), codigo::rango,
                           "en " + std::to_string(meses) + " meses es menos de " + texto_de(minimo_al_mes) + " al mes");
    }
}

}  // namespace

std::int64_t vencimientos(DiaDelMes dia, Fecha desde, Fecha hasta) {
    using namespace std::chrono;
    std::int64_t cuantos = 0;
    auto const ultimo = year(hasta.anio()) / month(hasta.mes());
    for (auto m = year(desde.anio()) / month(desde.mes()); m <= ultimo; m += months(1)) {
        auto const fin = year_month_day_last(m.year(), month_day_last(m.month())).day();
        auto const vence = sys_days(m / std::min(day(static_cast<unsigned>(dia.valor())), fin));
        if (vence >= desde.dias() && vence <= hasta.dias()) ++cuantos;
    }
    return cuantos;
}

std::vector<LineaPropia> cuota_de(std::vector<LineaPropia> const& lineas, Cuota cuota) {
    std::vector<LineaPropia> del_mes;
    SumaDeLado cargos(cuota), abonos(cuota);
    for (auto l : lineas) {
        l.debe = cargos.siguiente(l.debe), l.haber = abonos.siguiente(l.haber);
        if (!l.debe.es_cero() || !l.haber.es_cero()) del_mes.push_back(std::move(l));
    }
    return del_mes;
}

void validar(PolizaRecurrenteDatos const& d, Fallas& fallas) {
    Dinero debe, haber;
    for (std::size_t i = 0; i < d.partidas.size(); ++i) {
        validar(d.partidas[i], i, fallas);
        debe += d.partidas[i].debe.valor, haber += d.partidas[i].haber.valor;
    }
    if (!d.hasta && d.modo.valor == ModoRecurrente("Amortizacion"))
        fallas.agregar("hasta", codigo::requerido, "es obligatoria en una amortización");
    if (d.hasta && d.hasta->dias() < d.desde.dias())
        fallas.agregar("hasta", codigo::rango_fechas, "debe ser igual o posterior a desde");
    if (fallas.vacio() && d.hasta) validar_vencimientos(d, fallas);
    validar_cuadre(debe, haber, fallas);
}

}  // namespace gestor::contabilidad
