#pragma once
// Replica: a streaming replica that answers reads, with its position in the log. The replica serves a caller when it
// has replayed three positions: the caller's last write through this process; the position that the caller names (a
// write through another process); the primary's position a fifth of a second ago, unless the primary does not answer.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "persistence/session.hpp"

namespace gestor {

using Lsn = std::uint64_t;                            // a position in the write-ahead log
std::optional<Lsn> leer_lsn(std::string_view texto);  // 16/B374D848

class Replica {
public:
    explicit Replica(std::string conninfo) : replica_({std::move(conninfo), 2, true}) {}

    void mirar(Session& principal);  // runs every tenth of a second
    void cortar() { replica_.cortar(); }

    bool sirve(std::int64_t usuario, Lsn al_menos = 0) const;
    void anotar(std::int64_t usuario, Lsn escrita);
    // dudar: the caller's COMMIT got no answer. The primary answers the caller until the replica is surely past the
    // write.
    void dudar(std::int64_t usuario);
    // Bytes by which the replica is behind the primary. Absent while the replica does not answer, or was promoted.
    std::optional<std::int64_t> retraso() const;

private:
    using Cronometro = std::chrono::steady_clock;
    struct Duda {
        std::size_t lugar;
        Cronometro::time_point desde;
    };
    Session replica_;
    // Last write of each user, by user id modulo 4096. Users who share an entry also wait for each other's write.
    std::array<std::atomic<Lsn>, 4096> escritas_{};
    std::atomic<Cronometro::rep> vista_{0};       // time of the last look at both servers
    std::vector<Duda> dudas_;                     // guarded by the mutex
    std::atomic<Lsn> alcanzada_{0};               // position that the replica has replayed; 0: no answer
    std::atomic<Lsn> piso_{~Lsn{0}}, cabeza_{0};  // positions of the primary: at the look before the last; at the last
    Lsn inicio_ = ~Lsn{0};  // primary's position at our first look: writes through an earlier process are before it
    std::mutex mutex_;
};

}  // namespace gestor
