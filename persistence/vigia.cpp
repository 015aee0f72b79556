#include "persistence/vigia.hpp"

#include <chrono>

#include "persistence/error_base.hpp"

namespace gestor {
namespace {

using namespace std::chrono_literals;
constexpr auto calma = 5s, alarma = 1s;  // between two looks
constexpr unsigned paciencia = 5;        // seconds, of one of them

// A write needs leave to write, the libraries behind the triggers and the indexes, room on the disk (a sort that
// does not fit in its memory takes some, and gives it back) and a log that can be written.
constexpr std::string_view muestra[] = {
    "INSERT INTO idempotencia SELECT * FROM idempotencia WHERE false",
    "DO LANGUAGE plpgsql 'BEGIN END'",
    "SELECT public.unaccent('a'), public.similarity('a', 'b')",
    // Not for a replica that is away: that is the waiting of real writes, and is told by them.
    "SELECT set_config('work_mem', '64kB', true), set_config('synchronous_commit', 'local', true)",
    "SELECT count(*) FROM (SELECT repeat(md5(n::text), 30) AS texto FROM generate_series(1, 300) n ORDER BY texto) t",
    "SELECT pg_logical_emit_message(true, 'gestor', '')",
};

}  // namespace

Vigia::Vigia(std::string conninfo, Aviso aviso)
    : conninfo_(std::move(conninfo)), avisar_(std::move(aviso)), hilo_([this] { hilo(); }) {}

Vigia::~Vigia() {
    {
        std::lock_guard guarda(mutex_);
        cerrando_ = true;
        if (en_uso_ != nullptr) en_uso_->cortar();
    }
    aviso_.notify_all();
    hilo_.join();
}

void Vigia::mirar(Session& sesion) {
    std::string porque;
    try {
        sesion.comenzar(false, 0);
        for (auto const sentencia : muestra) sesion.consultar(sentencia, {});
        sesion.confirmar();
    } catch (ErrorBase const& e) {
        if (e.conexion_perdida() || e.sqlstate() == "57014" || e.sqlstate() == "55P03") return;
        porque = e.what();
    }
    if (se_escribe_.exchange(porque.empty(), std::memory_order_relaxed) != porque.empty()) avisar_(porque);
}

void Vigia::hilo() {
    std::unique_lock guarda(mutex_);
    while (!cerrando_) {
        Session sesion({conninfo_, paciencia, false});
        en_uso_ = &sesion;
        guarda.unlock();
        mirar(sesion);
        guarda.lock();
        en_uso_ = nullptr;
        aviso_.wait_for(guarda, se_escribe() ? calma : alarma, [this] { return cerrando_; });
    }
}

}  // namespace gestor
