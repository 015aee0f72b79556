#pragma once
// Threads that may block: each owns a session. Writes, reports and password hashing have pools of their own, so that
// none can delay another; a full queue is refused at once. Organizations take turns: whoever asks much waits for
// itself.
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
#include <thread>
#include <vector>

#include "persistence/session.hpp"
#include "persistence/task.hpp"

namespace gestor {

class Workers {
public:
    Workers(unsigned hilos, std::size_t cola, Session::Config config);
    ~Workers() { cerrar(); }
    // Finishes what is queued and joins. To be called while the io_contexts of the callers still live.
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
    void hilo();
    Trabajo siguiente();

    Session::Config config_;
    std::size_t cola_;
    std::mutex mutex_;
    std::condition_variable aviso_;
    std::map<std::int64_t, std::deque<Trabajo>> filas_;  // by organization, none empty
    std::deque<std::int64_t> turnos_;                    // of those with a line
    bool cerrando_ = false;
    std::atomic<std::size_t> en_cola_{0}, activos_{0};
    std::atomic<std::uint64_t> rechazados_{0};
    std::vector<std::thread> hilos_;
};

}  // namespace gestor
