#include "persistence/replica.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace gestor {
namespace {

// age at which the last look no longer counts: a watcher that hangs must not vouch for the replica
constexpr auto vigencia = std::chrono::seconds(2);
constexpr auto demora = std::chrono::seconds(2);  // time after which a COMMIT whose sender was cut off has ended
constexpr Lsn desconocida = ~Lsn{0};
constexpr std::string_view cabeza_sql = "SELECT pg_current_wal_flush_lsn()::text";
// Replayed position, or null: a promoted replica is a primary, and its log is no longer the primary's history.
constexpr std::string_view alcanzada_sql =
    "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END::text";

// Log position of one of both servers. Absent: no answer; the next look asks again.
std::optional<Lsn> preguntar(Session& sesion, std::string_view sql) {
    try {
        sesion.descartar_si_murio();
        auto const lsn = leer_lsn(sesion.consultar(sql, {}).filas.at(0).at(0).value_or(""));
        if (!lsn) sesion.soltar();  // not the wanted server: the same name may lead to another one next time
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

bool Replica::sirve(std::int64_t usuario, Lsn al_menos) const {
    auto const& suya = escritas_[static_cast<std::size_t>(usuario) % escritas_.size()];
    auto const alcanzada = alcanzada_.load(std::memory_order_acquire);
    bool const reciente =
        Cronometro::now().time_since_epoch().count() - vista_.load() < Cronometro::duration(vigencia).count();
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
    dudas_.push_back({lugar, Cronometro::now()});
}

std::optional<std::int64_t> Replica::retraso() const {
    auto const alcanzada = alcanzada_.load(), cabeza = cabeza_.load();
    if (alcanzada == 0) return std::nullopt;
    return cabeza > alcanzada ? static_cast<std::int64_t>(cabeza - alcanzada) : 0;
}

void Replica::mirar(Session& principal) {
    auto const ahora = Cronometro::now();
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
        // the lag is unknown: each caller still sees the writes made through this process
        piso_.store(inicio_, std::memory_order_release);
    }
    alcanzada_.store(preguntar(replica_, alcanzada_sql).value_or(0), std::memory_order_release);
    vista_.store(Cronometro::now().time_since_epoch().count());  // stays old while a server hangs
}

}  // namespace gestor
