// Load of a truck: a transfer to the truck's warehouse.
#include "domain/ruta/camion.hpp"
#include "domain/ruta/consultas_escrituras.hpp"
#include "domain/ruta/escrituras.hpp"

namespace gestor::ruta {

void validar(CargaNueva const& carga, Fallas& fallas) {
    for (std::size_t i = 0; i < carga.partidas.size(); ++i)
        if (auto const& p = carga.partidas[i]; !p.productoId && !(p.codigo && !p.codigo->vacio()))
            fallas.agregar(en_fila("partidas", i, "productoId"), codigo::requerido, "envíe productoId o codigo");
}

CargaCreada cargar_ruta(Escritura& db, Cuerpo<CargaNueva> const& carga) {
    auto const camion = camion_de(db, carga.rutaId);
    Fallas fallas;
    if (carga.almacenId.valor() == camion.almacenId.valor())
        fallas.agregar("almacenId", codigo::rango, "debe ser otro almacén que el camión");
    fallas.lanzar();
    inventario::MovimientoNuevo m;
    m.tipoMovimiento = "Traspaso";
    m.fecha = carga.fecha, m.serie = carga.serie, m.sucursalId = camion.sucursalId;
    m.notas = carga.notas, m.referenciaExterna = carga.referenciaExterna;
    m.almacenId = carga.almacenId, m.almacenDestinoId = camion.almacenId.id();
    for (auto const& p : carga.partidas)
        m.partidas.push_back({p.productoId,
                              p.codigo,
                              NoNegativo<Cantidad>(p.cantidad),
                              p.unidadMedidaId,
                              {},
                              {},
                              p.series,
                              p.lotes,
                              p.notas});
    auto const hecha = inventario::mover(db, m);
    bool const recarga =
        !db.consultar<sql::ruta_cargada>("transaccionId"_es(hecha.transaccionId), "almacenId"_es(camion.almacenId))
             .vacia();
    return {inventario::contestar(db, hecha), carga.rutaId, camion.ruta, recarga};
}

}  // namespace gestor::ruta
