#pragma once
// The tax authority, asked through the port: whoever asks waits. Twice at most; a CFDI that it knows is remembered for
// ten minutes; after five faults in a row it is not asked for one, and then by one alone, to see.
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
    std::string motivo;       // why there is none
    bool preguntado = false;  // and it was asked
    std::string_view validacion() const { return respuesta ? fiscal::validacion_de(*respuesta) : "Sin validar"; }
};

class ServicioSat {
public:
    using Instante = std::chrono::steady_clock::time_point;
    using Reloj = std::function<Instante()>;
    ServicioSat(Exterior& exterior, std::string url, fiscal::Certificados certificados = {},
                Reloj reloj = &std::chrono::steady_clock::now)
        : exterior_(exterior), url_(std::move(url)), certificados_(std::move(certificados)), reloj_(std::move(reloj)) {}
    bool configurado() const { return !url_.empty(); }
    fiscal::Certificados const& certificados() const { return certificados_; }  // its own
    ConsultaHecha consultar(fiscal::PreguntaSat const& pregunta);

private:
    struct Recordada {
        fiscal::RespuestaSat respuesta;
        Instante hasta;
    };
    fiscal::RespuestaSat preguntar(fiscal::PreguntaSat const& pregunta);  // throws FallaExterna
    std::optional<ConsultaHecha> sin_preguntar(fiscal::PreguntaSat const& pregunta);
    void recordar(fiscal::PreguntaSat const& pregunta, fiscal::RespuestaSat const& respuesta);
    bool fallar();  // true: it is left alone from now on

    Exterior& exterior_;
    std::string url_;
    fiscal::Certificados certificados_;
    Reloj reloj_;
    std::mutex mutex_;  // of what follows
    std::map<fiscal::PreguntaSat, Recordada> recordadas_;
    unsigned fallas_ = 0;  // in a row
    Instante cerrado_hasta_{};
};

}  // namespace gestor
