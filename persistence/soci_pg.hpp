#pragma once
// Bridge between the two libraries of persistence: a soci session owns the connection, libpq speaks on it. Private to
// this folder.
#include <libpq-fe.h>
#include <poll.h>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>
#include <sys/socket.h>

#include <chrono>
#include <string>

#include "persistence/error_base.hpp"
#include "persistence/resultado.hpp"

namespace gestor {

// soci hides the typeinfo of its backends, so UBSan cannot check this downcast.
__attribute__((no_sanitize("vptr"))) inline PGconn* conexion_de(soci::session& s) {
    return static_cast<soci::postgresql_session_backend*>(s.get_backend())->conn_;
}

// Silences PostgreSQL's notices: libpq would write them to stderr, which is our log.
inline void callar(PGconn* c) {
    PQsetNoticeProcessor(
        c, [](void*, char const*) {}, nullptr);
}

inline ErrorBase error_de(PGresult const* r) {
    auto const campo = [r](int codigo) {
        char const* texto = PQresultErrorField(r, codigo);
        return std::string(texto != nullptr ? texto : "");
    };
    // First line of an error message: DETAIL quotes the row, and data of a row do not belong in a log.
    std::string mensaje = PQresultErrorMessage(r);
    mensaje.resize(std::min(mensaje.find('\n'), mensaje.size()));
    auto const estado = campo(PG_DIAG_SQLSTATE);
    return {estado_propio(estado, campo(PG_DIAG_SEVERITY_NONLOCALIZED), campo(PG_DIAG_SOURCE_FILE)),
            campo(PG_DIAG_CONSTRAINT_NAME), mensaje + " [" + estado + "]"};
}

inline constexpr auto conexion_se_perdio = "se perdió la conexión con la base de datos";
inline constexpr std::chrono::seconds silencio{30};  // limit for statements that should take no time

// Whether the next answer is there, or arrives within `limite`.
inline bool llega(PGconn* c, std::chrono::milliseconds limite) {
    auto const fin = std::chrono::steady_clock::now() + limite;
    while (PQisBusy(c) == 1) {
        auto const falta = std::chrono::ceil<std::chrono::milliseconds>(fin - std::chrono::steady_clock::now());
        if (falta.count() <= 0) return false;
        pollfd p{PQsocket(c), POLLIN, 0};
        // a lost connection is found by the caller
        if (poll(&p, 1, static_cast<int>(falta.count())) > 0 && PQconsumeInput(c) == 0) return true;
    }
    return true;
}

// Next answer. libpq alone would wait forever for a silent PostgreSQL: after `limite`, longer than any statement may
// take, the connection is cut and treated as lost.
inline Resultado respuesta(PGconn* c, std::chrono::milliseconds limite) {
    if (!llega(c, limite)) shutdown(PQsocket(c), SHUT_RDWR);
    return Resultado(PQgetResult(c));
}

// Last answer outside a pipeline, or the first error.
inline Resultado ultima(PGconn* c, bool enviado, std::chrono::milliseconds limite) {
    Resultado ultimo;
    while (enviado) {
        auto r = respuesta(c, limite);
        if (r == nullptr) break;
        if (ultimo == nullptr || PQresultStatus(ultimo.get()) != PGRES_FATAL_ERROR) ultimo = std::move(r);
    }
    if (ultimo == nullptr) throw ErrorBase("", "", conexion_se_perdio);
    auto const estado = PQresultStatus(ultimo.get());
    if (estado != PGRES_COMMAND_OK && estado != PGRES_TUPLES_OK) throw error_de(ultimo.get());
    return ultimo;
}

// Runs a statement and waits, for set-up on a connection that is not in pipeline mode.
inline void ejecutar_simple(PGconn* c, std::string const& sql) {
    ultima(c, PQsendQuery(c, sql.c_str()) == 1, silencio);
}

struct Viaje {
    Resultados resultados;  // results of the statements that succeeded, in order
    Resultado falla;        // error of the first statement that failed
    bool entero = false;    // all statements were sent and answered
};

// `enviar` sends all statements before the first answer is read, and tells whether it could. libpq reads while it
// cannot write, so neither side waits for the other.
template <class Enviar>
Viaje en_un_viaje(PGconn* c, std::chrono::milliseconds limite, Enviar const& enviar) {
    Viaje v;
    bool const enviado =
        PQpipelineStatus(c) == PQ_PIPELINE_OFF && PQenterPipelineMode(c) == 1 && enviar() && PQpipelineSync(c) == 1;
    bool fin = false;
    for (int vacios = 0; enviado && !fin && vacios < 2 && PQstatus(c) == CONNECTION_OK;) {
        auto r = respuesta(c, limite);
        vacios = r == nullptr ? vacios + 1 : 0;  // one null ends the results of a statement; two nulls end all results
        if (r == nullptr) continue;
        switch (PQresultStatus(r.get())) {
            case PGRES_PIPELINE_SYNC:
                fin = true;
                break;
            case PGRES_TUPLES_OK:
            case PGRES_COMMAND_OK:
                v.resultados.push_back(std::move(r));
                break;
            default:
                if (v.falla == nullptr) v.falla = std::move(r);  // statements after the first failure were not run
        }
    }
    v.entero = PQexitPipelineMode(c) == 1 && fin;
    return v;
}

}  // namespace gestor
