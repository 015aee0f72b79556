#include "domain/administracion/demo.hpp"

#include <algorithm>
#include <stdexcept>

#include "domain/administracion/demo_compras.hpp"
#include "persistence/migrations.hpp"
#include "persistence/session.hpp"

namespace gestor::administracion {

namespace {

// The generator works on whole turns of its cycle of 240 documents, so that a document and its payment are in the same
// chunk.
constexpr auto chunk = std::int64_t{240} * 208;
// Size from which indexes are built at the end, and the references of the generator are not checked one by one.
constexpr std::int64_t large = 20'000;
constexpr std::int64_t usual_size = 3'600;
constexpr int service_orders = 200;
constexpr int settlement_days = 20;
// The engine writes purchases one by one: one month of purchases for this many sales, and at most a year.
constexpr std::int64_t sales_per_month_of_purchases = 600;
constexpr std::int64_t months_of_purchases = 12;

struct Company {
    std::string id;
    std::int64_t records;
};

// Limit of a statement, in seconds: the largest demos take minutes, so a day never ends one.
constexpr unsigned longest_statement = 86'400;

// demo_correr runs a script of several statements, which a prepared statement cannot be.
constexpr auto scripts_sql = R"(
    CREATE FUNCTION pg_temp.demo_correr(guion text) RETURNS void LANGUAGE plpgsql AS 'BEGIN EXECUTE guion; END')";

// Planner and writer settings of a bulk load; they end with the transaction.
constexpr auto settings_sql = R"(
    SET LOCAL client_min_messages = warning;
    SET LOCAL plan_cache_mode = auto;
    SET LOCAL enable_seqscan = on;
    SET LOCAL max_parallel_workers_per_gather = DEFAULT;
    SET LOCAL jit = off;
    SET LOCAL work_mem = '256MB';
    SET LOCAL maintenance_work_mem = '1GB';
    SET LOCAL temp_buffers = '128MB';
    SET LOCAL synchronous_commit = off;
    SET LOCAL enable_nestloop = off;
    SELECT pg_advisory_xact_lock(113668914376051))";

// Today in the branch whose day begins last, so that no branch has a document of tomorrow.
constexpr auto today_sql = R"(
    SELECT set_config('gestor.demo_hoy', coalesce(nullif(:day, '')::date, (now() AT TIME ZONE 'America/Tijuana')::date)::text,
                      true))";

constexpr auto north_sql = R"(
    SELECT pg_temp.demo_organizacion('Comercializadora del Norte', 'CNO980415K3', '601', '64000', 'America/Monterrey', ARRAY[
        ['TIJ', 'Tijuana',     '22000', 'America/Tijuana',     'frontera', 'T'],
        ['GDL', 'Guadalajara', '44100', 'America/Mexico_City', '',         'G'],
        ['MER', 'Mérida',      '97000', 'America/Merida',      '',         'M']], :records))";

constexpr auto person_sql = R"(
    SELECT pg_temp.demo_organizacion('Lucía Fernández Ortega', 'FEOL850623T2', '612', '44100', 'America/Mexico_City', ARRAY[
        ['JUA', 'Ciudad Juárez', '32000', 'America/Ciudad_Juarez', 'frontera', 'J']], :records))";

// Load: the transaction of the load, on a session like the server's, because the engine writes in it too.
class Load {
public:
    explicit Load(Session& session) : session_(session) {
        session_.comenzar(false, 0);
        session_.consultar(scripts_sql, {});
    }
    void script(std::string_view sql) { value("SELECT pg_temp.demo_correr(:script)", {{"script", std::string(sql)}}); }
    std::optional<std::string> value(std::string_view sql, Valores const& values = {}) {
        auto const rows = session_.consultar(sql, values);
        return rows.vacia() ? std::nullopt : rows.filas[0][0];
    }
    Session& session() { return session_; }

private:
    Session& session_;
};

class Loader {
public:
    Loader(Load& db, std::int64_t total, Progress& progress) : db_(db), total_(total), progress_(progress) {}

    void masters(std::int64_t north_records, std::int64_t person_records, bool usual, bool examples) {
        tell("organizaciones y catálogos");
        db_.script(schema_file("demo_maestros.sql"));
        add_company(north_sql, north_records);
        add_company(person_sql, person_records);
        if (usual) db_.script("UPDATE demo_org SET usual = true");
        db_.script(schema_file("demo_documentos.sql"));
        db_.script(schema_file("demo_guardar.sql"));
        db_.script(schema_file("demo_libro.sql"));
        db_.script(schema_file("demo_servicio.sql"));
        db_.script(schema_file("demo_configuracion.sql"));
        db_.script(schema_file("demo_apertura.sql"));
        db_.script(schema_file("demo_ejemplos.sql"));
        if (examples) db_.value("SELECT pg_temp.demo_apartar()");
        for (auto const& company : companies_) call("SELECT pg_temp.demo_configuracion(:org)", company);
        for (auto const& company : companies_) call("SELECT pg_temp.demo_ciclo(:org)", company);
        for (auto const& company : companies_) call("SELECT pg_temp.demo_inventario(:org)", company);
        db_.script(
            "ANALYZE demo_ciclo, demo_ranura, demo_contacto, demo_producto, demo_cuenta, demo_forma, demo_capa, "
            "demo_contable");
        // The plans that check references were made while the tables were empty; they are discarded for the rest of the
        // load.
        db_.script("DISCARD PLANS");
    }

