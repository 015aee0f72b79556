#pragma once
// Tareas: runs background jobs (domain/comun/tareas). Each second, and whenever a job has ended, an instance leases the
// due jobs of each kind that it has a free thread for; the round (persistence/ronda) runs each job on a thread of its
// own, over a session of its own.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "domain/comun/tareas.hpp"
#include "persistence/ronda.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"

namespace gestor {

class Tareas {
public:
    // arriendo: seconds for which the first attempt of a job belongs to one instance; later attempts have longer
    // leases.
    Tareas(TiposDeTarea const& tipos, Session::Config config, Entorno const& entorno, Log& bitacora, unsigned arriendo,
           Ronda& ronda);
    ~Tareas() { cerrar(); }
    Tareas(Tareas const&) = delete;
    Tareas& operator=(Tareas const&) = delete;

    void comenzar();  // called last at start-up
    // Running jobs end or are put back; a job that the database does not confirm in time is due again when its lease
    // ends. The round is closed too, so no thread uses these members afterwards.
    void cerrar();
    void muestras(std::vector<Sample>& salida) const;
    unsigned sesiones() const;  // greatest number of sessions

private:
    using Cronometro = std::chrono::steady_clock;
    struct Cupo {  // Cupo: threads of one kind of job
        TipoDeTarea const* tipo;
        unsigned en_curso = 0;
        Cronometro::time_point descansa{};  // the other server did not answer: no job of this kind before this time
    };
    struct Arrendada;
    bool tomar(Session& sesion);
    bool arrendar(Session& sesion);
    void contar(Session& sesion);
    void atender(Arrendada const& tarea);
    void intentar(Session& sesion, Arrendada const& tarea);
    void hacer(Session& sesion, Arrendada const& tarea);
    void devolver(Session& sesion, Arrendada const& tarea);
    void fallar(Session& sesion, Arrendada const& tarea, std::string const& error, bool vencida);
    std::unique_ptr<Session> prestar();
    void recibir(std::unique_ptr<Session> sesion, Cupo& cupo);

    Session::Config config_;
    Entorno const& entorno_;
    Log& bitacora_;
    unsigned arriendo_;
    Ronda& ronda_;
    std::atomic<std::int64_t> hechas_{0}, fallidas_{0}, devueltas_{0}, pendientes_{0}, abandonadas_{0};
    unsigned rondas_ = 0, ociosas_ = 0;  // used only by the thread that leases jobs, one at a time
    std::mutex mutex_;                   // guards the members below
    std::condition_variable aviso_;
    std::vector<Cupo> cupos_;
    std::vector<std::unique_ptr<Session>> libres_;
    std::vector<Session*> prestadas_;
    bool tomando_ = false, cerrando_ = false, cortada_ = false;
};

}  // namespace gestor
