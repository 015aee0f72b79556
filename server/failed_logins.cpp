#include "server/exchange.hpp"

namespace gestor {
namespace {

constexpr unsigned fallos_maximos = 20;
constexpr std::size_t direcciones_maximas = 10'000;
constexpr auto ventana = std::chrono::minutes(15);

}  // namespace

bool FailedLogins::bloqueada(std::string const& direccion) {
    std::lock_guard guarda(mutex_);
    auto const cuenta = cuentas_.find(direccion);
    if (cuenta == cuentas_.end()) return false;
    if (Reloj::now() - cuenta->second.desde > ventana) {
        cuentas_.erase(cuenta);
        return false;
    }
    return cuenta->second.fallos >= fallos_maximos;
}

void FailedLogins::anotar(std::string const& direccion) {
    std::lock_guard guarda(mutex_);
    if (cuentas_.size() >= direcciones_maximas) cuentas_.clear();  // bounded; the lock of each user still holds
    auto& cuenta = cuentas_[direccion];
    auto const ahora = Reloj::now();
    if (cuenta.fallos == 0 || ahora - cuenta.desde > ventana) cuenta = {0, ahora};
    ++cuenta.fallos;
}

}  // namespace gestor
