#include "server/app/app.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "domain/operacion/dirigir.hpp"
#include "persistence/agregado.hpp"
#include "persistence/conexiones.hpp"
#include "persistence/error_base.hpp"
#include "persistence/migrations.hpp"
#include "server/app/ejecutar.hpp"
#include "server/app/etag.hpp"
#include "server/app/falla.hpp"
#include "server/app/internas.hpp"
#include "server/app/memoria.hpp"
#include "server/app/middleware.hpp"
#include "server/app/operaciones.hpp"
#include "server/app/periodicas.hpp"
#include "server/app/problema_http.hpp"
#include "server/docs/openapi.hpp"

namespace gestor {
namespace {

Session::Config sesion_de(Settings const& s, bool solo_lectura, std::string_view donde = "base-datos") {
    return {s.texto(donde), static_cast<unsigned>(s.entero("trabajo-segundos")), solo_lectura,
            !solo_lectura && !s.texto("base-datos-replica").empty(), donde != "base-datos"};
}

// Number of workers: a write waits for PostgreSQL most of its time, so two per core keep both busy.
unsigned trabajadores(Settings const& s) {
    auto const pedidos = static_cast<unsigned>(s.entero("trabajadores"));
    return pedidos > 0 ? pedidos : std::clamp(2 * std::thread::hardware_concurrency(), 4U, 512U);
}

// Threads for writes: one more than an organization may occupy, so that a slow write of one organization (a thousand
// prices) does not delay the order of another.
unsigned hilos_de_escrituras(Settings const& s) {
    return 1 + trabajadores(s);
}

// Simultaneous logins of one network address: at most two, and always fewer than the threads, when there are two or
// more.
unsigned accesos_por_red(Settings const& s) {
    return static_cast<unsigned>(std::clamp<std::int64_t>(s.entero("hash-hilos") - 1, 1, 2));
}

// Threads for questions to other servers that one organization may occupy: half, so that a slow server does not delay
// everybody.
unsigned externas_por_organizacion(Settings const& s) {
    return static_cast<unsigned>((s.entero("externas") + 1) / 2);
}

// Threads for logins through an identity provider: their own, so that no operation waits for them, and half as many as
// for questions. The question to the provider runs on none of these threads (preguntas).
unsigned hilos_de_identidades(Settings const& s) {
    return externas_por_organizacion(s);
}

std::size_t lugares(Settings const& s) {
    return static_cast<std::size_t>(s.entero("subidas"));
}

// Threads for reports that one organization may occupy. Each report takes a core of PostgreSQL: more would only slow
// each other down.
unsigned reportes_por_organizacion(Settings const& s) {
    return std::clamp(trabajadores(s) / 2, 2U, 8U);
}

// Threads for reports: one more than an organization may occupy, because a report can last a minute.
unsigned hilos_de_reportes(Settings const& s) {
    return 1 + reportes_por_organizacion(s);
}

// Threads for batches and dry runs: as many as for reports, because they can last as long and hold locks.
unsigned hilos_de_lotes(Settings const& s) {
    return hilos_de_reportes(s);
}

// Connections of the periodic work: revocations, Vigia, the leader's rows, the leases of jobs.
constexpr std::int64_t conexiones_de_la_ronda = 4;

constexpr std::size_t respuesta_corta = 64UL * 1024;

[[noreturn]] void negar_memoria(Intercambio& x) {
    std::string().swap(x.res.body);
    x.hilo.metricas.rejected[static_cast<std::size_t>(Refusal::memory)].add();
    throw Problema(codigo::no_disponible, "hay demasiadas respuestas largas por entregar").reintentar(1);
}

// A long answer stays in memory until its reader has taken it. A read without room for its answer is refused with 503,
// because repeating a read costs nothing; the answer of a write is always given.
void exigir_memoria(Intercambio& x) {
    auto const bytes = x.res.body.size();
    if (bytes <= respuesta_corta || x.declarada().que.escribe()) return;
    if (!x.req.may_send(bytes) || !x.req.hold(x.req.body.capacity() + x.res.body.capacity())) negar_memoria(x);
}

void entregar_archivo(Intercambio& x) {
    auto const d = x.contestacion.descarga;
    auto const etag = "\"" + d->etag + "\"";
    x.res.header("ETag", etag);
    if (contiene_etiqueta(x.req.header("If-None-Match"), etag, true)) {
        x.res.status = 304;
        x.res.content_type = "";
        return;
    }
    if (d->bytes > respuesta_corta && !x.req.may_send(d->bytes)) negar_memoria(x);
    // Stored files are delivered as a download: a browser must never run an uploaded file.
    x.res.header("Content-Disposition", disposicion(d->nombre));
    x.res.header("Content-Security-Policy", "default-src 'none'; sandbox");
    x.res.content_type = tipo_conocido(d->tipo);
    x.res.stream_length = d->bytes;
    auto& hilo = x.hilo;
    x.res.stream = [&hilo, id = x.solicitud_id, quien = inquilino_de(hilo, x.llamada), d,
                    enviado = std::make_shared<std::uint64_t>(0)] {
        return siguiente_bloque(hilo, id, quien, d, enviado);
    };
}

// Turns the answer of a call into HTTP.
void entregar(Intercambio& x) {
    x.res.body.swap(x.contestacion.cuerpo);
    if (x.contestacion.descarga) entregar_archivo(x);
    if (!x.contestacion.lsn.empty()) x.res.header("X-Gestor-Lsn", x.contestacion.lsn);
}

class Servicio final : public Service {
public:
    Servicio(Aplicacion& app, boost::asio::io_context& io, unsigned hilo)
        : hilo_{io,
                app,
                FastLane(io, carril(app, "base-datos")),
                app.replica == nullptr ? nullptr : std::make_unique<FastLane>(io, carril(app, "base-datos-replica")),
                Log(app.accesos, app.eventos),
                ThreadMetrics(static_cast<unsigned>(app.router.operaciones().size())),
                {},
                nullptr,
                ~std::uint64_t{0},
                static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) ^
                    (std::uint64_t{hilo} << 56),
                {},
                {},
                0} {
        hilo_.carril.al_cambiar([this](std::string const& texto) { hilo_.bitacora.event(LogLevel::aviso, texto); });
        std::lock_guard guarda(app.mutex);
        app.metricas.push_back(&hilo_.metricas);
        app.carriles.push_back(&hilo_.carril);
        if (hilo_.carril_replica != nullptr) app.carriles_replica.push_back(hilo_.carril_replica.get());
    }

