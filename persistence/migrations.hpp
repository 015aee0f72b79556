#pragma once
// The schema of the database, applied forward only by the program itself.
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn;
struct pg_result;

namespace gestor {

// A blocking connection of the operator (owner of the schema), for the commands that are not the server.
class AdminConnection {
public:
    explicit AdminConnection(std::string const& conninfo);  // throws std::runtime_error, as everything here does

    void script(std::string_view sql);  // one or more statements, no parameters
    // First column of the first row; nothing when there is no row or it is null.
    std::optional<std::string> value(std::string_view sql, std::vector<std::string> const& parameters = {});

    // Each row as it arrives, however many they are; null is the empty text.
    void each(std::string_view sql, std::vector<std::string> const& parameters,
              std::function<void(std::span<std::string_view const>)> const& row);

    // COPY … FROM STDIN: begin, the rows in COPY's text form in pieces of any size, end.
    void copy_begin(std::string_view sql);
    void copy_put(std::string_view rows);
    void copy_end();

    void on_notice(void (*receive)(void*, pg_result const*), void* state);

private:
    std::unique_ptr<pg_conn, void (*)(pg_conn*)> conn_;
};

// BEGIN … COMMIT; ROLLBACK when commit() was not reached.
class AdminTransaction {
public:
    explicit AdminTransaction(AdminConnection& db) : db_(db) { db_.script("BEGIN"); }
    AdminTransaction(AdminTransaction const&) = delete;
    AdminTransaction& operator=(AdminTransaction const&) = delete;
    ~AdminTransaction();
    void commit();

private:
    AdminConnection& db_;
    bool open_ = true;
};

// The text of schema/<name>, embedded at build. Throws when there is none.
std::string_view schema_file(std::string_view name);

// The roles and whatever else a dump does not carry: before one is restored. migrar() does it too.
void preparar_base(std::string const& conninfo_admin);

// For the server: throws std::runtime_error that says what to do when one of the program's migrations was not applied.
class Session;
void comprobar_migraciones(Session& sesion);

// Applies what is missing and says so. Returns the program's exit code: 0 applied or up to date, 1 failed (told in the
// log).
int migrar(std::string const& conninfo_admin, std::ostream& log);

}  // namespace gestor
