#include "domain/ruta/lecturas.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/ruta/consultas.hpp"
#include "domain/ruta/tipos.hpp"

namespace gestor::ruta {
namespace {

using Ruta = RutaViewModel;
using Devolucion = DevolucionRutaDetalle;
using Liquidacion = LiquidacionViewModel;

std::vector<ListaDeclarada> de_liquidacion() {
    return {lista<&Liquidacion::partidas>(sql::liquidacion_partidas),
            lista<&Liquidacion::depositos>(sql::liquidacion_depositos)};
}

}  // namespace

LecturaCompilada leer_una_ruta() {
    return {lectura<Ruta>(sql::rutas, lista<&Ruta::dias>(sql::ruta_dias)), "ruta"};
}

LecturaCompilada leer_rutas() {
    using F = RutaFiltro;
    return {pagina<Ruta, F>(sql::rutas, lista<&Ruta::dias>(sql::ruta_dias),
                            filtro<&F::sucursalId>("r.sucursal_id = :sucursalId", maestra::sucursal),
                            filtro<&F::vendedorId>("r.vendedor_id = :vendedorId", maestra::vendedor),
                            filtro<&F::activo>("r.activo = :activo::boolean"),
                            filtro<&F::busqueda>("r.busqueda LIKE patron(:busqueda)")),
            "rutas"};
}

LecturaCompilada leer_devolucion() {
    using P = PartidaDevolucionRuta;
    return {lectura<Devolucion>(
                sql::devolucion_de_ruta,
                lista<&Devolucion::productos>(sql::devolucion_productos,
                                              lista<&P::series>(sql::devolucion_productos_series),
                                              lista<&P::lotes>(sql::devolucion_productos_lotes)),
                lista<&Devolucion::envases>(sql::devolucion_envases, lista<&P::series>(sql::devolucion_envases_series),
                                            lista<&P::lotes>(sql::devolucion_envases_lotes)),
                lista<&Devolucion::totales>(sql::devolucion_totales)),
            "devolucionRuta"};
}

LecturaCompilada leer_devoluciones() {
    using F = DevolucionRutaFiltro;
    return {pagina<DevolucionRutaViewModel, F>(
                sql::devoluciones_de_ruta, filtro<&F::sucursalId>("true", sql::ruta_sucursal),
                filtro<&F::tipoOperacion>("d.tipo_operacion = :tipoOperacion"),
                filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"),
                filtro_largo<&F::vendedorId>("t.vendedor_id = :vendedorId", maestra::vendedor)),
            "devolucionesRuta"};
}

LecturaCompilada leer_liquidacion() {
    return {lectura<Liquidacion>(sql::liquidaciones_de_ruta, larga, de_liquidacion()), "liquidacionRuta"};
}

LecturaCompilada leer_liquidaciones() {
    using F = LiquidacionFiltro;
    return {pagina<Liquidacion, F>(sql::liquidaciones_de_ruta, larga, de_liquidacion(),
                                   filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                                   filtro_largo<&F::rutaId>("l.ruta_id = :rutaId", maestra::ruta),
                                   filtro_largo<&F::vendedorId>("t.vendedor_id = :vendedorId", maestra::vendedor),
                                   filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                                   filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                                   filtro_largo<&F::estado>("t.estado = :estado"),
                                   filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)")),
            "liquidacionesRuta"};
}

}  // namespace gestor::ruta
