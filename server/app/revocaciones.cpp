#include "server/app/revocaciones.hpp"

#include <chrono>

#include "persistence/intentos.hpp"
#include "persistence/resumen.hpp"

namespace gestor {

Revocaciones::Revocaciones(Session::Config config, unsigned vida_maxima)
    : config_(std::move(config)),
      vida_maxima_(vida_maxima),
      actual_(std::make_shared<Mapa const>()),
      hilo_([this] { hilo(); }) {}

Revocaciones::~Revocaciones() {
    {
        std::lock_guard guarda(mutex_);
        cerrando_ = true;
    }
    aviso_.notify_all();
    hilo_.join();
}

void Revocaciones::esperar_primera() {
    std::unique_lock guarda(mutex_);
    if (!aviso_.wait_for(guarda, std::chrono::seconds(60), [this] { return leida_; }))
        throw std::runtime_error("no se pudieron leer las revocaciones: sin ellas valdrían tokens revocados");
}

void Revocaciones::hilo() {
    Session sesion(config_);
    std::int64_t por_resumir = 0;
    std::unique_lock guarda(mutex_);
    for (unsigned vuelta = 0; !cerrando_; ++vuelta) {
        guarda.unlock();
        try {
            consultar(sesion);
            guarda.lock();
            leida_ = true;
            guarda.unlock();
            aviso_.notify_all();
            // The regular chores of the process ride along, each short: the ledger is added up, some of it at a time,
            // and more often while much is left; idempotency keys are kept 30 days, attempts 15 minutes.
            if (vuelta % 5 == 2 || por_resumir > polizas_por_vez)
                acceder(sesion, [&](Acceso& db) {
                    por_resumir =
                        std::stoll(db.consultar<resumir_polizas>("maximo"_es(polizas_por_vez)).filas[0][0].value());
                });
            if (vuelta % 60 == 30)
                acceder(sesion,
                        [](Acceso& db) { db.consultar<purgar_idempotencia>(), db.consultar<purgar_intentos>(); });
        } catch (std::exception const&) {
            sesion.soltar();  // the database is away: what is known stays in force, and the next second asks again
        }
        guarda.lock();
        aviso_.wait_for(guarda, std::chrono::seconds(1), [this] { return cerrando_; });
    }
}

void Revocaciones::consultar(Session& sesion) {
    Mapa nuevo;
    acceder(sesion, [&](Acceso& db) {
        auto const filas = db.consultar<revocaciones_recientes>("segundos"_es(std::int64_t{vida_maxima_} + 60));
        for (auto const& f : filas.filas) {
            auto& version = nuevo[{f[0]->front(), std::stoll(*f[1])}];
            version = std::max<std::int64_t>(version, std::stoll(*f[2]));
        }
    });
    if (nuevo == *actual_.load()) return;
    actual_.store(std::make_shared<Mapa const>(std::move(nuevo)));
    cambios_.fetch_add(1, std::memory_order_release);
}

bool Revocaciones::vigente(Mapa const& mapa, Token const& token) {
    if (mapa.empty()) return true;
    auto const usuario = mapa.find({'u', token.sesion.usuarioId});
    if (usuario != mapa.end() && token.version_usuario < usuario->second) return false;
    auto const consumidor = mapa.find({'c', token.sesion.consumidorApiId});
    return consumidor == mapa.end() || token.version_consumidor >= consumidor->second;
}

}  // namespace gestor
