#pragma once
// One request on its way through the chain, and what the whole process shares.
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/operacion/operacion.hpp"
#include "domain/operacion/token.hpp"
#include "persistence/fast_lane.hpp"
#include "persistence/replica.hpp"
#include "persistence/vigia.hpp"
#include "persistence/workers.hpp"
#include "server/body_budget.hpp"
#include "server/docs.hpp"
#include "server/http.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/revocations.hpp"
#include "server/router.hpp"
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
    Entorno entorno;
    Workers escrituras, reportes, hash;
    std::unique_ptr<Replica> replica;           // none: the primary answers everything
    std::unique_ptr<Workers> reportes_replica;  // with it
    Revocations revocaciones;
    std::string documento;  // openapi.json
    std::string documento_etag;
    Docs docs;
    LogSink accesos, eventos;
    Log bitacora{accesos, eventos};  // of those that are no io thread
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
    Vigia vigia;  // the last: it speaks to what is above
};

struct HashDeTexto {  // finds a string by a view, without a copy
    using is_transparent = void;
    std::size_t operator()(std::string_view texto) const { return std::hash<std::string_view>()(texto); }
};

// What one io thread owns.
struct HiloServidor {
    boost::asio::io_context& io;
    Aplicacion& app;
    FastLane carril;
    std::unique_ptr<FastLane> carril_replica;
    Log bitacora;
    ThreadMetrics metricas;
    // Verified tokens by their text; expiry and revocation are checked on every request all the same.
    std::unordered_map<std::string, std::shared_ptr<Token const>, HashDeTexto, std::equal_to<>> tokens;
    std::shared_ptr<Revocations::Mapa const> revocadas;
    std::uint64_t revocadas_version = ~std::uint64_t{0};
    std::uint64_t siguiente_id;
    std::string linea;  // of the access log, reused
    std::string salud;  // the health answer of this second
    std::int64_t salud_segundo = 0;
};

struct Intercambio {
    Intercambio(HiloServidor& h, Request& q, Response& r)
        : hilo(h), req(q), res(r), inicio(std::chrono::steady_clock::now()) {}

    HiloServidor& hilo;
    Request& req;
    Response& res;

    std::string solicitud_id;
    std::chrono::steady_clock::time_point inicio;
    Camino const* recurso = nullptr;
    OperacionActiva const* operacion = nullptr;
    std::vector<std::string> parametros;                             // of the path
    std::vector<std::pair<std::string_view, std::string>> consulta;  // under the names that the operation declares
    Fallas fallas;                                                   // of form, found before its arguments are read
    std::shared_ptr<Token const> token;
    std::optional<Idempotencia> idempotencia;
    std::string_view si_coincide;
    Recepcion const* recepcion = nullptr;
    bool csv = false;
    Paginacion paginacion;
    bool contestado = false;  // a middleware gave the whole answer

    Operacion const& fila() const { return *operacion->fila; }
    bool cuerpo_largo() const { return req.body.size() > hilo.app.cuerpo_en_red; }
    std::optional<std::string_view> parametro(std::string_view nombre) const {
        for (auto const& [n, v] : consulta)
            if (n == nombre) return v;
        return std::nullopt;
    }
    bool acepta(std::string_view tipo) const { return req.header("Accept").find(tipo) != std::string_view::npos; }
};

}  // namespace gestor
