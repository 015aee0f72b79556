#pragma once
// The tax authority's certificates, put where the judge of seals reads them.
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace gestor::administracion {

struct CertificadosInstalados {
    std::vector<std::string> dictamen;  // one line for each certificate, and for each file without one
    std::size_t nuevos = 0, estaban = 0, rechazados = 0;
};

// Installs in `destino` the authorities of a folder, a .zip or a file, and the other certificates that an authority
// issued: a key of the folder verifies stamps. Throws std::runtime_error.
CertificadosInstalados instalar_certificados(std::filesystem::path const& origen, std::filesystem::path const& destino,
                                             bool simular);

}  // namespace gestor::administracion
