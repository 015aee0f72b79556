#include "server/app/internas.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "server/app/etag.hpp"
#include "server/app/operaciones.hpp"

namespace gestor {
namespace {

std::string fecha_utc(std::int64_t segundos) {
    std::time_t const t = segundos;
    std::tm tm{};
    gmtime_r(&t, &tm);
    char texto[32];
    return {texto, std::strftime(texto, sizeof texto, "%Y-%m-%dT%H:%M:%SZ", &tm)};
}

void salud(Intercambio& x, bool depende_de_la_base) {
    auto const ahora = segundos_ahora();
    bool const base = x.hilo.carril.viva() && x.hilo.app.vigia.se_escribe();
    bool const bien = base || !depende_de_la_base;
    x.res.status = bien ? 200 : 503;
    if (!bien) x.res.header("Retry-After", "1");
    x.res.header("Cache-Control", "no-store");
    HealthReport r;
    if (!bien) r.status = "Unhealthy";
    if (!base) r.baseDatos = "Unhealthy";
    auto& hilo = x.hilo;
    if (bien && base && hilo.salud_segundo == ahora) {  // the usual answer is written once a second
        x.res.body = hilo.salud;
        return;
    }
    r.version = Texto<60>(GESTOR_VERSION);
    r.fecha = Texto<20>(fecha_utc(ahora));
    json_escribir(r, x.res.body);
    if (bien && base) hilo.salud = x.res.body, hilo.salud_segundo = ahora;
}

void raiz(Intercambio& x) {
    auto const& docs = x.hilo.app.settings.texto("url-documentacion");
    if (x.hilo.app.produccion) {
        x.res.status = 302;
        x.res.content_type = "";
        return x.res.header("Location", docs);
    }
    Raiz r;
    r.servicio = Texto<60>("gestor");
    r.version = Texto<60>(GESTOR_VERSION);
    r.documentacion = Texto<512>(docs);
    json_escribir(r, x.res.body);
}

void metricas(Intercambio& x) {
    auto& app = x.hilo.app;
    auto const& lectores = app.lectores_de_metricas;
    // Caller of /metrics. Prometheus beside nginx connects as the proxy itself; a proxy that forwards names its client.
    auto const quien = x.req.has_header("X-Forwarded-For") ? x.req.remote : x.req.peer;
    if (std::find(lectores.begin(), lectores.end(), quien) == lectores.end())
        throw Problema(codigo::ruta_desconocida, "no hay operación en esta ruta");
    std::vector<std::string_view> nombres;
    for (auto const& o : app.router.operaciones()) nombres.push_back(o.nombre);
    std::lock_guard guarda(app.mutex);
    std::array<std::int64_t, 5> carril{};
    for (auto const* c : app.carriles) {
        auto const& s = c->stats();
        carril[0] += static_cast<std::int64_t>(s.en_vuelo.load());
        carril[1] += static_cast<std::int64_t>(s.vivas.load());
        carril[2] += static_cast<std::int64_t>(s.atendidas.load());
        carril[3] += static_cast<std::int64_t>(s.rechazadas.load());
        carril[4] += static_cast<std::int64_t>(s.reconexiones.load());
    }
    std::int64_t de_replica = 0;
    for (auto const* c : app.carriles_replica) de_replica += static_cast<std::int64_t>(c->stats().atendidas.load());
    auto const retraso = app.replica == nullptr ? std::nullopt : app.replica->retraso();
    auto const n = [](auto valor) { return static_cast<std::int64_t>(valor); };
    // clang-format off
    std::vector<Sample> muestras = {
        {"carril_en_vuelo", false, "Lecturas rápidas en vuelo.", carril[0]},
        {"carril_conexiones", false, "Conexiones vivas del carril rápido.", carril[1]},
        {"carril_lecturas_total", true, "Lecturas atendidas por el carril rápido.", carril[2]},
        {"carril_rechazadas_total", true, "Lecturas rechazadas por cola llena.", carril[3]},
        {"carril_reconexiones_total", true, "Conexiones perdidas del carril rápido.", carril[4]},
        {"escrituras_en_cola", false, "Escrituras en espera.", n(app.escrituras.en_cola())},
        {"escrituras_activas", false, "Escrituras en ejecución.", n(app.escrituras.activos())},
        {"escrituras_rechazadas_total", true, "Escrituras rechazadas por cola llena.", n(app.escrituras.rechazados())},
        {"lotes_en_cola", false, "Lotes y simulaciones en espera.", n(app.lotes.en_cola())},
        {"lotes_activos", false, "Lotes y simulaciones en ejecución.", n(app.lotes.activos())},
        {"lotes_rechazados_total", true, "Lotes y simulaciones rechazados por cola llena.", n(app.lotes.rechazados())},
        {"reportes_en_cola", false, "Reportes en espera.", n(app.reportes.en_cola())},
        {"reportes_activos", false, "Reportes en ejecución.", n(app.reportes.activos())},
        {"reportes_rechazados_total", true, "Reportes rechazados por cola llena.", n(app.reportes.rechazados())},
        {"lider", false, "1 si esta instancia es la líder, la única que suma el libro mayor y purga.", app.ronda.lidera() ? 1 : 0},
        {"replica_lecturas_total", true, "Lecturas rápidas que atendió la réplica.", de_replica},
        {"replica_retraso_bytes", false, "Bytes de registro que le faltan a la réplica; -1 si no hay o no responde.", retraso.value_or(-1)},
        {"cuerpos_red_bytes_total", true, "Bytes de cuerpos JSON leídos en hilos de red.", app.leidos_en_red.load()},
        {"cuerpos_trabajo_bytes_total", true, "Bytes de cuerpos JSON leídos en hilos de trabajo.", app.leidos_en_trabajadores.load()},
        {"envios_bytes", false, "Bytes de respuestas que los clientes aún no reciben, con un segundo de atraso.", x.req.unsent == nullptr ? 0 : x.req.unsent->total()},
        {"hash_en_cola", false, "Autenticaciones en espera.", n(app.hash.en_cola())},
        {"externas_en_cola", false, "Operaciones que preguntan a otros, en espera.", n(app.externas.en_cola())},
        {"externas_activas", false, "Operaciones que preguntan a otros, en ejecución.", n(app.externas.activos())},
        {"externas_rechazadas_total", true, "Operaciones que preguntan a otros, rechazadas por cola llena.", n(app.externas.rechazados())},
        {"identidades_en_cola", false, "Entradas con un proveedor de identidad, en espera.", n(app.identidades.en_cola())},
        {"identidades_activas", false, "Entradas con un proveedor de identidad, en ejecución.", n(app.identidades.activos())},
        {"identidades_rechazadas_total", true, "Entradas con un proveedor de identidad, rechazadas por cola llena.", n(app.identidades.rechazados())},
        {"bitacora_perdidas_total", true, "Líneas de bitácora perdidas.", n(app.accesos.dropped() + app.eventos.dropped())},
    };
    // clang-format on
    app.exterior.samples(muestras);
    app.tareas.muestras(muestras);
    x.res.content_type = kMetricsContentType;
    x.res.body = render_metrics(app.metricas, nombres, muestras);
}

bool sin_cambio(Intercambio& x, std::string const& etag) {
    x.res.header("ETag", etag);
    x.res.header("Cache-Control", "no-cache");
    if (!contiene_etiqueta(x.req.header("If-None-Match"), etag, true)) return false;
    x.res.status = 304;
    x.res.content_type = "";
    return true;
}

Task<std::string> siguiente_trozo(std::string const& texto, std::shared_ptr<std::size_t> enviado) {
    auto trozo = texto.substr(*enviado, 32768);
    *enviado += trozo.size();
    co_return trozo;
}

// Long text that lives as long as the server, sent in pieces: a thousand slow readers must not hold a thousand copies
// of a megabyte.
void contestar_texto(Intercambio& x, std::string const& texto) {
    x.res.stream_length = texto.size();
    auto enviado = std::make_shared<std::size_t>(0);
    x.res.stream = [&texto, enviado] { return siguiente_trozo(texto, enviado); };
}

void docs(Intercambio& x) {
    auto const* pagina =
        x.hilo.app.docs.buscar(x.llamada.ruta.empty() ? std::string_view() : std::string_view(x.llamada.ruta[0]));
    if (pagina == nullptr) throw Problema(codigo::ruta_desconocida, "no hay página con ese nombre en la documentación");
    x.res.header("Referrer-Policy", "no-referrer");
    if (!pagina->csp.empty()) x.res.header("Content-Security-Policy", pagina->csp);
    if (sin_cambio(x, pagina->etag)) return;
    x.res.content_type = pagina->tipo;
    contestar_texto(x, pagina->cuerpo);
}

}  // namespace

void contestar_interna(Intercambio& x) {
    switch (static_cast<Interna>(std::get<DelServidor>(x.declarada().que.hace).cual)) {
        case Interna::salud:
        case Interna::lista:
            return salud(x, true);
        case Interna::viva:
            return salud(x, false);
        case Interna::raiz:
            return raiz(x);
        case Interna::metricas:
            return metricas(x);
        case Interna::openapi:
            if (!sin_cambio(x, x.hilo.app.documento_etag)) contestar_texto(x, x.hilo.app.documento);
            return;
        case Interna::docs:
            return docs(x);
    }
}

std::string disposicion(std::string_view nombre) {
    std::string ascii, codificado;
    constexpr char cifras[] = "0123456789ABCDEF";
    for (char const c : nombre) {
        auto const u = static_cast<unsigned char>(c);
        bool const simple = (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z') || c == '.' ||
                            c == '-' || c == '_';
        ascii += simple || c == ' ' ? c : '_';
        if (simple)
            codificado += c;
        else
            codificado.append(1, '%').append(1, cifras[u >> 4]).append(1, cifras[u & 0xF]);
    }
    return "attachment; filename=\"" + ascii + "\"; filename*=UTF-8''" + codificado;
}

std::string_view tipo_conocido(std::string_view tipo) {
    static constexpr std::string_view conocidos[] = {"application/pdf", "application/xml", "text/xml",
                                                     "image/png",       "image/jpeg",      "image/webp",
                                                     "text/plain",      "text/csv",        "application/zip"};
    for (auto const c : conocidos)
        if (c == tipo) return c;
    return "application/octet-stream";
}

// Folder of uploads, tried at start-up, so that the operator sees the fault before the first caller sends a file.
std::string carpeta_temporal(Settings const& s) {
    auto carpeta = s.texto("directorio-temporal");
    char const* const variable = std::getenv("TMPDIR");
    if (carpeta.empty() && variable != nullptr) carpeta = variable;
    if (carpeta.empty()) carpeta = "/tmp";
    try {
        Temporal prueba(carpeta);
    } catch (std::system_error const& e) {
        throw std::runtime_error("directorio-temporal: no se puede escribir en " + carpeta + ": " + e.code().message());
    }
    return carpeta;
}

std::string leer_archivo(Settings const& s, std::string_view nombre) {
    auto const& ruta = s.texto(nombre);
    if (ruta.empty())
        throw std::runtime_error("falta el ajuste " + std::string(nombre) + ": indique el archivo con --" +
                                 std::string(nombre) + " ARCHIVO");
    std::ifstream archivo(ruta, std::ios::binary);
    if (!archivo) throw std::runtime_error(std::string(nombre) + ": no se puede leer " + ruta);
    return {std::istreambuf_iterator<char>(archivo), {}};
}

}  // namespace gestor
