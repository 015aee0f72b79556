#pragma once
// Schema of the database. The program itself applies it, forward only.
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

// AdminConnection: blocking connection of the operator (owner of the schema), for commands other than the server.
class AdminConnection {
public:
    explicit AdminConnection(std::string const& conninfo);  // every function of the class throws std::runtime_error

    void script(std::string_view sql);  // one or more statements, no parameters
    // First column of the first row. Absent: no row, or null.
    std::optional<std::string> value(std::string_view sql, std::vector<std::string> const& parameters = {});

    // Calls back for each row as it arrives, for any number of rows; null arrives as the empty text.
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

// Text of schema/<name>, embedded at build. Throws when there is no such file.
std::string_view schema_file(std::string_view name);

// Creates the roles and the other objects that a dump does not carry, before a restore. migrar() calls it too.
void preparar_base(std::string const& conninfo_admin);

// Start-up check of the server: throws std::runtime_error, with the remedy, when a migration of the program is not
// applied.
class Session;
void comprobar_migraciones(Session& sesion);

// Applies the missing migrations and logs each. Returns the program's exit code: 0 applied or up to date, 1 failed (see
// the log).
int migrar(std::string const& conninfo_admin, std::ostream& log);

}  // namespace gestor
