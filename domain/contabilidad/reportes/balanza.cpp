#include "domain/contabilidad/reportes/balanza.hpp"

#include <unordered_map>

#include "domain/comun/maestras.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/reportes/consultas_balanza.hpp"
#include "domain/operacion/acotar.hpp"

namespace gestor::contabilidad {
namespace {

// Results of earlier years without a closing entry, so that the balances of both natures are equal.
std::optional<CuentaSumada> por_cerrar(std::vector<CuentaSumada> const& cuentas) {
    Dinero anteriores;
    for (auto const& x : cuentas)
        if (es_de_resultado(x)) anteriores += x.anteriores;
    if (anteriores.es_cero()) return std::nullopt;
    bool const utilidad = anteriores.es_negativo();
    auto c = cuenta_de_resultado(cuentas, utilidad, utilidad ? "Utilidad por cerrar" : "Pérdida por cerrar");
    c.anteriores = anteriores;
    return c;
}

// Suma: an account with all accounts below it, debit less credit.
struct Suma {
    Dinero inicial, debe, haber;
    bool algo = false;  // some sum was not 0, even if the total is 0

    Suma(Dinero i, Dinero d, Dinero h)
        : inicial(i), debe(d), haber(h), algo(!(i.es_cero() && d.es_cero() && h.es_cero())) {}
    Suma() = default;
    Suma& operator+=(Suma const& s) {
        inicial += s.inicial, debe += s.debe, haber += s.haber;
        algo = algo || s.algo;
        return *this;
    }
};

class Arbol {
public:
    Arbol(std::vector<CuentaSumada> const& cuentas, BalanzaFiltro const& f) : filtro_(f), cuentas_(cuentas) {
        for (std::size_t i = 0; i < cuentas_.size(); ++i)
            if (cuentas_[i].cuentaId.presente()) lugar_[cuentas_[i].cuentaId.valor()] = i;
        if (auto derivada = por_cerrar(cuentas)) poner(std::move(*derivada));
        sumar();
    }

    std::vector<BalanzaCuenta> plana() const {
        std::vector<BalanzaCuenta> filas;
        for (std::size_t i = 0; i < cuentas_.size(); ++i)
            if (se_ve(i)) filas.push_back(fila(i));
        return filas;
    }
    std::vector<BalanzaCuenta> arbol() const {
        std::vector<BalanzaCuenta> raices;
        for (std::size_t i = 0; i < cuentas_.size(); ++i)
            if (se_ve(i) && !(padre(i) && se_ve(*padre(i)))) raices.push_back(con_hijos(i));
        return raices;
    }
    BalanzaTotales totales() const {
        BalanzaTotales t;
        for (auto const& c : cuentas_)
            if (pedida(c)) t.debe += c.debe, t.haber += c.haber;
        return t;
    }

private:
    // Inserts an account in the order of the codes, after its parent.
    void poner(CuentaSumada derivada) {
        auto donde = cuentas_.begin();
        while (donde != cuentas_.end() && donde->cuenta.valor() <= derivada.cuenta.valor()) ++donde;
        auto const i = static_cast<std::size_t>(donde - cuentas_.begin());
        cuentas_.insert(donde, std::move(derivada));
        for (auto& [id, lugar] : lugar_)
            if (lugar >= i) ++lugar;
    }
    void sumar() {
        std::vector<Suma> propias;
        hijos_.resize(cuentas_.size());
        for (std::size_t i = 0; i < cuentas_.size(); ++i) {
            auto const& c = cuentas_[i];
            bool const cierra = c.cuentaId.presente() && es_de_resultado(c);
            propias.emplace_back(cierra ? c.antes : Dinero(c.anteriores + c.antes), c.debe, c.haber);
            if (auto const p = padre(i)) hijos_[*p].push_back(i);
        }
        sumas_ = con_subcuentas(cuentas_, propias);
    }
    std::optional<std::size_t> padre(std::size_t i) const {
        auto const& id = cuentas_[i].padreId;
        if (!id) return std::nullopt;
        auto const l = lugar_.find(id->valor());
        return l == lugar_.end() ? std::nullopt : std::optional(l->second);
    }
    bool pedida(CuentaDeBalanza const& c) const {
        return !filtro_.cuenta || c.cuenta.valor().starts_with(filtro_.cuenta->valor());
    }
    bool se_ve(std::size_t i) const {
        auto const& c = cuentas_[i];
        if (!pedida(c) || (filtro_.nivel && c.nivel > *filtro_.nivel)) return false;
        return filtro_.incluirCuentasSinMovimiento.valor || sumas_[i].algo;
    }
    BalanzaCuenta fila(std::size_t i) const {
        auto const& s = sumas_[i];
        BalanzaCuenta f{};
        static_cast<CuentaDeBalanza&>(f) = cuentas_[i];
        f.saldoInicial = en_su_naturaleza(f, s.inicial);
        f.debe = s.debe;
        f.haber = s.haber;
        f.saldoFinal = en_su_naturaleza(f, s.inicial + s.debe - s.haber);
        return f;
    }
    BalanzaCuenta con_hijos(std::size_t i) const {
        auto f = fila(i);
        for (auto const h : hijos_[i])
            if (se_ve(h)) f.hijos.push_back(con_hijos(h));
        return f;
    }

