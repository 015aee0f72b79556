#pragma once
// Database of a handler. Lectura only reads; Escritura is one transaction, opened before the handler and committed
// after it. A handler neither begins nor commits nor catches.
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/valores/reloj.hpp"
#include "domain/valores/vista.hpp"
#include "persistence/uso.hpp"

namespace gestor {

struct Inquilino {
    std::int64_t organizacion = 0;
    std::int64_t usuario = 0;
    std::string_view url_base;  // setting: base URL of stored files
    std::int64_t sucursal = 0;  // branch of the session; 0: none
    // Audit trail: API key, request id, operation.
    std::int64_t consumidor = 0;
    std::string_view solicitud{};
    std::string_view operacion{};
    Reloj reloj{};  // moment of the call, the same in every repetition and every transaction
    // Binds the values that every declared read has (ValorComun).
    void ligar(std::vector<ValorSql>& valores) const;
    void ligar(Valores& valores) const;
};

class Lectura {
public:
    Lectura(Session& sesion, Inquilino const& quien) : sesion_(sesion), quien_(quien) {}

    // Runs a constant with its values (uso.hpp). :organizacionId, :usuarioId, :sesionSucursalId, :urlBase and :ahora
    // are always bound.
    template <std::string_view const& Sql, class... L>
    Filas consultar(L&&... dados) {
        return consultar(detalle::UsoDe<void, Sql, std::remove_cvref_t<L>...>::uso.sql,
                         detalle::valores_de(std::forward<L>(dados)...));
    }
    template <class T, std::string_view const& Sql, class... L>
    std::optional<T> uno(L&&... dados) {
        return uno<T>(detalle::UsoDe<T, Sql, std::remove_cvref_t<L>...>::uso.sql,
                      detalle::valores_de(std::forward<L>(dados)...));
    }
    template <class T, std::string_view const& Sql, class... L>
    std::vector<T> lista(L&&... dados) {
        return lista<T>(detalle::UsoDe<T, Sql, std::remove_cvref_t<L>...>::uso.sql,
                        detalle::valores_de(std::forward<L>(dados)...));
    }

