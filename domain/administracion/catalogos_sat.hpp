#pragma once
// The tax authority's catalogs, loaded whole from a file. One table in the .cpp says what each catalog is.
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
    std::vector<std::string> sin_uso;  // columns of the file that no column of ours takes
};

// .csv, .tsv (or .txt) or .json; the catalog is the file's name unless named. All or nothing; may be repeated: keys of
// the file are added or changed, keys in force that the file does not have end the day before, none is deleted.
// Throws std::runtime_error, with all faults of the file (20 at most) and their lines.
CatalogoImportado importar_catalogo(std::string const& conninfo_admin, std::string const& archivo,
                                    std::string_view catalogo, Progress& progress);

// Catalogs that come with the program, where it brings a newer edition than is stored: one line of the log for each.
// All or nothing, one at a time. Throws std::runtime_error.
void cargar_catalogos_incluidos(std::string const& conninfo_admin, std::ostream& log);

}  // namespace gestor::administracion
