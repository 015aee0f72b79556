#include "domain/contabilidad/reportes/auxiliar.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/reportes/balanza.hpp"
#include "domain/contabilidad/reportes/consultas_auxiliar.hpp"
#include "domain/operacion/acotar.hpp"

namespace gestor::contabilidad {
namespace {

struct SaldoAntes {
    Dinero saldo;
};
DTO(SaldoAntes, saldo)

}  // namespace

AuxiliarViewModel auxiliar(Lectura& db, Entorno const& entorno, Consulta<AuxiliarFiltro> const& f) {
    Fallas fallas;
    auto const cuenta = db.uno<CuentaDeBalanza, sql::auxiliar_cuenta>("cuenta"_es(f.cuenta));
    if (!cuenta) fallas.agregar("cuenta", codigo::no_existe, "no existe");
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    exigir(db, maestra::proyecto, "proyectoId", sql_de(f.proyectoId), fallas);
    exigir(db, maestra::clasificador_costo, "clasificadorCostoId", sql_de(f.clasificadorCostoId), fallas);
    fallas.lanzar();

    AuxiliarViewModel a{};
    static_cast<CuentaDeBalanza&>(a) = *cuenta;
    a.fechaInicial = f.fechaInicial, a.fechaFinal = f.fechaFinal;
    Id const id(cuenta->cuentaId.valor());
    auto saldo = db.uno<SaldoAntes, sql::auxiliar_inicial>("cuentaId"_es(id), "fechaInicial"_es(f.fechaInicial),
                                                           "delEjercicio"_es(es_de_resultado(*cuenta)),
                                                           "sucursalId"_es(f.sucursalId), "proyectoId"_es(f.proyectoId),
                                                           "clasificadorCostoId"_es(f.clasificadorCostoId))
                     ->saldo;
    a.movimientos = db.lista<AuxiliarMovimiento, sql::auxiliar_movimientos>(
        "cuentaId"_es(id), "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal),
        "sucursalId"_es(f.sucursalId), "proyectoId"_es(f.proyectoId), "clasificadorCostoId"_es(f.clasificadorCostoId),
        "maximo"_es(entorno.lista_maxima + 1));
    acotar(a.movimientos.size(), entorno, "fechaInicial y fechaFinal");
    a.saldoInicial = en_su_naturaleza(*cuenta, saldo);
    for (auto& m : a.movimientos) {
        saldo += m.debe - m.haber;
        m.saldo = en_su_naturaleza(*cuenta, saldo);
        a.debe += m.debe, a.haber += m.haber;
    }
    a.saldoFinal = en_su_naturaleza(*cuenta, saldo);
    return a;
}

}  // namespace gestor::contabilidad
