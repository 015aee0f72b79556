#include "persistence/migrations.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <ostream>
#include <stdexcept>

#include "persistence/embedded_schema.hpp"
#include "persistence/error_base.hpp"
#include "persistence/session.hpp"

namespace gestor {

namespace {

struct Result {
    PGresult* raw;
    ~Result() { PQclear(raw); }
};

std::string trimmed(char const* message) {
    std::string text = message;
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text;
}

void check(PGconn* conn, PGresult const* result) {
    auto const status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        throw std::runtime_error(trimmed(PQerrorMessage(conn)));
}

void ignore_notice(void*, PGresult const*) {}

// Two processes that migrate at once: the second waits for the lock, then finds nothing to do. The number is "gestor"
// in ASCII.
constexpr auto lock_sql = "SELECT pg_advisory_lock(113668914376050)";

constexpr auto prepare_sql = R"(
    CREATE SCHEMA IF NOT EXISTS gestor;
    CREATE TABLE IF NOT EXISTS gestor.migracion (
        numero   integer     PRIMARY KEY,
        nombre   text        NOT NULL,
        checksum text        NOT NULL,
        aplicada timestamptz NOT NULL DEFAULT now()
    ))";

constexpr auto checksum_sql = "SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex')";

struct Migration {
    int number;
    std::string_view name;
    std::string_view sql;
};

// Migrations: files NNNN_name.sql, in order. The demo's scripts are embedded beside them and have no number.
std::vector<Migration> migrations() {
    std::vector<Migration> all;
    for (auto const& [name, sql] : embedded_schema) {
        int number = 0;
        auto const [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (error == std::errc{} && end - name.data() == 4 && name.size() > 4 && name[4] == '_')
            all.push_back({number, name, sql});
    }
    std::ranges::sort(all, {}, &Migration::number);
    return all;
}

// Applies the migration unless it was applied before; returns whether it did. The script and its record in the table
// commit together.
bool apply(AdminConnection& db, Migration const& migration) {
    auto const number = std::to_string(migration.number);
    auto const checksum = db.value(checksum_sql, {std::string(migration.sql)}).value();
    auto const applied = db.value("SELECT checksum FROM gestor.migracion WHERE numero = $1", {number});
    if (applied == checksum) return false;
    if (applied)
        throw std::runtime_error("la migración " + std::string(migration.name) +
                                 " ya se aplicó con otro contenido: una migración aplicada no se modifica; "
                                 "agregue una nueva o use el programa que corresponde a esta base de datos");
    AdminTransaction transaction(db);
    db.script("SET LOCAL client_min_messages = warning");
    db.script(migration.sql);
    db.value("INSERT INTO gestor.migracion (numero, nombre, checksum) VALUES ($1, $2, $3)",
             {number, std::string(migration.name), checksum});
    transaction.commit();
    return true;
}

// Throws when a newer program migrated the database: the older program could misread it.
void refuse_newer(AdminConnection& db, int last) {
    auto const newer = db.value("SELECT nombre FROM gestor.migracion WHERE numero > $1 ORDER BY numero DESC LIMIT 1",
                                {std::to_string(last)});
    if (newer)
        throw std::runtime_error("la base de datos tiene la migración " + *newer +
                                 ", que este programa no conoce: use una versión más reciente de gestor");
}

}  // namespace

AdminConnection::AdminConnection(std::string const& conninfo) : conn_(PQconnectdb(conninfo.c_str()), PQfinish) {
    if (PQstatus(conn_.get()) != CONNECTION_OK) throw std::runtime_error(trimmed(PQerrorMessage(conn_.get())));
    PQsetNoticeReceiver(conn_.get(), ignore_notice, nullptr);
    script("SET client_encoding = 'UTF8'; SET standard_conforming_strings = on");
    script(usar_esquema);
}

void AdminConnection::script(std::string_view sql) {
    Result const result{PQexec(conn_.get(), std::string(sql).c_str())};
    check(conn_.get(), result.raw);
}

std::optional<std::string> AdminConnection::value(std::string_view sql, std::vector<std::string> const& parameters) {
    std::vector<char const*> values;
    for (auto const& parameter : parameters) values.push_back(parameter.c_str());
    Result const result{PQexecParams(conn_.get(), std::string(sql).c_str(), static_cast<int>(values.size()), nullptr,
                                     values.data(), nullptr, nullptr, 0)};
    check(conn_.get(), result.raw);
    if (PQntuples(result.raw) == 0 || PQgetisnull(result.raw, 0, 0)) return std::nullopt;
    return std::string(PQgetvalue(result.raw, 0, 0));
}

void AdminConnection::each(std::string_view sql, std::vector<std::string> const& parameters,
                           std::function<void(std::span<std::string_view const>)> const& row) {
    std::vector<char const*> values;
    for (auto const& parameter : parameters) values.push_back(parameter.c_str());
    if (PQsendQueryParams(conn_.get(), std::string(sql).c_str(), static_cast<int>(values.size()), nullptr,
                          values.data(), nullptr, nullptr, 0) != 1 ||
        PQsetSingleRowMode(conn_.get()) != 1)
        throw std::runtime_error(trimmed(PQerrorMessage(conn_.get())));
    std::vector<std::string_view> cells;
    while (PGresult* next = PQgetResult(conn_.get())) {
        Result const result{next};
        if (PQresultStatus(next) == PGRES_TUPLES_OK) continue;  // end of the rows
        if (PQresultStatus(next) != PGRES_SINGLE_TUPLE) throw std::runtime_error(trimmed(PQerrorMessage(conn_.get())));
        cells.clear();
        for (int i = 0; i < PQnfields(next); ++i)
            cells.emplace_back(PQgetvalue(next, 0, i), static_cast<std::size_t>(PQgetlength(next, 0, i)));
        row(cells);
    }
}

void AdminConnection::copy_begin(std::string_view sql) {
    Result const result{PQexec(conn_.get(), std::string(sql).c_str())};
    if (PQresultStatus(result.raw) != PGRES_COPY_IN) throw std::runtime_error(trimmed(PQerrorMessage(conn_.get())));
}

void AdminConnection::copy_put(std::string_view rows) {
    if (PQputCopyData(conn_.get(), rows.data(), static_cast<int>(rows.size())) != 1)
        throw std::runtime_error(trimmed(PQerrorMessage(conn_.get())));
}

void AdminConnection::copy_end() {
    if (PQputCopyEnd(conn_.get(), nullptr) != 1) throw std::runtime_error(trimmed(PQerrorMessage(conn_.get())));
    Result const result{PQgetResult(conn_.get())};
    check(conn_.get(), result.raw);
    while (PGresult* more = PQgetResult(conn_.get())) PQclear(more);
}

void AdminConnection::on_notice(void (*receive)(void*, pg_result const*), void* state) {
    PQsetNoticeReceiver(conn_.get(), receive, state);
}

AdminTransaction::~AdminTransaction() {
    if (!open_) return;
    try {
        db_.script("ROLLBACK");
    } catch (std::exception const&) {  // a lost connection has already ended the transaction
    }
}

void AdminTransaction::commit() {
    db_.script("COMMIT");
    open_ = false;
}

std::string_view schema_file(std::string_view name) {
    for (auto const& [file, sql] : embedded_schema)
        if (file == name) return sql;
    throw std::runtime_error("el programa no incluye el archivo schema/" + std::string(name));
}

void preparar_base(std::string const& conninfo_admin) {
    AdminConnection(conninfo_admin).script(schema_file("preparar.sql"));
}

void comprobar_migraciones(Session& sesion) {
    auto const ultima = migrations().back();
    constexpr auto remedio = ": aplíquela con «gestor migrate»";
    int aplicada = 0;
    try {
        aplicada =
            std::stoi(sesion.consultar("SELECT coalesce(max(numero), 0) FROM migracion", {}).filas[0][0].value());
    } catch (ErrorBase const& e) {  // the schema is older than this question, or missing
        if (e.sqlstate() != "42P01" && e.sqlstate() != "42501") throw;
    }
    if (aplicada < ultima.number)
        throw std::runtime_error("a la base de datos le falta la migración " + std::string(ultima.name) + remedio);
}

int migrar(std::string const& conninfo_admin, std::ostream& log) {
    std::string_view current = "conexión";
    try {
        AdminConnection db(conninfo_admin);
        db.value(lock_sql);  // session lock: released when the connection closes, even by a crash
        db.script("SET client_min_messages = warning");
        db.script(schema_file("preparar.sql"));
        db.script(prepare_sql);
        auto const all = migrations();
        if (all.empty()) throw std::runtime_error("el programa no incluye ninguna migración");
        refuse_newer(db, all.back().number);
        int applied = 0;
        for (auto const& migration : all) {
            current = migration.name;
            if (!apply(db, migration)) continue;
            log << "aplicada " << migration.name << '\n';
            ++applied;
        }
        if (applied == 0) log << "la base de datos ya está al día (" << all.back().name << ")\n";
        return 0;
    } catch (std::exception const& error) {
        log << "error en la migración (" << current << "): " << error.what() << '\n';
        return 1;
    }
}

}  // namespace gestor
