#include "persistence/ronda.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "persistence/unidad.hpp"

namespace gestor {
namespace {

using namespace std::chrono_literals;

// Question whether this session leads, asked before each row over the leader's own connection, because a new connection
// holds no lock. PostgreSQL counts a repeated advisory lock of the same session.
constexpr std::string_view liderar = "SELECT pg_try_advisory_lock(113668914376054) AS lidera";

Session::Config con_paciencia(Session::Config config, unsigned segundos) {
    config.segundos = segundos;
    return config;
}

}  // namespace

Ronda::Ronda(Session::Config config, Aviso aviso, std::chrono::milliseconds ocio)
    : config_(std::move(config)), avisar_(std::move(aviso)), ocio_(ocio), lider_(config_) {}

void Ronda::agregar(Periodica fila) {
    std::lock_guard const guarda(mutex_);
    auto config = con_paciencia(config_, fila.segundos);
    filas_.emplace_back(std::move(fila), std::move(config));
    if (hilos_.empty()) nacer();
    reloj_.notify_one();
}

void Ronda::adelantar(std::string_view nombre) {
    std::lock_guard const guarda(mutex_);
    for (auto& f : filas_)
        if (f.suya.nombre == nombre) f.cuando = Cronometro::now(), f.otra_vez = f.en_curso;
    reloj_.notify_one();
}

void Ronda::encargar(std::function<void()> una) {
    std::lock_guard const guarda(mutex_);
    encargos_.push_back(std::move(una));
    if (hilos_.empty()) nacer();
    reloj_.notify_one();
}

void Ronda::cerrar() {
    std::list<std::thread> todos;
    {
        std::lock_guard const guarda(mutex_);
        cerrando_ = true;
        lider_.cortar();
        for (auto& f : filas_) {
            f.propia.cortar();
            if (f.suya.cortar) f.suya.cortar();
        }
        todos.swap(hilos_);
        todos.splice(todos.end(), acabados_);
    }
    reloj_.notify_all();
    relevo_.notify_all();
    for (auto& h : todos) h.join();
}

std::size_t Ronda::hilos() const {
    std::lock_guard const guarda(mutex_);
    return hilos_.size();
}

// nacer: called under the mutex, like the next three. Threads that ended have released the mutex, so joining them does
// not wait.
void Ronda::nacer() {
    for (auto& h : acabados_) h.join();
    acabados_.clear();
    auto const yo = hilos_.emplace(hilos_.end());
    try {
        *yo = std::thread([this, yo] { hilo(yo); });
    } catch (std::system_error const&) {  // the process may have no more threads: a busy thread takes the row later
        hilos_.erase(yo);
        if (hilos_.empty()) throw;
    }
}

void Ronda::relevar() {
    if (vigilado_ || cerrando_) return;
    if (libres_ > 0) return relevo_.notify_one();
    nacer();
}

Ronda::Fila* Ronda::vencida(Cronometro::time_point ahora) {
    Fila* primera = nullptr;
    for (auto& f : filas_) {
        bool const puede = !f.en_curso && (f.suya.instancia != Instancia::lider || !lider_en_curso_);
        if (puede && f.cuando <= ahora && (primera == nullptr || f.cuando < primera->cuando)) primera = &f;
    }
    return primera;
}

Ronda::Cronometro::time_point Ronda::proxima() const {
    auto cuando = Cronometro::now() + 1h;
    for (auto const& f : filas_)
        if (!f.en_curso && (f.suya.instancia != Instancia::lider || !lider_en_curso_))
            cuando = std::min(cuando, f.cuando);
    return cuando;
}

void Ronda::hilo(std::list<std::thread>::iterator yo) {
    std::unique_lock guarda(mutex_);
    for (;;) {
        if (!encargos_.empty()) {
            auto const una = std::move(encargos_.front());
            encargos_.pop_front();
            relevar();
            guarda.unlock();
            una();
            guarda.lock();
        } else if (cerrando_) {
            return;
        } else if (auto* const fila = vencida(Cronometro::now())) {
            bool const de_lider = fila->suya.instancia == Instancia::lider;
            fila->en_curso = true;
            if (de_lider) lider_en_curso_ = true;
            relevar();
            guarda.unlock();
            bool const mas = hacer(*fila);
            guarda.lock();
            fila->en_curso = false;
            if (de_lider) lider_en_curso_ = false;
            if (!std::exchange(fila->otra_vez, false))
                fila->cuando = Cronometro::now() + (mas ? fila->suya.pronto : fila->suya.cada);
            if (vigilado_ && proxima() < hasta_) reloj_.notify_one();
        } else if (!vigilado_) {
            vigilado_ = true;
            auto const hasta = hasta_ = proxima();
            reloj_.wait_until(guarda, hasta);
            vigilado_ = false;
        } else {
            ++libres_;
            auto const nadie = relevo_.wait_for(guarda, ocio_) == std::cv_status::timeout;
            --libres_;
            if (!nadie || !vigilado_ || cerrando_) continue;
            acabados_.splice(acabados_.end(), hilos_, yo);
            return;
        }
    }
}

bool Ronda::hacer(Fila& fila) {
    std::string porque;
    try {
        bool const mas = fila.suya.instancia == Instancia::lider ? hacer_si_lidera(fila) : fila.suya.hacer(fila.propia);
        fila.fallo = false;
        return mas;
    } catch (std::exception const& e) {  // the database is away: the row runs again at its next time
        porque = e.what();
    }
    auto& sesion = fila.suya.instancia == Instancia::lider ? lider_ : fila.propia;
    if (&sesion == &lider_) lidera_ = false;
    sesion.soltar();
    if (std::exchange(fila.fallo, true)) return false;
    {
        std::lock_guard const guarda(mutex_);
        if (cerrando_) return false;
    }
    avisar_(fila.suya.nombre, porque);
    return false;
}

bool Ronda::hacer_si_lidera(Fila& fila) {
    acceder(lider_, [&](Acceso& db) { lidera_ = db.consultar<liderar>().filas.at(0).at(0) == "t"; });
    return lidera_ && fila.suya.hacer(lider_);
}

}  // namespace gestor
