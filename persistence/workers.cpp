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
        std::function<void(Session&)> trabajo;
        {
            std::unique_lock guarda(mutex_);
            aviso_.wait(guarda, [this] { return cerrando_ || !trabajos_.empty(); });
            if (trabajos_.empty()) return;
            trabajo = std::move(trabajos_.front());
            trabajos_.pop_front();
        }
        en_cola_.fetch_sub(1, std::memory_order_relaxed);
        activos_.fetch_add(1, std::memory_order_relaxed);
        trabajo(sesion);  // never throws: ejecutar and encolar wrap it
        activos_.fetch_sub(1, std::memory_order_relaxed);
    }
}

bool Workers::encolar(std::function<void(Session&)> trabajo) {
    auto seguro = [t = std::move(trabajo)](Session& s) {
        try {
            t(s);
        } catch (std::exception const&) {
            s.soltar();  // nobody waits for it; the session is made anew on its next use
        }
    };
    {
        std::lock_guard guarda(mutex_);
        if (cerrando_ || trabajos_.size() >= cola_) {
            rechazados_.fetch_add(1, std::memory_order_relaxed);
            return false;
        }
        trabajos_.emplace_back(std::move(seguro));
        en_cola_.fetch_add(1, std::memory_order_relaxed);
    }
    aviso_.notify_one();
    return true;
}

Task<void> Workers::ejecutar(asio::io_context& io, std::function<void(Session&)> trabajo) {
    bool admitido = true;
    auto iniciar = [&](Manejador m) {
        auto manejador = std::make_shared<Manejador>(std::move(m));
        // The work guard of the io_context outlives this: a server drains its requests before it stops.
        auto terminar = [&io, manejador](std::exception_ptr error) {
            asio::post(io, [manejador, error] { std::move (*manejador)(error); });
        };
        admitido = encolar([trabajo, terminar](Session& s) {
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
