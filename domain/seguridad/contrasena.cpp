#include "domain/seguridad/contrasena.hpp"
#include "domain/valores/base64.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <array>
#include <stdexcept>

#include "domain/operacion/token.hpp"
#include "persistence/sabotaje.hpp"

namespace gestor::seguridad {
namespace {

struct Forma {
    std::string_view prefijo;
    unsigned exponente;  // N = 2^exponente; r = 8, p = 1
};
constexpr Forma actual{"scrypt$17$8$1$", 17};
constexpr Forma formas[] = {actual, {"scrypt$15$8$1$", 15}};
constexpr std::size_t largo = 32;

Forma const& forma_de(std::string_view guardada) {
    for (auto const& f : formas)
        if (guardada.starts_with(f.prefijo)) return f;
    return formas[0];
}

std::string aleatorios(std::size_t n) {
    std::string bytes(n, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(n)) != 1)
        throw std::runtime_error("no hay números aleatorios del sistema");
    return bytes;
}

std::string scrypt(std::string_view contrasena, std::string_view sal, unsigned exponente) {
    std::string clave(largo, '\0');
    constexpr std::uint64_t r = 8, p = 1, memoria = 160U << 20;
    if (sin("costo")) exponente = 10;
    if (EVP_PBE_scrypt(contrasena.data(), contrasena.size(), reinterpret_cast<unsigned char const*>(sal.data()),
                       sal.size(), std::uint64_t{1} << exponente, r, p, memoria,
                       reinterpret_cast<unsigned char*>(clave.data()), clave.size()) != 1)
        throw std::runtime_error("scrypt falló");
    return clave;
}

}  // namespace

std::string contrasena_cifrar(std::string_view contrasena) {
    auto const sal = aleatorios(16);
    return std::string(actual.prefijo) + base64(sal) + "$" + base64(scrypt(contrasena, sal, actual.exponente));
}

bool contrasena_comprobar(std::string_view contrasena, std::string_view guardada) {
    std::string sal(16, '\0'), debida(largo, '\0');
    bool legible = false;
    auto const& forma = forma_de(guardada);
    if (guardada.starts_with(forma.prefijo)) {
        auto const resto = guardada.substr(forma.prefijo.size());
        auto const corte = resto.find('$');
        auto const s = base64_leer(resto.substr(0, corte));
        auto const h = corte == std::string_view::npos ? std::nullopt : base64_leer(resto.substr(corte + 1));
        legible = s && h && h->size() == largo;
        if (legible) sal = *s, debida = *h;
    }
    std::string clave;
    for (unsigned n = 1U << (actual.exponente - forma.exponente); n > 0; --n)
        clave = scrypt(contrasena, sal, forma.exponente);
    return CRYPTO_memcmp(clave.data(), debida.data(), largo) == 0 && legible;
}

bool contrasena_anticuada(std::string_view guardada) {
    return !guardada.starts_with(actual.prefijo);
}

std::string llave_nueva() {
    auto texto = base64(aleatorios(33));
    for (char& c : texto) c = c == '+' ? 'a' : c == '/' ? 'b' : c;
    return "gk_" + texto;
}

}  // namespace gestor::seguridad
