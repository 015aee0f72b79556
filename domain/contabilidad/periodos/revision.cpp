#include "domain/contabilidad/periodos/revision.hpp"

#include <algorithm>

#include "domain/contabilidad/impuestos/determinacion_iva.hpp"
#include "domain/contabilidad/periodos/consultas_revision.hpp"
#include "domain/contabilidad/periodos/periodos.hpp"

namespace gestor::contabilidad {

RevisionViewModel revisar_periodo(Lectura& db, AnioContable anio, Mes mes) {
    auto const ultimo = ultimo_dia(anio, mes);
    auto const filas = db.consultar<sql::estado_de_mes>("ejercicio"_es(anio), "mes"_es(mes));
    RevisionViewModel v{
        anio, mes, filas.vacia() ? "Abierto" : EstadoPeriodo::de_base(filas.filas[0][0].value()), {}, {}};
    v.asuntos =
        db.lista<RevisionAsunto, sql::revision_del_mes>("ejercicio"_es(anio), "mes"_es(mes), "fechaCorte"_es(ultimo));
    auto const de_impuestos = revisar_impuestos(db, anio, mes);
    v.asuntos.insert(v.asuntos.end(), de_impuestos.begin(), de_impuestos.end());
    std::sort(v.asuntos.begin(), v.asuntos.end(), [](auto const& a, auto const& b) {
        return std::pair(b.bloquea.valor(), a.asunto.valor()) < std::pair(a.bloquea.valor(), b.asunto.valor());
    });
    v.puedeCerrarse = v.estado == EstadoPeriodo("Abierto") &&
                      std::none_of(v.asuntos.begin(), v.asuntos.end(), [](auto const& a) { return a.bloquea.valor(); });
    return v;
}

}  // namespace gestor::contabilidad
