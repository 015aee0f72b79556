#include "server/app/middleware.hpp"

#include <algorithm>
#include <charconv>

#include "domain/operacion/dirigir.hpp"
#include "persistence/error_base.hpp"
#include "server/app/etag.hpp"
#include "server/app/problema_http.hpp"
#include "server/http/upload.hpp"

namespace gestor {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t tokens_en_memoria = 1024;

bool es_ficha(std::string_view texto, std::size_t maximo) {
    return !texto.empty() && texto.size() <= maximo && std::all_of(texto.begin(), texto.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_' ||
               c == '.';
    });
}

// ---- request id -------------------------------------------------------------------------------------------------
void identificar(Intercambio& x) {
    auto const enviado = x.req.header("X-Request-Id");
    x.solicitud_id = es_ficha(enviado, 64) ? std::string(enviado) : solicitud_nueva(x.hilo.siguiente_id);
    x.res.header("X-Request-Id", x.solicitud_id);
    x.llamada.solicitud = x.solicitud_id;
    x.llamada.direccion = x.req.remote;
    x.llamada.entorno = &x.hilo.app.entorno;
    if (auto const traza = x.req.header("traceparent"); es_ficha(traza, 64)) x.res.header("traceparent", traza);
}

// ---- access log and metrics -------------------------------------------------------------------------------------
void registrar(Intercambio& x) {
    auto const micros =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - x.inicio).count();
    auto const bytes = x.res.stream ? x.res.stream_length : x.res.body.size();
    auto const indice = x.dirigida() ? x.llamada.operacion->indice : ~0U;
    x.hilo.metricas.request(indice, x.res.status, static_cast<std::uint64_t>(micros), bytes);
    if (!x.hilo.bitacora.access_enabled()) return;
    // The query, the headers and the body are not logged: they carry names and tax ids.
    auto& l = x.hilo.linea;
    auto const numero = [&l](std::string_view nombre, auto valor) {
        char cifras[24];
        auto const fin = std::to_chars(cifras, cifras + sizeof cifras, valor).ptr;
        l.append(nombre).append(cifras, fin);
    };
    l = "{\"fecha\":\"";
    append_timestamp(l);
    l += "\",\"solicitudId\":"sv;
    append_json_string(l, x.solicitud_id);
    l += ",\"metodo\":"sv;
    append_json_string(l, x.req.method.substr(0, 16));
    l += ",\"ruta\":"sv;
    append_json_string(l, x.req.path.substr(0, 300));
    l += ",\"operacion\":"sv;
    append_json_string(l, x.recurso != nullptr ? std::string_view(x.recurso->ruta) : "");
    numero(",\"estado\":", x.res.status);
    numero(",\"micros\":", micros);
    numero(",\"bytes\":", bytes);
    if (x.token) {
        numero(",\"organizacionId\":", x.token->sesion.organizacionId);
        numero(",\"usuarioId\":", x.token->sesion.usuarioId);
        numero(",\"consumidorApiId\":", x.token->sesion.consumidorApiId);
    }
    l += ",\"direccion\":"sv;
    append_json_string(l, x.req.remote);
    l += '}';
    x.hilo.bitacora.access(l);
}

// ---- CORS -------------------------------------------------------------------------------------------------------
void cors(Intercambio& x) {
    auto const origen = x.req.header("Origin");
    auto const& permitidos = x.hilo.app.cors;
    if (permitidos.empty()) return;
    x.res.header("Vary", "Origin");  // also without an Origin: a cache must not give this answer to a page
    if (origen.empty()) return;
    bool const todos = permitidos.front() == "*";
    if (!todos && std::find(permitidos.begin(), permitidos.end(), origen) == permitidos.end()) return;
    x.res.header("Access-Control-Allow-Origin", todos ? "*" : origen);
    x.res.header("Access-Control-Expose-Headers",
                 "ETag, Idempotent-Replayed, X-Request-Id, X-Gestor-Lsn, Retry-After, Link, Service-Api-Version, "
                 "Simulacion");
}

// ---- route ------------------------------------------------------------------------------------------------------
void contestar_options(Intercambio& x) {
    std::string const permitidos = x.recurso != nullptr ? x.recurso->permitidos : "OPTIONS";
    x.res.content_type = "";
    x.res.header("Allow", permitidos);
    x.res.header("Access-Control-Allow-Methods", permitidos);
    x.res.header(
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Service-Api-Version, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, "
        "X-Gestor-Lsn");
    x.res.header("Access-Control-Max-Age", "600");
    x.contestado = true;
}

