#include "server/app.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "domain/valores/decimal.hpp"
#include "persistence/error_base.hpp"
#include "server/etag.hpp"
#include "server/internal.hpp"
#include "server/middleware.hpp"
#include "server/openapi.hpp"
#include "server/operaciones.hpp"
#include "server/problem.hpp"

namespace gestor {
namespace {

Session::Config sesion_de(Settings const& s, bool solo_lectura, std::string_view donde = "base-datos") {
    return {s.texto(donde), static_cast<unsigned>(s.entero("trabajo-segundos")), solo_lectura,
            !solo_lectura && !s.texto("base-datos-replica").empty()};
}

unsigned reportes_por_organizacion(Settings const& s) {
    return static_cast<unsigned>(std::max<std::int64_t>(2, s.entero("trabajadores") / 2));
}

// And one that whoever has taken those cannot take too: a report can last a minute.
unsigned hilos_de_reportes(Settings const& s) {
    return 1 + reportes_por_organizacion(s);
}

constexpr std::string_view encabezado_lsn = "X-Gestor-Lsn";

// ---- the operation itself ---------------------------------------------------------------------------------------

Inquilino inquilino(Intercambio const& x) {
    Inquilino q;
    if (x.token) {
        auto const& s = x.token->sesion;
        q = {s.organizacionId, s.usuarioId, {}, s.sucursalId};
    }
    q.url_base = x.hilo.app.entorno.url_base;
    return q;
}

Entrada entrada(Intercambio& x) {
    Entrada e;
    e.ruta = x.parametros;
    e.nombres = x.recurso->parametros;
    e.consulta = [&x](std::string_view nombre) { return x.parametro(nombre); };
    e.cuerpo = x.req.body;
    e.recepcion = x.recepcion;
    e.sesion = x.token ? &x.token->sesion : nullptr;
    e.entorno = &x.hilo.app.entorno;
    return e;
}

void pintar(Intercambio& x, Plan const& plan, Variante const& variante, SolicitudLectura const& s,
            Resultados const& r) {
    if (x.csv) return plan.csv(variante, s, r, x.res.body, x.paginacion);
    if (plan.json(variante, s, r, x.res.body, x.paginacion)) return;
    if (!plan.declarada().o_nulo) throw Problema(codigo::no_encontrado, "no existe el registro");
    x.res.body += "null";
}

// The record that the path names; 0, which none has, where any integer is a fair question.
std::int64_t id_de_ruta(Intercambio const& x, bool cualquiera) {
    Id id;
    if (x.parametros.empty()) return 0;
    auto const falla = Id::leer(x.parametros[0], id);
    if (!falla) return id.valor();
    if (cualquiera && falla->codigo == codigo::rango) return 0;
    Fallas fallas;
    fallas.agregar(std::string(x.recurso->parametros[0]), falla->codigo, falla->mensaje);
    fallas.lanzar();
    return 0;
}

// ---- reads that a replica may answer ----
bool puede_replica(Intercambio const& x, Inquilino const& quien) {
    if (x.hilo.app.replica == nullptr) return false;
    auto const texto = x.req.header(encabezado_lsn);
    auto const al_menos = texto.empty() ? Lsn{0} : leer_lsn(texto);
    if (!al_menos)
        throw Problema(
            codigo::validacion, "1 campo no es válido",
            {{std::string(encabezado_lsn), std::string(codigo::formato), "no es una posición del registro"}});
    return x.hilo.app.replica->sirve(quien.usuario, *al_menos);
}

// The primary has it in any case: the replica went away, is overrun, or cancelled the statement for what it replays.
bool debe_la_principal(std::exception_ptr const& error) {
    try {
        std::rethrow_exception(error);
    } catch (Problema const& p) {
        return p.codigo() == codigo::no_disponible;
    } catch (ErrorBase const& e) {
        return e.conexion_perdida() || e.reintentable() || e.plan_obsoleto();
    } catch (...) {
        return false;
    }
}

bool se_desconoce(std::exception_ptr const& error) {
    try {
        std::rethrow_exception(error);
    } catch (ResultadoDesconocido const&) {
        return true;
    } catch (...) {
        return false;
    }
}

Task<bool> leer_en_replica(Intercambio& x, Inquilino const& quien, Variante const& variante,
                           std::vector<ValorSql> const& valores, Resultados& resultados) {
    if (!puede_replica(x, quien) || !x.hilo.carril_replica->viva()) co_return false;
    std::exception_ptr error;
    try {
        resultados = co_await x.hilo.carril_replica->ejecutar(variante, valores);
    } catch (...) {
        error = std::current_exception();
    }
    if (error && !debe_la_principal(error)) std::rethrow_exception(error);
    co_return !error;
}

Task<void> en_reportes(Intercambio& x, Inquilino const& quien, std::function<void(Session&)> tarea) {
    if (puede_replica(x, quien)) {
        auto const inicio = std::chrono::steady_clock::now();
        std::exception_ptr error;
        try {
            co_await x.hilo.app.reportes_replica->ejecutar(x.hilo.io, quien.organizacion, tarea);
        } catch (...) {
            error = std::current_exception();
        }
        // What took long there would take as long here.
        bool const pronto = std::chrono::steady_clock::now() - inicio < std::chrono::seconds(2);
        if (error && !(pronto && debe_la_principal(error))) std::rethrow_exception(error);
        if (!error) co_return;
    }
    co_await x.hilo.app.reportes.ejecutar(x.hilo.io, quien.organizacion, std::move(tarea));
}

Task<void> ejecutar_lectura(Intercambio& x) {
    auto const& plan = *x.fila().que.lectura;
    auto const id_ruta = id_de_ruta(x, plan.declarada().o_nulo);
    Fallas fallas;
    ValoresDelCuerpo del_cuerpo;
    if (x.fila().que.del_cuerpo != nullptr) del_cuerpo = x.fila().que.del_cuerpo(x.req.body, fallas);
    auto const buscar = [&](std::string_view n) -> std::optional<std::string_view> {
        for (auto const& [nombre, valor] : del_cuerpo)
            if (nombre == n) return valor;
        return x.parametro(n);
    };
    auto solicitud = plan.solicitar(buscar, id_ruta, std::move(fallas));
    auto const quien = inquilino(x);
    solicitud.valores[maximo] = x.hilo.app.lista_maxima;
    if (x.csv) solicitud.con_detalle = false;
    Variante temporal;
    auto const& variante = plan.variante(solicitud, temporal);
    if (!solicitud.larga) {
        quien.ligar(solicitud.valores);
        Resultados leidos;
        bool listo = false;
        if (x.hilo.carril_replica != nullptr)
            listo = co_await leer_en_replica(x, quien, variante, solicitud.valores, leidos);
        if (!listo) leidos = co_await x.hilo.carril.ejecutar(variante, solicitud.valores);
        pintar(x, plan, variante, solicitud, leidos);
        co_return;
    }
    Resultados resultados;
    std::function<void(Session&)> trabajo = [&](Session& s) {
        leer_en_unidad(s, quien, [&](Lectura& db) { resultados = db.leer(variante, solicitud); });
    };
    co_await en_reportes(x, quien, std::move(trabajo));
    pintar(x, plan, variante, solicitud, resultados);
}

// If-Match: the record's own GET, read after its lock, must still have the ETag that the caller saw.
void comprobar_si_coincide(Intercambio const& x, Escritura& db, Id bloqueado) {
    auto const actual = "{\"data\":" + db.registro(*x.fila().que.version_de, bloqueado.valor()) + "}";
    if (!contiene_etiqueta(x.si_coincide, etiqueta(actual), false))
        throw Problema(codigo::precondicion, "el registro cambió desde que se leyó");
}

Task<void> ejecutar_escritura(Intercambio& x) {
    auto e = entrada(x);
    auto const trabajo = x.fila().que.escribe(e);
    auto const quien = inquilino(x);
    std::string respuesta, lsn;
    std::function<void(Session&)> tarea = [&](Session& s) {
        lsn = escribir_en_unidad(s, quien, x.idempotencia ? &*x.idempotencia : nullptr, respuesta, [&](Escritura& db) {
            if (!x.si_coincide.empty())
                db.al_bloquear = [&x](Escritura& bloqueada, Id id) { comprobar_si_coincide(x, bloqueada, id); };
            trabajo(db, respuesta);
            if (!x.si_coincide.empty() && !db.comprobada()) throw std::logic_error("la operación no comprobó If-Match");
        });
    };
    std::exception_ptr error;
    try {
        co_await x.hilo.app.escrituras.ejecutar(x.hilo.io, quien.organizacion, std::move(tarea));
    } catch (...) {
        error = std::current_exception();
    }
    auto* const replica = x.hilo.app.replica.get();
    auto const escrita = leer_lsn(lsn);
    if (replica != nullptr && (error ? se_desconoce(error) : !escrita)) replica->dudar(quien.usuario);
    if (error) std::rethrow_exception(error);
    x.res.body += respuesta;
    if (!escrita) co_return;
    replica->anotar(quien.usuario, *escrita);
    x.res.header(encabezado_lsn, lsn);
}

Task<void> ejecutar_reporte(Intercambio& x) {
    auto e = entrada(x);
    auto const trabajo = x.fila().que.lee(e);
    auto const quien = inquilino(x);
    std::string respuesta;
    std::function<void(Session&)> tarea = [&](Session& s) {
        leer_en_unidad(s, quien, [&](Lectura& db) { respuesta.clear(), trabajo(db, respuesta); });
    };
    co_await en_reportes(x, quien, std::move(tarea));
    x.res.body += respuesta;
}

Task<void> ejecutar_acceso(Intercambio& x) {
    auto e = entrada(x);
    auto const trabajo = x.fila().que.accede(e);
    std::string respuesta;
    std::function<void(Session&)> tarea = [&](Session& s) {
        acceder(s, [&](Acceso& db) { respuesta.clear(), trabajo(db, respuesta); });
    };
    co_await x.hilo.app.hash.ejecutar(x.hilo.io, 0, std::move(tarea));
    x.res.body += respuesta;
    x.res.header("Cache-Control", "no-store");
}

// One block at a time: constant memory, and a slow reader holds no connection between blocks.
Task<std::string> siguiente_bloque(HiloServidor& hilo, Inquilino quien, std::shared_ptr<Descarga const> d,
                                   std::shared_ptr<std::uint64_t> enviado) {
    std::string bloque;
    if (*enviado >= d->bytes) co_return bloque;
    std::function<void(Session&)> tarea = [&](Session& s) {
        leer_en_unidad(s, quien, [&](Lectura& db) { bloque = d->bloque(db, *enviado); });
    };
    std::exception_ptr error;
    try {
        co_await hilo.app.reportes.ejecutar(hilo.io, quien.organizacion, std::move(tarea));
    } catch (std::exception const& e) {
        hilo.bitacora.event(LogLevel::error, e.what(), {{"descarga", d->nombre}});
        error = std::current_exception();
    }
    if (error) std::rethrow_exception(error);  // the answer has begun: the floor cuts the connection
    *enviado += bloque.size();
    co_return bloque;
}

Task<void> ejecutar_descarga(Intercambio& x) {
    auto e = entrada(x);
    auto const abrir = x.fila().que.descarga(e);
    auto const quien = inquilino(x);
    auto d = std::make_shared<Descarga>();
    std::function<void(Session&)> tarea = [&](Session& s) {
        leer_en_unidad(s, quien, [&](Lectura& db) { *d = abrir(db); });
    };
    co_await x.hilo.app.reportes.ejecutar(x.hilo.io, quien.organizacion, std::move(tarea));
    auto const etag = "\"" + d->etag + "\"";
    x.res.header("ETag", etag);
    x.res.header("Cache-Control", "private, no-cache");
    if (contiene_etiqueta(x.req.header("If-None-Match"), etag, true)) {
        x.res.status = 304;
        x.res.content_type = "";
        co_return;
    }
    // Stored opaque and handed out as a download: a browser must never run what somebody uploaded.
    x.res.header("Content-Disposition", disposicion(d->nombre));
    x.res.header("X-Content-Type-Options", "nosniff");
    x.res.header("Content-Security-Policy", "default-src 'none'; sandbox");
    x.res.content_type = tipo_conocido(d->tipo);
    x.res.stream_length = d->bytes;
    auto enviado = std::make_shared<std::uint64_t>(0);
    auto& hilo = x.hilo;
    x.res.stream = [&hilo, quien, d, enviado] { return siguiente_bloque(hilo, quien, d, enviado); };
}

Task<void> ejecutar(Intercambio& x) {
    auto const& que = x.fila().que;
    if (que.retirada) throw Problema(codigo::retirado, "esta operación ya no está disponible por la interfaz");
    if (que.lectura != nullptr) co_await ejecutar_lectura(x);
    if (que.lee != nullptr) co_await ejecutar_reporte(x);
    if (que.escribe != nullptr) co_await ejecutar_escritura(x);
    if (que.accede != nullptr) co_await ejecutar_acceso(x);
    if (que.descarga != nullptr) co_await ejecutar_descarga(x);
}

// ---- errors: the one place where an exception becomes an answer ---------------------------------------------------

void contestar_error(Intercambio& x, std::exception_ptr error) {
    bool const problem_json = x.acepta("application/problem+json");
    try {
        try {
            std::rethrow_exception(error);
        } catch (ErrorBase const& e) {
            e.traducir();
        } catch (Desborde const&) {  // the same fault as when the database finds it
            throw Problema(codigo::rango, "un importe o número pasa del máximo que admite su campo");
        }
    } catch (Problema const& p) {
        escribir_problema(p, x.solicitud_id, problem_json, x.res);
    } catch (std::exception const& e) {
        x.hilo.bitacora.event(LogLevel::error, e.what(),
                              {{"solicitudId", x.solicitud_id}, {"ruta", x.req.path.substr(0, 300)}});
        escribir_problema(Problema(codigo::error_interno, "ocurrió un error interno"), x.solicitud_id, problem_json,
                          x.res);
    }
}

// Bytes are received before anybody has shown a token: without a declared body there is little to send.
std::uint64_t cuerpo_maximo(Intercambio const& x) {
    constexpr std::uint64_t sin_cuerpo = 64 * 1024, anonimo = 16 * 1024;
    if (x.operacion == nullptr || x.fila().permiso == publico) return anonimo;
    auto const& que = x.fila().que;
    if (que.subida > 0) return que.subida + sin_cuerpo;  // the file, and what stands around it
    if (que.cuerpo == nullptr) return sin_cuerpo;
    return que.cuerpo_maximo > 0 ? que.cuerpo_maximo : ~std::uint64_t{0};
}

class Servicio final : public Service {
public:
    Servicio(Aplicacion& app, boost::asio::io_context& io, unsigned hilo)
        : hilo_{io,
                app,
                FastLane(io, carril(app, "base-datos"), app.planes),
                app.replica == nullptr ? nullptr
                                       : std::make_unique<FastLane>(io, carril(app, "base-datos-replica"), app.planes),
                Log(app.accesos, app.eventos),
                ThreadMetrics(static_cast<unsigned>(app.router.operaciones().size())),
                {},
                nullptr,
                ~std::uint64_t{0},
                static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) ^
                    (std::uint64_t{hilo} << 56),
                {},
                {},
                0} {
        hilo_.carril.al_cambiar([this](std::string const& texto) { hilo_.bitacora.event(LogLevel::aviso, texto); });
        std::lock_guard guarda(app.mutex);
        app.metricas.push_back(&hilo_.metricas);
        app.carriles.push_back(&hilo_.carril);
        if (hilo_.carril_replica != nullptr) app.carriles_replica.push_back(hilo_.carril_replica.get());
    }

