#pragma once
// Database of a handler that asks other servers. The handler runs in its own pool and asks between its transactions, so
// none is open during a question. Externa only reads. ExternaEscritura writes once, at the end, and that write returns
// the answer. Carga is ExternaEscritura for a long file, read before the write. AccesoExterno is Acceso whose questions
// wait on threads without a session.
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/valores/json.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

class Externa {
public:
    Externa(Session& sesion, Inquilino const& quien, bool simulada)
        : sesion_(sesion), quien_(quien), simulada_(simulada) {}

    // Runs f(Lectura&) in a short transaction of its own and returns its result.
    template <class F>
    auto leer(F const& f) {
        std::optional<std::invoke_result_t<F const&, Lectura&>> leido;
        leer_en_unidad(sesion_, quien_, [&](Lectura& db) { leido.emplace(f(db)); });
        return std::move(*leido);
    }
    Reloj const& reloj() const { return quien_.reloj; }
    bool simulada() const { return simulada_; }  // a dry run asks no other server

private:
    Session& sesion_;
    Inquilino quien_;
    bool simulada_;
};

class ExternaEscritura : public Externa {
public:
    // Unidad: runs the function in the operation's unit of work and returns the answer, either new or remembered for
    // the Idempotency-Key.
    using Unidad = std::function<std::string(std::function<std::string(Escritura&)> const&)>;
    ExternaEscritura(Session& sesion, Inquilino const& quien, bool simulada, Unidad unidad)
        : Externa(sesion, quien, simulada), unidad_(std::move(unidad)) {}

    // Runs f(Escritura&), which returns the operation's answer; once per Idempotency-Key, rolled back in a dry run.
    template <class F>
    auto escribir(F const& f) {
        auto const escrito = [&](Escritura& db) {
            std::string json;
            json_escribir(f(db), json);
            return json;
        };
        return Vista<std::invoke_result_t<F const&, Escritura&>>{unidad_(escrito)};
    }

private:
    Unidad unidad_;
};

// Carga: its handler reads the whole file of the request before its transaction, in the pool of batches.
class Carga : public ExternaEscritura {
public:
    using ExternaEscritura::ExternaEscritura;
};

// PorPreguntar: a question to another server. A thread of that server's pool asks it; then the handler runs again from
// the start, with the answer.
struct PorPreguntar {
    std::string a_quien;
    std::function<std::string()> pregunta;  // owns its data: the handler returns before the question runs
};

struct Contestada {
    std::string texto;
    std::exception_ptr falla;  // instead of an answer
};

class AccesoExterno : public Acceso {
public:
    // contestadas: questions answered in earlier runs of the handler, in order.
    AccesoExterno(Session& sesion, std::vector<Contestada> const& contestadas)
        : Acceso(sesion), contestadas_(contestadas) {}

    // Answer to the question. Throws the failure of the question, or PorPreguntar when the question has not been asked
    // yet.
    std::string preguntar(std::string a_quien, std::function<std::string()> pregunta) {
        if (siguiente_ == contestadas_.size()) throw PorPreguntar{std::move(a_quien), std::move(pregunta)};
        auto const& una = contestadas_[siguiente_++];
        if (una.falla) std::rethrow_exception(una.falla);
        return una.texto;
    }

private:
    std::vector<Contestada> const& contestadas_;
    std::size_t siguiente_ = 0;
};

}  // namespace gestor
