#pragma once
// Revocaciones: revoked users and keys. Every instance asks the database each second; a request only looks at memory. A
// revocation is kept until the oldest possible token has expired: token-segundos may have had its maximum earlier.
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>

#include "domain/operacion/token.hpp"
#include "persistence/session.hpp"

namespace gestor {

class Revocaciones {
public:
    // ('u' or 'c', id) → lowest version still valid
    using Mapa = std::map<std::pair<char, std::int64_t>, std::int64_t>;

    explicit Revocaciones(unsigned vida_maxima);

    void leer(Session& sesion);
    void esperar_primera();  // waits until the database was read once: before that, no revocation is known

    std::shared_ptr<Mapa const> actual() const { return actual_.load(); }
    std::uint64_t cambios() const { return cambios_.load(std::memory_order_acquire); }

    static bool vigente(Mapa const& mapa, Token const& token);

private:
    unsigned vida_maxima_;  // greatest life of a token, in seconds
    std::atomic<std::shared_ptr<Mapa const>> actual_;
    std::atomic<std::uint64_t> cambios_{0};
    std::mutex mutex_;
    std::condition_variable aviso_;
    bool leida_ = false;
};

}  // namespace gestor
