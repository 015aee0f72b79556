#pragma once
// The fast lane: a few libpq connections per io thread, owned by soci sessions, non-blocking, in pipeline mode, shared
// by all requests of that thread. Each request is closed by its own Sync, so its statements are one implicit
// transaction: the first sets the tenant for row level security, the rest read one snapshot. See README.md for
// why.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "persistence/plan.hpp"
#include "persistence/resultado.hpp"
#include "persistence/task.hpp"

namespace gestor {

struct FastLaneConfig {
    std::string conninfo;
    unsigned conexiones = 3;
    unsigned cola = 512;                             // requests in flight per connection; one more is refused with 503
    unsigned segundos = 5;                           // statement_timeout
    std::function<void(std::string const&)> avisar;  // connection lost, back again
    unsigned por_organizacion = 4;                   // at PostgreSQL at once, of each, where there are several
    bool replica = false;
};

// Read by the metrics from any thread.
struct FastLaneStats {
    std::atomic<std::uint64_t> en_vuelo{0}, atendidas{0}, rechazadas{0}, reconexiones{0}, vivas{0};
};

class FastLane {
public:
    FastLane(boost::asio::io_context& io, FastLaneConfig config);
    ~FastLane();
    FastLane(FastLane const&) = delete;
    FastLane& operator=(FastLane const&) = delete;

    // Throws Problema NO_DISPONIBLE (no connection, queue full, lost twice) or ErrorBase. Only from the io thread. A
    // statement with a name is prepared where it is first used, and must outlive the lane.
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
    // An organization alone may fill the lane. Where there are several, each has few requests at PostgreSQL and the
    // rest in a line of its own: whoever asks much waits for itself, and the others find the connections almost free.
    std::unordered_map<std::string, std::shared_ptr<Cola>> colas_;
    std::size_t admitidas_ = 0;  // at PostgreSQL or in a line
    std::string ultima_;         // organization
    std::chrono::steady_clock::time_point compartido_hasta_{};
};

}  // namespace gestor
