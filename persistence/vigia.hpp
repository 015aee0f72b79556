#pragma once
// Vigia: whether PostgreSQL accepts writes. Each look runs a write that leaves no row, over a new connection: an old
// session can still write when a new one cannot. Only an error that PostgreSQL reports counts: requests notice by
// themselves that PostgreSQL does not answer, and a slow PostgreSQL must not be reported as failing.
#include <atomic>
#include <functional>
#include <string>

#include "persistence/session.hpp"

namespace gestor {

class Vigia {
public:
    // Aviso: called at every change with the reason why writes fail; empty when they work again.
    using Aviso = std::function<void(std::string const& porque)>;
    explicit Vigia(Aviso aviso) : avisar_(std::move(aviso)) {}

    bool mirar(Session& sesion);  // true: writes fail
    bool se_escribe() const { return se_escribe_.load(std::memory_order_relaxed); }

private:
    Aviso avisar_;
    std::atomic<bool> se_escribe_{true};
};

}  // namespace gestor
