#include "persistence/session.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_map>

#include "persistence/embedded_schema.hpp"
#include "persistence/soci_pg.hpp"

namespace gestor {
namespace {

struct Preparada {
    std::string nombre;  // empty: planned at each run, and `sql` is sent
    std::vector<std::string> parametros;
    std::string sql = {};
};

// Envio: a statement to send, and its values.
struct Envio {
    Preparada const* sentencia;
    std::vector<ValorSql> valores;
    std::string sin_filas = {};  // error text when no row comes back; empty: no check. Kept here, because it outlives
                                 // the caller's text.
    Pregunta pregunta = {};
};

void preparar(PGconn* c, std::string const& nombre, std::string const& sql) {
    ultima(c, PQsendPrepare(c, nombre.c_str(), sql.c_str(), 0, nullptr) == 1, silencio);
}

std::vector<ValorSql> valores_de(Preparada const& p, Valores const& valores) {
    std::vector<ValorSql> suyos;
    std::size_t siguiente = 0;  // next column to read: a row gives its values in order
    for (auto const& nombre : p.parametros) {
        auto const es = [&](auto const& v) { return v.first == nombre; };
        auto donde = std::find_if(valores.begin() + static_cast<std::ptrdiff_t>(siguiente), valores.end(), es);
        if (donde == valores.end()) donde = std::find_if(valores.begin(), valores.end(), es);
        if (donde == valores.end()) throw std::logic_error("falta el valor de :" + nombre);
        siguiente = static_cast<std::size_t>(donde - valores.begin());
        suyos.push_back(donde->second);
    }
    return suyos;
}

Filas filas_de(PGresult const* r) {
    Filas filas;
    int const columnas = PQnfields(r);
    for (int i = 0; i < columnas; ++i) filas.columnas.emplace_back(PQfname(r, i));
    filas.filas.resize(static_cast<std::size_t>(columnas > 0 ? PQntuples(r) : 0));
    for (std::size_t f = 0; f < filas.filas.size(); ++f)
        for (int i = 0; i < columnas; ++i)
            filas.filas[f].push_back(PQgetisnull(r, static_cast<int>(f), i) == 1
                                         ? ValorSql()
                                         : ValorSql(PQgetvalue(r, static_cast<int>(f), i)));
    return filas;
}

bool enviar(PGconn* c, Envio const& e) {
    std::vector<char const*> textos;
    for (auto const& v : e.valores) textos.push_back(v ? v->c_str() : nullptr);
    auto const& s = *e.sentencia;
    int const n = static_cast<int>(textos.size());
    if (s.nombre.empty())
        return PQsendQueryParams(c, s.sql.c_str(), n, nullptr, textos.data(), nullptr, nullptr, 0) == 1;
    return PQsendQueryPrepared(c, s.nombre.c_str(), n, textos.data(), nullptr, nullptr, 0) == 1;
}

Resultados mandar(PGconn* c, std::chrono::milliseconds limite, std::vector<Envio> const& envios) {
    auto v = en_un_viaje(c, limite,
                         [&] { return std::ranges::all_of(envios, [c](Envio const& e) { return enviar(c, e); }); });
    // A missing row is reported before the failure of a later statement, which may be its consequence.
    for (std::size_t i = 0; i < v.resultados.size(); ++i)
        if (!envios[i].sin_filas.empty() && PQntuples(v.resultados[i].get()) == 0)
            throw std::logic_error(envios[i].sin_filas);
    if (v.falla != nullptr) throw error_de(v.falla.get());
    if (!v.entero || v.resultados.size() != envios.size()) throw ErrorBase("", "", conexion_se_perdio);
    return std::move(v.resultados);
}

// Whether the statement itself was refused, for its text, its values, or an unsupported feature. Any other error is a
// failure of PostgreSQL.
bool es_de_la_sentencia(ErrorBase const& e) {
    auto const clase = e.sqlstate().substr(0, 2);
    return clase == "42" || clase == "22" || clase == "0A";
}

// COMMIT ignores statement_timeout while it waits for a synchronous replica. When cancelled, COMMIT ends with a local
// commit and a warning. Without the cancel it would keep its locks and its connection for as long as the replica is
// away.
void cancelar(PGconn* c) {
    std::unique_ptr<PGcancel, decltype(&PQfreeCancel)> const orden(PQgetCancel(c), PQfreeCancel);
    char queja[256];
    if (orden != nullptr) PQcancel(orden.get(), queja, sizeof queja);
}

}  // namespace

struct Session::Estado {
    explicit Estado(Config const& config) : sesion(soci::postgresql, config.conninfo), limite(config.segundos + 2) {}
    soci::session sesion;
    std::chrono::seconds limite;                            // longer than PostgreSQL's own limit on a statement
    std::unordered_map<std::string, Preparada> preparadas;  // prepared statements, by their text
    unsigned nombres = 0;  // number in the names of prepared statements, never reused: a failed PREPARE may exist
                           // unlisted
    std::vector<Envio> cola;
    bool por_comenzar = false;   // BEGIN and its settings are the first two of the queue
    bool sin_respuesta = false;  // the connection was open before the unit, and has answered nothing in it
    std::size_t en_cola = 0;     // bytes of its values
    bool sin_copia = false;      // COMMIT gave up waiting for the synchronous replica

