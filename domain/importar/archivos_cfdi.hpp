#pragma once
// Files of the import of CFDI: found in a directory, and read ahead of their registration.
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "domain/compras/ofrece.hpp"
#include "domain/fiscal/certificado.hpp"
#include "domain/valores/zip.hpp"

namespace gestor::importar {

struct PaqueteCfdi;  // a .zip of CFDI, as the tax authority delivers them

// ArchivoCfdi: an .xml of the directory, or of a .zip in it; a .zip that cannot be read has its fault.
struct ArchivoCfdi {
    std::string nombre;
    std::filesystem::path ruta;
    std::shared_ptr<PaqueteCfdi const> paquete{};
    LectorZip::Entrada const* entrada = nullptr;
    std::string falla{};
};
// The files, by name. Throws ErroresImportacion.
std::vector<ArchivoCfdi> archivos_cfdi_de(std::filesystem::path const& origen);

// ArchivoLeido: bytes of a file and its CFDI, or its fault (fiscal::Ilegible).
struct ArchivoLeido {
    std::string bytes;
    std::optional<compras::CfdiLeido> leido;
    std::exception_ptr falla;
};

// LectorCfdi: reads files in their order on a thread of its own, while the caller waits for PostgreSQL: reading and
// judging an invoice is a quarter of the program's work on it. At most two files are read and not taken yet.
class LectorCfdi {
public:
    // juez: certificates that judge the invoices. Both outlive the reader.
    LectorCfdi(std::span<ArchivoCfdi const> archivos, fiscal::Certificados const& juez);
    // The next file; called once for each.
    ArchivoLeido siguiente();

private:
    static ArchivoLeido leer(ArchivoCfdi const& archivo, fiscal::Certificados const& juez);

    std::mutex mutex_;  // guards leido_
    std::condition_variable_any sin_leido_, con_leido_;
    std::optional<ArchivoLeido> leido_;
    std::jthread hilo_;  // last: it ends before the members above
};

}  // namespace gestor::importar
