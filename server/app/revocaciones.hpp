#pragma once
// Revoked users and keys. Every instance asks the database each second; a request only looks at memory.
// A revocation matters while it is younger than the oldest token can be: whatever token-segundos is now, it may have
// been its maximum.
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "domain/operacion/token.hpp"
#include "persistence/session.hpp"

namespace gestor {

class Revocaciones {
public:
    using Mapa = std::map<std::pair<char, std::int64_t>, std::int64_t>;  // ('u' or 'c', id) → lowest version still good

    Revocaciones(Session::Config config, unsigned vida_maxima);
    ~Revocaciones();
    Revocaciones(Revocaciones const&) = delete;
    Revocaciones& operator=(Revocaciones const&) = delete;

    void esperar_primera();  // until the database has been read once: before it nobody is known to be revoked

    std::shared_ptr<Mapa const> actual() const { return actual_.load(); }
    std::uint64_t cambios() const { return cambios_.load(std::memory_order_acquire); }

    static bool vigente(Mapa const& mapa, Token const& token);

private:
    void hilo();
    void consultar(Session& sesion);

    Session::Config config_;
    unsigned vida_maxima_;  // of a token, in seconds
    std::atomic<std::shared_ptr<Mapa const>> actual_;
    std::atomic<std::uint64_t> cambios_{0};
    std::mutex mutex_;
    std::condition_variable aviso_;
    bool leida_ = false, cerrando_ = false;
    std::thread hilo_;
};

}  // namespace gestor
