#pragma once
// The tax authority's catalogs, loaded whole from a file. A table in the .cpp declares each catalog.
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "domain/administracion/demo.hpp"

namespace gestor::administracion {

struct CatalogoImportado {
    std::string_view catalogo;
    std::int64_t leidas = 0, nuevas = 0, cambiadas = 0, bajas = 0;
    std::vector<std::string> sin_uso;  // columns of the file without a column in the table
};

// Imports .csv, .tsv (or .txt) or .json; the catalog is the file's name unless named. All or nothing, and repeatable:
// keys of the file are added or changed, keys in force that the file lacks end the day before, none is deleted. Throws
// std::runtime_error with the faults of the file (20 at most) and their lines.
CatalogoImportado importar_catalogo(std::string const& conninfo_admin, std::string const& archivo,
                                    std::string_view catalogo, Progress& progress);

// Loads each embedded catalog whose edition is newer than the stored one; one line of the log for each. All or nothing,
// one process at a time. Throws std::runtime_error.
void cargar_catalogos_incluidos(std::string const& conninfo_admin, std::ostream& log);

}  // namespace gestor::administracion
