// gestor exportar contabilidad, gestor exportar electronica
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "domain/administracion/exportar.hpp"
#include "domain/contabilidad/polizas/hledger.hpp"
#include "domain/importar/importar.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/valores/ascii.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"
#include "server/admin/comun.hpp"

namespace gestor {
namespace {

constexpr std::size_t por_escribir = 1 << 16;

std::int64_t numero(std::string_view texto) {
    return texto.empty() ? 0 : std::stoll(std::string(texto));
}

// Diario: the journal, written in pieces, so that memory does not grow with its length.
class Diario {
public:
    Diario(std::ostream& salida, administracion::Progress* progreso)
        : salida_(salida), progreso_(progreso), hledger_(texto_) {}

    void empezar(std::string const& organizacion, std::int64_t polizas) {
        total_ = polizas;
        hledger_.empezar(organizacion);
    }
    void cuenta(std::span<std::string_view const> f) {
        hledger_.cuenta({numero(f[0]), numero(f[1]), f[2], f[3]});
        escribir(false);
    }
    void movimiento(std::span<std::string_view const> f) {
        if (auto const id = numero(f[0]); id != poliza_) {
            if (progreso_ != nullptr && hechas_ % 1000 == 0) progreso_->advance(hechas_, total_, "pólizas");
            ++hechas_;
            poliza_ = id;
            hledger_.poliza({id, f[1], f[2], f[3], f[4], f[5], numero(f[6]), f[7], f[8], f[9]});
        }
        hledger_.movimiento(numero(f[10]), f[11], f[12]);
        escribir(false);
    }
    void terminar() {
        escribir(true);
        if (progreso_ != nullptr) progreso_->advance(total_, total_, "pólizas");
    }
    std::int64_t polizas() const { return hechas_; }

private:
    void escribir(bool todo) {
        if (!todo && texto_.size() < por_escribir) return;
        salida_ << texto_;
        if (todo) salida_.flush();
        if (!salida_) throw std::runtime_error(std::string("no se puede escribir: ") + std::strerror(errno));
        texto_.clear();
    }

    std::ostream& salida_;
    administracion::Progress* progreso_;
    std::string texto_;
    contabilidad::Hledger hledger_;
    std::int64_t total_ = 0, hechas_ = 0, poliza_ = 0;
};

std::int64_t exportar(Settings const& s, Banderas const& b, std::ostream& salida, administracion::Progress* progreso) {
    Diario diario(salida, progreso);
    administracion::LibroDiario libro;
    libro.organizacion = obligatoria<Id>(b, "organizacion").valor();
    if (b.contains("desde")) libro.desde = texto_de(obligatoria<Fecha>(b, "desde"));
    if (b.contains("hasta")) libro.hasta = texto_de(obligatoria<Fecha>(b, "hasta"));
    if (!libro.desde.empty() && !libro.hasta.empty() && libro.hasta < libro.desde)
        throw std::runtime_error("--hasta es anterior a --desde");
    libro.empezar = [&](std::string const& nombre, std::int64_t n) { diario.empezar(nombre, n); };
    libro.cuenta = [&](auto fila) { diario.cuenta(fila); };
    libro.movimiento = [&](auto fila) { diario.movimiento(fila); };
    administracion::leer_libro_diario(conexion(s), libro);
    diario.terminar();
    return diario.polizas();
}

// Writes under a temporary name and renames at the end: half a file must not look complete.
void guardar_entero(std::string const& ruta, std::function<void(std::ostream&)> const& escribir) {
    auto const parcial = ruta + ".parcial";
    try {
        std::ofstream archivo(parcial, std::ios::binary | std::ios::trunc);
        if (!archivo) throw std::runtime_error("no se puede escribir " + parcial + ": " + std::strerror(errno));
        escribir(archivo);
        archivo.close();
        if (!archivo) throw std::runtime_error("no se puede escribir " + parcial + ": " + std::strerror(errno));
        std::filesystem::rename(parcial, ruta);
    } catch (...) {
        std::error_code ignorado;
        std::filesystem::remove(parcial, ignorado);
        throw;
    }
}

// Operation of the API that delivers this file, found by the end of its path.
Entrega const& entrega_de(std::string_view que) {
    for (auto const* const area : areas())
        for (auto const& o : area->operaciones)
            if (o.ruta.starts_with("/api/Contabilidad/") && o.que.es<Entrega>() &&
                iequals(o.ruta.substr(o.ruta.rfind('/') + 1), que))
                return std::get<Entrega>(o.que.hace);
    throw std::runtime_error("no hay un archivo «" + std::string(que) + "»: catalogo, balanza, polizas o diot");
}

}  // namespace

int exportar_contabilidad(Settings const& s, Banderas const& b) {
    auto const ruta = opcional(b, "ARCHIVO|-", "-");
    if (ruta == "-") return exportar(s, b, std::cout, nullptr), 0;
    std::int64_t polizas = 0;
    guardar_entero(ruta, [&](std::ostream& archivo) {
        Barra barra;
        polizas = exportar(s, b, archivo, &barra);
    });
    fmt::print("{}: {} pólizas\n", ruta, polizas);
    return 0;
}

// Calls the operation of the API, without its limit on size.
int exportar_electronica(Settings const& s, Banderas const& b) {
    auto const [anio, mes] = mes_de(opcional(b, "AAAA-MM"), 13);
    Entorno entorno;
    entorno.lista_maxima = 1'000'000'000;
    Llamada c;
    c.entorno = &entorno;
    c.consulta = {{"anio", std::to_string(anio)}, {"mes", std::to_string(mes)}};
    for (auto const& [bandera, parametro] : {std::pair{"tipo-envio", "tipoEnvio"},
                                             {"fecha-modificacion", "fechaModBal"},
                                             {"tipo-solicitud", "tipoSolicitud"},
                                             {"orden", "numOrden"},
                                             {"tramite", "numTramite"}})
        if (b.contains(bandera)) c.consulta.emplace_back(parametro, opcional(b, bandera));
    auto const abrir = entrega_de(opcional(b, "QUE")).abrir(c);
    Session sesion({.conninfo = conexion(s), .segundos = 600});
    leer_en_unidad(sesion, {obligatoria<Id>(b, "organizacion").valor(), 0, ""}, [&](Lectura& db) {
        importar::exigir_organizacion(db);
        auto const d = abrir(db);
        auto const ruta = opcional(b, "ARCHIVO", d.nombre);
        guardar_entero(ruta, [&](std::ostream& archivo) {
            for (std::uint64_t i = 0; i < d.bytes;) {
                auto const bloque = d.bloque(db, i);
                archivo << bloque;
                i += bloque.size();
            }
        });
        fmt::print("{}: {} bytes\n", ruta, d.bytes);
    });
    return 0;
}

}  // namespace gestor
