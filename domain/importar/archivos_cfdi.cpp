#include "domain/importar/archivos_cfdi.hpp"

#include <algorithm>
#include <fstream>

#include "domain/fiscal/juzgar.hpp"
#include "domain/valores/ascii.hpp"
#include "domain/valores/zip.hpp"

namespace gestor::importar {
namespace {

constexpr std::size_t paquete_maximo = std::size_t{256} << 20;

std::string bytes_de(std::filesystem::path const& ruta, std::size_t maximo) {
    std::ifstream archivo(ruta, std::ios::binary);
    std::string bytes(std::min<std::size_t>(std::filesystem::file_size(ruta), maximo), '\0');
    archivo.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!archivo) throw fiscal::Ilegible("no se puede leer");
    return bytes;
}

}  // namespace

struct PaqueteCfdi {
    explicit PaqueteCfdi(std::filesystem::path const& ruta) : bytes(bytes_de(ruta, paquete_maximo)), lector(bytes) {}
    std::string bytes;
    LectorZip lector;
};

namespace {

bool tiene_extension(std::filesystem::path const& ruta, std::string_view extension) {
    return iequals(ruta.extension().string(), extension);
}

void agregar_paquete(ArchivoCfdi const& zip, std::vector<ArchivoCfdi>& archivos) {
    try {
        if (std::filesystem::file_size(zip.ruta) > paquete_maximo) throw fiscal::Ilegible("mide más de 256 MB");
        auto const paquete = std::make_shared<PaqueteCfdi const>(zip.ruta);
        for (auto const& e : paquete->lector.entradas())
            if (tiene_extension(e.nombre, ".xml"))
                archivos.push_back({zip.nombre + "/" + e.nombre, zip.ruta, paquete, &e});
    } catch (std::runtime_error const& e) {  // also of the file system
        archivos.push_back({zip.nombre, zip.ruta, nullptr, nullptr, e.what()});
    }
}

std::string contenido(ArchivoCfdi const& archivo) {
    if (!archivo.falla.empty()) throw fiscal::Ilegible(archivo.falla);
    if (archivo.entrada == nullptr) return bytes_de(archivo.ruta, fiscal::xml_maximo + 1);
    try {
        return archivo.paquete->lector.leer(*archivo.entrada, fiscal::xml_maximo);
    } catch (ErrorZip const& e) {
        throw fiscal::Ilegible(e.what());
    }
}

}  // namespace

std::vector<ArchivoCfdi> archivos_cfdi_de(std::filesystem::path const& origen) {
    std::vector<ArchivoCfdi> archivos;
    auto const agregar = [&](ArchivoCfdi archivo) {
        if (tiene_extension(archivo.ruta, ".zip"))
            agregar_paquete(archivo, archivos);
        else if (tiene_extension(archivo.ruta, ".xml"))
            archivos.push_back(std::move(archivo));
    };
    std::error_code falla;
    if (std::filesystem::is_regular_file(origen, falla)) {
        agregar({origen.filename().string(), origen});
    } else {
        for (auto const& a : std::filesystem::recursive_directory_iterator(origen, falla))
            if (a.is_regular_file()) agregar({std::filesystem::relative(a.path(), origen).string(), a.path()});
    }
    if (falla) throw ErroresImportacion("no se puede leer " + origen.string());
    std::ranges::sort(archivos, {}, &ArchivoCfdi::nombre);
    return archivos;
}

LectorCfdi::LectorCfdi(std::span<ArchivoCfdi const> archivos, fiscal::Certificados const& juez)
    : hilo_([this, archivos, &juez](std::stop_token const& alto) {
          for (auto const& archivo : archivos) {
              auto leido = leer(archivo, juez);
              std::unique_lock candado(mutex_);
              if (!sin_leido_.wait(candado, alto, [&] { return !leido_; })) return;
              leido_ = std::move(leido);
              con_leido_.notify_one();
          }
      }) {}

ArchivoLeido LectorCfdi::siguiente() {
    std::unique_lock candado(mutex_);
    con_leido_.wait(candado, [&] { return leido_.has_value(); });
    auto leido = std::move(*leido_);
    leido_.reset();
    sin_leido_.notify_one();
    return leido;
}

ArchivoLeido LectorCfdi::leer(ArchivoCfdi const& archivo, fiscal::Certificados const& juez) {
    ArchivoLeido a;
    try {
        a.bytes = contenido(archivo);
        a.leido = compras::CfdiLeido{fiscal::leer_cfdi(a.bytes), {}};
        auto const& cfdi = a.leido->cfdi;
        if (cfdi.tipoDeComprobante == "I") a.leido->autenticidad = fiscal::juzgar_autenticidad(cfdi, juez);
    } catch (...) {
        a.falla = std::current_exception();
    }
    return a;
}

}  // namespace gestor::importar
