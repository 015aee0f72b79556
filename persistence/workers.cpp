#include "persistence/workers.hpp"

#include <memory>

namespace gestor {
namespace {

namespace asio = boost::asio;
using Ficha = asio::use_awaitable_t<Executor>;
using Manejador = asio::async_result<Ficha, void(std::exception_ptr)>::handler_type;

}  // namespace

Workers::Workers(unsigned hilos, std::size_t cola, Session::Config config) : config_(std::move(config)), cola_(cola) {
    for (unsigned i = 0; i < hilos; ++i) hilos_.emplace_back([this] { hilo(); });
}

void Workers::cerrar() {
    {
        std::lock_guard guarda(mutex_);
        cerrando_ = true;
    }
    aviso_.notify_all();
    for (auto& h : hilos_) h.join();
    hilos_.clear();
}

void Workers::hilo() {
    Session sesion(config_);
    for (;;) {
        Trabajo trabajo;
        {
            std::unique_lock guarda(mutex_);
            aviso_.wait(guarda, [this] { return cerrando_ || !turnos_.empty(); });
            if (turnos_.empty()) return;
            trabajo = siguiente();
        }
        activos_.fetch_add(1, std::memory_order_relaxed);
        trabajo(sesion);  // never throws: ejecutar and encolar wrap it
        activos_.fetch_sub(1, std::memory_order_relaxed);
    }
}

// One of each organization in turn.
Workers::Trabajo Workers::siguiente() {
    auto const fila = filas_.find(turnos_.front());
    turnos_.pop_front();
    auto trabajo = std::move(fila->second.front());
    fila->second.pop_front();
    if (fila->second.empty())
        filas_.erase(fila);
    else
        turnos_.push_back(fila->first);
    en_cola_.fetch_sub(1, std::memory_order_relaxed);
    return trabajo;
}

bool Workers::encolar(std::int64_t organizacion, Trabajo trabajo) {
    auto seguro = [t = std::move(trabajo)](Session& s) {
        try {
            t(s);
        } catch (std::exception const&) {
            s.soltar();  // nobody waits for it; the session is made anew on its next use
        }
    };
    {
        std::lock_guard guarda(mutex_);
        auto const fila = filas_.find(organizacion);
        auto const suyos = fila != filas_.end() ? fila->second.size() : 0;
        auto const parte = cola_ / (filas_.size() + (suyos == 0 ? 1 : 0));
        if (cerrando_ || (en_cola_ >= cola_ && suyos >= parte)) {
            rechazados_.fetch_add(1, std::memory_order_relaxed);
            return false;
        }
        if (suyos == 0) turnos_.push_back(organizacion);
        filas_[organizacion].emplace_back(std::move(seguro));
        en_cola_.fetch_add(1, std::memory_order_relaxed);
    }
    aviso_.notify_one();
    return true;
}

Task<void> Workers::ejecutar(asio::io_context& io, std::int64_t organizacion, Trabajo trabajo) {
    bool admitido = true;
    auto iniciar = [&](Manejador m) {
        auto manejador = std::make_shared<Manejador>(std::move(m));
        // The work guard of the io_context outlives this: a server drains its requests before it stops.
        auto terminar = [&io, manejador](std::exception_ptr error) {
            asio::post(io, [manejador, error] { std::move (*manejador)(error); });
        };
        admitido = encolar(organizacion, [trabajo, terminar](Session& s) {
            std::exception_ptr error;
            try {
                trabajo(s);
            } catch (...) {
                error = std::current_exception();
            }
            terminar(error);
        });
        if (!admitido) terminar(nullptr);
    };
    Ficha ficha;
    co_await asio::async_initiate<Ficha, void(std::exception_ptr)>(iniciar, ficha);
    if (!admitido) throw Problema(codigo::no_disponible, "el servicio está saturado").reintentar(1);
}

}  // namespace gestor