// /simular before a path asks for a dry run: executed, answered and rolled back. Not a header or a parameter: an older
// server answers 404 to the path, but would ignore a header and write.
std::string_view sin_simular(Intercambio& x) {
    constexpr std::string_view simular = "/simular";
    auto const ruta = x.req.path;
    if (!iequals(ruta.substr(0, simular.size()), simular) || !ruta.substr(simular.size()).starts_with('/')) return ruta;
    x.llamada.simulada = true;
    x.res.header("Simulacion", "true");
    return ruta.substr(simular.size());
}

void encaminar(Intercambio& x) {
    x.recurso = x.hilo.app.router.buscar(sin_simular(x), x.llamada.ruta);
    if (x.req.method == "OPTIONS") return contestar_options(x);
    if (x.recurso == nullptr) throw Problema(codigo::ruta_desconocida, "no hay operación en esta ruta");
    x.llamada.nombres = x.recurso->parametros;
    x.llamada.operacion = x.recurso->operacion(x.req.method == "HEAD" ? std::string_view("GET") : x.req.method);
    if (x.dirigida() && x.llamada.simulada && !se_simula(x.declarada().que))
        throw Problema(codigo::ruta_desconocida, "esta operación no se simula: su ruta no lleva /simular");
    if (x.dirigida()) return;
    x.res.header("Allow", x.recurso->permitidos);
    throw Problema(codigo::metodo_no_permitido, "esta ruta admite " + x.recurso->permitidos);
}

// ---- authentication and permission ------------------------------------------------------------------------------
std::shared_ptr<Token const> token_de(HiloServidor& hilo, std::string_view texto) {
    if (auto const conocido = hilo.tokens.find(texto); conocido != hilo.tokens.end()) return conocido->second;
    auto token = hilo.app.llavero->verificar(texto, segundos_ahora());
    if (!token) return nullptr;
    if (hilo.tokens.size() >= tokens_en_memoria) hilo.tokens.clear();
    auto compartido = std::make_shared<Token const>(std::move(*token));
    hilo.tokens.emplace(texto, compartido);
    return compartido;
}

void autenticar(Intercambio& x) {
    auto const permiso = x.dirigida() ? x.declarada().permiso : publico;
    // No cache between server and caller may keep data of an organization, refusals included. A caller that asks with
    // If-None-Match keeps the data itself.
    bool const login = x.dirigida() && x.declarada().que.entra();
    if (permiso != publico || login) x.res.header("Cache-Control", "no-store");
    if (permiso == publico) return;  // a public operation ignores the Authorization header
    auto const es_este = [](HeaderField const& f) { return iequals(f.name, "Authorization"); };
    // with two headers, a proxy may have checked the other one
    if (std::count_if(x.req.fields.begin(), x.req.fields.end(), es_este) > 1)
        throw Problema(codigo::no_autenticado, "el encabezado Authorization viene más de una vez");
    auto const encabezado = x.req.header("Authorization");
    if (encabezado.size() < 8 || !iequals(encabezado.substr(0, 7), "Bearer "))
        throw Problema(codigo::no_autenticado, "falta el encabezado Authorization: Bearer <token>");
    auto token = token_de(x.hilo, encabezado.substr(7));
    auto& hilo = x.hilo;
    if (auto const version = hilo.app.revocaciones.cambios(); version != hilo.revocadas_version) {
        hilo.revocadas = hilo.app.revocaciones.actual();
        hilo.revocadas_version = version;
    }
    if (!token || token->sesion.expira <= segundos_ahora() || !Revocaciones::vigente(*hilo.revocadas, *token))
        throw Problema(codigo::no_autenticado, "el token no es válido, expiró o fue revocado");
    x.token = std::move(token);
    x.req.tenant = x.token->sesion.organizacionId;
    x.llamada.sesion = &x.token->sesion;
    exigir_permiso(x.declarada(), x.token->sesion);
}

