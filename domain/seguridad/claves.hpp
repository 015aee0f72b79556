#pragma once
// The keys of one issuer, kept. They are asked for by whoever needs one first, without holding the lock; everybody else
// waits for that answer or goes on with the key that is known. What a stranger sends can make us ask once in a while,
// and never forget a key.
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include "domain/seguridad/identidad.hpp"

namespace gestor::seguridad {

class ClavesDelEmisor {
public:
    using Momento = std::chrono::steady_clock::time_point;
    using Traer = std::function<JuegoDeClaves()>;  // throws whatever it likes: there are none now
    using Reloj = std::function<Momento()>;

    static constexpr std::chrono::minutes frescas{10};  // not asked again before
    static constexpr std::chrono::hours conocidas{24};  // good while the issuer does not answer
    static constexpr std::chrono::seconds pausa{30};    // after asking in vain

    explicit ClavesDelEmisor(Traer traer, Reloj reloj = std::chrono::steady_clock::now)
        : traer_(std::move(traer)), reloj_(std::move(reloj)) {}

    // The key of that name; nothing: its issuer publishes none, or cannot be asked.
    std::optional<ClavePublica> buscar(std::string_view kid);

private:
    std::optional<ClavePublica> conocida(std::string_view kid) const;
    bool pedir(std::unique_lock<std::mutex>& guarda);

    Traer traer_;
    Reloj reloj_;
    std::mutex mutex_;
    std::condition_variable llegaron_;
    std::shared_ptr<JuegoDeClaves const> juego_;  // none yet: null
    Momento leidas_{}, siguiente_{};              // when they came; before when nobody asks again
    bool pidiendo_ = false;
};

}  // namespace gestor::seguridad
