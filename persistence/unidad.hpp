#pragma once
// The database as a handler gets it. Lectura can only read; Escritura is one transaction, opened before the handler,
// committed after it. A handler neither begins nor commits nor catches.
#include <functional>
#include <string>
#include <string_view>

#include "domain/valores/vista.hpp"
#include "persistence/uso.hpp"

namespace gestor {

struct Inquilino {
    std::int64_t organizacion = 0;
    std::int64_t usuario = 0;
    std::string_view url_base;  // setting: where stored files are read
    std::int64_t sucursal = 0;  // of the session; 0: none
    // For the trail: through which key, by which request, and which operation it asked for.
    std::int64_t consumidor = 0;
    std::string_view solicitud{};
    std::string_view operacion{};
    // The slots that every declared read has bound.
    void ligar(std::vector<ValorSql>& valores) const;
    void ligar(Valores& valores) const;
};

class Lectura {
public:
    Lectura(Session& sesion, Inquilino const& quien) : sesion_(sesion), quien_(quien) {}

    // A constant of the program with what it is given, uso.hpp; :organizacionId, :usuarioId, :sesionSucursalId and
    // :urlBase are always bound.
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

    // A statement that is put together, or chosen, when it runs (usada).
    Filas consultar(std::string_view sql, Valores valores = {});
    template <class T>
    std::optional<T> uno(std::string_view sql, Valores valores = {}) {
        auto const filas = consultar(sql, std::move(valores));
        if (filas.vacia()) return std::nullopt;
        T salida{};
        fila_a_objeto(filas, 0, *tipo_de<T>(), &salida);
        return salida;
    }
    template <class T>
    std::vector<T> lista(std::string_view sql, Valores valores = {}) {
        auto const filas = consultar(sql, std::move(valores));
        std::vector<T> salida(filas.filas.size());
        for (std::size_t i = 0; i < salida.size(); ++i) fila_a_objeto(filas, i, *tipo_de<T>(), &salida[i]);
        return salida;
    }
    // The body of a declared single read; empty when there is no such record.
    std::string registro(Plan const& plan, std::int64_t id);
    // The same as the answer of a write that has just made or locked it: another read's, or none, is our fault.
    template <class T>
    Vista<T> vista(Plan const& plan, Id id) {
        return {registro_de(*tipo_de<T>(), plan, id)};
    }
    // A declared page or catalogue, run here because it may take long.
    Resultados leer(Variante const& variante, SolicitudLectura& solicitud);
    Inquilino const& quien() const { return quien_; }

protected:
    Session& sesion_;
    Inquilino quien_;

private:
    std::string registro_de(Tipo const& tipo, Plan const& plan, Id id);
};

class Escritura : public Lectura {
public:
    using Lectura::Lectura;
    // Without an answer: sent with the next question, or before COMMIT.
    template <std::string_view const& Sql, class... L>
    void encolar(L&&... dados) {
        encolar_con<Sql>({}, std::forward<L>(dados)...);
    }
    // A statement without a row is our fault, told in these words.
    template <std::string_view const& Sql, class... L>
    void encolar_con(std::string_view sin_filas, L&&... dados) {
        encolar(detalle::UsoDe<void, Sql, std::remove_cvref_t<L>...>::uso.sql,
                detalle::valores_de(std::forward<L>(dados)...), sin_filas);
    }
    void encolar(std::string_view sql, Valores valores, std::string_view sin_filas = {});
    // Rows that are locked last of all: kept until the operation has done everything else, then written together by
    // this statement, as the list that it is given under this name. filas: JSON objects with commas between them.
    template <std::string_view const& Sql, Literal Lista>
    void al_final(std::string_view filas) {
        al_final(usada<void, Sql, Lista>(), Lista.vista(), filas);
    }
    void terminar();  // writes them, and whatever else is queued
    // If-Match: called by whoever has just locked the record that the path names, before anything is decided.
    void comprobar_version(Id bloqueado) {
        comprobada_ = true;
        if (al_bloquear) al_bloquear(*this, bloqueado);
    }
    bool comprobada() const { return comprobada_; }
    std::function<void(Escritura&, Id)> al_bloquear;

private:
    void al_final(std::string_view sql, std::string_view parametro, std::string_view filas);
    struct Final {
        std::string_view sql, parametro;
        std::string filas;
    };
    std::vector<Final> finales_;
    bool comprobada_ = false;
};

// Before the tenant is known: only the SECURITY DEFINER functions of the schema, each statement on its own.
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

// Questions of the server itself, outside any operation.
inline constexpr std::string_view revocaciones_recientes =
    "SELECT tipo, objeto_id, version FROM revocaciones(now() - make_interval(secs => :segundos::integer))";
inline constexpr std::string_view purgar_idempotencia = "SELECT idempotencia_purgar(now() - interval '30 days')";

// The first answer to an Idempotency-Key, kept in the transaction of its effect.
struct Idempotencia {
    std::string clave;
    std::string huella;  // hex SHA-256 of the request
    bool repetida = false;
};

// COMMIT was sent and its answer lost: it may be done or not.
struct ResultadoDesconocido : Problema {
    using Problema::Problema;
};

// One operation is one transaction: 40001 and 40P01 re-run it (at most 3 times), a stale plan or a connection found
// dead before anything was sent re-runs it once, everything else is translated.
void leer_en_unidad(Session& sesion, Inquilino const& quien, std::function<void(Lectura&)> const& trabajo);
// trabajo fills `respuesta`; with an Idempotencia a remembered answer is returned instead and trabajo does not run.
// Returns the commit's position in the log, if the session is configured to tell it.
std::string escribir_en_unidad(Session& sesion, Inquilino const& quien, Idempotencia* idempotencia,
                               std::string& respuesta, std::function<void(Escritura&)> const& trabajo);
// Whether the key has an answer, which goes to `respuesta`: asked before what is not to be done twice, nor in a unit.
bool recordada(Session& sesion, Inquilino const& quien, Idempotencia& idempotencia, std::string& respuesta);
void acceder(Session& sesion, std::function<void(Acceso&)> const& trabajo);

}  // namespace gestor