// ---- media type of the body -------------------------------------------------------------------------------------
// The chain runs before the body is read, and then again: the first time there is a sink to make, the second it is
// full.
void preparar_subida(Intercambio& x) {
    if (x.req.sink) {
        try {
            x.llamada.recepcion = &static_cast<Upload&>(*x.req.sink).finish();
        } catch (std::exception const& e) {  // no room on the disk, no descriptor left
            throw NoDisponible(causa::recursos, "no se pudo recibir el archivo", e.what(), 5);
        }
        return;
    }
    auto const separador = multipart_boundary(x.req.header("Content-Type"));
    if (!separador) {
        Fallas fallas;
        fallas.agregar("Content-Type", codigo::formato, "falta boundary, o no es válido");
        fallas.lanzar();
    }
    auto& app = x.hilo.app;
    auto subida = std::make_unique<Upload>(*separador, app.temporales, *x.declarada().que.formulario);
    if (!subida->enter(app.subidas, x.token->sesion.organizacionId))
        throw NoDisponible(causa::saturado, "se están recibiendo demasiados archivos", {}, 5);
    x.req.sink = std::move(subida);
}

void comprobar_contenido(Intercambio& x) {
    if (!x.dirigida()) return;
    auto const& que = x.declarada().que;
    if (que.cuerpo == nullptr && que.formulario == nullptr) return;
    bool const sin_cuerpo = !x.req.has_header("Content-Length") && !x.req.has_header("Transfer-Encoding");
    if (sin_cuerpo || x.req.header("Content-Length") == "0") return;
    auto tipo = x.req.header("Content-Type");
    tipo = tipo.substr(0, tipo.find(';'));
    while (tipo.ends_with(' ')) tipo.remove_suffix(1);
    if (que.formulario != nullptr && iequals(tipo, "multipart/form-data")) return preparar_subida(x);
    if (que.cuerpo != nullptr && iequals(tipo, "application/json")) return;
    std::string pedido = que.formulario != nullptr ? "multipart/form-data" : "";
    if (que.cuerpo != nullptr) pedido += pedido.empty() ? "application/json" : " o application/json";
    throw Problema(codigo::tipo_de_contenido, "el cuerpo debe ser " + pedido);
}

// ---- Service-Api-Version ----------------------------------------------------------------------------------------
void elegir_version(Intercambio& x) {
    if (!x.dirigida() || x.declarada().version.empty()) return;  // without versions, any value of the header is ignored
    auto const pedida = x.req.header("Service-Api-Version");
    auto const& versiones = x.llamada.operacion->versiones;
    if (!pedida.empty() && pedida != "current") {
        auto const v =
            std::find_if(versiones.begin(), versiones.end(), [&](auto* o) { return o->declarada->version == pedida; });
        if (v == versiones.end())
            throw Problema(codigo::version_desconocida,
                           "la operación no tiene la versión que pide Service-Api-Version");
        x.llamada.operacion = *v;
    }
    x.res.header("Service-Api-Version", x.declarada().version);
}

// ---- query and body ----------------------------------------------------------------------------------------------
void consultar(Intercambio& x) {
    leer_consulta(x.req.query, x.llamada);
}

void tomar_cuerpo(Intercambio& x) {
    x.llamada.cuerpo = x.req.body;
    rechazar_cuerpo(x.llamada);
}

// ---- Idempotency-Key --------------------------------------------------------------------------------------------
void preparar_idempotencia(Intercambio& x) {
    if (!x.dirigida() || !x.declarada().que.escribe()) return;
    auto const clave = x.req.header("Idempotency-Key");
    if (clave.empty()) return;
    bool const visible = std::all_of(clave.begin(), clave.end(), [](char c) { return c > ' ' && c < 0x7F; });
    if (clave.size() > 200 || !visible) {
        Fallas fallas;
        fallas.agregar("Idempotency-Key", codigo::formato, "admite hasta 200 caracteres ASCII visibles");
        fallas.lanzar();
    }
    auto& i = x.llamada.idempotencia.emplace();
    i.clave = clave;
    i.huella.append(x.req.method).append(1, '\n').append(x.req.path).append(1, '\n').append(x.req.query);
}

void marcar_repetida(Intercambio& x) {
    if (x.llamada.idempotencia && x.llamada.idempotencia->repetida) x.res.header("Idempotent-Replayed", "true");
}

// ---- ETag, If-None-Match, If-Match ------------------------------------------------------------------------------
void preparar_condicion(Intercambio& x) {
    x.llamada.si_coincide = x.req.header("If-Match");
    if (x.llamada.si_coincide.empty() || !x.dirigida() || x.declarada().que.version_de != nullptr) return;
    Fallas fallas;
    fallas.agregar("If-Match", codigo::formato, "esta operación no admite If-Match");
    fallas.lanzar();
}