    PGconn* conexion() { return conexion_de(sesion); }
    Preparada const& preparada(std::string const& texto, Sentencia const& compilada) {
        Preparada nueva{"s" + std::to_string(nombres++), compilada.parametros};
        if (compilada.sql.find(se_planea_cada_vez) != std::string::npos)
            nueva = {"", compilada.parametros, compilada.sql};
        else
            preparar(conexion(), nueva.nombre, compilada.sql);
        return preparadas.emplace(texto, std::move(nueva)).first->second;
    }
    Envio envio(std::string_view sql, Valores const& valores) {
        std::string const texto(sql);
        auto const hecha = preparadas.find(texto);
        auto const& p = hecha != preparadas.end() ? hecha->second : preparada(texto, compilar(sql));
        return {&p, valores_de(p, valores)};
    }
    void olvidar() {
        cola.clear();
        en_cola = 0;
        por_comenzar = false;
    }
    // Sends the queued statements and then these; returns the answers to these.
    Resultados viajar(std::vector<Envio> envios) {
        auto todos = std::exchange(cola, {});
        olvidar();
        auto const antes = static_cast<std::ptrdiff_t>(todos.size());
        std::move(envios.begin(), envios.end(), std::back_inserter(todos));
        auto resultados = mandar(conexion(), limite, todos);
        sin_respuesta = false;
        for (std::size_t i = 0; i < todos.size(); ++i)
            if (todos[i].pregunta) *todos[i].pregunta = filas_de(resultados[i].get());
        resultados.erase(resultados.begin(), resultados.begin() + antes);
        return resultados;
    }
};

Session::Session(Config config) : config_(std::move(config)) {}
Session::~Session() {
    soltar();
}

bool Session::conectada() const {
    return estado_ != nullptr && PQstatus(estado_->conexion()) == CONNECTION_OK;
}

void Session::soltar() {
    en_unidad_ = false;
    std::lock_guard const guarda(corte_);
    estado_.reset();
    if (enchufe_ >= 0) close(std::exchange(enchufe_, -1));
}

void Session::cortar() {
    std::lock_guard const guarda(corte_);
    cortada_ = true;
    if (enchufe_ >= 0) shutdown(enchufe_, SHUT_RDWR);
}

void Session::conectar() {
    if (conectada()) return;
    // A new connection would be outside the transaction, and without the tenant.
    if (en_unidad_) throw ErrorBase("", "", conexion_se_perdio);
    soltar();
    try {
        auto estado = std::make_unique<Estado>(config_);
        std::lock_guard const guarda(corte_);
        if (cortada_) throw ErrorBase("", "", conexion_se_perdio);
        estado_ = std::move(estado);
        enchufe_ = fcntl(PQsocket(estado_->conexion()), F_DUPFD_CLOEXEC, 0);
    } catch (soci::soci_error const& e) {
        throw ErrorBase("", "", e.get_error_message());
    }
    auto* c = estado_->conexion();
    // The only notice that matters tells of a commit that is local and perhaps not on the replica. With
    // synchronous_standby_names such a COMMIT is no confirmation.
    PQsetNoticeReceiver(
        c,
        [](void* estado, PGresult const* r) {
            char const* const lugar = PQresultErrorField(r, PG_DIAG_SOURCE_FILE);
            if (lugar != nullptr && std::string_view(lugar) == "syncrep.c")
                static_cast<Estado*>(estado)->sin_copia = true;
        },
        estado_.get());
    ejecutar_simple(c, usar_esquema);
    ejecutar_simple(c, "SET statement_timeout = '" + std::to_string(config_.segundos) + "s'");
    ejecutar_simple(c, "SET lock_timeout = '10s'");
    ejecutar_simple(c, "SET idle_in_transaction_session_timeout = '60s'");
    // A report takes one core and leaves the other cores to short requests; a write never uses parallel workers.
    ejecutar_simple(c, "SET max_parallel_workers_per_gather = 0");
    if (!config_.solo_lectura) {
        // Writes use generic plans: their statements ask by key, and a generic plan uses the indexes whatever the
        // tables hold at that moment. Planning the statement that resolves a document's header costs more than running
        // it, and a plan made while a table was empty would read the whole table for as long as the session lives.
        ejecutar_simple(c, "SET plan_cache_mode = force_generic_plan");
        ejecutar_simple(c, "SET enable_seqscan = off");
        ejecutar_simple(c, "SET jit = off");  // an unavoidable scan looks expensive enough for JIT compilation
        return;
    }
    ejecutar_simple(c, "SET default_transaction_read_only = on");
    // Reports are planned for their values: a plan that is kept expects few rows of any range of days, and joins those
    // of a year row by row.
    ejecutar_simple(c, "SET plan_cache_mode = force_custom_plan");
}

void Session::descartar_si_murio() {
    if (!conectada()) return;
    pollfd p{PQsocket(estado_->conexion()), POLLIN, 0};
    if (poll(&p, 1, 0) != 0) soltar();
}

void Session::comenzar(bool solo_lectura, std::int64_t organizacion, Autor const& autor) {
    en_unidad_ = false;
    bool const estaba = conectada();
    conectar();
    std::string ajustes;
    Valores valores;
    auto const decir = [&](std::string_view ajuste, auto const& valor) {
        ajustes.append(ajustes.empty() ? "SELECT" : ",").append(" set_config('gestor.").append(ajuste);
        ajustes.append("', :").append(ajuste).append(", true)");
        valores.emplace_back(ajuste, sql_de(valor));
    };
    decir("organizacion", organizacion);
    if (autor.usuario > 0) decir("usuario", autor.usuario);
    if (autor.consumidor > 0) decir("consumidor", autor.consumidor);
    if (!autor.solicitud.empty()) decir("solicitud", autor.solicitud);
    if (!autor.operacion.empty()) decir("operacion", autor.operacion);
    estado_->olvidar();
    estado_->sin_respuesta = estaba;
    encolar(solo_lectura ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED",
            {});
    encolar(ajustes, valores);
    estado_->por_comenzar = en_unidad_ = true;
}

bool Session::murio_en_reposo() const {
    return estado_ != nullptr && estado_->sin_respuesta;
}

std::string Session::confirmar() {
    en_unidad_ = false;
    auto* c = estado_->conexion();
    if (estado_->por_comenzar && estado_->cola.size() == 2) {  // nothing was asked
        estado_->olvidar();
        return "";
    }
    if (!estado_->cola.empty()) throw std::logic_error("se confirma con sentencias por enviar");
    // COMMIT of a failed transaction rolls back without an error.
    if (PQtransactionStatus(c) == PQTRANS_INERROR) throw std::logic_error("se confirma una transacción que ya falló");
    if (PQtransactionStatus(c) == PQTRANS_IDLE) throw std::logic_error("se confirma sin transacción");
    // COMMIT and the log position in one round trip. Once COMMIT has succeeded, no later failure may turn it into an
    // error.
    bool const enviado = PQsendQuery(c, config_.con_lsn ? "COMMIT; SELECT pg_current_wal_insert_lsn()" : "COMMIT") == 1;
    estado_->sin_copia = false;
    if (enviado && !llega(c, estado_->limite)) {
        // sin_copia is set whatever COMMIT answers: the cancel may come after its end and hit the next statement.
        cancelar(c);
        estado_->sin_copia = true;
    }
    Resultado const hecho(enviado ? respuesta(c, silencio) : nullptr);
    std::string lsn;
    while (Resultado r{enviado ? respuesta(c, silencio) : nullptr})
        if (PQresultStatus(r.get()) == PGRES_TUPLES_OK) lsn = PQgetvalue(r.get(), 0, 0);
    if (hecho == nullptr) throw ErrorBase("", "", conexion_se_perdio);
    if (PQresultStatus(hecho.get()) != PGRES_COMMAND_OK) throw error_de(hecho.get());
    if (estado_->sin_copia) throw ErrorBase("", "", "la réplica síncrona no tiene la transacción confirmada");
    return lsn;
}

void Session::deshacer() noexcept {
    en_unidad_ = false;
    if (!conectada()) return;
    estado_->olvidar();
    // a ROLLBACK outside a transaction would leave a warning in PostgreSQL's log
    if (PQtransactionStatus(estado_->conexion()) == PQTRANS_IDLE) return;
    try {
        ejecutar_simple(estado_->conexion(), "ROLLBACK");
    } catch (ErrorBase const&) {
        soltar();
    }
}

void Session::encolar(std::string_view sql, Valores const& valores, std::string_view sin_filas) {
    encolar(sql, valores, sin_filas, {});
}

void Session::encolar(std::string_view sql, Valores const& valores, std::string_view sin_filas,
                      Pregunta const& pregunta) {
    conectar();
    estado_->cola.push_back(estado_->envio(sql, valores));
    estado_->cola.back().sin_filas = sin_filas;
    estado_->cola.back().pregunta = pregunta;
    constexpr std::size_t de_una_vez = 1 << 20;
    for (auto const& v : estado_->cola.back().valores) estado_->en_cola += v ? v->size() : 0;
    if (estado_->en_cola > de_una_vez) vaciar();
}

Pregunta Session::preguntar(std::string_view sql, Valores const& valores) {
    auto pregunta = std::make_shared<std::optional<Filas>>();
    encolar(sql, valores, {}, pregunta);
    return pregunta;
}

Filas const& Session::responder(Pregunta const& pregunta) {
    if (!*pregunta) vaciar();
    return pregunta->value();
}

void Session::vaciar() {
    if (!estado_->cola.empty()) estado_->viajar({});
}

Filas Session::consultar(std::string_view sql, Valores const& valores) {
    conectar();
    return filas_de(estado_->viajar({estado_->envio(sql, valores)}).at(0).get());
}

Resultados Session::leer(Variante const& variante, std::vector<ValorSql> const& valores) {
    auto const& sentencias = variante.sentencias;
    if (std::none_of(sentencias.begin(), sentencias.end(), [](Sentencia const& s) { return s.nombre.empty(); })) {
        std::vector<Envio> envios;
        for (auto const& s : sentencias) {
            auto const hecha = estado_->preparadas.find(s.sql);
            auto const& p = hecha != estado_->preparadas.end() ? hecha->second : estado_->preparada(s.sql, s);
            auto& e = envios.emplace_back(Envio{&p, {}});
            for (auto const posicion : s.posiciones) e.valores.push_back(valores[posicion]);
        }
        return estado_->viajar(std::move(envios));
    }
    vaciar();
    auto* c = estado_->conexion();
    Resultados resultados;
    for (auto const& s : sentencias) {
        // Statements without a name are rare or long, so PostgreSQL plans them for their values.
        std::vector<char const*> textos;
        for (auto const posicion : s.posiciones)
            textos.push_back(valores[posicion] ? valores[posicion]->c_str() : nullptr);
        bool const enviado = PQsendQueryParams(c, s.sql.c_str(), static_cast<int>(textos.size()), nullptr,
                                               textos.data(), nullptr, nullptr, 0) == 1;
        resultados.push_back(ultima(c, enviado, estado_->limite));
    }
    return resultados;
}

std::vector<Descrita> Session::describir(std::span<Sentencia const> sentencias, std::string& falla) {
    conectar();
    auto* c = estado_->conexion();
    // Each statement is prepared and described: two answers.
    auto const v = en_un_viaje(c, silencio, [&] {
        return std::ranges::all_of(sentencias, [c](Sentencia const& s) {
            return PQsendPrepare(c, "", s.sql.c_str(), 0, nullptr) == 1 && PQsendDescribePrepared(c, "") == 1;
        });
    });
    if (v.falla != nullptr) {
        auto const e = error_de(v.falla.get());
        if (!es_de_la_sentencia(e)) throw e;
        falla = e.what();
    }
    if (v.falla == nullptr && !v.entero) throw ErrorBase("", "", conexion_se_perdio);
    std::vector<Descrita> descritas(v.resultados.size() / 2);
    for (std::size_t i = 0; i < descritas.size(); ++i) {
        auto const* r = v.resultados[2 * i + 1].get();
        for (int k = 0; k < PQnfields(r); ++k) descritas[i].columnas.push_back({PQfname(r, k), PQftype(r, k)});
        for (int k = 0; k < PQnparams(r); ++k) descritas[i].parametros.push_back(PQparamtype(r, k));
    }
    return descritas;
}

void Session::comprobar(LecturaCompilada const& lectura) {
    auto variantes = lectura.preparadas();
    for (auto const& rara : lectura.variantes_raras()) variantes.push_back(rara);
    for (auto const& variante : variantes) {
        auto const& sentencias = variante.sentencias;
        std::string falla;
        auto const descritas = describir(sentencias, falla);
        if (descritas.size() < sentencias.size())
            throw std::runtime_error("la lectura " + sentencias[descritas.size()].nombre +
                                     " no corresponde al esquema: " + falla);
        for (std::size_t i = 0; i < sentencias.size(); ++i) {
            auto const& columnas = descritas[i].columnas;
            auto const esperadas = lectura.columnas_esperadas(variante, i);
            if (esperadas.empty()) continue;  // existence or count: the name of the column does not matter
            if (esperadas.size() != columnas.size())
                throw std::runtime_error("la lectura " + sentencias[i].nombre + " tiene " +
                                         std::to_string(columnas.size()) + " columnas y su DTO " +
                                         std::to_string(esperadas.size()));
            for (std::size_t k = 0; k < columnas.size(); ++k)
                if (!esperadas[k].empty() && esperadas[k] != columnas[k].nombre)
                    throw std::runtime_error("la lectura " + sentencias[i].nombre + ": la columna " +
                                             columnas[k].nombre + " debe llamarse " + esperadas[k]);
        }
    }
}

void comprobar_conexion(Session::Config const& config, std::string_view ajuste) {
    Session una(config), otra(config);
    // No row: another session's statement has that name.
    auto const proceso = [](Session& x) {
        auto const filas = x.consultar("SELECT pg_backend_pid()", {});
        return filas.vacia() ? ValorSql() : filas.filas[0].at(0);
    };
    bool prestada = false;
    try {
        auto const suyo = proceso(una);
        prestada = !suyo;
        for (int vez = 0; vez < 5; ++vez) prestada = prestada || proceso(otra) == suyo || proceso(una) != suyo;
    } catch (ErrorBase const& e) {  // a prepared statement does not exist here, or another session's is found: a pooler
                                    // is between
        if (e.sqlstate() != "42P05" && e.sqlstate() != "26000" && e.sqlstate() != "08P01") throw;
        prestada = true;
    }
    if (prestada)
        throw std::runtime_error(std::string(ajuste) +
                                 ": entre gestor y PostgreSQL hay un PgBouncer que presta conexiones por transacción; "
                                 "use pool_mode = session, o la dirección de PostgreSQL");
}

void fila_a_objeto(Filas const& filas, std::size_t fila, Tipo const& tipo, void* salida) {
    auto const campos = tipo.campos();
    if (campos.size() != filas.columnas.size())
        throw std::logic_error("las columnas no corresponden a " + std::string(tipo.nombre));
    for (std::size_t i = 0; i < campos.size(); ++i) {
        auto const& campo = campos[i];
        if (campo.nombre != filas.columnas[i])
            throw std::logic_error("columna " + filas.columnas[i] + " en lugar de " + std::string(campo.nombre));
        auto const& valor = filas.filas[fila][i];
        if (!valor) continue;  // NULL: absent, or the member's own empty value
        bool const opcional = campo.tipo->especie == Especie::opcional;
        Tipo const& contenido = opcional ? *campo.tipo->interno : *campo.tipo;
        void* destino = opcional ? campo.tipo->agregar(campo.en(salida)) : campo.en(salida);
        contenido.de_base(*valor, destino);
    }
}

}  // namespace gestor
