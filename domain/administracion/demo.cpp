#include "domain/administracion/demo.hpp"

#include <algorithm>
#include <stdexcept>

#include "persistence/migrations.hpp"

namespace gestor {

namespace {

// The generator works on whole turns of its cycle of 240 documents, so that a document and the one it pays meet in one
// chunk.
constexpr auto chunk = std::int64_t{240} * 208;
// From here on it pays to build indexes at the end and to trust the generator instead of checking each reference.
constexpr std::int64_t large = 20'000;
constexpr int service_orders = 200;
constexpr int settlement_days = 20;

struct Company {
    std::string id;
    std::int64_t records;
};

// Planner and writer settings for a bulk load; nothing that outlives the transaction.
constexpr auto settings_sql = R"(
    SET LOCAL client_min_messages = warning;
    SET LOCAL jit = off;
    SET LOCAL work_mem = '256MB';
    SET LOCAL maintenance_work_mem = '1GB';
    SET LOCAL temp_buffers = '128MB';
    SET LOCAL synchronous_commit = off;
    SET LOCAL enable_nestloop = off;
    SET LOCAL statement_timeout = 0;
    SELECT pg_advisory_xact_lock(113668914376051))";

// The day it is in the branch whose day begins last, so that no branch has a document of tomorrow.
constexpr auto today_sql = R"(
    SELECT set_config('gestor.demo_hoy', coalesce(nullif($1, '')::date, (now() AT TIME ZONE 'America/Tijuana')::date)::text,
                      true))";

constexpr auto north_sql = R"(
    SELECT pg_temp.demo_organizacion('Comercializadora del Norte', 'CNO980415K3', '601', '64000', 'America/Monterrey', ARRAY[
        ['TIJ', 'Tijuana',     '22000', 'America/Tijuana',     'frontera', 'T'],
        ['GDL', 'Guadalajara', '44100', 'America/Mexico_City', '',         'G'],
        ['MER', 'Mérida',      '97000', 'America/Merida',      '',         'M']], $1))";

constexpr auto person_sql = R"(
    SELECT pg_temp.demo_organizacion('Lucía Fernández Ortega', 'FEOL850623T2', '612', '44100', 'America/Mexico_City', ARRAY[
        ['JUA', 'Ciudad Juárez', '32000', 'America/Ciudad_Juarez', 'frontera', 'J']], $1))";

class Loader {
public:
    Loader(AdminConnection& db, std::int64_t total, Progress& progress) : db_(db), total_(total), progress_(progress) {}

    void masters(std::int64_t north_records, std::int64_t person_records) {
        tell("organizaciones y catálogos");
        db_.script(schema_file("demo_maestros.sql"));
        add_company(north_sql, north_records);
        add_company(person_sql, person_records);
        db_.script(schema_file("demo_documentos.sql"));
        db_.script(schema_file("demo_guardar.sql"));
        db_.script(schema_file("demo_libro.sql"));
        db_.script(schema_file("demo_servicio.sql"));
        db_.script(schema_file("demo_configuracion.sql"));
        db_.script(schema_file("demo_apertura.sql"));
        for (auto const& company : companies_) call("SELECT pg_temp.demo_configuracion($1)", {company.id});
        for (auto const& company : companies_) call("SELECT pg_temp.demo_ciclo($1)", {company.id});
        for (auto const& company : companies_) call("SELECT pg_temp.demo_inventario($1)", {company.id});
        db_.script(
            "ANALYZE demo_ciclo, demo_ranura, demo_contacto, demo_producto, demo_cuenta, demo_forma, demo_capa, "
            "demo_contable");
        // How the references of the first few documents were checked, with tables still empty, is not how to check the
        // rest.
        db_.script("DISCARD PLANS");
    }

    void documents() {
        bool const bulk = total_ > large;
        if (bulk) db_.script("SELECT pg_temp.demo_quitar_indices()");
        if (bulk && may_skip_triggers()) db_.script("SET LOCAL session_replication_role = replica");
        for (auto const& company : companies_) sales(company);
        for (auto const& company : companies_) {
            tell("órdenes de servicio");
            call("SELECT pg_temp.demo_ordenes($1, $2)", {company.id, std::to_string(service_orders)});
            call("SELECT pg_temp.demo_liquidaciones($1, $2)", {company.id, std::to_string(settlement_days)});
        }
        build_indexes();
        for (auto const& company : companies_) {
            tell("inventario y saldos iniciales");
            for (auto const* part : {"existencia", "bancos", "pedidos", "escuela"})
                call("SELECT pg_temp.demo_" + std::string(part) + "($1)", {company.id});
        }
        for (auto const& company : companies_) {
            tell("archivos y folios");
            call("SELECT pg_temp.demo_archivos($1)", {company.id});
            call("SELECT pg_temp.demo_folios($1)", {company.id});
            call("SELECT set_config('gestor.organizacion', $1, true)", {company.id});
            call("SELECT polizas_numerar($1)", {company.id});
        }
    }

    void finish() {
        tell("estadísticas");
        db_.script("RESET session_replication_role; CREATE TABLE demo AS SELECT " + std::to_string(total_) +
                   " AS registros; ANALYZE");
    }

private:
    void tell(std::string_view what) { progress_.advance(done_, total_, what); }

    void call(std::string_view sql, std::vector<std::string> const& parameters) { db_.value(sql, parameters); }

    void add_company(char const* sql, std::int64_t records) {
        companies_.push_back({db_.value(sql, {std::to_string(records)}).value(), records});
    }

    // Only a superuser, or whoever was granted it, may skip the triggers that check references.
    bool may_skip_triggers() {
        return db_.value("SELECT has_parameter_privilege('session_replication_role', 'SET')") == "t";
    }

    void sales(Company const& company) {
        for (std::int64_t first = 0; first < company.records; first += chunk) {
            auto const last = std::min(first + chunk, company.records);
            call("SELECT pg_temp.demo_tramo($1, $2, $3)", {company.id, std::to_string(first), std::to_string(last)});
            done_ += last - first;
            tell("registros de venta");
        }
    }

    void build_indexes() {
        do tell("índices");
        while (db_.value("SELECT pg_temp.demo_crear_indice()"));
    }

    AdminConnection& db_;
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
    auto const north = usual ? 3000 : registros - person;

    AdminConnection db(conninfo_admin);
    {
        AdminTransaction transaction(db);
        db.script(settings_sql);
        db.value(today_sql, {dia});
        if (db.value("SELECT to_regclass('gestor.demo')")) return;
        Loader loader(db, north + person, progress);
        loader.masters(north, person);
        loader.documents();
        loader.finish();
        transaction.commit();
    }
    // Outside the transaction, since VACUUM must be: readers find hint bits and the visibility map already set.
    if (north + person > large)
        db.script(
            "VACUUM gestor.transaccion, gestor.partida, gestor.partida_impuesto, gestor.aplicacion, "
            "gestor.movimiento_inventario, gestor.poliza, gestor.poliza_movimiento");
    progress.advance(north + person, north + person, "listo");
}

}  // namespace gestor
