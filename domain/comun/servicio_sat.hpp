#pragma once
// ServicioSat: questions to the tax authority through the port; the caller waits. At most two attempts. The answer
// about a known CFDI is kept for ten minutes. After five failures in a row the service pauses, and then lets one caller
// try.
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/sat.hpp"
#include "domain/operacion/exterior.hpp"

namespace gestor {

struct ConsultaHecha {
    std::optional<fiscal::RespuestaSat> respuesta;
    std::string motivo;       // reason when there is no answer
    bool preguntado = false;  // true: the question was sent, without answer
    std::string_view validacion() const { return respuesta ? fiscal::validacion_de(*respuesta) : "Sin validar"; }
};

class ServicioSat {
public:
    using Instante = std::chrono::steady_clock::time_point;
    using Cronometro = std::function<Instante()>;
    ServicioSat(Exterior& exterior, std::string url, fiscal::Certificados certificados = {},
                Cronometro reloj = &std::chrono::steady_clock::now)
        : exterior_(exterior), url_(std::move(url)), certificados_(std::move(certificados)), reloj_(std::move(reloj)) {}
    bool configurado() const { return !url_.empty(); }
    fiscal::Certificados const& certificados() const { return certificados_; }  // certificates of the tax authority
    ConsultaHecha consultar(fiscal::PreguntaSat const& pregunta);

private:
    struct Recordada {
        fiscal::RespuestaSat respuesta;
        Instante hasta;
    };
    fiscal::RespuestaSat preguntar(fiscal::PreguntaSat const& pregunta);  // throws FallaExterna
    std::optional<ConsultaHecha> sin_preguntar(fiscal::PreguntaSat const& pregunta);
    void recordar(fiscal::PreguntaSat const& pregunta, fiscal::RespuestaSat const& respuesta);
    bool fallar();  // true: the pause begins

    Exterior& exterior_;
    std::string url_;
    fiscal::Certificados certificados_;
    Cronometro reloj_;
    std::mutex mutex_;  // guards the members below
    std::map<fiscal::PreguntaSat, Recordada> recordadas_;
    unsigned fallas_ = 0;  // failures in a row
    Instante cerrado_hasta_{};
};

}  // namespace gestor
