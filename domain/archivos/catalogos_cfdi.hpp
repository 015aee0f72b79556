#pragma once
// The tax authority's catalogs in memory, for the rules of CFDI: read once by the process, and again after a new
// edition was loaded.
#include <memory>

#include "domain/fiscal/catalogos.hpp"
#include "persistence/unidad.hpp"

namespace gestor::archivos {

std::shared_ptr<fiscal::Catalogos const> catalogos_cfdi(Lectura& db);

}  // namespace gestor::archivos
