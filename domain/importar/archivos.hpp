#pragma once
// The kinds of files that are not one row, one master record (archivos.cpp).
#include "domain/importar/importar.hpp"

namespace gestor {

std::unique_ptr<Importacion> importar_tipos_cambio();
std::unique_ptr<Importacion> importar_clasificadores_usuario();
std::unique_ptr<Importacion> importar_sucursales_usuario();
std::unique_ptr<Importacion> importar_promociones();
std::unique_ptr<Importacion> importar_saldos();

}  // namespace gestor
