#include "server/app/trabajos.hpp"

#include <csignal>
#include <random>

#include "domain/archivos/consulta_sat.hpp"
#include "domain/comun/consultas_trabajos.hpp"
#include "domain/fiscal/xml.hpp"
#include "persistence/sabotaje.hpp"

namespace gestor {
namespace {

using namespace std::chrono_literals;
constexpr auto descanso = 1s;
constexpr auto gracia = 2s;  // for what is under way when it is closed
constexpr unsigned vueltas_por_cuenta = 10;

// clang-format off
constexpr TipoDeTrabajo tipos[] = {
//   nombre                                     qué                                              si puede              intentos  espera  máxima
    {ConsultarSat::tipo_de_trabajo, &hacer_trabajo<ConsultarSat, &archivos::consultar_despues>, &archivos::puede_consultar, 100,     30,   3600},
};
// clang-format on

// The kinds that this instance can do, as PostgreSQL reads a list.
std::string nombres(Entorno const& entorno) {
    std::string lista = "{";
    for (auto const& t : tipos)
        if (t.puede(entorno)) lista.append(lista.size() > 1 ? "," : "").append(t.nombre);
    return lista + "}";
}

TipoDeTrabajo const& tipo_llamado(std::string_view nombre) {
    for (auto const& t : tipos)
        if (t.nombre == nombre) return t;
    throw std::logic_error("se arrendó un trabajo que nadie hace: " + std::string(nombre));
}

// Twice as long each time, more or less: those that failed together do not come back together.
std::int64_t espera_tras(TipoDeTrabajo const& tipo, std::int64_t intentos) {
    thread_local std::minstd_rand azar(std::random_device{}());
    std::int64_t segundos = tipo.espera;
    for (std::int64_t i = 1; i < intentos && segundos < tipo.espera_maxima; ++i) segundos *= 2;
    segundos = std::min<std::int64_t>(segundos, tipo.espera_maxima);
    return std::max<std::int64_t>(1, segundos * (80 + static_cast<std::int64_t>(azar() % 41)) / 100);
}

// Tests end the process at each step.
void morir_si(std::string_view paso) {
    if (sin(paso)) std::raise(SIGKILL);
}

}  // namespace

struct Trabajos::Arrendado {
    std::int64_t organizacion = 0;
    std::string id, tipo, datos;
    std::int64_t intentos = 0;  // this one among them

