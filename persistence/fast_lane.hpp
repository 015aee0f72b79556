#pragma once
// The fast lane: a few libpq connections per io thread, owned by soci sessions, non-blocking, in pipeline mode, shared
// by all requests of that thread. Each request ends in its own Sync, so its statements are one implicit transaction:
// the first sets the tenant for row level security, the rest read one snapshot. README.md gives the reasons.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "persistence/lectura_compilada.hpp"
#include "persistence/resultado.hpp"
#include "persistence/task.hpp"

namespace gestor {

struct FastLaneConfig {
    std::string conninfo;
    unsigned conexiones = 3;
    // requests in flight per connection; a further one is refused with 503
    unsigned cola = 512;
    unsigned segundos = 5;                           // statement_timeout
    std::function<void(std::string const&)> avisar;  // called when the connection is lost, and when it is back
    unsigned por_organizacion = 4;                   // requests of one organization at PostgreSQL, when several ask
    bool replica = false;
};

// FastLaneStats: read by the metrics from any thread.
struct FastLaneStats {
    std::atomic<std::uint64_t> en_vuelo{0}, atendidas{0}, rechazadas{0}, reconexiones{0}, vivas{0};
};

class FastLane {
public:
    FastLane(boost::asio::io_context& io, FastLaneConfig config);
    ~FastLane();
    FastLane(FastLane const&) = delete;
    FastLane& operator=(FastLane const&) = delete;

    // Throws Problema NO_DISPONIBLE (no connection, queue full, lost twice) or ErrorBase. Called from the io thread
    // only. A statement with a name is prepared where it is first used, and must outlive the lane.
    Task<Resultados> ejecutar(Variante const& variante, std::vector<ValorSql> const& valores);

    bool viva() const { return stats_.vivas.load(std::memory_order_relaxed) > 0; }
    FastLaneStats const& stats() const { return stats_; }
    void cerrar();
    void al_cambiar(std::function<void(std::string const&)> avisar) { config_.avisar = std::move(avisar); }

private:
    class Conexion;
    struct Buzon;
    struct Cola;
    struct Pendiente;
    friend class Conexion;
    Conexion* elegir();
    std::shared_ptr<Cola> admitir(std::string const& organizacion);
    void formar(Pendiente& p);
    void avanzar(Cola& cola);

    boost::asio::io_context& io_;
    FastLaneConfig config_;
    std::shared_ptr<Buzon> buzon_;
    FastLaneStats stats_;
    std::vector<std::shared_ptr<Conexion>> conexiones_;
    std::size_t turno_ = 0;
    // One organization alone may fill the lane. When several ask, each has `por_organizacion` requests at PostgreSQL
    // and queues the others: a busy organization waits for itself, and other organizations find free connections.
    std::unordered_map<std::string, std::shared_ptr<Cola>> colas_;
    std::size_t admitidas_ = 0;  // requests at PostgreSQL or queued
    std::string ultima_;         // organization of the latest request
    std::chrono::steady_clock::time_point compartido_hasta_{};
};

}  // namespace gestor