    // Runs a statement composed or chosen at run time (usada).
    Filas consultar(std::string_view sql, Valores valores = {});
    template <class T>
    std::optional<T> uno(std::string_view sql, Valores valores = {}) {
        return primero<T>(consultar(sql, std::move(valores)));
    }
    template <class T>
    std::vector<T> lista(std::string_view sql, Valores valores = {}) {
        auto const filas = consultar(sql, std::move(valores));
        std::vector<T> salida(filas.filas.size());
        for (std::size_t i = 0; i < salida.size(); ++i) fila_a_objeto(filas, i, *tipo_de<T>(), &salida[i]);
        return salida;
    }
    // Body of a declared single read; empty without a record.
    std::string registro(LecturaCompilada const& lectura, std::int64_t id);
    // Body of a declared single read as the answer of a write. A read of another type, or a missing record, throws
    // std::logic_error.
    template <class T>
    Vista<T> vista(LecturaCompilada const& lectura, Id id) {
        return {registro_de(*tipo_de<T>(), lectura, id)};
    }
    // Declared page or catalogue that may take long, on a worker.
    Resultados leer(Variante const& variante, SolicitudLectura& solicitud);
    Inquilino const& quien() const { return quien_; }

protected:
    template <class T>
    static std::optional<T> primero(Filas const& filas) {
        if (filas.vacia()) return std::nullopt;
        T salida{};
        fila_a_objeto(filas, 0, *tipo_de<T>(), &salida);
        return salida;
    }
    Session& sesion_;
    Inquilino quien_;

private:
    std::string registro_de(Tipo const& tipo, LecturaCompilada const& lectura, Id id);
};

class Escritura : public Lectura {
public:
    using Lectura::Lectura;
    // Queues a statement without an answer: sent with the next query, or before COMMIT.
    template <std::string_view const& Sql, class... L>
    void encolar(L&&... dados) {
        encolar_con<Sql>({}, std::forward<L>(dados)...);
    }
    // Like encolar; when the statement gives no row, std::logic_error is thrown with this text.
    template <std::string_view const& Sql, class... L>
    void encolar_con(std::string_view sin_filas, L&&... dados) {
        encolar(detalle::UsoDe<void, Sql, std::remove_cvref_t<L>...>::uso.sql,
                detalle::valores_de(std::forward<L>(dados)...), sin_filas);
    }
    void encolar(std::string_view sql, Valores valores, std::string_view sin_filas = {});
    // Asks with the next statement that is awaited; responder() gives the rows, `uno` the first as a T. T: void, or the
    // DTO of the rows.
    template <class T, std::string_view const& Sql, class... L>
    Pregunta preguntar(L&&... dados) {
        return preguntar(detalle::UsoDe<T, Sql, std::remove_cvref_t<L>...>::uso.sql,
                         detalle::valores_de(std::forward<L>(dados)...));
    }
    Filas const& responder(Pregunta const& pregunta) { return sesion_.responder(pregunta); }
    using Lectura::uno;
    template <class T>
    std::optional<T> uno(Pregunta const& pregunta) {
        return primero<T>(responder(pregunta));
    }
    // Rows of a statement that must lock last: kept until the operation has done everything else, then written
    // together, as the list `Lista` of this statement. filas: JSON objects separated by commas.
    template <std::string_view const& Sql, Literal Lista>
    void al_final(std::string_view filas) {
        al_final(usada<void, Sql, Lista>(), Lista.vista(), filas);
    }
    void terminar();  // writes the rows kept for the end, and everything queued
    // Sets the name of the called operation in the audit trail of a batch, whose unit has an operation already.
    void nombrar(std::string_view operacion);
    // simular marks a dry run; its plans are kept as text for the caller, and each is taken once.
    void simular() { simulada_ = true; }
    bool simulada() const { return simulada_; }
    void planeado(std::string texto) { planes_.push_back(std::move(texto)); }
    std::vector<std::string> tomar_planes() { return std::exchange(planes_, {}); }
    // If-Match. Runs right after the record of the path is locked, before any decision.
    void comprobar_version(Id bloqueado) {
        comprobada_ = true;
        if (al_bloquear) al_bloquear(*this, bloqueado);
    }
    bool comprobada() const { return comprobada_; }
    std::function<void(Escritura&, Id)> al_bloquear;

private:
    Pregunta preguntar(std::string_view sql, Valores valores);
    void al_final(std::string_view sql, std::string_view parametro, std::string_view filas);
    struct Final {
        std::string_view sql, parametro;
        std::string filas;
    };
    std::vector<Final> finales_;
    std::vector<std::string> planes_;
    bool simulada_ = false;
    bool comprobada_ = false;
};

// Acceso: database before authentication, without a tenant. Calls only SECURITY DEFINER functions of the schema, each
// statement in its own transaction.
class Acceso {
public:
    explicit Acceso(Session& sesion) : sesion_(sesion) {}
    template <std::string_view const& Sql, class... L>
    Filas consultar(L&&... dados) {
        return sesion_.consultar(detalle::UsoDe<void, Sql, std::remove_cvref_t<L>...>::uso.sql,
                                 detalle::valores_de(std::forward<L>(dados)...));
    }
    template <class T, std::string_view const& Sql, class... L>
    std::optional<T> uno(L&&... dados) {
        auto const filas = sesion_.consultar(detalle::UsoDe<T, Sql, std::remove_cvref_t<L>...>::uso.sql,
                                             detalle::valores_de(std::forward<L>(dados)...));
        if (filas.vacia()) return std::nullopt;
        T salida{};
        fila_a_objeto(filas, 0, *tipo_de<T>(), &salida);
        return salida;
    }

private:
    Session& sesion_;
};

// Statements of the server itself, outside any operation.
inline constexpr std::string_view revocaciones_recientes =
    "SELECT tipo, objeto_id, version FROM revocaciones(now() - make_interval(secs => :segundos::integer))";
inline constexpr std::string_view purgar_idempotencia = "SELECT idempotencia_purgar(now() - interval '30 days')";

// Idempotencia: the first answer to an Idempotency-Key, stored in the transaction of its effect.
struct Idempotencia {
    std::string clave;
    std::string huella;  // hex SHA-256 of the request
    bool repetida = false;
};

// ResultadoDesconocido: COMMIT was sent and its answer was lost; the write is done or not done.
struct ResultadoDesconocido : Problema {
    using Problema::Problema;
};

// One operation is one transaction. SQLSTATE 40001 and 40P01 repeat the operation, at most 3 times; a stale plan, or a
// connection found dead before anything was sent, repeats it once; every other error is translated.
void leer_en_unidad(Session& sesion, Inquilino const& quien, std::function<void(Lectura&)> const& trabajo);
// escribir_en_unidad: `trabajo` fills `respuesta`. When the Idempotency-Key has a stored answer, that answer is
// returned and `trabajo` does not run. Returns the log position of the commit, when the session is configured for it.
std::string escribir_en_unidad(Session& sesion, Inquilino const& quien, Idempotencia* idempotencia,
                               std::string& respuesta, std::function<void(Escritura&)> const& trabajo);
// Whether the key has a stored answer, which goes to `respuesta`. Asked before work that must not be done twice and
// that runs outside the unit of work.
bool recordada(Session& sesion, Inquilino const& quien, Idempotencia& idempotencia, std::string& respuesta);
void acceder(Session& sesion, std::function<void(Acceso&)> const& trabajo);

}  // namespace gestor
