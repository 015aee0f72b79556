#include "server/app/revocaciones.hpp"

#include <chrono>

#include "persistence/unidad.hpp"

namespace gestor {

Revocaciones::Revocaciones(unsigned vida_maxima) : vida_maxima_(vida_maxima), actual_(std::make_shared<Mapa const>()) {}

void Revocaciones::esperar_primera() {
    std::unique_lock guarda(mutex_);
    if (!aviso_.wait_for(guarda, std::chrono::seconds(60), [this] { return leida_; }))
        throw std::runtime_error("no se pudieron leer las revocaciones: sin ellas valdrían tokens revocados");
}

void Revocaciones::leer(Session& sesion) {
    Mapa nuevo;
    acceder(sesion, [&](Acceso& db) {
        auto const filas = db.consultar<revocaciones_recientes>("segundos"_es(std::int64_t{vida_maxima_} + 60));
        for (auto const& f : filas.filas) {
            auto& version = nuevo[{f[0]->front(), std::stoll(*f[1])}];
            version = std::max<std::int64_t>(version, std::stoll(*f[2]));
        }
    });
    if (nuevo != *actual_.load()) {
        actual_.store(std::make_shared<Mapa const>(std::move(nuevo)));
        cambios_.fetch_add(1, std::memory_order_release);
    }
    std::lock_guard const guarda(mutex_);
    leida_ = true;
    aviso_.notify_all();
}

bool Revocaciones::vigente(Mapa const& mapa, Token const& token) {
    if (mapa.empty()) return true;
    auto const usuario = mapa.find({'u', token.sesion.usuarioId});
    if (usuario != mapa.end() && token.version_usuario < usuario->second) return false;
    auto const consumidor = mapa.find({'c', token.sesion.consumidorApiId});
    return consumidor == mapa.end() || token.version_consumidor >= consumidor->second;
}

}  // namespace gestor