    bool admit(Request& req, Response& res) override {
        // Without a body there is nothing to refuse early; the chain runs once, in handle().
        if (!req.has_header("Content-Length") && !req.has_header("Transfer-Encoding")) return true;
        Intercambio x(hilo_, req, res);
        std::size_t entradas = 0;
        try {
            for (auto const& m : cadena_de_entrada()) {
                if (m.antes != nullptr) m.antes(x);
                ++entradas;
                if (x.contestado) break;
            }
            req.body_limit = std::min(req.body_limit, cuerpo_maximo(x));
            res.clear();
            return true;
        } catch (...) {
            contestar_error(x, std::current_exception());
        }
        salir(x, entradas);
        return false;
    }

    Task<void> handle(Request& req, Response& res) override {
        Intercambio x(hilo_, req, res);
        std::size_t entradas = 0;
        std::exception_ptr error;
        try {
            for (auto const& m : cadena()) {
                if (m.antes != nullptr) m.antes(x);
                ++entradas;
                if (x.contestado) break;
            }
            // What the server answers by itself needs no waiting, and no frame to wait in.
            if (!x.contestado && x.fila().que.interna >= 0)
                contestar_interna(x, static_cast<Interna>(x.fila().que.interna));
            else if (!x.contestado)
                co_await ejecutar(x);
        } catch (...) {
            error = std::current_exception();
        }
        if (error) contestar_error(x, error);
        salir(x, entradas);
    }

