#include "server/app/tareas.hpp"

#include <algorithm>
#include <csignal>
#include <random>
#include <utility>

#include "domain/comun/consultas_tareas.hpp"
#include "domain/fiscal/xml.hpp"
#include "persistence/sabotaje.hpp"

namespace gestor {
namespace {

using namespace std::chrono_literals;
constexpr std::string_view fila = "tareas";  // name of the row in the round
constexpr auto descanso = 1s;
constexpr auto gracia = 2s;  // time for running jobs when the process ends
constexpr unsigned vueltas_por_cuenta = 10;
constexpr unsigned vueltas_ociosas = 10;  // idle rounds after which no session is kept for the next job

// Wait before the next attempt, with a random part: jobs that failed together must not return together.
std::int64_t espera_tras(TipoDeTarea const& tipo, std::int64_t intentos) {
    thread_local std::minstd_rand azar(std::random_device{}());
    auto const cual = std::min<std::int64_t>(intentos, std::ssize(tipo.esperas)) - 1;
    auto const segundos = tipo.esperas[static_cast<std::size_t>(cual)].count();
    return std::max<std::int64_t>(1, segundos * (80 + static_cast<std::int64_t>(azar() % 41)) / 100);
}

// Ends the process at a named step; only for tests.
void morir_si(std::string_view paso) {
    if (sin(paso)) std::raise(SIGKILL);
}

}  // namespace

struct Tareas::Arrendada {
    Cupo& cupo;
    std::int64_t organizacion;
    std::string id, datos;
    std::int64_t intentos;  // attempts, the present one included
    bool vencida;

