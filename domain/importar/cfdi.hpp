#pragma once
// CFDI of suppliers from a directory, thousands of them: each is registered, in a transaction of its own, or it is said
// why not; again, the same directory changes nothing. A file of rules says what a supplier's lines are of: a concept of
// purchases, when they are none of our products, and it is a purchase invoice, by the API's own operation; a concept of
// expenses, and it is an expense.
#include <filesystem>
#include <map>
#include <string>

#include "domain/fiscal/certificado.hpp"
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
// Result of a file, as soon as it is known: which of how many, its name, and a sentence.
using AlDictaminar =
    std::function<void(std::size_t cual, std::size_t de, std::string const& archivo, std::string const& dictamen)>;
struct OpcionesCfdi {
    ReglasCfdi reglas;
    fiscal::Certificados del_sat;  // with which seals and stamps are verified: what is wrong with them is told
    bool simular = false;
};
ResumenCfdi importar_cfdi(Session& sesion, std::int64_t organizacion, std::filesystem::path const& directorio,
                          OpcionesCfdi const& opciones, AlDictaminar const& dictaminar);

}  // namespace gestor::importar