    void rejected(Request const* req, Response const& res) override {
        hilo_.metricas.request(~0U, res.status, 0, res.body.size());
        if (res.status >= 400 && res.status != 408)
            hilo_.bitacora.event(
                LogLevel::aviso, "solicitud rechazada",
                {{"estado", std::to_string(res.status)}, {"direccion", req != nullptr ? req->remote : ""}});
    }

    void problem(unsigned status, std::string_view detail, Response& res) override {
        auto const id = solicitud_nueva(hilo_.siguiente_id);
        res.header("X-Request-Id", id);
        escribir_problema(problema_de_estado(status, detail), id, false, res);
    }

    ThreadMetrics* metrics() override { return &hilo_.metricas; }
    void close() override {
        hilo_.carril.cerrar();
        if (hilo_.carril_replica != nullptr) hilo_.carril_replica->cerrar();
    }

private:
    static FastLaneConfig carril(Aplicacion& app, std::string_view donde) {
        auto const& s = app.settings;
        FastLaneConfig c;
        c.conninfo = s.texto(donde);
        c.replica = donde != "base-datos";
        c.conexiones = static_cast<unsigned>(s.entero("carril-conexiones"));
        c.cola = static_cast<unsigned>(s.entero("carril-cola"));
        c.por_organizacion = static_cast<unsigned>(s.entero("carril-organizacion"));
        c.segundos = static_cast<unsigned>(s.entero("carril-segundos"));
        return c;
    }