void etiquetar(Intercambio& x) {
    if (!x.dirigida() || x.res.status != 200 || x.res.stream) return;
    auto const sobre = x.declarada().sobre;
    bool const uno = x.declarada().verbo == Verbo::GET && (sobre == Sobre::BARE || sobre == Sobre::ONE);
    if (!uno) return;
    auto const etag = etiqueta(x.res.body);
    x.res.header("ETag", etag);
    if (!contiene_etiqueta(x.req.header("If-None-Match"), etag, true)) return;
    x.res.status = 304;
    x.res.body.clear();
    x.res.content_type = "";
}

// Weight (0 to 1000) that an Accept header gives to one of these media types; -1 when it names none.
int peso_de(std::string_view accept, std::initializer_list<std::string_view> tipos) {
    int mejor = -1;
    while (!accept.empty()) {
        auto const corte = std::min(accept.find(','), accept.size());
        auto parte = accept.substr(0, corte);
        accept.remove_prefix(std::min(corte + 1, accept.size()));
        while (parte.starts_with(' ')) parte.remove_prefix(1);
        auto const fin = parte.find_first_of("; ");
        for (auto const tipo : tipos) {
            if (!iequals(parte.substr(0, fin), tipo)) continue;
            int peso = 1000;
            if (auto const q = parte.find("q="); q != std::string_view::npos) {
                peso = 0;
                int escala = 1000;
                for (char const c : parte.substr(q + 2)) {
                    if (c == '.') continue;
                    if (c < '0' || c > '9' || escala == 0) break;
                    peso += (c - '0') * escala;
                    escala /= 10;
                }
            }
            mejor = std::max(mejor, peso);
        }
    }
    return mejor;
}

// Whether the caller prefers CSV: in Accept, CSV has a greater weight than JSON.
bool prefiere_csv(std::string_view accept) {
    auto const csv = peso_de(accept, {"text/csv"});
    return csv > 0 && csv > peso_de(accept, {"application/json", "application/*", "*/*"});
}

// ---- representation, and log position that the answer must have --------------------------------------------------
void acordar_forma(Intercambio& x) {
    if (!x.dirigida()) return;
    auto const& declarada = x.declarada();
    x.llamada.csv = declarada.en_csv() && prefiere_csv(x.req.header("Accept"));
    if (declarada.es_lista() || declarada.en_csv()) x.res.header("Vary", "Accept");
    if (x.hilo.app.replica != nullptr) x.llamada.al_menos = x.req.header("X-Gestor-Lsn");
}

// Link of the next page: every parameter of the request except those that tell where a page begins, and the cursor.
std::string enlace_siguiente(Intercambio const& x) {
    std::string enlace = "<" + std::string(x.req.path) + "?cursor=" + x.contestacion.paginacion.siguiente;
    for (auto const& [nombre, valor] : x.llamada.consulta)
        if (nombre != "cursor" && nombre != "pagina") enlace += "&" + codificar(nombre) + "=" + codificar(valor);
    return enlace + ">; rel=\"next\"";
}

void decir_forma(Intercambio& x) {
    if (!x.llamada.csv || x.res.status != 200) return;
    x.res.content_type = "text/csv; charset=utf-8; header=present";
    if (!x.contestacion.paginacion.siguiente.empty()) x.res.header("Link", enlace_siguiente(x));
}

// clang-format off
constexpr Middleware todos[] = {
//   nombre           antes                  despues
    {"solicitud",     identificar,           nullptr},
    {"bitacora",      nullptr,               registrar},
    {"cors",          cors,                  nullptr},
    {"ruta",          encaminar,             nullptr},
    {"autenticacion", autenticar,            nullptr},
    {"contenido",     comprobar_contenido,   nullptr},
    {"version",       elegir_version,        nullptr},
    {"consulta",      consultar,             nullptr},
    {"cuerpo",        tomar_cuerpo,          nullptr},
    {"idempotencia",  preparar_idempotencia, marcar_repetida},
    {"condicional",   preparar_condicion,    etiquetar},
    {"forma",         acordar_forma,         decir_forma},
};
constexpr std::size_t hasta_contenido = 6;
// clang-format on

}  // namespace

std::span<Middleware const> cadena() {
    return todos;
}

std::span<Middleware const> cadena_de_entrada() {
    return std::span(todos).first(hasta_contenido);
}

}  // namespace gestor
