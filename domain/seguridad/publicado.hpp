#pragma once
// Publication of an issuer, kept. The first caller that needs it asks for it, without holding the lock; everybody else
// waits for that answer or goes on with what is known. A stranger's token can make us ask once in a while, and never
// forget anything.
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "domain/operacion/exterior.hpp"

namespace gestor::seguridad {

template <class T>
class Publicado {
public:
    using Momento = std::chrono::steady_clock::time_point;
    using Traer = std::function<T()>;  // throws whatever it likes: there is none now
    using Reloj = std::function<Momento()>;
    using Tiene = std::function<bool(T const&)>;

    static constexpr std::chrono::minutes fresco{10};  // not asked again before
    static constexpr std::chrono::hours conocido{24};  // good while the issuer does not answer
    static constexpr std::chrono::seconds pausa{30};   // after asking in vain

    explicit Publicado(Traer traer, Reloj reloj = std::chrono::steady_clock::now)
        : traer_(std::move(traer)), reloj_(std::move(reloj)) {}

    // Publication that has the wanted key; null: its issuer publishes none. Throws FallaExterna: nobody knows, since
    // the issuer could not be asked.
    std::shared_ptr<T const> buscar(Tiene const& tiene) {
        std::unique_lock guarda(mutex_);
        auto dicho = sabido(tiene);
        if (dicho && (reloj_() - leido_ < fresco || pidiendo_)) return dicho;
        if (pidiendo_) {
            llego_.wait(guarda, [this] { return !pidiendo_; });
            if ((dicho = sabido(tiene))) return dicho;  // else it was asked before what we look for was published
        }
        if (reloj_() >= siguiente_) {
            pedir(guarda);
            dicho = sabido(tiene);
            if (falla_ || !dicho) siguiente_ = reloj_() + pausa;
        }
        if (!dicho && falla_) throw FallaExterna(*falla_);
        return dicho;
    }

    // Whether buscar() would answer without asking, and without waiting for whoever asks.
    bool a_la_mano(Tiene const& tiene) {
        std::lock_guard const guarda(mutex_);
        auto const ahora = reloj_();
        if (sabido(tiene) != nullptr && (ahora - leido_ < fresco || pidiendo_)) return true;
        return !pidiendo_ && ahora < siguiente_;
    }

private:
    std::shared_ptr<T const> sabido(Tiene const& tiene) const {
        bool const sirve = dicho_ != nullptr && reloj_() - leido_ <= conocido && tiene(*dicho_);
        return sirve ? dicho_ : nullptr;
    }
    // One at a time, and without the lock. In vain, what was known stays.
    void pedir(std::unique_lock<std::mutex>& guarda) {
        pidiendo_ = true;
        guarda.unlock();
        std::shared_ptr<T const> nuevo;
        std::optional<std::string> falla;
        try {
            nuevo = std::make_shared<T const>(traer_());
        } catch (std::exception const& e) {
            falla = e.what();
        }
        guarda.lock();
        pidiendo_ = false;
        llego_.notify_all();
        falla_ = std::move(falla);
        if (nuevo == nullptr) return;
        dicho_ = std::move(nuevo);
        leido_ = reloj_();
    }

    Traer traer_;
    Reloj reloj_;
    std::mutex mutex_;
    std::condition_variable llego_;
    std::shared_ptr<T const> dicho_;    // none yet: null
    Momento leido_{}, siguiente_{};     // when it came; before when nobody asks again
    std::optional<std::string> falla_;  // of the last time that it was asked for
    bool pidiendo_ = false;
};

}  // namespace gestor::seguridad
