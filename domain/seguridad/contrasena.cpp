#include "domain/seguridad/contrasena.hpp"
#include "domain/valores/base64.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <array>
#include <stdexcept>

#include "domain/operacion/token.hpp"

namespace gestor {
namespace {

constexpr std::uint64_t N = 1 << 15, r = 8, p = 1;
constexpr std::string_view prefijo = "scrypt$15$8$1$";
constexpr std::size_t largo = 32;

std::string aleatorios(std::size_t n) {
    std::string bytes(n, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(n)) != 1)
        throw std::runtime_error("no hay números aleatorios del sistema");
    return bytes;
}

std::string scrypt(std::string_view contrasena, std::string_view sal) {
    std::string clave(largo, '\0');
    if (EVP_PBE_scrypt(contrasena.data(), contrasena.size(), reinterpret_cast<unsigned char const*>(sal.data()),
                       sal.size(), N, r, p, 64U << 20, reinterpret_cast<unsigned char*>(clave.data()),
                       clave.size()) != 1)
        throw std::runtime_error("scrypt falló");
    return clave;
}

}  // namespace

std::string contrasena_cifrar(std::string_view contrasena) {
    auto const sal = aleatorios(16);
    return std::string(prefijo) + base64(sal) + "$" + base64(scrypt(contrasena, sal));
}

bool contrasena_comprobar(std::string_view contrasena, std::string_view guardada) {
    std::string sal(16, '\0'), debida(largo, '\0');
    bool legible = false;
    if (guardada.starts_with(prefijo)) {
        auto const resto = guardada.substr(prefijo.size());
        auto const corte = resto.find('$');
        auto const s = base64_leer(resto.substr(0, corte));
        auto const h = corte == std::string_view::npos ? std::nullopt : base64_leer(resto.substr(corte + 1));
        legible = s && h && h->size() == largo;
        if (legible) sal = *s, debida = *h;
    }
    auto const clave = scrypt(contrasena, sal);
    return CRYPTO_memcmp(clave.data(), debida.data(), largo) == 0 && legible;
}

std::string llave_nueva() {
    auto texto = base64(aleatorios(33));
    for (char& c : texto) c = c == '+' ? 'a' : c == '/' ? 'b' : c;
    return "gk_" + texto;
}

}  // namespace gestor
