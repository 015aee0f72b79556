#include "domain/inventario/mercancia.hpp"

namespace gestor::inventario {

std::vector<Linea> lineas_con_existencia(Escritura& db, TipoDocumento const& tipo, Contexto const& c,
                                         std::span<PartidaNueva const> partidas, Fallas& fallas,
                                         std::string_view lista) {
    auto lineas = resolver_lineas(db, tipo, c, c.fecha, partidas, fallas, lista);
    for (std::size_t i = 0; i < lineas.size(); ++i)
        if (lineas[i].guardada.productoId.presente() && lineas[i].tipo != "Producto")
            fallas.agregar(en_fila(lista, i, "productoId"), codigo::rango, "un servicio o un kit no tiene existencia");
    return lineas;
}

}  // namespace gestor::inventario
