#pragma once
// The application above the HTTP floor: runs the chain and the operation of each request.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "server/app/intercambio.hpp"

namespace gestor {

std::unique_ptr<Service> hacer_servicio(Aplicacion& app, boost::asio::io_context& io, unsigned hilo);

// Start-up checks before the first request: PostgreSQL answers, keeps prepared statements, and has the migrations of
// this program. Throws std::runtime_error with the remedy.
void comprobar_base(Aplicacion const& app);

// Comprobacion: compares every statement of the program with the real schema, and its columns with the DTOs: 2,600
// statements, half a second, while the server already answers. A difference ends the process like a start-up error,
// with the name of the statement. While PostgreSQL is away the comparison waits.
class Comprobacion {
public:
    // al_fallar: called on a thread of its own, once falla() has the difference.
    Comprobacion(Aplicacion const& app, std::function<void()> al_fallar);
    ~Comprobacion();
    Comprobacion(Comprobacion const&) = delete;
    Comprobacion& operator=(Comprobacion const&) = delete;
    std::string falla();  // empty: no difference so far

private:
    void hilo(Aplicacion const& app, std::function<void()> const& al_fallar);

    Session sesion_;
    std::mutex mutex_;  // guards the members below
    std::condition_variable aviso_;
    bool cerrando_ = false;
    std::string falla_;
    std::thread hilo_;
};
// Logs a warning with the remedy when PostgreSQL admits fewer connections than the settings may open.
void comprobar_conexiones(Aplicacion& app);

}  // namespace gestor
