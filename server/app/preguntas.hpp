#pragma once
// Questions to other servers, on threads without a session. Each server has at most four threads, made on demand: a
// server that does not answer delays its own questions only.
#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "persistence/externa.hpp"
#include "persistence/task.hpp"

namespace gestor {

class Preguntas {
public:
    explicit Preguntas(std::size_t cola) : cola_(cola) {}
    ~Preguntas() { cerrar(); }
    Preguntas(Preguntas const&) = delete;
    Preguntas& operator=(Preguntas const&) = delete;

    // Runs the question on a thread of its server. Throws NoDisponible when too many questions wait for the same
    // server.
    Task<Contestada> hacer(boost::asio::io_context& io, PorPreguntar por_preguntar);
    // Drops waiting questions and waits for running ones; the HTTP client was stopped before.
    void cerrar();

private:
    using Trabajo = std::function<void()>;
    struct Fila {
        std::deque<Trabajo> espera;
        unsigned hilos = 0;
    };
    bool formar(std::string const& a_quien, Trabajo trabajo);
    void hilo(std::string const& a_quien);

    std::size_t cola_;  // waiting questions of each server
    std::mutex mutex_;  // guards the members below
    std::condition_variable aviso_;
    std::map<std::string, Fila> filas_;  // by the asked server
    unsigned hilos_ = 0;
    bool cerrando_ = false;
};

}  // namespace gestor
