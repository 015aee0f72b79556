#pragma once
// The database of a handler that asks others. The handler runs where waiting for them holds up nobody else, and between
// its transactions, so that none is open meanwhile. Externa only reads; ExternaEscritura writes once, at the end, and
// what it writes is its answer. AccesoExterno is Acceso whose questions to others wait on no thread that has a session.
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

    // Calls f(Lectura&) in a short transaction of its own, and gives what it gives.
    template <class F>
    auto leer(F const& f) {
        std::optional<std::invoke_result_t<F const&, Lectura&>> leido;
        leer_en_unidad(sesion_, quien_, [&](Lectura& db) { leido.emplace(f(db)); });
        return std::move(*leido);
    }
    bool simulada() const { return simulada_; }  // a dry run asks nobody

private:
    Session& sesion_;
    Inquilino quien_;
    bool simulada_;
};

class ExternaEscritura : public Externa {
public:
    // Runs it in the operation's unit of work and gives the text that it was answered with: now, or the first time.
    using Unidad = std::function<std::string(std::function<std::string(Escritura&)> const&)>;
    ExternaEscritura(Session& sesion, Inquilino const& quien, bool simulada, Unidad unidad)
        : Externa(sesion, quien, simulada), unidad_(std::move(unidad)) {}

    // Calls f(Escritura&), which gives the operation's answer: once for an Idempotency-Key, undone in a dry run.
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

// A question that somebody else has to be asked. It is asked on a thread of those who wait for him, and its handler
// runs again from the start, with the answer.
struct PorPreguntar {
    std::string a_quien;
    std::function<std::string()> pregunta;  // takes nothing of the handler that ends before it
};

struct Contestada {
    std::string texto;
    std::exception_ptr falla;  // instead of it
};

class AccesoExterno : public Acceso {
public:
    // contestadas: what the earlier runs of the same handler asked, in order.
    AccesoExterno(Session& sesion, std::vector<Contestada> const& contestadas)
        : Acceso(sesion), contestadas_(contestadas) {}

    // The answer. Throws what the question throws, and PorPreguntar where it was not asked yet.
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
