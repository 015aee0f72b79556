#include "domain/inventario/lecturas_documentos.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/comun/reglas.hpp"
#include "domain/inventario/consultas_movimientos.hpp"
#include "domain/inventario/tipos_movimientos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::inventario {

void validar(DocumentoInventarioFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

namespace {

using Filtros = std::vector<FiltroDeclarado>;
using F = DocumentoInventarioFiltro;

Filtros de_inventario(std::string_view del_almacen = "t.almacen_id = :almacenId") {
    return {
        filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
        filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
        filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
        filtro_largo<&F::almacenId>(del_almacen, maestra::almacen),
        filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)"),
    };
}

template <auto M>
FiltroDeclarado por_estado() {
    return filtro_largo<M>("t.estado = :estado");
}

using Movimiento = MovimientoInventarioViewModel;
ListaDeclarada de_movimiento() {
    return lista<&Movimiento::partidas>(sql::movimiento_partidas,
                                        lista<&PartidaMovimiento::series>(sql::partida_series),
                                        lista<&PartidaMovimiento::lotes>(sql::partida_lotes));
}

using Entrega = EntregaViewModel;
ListaDeclarada de_entrega() {
    return lista<&Entrega::partidas>(sql::entrega_partidas, lista<&PartidaEntrega::series>(sql::partida_series),
                                     lista<&PartidaEntrega::lotes>(sql::partida_lotes));
}

using Recepcion = RecepcionViewModel;
ListaDeclarada de_recepcion() {
    return lista<&Recepcion::partidas>(sql::recepcion_partidas, lista<&PartidaRecepcion::series>(sql::partida_series),
                                       lista<&PartidaRecepcion::lotes>(sql::partida_lotes));
}

}  // namespace

LecturaCompilada leer_movimiento_inventario() {
    return {lectura<Movimiento>(sql::movimientos_inventario, de_movimiento()), "movimientoInventario"};
}

LecturaCompilada leer_movimientos_inventario() {
    using FM = MovimientoFiltro;
    return {pagina<Movimiento, FM>(sql::movimientos_inventario, de_movimiento(), de_inventario(sql::en_el_almacen),
                                   detalle_si<&F::incluirPartidas>(), por_estado<&FM::estado>(),
                                   filtro_largo<&FM::tipoMovimiento>(sql::del_tipo),
                                   filtro_largo<&FM::productoId>(sql::del_producto, maestra::producto)),
            "movimientosInventario"};
}

LecturaCompilada leer_entrega_mercancia() {
    return {lectura<Entrega>(sql::entregas, de_entrega()), "entregaMercancia"};
}

LecturaCompilada leer_entregas_mercancia() {
    using FE = EntregaFiltro;
    return {pagina<Entrega, FE>(sql::entregas, de_entrega(), de_inventario(), detalle_si<&F::incluirPartidas>(),
                                por_estado<&FE::estado>(),
                                filtro<&FE::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                                filtro<&FE::transaccionIdOrigen>(sql::del_origen, sql::existe_origen)),
            "entregasMercancia"};
}

LecturaCompilada leer_recepcion_mercancia() {
    return {lectura<Recepcion>(sql::recepciones, de_recepcion()), "recepcionMercancia"};
}

LecturaCompilada leer_recepciones_mercancia() {
    using FR = RecepcionFiltro;
    return {pagina<Recepcion, FR>(sql::recepciones, de_recepcion(), de_inventario(), detalle_si<&F::incluirPartidas>(),
                                  por_estado<&FR::estado>(),
                                  filtro<&FR::proveedorId>("t.contacto_id = :proveedorId", maestra::contacto),
                                  filtro<&FR::transaccionIdOrigen>(sql::del_origen, sql::existe_origen)),
            "recepcionesMercancia"};
}

}  // namespace gestor::inventario
