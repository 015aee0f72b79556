#pragma once
// Threads that may block: each owns a session. Writes, reports and password hashing have pools of their own, so that
// none can delay another; a full queue is refused at once. Organizations take turns: whoever asks much waits for
// itself, and where jobs are long there are threads that one organization alone cannot take.
#include <atomic>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "persistence/session.hpp"
#include "persistence/task.hpp"

namespace gestor {

class Workers {
public:
    // por_organizacion: how many threads one organization may occupy; 0: all.
    Workers(unsigned hilos, std::size_t cola, Session::Config config, unsigned por_organizacion = 0);
    ~Workers() { cerrar(); }
    // Finishes what is queued, or after a moment cuts off what PostgreSQL does not finish, and joins. To be called
    // while the io_contexts of the callers still live.
    void cerrar();
    Workers(Workers const&) = delete;
    Workers& operator=(Workers const&) = delete;

    // Runs the job on a worker and resumes the caller on its own io thread; exceptions travel back.
    Task<void> ejecutar(boost::asio::io_context& io, std::int64_t organizacion, std::function<void(Session&)> trabajo);
    // Fire and forget (last use of a key, failed-login counters); false when the queue is full. A full one still admits
    // an organization that has less than its share in it.
    bool encolar(std::int64_t organizacion, std::function<void(Session&)> trabajo);

    std::size_t en_cola() const { return en_cola_.load(std::memory_order_relaxed); }
    std::size_t activos() const { return activos_.load(std::memory_order_relaxed); }
    std::uint64_t rechazados() const { return rechazados_.load(std::memory_order_relaxed); }

private:
    using Trabajo = std::function<void(Session&)>;
    struct Cola {
        std::deque<Trabajo> espera;
        unsigned corriendo = 0;
    };
    void hilo();
    std::deque<std::int64_t>::iterator turno();

    Session::Config config_;
    std::size_t cola_;
    std::mutex mutex_;
    std::condition_variable aviso_;
    unsigned por_organizacion_;
    std::map<std::int64_t, Cola> colas_;  // by organization: those that wait or run
    std::deque<std::int64_t> turnos_;     // of those that wait
    std::set<Session*> sesiones_;         // one per thread
    bool cerrando_ = false;
    std::atomic<std::size_t> en_cola_{0}, activos_{0};
    std::atomic<std::uint64_t> rechazados_{0};
    std::vector<std::thread> hilos_;
};

}  // namespace gestor
