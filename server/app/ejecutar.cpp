#include "server/app/ejecutar.hpp"

#include <boost/asio/basic_waitable_timer.hpp>

#include "domain/operacion/dirigir.hpp"
#include "domain/operacion/llamar.hpp"
#include "domain/operacion/sobre.hpp"
#include "persistence/error_base.hpp"
#include "persistence/intentos.hpp"
#include "persistence/simular.hpp"
#include "server/app/etag.hpp"
#include "server/app/falla.hpp"
#include "server/http/io_thread.hpp"
#include "server/http/network.hpp"

namespace gestor {
namespace {

Operacion const& operacion_de(Llamada const& c) {
    return *c.operacion->declarada;
}

bool cuerpo_largo(HiloServidor const& hilo, Llamada const& c) {
    return c.cuerpo.size() > hilo.app.cuerpo_en_red;
}

// Charges the values of a body before it is parsed. An io thread parses short bodies; a worker parses bodies that would
// delay the other requests of the io thread.
void admitir_cuerpo(HiloServidor const& hilo, Llamada const& c) {
    if (c.cuerpo.empty()) return;
    bool const en_red = hilo.io.get_executor().running_in_this_thread();
    auto& leidos = en_red ? hilo.app.leidos_en_red : hilo.app.leidos_en_trabajadores;
    leidos.fetch_add(static_cast<std::int64_t>(c.cuerpo.size()), std::memory_order_relaxed);
    exigir_valores(*c.operacion, c.cuerpo);
}

template <class Db>
Trabajo<Db> preparar(HiloServidor const& hilo, Funcion<Db> const& funcion, Llamada const& c) {
    admitir_cuerpo(hilo, c);
    return funcion.preparar(c);
}

// Fingerprint of a request with Idempotency-Key: method, path, query and body.
std::string huella_de(Llamada const& c) {
    auto solicitud = c.idempotencia->huella;
    solicitud.append(1, '\n').append(c.cuerpo);
    // A multipart body counts by its parts, because each sending has another boundary.
    if (c.recepcion != nullptr)
        for (auto const& p : c.recepcion->partes) {
            auto const& [nombre, bytes, hash, temporal] = p.archivo.value_or(ArchivoRecibido());
            for (auto const* dicho : {&p.nombre, &p.texto, &nombre, &hash})
                solicitud.append(std::to_string(dicho->size())).append(1, ' ').append(*dicho).append(1, '\n');
        }
    return sha256_hex(solicitud);
}

// Runs the check of a two-sided permission: by the sent member before anything is read, or by the record of the path
// once it is read.
template <class F>
void exigir_lado(Llamada const& c, F const& miembro) {
    auto const& declarada = operacion_de(c);
    if (!declarada.permiso.por_lado()) return;
    if (auto const dice = miembro(declarada.permiso.campo)) exigir_permiso(declarada, *c.sesion, *dice);
}

void pintar(Llamada const& c, Contestacion& r, LecturaCompilada const& lectura, Variante const& variante,
            SolicitudLectura const& s, Resultados const& leidos) {
    if (lectura.declarada().alcance == Alcance::uno)
        exigir_lado(c, [&](auto campo) { return lectura.leido(variante, leidos, campo); });
    if (c.csv) return lectura.csv(variante, s, leidos, r.cuerpo, r.paginacion);
    if (lectura.json(variante, s, leidos, r.cuerpo, r.paginacion)) return;
    if (!lectura.declarada().o_nulo) throw Problema(codigo::no_encontrado, "no existe el registro");
    r.cuerpo += "null";
}

// Id of the record that the path names; 0, which no record has, when the read allows any integer. For a page the path
// gives the first record, and 0 is the beginning.
std::int64_t id_de_ruta(Llamada const& c, LecturaDeclarada const& lectura, Fallas& fallas) {
    if (c.ruta.empty()) return 0;
    Id id;
    IdOCero desde;
    bool const pagina = lectura.alcance == Alcance::pagina;
    auto const falla = pagina ? IdOCero::leer(c.ruta[0], desde) : Id::leer(c.ruta[0], id);
    if (!falla) return pagina ? desde.valor() : id.valor();
    if (lectura.o_nulo && falla->codigo == codigo::rango) return 0;
    fallas.agregar(std::string(c.nombres[0]), falla->codigo, falla->mensaje);
    return 0;
}

// ---- reads that a replica may answer ----
bool puede_replica(HiloServidor const& hilo, Llamada const& c, Inquilino const& quien) {
    if (hilo.app.replica == nullptr) return false;
    auto const al_menos = c.al_menos.empty() ? Lsn{0} : leer_lsn(c.al_menos);
    if (!al_menos)
        throw Problema(codigo::validacion, "1 campo no es válido",
                       {{"X-Gestor-Lsn", std::string(codigo::formato), "no es una posición del registro"}});
    return hilo.app.replica->sirve(quien.usuario, *al_menos);
}

// Whether the primary must answer: the replica went away, is overloaded, or cancelled the statement because of its
// replay.
bool debe_la_principal(std::exception_ptr const& error) {
    try {
        std::rethrow_exception(error);
    } catch (TiempoAgotado const&) {
        return false;  // a statement that took too long on the replica would take too long on the primary
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

Task<bool> leer_en_replica(HiloServidor& hilo, Llamada const& c, Inquilino const& quien, Variante const& variante,
                           std::vector<ValorSql> const& valores, Resultados& resultados) {
    if (!puede_replica(hilo, c, quien) || !hilo.carril_replica->viva()) co_return false;
    std::exception_ptr error;
    try {
        resultados = co_await hilo.carril_replica->ejecutar(variante, valores);
    } catch (...) {
        error = std::current_exception();
    }
    if (error && !debe_la_principal(error)) std::rethrow_exception(error);
    co_return !error;
}

Task<void> en_reportes(HiloServidor& hilo, Llamada const& c, Inquilino const& quien,
                       std::function<void(Session&)> tarea) {
    if (puede_replica(hilo, c, quien)) {
        std::exception_ptr error;
        try {
            co_await hilo.app.reportes_replica->ejecutar(hilo.io, quien.organizacion, tarea);
        } catch (...) {
            error = std::current_exception();
        }
        if (error && !debe_la_principal(error)) std::rethrow_exception(error);
        if (!error) co_return;
    }
    co_await hilo.app.reportes.ejecutar(hilo.io, quien.organizacion, std::move(tarea));
}

Task<ValoresDelCuerpo> leer_del_cuerpo(HiloServidor& hilo, Llamada const& c, Declarada const& a, Fallas& fallas) {
    ValoresDelCuerpo valores;
    auto const leer = [&] {
        admitir_cuerpo(hilo, c);
        valores = a.del_cuerpo(c.cuerpo, fallas);
    };
    if (!cuerpo_largo(hilo, c)) {
        leer();
        co_return valores;
    }
    std::function<void(Session&)> tarea = [&](Session&) { leer(); };
    co_await hilo.app.reportes.ejecutar(hilo.io, inquilino_de(hilo, c).organizacion, std::move(tarea));
    co_return valores;
}

// ---- one overload for each thing that an operation may do ----

Task<void> hacer(Declarada const& a, HiloServidor& hilo, Llamada& c, Contestacion& r, CargaDeLlamada const&) {
    auto const& lectura = *a.lectura;
    Fallas fallas = c.fallas;
    auto const id_ruta = id_de_ruta(c, lectura.declarada(), fallas);
    ValoresDelCuerpo del_cuerpo;
    if (a.del_cuerpo != nullptr) del_cuerpo = co_await leer_del_cuerpo(hilo, c, a, fallas);
    auto const buscar = [&](std::string_view n) -> std::optional<std::string_view> {
        for (auto const& [nombre, valor] : del_cuerpo)
            if (nombre == n) return valor;
        return c.parametro(n);
    };
    auto solicitud = lectura.solicitar(buscar, id_ruta, std::move(fallas));
    exigir_lado(c, [&](auto campo) { return lectura.enviado(solicitud, campo); });
    auto const quien = inquilino_de(hilo, c);
    solicitud.valores[maximo] = hilo.app.lista_maxima;
    if (c.csv) solicitud.con_detalle = false;
    Variante temporal;
    auto const& variante = lectura.variante(solicitud, temporal);
    if (lectura.es_propia()) co_return pintar(c, r, lectura, variante, solicitud, lectura.propias(solicitud));
    if (!solicitud.larga) {
        quien.ligar(solicitud.valores);
        Resultados leidos;
        bool listo = false;
        if (hilo.carril_replica != nullptr)
            listo = co_await leer_en_replica(hilo, c, quien, variante, solicitud.valores, leidos);
        if (!listo) leidos = co_await hilo.carril.ejecutar(variante, solicitud.valores);
        pintar(c, r, lectura, variante, solicitud, leidos);
        co_return;
    }
    auto const inicio = r.cuerpo.size();
    std::function<void(Session&)> trabajo = [&](Session& s) {
        Resultados leidos;
        leer_en_unidad(s, quien, [&](Lectura& db) { leidos = db.leer(variante, solicitud); });
        r.cuerpo.resize(inicio);  // a failed replica may have left part of an answer
        pintar(c, r, lectura, variante, solicitud, leidos);
    };
    co_await en_reportes(hilo, c, quien, std::move(trabajo));
}

// If-Match: the record is read after its lock, as its own GET; the result must still have the ETag that the caller saw.
void comprobar_si_coincide(Llamada const& c, Escritura& db, Id bloqueado) {
    auto const actual = "{\"data\":" + db.registro(*operacion_de(c).que.version_de, bloqueado.valor()) + "}";
    if (!contiene_etiqueta(c.si_coincide, etiqueta(actual), false))
        throw Problema(codigo::precondicion, "el registro cambió desde que se leyó");
}

// Runs the unit of work of an operation, or its dry run.
void en_unidad(Session& s, Inquilino const& quien, Llamada& c, Contestacion& r, std::string& respuesta,
               std::function<void(Escritura&)> const& trabajo) {
    auto const escribir = [&](Escritura& db) {
        if (!c.si_coincide.empty())
            db.al_bloquear = [&c](Escritura& bloqueada, Id id) { comprobar_si_coincide(c, bloqueada, id); };
        trabajo(db);
        if (!c.si_coincide.empty() && !db.comprobada()) throw std::logic_error("la operación no comprobó If-Match");
    };
    auto const simular = [&](Escritura& db) {
        escribir(db);
        r.planes = planes_para(*c.sesion, db);
    };
    if (c.simulada) return simular_en_unidad(s, quien, respuesta, simular);
    r.lsn = escribir_en_unidad(s, quien, c.idempotencia ? &*c.idempotencia : nullptr, respuesta, escribir);
}

// Runs a unit of work on its pool, and notes the write, also one of unknown outcome: a replica answers later reads of
// this user only once it has the write.
Task<void> escribir_en(Workers& hilos, HiloServidor& hilo, Llamada const& c, Inquilino const& quien, Contestacion& r,
                       std::function<void(Session&)> tarea) {
    std::exception_ptr error;
    try {
        co_await hilos.ejecutar(hilo.io, quien.organizacion, std::move(tarea));
    } catch (...) {
        error = std::current_exception();
    }
    auto* const replica = c.simulada ? nullptr : hilo.app.replica.get();
    auto const escrita = leer_lsn(r.lsn);
    if (replica != nullptr && (error ? se_desconoce(error) : !escrita)) replica->dudar(quien.usuario);
    if (error) std::rethrow_exception(error);
    if (escrita) replica->anotar(quien.usuario, *escrita);
}

// Reads the call of a handler: here when the body is short, else on the worker that will run it.
template <class Db>
class Preparada {
public:
    Preparada(Funcion<Db> const& funcion, HiloServidor& hilo, Llamada& c) : funcion_(funcion), hilo_(hilo), c_(c) {
        if (!cuerpo_largo(hilo, c)) trabajo_ = preparar(hilo, funcion, c);
    }
    Trabajo<Db> const& trabajo() {
        if (!trabajo_) trabajo_ = preparar(hilo_, funcion_, c_);
        return trabajo_;
    }

private:
    Funcion<Db> const& funcion_;
    HiloServidor& hilo_;
    Llamada& c_;
    Trabajo<Db> trabajo_;
};

// Whether the call belongs to the pool of batches and dry runs, which may last: those of one organization wait for each
// other, and its other writes wait for none of them.
bool aparte(Llamada const& c) {
    return c.simulada || operacion_de(c).que.llama;
}

Task<void> hacer(Funcion<Escritura> const& a, HiloServidor& hilo, Llamada& c, Contestacion& r,
                 CargaDeLlamada const& carga) {
    Preparada<Escritura> preparada(a, hilo, c);
    auto const quien = inquilino_de(hilo, c);
    std::string respuesta;
    std::function<void(Session&)> tarea = [&](Session& s) {
        MemoriaDeTrabajo const memoria(carga);
        auto const& trabajo = preparada.trabajo();
        if (c.idempotencia) c.idempotencia->huella = huella_de(c);
        en_unidad(s, quien, c, r, respuesta, [&](Escritura& db) { trabajo(db, respuesta); });
    };
    co_await escribir_en(aparte(c) ? hilo.app.lotes : hilo.app.escrituras, hilo, c, quien, r, std::move(tarea));
    r.cuerpo += respuesta;
}

// A call whose answer is remembered asks no other server and reads no file.
template <class Db>
Task<void> escribir_despues(Workers& hilos, Funcion<Db> const& a, HiloServidor& hilo, Llamada& c, Contestacion& r,
                            CargaDeLlamada const& carga) {
    Preparada<Db> preparada(a, hilo, c);
    auto const quien = inquilino_de(hilo, c);
    std::string respuesta;
    std::function<void(Session&)> tarea = [&](Session& s) {
        MemoriaDeTrabajo const memoria(carga);
        auto const& trabajo = preparada.trabajo();
        if (c.idempotencia) c.idempotencia->huella = huella_de(c);
        if (c.idempotencia && !c.simulada && recordada(s, quien, *c.idempotencia, respuesta)) return;
        auto const unidad = [&](std::function<std::string(Escritura&)> const& f) {
            std::string escrita;
            en_unidad(s, quien, c, r, escrita, [&](Escritura& db) { escrita = f(db); });
            return escrita;
        };
        Db db(s, quien, c.simulada, unidad);
        trabajo(db, respuesta);
    };
    co_await escribir_en(hilos, hilo, c, quien, r, std::move(tarea));
    r.cuerpo += respuesta;
}

Task<void> hacer(Funcion<ExternaEscritura> const& a, HiloServidor& hilo, Llamada& c, Contestacion& r,
                 CargaDeLlamada const& carga) {
    return escribir_despues(hilo.app.externas, a, hilo, c, r, carga);
}

// Long files have the threads of batches: the other writes of their organization wait for none of them.
Task<void> hacer(Funcion<Carga> const& a, HiloServidor& hilo, Llamada& c, Contestacion& r,
                 CargaDeLlamada const& carga) {
    return escribir_despues(hilo.app.lotes, a, hilo, c, r, carga);
}

Task<void> hacer(Funcion<Externa> const& a, HiloServidor& hilo, Llamada& c, Contestacion& r,
                 CargaDeLlamada const& carga) {
    Preparada<Externa> preparada(a, hilo, c);
    auto const quien = inquilino_de(hilo, c);
    std::string respuesta;
    std::function<void(Session&)> tarea = [&](Session& s) {
        MemoriaDeTrabajo const memoria(carga);
        auto const& trabajo = preparada.trabajo();
        Externa db(s, quien, c.simulada);
        trabajo(db, respuesta);
    };
    co_await hilo.app.externas.ejecutar(hilo.io, quien.organizacion, std::move(tarea));
    r.cuerpo += respuesta;
}

Task<void> hacer(Funcion<Lectura> const& a, HiloServidor& hilo, Llamada& c, Contestacion& r,
                 CargaDeLlamada const& carga) {
    Preparada<Lectura> preparada(a, hilo, c);
    auto const quien = inquilino_de(hilo, c);
    std::string respuesta;
    std::function<void(Session&)> tarea = [&](Session& s) {
        MemoriaDeTrabajo const memoria(carga);
        auto const& trabajo = preparada.trabajo();
        leer_en_unidad(s, quien, [&](Lectura& db) { respuesta.clear(), trabajo(db, respuesta); });
    };
    co_await en_reportes(hilo, c, quien, std::move(tarea));
    r.cuerpo += respuesta;
}

// Before authentication: all calls of one network address wait in one line, and lines take turns as organizations do.
Task<void> entrar(Workers& hilos, HiloServidor& hilo, Llamada& c, std::function<void(Session&)> acceso) {
    auto const red = network_of(c.direccion);
    std::function<void(Session&)> tarea = [&](Session& s) {
        acceder(s, [&](Acceso& db) { intentar(db, red, [&] { acceso(s); }); });
    };
    auto const cola = static_cast<std::int64_t>(std::hash<std::string>()(red));
    co_await hilos.ejecutar(hilo.io, cola, std::move(tarea));
}

Task<void> hacer(Funcion<Acceso> const& a, HiloServidor& hilo, Llamada& c, Contestacion& r, CargaDeLlamada const&) {
    // a caller without a token may only send a short body, so it is parsed here
    auto const trabajo = preparar(hilo, a, c);
    std::string respuesta;
    std::function<void(Session&)> acceso = [&](Session& s) {
        Acceso db(s);
        respuesta.clear(), trabajo(db, respuesta);
    };
    co_await entrar(hilo.app.hash, hilo, c, std::move(acceso));
    r.cuerpo += respuesta;
}

// The question to another server runs without a session; only questions to the same server share its threads.
Task<void> hacer(Funcion<AccesoExterno> const& a, HiloServidor& hilo, Llamada& c, Contestacion& r,
                 CargaDeLlamada const&) {
    auto const trabajo = preparar(hilo, a, c);
    std::string respuesta;
    std::vector<Contestada> contestadas;
    std::optional<PorPreguntar> falta;
    std::function<void(Session&)> acceso = [&](Session& s) {
        AccesoExterno db(s, contestadas);
        respuesta.clear(), trabajo(db, respuesta);
    };
    do {
        falta.reset();
        try {
            co_await entrar(hilo.app.identidades, hilo, c, acceso);
        } catch (PorPreguntar& p) {
            falta = std::move(p);
        }
        if (falta) {
            auto contestada = co_await hilo.app.preguntas.hacer(hilo.io, std::move(*falta));
            contestadas.push_back(std::move(contestada));
        }
    } while (falta);
    r.cuerpo += respuesta;
}

Task<void> hacer(Entrega const& a, HiloServidor& hilo, Llamada& c, Contestacion& r, CargaDeLlamada const&) {
    auto const abrir = a.abrir(c);
    auto const quien = inquilino_de(hilo, c);
    auto d = std::make_shared<Descarga>();
    std::function<void(Session&)> tarea = [&](Session& s) {
        leer_en_unidad(s, quien, [&](Lectura& db) { *d = abrir(db); });
    };
    co_await hilo.app.reportes.ejecutar(hilo.io, quien.organizacion, std::move(tarea));
    r.descarga = std::move(d);
}

Task<void> hacer(DelServidor const&, HiloServidor&, Llamada&, Contestacion&, CargaDeLlamada const&) {
    throw std::logic_error("lo contesta el servidor mismo");
}

Task<void> hacer(Retirada const&, HiloServidor&, Llamada&, Contestacion&, CargaDeLlamada const&) {
    throw Problema(codigo::retirado, "esta operación ya no está disponible por la interfaz");
}

}  // namespace

Inquilino inquilino_de(HiloServidor const& hilo, Llamada const& c) {
    Inquilino q;
    if (c.sesion != nullptr) {
        auto const& s = *c.sesion;
        q = {s.organizacionId, s.usuarioId, {}, s.sucursalId, s.consumidorApiId, c.solicitud, c.operacion->nombre};
    }
    q.url_base = hilo.app.entorno.url_base;
    q.reloj = c.reloj;
    return q;
}

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
    if (error) {  // the answer has begun: the floor closes the connection
        anotar_corte(hilo, error, solicitud_id, d->nombre);
        std::rethrow_exception(error);
    }
    *enviado += bloque.size();
    co_return bloque;
}

Task<void> ejecutar(HiloServidor& hilo, Llamada& c, Contestacion& r, CargaDeLlamada const& carga) {
    using namespace std::chrono_literals;
    using Cronometro = std::chrono::steady_clock;
    auto const& o = operacion_de(c);
    auto const hasta = Cronometro::now() + 5s;
    for (bool falta = true; falta;) {
        falta = false;
        r.cuerpo.clear();
        abrir_sobre(o, c, r);
        Task<void> hecho = std::visit([&](auto const& que) { return hacer(que, hilo, c, r, carga); }, o.que.hace);
        try {
            co_await std::move(hecho);
        } catch (SinMemoriaAhora const&) {
            if (Cronometro::now() >= hasta) throw;
            falta = true;
        }
        // Memory is short: the call waits for other calls to free theirs, holding neither a worker nor a transaction.
        if (falta) {
            boost::asio::basic_waitable_timer<Cronometro, boost::asio::wait_traits<Cronometro>, Executor> rato(hilo.io,
                                                                                                               50ms);
            co_await rato.async_wait(awaiting);
        }
    }
    if (c.simulada && o.que.escribe() && !r.planes) r.planes.emplace();
    cerrar_sobre(o, c, r);
}

}  // namespace gestor