    bool admit(Request& req, Response& res) override {
        // A request without a body is not refused early: the chain runs once, in handle().
        if (!req.has_header("Content-Length") && !req.has_header("Transfer-Encoding")) return true;
        Intercambio x(hilo_, req, res);
        std::size_t entradas = 0;
        try {
            for (auto const& m : cadena_de_entrada()) {
                if (m.antes != nullptr) m.antes(x);
                ++entradas;
                if (x.contestado) break;
            }
            auto const maximo = x.dirigida() ? cuerpo_maximo(*x.llamada.operacion) : cuerpo_corto;
            req.body_limit = std::min(req.body_limit, maximo);
            res.clear();
            return true;
        } catch (...) {
            contestar_error(x, std::current_exception());
        }
        salir(x, entradas);
        return false;
    }

    Task<void> handle(Request& req, Response& res) override {
        Intercambio x(hilo_, req, res);
        std::size_t entradas = 0;
        std::exception_ptr error;
        try {
            for (auto const& m : cadena()) {
                if (m.antes != nullptr) m.antes(x);
                ++entradas;
                if (x.contestado) break;
            }
            // The server's own answers do not wait, so no coroutine frame is made for them.
            if (!x.contestado && x.declarada().que.es<DelServidor>()) {
                x.llamada.fallas.lanzar();
                contestar_interna(x);
            } else if (!x.contestado) {
                x.contestacion.cuerpo.swap(res.body);  // reuses the memory of the previous answer
                CargaDeLlamada const carga{req.budget, req.owner(), &req.charge};
                co_await ejecutar(hilo_, x.llamada, x.contestacion, carga);
                entregar(x);
            }
            if (!x.contestado) exigir_memoria(x);
        } catch (...) {
            error = std::current_exception();
        }
        if (error) contestar_error(x, error);
        salir(x, entradas);
    }

    void rejected(std::string_view remote, std::string_view detail, Response const& res) override {
        hilo_.metricas.request(~0U, res.status, 0, res.body.size());
        if (res.status >= 500) hilo_.metricas.failure(res.status == 503 ? causa::saturado : "interno");
        hilo_.bitacora.event(LogLevel::aviso, "solicitud rechazada",
                             {{"estado", std::to_string(res.status)},
                              {"detalle", detail},
                              {"solicitudId", rechazada_},
                              {"direccion", remote}});
    }

    void problem(unsigned status, std::string_view detail, Response& res) override {
        rechazada_ = solicitud_nueva(hilo_.siguiente_id);
        res.header("X-Request-Id", rechazada_);
        escribir_problema(problema_de_estado(status, detail), rechazada_, false, res);
    }