    BalanzaFiltro const& filtro_;
    std::vector<CuentaSumada> cuentas_;
    std::unordered_map<std::int64_t, std::size_t> lugar_;
    std::vector<Suma> sumas_;
    std::vector<std::vector<std::size_t>> hijos_;
};

std::vector<CuentaSumada> sumadas(Lectura& db, Entorno const& entorno, BalanzaFiltro const& f, MesContable desde,
                                  MesContable hasta) {
    auto cuentas = db.lista<CuentaSumada, sql::balanza_cuentas>(
        "ejercicio"_es(f.ejercicio), "mesInicial"_es(desde), "mesFinal"_es(hasta), "sucursalId"_es(f.sucursalId),
        "proyectoId"_es(f.proyectoId), "clasificadorCostoId"_es(f.clasificadorCostoId),
        "incluirCierre"_es(f.incluirCierre.valor), "fechaCorte"_es(f.fechaCorte),
        "maximo"_es(entorno.lista_maxima + 1));
    acotar(cuentas.size(), entorno, "cuenta");
    return cuentas;
}

}  // namespace

bool es_de_resultado(CuentaDeBalanza const& c) {
    auto const& codigo = c.codigoAgrupador.valor();
    return !codigo.empty() && codigo.front() >= '4' && codigo.front() <= '7';
}

Dinero en_su_naturaleza(CuentaDeBalanza const& c, Dinero deudor) {
    return c.naturaleza == Opcion<"D", "A">("D") ? deudor : -deudor;
}

CuentaSumada cuenta_de_resultado(std::vector<CuentaSumada> const& cuentas, bool utilidad, char const* nombre) {
    CuentaSumada c{};
    c.cuenta = c.codigoAgrupador = Cadena(utilidad ? "305.01" : "305.02");
    c.nombre = Cadena(nombre);
    c.nivel = 1;
    c.naturaleza = "A";
    c.esDetalle = true;
    for (auto const& x : cuentas)
        if (x.cuenta == "305") c.padreId = Id(x.cuentaId.valor()), c.nivel = x.nivel.valor() + 1;
    return c;
}

std::vector<CuentaSumada> cuentas_sumadas(Lectura& db, Entorno const& entorno, BalanzaFiltro const& f) {
    return sumadas(db, entorno, f, f.mesInicial.valor(), f.mesFinal.valor());
}

BalanzaViewModel armar_balanza(std::vector<CuentaSumada> const& cuentas, BalanzaFiltro const& f) {
    Arbol const arbol(cuentas, f);
    bool const plana = f.formato.valor == Opcion<"arbol", "plano">("plano");
    return {f.ejercicio, f.mesInicial, f.mesFinal, plana ? arbol.plana() : arbol.arbol(), arbol.totales()};
}

std::vector<BalanzaCuenta> balanza_de(Lectura& db, Entorno const& entorno, Ejercicio ejercicio, MesContable mes) {
    BalanzaFiltro f{};
    f.ejercicio = ejercicio;
    f.formato.valor = "plano";
    return armar_balanza(sumadas(db, entorno, f, mes, mes), f).cuentas;
}

BalanzaViewModel balanza(Lectura& db, Entorno const& entorno, Consulta<BalanzaFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    exigir(db, maestra::proyecto, "proyectoId", sql_de(f.proyectoId), fallas);
    exigir(db, maestra::clasificador_costo, "clasificadorCostoId", sql_de(f.clasificadorCostoId), fallas);
    fallas.lanzar();
    return armar_balanza(cuentas_sumadas(db, entorno, f), f);
}

}  // namespace gestor::contabilidad
