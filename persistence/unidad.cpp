#include "persistence/unidad.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "persistence/error_base.hpp"
#include "persistence/sabotaje.hpp"
#include "persistence/simular.hpp"

namespace gestor {
namespace {

constexpr int repeticiones = 3;

namespace sql {
// The advisory lock tells at once that the first request is still running; an INSERT alone would wait for its end.
constexpr std::string_view candado =
    "SELECT pg_try_advisory_xact_lock(hashtextextended(:organizacionId || '/' || :clave, 0)) AS libre";
// Answer remembered for a key, which belongs to its user. User 0 marks rows of an older version without users, at most
// 30 days old.
constexpr std::string_view recordada =
    "SELECT encode(huella, 'hex') AS huella, cuerpo FROM idempotencia "
    "WHERE organizacion_id = :organizacionId::bigint AND clave = :clave AND usuario_id IN (:usuarioId::bigint, 0) "
    "ORDER BY usuario_id DESC LIMIT 1";
constexpr std::string_view recordar =
    "INSERT INTO idempotencia (organizacion_id, usuario_id, clave, huella, estado, cuerpo) "
    "VALUES (:organizacionId::bigint, :usuarioId::bigint, :clave, decode(:huella, 'hex'), 200, :cuerpo)";
// With synchronous_standby_names, a logical message makes the COMMIT wait until the replica has all earlier writes.
constexpr std::string_view con_copia =
    "SELECT CASE WHEN current_setting('synchronous_standby_names') <> '' "
    "THEN pg_logical_emit_message(true, 'gestor', '') END";
// Operation that the audit trail names from here on (schema/0018).
constexpr std::string_view operacion_llamada = "SELECT set_config('gestor.operacion', :operacion, true)";
// Checks the deferred constraints now, as COMMIT would.
constexpr std::string_view comprobar_ya = "SET CONSTRAINTS ALL IMMEDIATE";
}  // namespace sql

// Whether a remembered answer was found; the answer goes to `respuesta`.
bool repetir(Escritura& db, Idempotencia& i, std::string& respuesta) {
    if (db.consultar<sql::candado>("clave"_es(i.clave)).filas[0][0] != "t")
        throw Problema(codigo::idempotencia_en_curso, "la primera solicitud con esa clave todavía se ejecuta")
            .reintentar(1);
    auto const filas = db.consultar<sql::recordada>("clave"_es(i.clave));
    if (filas.vacia()) return false;
    if (filas.filas[0][0] != i.huella)
        throw Problema(codigo::idempotencia_en_conflicto, "la clave ya se usó con otra solicitud");
    respuesta = filas.filas[0][1].value_or("");
    i.repetida = true;
    db.encolar<sql::con_copia>();
    return true;
}

// The connection was lost while COMMIT was on its way, or the synchronous replica did not answer: the write may be done
// or not. With an Idempotency-Key the caller learns the outcome by repeating; without one, repeating could do the write
// twice.
[[noreturn]] void resultado_desconocido(Session& sesion, bool con_clave) {
    sesion.soltar();
    ResultadoDesconocido p(codigo::no_disponible,
                           con_clave ? "se perdió la base de datos al confirmar; repita con la misma Idempotency-Key"
                                     : "se perdió la base de datos al confirmar: no se sabe si la operación se "
                                       "realizó; consulte antes de repetirla");
    if (con_clave) p.reintentar(1);
    throw p;
}

void comenzar(Session& sesion, bool solo_lectura, Inquilino const& quien) {
    Autor const autor{quien.usuario, quien.consumidor, quien.solicitud, quien.operacion};
    sesion.comenzar(solo_lectura, quien.organizacion, solo_lectura ? Autor{} : autor);
}

// Waits a random time: two transactions that collided must not start again at the same moment.
void esperar(int vez) {
    thread_local std::minstd_rand azar(std::random_device{}());
    std::this_thread::sleep_for(std::chrono::milliseconds(azar() % 20 * static_cast<unsigned>(vez)));
}

// A statement that writes in a read-only operation is a bug of the program. In an operation that writes, the error
// means that the database admits no writes: a standby, or an operator's setting.
[[noreturn]] void traducir(ErrorBase const& e, bool escribe) {
    if (escribe && e.solo_lectura())
        throw NoDisponible(causa::solo_lectura, "la base de datos sólo admite lecturas", e.what());
    e.traducir();
}

void con_reintentos(Session& sesion, bool escribe, std::function<void()> const& intento) {
    bool renovada = false;    // a fresh session was tried; only once
    bool adelantada = false;  // a unique key was taken; on the repeat the operation sees the other record and reports
                              // it in its own words
    for (int vez = 1;; ++vez) {
        try {
            return intento();
        } catch (ErrorBase const& e) {
            // A connection that had died while idle: nothing of the operation was done, so repeating it is safe.
            bool const en_reposo = e.conexion_perdida() && sesion.murio_en_reposo();
            sesion.deshacer();
            // The read-only setting may belong to this session, and a new connection may lead to another server.
            if (e.conexion_perdida() || e.plan_obsoleto() || e.solo_lectura()) sesion.soltar();
            if (e.reintentable() && vez < repeticiones && !sesion.de_replica()) {
                esperar(vez);
                continue;
            }
            if (e.adelantado() && !std::exchange(adelantada, true)) continue;
            if (!(en_reposo || e.plan_obsoleto()) || std::exchange(renovada, true)) traducir(e, escribe);
        } catch (...) {
            sesion.deshacer();
            throw;
        }
    }
}

}  // namespace

void Inquilino::ligar(std::vector<ValorSql>& valores) const {
    valores[organizacionId] = std::to_string(organizacion);
    valores[usuarioId] = std::to_string(usuario);
    valores[sesionSucursalId] = std::to_string(sucursal);
    valores[urlBase] = std::string(url_base);
    valores[ahora] = reloj.texto();
}

void Inquilino::ligar(Valores& valores) const {
    valores.emplace_back("organizacionId", std::to_string(organizacion));
    valores.emplace_back("usuarioId", std::to_string(usuario));
    valores.emplace_back("sesionSucursalId", std::to_string(sucursal));
    valores.emplace_back("urlBase", std::string(url_base));
    valores.emplace_back("ahora", reloj.texto());
}

Filas Lectura::consultar(std::string_view texto, Valores valores) {
    quien_.ligar(valores);
    return sesion_.consultar(texto, valores);
}

void Escritura::encolar(std::string_view texto, Valores valores, std::string_view sin_filas) {
    quien_.ligar(valores);
    sesion_.encolar(texto, valores, sin_filas);
}

Pregunta Escritura::preguntar(std::string_view texto, Valores valores) {
    quien_.ligar(valores);
    return sesion_.preguntar(texto, valores);
}

void Escritura::al_final(std::string_view sql, std::string_view parametro, std::string_view filas) {
    auto f = std::find_if(finales_.begin(), finales_.end(), [&](Final const& otro) { return otro.sql == sql; });
    if (f == finales_.end()) f = finales_.insert(f, {sql, parametro, {}});
    if (!f->filas.empty()) f->filas += ',';
    f->filas += filas;
}

void Escritura::terminar() {
    for (auto const& f : std::exchange(finales_, {})) encolar(f.sql, {{f.parametro, "[" + f.filas + "]"}});
    sesion_.vaciar();
}

void Escritura::nombrar(std::string_view operacion) {
    if (!quien_.operacion.empty()) encolar<sql::operacion_llamada>("operacion"_es(operacion));
}

Resultados Lectura::leer(Variante const& variante, SolicitudLectura& solicitud) {
    quien_.ligar(solicitud.valores);
    return sesion_.leer(variante, solicitud.valores);
}

std::string Lectura::registro(LecturaCompilada const& lectura, std::int64_t id_registro) {
    auto solicitud = lectura.solicitar([](std::string_view) { return std::nullopt; }, id_registro);
    Variante temporal;
    auto const& variante = lectura.variante(solicitud, temporal);
    auto const resultados = leer(variante, solicitud);
    std::string cuerpo;
    Paginacion ignorada;
    lectura.json(variante, solicitud, resultados, cuerpo, ignorada);
    return cuerpo;
}

std::string Lectura::registro_de(Tipo const& tipo, LecturaCompilada const& lectura, Id id_registro) {
    if (lectura.declarada().tipo != &tipo)
        throw std::logic_error("se contesta " + std::string(tipo.nombre) + " con una lectura de " +
                               std::string(lectura.declarada().tipo->nombre));
    auto json = registro(lectura, id_registro.valor());
    if (json.empty()) throw std::logic_error("no hay " + std::string(tipo.nombre) + " que contestar");
    return json;
}

void leer_en_unidad(Session& sesion, Inquilino const& quien, std::function<void(Lectura&)> const& trabajo) {
    con_reintentos(sesion, false, [&] {
        comenzar(sesion, true, quien);
        Lectura db(sesion, quien);
        trabajo(db);
        sesion.confirmar();
    });
}

std::string escribir_en_unidad(Session& sesion, Inquilino const& quien, Idempotencia* idempotencia,
                               std::string& respuesta, std::function<void(Escritura&)> const& trabajo) {
    std::string lsn;
    if (sin("idempotencia")) idempotencia = nullptr;
    con_reintentos(sesion, true, [&] {
        respuesta.clear();
        comenzar(sesion, false, quien);
        Escritura db(sesion, quien);
        if (idempotencia == nullptr || !repetir(db, *idempotencia, respuesta)) {
            trabajo(db);
            if (idempotencia != nullptr)
                db.encolar<sql::recordar>("clave"_es(idempotencia->clave), "huella"_es(idempotencia->huella),
                                          "cuerpo"_es(respuesta));
        }
        db.terminar();
        try {
            lsn = sesion.confirmar();
        } catch (ErrorBase const& e) {
            if (e.conexion_perdida()) resultado_desconocido(sesion, idempotencia != nullptr);
            throw;
        }
    });
    return lsn;
}

bool recordada(Session& sesion, Inquilino const& quien, Idempotencia& idempotencia, std::string& respuesta) {
    bool esta = false;
    if (sin("idempotencia")) return esta;
    con_reintentos(sesion, true, [&] {
        comenzar(sesion, false, quien);
        Escritura db(sesion, quien);
        esta = repetir(db, idempotencia, respuesta);
        db.terminar();
        sesion.confirmar();
    });
    return esta;
}

void simular_en_unidad(Session& sesion, Inquilino const& quien, std::string& respuesta,
                       std::function<void(Escritura&)> const& trabajo) {
    con_reintentos(sesion, true, [&] {
        respuesta.clear();
        comenzar(sesion, false, quien);
        Escritura db(sesion, quien);
        db.simular();
        trabajo(db);
        db.encolar<sql::comprobar_ya>();
        db.terminar();
        sesion.deshacer();
    });
}

void acceder(Session& sesion, std::function<void(Acceso&)> const& trabajo) {
    sesion.descartar_si_murio();  // without BEGIN nothing else would detect a dead connection
    con_reintentos(sesion, true, [&] {
        Acceso db(sesion);
        trabajo(db);
    });
}

}  // namespace gestor
