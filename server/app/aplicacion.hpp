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
#include "server/app/trabajos.hpp"
#include "server/client/client.hpp"
#include "server/docs/docs.hpp"
#include "server/http/body_budget.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/settings.hpp"

namespace gestor {

// Made once at start, immutable but for the pools and counters that protect themselves.
struct Aplicacion {
    Aplicacion(Settings const& s, std::vector<Area const*> areas_);
    void cerrar();  // after the io threads have ended and before their contexts are destroyed: workers post to them

    Settings const& settings;
    std::vector<Area const*> areas;
    Router router;
    std::unique_ptr<Llavero> llavero;
    LogSink accesos, eventos;
    Log bitacora{accesos, eventos};  // of those that are no io thread
    HttpClient exterior;
    ServicioSat sat;
    seguridad::Proveedores proveedores;  // of identity
    Entorno entorno;
    Workers escrituras, lotes, reportes, hash, externas, identidades;
    Preguntas preguntas;
    std::unique_ptr<Replica> replica;           // none: the primary answers everything
    std::unique_ptr<Workers> reportes_replica;  // with it
    Revocaciones revocaciones;
    std::string documento;  // openapi.json
    std::string documento_etag;
    Docs docs;
    std::vector<Plan const*> planes;
    std::vector<std::string> cors, lectores_de_metricas;
    std::string temporales;     // folder of the files that arrive
    BodyBudget subidas;         // of them, now: no organization has more than half
    std::string lista_maxima;   // rows of a catalogue, plus one
    std::size_t cuerpo_en_red;  // bytes of JSON up to which an io thread reads it
    std::atomic<std::int64_t> leidos_en_red = 0, leidos_en_trabajadores = 0;  // bytes of JSON bodies
    bool produccion;
    std::mutex mutex;  // of the two below, filled while the io threads start
    std::vector<ThreadMetrics const*> metricas;
    std::vector<FastLane const*> carriles, carriles_replica;
    Trabajos trabajos;
    Vigia vigia;  // the last: it speaks to what is above
};

struct HashDeTexto {  // finds a string by a view, without a copy
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
    // Verified tokens by their text; expiry and revocation are checked on every request all the same.
    std::unordered_map<std::string, std::shared_ptr<Token const>, HashDeTexto, std::equal_to<>> tokens;
    std::shared_ptr<Revocaciones::Mapa const> revocadas;
    std::uint64_t revocadas_version = ~std::uint64_t{0};
    std::uint64_t siguiente_id;
    std::string linea;  // of the access log, reused
    std::string salud;  // the health answer of this second
    std::int64_t salud_segundo = 0;
};

}  // namespace gestor
