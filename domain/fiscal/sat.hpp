#pragma once
// Question to the tax authority about a CFDI, and its answer (ConsultaCFDIService, SOAP 1.1), as text. No network in
// this unit.
#include <string>
#include <string_view>

#include "domain/fiscal/cfdi.hpp"

namespace gestor::fiscal {

struct PreguntaSat {
    std::string uuid, rfcEmisor, rfcReceptor;
    std::string total;   // decimal in any notation
    std::string sello8;  // last 8 characters of the seal; empty: unknown

    friend auto operator<=>(PreguntaSat const&, PreguntaSat const&) = default;
};

// Last 8 characters of the seal, for the question; empty when the seal is not base64.
std::string ultimos_del_sello(Cfdi const& cfdi);

struct RespuestaSat {  // RespuestaSat: the tax authority's own words
    std::string codigoEstatus, estado, esCancelable, estatusCancelacion, validacionEfos;

    bool encontrado() const { return codigoEstatus.starts_with("S - "); }
    bool emisor_listado() const;  // the issuer is listed for simulated operations (EFOS)
};

inline constexpr std::string_view sat_accion = "http://tempuri.org/IConsultaCFDIService/Consulta";

std::string expresion_impresa(PreguntaSat const& pregunta);  // text of the QR code on a printed CFDI
std::string sobre_de(PreguntaSat const& pregunta);           // body of the HTTP request
RespuestaSat leer_respuesta_sat(std::string_view cuerpo);    // throws Ilegible

// Summary of the answer, stored with the document: a value of the column `validacion`.
std::string_view validacion_de(RespuestaSat const& respuesta);

}  // namespace gestor::fiscal
