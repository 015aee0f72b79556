#include "domain/fiscal/sat.hpp"

#include "domain/valores/base64.hpp"

#include <algorithm>

#include "domain/fiscal/xml.hpp"

namespace gestor::fiscal {
namespace {

constexpr std::string_view soap = "http://schemas.xmlsoap.org/soap/envelope/", tempuri = "http://tempuri.org/",
                           datos = "http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio";

std::string escapar(std::string_view texto) {
    std::string salida;
    for (char const c : texto) switch (c) {
            case '&':
                salida += "&amp;";
                break;
            case '<':
                salida += "&lt;";
                break;
            case '>':
                salida += "&gt;";
                break;
            default:
                salida += c;
        }
    return salida;
}

// Total for the question: up to six decimals without zeros at the end, and at least one: 1000.00 becomes 1000.0.
std::string total_de(std::string_view total) {
    std::string salida(total);
    if (salida.find('.') == salida.npos) return salida + ".0";
    auto const punto = salida.find('.');
    auto const ultima = std::max(salida.find_last_not_of('0'), punto);
    salida.resize(std::min(ultima + 1, punto + 7));
    return salida.ends_with('.') ? salida + "0" : salida;
}

std::string recortar(std::string const& texto) {
    auto const desde = texto.find_first_not_of(" \t\r\n");
    if (desde == texto.npos) return {};
    return texto.substr(desde, texto.find_last_not_of(" \t\r\n") - desde + 1);
}

}  // namespace

bool RespuestaSat::emisor_listado() const {
    return !validacionEfos.empty() && validacionEfos != "200" && validacionEfos != "201";
}

// An `&` of a tax id is escaped here, and again when the text becomes XML: the tax authority requires both.
std::string ultimos_del_sello(Cfdi const& cfdi) {
    auto sello = cfdi.sello.value_or("");
    std::erase_if(sello, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
    return base64_leer(sello) && sello.size() >= 8 ? sello.substr(sello.size() - 8) : std::string();
}

std::string expresion_impresa(PreguntaSat const& p) {
    std::string expresion = "https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=" + p.uuid +
                            "&re=" + escapar(p.rfcEmisor) + "&rr=" + escapar(p.rfcReceptor) +
                            "&tt=" + total_de(p.total);
    if (!p.sello8.empty()) expresion += "&fe=" + p.sello8;
    return expresion;
}

std::string sobre_de(PreguntaSat const& pregunta) {
    return R"(<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>)"
           R"(<c:Consulta xmlns:c="http://tempuri.org/"><c:expresionImpresa>)" +
           escapar(expresion_impresa(pregunta)) + "</c:expresionImpresa></c:Consulta></s:Body></s:Envelope>";
}

RespuestaSat leer_respuesta_sat(std::string_view cuerpo) {
    auto const xml = leer_xml(cuerpo);
    auto const& raiz = xml.raiz;
    Elemento const* en = raiz.nombre == "Envelope" && raiz.espacio == soap ? &raiz : nullptr;
    constexpr std::pair<std::string_view, std::string_view> camino[] = {
        {soap, "Body"}, {tempuri, "ConsultaResponse"}, {tempuri, "ConsultaResult"}};
    for (auto const& [espacio, nombre] : camino)
        if (en != nullptr) en = en->hijo(espacio, nombre);
    if (en == nullptr) throw Ilegible("la respuesta no es la de una consulta");
    auto const texto = [&](std::string_view nombre) {
        auto const* const e = en->hijo(datos, nombre);
        return e == nullptr ? std::string() : recortar(std::string(e->texto));
    };
    RespuestaSat r{texto("CodigoEstatus"), texto("Estado"), texto("EsCancelable"), texto("EstatusCancelacion"),
                   texto("ValidacionEFOS")};
    if (r.codigoEstatus.empty()) throw Ilegible("la respuesta no incluye el estado del comprobante");
    return r;
}

std::string_view validacion_de(RespuestaSat const& r) {
    for (std::string_view const negado : {"N - 601", "N - 602"})
        if (r.codigoEstatus.starts_with(negado)) return "No encontrado";
    if (!r.encontrado()) return "Sin validar";
    constexpr std::pair<std::string_view, std::string_view> estados[] = {
        {"Vigente", "Válido"}, {"Cancelado", "Cancelado"}, {"No Encontrado", "No encontrado"}};
    for (auto const& [suyo, nuestro] : estados)
        if (r.estado == suyo) return nuestro;
    return "Sin validar";
}

}  // namespace gestor::fiscal