    Inquilino quien() const {
        Inquilino q;
        q.organizacion = organizacion;
        q.operacion = tipo;
        return q;
    }
};

Trabajos::Trabajos(Session::Config config, Entorno const& entorno, Log& bitacora, unsigned arriendo)
    : config_(std::move(config)), entorno_(entorno), bitacora_(bitacora), arriendo_(arriendo) {}

void Trabajos::comenzar() {
    hilo_ = std::thread([this] { hilo(); });
}

void Trabajos::cerrar() {
    std::unique_lock guarda(mutex_);
    cerrando_ = true;
    aviso_.notify_all();
    if (!aviso_.wait_for(guarda, gracia, [this] { return en_uso_ == nullptr; })) en_uso_->cortar();
    guarda.unlock();
    if (hilo_.joinable()) hilo_.join();
}

void Trabajos::hilo() {
    Session sesion(config_);
    std::unique_lock guarda(mutex_);
    en_uso_ = &sesion;
    for (unsigned vuelta = 0; !cerrando_;) {
        guarda.unlock();
        bool hubo = false;
        try {
            hubo = hacer_uno(sesion);
            if (vuelta++ % vueltas_por_cuenta == 0) contar(sesion);
        } catch (std::exception const& e) {
            sesion.soltar();  // the database is away: what was leased is due again when its time is over
            bitacora_.event(LogLevel::aviso, "los trabajos no se pudieron tomar o anotar", {{"error", e.what()}});
        }
        guarda.lock();
        if (!hubo) aviso_.wait_for(guarda, descanso, [this] { return cerrando_; });
    }
    en_uso_ = nullptr;
    aviso_.notify_all();
}

void Trabajos::contar(Session& sesion) {
    acceder(sesion, [&](Acceso& db) {
        auto const fila = db.consultar<sql::trabajos_contados>().filas.at(0);
        pendientes_ = std::stoll(fila[0].value());
        abandonados_ = std::stoll(fila[1].value());
    });
}

// False: there is nothing that can be done now.
bool Trabajos::hacer_uno(Session& sesion) {
    std::vector<std::vector<ValorSql>> filas;
    acceder(sesion, [&](Acceso& db) {
        filas =
            db.consultar<sql::trabajo_arrendado>("tipos"_es(nombres(entorno_)), "segundos"_es(std::int64_t{arriendo_}))
                .filas;
    });
    if (filas.empty()) return false;
    auto const& f = filas[0];
    Arrendado const trabajo{std::stoll(f[0].value()), f[1].value(), f[2].value(), f[3].value(),
                            std::stoll(f[4].value())};
    morir_si("trabajo-arrendado");
    auto const& tipo = tipo_llamado(trabajo.tipo);
    try {
        if (trabajo.intentos > tipo.intentos) throw std::runtime_error("nadie terminó su último intento");
        hacer(sesion, tipo, trabajo);
    } catch (NoPreguntado const&) {
        devolver(sesion, tipo, trabajo);
        return false;
    } catch (std::exception const& e) {
        fallar(sesion, tipo, trabajo, e.what());
    }
    return true;
}

void Trabajos::hacer(Session& sesion, TipoDeTrabajo const& tipo, Arrendado const& trabajo) {
    auto const quien = trabajo.quien();
    Externa externa(sesion, quien, false);
    auto const efecto = tipo.hacer(trabajo.datos, externa, entorno_);
    morir_si("trabajo-preguntado");
    std::string nada;
    escribir_en_unidad(sesion, quien, nullptr, nada, [&](Escritura& db) {
        efecto(db);
        if (db.consultar<sql::trabajo_terminado>("trabajoId"_es(trabajo.id), "intentos"_es(trabajo.intentos)).vacia())
            throw std::runtime_error("tardó más que su arriendo: lo tiene otra instancia");
    });
    morir_si("trabajo-guardado");
    ++hechos_;
}

void Trabajos::devolver(Session& sesion, TipoDeTrabajo const& tipo, Arrendado const& trabajo) {
    ++devueltos_;
    std::string nada;
    escribir_en_unidad(sesion, trabajo.quien(), nullptr, nada, [&](Escritura& db) {
        db.encolar<sql::trabajo_devuelto>("trabajoId"_es(trabajo.id), "intentos"_es(trabajo.intentos),
                                          "segundos"_es(espera_tras(tipo, 1)));
    });
}

void Trabajos::fallar(Session& sesion, TipoDeTrabajo const& tipo, Arrendado const& trabajo, std::string const& error) {
    ++fallidos_;
    bool const ultimo = trabajo.intentos >= tipo.intentos;
    bool anotado = false;  // else it is another's by now
    std::string nada;
    escribir_en_unidad(sesion, trabajo.quien(), nullptr, nada, [&](Escritura& db) {
        anotado = !db.consultar<sql::trabajo_fallido>("trabajoId"_es(trabajo.id), "intentos"_es(trabajo.intentos),
                                                      "segundos"_es(espera_tras(tipo, trabajo.intentos)),
                                                      "error"_es(fiscal::citado(error, 500)),
                                                      "abandonado"_es(ultimo ? "true" : "false"))
                       .vacia();
    });
    bool const abandonado = anotado && ultimo;
    bitacora_.event(abandonado ? LogLevel::error : LogLevel::aviso,
                    abandonado ? "trabajo abandonado" : "trabajo fallido",
                    {{"tipo", trabajo.tipo},
                     {"organizacion", std::to_string(trabajo.organizacion)},
                     {"trabajo", trabajo.id},
                     {"intentos", std::to_string(trabajo.intentos)},
                     {"error", error}});
}

void Trabajos::muestras(std::vector<Sample>& salida) const {
    salida.insert(
        salida.end(),
        {{"trabajos_hechos_total", true, "Trabajos en segundo plano terminados.", hechos_.load()},
         {"trabajos_fallidos_total", true, "Intentos de trabajos en segundo plano que fallaron.", fallidos_.load()},
         {"trabajos_devueltos_total", true, "Trabajos en segundo plano que se dejaron para después sin preguntar.",
          devueltos_.load()},
         {"trabajos_pendientes", false, "Trabajos en segundo plano por hacer, de todas las instancias.",
          pendientes_.load()},
         {"trabajos_abandonados", false, "Trabajos en segundo plano que se dejaron tras fallar muchas veces.",
          abandonados_.load()}});
}

}  // namespace gestor
