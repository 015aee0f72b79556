#pragma once
// Work for later, done: one thread of each instance takes up what is due, of any organization, and tries again what
// fails.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "domain/comun/trabajos.hpp"
#include "persistence/session.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"

namespace gestor {

class Trabajos {
public:
    // arriendo: seconds that a piece of work is one instance's alone.
    Trabajos(Session::Config config, Entorno const& entorno, Log& bitacora, unsigned arriendo);
    ~Trabajos() { cerrar(); }
    Trabajos(Trabajos const&) = delete;
    Trabajos& operator=(Trabajos const&) = delete;

    void comenzar();  // once everything else is there
    // Work under way ends or is put back; work that the database does not answer to in time is due again when its lease
    // is over.
    void cerrar();
    void muestras(std::vector<Sample>& salida) const;

private:
    struct Arrendado;
    void hilo();
    bool hacer_uno(Session& sesion);
    void contar(Session& sesion);
    void hacer(Session& sesion, TipoDeTrabajo const& tipo, Arrendado const& trabajo);
    void devolver(Session& sesion, TipoDeTrabajo const& tipo, Arrendado const& trabajo);
    void fallar(Session& sesion, TipoDeTrabajo const& tipo, Arrendado const& trabajo, std::string const& error);

    Session::Config config_;
    Entorno const& entorno_;
    Log& bitacora_;
    unsigned arriendo_;
    std::atomic<std::int64_t> hechos_{0}, fallidos_{0}, devueltos_{0}, pendientes_{0}, abandonados_{0};
    std::mutex mutex_;  // of what follows
    std::condition_variable aviso_;
    Session* en_uso_ = nullptr;
    bool cerrando_ = false;
    std::thread hilo_;
};

}  // namespace gestor