    TipoDeTarea const& tipo() const { return *cupo.tipo; }
    Inquilino quien() const {
        Inquilino q;
        q.organizacion = organizacion;
        q.operacion = tipo().nombre;
        return q;
    }
};

Tareas::Tareas(TiposDeTarea const& tipos, Session::Config config, Entorno const& entorno, Log& bitacora,
               unsigned arriendo, Ronda& ronda)
    : config_(std::move(config)), entorno_(entorno), bitacora_(bitacora), arriendo_(arriendo), ronda_(ronda) {
    for (auto const* t : tipos) cupos_.push_back({t});
}

void Tareas::comenzar() {
    ronda_.agregar(
        {fila, descanso, 0s, Instancia::cada_una, config_.segundos, [this](Session& sesion) { return tomar(sesion); }});
}

void Tareas::cerrar() {
    std::unique_lock guarda(mutex_);
    cerrando_ = true;
    auto const quieta = [this] {
        return !tomando_ && std::ranges::all_of(cupos_, [](Cupo const& c) { return c.en_curso == 0; });
    };
    if (!aviso_.wait_for(guarda, gracia, quieta)) {
        cortada_ = true;
        for (auto* s : prestadas_) s->cortar();
    }
    guarda.unlock();
    ronda_.cerrar();
}

// True when a job was leased, and more may wait.
bool Tareas::tomar(Session& sesion) {
    {
        std::lock_guard const guarda(mutex_);
        if (cerrando_) return false;
        tomando_ = true;
    }
    bool hubo = false;
    std::exception_ptr falla;
    try {
        hubo = arrendar(sesion);
        if (rondas_++ % vueltas_por_cuenta == 0) contar(sesion);
    } catch (...) {
        falla = std::current_exception();
    }
    std::vector<std::unique_ptr<Session>> sobran;
    {
        std::lock_guard const guarda(mutex_);
        tomando_ = false;
        ociosas_ = hubo || !prestadas_.empty() ? 0 : ociosas_ + 1;
        if (ociosas_ >= vueltas_ociosas) sobran.swap(libres_);
        aviso_.notify_all();
    }
    if (falla) std::rethrow_exception(falla);
    return hubo;
}

bool Tareas::arrendar(Session& sesion) {
    std::string tipos, cuantos;
    {
        std::lock_guard const guarda(mutex_);
        for (auto const& c : cupos_) {
            if (c.en_curso >= c.tipo->hilos || c.descansa > Cronometro::now() || !c.tipo->puede(entorno_)) continue;
            tipos.append(tipos.empty() ? "" : ",").append(c.tipo->nombre);
            cuantos.append(cuantos.empty() ? "" : ",").append(std::to_string(c.tipo->hilos - c.en_curso));
        }
    }
    if (tipos.empty()) return false;
    Filas leidas;
    acceder(sesion, [&](Acceso& db) {
        leidas = db.consultar<sql::tareas_arrendadas>("tipos"_es("{" + tipos + "}"), "cuantos"_es("{" + cuantos + "}"),
                                                      "segundos"_es(std::int64_t{arriendo_}));
    });
    for (auto const& f : leidas.filas) {
        auto const cupo = std::ranges::find(cupos_, *f[2], [](Cupo const& c) { return c.tipo->nombre; });
        Arrendada tarea{*cupo, std::stoll(*f[0]), *f[1], *f[3], std::stoll(*f[4]), *f[5] == "t"};
        {
            std::lock_guard const guarda(mutex_);
            ++cupo->en_curso;
        }
        ronda_.encargar([this, tarea = std::move(tarea)] { atender(tarea); });
    }
    return !leidas.vacia();
}

void Tareas::contar(Session& sesion) {
    acceder(sesion, [&](Acceso& db) {
        auto const cuenta = db.consultar<sql::tareas_contadas>().filas.at(0);
        pendientes_ = std::stoll(cuenta[0].value());
        abandonadas_ = std::stoll(cuenta[1].value());
    });
}

std::unique_ptr<Session> Tareas::prestar() {
    std::lock_guard const guarda(mutex_);
    auto sesion = libres_.empty() ? std::make_unique<Session>(config_) : std::move(libres_.back());
    if (!libres_.empty()) libres_.pop_back();
    if (cortada_) sesion->cortar();
    prestadas_.push_back(sesion.get());
    return sesion;
}

void Tareas::recibir(std::unique_ptr<Session> sesion, Cupo& cupo) {
    {
        std::lock_guard const guarda(mutex_);
        std::erase(prestadas_, sesion.get());
        libres_.push_back(std::move(sesion));
        --cupo.en_curso;
        aviso_.notify_all();
        if (cupo.descansa > Cronometro::now()) return;
    }
    ronda_.adelantar(fila);
}

void Tareas::atender(Arrendada const& tarea) {
    auto sesion = prestar();
    try {
        intentar(*sesion, tarea);
    } catch (std::exception const& e) {
        sesion->soltar();  // the database is away: the leased jobs are due again when their lease ends
        bitacora_.event(LogLevel::aviso, "no se pudo anotar cómo acabó un trabajo", {{"error", e.what()}});
    }
    recibir(std::move(sesion), tarea.cupo);
}

void Tareas::intentar(Session& sesion, Arrendada const& tarea) {
    morir_si("trabajo-arrendado");
    if (tarea.vencida) {
        auto const nadie = tarea.intentos > 1 ? "nadie terminó su último intento" : "venció antes de su primer intento";
        return fallar(sesion, tarea, nadie, true);
    }
    try {
        hacer(sesion, tarea);
    } catch (NoPreguntado const&) {
        devolver(sesion, tarea);
    } catch (std::exception const& e) {
        fallar(sesion, tarea, e.what(), false);
    }
}

void Tareas::hacer(Session& sesion, Arrendada const& tarea) {
    auto const quien = tarea.quien();
    Externa externa(sesion, quien, false);
    auto const efecto = tarea.tipo().hacer(tarea.datos, externa, entorno_);
    morir_si("trabajo-preguntado");
    std::string nada;
    escribir_en_unidad(sesion, quien, nullptr, nada, [&](Escritura& db) {
        efecto(db);
        if (db.consultar<sql::tarea_terminada>("tareaId"_es(tarea.id), "intentos"_es(tarea.intentos)).vacia())
            throw std::runtime_error("tardó más que su arriendo: lo tiene otra instancia");
    });
    morir_si("trabajo-guardado");
    ++hechas_;
}

void Tareas::devolver(Session& sesion, Arrendada const& tarea) {
    ++devueltas_;
    {
        std::lock_guard const guarda(mutex_);
        tarea.cupo.descansa = Cronometro::now() + descanso;
    }
    std::string nada;
    escribir_en_unidad(sesion, tarea.quien(), nullptr, nada, [&](Escritura& db) {
        db.encolar<sql::tarea_devuelta>("tareaId"_es(tarea.id), "intentos"_es(tarea.intentos),
                                        "segundos"_es(espera_tras(tarea.tipo(), 1)));
    });
}

void Tareas::fallar(Session& sesion, Arrendada const& tarea, std::string const& error, bool vencida) {
    ++fallidas_;
    Filas anotada;  // no row: another instance has the job by now
    std::string nada;
    escribir_en_unidad(sesion, tarea.quien(), nullptr, nada, [&](Escritura& db) {
        auto const id = "tareaId"_es(tarea.id);
        auto const intentos = "intentos"_es(tarea.intentos);
        auto const citado = "error"_es(fiscal::citado(error, 500));
        anotada = vencida ? db.consultar<sql::tarea_vencida>(id, intentos, citado)
                          : db.consultar<sql::tarea_fallida>(id, intentos, citado,
                                                             "segundos"_es(espera_tras(tarea.tipo(), tarea.intentos)));
    });
    bool const abandonada = !anotada.vacia() && anotada.filas[0][0] == "t";
    bitacora_.event(abandonada ? LogLevel::error : LogLevel::aviso,
                    abandonada ? "trabajo abandonado" : "trabajo fallido",
                    {{"tipo", tarea.tipo().nombre},
                     {"organizacion", std::to_string(tarea.organizacion)},
                     {"trabajo", tarea.id},
                     {"intentos", std::to_string(tarea.intentos)},
                     {"error", abandonada ? *anotada.filas[0][1] : error}});
}

unsigned Tareas::sesiones() const {
    unsigned todas = 0;
    for (auto const& c : cupos_) todas += c.tipo->hilos;
    return todas;
}

void Tareas::muestras(std::vector<Sample>& salida) const {
    salida.insert(
        salida.end(),
        {{"trabajos_hechos_total", true, "Trabajos en segundo plano terminados.", hechas_.load()},
         {"trabajos_fallidos_total", true, "Intentos de trabajos en segundo plano que fallaron.", fallidas_.load()},
         {"trabajos_devueltos_total", true, "Trabajos en segundo plano que se dejaron para después sin preguntar.",
          devueltas_.load()},
         {"trabajos_pendientes", false, "Trabajos en segundo plano por hacer, de todas las instancias.",
          pendientes_.load()},
         {"trabajos_abandonados", false, "Trabajos en segundo plano que se dejaron tras fallar hasta su plazo.",
          abandonadas_.load()}});
}

}  // namespace gestor
