#include "domain/comun/servicio_sat.hpp"

#include "domain/fiscal/xml.hpp"

namespace gestor {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::seconds se_recuerda = 10min, pausa = 60s;
constexpr unsigned fallas_seguidas = 5, veces = 2;
constexpr std::size_t maximo_recordadas = 10'000;

}  // namespace

fiscal::RespuestaSat ServicioSat::preguntar(fiscal::PreguntaSat const& pregunta) {
    PeticionExterna p;
    p.verbo = "POST";
    p.url = url_;
    p.encabezados = {{"Content-Type", "text/xml; charset=utf-8"}, {"SOAPAction", std::string(fiscal::sat_accion)}};
    p.cuerpo = fiscal::sobre_de(pregunta);
    p.conexion = 5s;
    p.total = 10s;
    auto const r = exterior_.pedir(p);
    if (r.estado != 200) throw FallaExterna("el SAT contestó " + std::to_string(r.estado));
    try {
        return fiscal::leer_respuesta_sat(r.cuerpo);
    } catch (fiscal::Ilegible const&) {
        throw FallaExterna("la respuesta del SAT no se pudo interpretar");
    }
}

ConsultaHecha ServicioSat::consultar(fiscal::PreguntaSat const& pregunta) {
    if (auto hecha = sin_preguntar(pregunta)) return *hecha;
    for (unsigned vez = 1;; ++vez) {
        try {
            auto respuesta = preguntar(pregunta);
            recordar(pregunta, respuesta);
            return {std::move(respuesta), {}, true};
        } catch (NoPreguntado const& n) {
            return {std::nullopt, n.what()};
        } catch (FallaExterna const& f) {
            if (fallar() || vez == veces) return {std::nullopt, std::string("consulta al SAT: ") + f.what(), true};
        }
    }
}

std::optional<ConsultaHecha> ServicioSat::sin_preguntar(fiscal::PreguntaSat const& pregunta) {
    if (!configurado()) return ConsultaHecha{std::nullopt, "no está configurada la consulta al SAT"};
    std::lock_guard const guarda(mutex_);
    auto const ahora = reloj_();
    auto const una = recordadas_.find(pregunta);
    if (una != recordadas_.end() && ahora < una->second.hasta) return ConsultaHecha{una->second.respuesta, {}};
    if (ahora < cerrado_hasta_)
        return ConsultaHecha{std::nullopt, "el SAT no responde; se le volverá a preguntar en un minuto"};
    // the other callers wait for the result of this attempt
    if (fallas_ >= fallas_seguidas) cerrado_hasta_ = ahora + pausa;
    return std::nullopt;
}

void ServicioSat::recordar(fiscal::PreguntaSat const& pregunta, fiscal::RespuestaSat const& respuesta) {
    std::lock_guard const guarda(mutex_);
    auto const ahora = reloj_();
    fallas_ = 0;
    cerrado_hasta_ = {};
    if (!respuesta.encontrado()) return;
    if (recordadas_.size() >= maximo_recordadas)
        std::erase_if(recordadas_, [&](auto const& r) { return r.second.hasta <= ahora; });
    if (recordadas_.size() >= maximo_recordadas) recordadas_.clear();
    recordadas_[pregunta] = {respuesta, ahora + se_recuerda};
}

// fallas_ is kept: after the pause a single further fault pauses the service again.
bool ServicioSat::fallar() {
    std::lock_guard const guarda(mutex_);
    if (++fallas_ < fallas_seguidas) return false;
    cerrado_hasta_ = reloj_() + pausa;
    return true;
}

}  // namespace gestor
