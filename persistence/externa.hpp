#pragma once
// What a handler gets that asks others: it runs where waiting for them holds up nobody else, and between its
// transactions, so that none is open meanwhile. Externa only reads; ExternaEscritura writes once, at the end, and what
// it writes is its answer. AccesoExterno is Acceso there.
#include <functional>
#include <optional>
#include <string>
#include <utility>

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

class AccesoExterno : public Acceso {
public:
    using Acceso::Acceso;
};

}  // namespace gestor
