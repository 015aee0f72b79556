#pragma once
// The parts of the published document that all operations share: written once, referred to by each.
#include <set>
#include <string>
#include <string_view>

#include "domain/valores/esquema.hpp"

namespace gestor {

std::string id_de_operacion(std::string_view verbo,
                            std::string_view ruta);  // GET /api/RegistroVenta/{id} gives getRegistroVentaId

Nodo informacion(std::string_view version);
Nodo esquema_de_seguridad();
Nodo esquema_paginacion();
Nodo ejemplo_paginacion();
void poner_problema(Esquemas& esquemas);  // RFC 9457 and our own members

Nodo parametros_de_todas();  // a path item with the headers that any request may carry
Nodo opciones_de_raiz(std::string_view area);
Nodo parametros_comunes(Esquemas& esquemas, bool con_paginas);
Nodo encabezados_comunes();
Nodo respuestas_comunes(std::set<unsigned> const& estados);

}  // namespace gestor