    // Outwards, in reverse, those that were entered; the access log is the last but one, so it sees the final answer.
    static void salir(Intercambio& x, std::size_t entradas) {
        auto const todos = cadena();
        // A middleware that threw was not entered; those that only look outwards (the log) always run.
        for (auto i = std::min(entradas, todos.size()); i-- > 0;)
            if (todos[i].despues != nullptr) todos[i].despues(x);
    }

    HiloServidor hilo_;
};

}  // namespace

Aplicacion::Aplicacion(Settings const& s, std::vector<Area const*> areas_)
    : settings(s),
      areas(std::move(areas_)),
      router(areas),
      llavero(std::make_unique<Llavero>(leer_archivo(s, "llaves-token"), s.texto("token-emisor"))),
      entorno{llavero.get(), static_cast<unsigned>(s.entero("token-segundos")), s.texto("url-base"),
              s.entero("lista-maxima")},
      escrituras(static_cast<unsigned>(s.entero("trabajadores")),
                 static_cast<std::size_t>(s.entero("trabajadores-cola")), sesion_de(s, false)),
      reportes(hilos_de_reportes(s), static_cast<std::size_t>(s.entero("trabajadores-cola")), sesion_de(s, true),
               reportes_por_organizacion(s)),
      hash(static_cast<unsigned>(s.entero("hash-hilos")), static_cast<std::size_t>(s.entero("hash-cola")),
           sesion_de(s, false)),
      revocaciones(sesion_de(s, false), entorno.token_segundos),
      documento(openapi_json(areas, GESTOR_VERSION, entorno.url_base)),
      documento_etag(etiqueta(documento)),
      docs(s, areas),
      accesos(s.texto("bitacora"), static_cast<std::size_t>(s.entero("bitacora-memoria"))),
      eventos("stderr", 1 << 20),
      cors(s.lista("cors-origenes")),
      lectores_de_metricas(s.lista("metricas-direcciones")),
      temporales(carpeta_temporal(s)),
      lista_maxima(std::to_string(s.entero("lista-maxima") + 1)),
      produccion(s.texto("entorno") == "produccion") {
    if (!s.texto("base-datos-replica").empty()) {
        replica = std::make_unique<Replica>(s.texto("base-datos-replica"), s.texto("base-datos"));
        reportes_replica =
            std::make_unique<Workers>(hilos_de_reportes(s), static_cast<std::size_t>(s.entero("trabajadores-cola")),
                                      sesion_de(s, true, "base-datos-replica"), reportes_por_organizacion(s));
    }
    for (auto const& o : router.operaciones()) {  // an operation may have two paths
        auto const* plan = o.fila->que.lectura;
        if (plan != nullptr && std::ranges::find(planes, plan) == planes.end()) planes.push_back(plan);
    }
}

void Aplicacion::cerrar() {
    escrituras.cerrar();
    reportes.cerrar();
    if (reportes_replica != nullptr) reportes_replica->cerrar();
    hash.cerrar();
}

std::unique_ptr<Service> hacer_servicio(Aplicacion& app, boost::asio::io_context& io, unsigned hilo) {
    return std::make_unique<Servicio>(app, io, hilo);
}

void comprobar_lecturas(Aplicacion const& app) {
    comprobar_conexion(sesion_de(app.settings, true));
    Session sesion(sesion_de(app.settings, true));
    for (auto const* plan : app.planes) sesion.comprobar(*plan);
}

}  // namespace gestor
