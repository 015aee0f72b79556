#pragma once
// A streaming replica that answers reads: how far it has come, and how far it must have come for whoever asks.
// It serves a caller when it has replayed that caller's own last write through this process, whatever position the
// caller names (a write through another process), and what anybody had written a fifth of a second ago;
// the last is not asked of it while the primary does not answer.
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "persistence/session.hpp"

namespace gestor {

using Lsn = std::uint64_t;                            // a position in the write-ahead log
std::optional<Lsn> leer_lsn(std::string_view texto);  // 16/B374D848

class Replica {
public:
    Replica(std::string conninfo, std::string principal);
    ~Replica();
    Replica(Replica const&) = delete;
    Replica& operator=(Replica const&) = delete;

    bool sirve(std::int64_t usuario, Lsn al_menos = 0) const;
    void anotar(std::int64_t usuario, Lsn escrita);
    // Nobody knows whether the caller's write was made, or where: the primary answers until it is surely behind us.
    void dudar(std::int64_t usuario);
    // Bytes that it is behind the primary; nothing while it is away or is no replica.
    std::optional<std::int64_t> retraso() const;

private:
    using Reloj = std::chrono::steady_clock;
    struct Duda {
        std::size_t lugar;
        Reloj::time_point desde;
    };
    void hilo();
    void mirar(Session& replica, Session& principal);

    std::string conninfo_, principal_;
    // By user; whoever shares a place with another only waits longer.
    std::array<std::atomic<Lsn>, 4096> escritas_{};
    std::atomic<Reloj::rep> vista_{0};            // when both were looked at for the last time
    std::vector<Duda> dudas_;                     // under the mutex
    std::atomic<Lsn> alcanzada_{0};               // by the replica; 0: away
    std::atomic<Lsn> piso_{~Lsn{0}}, cabeza_{0};  // of the primary: the look before the last, and the last
    Lsn inicio_ = ~Lsn{0};  // of the primary when we first saw it: what was written through a process before this one
    std::mutex mutex_;
    std::condition_variable aviso_;
    bool cerrando_ = false;
    std::thread hilo_;
};

}  // namespace gestor
