#pragma once
// The application behind the HTTP floor: runs the chain and the operation of each request.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "server/app/intercambio.hpp"

namespace gestor {

std::unique_ptr<Service> hacer_servicio(Aplicacion& app, boost::asio::io_context& io, unsigned hilo);

// Before anybody is served: PostgreSQL is there, keeps what is prepared, and has the migrations of this program. Throws
// std::runtime_error that says what to do.
void comprobar_base(Aplicacion const& app);

// Every statement of the program against the real schema, its columns compared with the DTOs: 2,600 of them, half a
// second, beside serving. A drift ends the process as a fault of the start does, and is named. While PostgreSQL is away
// the comparison waits.
class Comprobacion {
public:
    // al_fallar: on a thread of its own, once falla() says what does not fit.
    Comprobacion(Aplicacion const& app, std::function<void()> al_fallar);
    ~Comprobacion();
    Comprobacion(Comprobacion const&) = delete;
    Comprobacion& operator=(Comprobacion const&) = delete;
    std::string falla();  // empty: none so far

private:
    void hilo(Aplicacion const& app, std::function<void()> const& al_fallar);

    Session sesion_;
    std::mutex mutex_;  // of what follows
    std::condition_variable aviso_;
    bool cerrando_ = false;
    std::string falla_;
    std::thread hilo_;
};
// Says in the log what to do where PostgreSQL admits fewer connections than the settings may open.
void comprobar_conexiones(Aplicacion& app);

}  // namespace gestor
