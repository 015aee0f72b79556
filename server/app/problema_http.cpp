#include "server/app/problema_http.hpp"

#include "domain/valores/json.hpp"

namespace gestor {

void escribir_problema(Problema const& problema, std::string_view solicitud_id, bool problem_json, Response& res) {
    auto const& codigo = codigo_de(problema.codigo());
    res.status = codigo.estado;
    res.content_type = problem_json ? "application/problem+json; charset=utf-8" : "application/json; charset=utf-8";
    res.stream = nullptr;
    auto& b = res.body;
    b = "{\"type\":\"/docs/errores#";
    b += codigo.codigo;
    b += "\",\"title\":";
    json_texto(codigo.titulo, b);
    b += ",\"status\":" + std::to_string(codigo.estado) + ",\"detail\":";
    json_texto(problema.detalle().empty() ? codigo.causa : std::string_view(problema.detalle()), b);
    b += ",\"codigo\":\"";
    b += codigo.codigo;
    b += "\",\"solicitudId\":";
    json_texto(solicitud_id, b);
    b += ",\"errores\":[";
    bool primero = true;
    for (auto const& e : problema.errores()) {
        if (!std::exchange(primero, false)) b += ',';
        b += "{\"campo\":";
        json_texto(e.campo, b);
        b += ",\"codigo\":";
        json_texto(e.codigo, b);
        b += ",\"mensaje\":";
        json_texto(e.mensaje, b);
        b += '}';
    }
    b += ']';
    for (auto const& [nombre, json] : problema.extra()) {
        b += ',';
        json_texto(nombre, b);
        b += ':';
        b += json;
    }
    b += '}';
    if (codigo.estado == 401) res.header("WWW-Authenticate", "Bearer");
    if (problema.segundos() > 0) res.header("Retry-After", std::to_string(problema.segundos()));
}

std::string solicitud_nueva(std::uint64_t& contador) {
    constexpr char cifras[] = "0123456789abcdef";
    auto n = contador++ * 0x9E3779B97F4A7C15ULL;
    std::string id(16, '0');
    for (char& c : id) c = cifras[n & 0xF], n >>= 4;
    return id;
}

Problema problema_de_estado(unsigned estado, std::string_view detalle) {
    std::string_view codigo = codigo::validacion;
    if (estado >= 500) codigo = codigo::error_interno;
    for (auto const& c : codigos())
        if (c.estado == estado && estado != 400) {
            codigo = c.codigo;
            break;
        }
    Problema p(codigo, std::string(detalle));
    if (estado == 503 || estado == 429) p.reintentar(1);
    return p;
}

}  // namespace gestor
