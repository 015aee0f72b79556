#pragma once
// Lines of goods: resolved like those of a sale, without price. A service or a kit has no stock, so it is a fault of
// its line.
#include "domain/motor/captura/lineas.hpp"

namespace gestor::inventario {

std::vector<Linea> lineas_con_existencia(Escritura& db, TipoDocumento const& tipo, Contexto const& c,
                                         std::span<PartidaNueva const> partidas, Fallas& fallas,
                                         std::string_view lista = "partidas");

}  // namespace gestor::inventario