    void documents() {
        bool const bulk = total_ > large;
        if (bulk) db_.script("SELECT pg_temp.demo_quitar_indices()");
        if (bulk && may_skip_triggers()) db_.script("SET LOCAL session_replication_role = replica");
        for (auto const& company : companies_) sales(company);
        for (auto const& company : companies_) {
            tell("órdenes de servicio");
            call("SELECT pg_temp.demo_ordenes(:org, :n)", company, number(service_orders));
            call("SELECT pg_temp.demo_liquidaciones(:org, :n)", company, number(settlement_days));
        }
        build_indexes();
        for (auto const& company : companies_) {
            tell("inventario y saldos iniciales");
            for (auto const* part : {"existencia", "bancos", "pedidos", "escuela", "conteo"})
                call("SELECT pg_temp.demo_" + std::string(part) + "(:org)", company);
        }
        for (auto const& company : companies_) {
            tell("archivos y folios");
            call("SELECT pg_temp.demo_archivos(:org)", company);
            call("SELECT pg_temp.demo_folios(:org)", company);
            call("SELECT set_config('gestor.organizacion', :org, true)", company);
            call("SELECT polizas_numerar(:org)", company);
        }
    }

    void purchases() {
        tell("compras y pagos");
        // the engine plans for the tables just filled
        if (total_ > large) db_.script("SELECT pg_temp.demo_analizar(); DISCARD PLANS");
        db_.script("RESET session_replication_role");
        db_.script(schema_file("demo_compras.sql"));
        for (auto const& company : companies_) comprar_y_pagar(db_.session(), company.id, months(company));
        for (auto const& company : companies_) call("SELECT pg_temp.demo_devoluciones(:org)", company);
    }

    void examples() {
        tell("ejemplos");
        // the settlements read today's documents of every table
        db_.script("SELECT pg_temp.demo_analizar(); DISCARD PLANS");
        dejar_ejemplos(db_.session(), companies_[0].id, months(companies_[0]));
    }

    void treasury() {
        tell("tesorería");
        for (auto const& company : companies_) llevar_tesoreria(db_.session(), company.id, months(company));
    }

    void finish() {
        tell("estadísticas");
        db_.script("CREATE TABLE demo AS SELECT " + std::to_string(total_) +
                   " AS registros; SELECT pg_temp.demo_analizar()");
    }

private:
    static std::int64_t months(Company const& company) {
        return std::min(company.records / sales_per_month_of_purchases, months_of_purchases);
    }

    void tell(std::string_view what) { progress_.advance(done_, total_, what); }

    // Not an initializer list in braces: g++ 12 at -O2 reads its only pair beyond its end.
    static Valores number(std::int64_t n) {
        Valores values;
        values.emplace_back("n", sql_de(n));
        return values;
    }
    void call(std::string_view sql, Company const& company, Valores values = {}) {
        values.emplace_back("org", company.id);
        db_.value(sql, values);
    }

    void add_company(char const* sql, std::int64_t records) {
        companies_.push_back({db_.value(sql, {{"records", sql_de(records)}}).value(), records});
    }

    // Whether the role may skip the triggers that check references: a superuser, or a role with that grant.
    bool may_skip_triggers() {
        return db_.value("SELECT has_parameter_privilege('session_replication_role', 'SET')") == "t";
    }

    void sales(Company const& company) {
        for (std::int64_t first = 0; first < company.records; first += chunk) {
            auto const last = std::min(first + chunk, company.records);
            call("SELECT pg_temp.demo_tramo(:org, :first, :last)", company,
                 {{"first", sql_de(first)}, {"last", sql_de(last)}});
            done_ += last - first;
            tell("registros de venta");
        }
    }

    void build_indexes() {
        do tell("índices");
        while (db_.value("SELECT pg_temp.demo_crear_indice()"));
    }

    Load& db_;
    std::int64_t total_;
    std::int64_t done_ = 0;
    Progress& progress_;
    std::vector<Company> companies_;
};

}  // namespace

void cargar_demo(std::string const& conninfo_admin, std::int64_t registros, Progress& progress,
                 std::string const& dia) {
    bool const usual = registros == demo_default_size;
    if (!usual && (registros < 0 || registros > demo_maximum_size))
        throw std::runtime_error("el número de registros de la demostración va de 0 a 10000000");
    auto const person = usual ? 600 : registros / 10;
    auto const north = usual ? usual_size - 600 : registros - person;
    bool const examples = usual || registros >= usual_size;

    Session session({.conninfo = conninfo_admin, .segundos = longest_statement});
    Load db(session);
    db.script(settings_sql);
    db.value(today_sql, {{"day", dia}});
    if (db.value("SELECT to_regclass('gestor.demo')")) return;
    Loader loader(db, north + person, progress);
    loader.masters(north, person, usual, examples);
    loader.documents();
    loader.purchases();
    if (examples) loader.examples();
    if (usual) loader.treasury();
    loader.finish();
    session.confirmar();
    // VACUUM cannot run in a transaction; afterwards readers find hint bits and the visibility map already set.
    if (north + person > large)
        AdminConnection(conninfo_admin)
            .script(
                "VACUUM gestor.transaccion, gestor.partida, gestor.partida_impuesto, gestor.aplicacion, "
                "gestor.movimiento_inventario, gestor.poliza, gestor.poliza_movimiento");
    progress.advance(north + person, north + person, "listo");
}

}  // namespace gestor::administracion
