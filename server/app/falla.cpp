#include "server/app/falla.hpp"

#include "domain/valores/decimal.hpp"
#include "persistence/error_base.hpp"
#include "server/app/problema_http.hpp"

namespace gestor {
namespace {

// Rethrows an exception as one of the domain.
[[noreturn]] void traducir(std::exception_ptr const& error) {
    try {
        std::rethrow_exception(error);
    } catch (ErrorBase const& e) {
        e.traducir();
    } catch (Desborde const&) {  // same fault as when the database finds the overflow
        throw Problema(codigo::rango, "un importe o número pasa del máximo que admite su campo");
    }
}

// Records the cause of a 5xx: in the log, under the request id of the answer, and in the metrics.
void anotar(HiloServidor& hilo, LogLevel nivel, std::string_view porque, std::string_view razon,
            std::string_view solicitud_id, std::string_view que) {
    hilo.metricas.failure(porque);
    hilo.bitacora.event(nivel, razon, {{"solicitudId", solicitud_id}, {"causa", porque}, {"ruta", que}});
}

// Whether a person reads the answer: a browser asks for a path that is neither a page nor an operation.
bool lee_una_persona(Intercambio const& x, Problema const& p) {
    auto const ruta = x.req.path;
    bool const de_la_api = iequals(ruta.substr(0, 5), "/api/") || iequals(ruta.substr(0, 9), "/simular/");
    bool const lectura = x.req.method == "GET" || x.req.method == "HEAD";
    return p.codigo() == codigo::ruta_desconocida && lectura && !de_la_api && x.acepta("text/html");
}

void escribir_pagina(Docs::Pagina const& pagina, Response& res) {
    res.status = 404;
    res.stream = nullptr;
    res.content_type = pagina.tipo;
    res.header("Content-Security-Policy", pagina.csp);
    res.header("Referrer-Policy", "no-referrer");
    res.body = pagina.cuerpo;
}

}  // namespace

void contestar_error(Intercambio& x, std::exception_ptr const& error) {
    bool const problem_json = x.acepta("application/problem+json");
    auto const ruta = x.req.path.substr(0, 300);
    try {
        traducir(error);
    } catch (NoDisponible const& p) {
        anotar(x.hilo, LogLevel::aviso, p.causa(), p.razon(), x.solicitud_id, ruta);
        escribir_problema(p, x.solicitud_id, problem_json, x.res);
    } catch (ResultadoDesconocido const& p) {
        anotar(x.hilo, LogLevel::aviso, causa::desconocido, p.detalle(), x.solicitud_id, ruta);
        escribir_problema(p, x.solicitud_id, problem_json, x.res);
    } catch (Problema const& p) {
        if (lee_una_persona(x, p)) return escribir_pagina(x.hilo.app.docs.desconocida(), x.res);
        escribir_problema(p, x.solicitud_id, problem_json, x.res);
    } catch (std::exception const& e) {
        anotar(x.hilo, LogLevel::error, "interno", e.what(), x.solicitud_id, ruta);
        escribir_problema(Problema(codigo::error_interno, "ocurrió un error interno"), x.solicitud_id, problem_json,
                          x.res);
    }
}

void anotar_corte(HiloServidor& hilo, std::exception_ptr const& error, std::string_view solicitud_id,
                  std::string_view que) {
    try {
        traducir(error);
    } catch (NoDisponible const& p) {
        anotar(hilo, LogLevel::error, p.causa(), p.razon(), solicitud_id, que);
    } catch (std::exception const& e) {
        anotar(hilo, LogLevel::error, "interno", e.what(), solicitud_id, que);
    }
}

}  // namespace gestor
