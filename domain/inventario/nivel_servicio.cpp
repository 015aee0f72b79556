// Service level: the delivered part of customers' orders, and the part delivered in time.
#include "domain/comun/maestras.hpp"
#include "domain/comun/reglas.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/inventario/consultas_reportes.hpp"
#include "domain/inventario/lecturas.hpp"
#include "domain/operacion/acotar.hpp"

namespace gestor::inventario {

void validar(NivelServicioFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

NivelServicioViewModel nivel_servicio(Lectura& db, Entorno const& entorno, Consulta<NivelServicioFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    exigir(db, maestra::contacto, "clienteId", sql_de(f.clienteId), fallas);
    exigir(db, maestra::producto, "productoId", sql_de(f.productoId), fallas);
    fallas.lanzar();
    auto filas = db.lista<NivelServicioRegistro, sql::nivel_servicio>(
        "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal), "fechaCorte"_es(f.fechaCorte),
        "agruparPor"_es(f.agruparPor.valor), "sucursalId"_es(f.sucursalId), "clienteId"_es(f.clienteId),
        "productoId"_es(f.productoId), "incluirCancelados"_es(f.incluirCancelados.valor),
        "maximo"_es(entorno.lista_maxima + 2));
    acotar(filas.size() - 1, entorno, "fechaInicial, clienteId o productoId");
    NivelServicioViewModel r;
    r.totales = filas.front();  // the first row has the totals of all, in money that readers can add up
    r.registros.assign(std::next(filas.begin()), filas.end());
    r.totales.importePedido = r.totales.importeSurtido = {};
    for (auto const& fila : r.registros)
        r.totales.importePedido += fila.importePedido, r.totales.importeSurtido += fila.importeSurtido;
    return r;
}

}  // namespace gestor::inventario
