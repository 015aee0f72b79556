#include "server/app/preguntas.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <thread>

#include "persistence/error_base.hpp"

namespace gestor {
namespace {

namespace asio = boost::asio;
using Ficha = asio::use_awaitable_t<Executor>;
using AlContestar = asio::async_result<Ficha, void(Contestada)>::handler_type;
constexpr unsigned hilos_por_preguntado = 4;

}  // namespace

void Preguntas::cerrar() {
    std::map<std::string, Fila> olvidadas;
    std::unique_lock guarda(mutex_);
    cerrando_ = true;
    for (auto& [quien, fila] : filas_) olvidadas[quien].espera.swap(fila.espera);
    aviso_.wait(guarda, [this] { return hilos_ == 0; });
}

bool Preguntas::formar(std::string const& a_quien, Trabajo trabajo) {
    std::lock_guard const guarda(mutex_);
    auto& fila = filas_[a_quien];
    if (cerrando_ || fila.espera.size() >= cola_) return false;
    fila.espera.push_back(std::move(trabajo));
    if (fila.hilos == hilos_por_preguntado) return true;
    ++fila.hilos;
    ++hilos_;
    std::thread([this, a_quien] { hilo(a_quien); }).detach();  // counted: cerrar() waits for the thread
    return true;
}

void Preguntas::hilo(std::string const& a_quien) {
    std::unique_lock guarda(mutex_);
    auto& fila = filas_.at(a_quien);
    while (!fila.espera.empty()) {
        auto trabajo = std::move(fila.espera.front());
        fila.espera.pop_front();
        guarda.unlock();
        trabajo();
        trabajo = nullptr;
        guarda.lock();
    }
    --fila.hilos;
    --hilos_;
    aviso_.notify_all();
}

Task<Contestada> Preguntas::hacer(asio::io_context& io, PorPreguntar por_preguntar) {
    bool admitida = true;
    auto iniciar = [&](AlContestar m) {
        auto manejador = std::make_shared<AlContestar>(std::move(m));
        auto const contestar = [&io, manejador](Contestada c) {
            asio::post(io, [manejador, c = std::move(c)]() mutable { std::move (*manejador)(std::move(c)); });
        };
        admitida = formar(por_preguntar.a_quien, [pregunta = std::move(por_preguntar.pregunta), contestar] {
            Contestada c;
            try {
                c.texto = pregunta();
            } catch (...) {
                c.falla = std::current_exception();
            }
            contestar(std::move(c));
        });
        if (!admitida) contestar({});
    };
    Ficha ficha;
    auto contestada = co_await asio::async_initiate<Ficha, void(Contestada)>(iniciar, ficha);
    if (!admitida) throw NoDisponible(causa::saturado, "el servicio está saturado");
    co_return contestada;
}

}  // namespace gestor
