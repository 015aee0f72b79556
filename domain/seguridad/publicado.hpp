#pragma once
// Publicado: a document that an issuer publishes, kept in memory. The first caller that needs it fetches it, without
// holding the lock; other callers wait for that answer or use the known document. A token from a stranger may cause a
// fetch from time to time, but never drops the known document.
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
    using Traer = std::function<T()>;  // throws when there is none now
    using Cronometro = std::function<Momento()>;
    using Tiene = std::function<bool(T const&)>;

    static constexpr std::chrono::minutes fresco{10};  // no new fetch before this age
    static constexpr std::chrono::hours conocido{24};  // valid up to this age while the issuer does not answer
    static constexpr std::chrono::seconds pausa{30};   // wait after a failed fetch

    explicit Publicado(Traer traer, Cronometro reloj = std::chrono::steady_clock::now)
        : traer_(std::move(traer)), reloj_(std::move(reloj)) {}

    // Document that has the wanted key; null: the issuer publishes no such key. Throws FallaExterna when the issuer
    // could not be asked.
    std::shared_ptr<T const> buscar(Tiene const& tiene) {
        std::unique_lock guarda(mutex_);
        auto dicho = sabido(tiene);
        if (dicho && (reloj_() - leido_ < fresco || pidiendo_)) return dicho;
        if (pidiendo_) {
            llego_.wait(guarda, [this] { return !pidiendo_; });
            // otherwise the document was fetched before the key was published
            if ((dicho = sabido(tiene))) return dicho;
        }
        if (reloj_() >= siguiente_) {
            pedir(guarda);
            dicho = sabido(tiene);
            if (falla_ || !dicho) siguiente_ = reloj_() + pausa;
        }
        if (!dicho && falla_) throw FallaExterna(*falla_);
        return dicho;
    }

    // Whether buscar() would answer without a fetch and without waiting for one.
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
    // Fetches again, one thread at a time, without the lock. After a failure the old keys stay.
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
    Cronometro reloj_;
    std::mutex mutex_;
    std::condition_variable llego_;
    std::shared_ptr<T const> dicho_;    // null: none fetched yet
    Momento leido_{}, siguiente_{};     // time of the fetch; time before which no new fetch begins
    std::optional<std::string> falla_;  // failure of the last fetch
    bool pidiendo_ = false;
};

}  // namespace gestor::seguridad
