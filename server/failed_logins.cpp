#include <boost/asio/ip/address.hpp>

#include "server/exchange.hpp"

namespace gestor {
namespace {

constexpr unsigned fallos_maximos = 20;
constexpr std::size_t direcciones_maximas = 10'000;
constexpr auto ventana = std::chrono::minutes(15);

// One customer of an IPv6 provider has a whole /64 to guess from.
std::string red_de(std::string const& direccion) {
    boost::system::error_code ec;
    auto const a = boost::asio::ip::make_address(direccion, ec);
    if (ec || !a.is_v6()) return direccion;
    auto bytes = a.to_v6().to_bytes();
    return {reinterpret_cast<char const*>(bytes.data()), 8};
}

}  // namespace

bool FailedLogins::bloqueada(std::string const& direccion) {
    std::lock_guard guarda(mutex_);
    auto const cuenta = cuentas_.find(red_de(direccion));
    if (cuenta == cuentas_.end()) return false;
    if (Reloj::now() - cuenta->second.desde > ventana) {
        cuentas_.erase(cuenta);
        return false;
    }
    return cuenta->second.fallos >= fallos_maximos;
}

void FailedLogins::anotar(std::string const& direccion) {
    std::lock_guard guarda(mutex_);
    auto const ahora = Reloj::now();
    auto const clave = red_de(direccion);
    if (cuentas_.size() >= direcciones_maximas) {  // bounded: what has lapsed goes, what is blocked stays
        std::erase_if(cuentas_, [&](auto const& c) { return ahora - c.second.desde > ventana; });
        if (cuentas_.size() >= direcciones_maximas && !cuentas_.contains(clave)) return;  // the user's own lock holds
    }
    auto& cuenta = cuentas_[clave];
    if (cuenta.fallos == 0 || ahora - cuenta.desde > ventana) cuenta = {0, ahora};
    ++cuenta.fallos;
}

}  // namespace gestor
