#pragma once
// The tax authority, asked through the port: whoever asks waits. Twice at most; a CFDI that it knows is remembered for
// ten minutes; after five faults in a row nobody is asked for one.
#include <chrono>
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
    std::string motivo;  // why there is none
    std::string_view validacion() const { return respuesta ? fiscal::validacion_de(*respuesta) : "Sin validar"; }
};

class ServicioSat {
public:
    using Instante = std::chrono::steady_clock::time_point;
    ServicioSat(Exterior& exterior, std::string url, fiscal::Certificados certificados = {})
        : exterior_(exterior), url_(std::move(url)), certificados_(std::move(certificados)) {}
    bool configurado() const { return !url_.empty(); }
    fiscal::Certificados const& certificados() const { return certificados_; }  // its own
    ConsultaHecha consultar(fiscal::PreguntaSat const& pregunta, Instante ahora = std::chrono::steady_clock::now());

private:
    struct Recordada {
        fiscal::RespuestaSat respuesta;
        Instante hasta;
    };
    fiscal::RespuestaSat preguntar(fiscal::PreguntaSat const& pregunta);  // throws FallaExterna
    std::optional<ConsultaHecha> sin_preguntar(fiscal::PreguntaSat const& pregunta, Instante ahora);
    void recordar(fiscal::PreguntaSat const& pregunta, fiscal::RespuestaSat const& respuesta, Instante ahora);
    void fallar(Instante ahora);

    Exterior& exterior_;
    std::string url_;
    fiscal::Certificados certificados_;
    std::mutex mutex_;  // of what follows
    std::map<fiscal::PreguntaSat, Recordada> recordadas_;
    unsigned fallas_ = 0;  // in a row
    Instante cerrado_hasta_{};
};

}  // namespace gestor
