#include "persistence/replica.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace gestor {
namespace {

constexpr auto mirada = std::chrono::milliseconds(100);
constexpr auto vigencia = std::chrono::seconds(2);  // of what was seen: a watcher that hangs vouches for nobody
constexpr auto demora = std::chrono::seconds(2);    // in which a COMMIT whose sender was cut off has ended
constexpr Lsn desconocida = ~Lsn{0};
constexpr std::string_view cabeza_sql = "SELECT pg_current_wal_flush_lsn()::text";
// Once promoted it is a primary that nobody told us about: its reads are right, but no longer of this history.
constexpr std::string_view alcanzada_sql =
    "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END::text";

// Answer of one of the two, or nothing: it is asked again at the next look.
std::optional<Lsn> preguntar(Session& sesion, std::string_view sql) {
    try {
        sesion.descartar_si_murio();
        auto const lsn = leer_lsn(sesion.consultar(sql, {}).filas.at(0).at(0).value_or(""));
        if (!lsn) sesion.soltar();  // not the one we want: another may answer to the same name next time
        return lsn;
    } catch (std::exception const&) {
        sesion.soltar();
        return std::nullopt;
    }
}

}  // namespace

std::optional<Lsn> leer_lsn(std::string_view texto) {
    std::uint32_t alta = 0, baja = 0;
    auto const* const fin = texto.data() + texto.size();
    auto const a = std::from_chars(texto.data(), fin, alta, 16);
    if (a.ec != std::errc{} || a.ptr == fin || *a.ptr != '/') return std::nullopt;
    auto const b = std::from_chars(a.ptr + 1, fin, baja, 16);
    if (b.ec != std::errc{} || b.ptr != fin) return std::nullopt;
    return (Lsn{alta} << 32) | baja;
}

Replica::Replica(std::string conninfo, std::string principal)
    : conninfo_(std::move(conninfo)), principal_(std::move(principal)), hilo_([this] { hilo(); }) {}

Replica::~Replica() {
    {
        std::lock_guard guarda(mutex_);
        cerrando_ = true;
    }
    aviso_.notify_all();
    hilo_.join();
}

bool Replica::sirve(std::int64_t usuario, Lsn al_menos) const {
    auto const& suya = escritas_[static_cast<std::size_t>(usuario) % escritas_.size()];
    auto const alcanzada = alcanzada_.load(std::memory_order_acquire);
    bool const reciente = Reloj::now().time_since_epoch().count() - vista_.load() < Reloj::duration(vigencia).count();
    return reciente && alcanzada != 0 && alcanzada >= piso_.load(std::memory_order_acquire) && alcanzada >= al_menos &&
           alcanzada >= suya.load(std::memory_order_acquire);
}

void Replica::anotar(std::int64_t usuario, Lsn escrita) {
    auto& suya = escritas_[static_cast<std::size_t>(usuario) % escritas_.size()];
    auto antes = suya.load(std::memory_order_relaxed);
    while (antes < escrita && !suya.compare_exchange_weak(antes, escrita, std::memory_order_release)) {
    }
}

void Replica::dudar(std::int64_t usuario) {
    auto const lugar = static_cast<std::size_t>(usuario) % escritas_.size();
    std::lock_guard guarda(mutex_);
    escritas_[lugar].store(desconocida, std::memory_order_release);
    dudas_.push_back({lugar, Reloj::now()});
}

std::optional<std::int64_t> Replica::retraso() const {
    auto const alcanzada = alcanzada_.load(), cabeza = cabeza_.load();
    if (alcanzada == 0) return std::nullopt;
    return cabeza > alcanzada ? static_cast<std::int64_t>(cabeza - alcanzada) : 0;
}

void Replica::mirar(Session& replica, Session& principal) {
    auto const ahora = Reloj::now();
    auto const antes = cabeza_.load();
    if (auto const cabeza = preguntar(principal, cabeza_sql)) {
        if (antes != 0) piso_.store(antes, std::memory_order_release);
        cabeza_.store(*cabeza);
        inicio_ = std::min(inicio_, *cabeza);
        std::lock_guard guarda(mutex_);
        std::erase_if(dudas_, [&](Duda const& d) {
            if (ahora - d.desde < demora) return false;
            auto esperada = desconocida;
            escritas_[d.lugar].compare_exchange_strong(esperada, *cabeza, std::memory_order_release);
            return true;
        });
    } else {
        piso_.store(inicio_, std::memory_order_release);  // nobody can say how far behind it is; to each his own writes
    }
    alcanzada_.store(preguntar(replica, alcanzada_sql).value_or(0), std::memory_order_release);
    vista_.store(Reloj::now().time_since_epoch().count());  // one that does not answer at all leaves it as it is
}

void Replica::hilo() {
    Session replica({conninfo_, 2, true}), principal({principal_, 2, true});
    std::unique_lock guarda(mutex_);
    while (!cerrando_) {
        guarda.unlock();
        mirar(replica, principal);
        guarda.lock();
        aviso_.wait_for(guarda, mirada, [this] { return cerrando_; });
    }
}

}  // namespace gestor
