#pragma once
// Question to the tax authority about a CFDI, and its answer (ConsultaCFDIService, SOAP 1.1). No network.
#include <string>
#include <string_view>

#include "domain/fiscal/cfdi.hpp"

namespace gestor::fiscal {

struct PreguntaSat {
    std::string uuid, rfcEmisor, rfcReceptor;
    std::string total;   // a decimal as it is written anywhere
    std::string sello8;  // the last 8 of the seal; empty: not known

    friend auto operator<=>(PreguntaSat const&, PreguntaSat const&) = default;
};

// The last 8 of its seal, as they are asked; empty: it has none that is base64.
std::string ultimos_del_sello(Cfdi const& cfdi);

struct RespuestaSat {  // as it says it
    std::string codigoEstatus, estado, esCancelable, estatusCancelacion, validacionEfos;

    bool encontrado() const { return codigoEstatus.starts_with("S - "); }
    bool emisor_listado() const;  // among those who invoice what was never done (EFOS)
};

inline constexpr std::string_view sat_accion = "http://tempuri.org/IConsultaCFDIService/Consulta";

std::string expresion_impresa(PreguntaSat const& pregunta);  // what the QR of a printed CFDI says
std::string sobre_de(PreguntaSat const& pregunta);           // the body of the request
RespuestaSat leer_respuesta_sat(std::string_view cuerpo);    // throws Ilegible

// Part of the answer that is kept with the document: one of the values of `validacion`.
std::string_view validacion_de(RespuestaSat const& respuesta);

}  // namespace gestor::fiscal
