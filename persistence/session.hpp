#pragma once
// Session: connection of a worker, used by one thread at a time. Statements are prepared once and kept.
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
#include "persistence/lectura_compilada.hpp"

namespace gestor {

using Valores = std::vector<std::pair<std::string_view, ValorSql>>;  // bind values by name

// sql_de: the text of a value as PostgreSQL reads it.
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

// Array {1,2}, for `= ANY (:ids::bigint[])`.
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

// Pregunta: a question that is sent with the next statement. Its answer is there once that statement has been answered;
// a question that was never sent has none.
using Pregunta = std::shared_ptr<std::optional<Filas>>;

// Descrita: parameters and columns of a statement: names, and type numbers of PostgreSQL.
struct Descrita {
    struct Columna {
        std::string nombre;
        unsigned tipo;
    };
    std::vector<Columna> columnas;
    std::vector<unsigned> parametros;
};

// Autor: author and purpose of a transaction, for the audit trail (schema/0018).
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
        bool con_lsn = false;  // the answer of COMMIT has the log position
        bool replica = false;  // session to a replica: failures are not retried, the primary takes over
    };
    explicit Session(Config config);
    ~Session();
    Session(Session const&) = delete;
    Session& operator=(Session const&) = delete;

    // Connects when not connected. All functions here throw ErrorBase.
    void conectar();
    bool conectada() const;
    bool de_replica() const { return config_.replica; }
    void soltar();  // closes connection and statements; the next use opens new ones

    void cortar();  // called by another thread: the present wait and all later calls fail

    void descartar_si_murio();  // unexpected bytes on an idle connection mean that PostgreSQL has closed it

    // BEGIN with tenant and author, in the round trip of the first statement.
    void comenzar(bool solo_lectura, std::int64_t organizacion, Autor const& autor = {});
    // Whether the connection was open before the unit and has answered nothing in it: lost then, nothing was done.
    bool murio_en_reposo() const;
    // COMMIT, unless nothing was asked; with con_lsn returns the log position, after all committed writes.
    std::string confirmar();
    void deshacer() noexcept;

    // Runs a constant of the program, prepared on first use and kept, unless it has se_planea_cada_vez. Queued
    // statements go before it in the same round trip.
    Filas consultar(std::string_view sql, Valores const& valores);
    // Queues a statement without an answer: sent with the next consultar(), by vaciar(), or once a megabyte is queued;
    // there its error is thrown.
    // sin_filas: text of the std::logic_error thrown when the statement gives no row.
    void encolar(std::string_view sql, Valores const& valores, std::string_view sin_filas = {});
    // Queues a question: it shares the round trip of the next statement.
    Pregunta preguntar(std::string_view sql, Valores const& valores);
    // The answer; sends the queue when the question is still in it.
    Filas const& responder(Pregunta const& pregunta);
    void vaciar();
    // Runs a declared read in this session's transaction.
    Resultados leer(Variante const& variante, std::vector<ValorSql> const& valores);

    // Prepares each statement of a declared read and compares its columns with the DTO; throws std::runtime_error.
    void comprobar(LecturaCompilada const& lectura);
    // Lets PostgreSQL describe each statement, up to the first that fails, whose error goes to `falla`. One round trip.
    std::vector<Descrita> describir(std::span<Sentencia const> sentencias, std::string& falla);

private:
    void encolar(std::string_view sql, Valores const& valores, std::string_view sin_filas, Pregunta const& pregunta);
    struct Estado;
    std::unique_ptr<Estado> estado_;
    Config config_;
    bool en_unidad_ = false;  // between comenzar() and its end
    std::mutex corte_;        // guards enchufe_ and cortada_
    int enchufe_ = -1;        // duplicate descriptor of the same socket: libpq may close its own at any time
    bool cortada_ = false;
};

// Throws std::runtime_error when prepared statements do not survive, because a pooler lends the connection for one
// transaction only.
void comprobar_conexion(Session::Config const& config, std::string_view ajuste);

// Copies a row into T by column names. A column without a member, or a member without a column, throws
// std::logic_error.
void fila_a_objeto(Filas const& filas, std::size_t fila, Tipo const& tipo, void* salida);

}  // namespace gestor
