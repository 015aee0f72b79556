#pragma once
// CFDI of suppliers from a directory, thousands of them: each is registered as a purchase invoice by the API's own
// operation, in a transaction of its own, or it is said why not; again, the same directory changes nothing. What a
// supplier's lines are of, when they are none of our products, is said by a file of rules.
#include <filesystem>
#include <map>
#include <string>

#include "domain/importar/importar.hpp"

namespace gestor::importar {

// The claves of a row; where they are empty, nothing is said.
struct ReglaCfdi {
    std::string concepto, centroCosto, proyecto, sucursal;
};
using ReglasCfdi = std::map<std::string, ReglaCfdi, std::less<>>;  // by the RFC of the supplier

// Columns rfc, which must be there, concepto, centroCosto, proyecto, sucursal, in any order. Throws ErroresImportacion.
ReglasCfdi leer_reglas_cfdi(LectorRegistros& archivo);

struct ResumenCfdi {
    std::size_t registradas = 0, estaban = 0, rechazadas = 0;
};
// What became of a file, as soon as it is known: which of how many, its name, and a sentence.
using AlDictaminar =
    std::function<void(std::size_t cual, std::size_t de, std::string const& archivo, std::string const& dictamen)>;
ResumenCfdi importar_cfdi(Session& sesion, std::int64_t organizacion, std::filesystem::path const& directorio,
                          ReglasCfdi const& reglas, bool simular, AlDictaminar const& dictaminar);

}  // namespace gestor::importar
