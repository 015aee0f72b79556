#pragma once
// The two libraries behind persistence and the few lines that join them: a soci session owns the connection,
// libpq speaks on it. Private to this folder.
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

// soci keeps the typeinfo of its backends to itself, so UBSan has nothing to compare this downcast with.
__attribute__((no_sanitize("vptr"))) inline PGconn* conexion_de(soci::session& s) {
    return static_cast<soci::postgresql_session_backend*>(s.get_backend())->conn_;
}

// libpq would write what PostgreSQL mentions in passing to stderr, which is our log.
inline void callar(PGconn* c) {
    PQsetNoticeProcessor(
        c, [](void*, char const*) {}, nullptr);
}

inline ErrorBase error_de(PGresult const* r) {
    auto const campo = [r](int codigo) {
        char const* texto = PQresultErrorField(r, codigo);
        return std::string(texto != nullptr ? texto : "");
    };
    // The first line only: DETAIL quotes the row, and what is in a row does not belong in a log.
    std::string mensaje = PQresultErrorMessage(r);
    mensaje.resize(std::min(mensaje.find('\n'), mensaje.size()));
    auto const estado = campo(PG_DIAG_SQLSTATE);
    return {estado_propio(estado, campo(PG_DIAG_SEVERITY_NONLOCALIZED), campo(PG_DIAG_SOURCE_FILE)),
            campo(PG_DIAG_CONSTRAINT_NAME), mensaje + " [" + estado + "]"};
}

inline constexpr auto conexion_se_perdio = "se perdió la conexión con la base de datos";
inline constexpr std::chrono::seconds silencio{30};  // after what takes no time

// Whether the next answer is there, or came within this time.
inline bool llega(PGconn* c, std::chrono::milliseconds limite) {
    auto const fin = std::chrono::steady_clock::now() + limite;
    while (PQisBusy(c) == 1) {
        auto const falta = std::chrono::ceil<std::chrono::milliseconds>(fin - std::chrono::steady_clock::now());
        if (falta.count() <= 0) return false;
        pollfd p{PQsocket(c), POLLIN, 0};
        if (poll(&p, 1, static_cast<int>(falta.count())) > 0 && PQconsumeInput(c) == 0) return true;  // that it is lost
    }
    return true;
}

// The next answer. libpq alone would wait forever for a PostgreSQL that lives and says nothing; one that is silent for
// longer than any statement may take is cut off, and all that follows is what follows a lost connection.
inline Resultado respuesta(PGconn* c, std::chrono::milliseconds limite) {
    if (!llega(c, limite)) shutdown(PQsocket(c), SHUT_RDWR);
    return Resultado(PQgetResult(c));
}

// The last answer to what was sent outside a pipeline, or the first that is an error.
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

// Blocking, for set-up on a connection that is not in pipeline mode.
inline void ejecutar_simple(PGconn* c, std::string const& sql) {
    ultima(c, PQsendQuery(c, sql.c_str()) == 1, silencio);
}

struct Viaje {
    Resultados resultados;  // of what went well, in order
    Resultado falla;        // of the next one
    bool entero = false;    // sent and answered to the end
};

// All that `enviar` sends (it tells whether it could) is sent before the first is answered; libpq reads while it cannot
// write, so neither side waits for the other.
template <class Enviar>
Viaje en_un_viaje(PGconn* c, std::chrono::milliseconds limite, Enviar const& enviar) {
    Viaje v;
    bool const enviado =
        PQpipelineStatus(c) == PQ_PIPELINE_OFF && PQenterPipelineMode(c) == 1 && enviar() && PQpipelineSync(c) == 1;
    bool fin = false;
    for (int vacios = 0; enviado && !fin && vacios < 2 && PQstatus(c) == CONNECTION_OK;) {
        auto r = respuesta(c, limite);
        vacios = r == nullptr ? vacios + 1 : 0;  // one is the end of a statement's results; two, that there are no more
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
                if (v.falla == nullptr) v.falla = std::move(r);  // those after it say only that they were not run
        }
    }
    v.entero = PQexitPipelineMode(c) == 1 && fin;
    return v;
}

}  // namespace gestor
