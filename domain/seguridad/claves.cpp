#include "domain/seguridad/claves.hpp"

namespace gestor::seguridad {

std::optional<ClavePublica> ClavesDelEmisor::conocida(std::string_view kid) const {
    if (juego_ == nullptr || reloj_() - leidas_ > conocidas) return std::nullopt;
    auto const* const clave = juego_->buscar(kid);
    return clave != nullptr ? std::optional(*clave) : std::nullopt;
}

// One at a time, and without the lock. False: in vain; what was known stays.
bool ClavesDelEmisor::pedir(std::unique_lock<std::mutex>& guarda) {
    pidiendo_ = true;
    guarda.unlock();
    std::shared_ptr<JuegoDeClaves const> nuevo;
    try {
        nuevo = std::make_shared<JuegoDeClaves const>(traer_());
    } catch (std::exception const&) {  // told by whoever brings them
    }
    guarda.lock();
    pidiendo_ = false;
    llegaron_.notify_all();
    if (nuevo == nullptr) return false;
    juego_ = std::move(nuevo);
    leidas_ = reloj_();
    return true;
}

std::optional<ClavePublica> ClavesDelEmisor::buscar(std::string_view kid) {
    std::unique_lock guarda(mutex_);
    auto clave = conocida(kid);
    if (clave && (reloj_() - leidas_ < frescas || pidiendo_)) return clave;
    if (pidiendo_) {
        llegaron_.wait(guarda, [this] { return !pidiendo_; });
        if ((clave = conocida(kid))) return clave;  // else it was asked for another key, before ours was published
    }
    if (reloj_() < siguiente_) return clave;
    bool const llegaron = pedir(guarda);
    clave = conocida(kid);
    if (!llegaron || !clave) siguiente_ = reloj_() + pausa;
    return clave;
}

}  // namespace gestor::seguridad
