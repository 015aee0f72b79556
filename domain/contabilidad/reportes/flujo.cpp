#include "domain/contabilidad/reportes/flujo.hpp"

#include "domain/contabilidad/reportes/consultas_flujo.hpp"
#include "domain/operacion/acotar.hpp"

namespace gestor::contabilidad {
namespace {

struct EfectivoAntes {
    Dinero saldo;
};
DTO(EfectivoAntes, saldo)

}  // namespace

FlujoViewModel flujo_de_efectivo(Lectura& db, Entorno const& entorno, Consulta<FlujoFiltro> const& f) {
    std::optional<Id> const todos;
    FlujoViewModel r{};
    r.fechaInicial = f.fechaInicial, r.fechaFinal = f.fechaFinal;
    r.saldoInicial = db.uno<EfectivoAntes, sql::flujo_inicial>("fechaInicial"_es(f.fechaInicial),
                                                               "delEjercicio"_es(false), "sucursalId"_es(todos),
                                                               "proyectoId"_es(todos), "clasificadorCostoId"_es(todos))
                         ->saldo;
    r.conceptos = db.lista<FlujoConcepto, sql::flujo_conceptos>(
        "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal), "agrupar"_es(f.agrupar.valor),
        "maximo"_es(entorno.lista_maxima + 1));
    acotar(r.conceptos.size(), entorno, "fechaInicial y fechaFinal");
    for (auto const& c : r.conceptos) r.entradas += c.entradas, r.salidas += c.salidas;
    r.saldoFinal = r.saldoInicial + r.entradas - r.salidas;
    return r;
}

}  // namespace gestor::contabilidad