    ThreadMetrics* metrics() override { return &hilo_.metricas; }
    void close() override {
        hilo_.carril.cerrar();
        if (hilo_.carril_replica != nullptr) hilo_.carril_replica->cerrar();
    }

private:
    static FastLaneConfig carril(Aplicacion& app, std::string_view donde) {
        auto const& s = app.settings;
        FastLaneConfig c;
        c.conninfo = s.texto(donde);
        c.replica = donde != "base-datos";
        c.conexiones = static_cast<unsigned>(s.entero("carril-conexiones"));
        c.cola = static_cast<unsigned>(s.entero("carril-cola"));
        c.por_organizacion = static_cast<unsigned>(s.entero("carril-organizacion"));
        c.segundos = static_cast<unsigned>(s.entero("carril-segundos"));
        return c;
    }

    // Runs `despues` of the entered middlewares, in reverse; the access log runs last but one, so it sees the final
    // answer.
    static void salir(Intercambio& x, std::size_t entradas) {
        auto const todos = cadena();
        // A middleware that threw was not entered; a middleware without `antes` (the log) always runs.
        for (auto i = std::min(entradas, todos.size()); i-- > 0;)
            if (todos[i].despues != nullptr) todos[i].despues(x);
    }

    HiloServidor hilo_;
    std::string rechazada_;  // request id in the last answer of the HTTP floor
};

}  // namespace

Aplicacion::Aplicacion(Settings const& s, std::vector<Area const*> areas_)
    : settings(s),
      areas(std::move(areas_)),
      router(areas),
      llavero(std::make_unique<Llavero>(leer_archivo(s, "llaves-token"), s.texto("token-emisor"))),
      accesos(s.texto("bitacora"), static_cast<std::size_t>(s.entero("bitacora-memoria"))),
      eventos("stderr", 1 << 20),
      exterior(s, bitacora),
      sat(exterior, s.texto("sat-consulta-url"), fiscal::Certificados::de_directorio(s.texto("certificados-sat"))),
      proveedores(s.texto("proveedores-identidad").empty() ? "" : leer_archivo(s, "proveedores-identidad"), exterior,
                  [this](std::string const& que, std::string_view solicitud, std::string_view sujeto) {
                      if (solicitud.empty()) return bitacora.event(LogLevel::aviso, que);
                      bitacora.event(LogLevel::aviso, que, {{"solicitudId", solicitud}, {"sujeto", sujeto}});
                  }),
      entorno{llavero.get(),
              static_cast<unsigned>(s.entero("token-segundos")),
              s.texto("url-base"),
              s.entero("lista-maxima"),
              &sat,
              &proveedores},
      escrituras(hilos_de_escrituras(s), static_cast<std::size_t>(s.entero("trabajadores-cola")), sesion_de(s, false),
                 hilos_de_escrituras(s) - 1),
      lotes(hilos_de_lotes(s), static_cast<std::size_t>(s.entero("trabajadores-cola")), sesion_de(s, false),
            hilos_de_lotes(s) - 1),
      reportes(hilos_de_reportes(s), static_cast<std::size_t>(s.entero("trabajadores-cola")), sesion_de(s, true),
               reportes_por_organizacion(s)),
      hash(static_cast<unsigned>(s.entero("hash-hilos")), static_cast<std::size_t>(s.entero("hash-cola")),
           sesion_de(s, false), accesos_por_red(s)),
      externas(static_cast<unsigned>(s.entero("externas")), static_cast<std::size_t>(s.entero("trabajadores-cola")),
               sesion_de(s, false), externas_por_organizacion(s)),
      identidades(hilos_de_identidades(s), static_cast<std::size_t>(s.entero("trabajadores-cola")), sesion_de(s, false),
                  std::max(hilos_de_identidades(s) / 2, 1U)),
      preguntas(static_cast<std::size_t>(s.entero("trabajadores-cola"))),
      revocaciones(static_cast<unsigned>(Settings::maximum("token-segundos"))),
      documento(openapi_json(areas, GESTOR_VERSION, entorno.url_base)),
      documento_etag(etiqueta(documento)),
      docs(s, areas),
      cors(s.lista("cors-origenes")),
      lectores_de_metricas(s.lista("metricas-direcciones")),
      temporales(carpeta_temporal(s)),
      subidas(lugares(s), (lugares(s) + 1) / 2),
      lista_maxima(std::to_string(s.entero("lista-maxima") + 1)),
      cuerpo_en_red(static_cast<std::size_t>(s.entero("cuerpo-en-red"))),
      produccion(s.texto("entorno") == "produccion"),
      vigia([this](std::string const& porque) {
          if (porque.empty()) return bitacora.event(LogLevel::aviso, "la base de datos vuelve a admitir escrituras");
          bitacora.event(LogLevel::error, "la base de datos no admite escrituras: " + porque);
      }),
      ronda(sesion_de(s, false),
            [this](std::string_view nombre, std::string const& porque) {
                bitacora.event(LogLevel::aviso, "un trabajo periódico falló", {{"trabajo", nombre}, {"error", porque}});
            }),
      tareas(tipos_de_tarea(), sesion_de(s, false), entorno, bitacora,
             static_cast<unsigned>(s.entero("trabajo-arriendo-segundos")), ronda) {
    if (!s.texto("base-datos-replica").empty()) {
        replica = std::make_unique<Replica>(s.texto("base-datos-replica"));
        reportes_replica =
            std::make_unique<Workers>(hilos_de_reportes(s), static_cast<std::size_t>(s.entero("trabajadores-cola")),
                                      sesion_de(s, true, "base-datos-replica"), reportes_por_organizacion(s));
    }
    for (auto const& o : router.operaciones()) {  // an operation may have two paths
        auto const* plan = o.declarada->que.lectura();
        if (plan != nullptr && std::ranges::find(planes, plan) == planes.end()) planes.push_back(plan);
    }
    for (auto& fila : periodicas(*this)) ronda.agregar(std::move(fila));
}

