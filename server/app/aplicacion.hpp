#pragma once
// Aplicacion: shared by the whole process. HiloServidor: owned by each io thread.
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/comun/servicio_sat.hpp"
#include "domain/operacion/router.hpp"
#include "domain/operacion/token.hpp"
#include "domain/seguridad/proveedores.hpp"
#include "persistence/fast_lane.hpp"
#include "persistence/replica.hpp"
#include "persistence/vigia.hpp"
#include "persistence/workers.hpp"
#include "server/app/preguntas.hpp"
#include "server/app/revocaciones.hpp"
#include "server/app/tareas.hpp"
#include "server/client/client.hpp"
#include "server/docs/docs.hpp"
#include "server/http/body_budget.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/settings.hpp"

namespace gestor {

// Aplicacion: built once at start, immutable except for the pools and counters, which lock themselves.
struct Aplicacion {
    Aplicacion(Settings const& s, std::vector<Area const*> areas_);
    void cerrar();  // called after the io threads ended and before their contexts are destroyed, because workers post
                    // to them

    Settings const& settings;
    std::vector<Area const*> areas;
    Router router;
    std::unique_ptr<Llavero> llavero;
    LogSink accesos, eventos;
    Log bitacora{accesos, eventos};  // log of threads that are not io threads
    HttpClient exterior;
    ServicioSat sat;
    seguridad::Proveedores proveedores;  // identity providers
    Entorno entorno;
    Workers escrituras, lotes, reportes, hash, externas, identidades;
    Preguntas preguntas;
    std::unique_ptr<Replica> replica;           // null: the primary answers every read
    std::unique_ptr<Workers> reportes_replica;  // null without a replica
    Revocaciones revocaciones;
    std::string documento;  // text of openapi.json
    std::string documento_etag;
    Docs docs;
    std::vector<LecturaCompilada const*> planes;
    std::vector<std::string> cors, lectores_de_metricas;
    std::string temporales;     // folder of uploaded files
    BodyBudget subidas;         // files being uploaded now: no organization has more than half
    std::string lista_maxima;   // rows of a catalogue, plus one, as text
    std::size_t cuerpo_en_red;  // greatest JSON body that an io thread parses; workers parse larger ones
    // bytes of JSON bodies parsed by each kind of thread
    std::atomic<std::int64_t> leidos_en_red = 0, leidos_en_trabajadores = 0;
    bool produccion;
    std::mutex mutex;  // guards the two members below, filled while the io threads start
    std::vector<ThreadMetrics const*> metricas;
    std::vector<FastLane const*> carriles, carriles_replica;
    Vigia vigia;
    Ronda ronda;
    Tareas tareas;  // last member, destroyed first: ending jobs use the members above
};

struct HashDeTexto {  // HashDeTexto: finds a string by a view, without a copy
    using is_transparent = void;
    std::size_t operator()(std::string_view texto) const { return std::hash<std::string_view>()(texto); }
};

// HiloServidor: owned by one io thread.
struct HiloServidor {
    boost::asio::io_context& io;
    Aplicacion& app;
    FastLane carril;
    std::unique_ptr<FastLane> carril_replica;
    Log bitacora;
    ThreadMetrics metricas;
    // Verified tokens by their text; expiry and revocation are still checked on every request.
    std::unordered_map<std::string, std::shared_ptr<Token const>, HashDeTexto, std::equal_to<>> tokens;
    std::shared_ptr<Revocaciones::Mapa const> revocadas;
    std::uint64_t revocadas_version = ~std::uint64_t{0};
    std::uint64_t siguiente_id;
    std::string linea;  // line of the access log, reused
    std::string salud;  // health answer of the present second
    std::int64_t salud_segundo = 0;
};

}  // namespace gestor
