#include "domain/administracion/certificados_sat.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/xml.hpp"
#include "domain/operacion/token.hpp"
#include "domain/valores/zip.hpp"

namespace gestor::administracion {
namespace {

namespace fs = std::filesystem;
using Clase = fiscal::Publicado::Clase;

constexpr std::size_t certificados_maximo = std::size_t{1} << 20, zip_maximo = std::size_t{64} << 20;

struct Hallazgo {
    std::string archivo, falla;  // fault of a file that cannot be read
    std::vector<fiscal::Publicado> certificados;
};

std::string bytes_de_archivo(fs::path const& ruta) {
    if (fs::file_size(ruta) > zip_maximo) throw std::runtime_error("mide más de 64 MB");
    std::ifstream archivo(ruta, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(archivo), {});
    if (!archivo) throw std::runtime_error("no se puede leer");
    return bytes;
}

void examinar(fs::path const& ruta, std::string const& nombre, std::vector<Hallazgo>& hallazgos) {
    try {
        auto const bytes = bytes_de_archivo(ruta);
        if (!bytes.starts_with("PK")) {
            hallazgos.push_back({nombre, {}, fiscal::publicados_de(bytes)});
            return;
        }
        LectorZip const lector(bytes);
        for (auto const& e : lector.entradas())
            hallazgos.push_back(
                {nombre + "/" + e.nombre, {}, fiscal::publicados_de(lector.leer(e, certificados_maximo))});
    } catch (std::runtime_error const& e) {  // also of the file system
        hallazgos.push_back({nombre, e.what(), {}});
    }
}

std::vector<Hallazgo> examinar_todo(fs::path const& origen) {
    if (!fs::exists(origen)) throw std::runtime_error("no existe " + origen.string());
    std::vector<Hallazgo> hallazgos;
    if (!fs::is_directory(origen)) {
        examinar(origen, origen.filename().string(), hallazgos);
        return hallazgos;
    }
    std::vector<fs::path> rutas;
    for (auto const& a : fs::recursive_directory_iterator(origen))
        if (a.is_regular_file()) rutas.push_back(a.path());
    std::ranges::sort(rutas);
    for (auto const& ruta : rutas) examinar(ruta, fs::relative(ruta, origen).string(), hallazgos);
    return hallazgos;
}

std::string dia_de(std::optional<FechaHora> const& momento) {
    std::string dia;
    if (momento) momento->fecha().escribir(dia);
    return momento ? dia : "un día ilegible";
}

std::string descripcion(fiscal::Publicado const& p) {
    auto const sujeto = fiscal::citado(p.sujeto), emisor = fiscal::citado(p.emisor);
    auto const que = p.clase == Clase::raiz         ? "autoridad raíz " + sujeto
                     : p.clase == Clase::intermedia ? "autoridad intermedia " + sujeto + ", emitida por " + emisor
                                                    : "certificado de " + sujeto + ", emitido por " + emisor;
    return que + ", número " + fiscal::citado(p.numero) + ", del " + dia_de(p.desde) + " al " + dia_de(p.hasta);
}

// Why a certificate is not installed; empty: it is.
std::string reparo(fiscal::Publicado const& p, fiscal::Certificados const& autoridades) {
    if (p.clase != Clase::final_) return {};
    auto const leido = fiscal::Certificado::leer(p.der);
    if (!leido || leido->numero().empty()) return "no se instala: no es de los que sellan timbres";
    if (!autoridades.avala(*leido, *p.desde)) return "no se instala: no lo emitió ninguna de las autoridades";
    return {};
}

void guardar_certificado(fs::path const& destino, fiscal::Publicado const& p) {
    fs::create_directories(destino);
    auto const ruta = destino / (fiscal::citado(p.numero, 40) + "-" + sha256_hex(p.der).substr(0, 8) + ".cer");
    auto const parcial = fs::path(ruta) += ".nuevo";
    std::ofstream archivo(parcial, std::ios::binary);
    archivo << p.der;
    if (archivo.close(); !archivo) throw std::runtime_error("no se puede escribir " + parcial.string());
    using enum fs::perms;
    fs::permissions(parcial, owner_read | owner_write | group_read | others_read);  // the server is another user
    fs::rename(parcial, ruta);
}

}  // namespace

CertificadosInstalados instalar_certificados(fs::path const& origen, fs::path const& destino, bool simular) {
    auto const hallazgos = examinar_todo(origen);
    auto autoridades = fiscal::Certificados::de_directorio(destino);
    std::set<std::string> estaban;
    if (fs::is_directory(destino))
        for (auto const& h : examinar_todo(destino))
            for (auto const& p : h.certificados) estaban.insert(p.der);
    for (auto const& h : hallazgos)
        for (auto const& p : h.certificados)
            if (p.clase != Clase::final_) autoridades.agregar(p.der);

    CertificadosInstalados r;
    for (auto const& h : hallazgos) {
        if (h.certificados.empty())
            r.dictamen.push_back(h.archivo + ": " + (h.falla.empty() ? "no es un certificado" : h.falla));
        for (auto const& p : h.certificados) {
            auto que = reparo(p, autoridades);
            if (!que.empty()) {
                ++r.rechazados;
            } else if (!estaban.insert(p.der).second) {
                ++r.estaban, que = "ya estaba";
            } else {
                if (!simular) guardar_certificado(destino, p);
                ++r.nuevos, que = "se instala";
            }
            r.dictamen.push_back(h.archivo + ": " + descripcion(p) + "; " + que);
        }
    }
    return r;
}

}  // namespace gestor::administracion
