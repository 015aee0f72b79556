#include "persistence/session.hpp"

#include <poll.h>

#include <unordered_map>

#include "persistence/sabotaje.hpp"
#include "persistence/soci_pg.hpp"

namespace gestor {
namespace {

// A prepared soci statement with the variables it is bound to: soci keeps references, so they live and die together.
struct Preparada {
    std::vector<std::string> parametros;
    std::vector<std::string> columnas;
    std::vector<std::string> entrada, salida;
    std::vector<soci::indicator> entrada_nula, salida_nula;
    std::unique_ptr<soci::statement> sentencia;
};

// soci prepares without telling the columns, so PostgreSQL is asked once, with the unnamed statement.
std::vector<std::string> columnas_de(PGconn* c, std::string const& sql) {
    Resultado r(PQprepare(c, "", sql.c_str(), 0, nullptr));
    if (PQresultStatus(r.get()) != PGRES_COMMAND_OK) throw error_de(r.get());
    r.reset(PQdescribePrepared(c, ""));
    if (PQresultStatus(r.get()) != PGRES_COMMAND_OK) throw error_de(r.get());
    std::vector<std::string> columnas;
    for (int i = 0; i < PQnfields(r.get()); ++i) columnas.emplace_back(PQfname(r.get(), i));
    return columnas;
}

void ligar(Preparada& p) {
    for (std::size_t i = 0; i < p.salida.size(); ++i) p.sentencia->exchange(soci::into(p.salida[i], p.salida_nula[i]));
    for (std::size_t i = 0; i < p.entrada.size(); ++i)
        p.sentencia->exchange(soci::use(p.entrada[i], p.entrada_nula[i], p.parametros[i]));
    p.sentencia->define_and_bind();
}

std::unique_ptr<Preparada> preparar(soci::session& sesion, std::string_view sql) {
    auto compilada = compilar(sql);
    auto p = std::make_unique<Preparada>();
    p->columnas = columnas_de(conexion_de(sesion), compilada.sql);
    p->parametros = std::move(compilada.parametros);
    p->entrada.resize(p->parametros.size());
    p->entrada_nula.resize(p->parametros.size(), soci::i_null);
    p->salida.resize(p->columnas.size());
    p->salida_nula.resize(p->columnas.size(), soci::i_null);
    p->sentencia = std::make_unique<soci::statement>(sesion);
    p->sentencia->alloc();
    // With our names, not $n: soci tells the parameters by name when it reports an error, and has no others.
    p->sentencia->prepare(std::string(sql));
    ligar(*p);
    return p;
}

void enlazar(Preparada& p, Valores const& valores) {
    for (std::size_t i = 0; i < p.parametros.size(); ++i) {
        auto const donde =
            std::find_if(valores.begin(), valores.end(), [&](auto& v) { return v.first == p.parametros[i]; });
        if (donde == valores.end()) throw std::logic_error("falta el valor de :" + p.parametros[i]);
        p.entrada_nula[i] = donde->second ? soci::i_ok : soci::i_null;
        p.entrada[i] = donde->second.value_or("");
    }
}

Filas ejecutar(Preparada& p) {
    Filas filas;
    filas.columnas = p.columnas;
    p.sentencia->execute(false);
    if (p.columnas.empty()) return filas;
    while (p.sentencia->fetch()) {
        auto& fila = filas.filas.emplace_back();
        for (std::size_t i = 0; i < p.salida.size(); ++i)
            fila.push_back(p.salida_nula[i] == soci::i_null ? ValorSql() : ValorSql(p.salida[i]));
    }
    return filas;
}

// soci hands on only the message; in its verbose form the names stand in lines of their own, whatever the language of
// the server. The last one, since the caller's own values may stand before it.
std::string restriccion_en(std::string_view mensaje) {
    constexpr std::string_view marca = "\nCONSTRAINT NAME:  ";
    auto const donde = mensaje.rfind(marca);
    if (donde == std::string_view::npos) return {};
    auto const desde = donde + marca.size();
    return std::string(mensaje.substr(desde, mensaje.find('\n', desde) - desde));
}

template <class F>
auto traducir(F f) {
    try {
        return f();
    } catch (soci::postgresql_soci_error const& e) {
        auto const mensaje = e.get_error_message();  // what() adds the values of all parameters: not for a log
        throw ErrorBase(e.sqlstate(), restriccion_en(mensaje), mensaje);
    } catch (soci::soci_error const& e) {
        throw ErrorBase("", "", e.get_error_message());
    }
}

// All are sent before the first is answered. They are few and short: neither side's buffer fills while nobody reads.
Resultados en_un_viaje(PGconn* c, std::vector<std::string> const& nombres,
                       std::vector<std::vector<char const*>> const& valores) {
    bool bien = PQenterPipelineMode(c) == 1;
    for (std::size_t i = 0; bien && i < nombres.size(); ++i)
        bien = PQsendQueryPrepared(c, nombres[i].c_str(), static_cast<int>(valores[i].size()), valores[i].data(),
                                   nullptr, nullptr, 0) == 1;
    bien = bien && PQpipelineSync(c) == 1;
    Resultados resultados;
    Resultado falla;
    for (bool fin = !bien; !fin && PQstatus(c) == CONNECTION_OK;) {
        Resultado r(PQgetResult(c));
        if (r == nullptr) continue;  // the end of one statement's results
        switch (PQresultStatus(r.get())) {
            case PGRES_PIPELINE_SYNC:
                fin = true;
                break;
            case PGRES_TUPLES_OK:
                resultados.push_back(std::move(r));
                break;
            default:
                if (falla == nullptr) falla = std::move(r);  // those after it say only that they were not run
        }
    }
    if (falla != nullptr) {
        PQexitPipelineMode(c);
        throw error_de(falla.get());
    }
    if (PQexitPipelineMode(c) != 1 || resultados.size() != nombres.size())
        throw ErrorBase("", "", "se perdió la conexión con la base de datos");
    return resultados;
}

}  // namespace

struct Session::Estado {
    explicit Estado(std::string const& conninfo) : sesion(soci::postgresql, conninfo) {}
    soci::session sesion;
    std::unordered_map<std::string, std::unique_ptr<Preparada>> preparadas;  // destroyed before the session
    std::unordered_map<std::string, std::string> lecturas;                   // of declared reads: text, name here
};

Session::Session(Config config) : config_(std::move(config)) {}
Session::~Session() {
    soltar();
}

bool Session::conectada() const {
    return estado_ != nullptr && PQstatus(conexion_de(estado_->sesion)) == CONNECTION_OK;
}

void Session::soltar() {
    if (estado_ == nullptr) return;
    try {
        estado_->preparadas.clear();
        estado_.reset();
    } catch (std::exception const&) {  // DEALLOCATE on a dead connection: there is nothing left to free
        estado_.reset();
    }
}

void Session::conectar() {
    if (conectada()) return;
    soltar();
    traducir([&] {
        estado_ = std::make_unique<Estado>(config_.conninfo);
        auto* c = conexion_de(estado_->sesion);
        callar(c);
        PQsetErrorVerbosity(c, PQERRORS_VERBOSE);
        ejecutar_simple(c, "SET statement_timeout = '" + std::to_string(config_.segundos) + "s'");
        ejecutar_simple(c, "SET lock_timeout = '10s'");
        ejecutar_simple(c, "SET idle_in_transaction_session_timeout = '60s'");
        if (!config_.solo_lectura) {
            // What a write asks for, it asks for by id: the values do not change the plan, and planning the statement
            // that resolves a document's header costs more than running it.
            ejecutar_simple(c, "SET plan_cache_mode = force_generic_plan");
            return;
        }
        ejecutar_simple(c, "SET default_transaction_read_only = on");
        // A report takes one core, and leaves the others to those who wait for a short answer.
        ejecutar_simple(c, "SET max_parallel_workers_per_gather = 0");
    });
}

void Session::descartar_si_murio() {
    if (!conectada()) return;
    pollfd p{PQsocket(conexion_de(estado_->sesion)), POLLIN, 0};
    if (poll(&p, 1, 0) != 0) soltar();
}

void Session::comenzar(bool solo_lectura, std::int64_t organizacion, std::int64_t usuario) {
    conectar();
    std::string sql =
        solo_lectura ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED";
    sql += "; SELECT set_config('gestor.organizacion', '" + std::to_string(organizacion) + "', true)";
    if (usuario > 0) sql += ", set_config('gestor.usuario', '" + std::to_string(usuario) + "', true)";
    ejecutar_simple(conexion_de(estado_->sesion), sql);
}

std::string Session::confirmar() {
    auto* c = conexion_de(estado_->sesion);
    // COMMIT of a failed transaction rolls back without an error.
    if (PQtransactionStatus(c) == PQTRANS_INERROR) throw std::logic_error("se confirma una transacción que ya falló");
    if (PQtransactionStatus(c) == PQTRANS_IDLE) throw std::logic_error("se confirma sin transacción");
    if (!config_.con_lsn) return ejecutar_simple(c, "COMMIT"), "";
    // One round trip for both. Once COMMIT has said yes, nothing that follows can make it a no.
    bool const enviado = PQsendQuery(c, "COMMIT; SELECT pg_current_wal_insert_lsn()") == 1;
    Resultado const hecho(enviado ? PQgetResult(c) : nullptr);
    std::string lsn;
    while (Resultado r{enviado ? PQgetResult(c) : nullptr})
        if (PQresultStatus(r.get()) == PGRES_TUPLES_OK) lsn = PQgetvalue(r.get(), 0, 0);
    if (hecho == nullptr) throw ErrorBase("", "", "se perdió la conexión con la base de datos");
    if (PQresultStatus(hecho.get()) != PGRES_COMMAND_OK) throw error_de(hecho.get());
    return lsn;
}

void Session::deshacer() noexcept {
    if (!conectada()) return;
    Resultado r(PQexec(conexion_de(estado_->sesion), "ROLLBACK"));
}

Filas Session::consultar(std::string_view sql, Valores const& valores) {
    conectar();
    return traducir([&] {
        auto& p = estado_->preparadas[std::string(sql)];
        if (p == nullptr) p = preparar(estado_->sesion, sin("candado") ? sin_candados(sql) : std::string(sql));
        enlazar(*p, valores);
        try {
            return ejecutar(*p);
        } catch (soci::soci_error const&) {
            p->sentencia->bind_clean_up();  // or soci would leak the copies of the values it was to send
            ligar(*p);
            throw;
        }
    });
}

std::string const& Session::preparar_lectura(Sentencia const& s) {
    if (auto const hecha = estado_->lecturas.find(s.sql); hecha != estado_->lecturas.end()) return hecha->second;
    auto nombre = "lectura_" + std::to_string(estado_->lecturas.size());
    Resultado r(PQprepare(conexion_de(estado_->sesion), nombre.c_str(), s.sql.c_str(), 0, nullptr));
    if (PQresultStatus(r.get()) != PGRES_COMMAND_OK) throw error_de(r.get());
    return estado_->lecturas.emplace(s.sql, std::move(nombre)).first->second;
}

Resultados Session::leer(Variante const& variante, std::vector<ValorSql> const& valores) {
    auto* c = conexion_de(estado_->sesion);
    std::vector<std::vector<char const*>> textos;
    for (auto const& s : variante.sentencias) {
        auto& suyos = textos.emplace_back();
        for (auto const ranura : s.ranuras) suyos.push_back(valores[ranura] ? valores[ranura]->c_str() : nullptr);
    }
    auto const& sentencias = variante.sentencias;
    if (std::none_of(sentencias.begin(), sentencias.end(), [](Sentencia const& s) { return s.nombre.empty(); })) {
        std::vector<std::string> nombres;
        for (auto const& s : sentencias) nombres.push_back(preparar_lectura(s));
        return en_un_viaje(c, nombres, textos);
    }
    Resultados resultados;
    for (std::size_t i = 0; i < textos.size(); ++i) {
        // Planned for these very values: what comes here is rare or long.
        Resultado r(PQexecParams(c, sentencias[i].sql.c_str(), static_cast<int>(textos[i].size()), nullptr,
                                 textos[i].data(), nullptr, nullptr, 0));
        if (PQresultStatus(r.get()) != PGRES_TUPLES_OK) throw error_de(r.get());
        resultados.push_back(std::move(r));
    }
    return resultados;
}

void Session::comprobar(Plan const& plan) {
    conectar();
    auto variantes = plan.preparadas();
    for (auto const& rara : plan.variantes_raras()) variantes.push_back(rara);
    for (auto const& variante : variantes)
        for (std::size_t i = 0; i < variante.sentencias.size(); ++i) {
            auto const& s = variante.sentencias[i];
            std::vector<std::string> columnas;
            try {
                columnas = columnas_de(conexion_de(estado_->sesion), s.sql);
            } catch (ErrorBase const& e) {
                throw std::runtime_error("la lectura " + s.nombre + " no corresponde al esquema: " + e.what());
            }
            auto const esperadas = plan.columnas_esperadas(variante, i);
            if (esperadas.empty()) continue;  // a reference or a count: any column will do
            if (esperadas.size() != columnas.size())
                throw std::runtime_error("la lectura " + s.nombre + " tiene " + std::to_string(columnas.size()) +
                                         " columnas y su DTO " + std::to_string(esperadas.size()));
            for (std::size_t c = 0; c < columnas.size(); ++c)
                if (!esperadas[c].empty() && esperadas[c] != columnas[c])
                    throw std::runtime_error("la lectura " + s.nombre + ": la columna " + columnas[c] +
                                             " debe llamarse " + esperadas[c]);
        }
}

void comprobar_conexion(Session::Config const& config) {
    Session una(config), otra(config);
    auto const proceso = [](Session& x) { return x.consultar("SELECT pg_backend_pid()", {}).filas.at(0).at(0); };
    bool prestada = false;
    try {
        auto const suyo = proceso(una);
        for (int vez = 0; vez < 5; ++vez) prestada = prestada || proceso(otra) == suyo || proceso(una) != suyo;
    } catch (ErrorBase const& e) {  // one finds what the other prepared, or not what it prepared itself
        if (e.sqlstate() != "42P05" && e.sqlstate() != "26000") throw;
        prestada = true;
    }
    if (prestada)
        throw std::runtime_error(
            "base-datos: entre gestor y PostgreSQL hay un PgBouncer que presta conexiones por transacción; use "
            "pool_mode = session, o la dirección de PostgreSQL");
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
