#pragma once
// CFDI that a file tells of: the tax authority's metadata, a CFDI, or a .zip of them.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/contabilidad/conciliacion/tipos.hpp"

namespace gestor::contabilidad {

struct LecturaDeArchivo {
    std::int64_t leidos = 0, ajenos = 0;
    std::vector<std::string> advertencias;  // entries of a .zip that were not read
};

// Gives `tomar` each CFDI that `rfc` issued or received. Throws the faults of the member `archivo`: the file is none of
// those, or a row of the metadata cannot be read.
LecturaDeArchivo leer_archivo_sat(std::string_view bytes, std::string_view rfc,
                                  std::function<void(CfdiInformado&&)> const& tomar);

}  // namespace gestor::contabilidad
