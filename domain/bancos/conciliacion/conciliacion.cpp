#include "domain/bancos/conciliacion/conciliacion.hpp"

#include <algorithm>

#include "domain/bancos/conciliacion/consultas.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/operacion/acotar.hpp"

namespace gestor::bancos {
namespace {

struct MovimientoBloqueado {
    Id transaccionId;
    Id cuentaId;
    FechaHora fecha;
    Booleano cancelado;
    Cadena documento;
};
DTO(MovimientoBloqueado, transaccionId, cuentaId, fecha, cancelado, documento)
struct MovimientoPendiente : MovimientoPorConciliar {
    ConteoMovimientos cuantos;
};
DTO_DE((MovimientoPorConciliar), MovimientoPendiente, cuantos)

constexpr std::int64_t pendientes_maximos = 1000;  // movements in an answer; the report has all of them

[[noreturn]] void no_hay_cuenta() {
    throw Problema(codigo::validacion, "1 campo no es válido",
                   {{"cuentaId", std::string(codigo::no_existe), "no existe"}});
}

// ---- movements that may be marked as reconciled ----
class Movimientos {
public:
    Movimientos(std::vector<MovimientoBloqueado> bloqueados, ConciliacionNueva const& nueva)
        : bloqueados_(std::move(bloqueados)), nueva_(nueva) {}

    void exigir(std::vector<Id> const& ids, std::string_view campo, Fallas& fallas) const {
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (auto falla = falla_de(ids[i])) fallas.agregar(en_fila(campo, i), falla->codigo, falla->mensaje);
    }

private:
    std::optional<Falla> falla_de(Id id) const {
        auto const m = std::ranges::lower_bound(bloqueados_, id, {}, &MovimientoBloqueado::transaccionId);
        if (m == bloqueados_.end() || m->transaccionId != id)
            return Falla{codigo::no_existe, "no existe un movimiento de banco con ese identificador"};
        if (m->cuentaId != nueva_.cuentaId) return Falla{codigo::rango, m->documento.valor() + " es de otra cuenta"};
        if (m->cancelado) return Falla{codigo::rango, m->documento.valor() + " está cancelado"};
        if (m->fecha.fecha() > nueva_.fechaCorte)
            return Falla{codigo::rango, m->documento.valor() + " es posterior a fechaCorte"};
        return {};
    }
    std::vector<MovimientoBloqueado> bloqueados_;  // by id
    ConciliacionNueva const& nueva_;
};

void bloquear(Escritura& db, ConciliacionNueva const& nueva) {
    std::vector<Id> ids = nueva.marcar;
    ids.insert(ids.end(), nueva.desmarcar.begin(), nueva.desmarcar.end());
    Movimientos const movimientos(db.lista<MovimientoBloqueado, sql::movimientos_bloquear>("ids"_es(ids)), nueva);
    Fallas fallas;
    movimientos.exigir(nueva.marcar, "marcar", fallas);
    movimientos.exigir(nueva.desmarcar, "desmarcar", fallas);
    fallas.lanzar();
}

ConteoMovimientos poner(Escritura& db, std::vector<Id> const& ids, bool conciliado) {
    if (ids.empty()) return {};
    auto const filas = db.consultar<sql::movimientos_conciliar>("ids"_es(ids), "conciliado"_es(Booleano(conciliado)));
    return static_cast<std::int64_t>(filas.filas.size());
}

}  // namespace

SaldoCuentaBancariaViewModel saldo_cuentas(Lectura& db, Entorno const& entorno, Consulta<SaldoCuentasFiltro> const& f) {
    auto const maximo = entorno.lista_maxima + 1;
    SaldoCuentaBancariaViewModel r{f.fechaInicial, f.fechaFinal, {}};
    for (auto const& fila : db.lista<SaldoCuentaFila, sql::saldo_cuentas>(
             "cuentaId"_es(f.cuentaId), "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal),
             "soloConciliados"_es(f.soloConciliados.valor), "maximo"_es(maximo)))
        r.registros.push_back({fila, {}});
    acotar(r.registros.size(), entorno, "cuentaId");
    if (!f.cuentaId) return r;
    if (r.registros.empty()) no_hay_cuenta();
    auto& una = r.registros.front();
    una.movimientos = db.lista<MovimientoBancario, sql::movimientos_de_cuenta>(
        "cuentaId"_es(una.cuentaId), "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal),
        "soloConciliados"_es(f.soloConciliados.valor), "saldoInicial"_es(una.saldoInicial), "maximo"_es(maximo));
    acotar(una.movimientos.size(), entorno, "fechaInicial y fechaFinal");
    return r;
}

ConciliacionViewModel conciliar(Escritura& db, Cuerpo<ConciliacionNueva> const& nueva) {
    if (db.consultar(maestra::cuenta_bancaria.existe("cuentaId"), {{"cuentaId", sql_de(nueva.cuentaId)}}).vacia())
        no_hay_cuenta();
    bloquear(db, nueva);
    ConciliacionViewModel r{};
    r.marcados = poner(db, nueva.marcar, true);
    r.desmarcados = poner(db, nueva.desmarcar, false);
    auto const cuenta = *db.uno<SaldoCuentaFila, sql::saldo_cuentas>(
        "cuentaId"_es(std::optional(nueva.cuentaId)), "fechaInicial"_es(nueva.fechaCorte),
        "fechaFinal"_es(nueva.fechaCorte), "soloConciliados"_es(Booleano(false)), "maximo"_es(std::int64_t{1}));
    r.cuentaId = cuenta.cuentaId;
    r.cuenta = cuenta.cuenta;
    r.moneda = cuenta.moneda;
    r.fechaCorte = nueva.fechaCorte;
    r.saldoEstado = nueva.saldoEstado;
    r.saldoConciliado = cuenta.saldoConciliado;
    r.diferencia = nueva.saldoEstado - cuenta.saldoConciliado;
    r.saldoFinal = cuenta.saldoFinal;
    r.porConciliar = cuenta.porConciliar;
    for (auto const& p : db.lista<MovimientoPendiente, sql::movimientos_por_conciliar>(
             "cuentaId"_es(nueva.cuentaId), "fechaFinal"_es(nueva.fechaCorte), "maximo"_es(pendientes_maximos))) {
        r.pendientes.push_back(p);
        r.totalPendientes = p.cuantos;
    }
    return r;
}

}  // namespace gestor::bancos
