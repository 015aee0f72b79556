#pragma once
// Ronda: periodic and background work on few threads. A row tells its period, and whether each instance runs it or only
// the leader: the instance whose session holds an advisory lock, until its connection ends. One thread watches the
// clock; before it runs a row, another thread takes over the watch: a free thread, or a new one. Two threads are enough
// while every row ends; a row that hangs keeps its thread and delays no other row. A thread without work for ten
// seconds ends.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "persistence/session.hpp"

namespace gestor {

enum class Instancia : std::uint8_t { cada_una, lider };

struct Periodica {
    std::string_view nombre;
    std::chrono::milliseconds cada;
    std::chrono::milliseconds pronto;  // period while more work is left
    Instancia instancia;
    unsigned segundos;                    // time limit of a statement
    std::function<bool(Session&)> hacer;  // true: more work is left. Never runs twice at a time.
    std::function<void()> cortar{};       // called at the end: cuts off waits outside the row's session
};

class Ronda {
public:
    // Aviso: called when a row fails after a success, with the reason.
    using Aviso = std::function<void(std::string_view nombre, std::string const& porque)>;
    // ocio: idle time after which a spare thread ends.
    Ronda(Session::Config config, Aviso aviso, std::chrono::milliseconds ocio = std::chrono::seconds(10));
    ~Ronda() { cerrar(); }
    Ronda(Ronda const&) = delete;
    Ronda& operator=(Ronda const&) = delete;

    void agregar(Periodica fila);              // the row runs at once, and then by its period
    void adelantar(std::string_view nombre);   // the row is due now
    void encargar(std::function<void()> una);  // the function runs once, on the next free thread; must not throw
    // Cuts off running rows, runs all commissioned functions, and ends the threads.
    void cerrar();

    bool lidera() const { return lidera_; }
    std::size_t hilos() const;

private:
    using Cronometro = std::chrono::steady_clock;
    struct Fila {
        Fila(Periodica p, Session::Config config) : suya(std::move(p)), propia(std::move(config)) {}
        Periodica suya;
        Session propia;  // unused, without connection, when only the leader runs the row
        Cronometro::time_point cuando{};
        bool en_curso = false, otra_vez = false;
        bool fallo = false;  // result of the last run; used by the running thread only
    };
    void hilo(std::list<std::thread>::iterator yo);
    void nacer();
    void relevar();
    Fila* vencida(Cronometro::time_point ahora);
    Cronometro::time_point proxima() const;
    bool hacer(Fila& fila);
    bool hacer_si_lidera(Fila& fila);

    Session::Config config_;
    Aviso avisar_;
    std::chrono::milliseconds ocio_;
    Session lider_;  // session of the leader's rows, one row at a time
    std::atomic<bool> lidera_{false};
    mutable std::mutex mutex_;  // guards the members below
    std::condition_variable reloj_, relevo_;
    std::list<Fila> filas_;
    std::deque<std::function<void()>> encargos_;
    std::list<std::thread> hilos_, acabados_;
    unsigned libres_ = 0;             // free threads: waiting, and not watching the clock
    bool vigilado_ = false;           // a thread watches the clock until hasta_
    Cronometro::time_point hasta_{};  // end of the present watch
    bool lider_en_curso_ = false, cerrando_ = false;
};

}  // namespace gestor
