#pragma once
// A worker's session: a connection, used by one thread at a time, with its statements prepared once and kept.
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/valores/id.hpp"
#include "domain/valores/tipo.hpp"
#include "persistence/plan.hpp"

namespace gestor {

using Valores = std::vector<std::pair<std::string_view, ValorSql>>;  // bind values by name

// The text of a value as PostgreSQL reads it.
inline ValorSql sql_de(std::string texto) {
    return texto;
}
inline ValorSql sql_de(std::string_view texto) {
    return std::string(texto);
}
inline ValorSql sql_de(char const* texto) {
    return std::string(texto);
}
inline ValorSql sql_de(std::int64_t n) {
    return std::to_string(n);
}
inline ValorSql sql_de(ValorSql v) {
    return v;
}
template <Valor T>
ValorSql sql_de(T const& valor) {
    std::string texto;
    valor.escribir(texto);
    return texto;
}
template <Valor T>
ValorSql sql_de(std::optional<T> const& valor) {
    return valor ? sql_de(*valor) : std::nullopt;
}

// {1,2}: for `= ANY (:ids::bigint[])`.
inline ValorSql sql_de(std::vector<Id> const& ids) {
    std::string texto = "{";
    for (auto const& id : ids) texto += (texto.size() > 1 ? "," : "") + std::to_string(id.valor());
    return texto + "}";
}

struct Filas {
    std::vector<std::string> columnas;
    std::vector<std::vector<ValorSql>> filas;
    bool vacia() const { return filas.empty(); }
};

// Parameters and columns of a statement: names, and the numbers that PostgreSQL has for types.
struct Descrita {
    struct Columna {
        std::string nombre;
        unsigned tipo;
    };
    std::vector<Columna> columnas;
    std::vector<unsigned> parametros;
};

// Whose transaction it is and what for: what the trail tells of it (schema/0018).
struct Autor {
    std::int64_t usuario = 0;
    std::int64_t consumidor = 0;
    std::string_view solicitud{};
    std::string_view operacion{};
};

class Session {
public:
    struct Config {
        std::string conninfo;
        unsigned segundos = 60;  // statement_timeout
        bool solo_lectura = false;
        bool con_lsn = false;  // a commit tells its position in the log
        bool replica = false;  // what fails there, the primary does: nothing is repeated
    };
    explicit Session(Config config);
    ~Session();
    Session(Session const&) = delete;
    Session& operator=(Session const&) = delete;

    // Connects when there is no connection. All of these throw ErrorBase.
    void conectar();
    bool conectada() const;
    bool de_replica() const { return config_.replica; }
    void soltar();  // drop the connection and its statements: the next use makes them anew

    void cortar();  // by another thread: whatever it waits for fails, and so does all that follows

    void descartar_si_murio();  // at rest PostgreSQL says nothing: what it has said is its end

    // The same, with the tenant and the author in one round trip.
    void comenzar(bool solo_lectura, std::int64_t organizacion, Autor const& autor = {});
    std::string confirmar();  // the position, if the configuration asks for it: everything committed lies before it
    void deshacer() noexcept;

    // A statement of the program's own constants, prepared on first use and kept, unless it has
    // se_planea_cada_vez; what is queued goes before it, in the same round trip.
    Filas consultar(std::string_view sql, Valores const& valores);
    // Nobody waits for its answer: it is sent with the next that somebody does wait for, or by vaciar(), and its error
    // is told there. sin_filas: it is our fault, in these words, if it gives no row.
    void encolar(std::string_view sql, Valores const& valores, std::string_view sin_filas = {});
    void vaciar();
    // A declared read inside this session's transaction.
    Resultados leer(Variante const& variante, std::vector<ValorSql> const& valores);

    // Prepares each statement of a declared read and compares its columns with the DTO; throws std::runtime_error.
    void comprobar(Plan const& plan);
    // Descriptions of each by PostgreSQL, up to the first that it refuses, whose error goes to `falla`. One round trip.
    std::vector<Descrita> describir(std::span<Sentencia const> sentencias, std::string& falla);

private:
    struct Estado;
    std::unique_ptr<Estado> estado_;
    Config config_;
    bool en_unidad_ = false;  // between comenzar and its end
    std::mutex corte_;        // of what follows
    int enchufe_ = -1;        // another descriptor of the same socket: libpq may close its own at any time
    bool cortada_ = false;
};

// Throws std::runtime_error when what is prepared on a connection would not be there the next time: a pooler lends it
// for one transaction.
void comprobar_conexion(Session::Config const& config, std::string_view ajuste);

// Members of T from a row whose columns are called as they are; a column without a member, or the reverse, is our
// fault.
void fila_a_objeto(Filas const& filas, std::size_t fila, Tipo const& tipo, void* salida);

}  // namespace gestor
