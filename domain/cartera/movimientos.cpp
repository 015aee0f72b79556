#include "domain/cartera/movimientos.hpp"

#include "domain/cartera/consultas_movimientos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/operacion/acotar.hpp"

namespace gestor::cartera {
namespace {

struct CuentaInicial {
    Cadena contacto;
    Cadena rfc;
    Dinero debe;
};
DTO(CuentaInicial, contacto, rfc, debe)
struct MovimientoLeido : MovimientoDeCuenta {
    Dinero debe;  // below 0: haber
};
DTO_DE((MovimientoDeCuenta), MovimientoLeido, debe)

}  // namespace

EstadoCuentaViewModel estado_cuenta(Lectura& db, Entorno const& entorno, Consulta<EstadoCuentaFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::contacto, "contactoId", sql_de(f.contactoId), fallas);
    exigir(db, maestra::moneda, "monedaId", sql_de(f.monedaId), fallas);
    fallas.lanzar();
    bool const cliente = f.tipo == TipoDeCuenta("Cliente");
    auto const tipos = "{" +
                       (cliente ? *hueco("por_cobrar") + "," + *hueco("creditos_de_venta")
                                : *hueco("por_pagar") + "," + *hueco("creditos_de_compra")) +
                       "}";
    auto const inicial = *db.uno<CuentaInicial, sql::estado_cuenta_inicial>(
        "contactoId"_es(f.contactoId), "monedaId"_es(f.monedaId), "fechaInicial"_es(f.fechaInicial),
        "fechaFinal"_es(f.fechaFinal), "tipos"_es(tipos));
    auto const leidos = db.lista<MovimientoLeido, sql::estado_cuenta_movimientos>(
        "contactoId"_es(f.contactoId), "monedaId"_es(f.monedaId), "fechaInicial"_es(f.fechaInicial),
        "fechaFinal"_es(f.fechaFinal), "tipos"_es(tipos), "maximo"_es(entorno.lista_maxima + 1));
    acotar(leidos.size(), entorno, "fechaInicial y fechaFinal");
    // A customer's debt is shown in debit, a debt to a supplier in credit.
    auto const en_su_lado = [cliente](Dinero debe) { return cliente ? debe : -debe; };
    EstadoCuentaViewModel r{};
    r.contacto = inicial.contacto;
    r.rfc = inicial.rfc;
    r.moneda = f.monedaId ? Cadena::de_base(*db.consultar<sql::clave_moneda>("monedaId"_es(f.monedaId)).filas[0][0])
                          : Cadena("MXN");
    r.saldoInicial = r.saldoFinal = en_su_lado(inicial.debe);
    for (auto const& m : leidos) {
        EstadoCuentaMovimiento fila{m, {}, {}, {}};
        (m.debe.es_positivo() ? fila.cargo : fila.abono) = m.debe.es_positivo() ? m.debe : -m.debe;
        fila.saldo = r.saldoFinal += en_su_lado(m.debe);
        r.totalCargos += fila.cargo;
        r.totalAbonos += fila.abono;
        r.movimientos.push_back(std::move(fila));
    }
    return r;
}

}  // namespace gestor::cartera
