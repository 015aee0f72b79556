#pragma once
// Questions to others, on threads without a session. Each of those who are asked has four at most, made while there is
// something to ask him: whoever does not answer keeps waiting those who ask him, and nobody else.
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

    // Throws NoDisponible when too many wait for the same one.
    Task<Contestada> hacer(boost::asio::io_context& io, PorPreguntar por_preguntar);
    // Forgets what waits, and ends with what is under way: the client of the outside has been stopped before.
    void cerrar();

private:
    using Trabajo = std::function<void()>;
    struct Fila {
        std::deque<Trabajo> espera;
        unsigned hilos = 0;
    };
    bool formar(std::string const& a_quien, Trabajo trabajo);
    void hilo(std::string const& a_quien);

    std::size_t cola_;  // of each
    std::mutex mutex_;  // of what follows
    std::condition_variable aviso_;
    std::map<std::string, Fila> filas_;  // by who is asked
    unsigned hilos_ = 0;
    bool cerrando_ = false;
};

}  // namespace gestor
