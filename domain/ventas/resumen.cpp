// Summary of sales: income, cost and profit as the ledger has them, by day, month, product, customer, salesperson or
// branch.
#include "domain/ventas/resumen.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/comun/reglas.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/operacion/acotar.hpp"
#include "domain/ventas/consultas_resumen.hpp"

namespace gestor::ventas {

void validar(ResumenVentasFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

ResumenVentasViewModel resumen_ventas(Lectura& db, Entorno const& entorno, Consulta<ResumenVentasFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    exigir(db, maestra::contacto, "clienteId", sql_de(f.clienteId), fallas);
    exigir(db, maestra::vendedor, "vendedorId", sql_de(f.vendedorId), fallas);
    exigir(db, maestra::producto, "productoId", sql_de(f.productoId), fallas);
    fallas.lanzar();
    auto filas = db.lista<ResumenVentasRegistro, sql::resumen_ventas>(
        "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal), "agrupar"_es(f.agrupar.valor),
        "sucursalId"_es(f.sucursalId), "clienteId"_es(f.clienteId), "vendedorId"_es(f.vendedorId),
        "productoId"_es(f.productoId), "maximo"_es(entorno.lista_maxima + 2));
    acotar(filas.size() - 1, entorno, "fechaInicial, clienteId o productoId");
    ResumenVentasViewModel r;
    r.totales = filas.front();  // the first row has the totals of all
    r.registros.assign(std::next(filas.begin()), filas.end());
    return r;
}

}  // namespace gestor::ventas
