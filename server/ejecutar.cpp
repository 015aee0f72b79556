#include "server/ejecutar.hpp"

#include <algorithm>

#include "persistence/error_base.hpp"
#include "persistence/intentos.hpp"
#include "server/app.hpp"
#include "server/etag.hpp"
#include "server/falla.hpp"
#include "server/internal.hpp"
#include "server/network.hpp"
#include "server/operaciones.hpp"

namespace gestor {
namespace {

constexpr std::string_view encabezado_lsn = "X-Gestor-Lsn";

Inquilino inquilino(Intercambio const& x) {
    Inquilino q;
    if (x.token) {
        auto const& s = x.token->sesion;
        q = {s.organizacionId, s.usuarioId, {}, s.sucursalId, s.consumidorApiId, x.solicitud_id, x.operacion->nombre};
    }
    q.url_base = x.hilo.app.entorno.url_base;
    return q;
}

Entrada entrada(Intercambio& x) {
    Entrada e;
    e.ruta = x.parametros;
    e.nombres = x.recurso->parametros;
    e.consulta = [&x](std::string_view nombre) { return x.parametro(nombre); };
    e.fallas = x.fallas;
    e.cuerpo = x.req.body;
    e.recepcion = x.recepcion;
    e.sesion = x.token ? &x.token->sesion : nullptr;
    e.entorno = &x.hilo.app.entorno;
    return e;
}

// Of a body that is about to be parsed, counted by the thread that does it: an io thread what is short, a worker what
// would hold up everybody else of the io thread. It costs by its values, of which two bytes make one.
void admitir_cuerpo(Intercambio const& x) {
    if (x.req.body.empty()) return;
    bool const en_red = x.hilo.io.get_executor().running_in_this_thread();
    auto& leidos = en_red ? x.hilo.app.leidos_en_red : x.hilo.app.leidos_en_trabajadores;
    leidos.fetch_add(static_cast<std::int64_t>(x.req.body.size()), std::memory_order_relaxed);
    constexpr std::uint64_t valores_de_cualquiera = 50'000;
    auto const legales = std::max(valores_de_cualquiera, x.operacion->cuerpo.valores);
    if (x.req.body.size() > 2 * valores_de_cualquiera && contar_valores(x.req.body) > legales)
        throw Problema(codigo::json_invalido, "el documento tiene demasiados valores");
}

template <class Db>
Trabajo<Db> leer_entrada(Intercambio const& x, Trabajo<Db> (*leer)(Entrada const&), Entrada const& e) {
    admitir_cuerpo(x);
    return leer(e);
}

// What tells one request from another under the same Idempotency-Key.
std::string huella_de(Intercambio const& x) {
    std::string solicitud(x.req.method);
    for (std::string_view parte : {x.req.path, x.req.query, std::string_view(x.req.body)})
        solicitud.append(1, '\n').append(parte);
    // Of a body in parts, what it says: each sending has another boundary.
    if (x.recepcion != nullptr && x.recepcion->archivo)
        solicitud.append(x.recepcion->archivo->nombre).append(1, '\n').append(x.recepcion->archivo->hash);
    return sha256_hex(solicitud);
}

void pintar(Intercambio& x, Plan const& plan, Variante const& variante, SolicitudLectura const& s,
            Resultados const& r) {
    if (x.csv) return plan.csv(variante, s, r, x.res.body, x.paginacion);
    if (plan.json(variante, s, r, x.res.body, x.paginacion)) return;
    if (!plan.declarada().o_nulo) throw Problema(codigo::no_encontrado, "no existe el registro");
    x.res.body += "null";
}

// The record that the path names; 0, which none has, where any integer is a fair question.
std::int64_t id_de_ruta(Intercambio const& x, bool cualquiera, Fallas& fallas) {
    Id id;
    if (x.parametros.empty()) return 0;
    auto const falla = Id::leer(x.parametros[0], id);
    if (!falla) return id.valor();
    if (cualquiera && falla->codigo == codigo::rango) return 0;
    fallas.agregar(std::string(x.recurso->parametros[0]), falla->codigo, falla->mensaje);
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
    } catch (TiempoAgotado const&) {
        return false;  // what took long there would take as long here
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
        std::exception_ptr error;
        try {
            co_await x.hilo.app.reportes_replica->ejecutar(x.hilo.io, quien.organizacion, tarea);
        } catch (...) {
            error = std::current_exception();
        }
        if (error && !debe_la_principal(error)) std::rethrow_exception(error);
        if (!error) co_return;
    }
    co_await x.hilo.app.reportes.ejecutar(x.hilo.io, quien.organizacion, std::move(tarea));
}

Task<ValoresDelCuerpo> leer_del_cuerpo(Intercambio& x, Fallas& fallas) {
    ValoresDelCuerpo valores;
    auto const leer = [&] {
        admitir_cuerpo(x);
        valores = x.fila().que.del_cuerpo(x.req.body, fallas);
    };
    if (!x.cuerpo_largo()) {
        leer();
        co_return valores;
    }
    std::function<void(Session&)> tarea = [&](Session&) { leer(); };
    co_await x.hilo.app.reportes.ejecutar(x.hilo.io, inquilino(x).organizacion, std::move(tarea));
    co_return valores;
}

Task<void> ejecutar_lectura(Intercambio& x) {
    auto const& plan = *x.fila().que.lectura;
    Fallas fallas = x.fallas;
    auto const id_ruta = id_de_ruta(x, plan.declarada().o_nulo, fallas);
    ValoresDelCuerpo del_cuerpo;
    if (x.fila().que.del_cuerpo != nullptr) del_cuerpo = co_await leer_del_cuerpo(x, fallas);
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
    auto const inicio = x.res.body.size();
    std::function<void(Session&)> trabajo = [&](Session& s) {
        Resultados resultados;
        leer_en_unidad(s, quien, [&](Lectura& db) { resultados = db.leer(variante, solicitud); });
        x.res.body.resize(inicio);  // a replica may have failed before
        pintar(x, plan, variante, solicitud, resultados);
    };
    co_await en_reportes(x, quien, std::move(trabajo));
}

// If-Match: the record's own GET, read after its lock, must still have the ETag that the caller saw.
void comprobar_si_coincide(Intercambio const& x, Escritura& db, Id bloqueado) {
    auto const actual = "{\"data\":" + db.registro(*x.fila().que.version_de, bloqueado.valor()) + "}";
    if (!contiene_etiqueta(x.si_coincide, etiqueta(actual), false))
        throw Problema(codigo::precondicion, "el registro cambió desde que se leyó");
}

Task<void> ejecutar_escritura(Intercambio& x) {
    auto e = entrada(x);
    auto const escribe = x.fila().que.escribe;
    Trabajo<Escritura> trabajo;
    if (!x.cuerpo_largo()) trabajo = leer_entrada(x, escribe, e);
    auto const quien = inquilino(x);
    std::string respuesta, lsn;
    std::function<void(Session&)> tarea = [&](Session& s) {
        if (!trabajo) trabajo = leer_entrada(x, escribe, e);
        if (x.idempotencia) x.idempotencia->huella = huella_de(x);
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
    auto const lee = x.fila().que.lee;
    Trabajo<Lectura> trabajo;
    if (!x.cuerpo_largo()) trabajo = leer_entrada(x, lee, e);
    auto const quien = inquilino(x);
    std::string respuesta;
    std::function<void(Session&)> tarea = [&](Session& s) {
        if (!trabajo) trabajo = leer_entrada(x, lee, e);
        leer_en_unidad(s, quien, [&](Lectura& db) { respuesta.clear(), trabajo(db, respuesta); });
    };
    co_await en_reportes(x, quien, std::move(tarea));
    x.res.body += respuesta;
}

// Nobody is known yet: whoever comes from one network waits in one line, and lines take turns as organizations do.
Task<void> ejecutar_acceso(Intercambio& x) {
    auto e = entrada(x);
    auto const trabajo = leer_entrada(x, x.fila().que.accede, e);  // an unknown caller's body is short
    auto const red = red_de(x.req.remote);
    std::string respuesta;
    std::function<void(Session&)> tarea = [&](Session& s) {
        acceder(s, [&](Acceso& db) { intentar(db, red, [&] { respuesta.clear(), trabajo(db, respuesta); }); });
    };
    auto const fila = static_cast<std::int64_t>(std::hash<std::string>()(red));
    co_await x.hilo.app.hash.ejecutar(x.hilo.io, fila, std::move(tarea));
    x.res.body += respuesta;
}

// One block at a time: constant memory, and a slow reader holds no connection between blocks.
Task<std::string> siguiente_bloque(HiloServidor& hilo, std::string solicitud_id, Inquilino quien,
                                   std::shared_ptr<Descarga const> d, std::shared_ptr<std::uint64_t> enviado) {
    std::string bloque;
    if (*enviado >= d->bytes) co_return bloque;
    std::function<void(Session&)> tarea = [&](Session& s) {
        leer_en_unidad(s, quien, [&](Lectura& db) { bloque = d->bloque(db, *enviado); });
    };
    std::exception_ptr error;
    try {
        co_await hilo.app.reportes.ejecutar(hilo.io, quien.organizacion, std::move(tarea));
    } catch (...) {
        error = std::current_exception();
    }
    if (error) {  // the answer has begun: the floor cuts the connection
        anotar_corte(hilo, error, solicitud_id, d->nombre);
        std::rethrow_exception(error);
    }
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
    if (contiene_etiqueta(x.req.header("If-None-Match"), etag, true)) {
        x.res.status = 304;
        x.res.content_type = "";
        co_return;
    }
    // Stored opaque and handed out as a download: a browser must never run what somebody uploaded.
    x.res.header("Content-Disposition", disposicion(d->nombre));
    x.res.header("Content-Security-Policy", "default-src 'none'; sandbox");
    x.res.content_type = tipo_conocido(d->tipo);
    x.res.stream_length = d->bytes;
    auto enviado = std::make_shared<std::uint64_t>(0);
    auto& hilo = x.hilo;
    x.res.stream = [&hilo, id = x.solicitud_id, quien, d, enviado] {
        return siguiente_bloque(hilo, id, quien, d, enviado);
    };
}

}  // namespace

Task<void> ejecutar(Intercambio& x) {
    auto const& que = x.fila().que;
    if (que.retirada) throw Problema(codigo::retirado, "esta operación ya no está disponible por la interfaz");
    if (que.lectura != nullptr) co_await ejecutar_lectura(x);
    if (que.lee != nullptr) co_await ejecutar_reporte(x);
    if (que.escribe != nullptr) co_await ejecutar_escritura(x);
    if (que.accede != nullptr) co_await ejecutar_acceso(x);
    if (que.descarga != nullptr) co_await ejecutar_descarga(x);
}

}  // namespace gestor
