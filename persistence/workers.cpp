#include "persistence/workers.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <system_error>

#include "persistence/error_base.hpp"
#include "persistence/sabotaje.hpp"

namespace gestor {
namespace {

namespace asio = boost::asio;
using Ficha = asio::use_awaitable_t<Executor>;
using namespace std::chrono_literals;
constexpr auto gracia = 2s;  // time, at the end, for jobs without a waiting caller, once all callers were answered
using AlTerminar = asio::async_result<Ficha, void(std::exception_ptr)>::handler_type;

}  // namespace

Workers::Workers(unsigned hilos, std::size_t cola, Session::Config config, unsigned por_organizacion)
    : config_(std::move(config)),
      maximo_(hilos),
      cola_(cola),
      por_organizacion_(por_organizacion > 0 ? por_organizacion : hilos) {
    std::lock_guard const guarda(mutex_);
    nacer();
}

// nacer: called under the mutex.
void Workers::nacer() {
    try {
        hilos_.emplace_back([this] { hilo(); });
        ++vivos_;
    } catch (std::system_error const&) {  // the process may have no more threads: a busy thread takes the job later
        if (hilos_.empty()) throw;
    }
}

void Workers::cerrar() {
    std::unique_lock guarda(mutex_);
    cerrando_ = true;
    aviso_.notify_all();
    if (!aviso_.wait_for(guarda, gracia, [this] { return vivos_ == 0; })) {
        cortando_ = true;
        for (auto* s : sesiones_) s->cortar();
    }
    guarda.unlock();
    for (auto& h : hilos_) h.join();
    hilos_.clear();
}

std::size_t Workers::hilos() const {
    std::lock_guard const guarda(mutex_);
    return hilos_.size();
}

// First waiting organization that may occupy another thread.
std::deque<std::int64_t>::iterator Workers::turno() {
    return std::find_if(turnos_.begin(), turnos_.end(),
                        [this](std::int64_t quien) { return colas_.at(quien).corriendo < por_organizacion_; });
}

void Workers::hilo() {
    Session sesion(config_);
    std::unique_lock guarda(mutex_);
    sesiones_.insert(&sesion);
    if (cortando_) sesion.cortar();
    for (;;) {
        auto de_quien = turnos_.end();
        aviso_.wait(guarda, [&] { return (de_quien = turno()) != turnos_.end() || (cerrando_ && turnos_.empty()); });
        if (de_quien == turnos_.end()) break;
        auto const organizacion = *de_quien;
        turnos_.erase(de_quien);
        auto& cola = colas_.at(organizacion);
        auto trabajo = std::move(cola.espera.front());
        cola.espera.pop_front();
        if (!cola.espera.empty()) turnos_.push_back(organizacion);
        en_cola_.fetch_sub(1, std::memory_order_relaxed);
        ++cola.corriendo;
        ++ocupados_;
        guarda.unlock();
        activos_.fetch_add(1, std::memory_order_relaxed);
        trabajo(sesion);    // never throws: ejecutar and encolar wrap it
        trabajo = nullptr;  // the job and its captures are destroyed before the lock is taken
        activos_.fetch_sub(1, std::memory_order_relaxed);
        guarda.lock();
        --ocupados_;
        if (--cola.corriendo == 0 && cola.espera.empty()) colas_.erase(organizacion);
        if (cerrando_ && turnos_.empty()) aviso_.notify_all();
    }
    sesiones_.erase(&sesion);
    --vivos_;
    aviso_.notify_all();
}

bool Workers::encolar(std::int64_t organizacion, Trabajo trabajo) {
    if (sin("turnos")) organizacion = 0;
    auto seguro = [t = std::move(trabajo)](Session& s) {
        try {
            t(s);
        } catch (std::exception const&) {
            s.soltar();  // no caller waits for it; the session connects again on its next use
        }
    };
    {
        std::lock_guard guarda(mutex_);
        auto const cola = colas_.find(organizacion);
        auto const suyos = cola != colas_.end() ? cola->second.espera.size() : 0;
        auto const parte = cola_ / (turnos_.size() + (suyos == 0 ? 1 : 0));
        if (cerrando_ || (en_cola_ >= cola_ && suyos >= parte)) {
            rechazados_.fetch_add(1, std::memory_order_relaxed);
            return false;
        }
        if (suyos == 0) turnos_.push_back(organizacion);
        colas_[organizacion].espera.emplace_back(std::move(seguro));
        en_cola_.fetch_add(1, std::memory_order_relaxed);
        if (en_cola_ + ocupados_ > hilos_.size() && hilos_.size() < maximo_) nacer();
    }
    aviso_.notify_one();
    return true;
}

Task<void> Workers::ejecutar(asio::io_context& io, std::int64_t organizacion, Trabajo trabajo) {
    bool admitido = true;
    auto iniciar = [&](AlTerminar m) {
        auto manejador = std::make_shared<AlTerminar>(std::move(m));
        // The io_context outlives this function: a server finishes its requests before it stops, so the guard of its
        // work is safe.
        auto terminar = [&io, manejador](std::exception_ptr error) {
            asio::post(io, [manejador, error = std::move(error)] { std::move (*manejador)(error); });
        };
        admitido = encolar(organizacion, [trabajo, terminar](Session& s) {
            std::exception_ptr error;
            try {
                trabajo(s);
            } catch (...) {
                error = std::current_exception();
            }
            terminar(std::move(error));  // the caller's thread reads and frees the exception
        });
        if (!admitido) terminar(nullptr);
    };
    Ficha ficha;
    co_await asio::async_initiate<Ficha, void(std::exception_ptr)>(iniciar, ficha);
    if (!admitido) throw NoDisponible(causa::saturado, "el servicio está saturado");
}

}  // namespace gestor