void Aplicacion::cerrar() {
    exterior.stop();
    tareas.cerrar();
    escrituras.cerrar();
    lotes.cerrar();
    reportes.cerrar();
    if (reportes_replica != nullptr) reportes_replica->cerrar();
    hash.cerrar();
    externas.cerrar();
    identidades.cerrar();
    preguntas.cerrar();
}

std::unique_ptr<Service> hacer_servicio(Aplicacion& app, boost::asio::io_context& io, unsigned hilo) {
    return std::make_unique<Servicio>(app, io, hilo);
}

void comprobar_base(Aplicacion const& app) {
    auto const principal = sesion_de(app.settings, true);
    comprobar_conexion(principal, "base-datos");
    Session sesion(principal);
    comprobar_migraciones(sesion);
    if (app.replica == nullptr) return;
    try {
        comprobar_conexion(sesion_de(app.settings, true, "base-datos-replica"), "base-datos-replica");
    } catch (ErrorBase const&) {  // a replica that is away is used once it is back
    }
}

Comprobacion::Comprobacion(Aplicacion const& app, std::function<void()> al_fallar)
    : sesion_(sesion_de(app.settings, true)), hilo_([this, &app, aviso = std::move(al_fallar)] { hilo(app, aviso); }) {}

Comprobacion::~Comprobacion() {
    {
        std::lock_guard const guarda(mutex_);
        cerrando_ = true;
    }
    sesion_.cortar();
    aviso_.notify_all();
    hilo_.join();
}

std::string Comprobacion::falla() {
    std::lock_guard const guarda(mutex_);
    return falla_;
}

void Comprobacion::hilo(Aplicacion const& app, std::function<void()> const& al_fallar) {
    std::unique_lock guarda(mutex_);
    while (!cerrando_) {
        guarda.unlock();
        std::string falla;
        try {
            for (auto const* plan : app.planes) sesion_.comprobar(*plan);
            comprobar(sesion_, usos());
            Agregado::comprobar_todos(sesion_);
            sesion_.soltar();
            devolver_memoria();  // memory of a thousand descriptions
            return;
        } catch (ErrorBase const&) {  // the database is away
            sesion_.soltar();
        } catch (std::exception const& e) {
            falla = e.what();
        }
        guarda.lock();
        if (!falla.empty()) {
            falla_ = std::move(falla);
            return al_fallar();
        }
        aviso_.wait_for(guarda, std::chrono::seconds(1), [this] { return cerrando_; });
    }
}

void comprobar_conexiones(Aplicacion& app) {
    auto const& s = app.settings;
    std::int64_t admite = 0;
    try {
        Session sesion(sesion_de(s, true));
        admite = conexiones_admitidas(sesion);
    } catch (ErrorBase const&) {  // the database is away: reported elsewhere
        return;
    }
    std::lock_guard const guarda(app.mutex);
    auto const abre = static_cast<std::int64_t>(app.carriles.size()) * s.entero("carril-conexiones") +
                      hilos_de_escrituras(s) + hilos_de_lotes(s) + hilos_de_reportes(s) + s.entero("hash-hilos") +
                      s.entero("externas") + hilos_de_identidades(s) + app.tareas.sesiones() + conexiones_de_la_ronda;
    if (abre <= admite) return;
    app.bitacora.event(
        LogLevel::aviso,
        fmt::format("con estos ajustes se abren hasta {} conexiones y PostgreSQL admite {}: las solicitudes que "
                    "excedan contestarán "
                    "503. Suba max_connections a {} o más, o baje trabajadores (aquí {}), hilos o carril-conexiones",
                    abre, admite, abre + 20, trabajadores(s)));
}

}  // namespace gestor
