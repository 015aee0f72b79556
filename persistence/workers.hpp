#pragma once
// Workers: threads that may block, each with a session; one from the start, the others when a job finds none free.
// Writes, reports and password hashing have pools of their own, so no pool delays another; a full queue refuses at
// once. Organizations take turns: a busy organization waits for itself, and in pools of long jobs cannot take all
// threads.
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
    // hilos: how many at most. por_organizacion: how many threads one organization may occupy; 0: all.
    Workers(unsigned hilos, std::size_t cola, Session::Config config, unsigned por_organizacion = 0);
    ~Workers() { cerrar(); }
    // Finishes queued jobs, cuts off those that PostgreSQL does not finish in time, and joins the threads. Called while
    // the io_contexts of the callers live.
    void cerrar();
    Workers(Workers const&) = delete;
    Workers& operator=(Workers const&) = delete;

    // Runs the job on a worker and resumes the caller on its own io thread; exceptions travel back.
    Task<void> ejecutar(boost::asio::io_context& io, std::int64_t organizacion, std::function<void(Session&)> trabajo);
    // Queues a job without waiting (last use of an API key, failed-login counters). False when the queue is full. A
    // full queue still admits an organization that has less than its share of the queue.
    bool encolar(std::int64_t organizacion, std::function<void(Session&)> trabajo);

    std::size_t en_cola() const { return en_cola_.load(std::memory_order_relaxed); }
    std::size_t activos() const { return activos_.load(std::memory_order_relaxed); }
    std::size_t hilos() const;
    std::uint64_t rechazados() const { return rechazados_.load(std::memory_order_relaxed); }

private:
    using Trabajo = std::function<void(Session&)>;
    struct Cola {
        std::deque<Trabajo> espera;
        unsigned corriendo = 0;
    };
    void nacer();
    void hilo();
    std::deque<std::int64_t>::iterator turno();

    Session::Config config_;
    std::size_t maximo_;  // threads
    std::size_t cola_;
    mutable std::mutex mutex_;
    std::condition_variable aviso_;
    unsigned por_organizacion_;
    std::map<std::int64_t, Cola> colas_;    // by organization: its waiting and running jobs
    std::deque<std::int64_t> turnos_;       // turns of the waiting organizations
    std::set<Session*> sesiones_;           // one per thread
    std::size_t vivos_ = 0, ocupados_ = 0;  // threads that have not ended; those that run a job
    bool cerrando_ = false, cortando_ = false;
    std::atomic<std::size_t> en_cola_{0}, activos_{0};
    std::atomic<std::uint64_t> rechazados_{0};
    std::vector<std::thread> hilos_;
};

}  // namespace gestor
