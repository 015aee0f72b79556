#pragma once
// Whether PostgreSQL can be written to. Every few seconds something is written that leaves nothing behind, over a
// connection made for it: a session made long ago still can what a new one no longer can. Only what PostgreSQL itself
// says counts: that it is away is seen by whoever asks it, and one that is merely slow is not to be left alone.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "persistence/session.hpp"

namespace gestor {

class Vigia {
public:
    // Told on its own thread, at every change: why nothing can be written; empty, when it can be again.
    using Aviso = std::function<void(std::string const& porque)>;
    Vigia(std::string conninfo, Aviso aviso);
    ~Vigia();
    Vigia(Vigia const&) = delete;
    Vigia& operator=(Vigia const&) = delete;

    bool se_escribe() const { return se_escribe_.load(std::memory_order_relaxed); }

private:
    void hilo();
    void mirar(Session& sesion);

    std::string conninfo_;
    Aviso avisar_;
    std::atomic<bool> se_escribe_{true};
    std::mutex mutex_;  // of what follows
    std::condition_variable aviso_;
    Session* en_uso_ = nullptr;
    bool cerrando_ = false;
    std::thread hilo_;
};

}  // namespace gestor
