#pragma once
// Revoked users and keys. Every instance asks the database each second; a request only looks at memory.
// A token lives an hour, so only the revocations of the last hours matter.
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

class Revocations {
public:
    using Mapa = std::map<std::pair<char, std::int64_t>, std::int64_t>;  // ('u' or 'c', id) → lowest version still good

    Revocations(Session::Config config, unsigned token_segundos);
    ~Revocations();
    Revocations(Revocations const&) = delete;
    Revocations& operator=(Revocations const&) = delete;

    std::shared_ptr<Mapa const> actual() const { return actual_.load(); }
    std::uint64_t cambios() const { return cambios_.load(std::memory_order_acquire); }

    static bool vigente(Mapa const& mapa, Token const& token);

private:
    void hilo();
    void consultar(Session& sesion);

    Session::Config config_;
    unsigned token_segundos_;
    std::atomic<std::shared_ptr<Mapa const>> actual_;
    std::atomic<std::uint64_t> cambios_{0};
    std::mutex mutex_;
    std::condition_variable aviso_;
    bool cerrando_ = false;
    std::thread hilo_;
};

}  // namespace gestor
