#pragma once
// Bearer tokens: JWT, HS256, one of our own keys named by `kid`. Only a header byte-equal to one that we would write is
// accepted, so there is no algorithm, key or reference in it for an attacker to choose.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/operacion/sesion.hpp"

namespace gestor {

struct Token {
    Sesion sesion;
    std::int64_t version_usuario = 0;  // checked against the revocations on every request
    std::int64_t version_consumidor = 0;
};

// In seconds since 1970, as tokens count.
std::int64_t segundos_ahora();

class Llavero {
public:
    // Text of the key file: one `kid secret` per line, the secret in base64 of at least 32 bytes; the first key signs.
    // Throws std::runtime_error with what to do.
    Llavero(std::string_view archivo, std::string emisor);
    ~Llavero();
    Llavero(Llavero const&) = delete;
    Llavero& operator=(Llavero const&) = delete;

    std::string emitir(Token const& token, std::int64_t ahora) const;
    // Empty for anything but a token of ours, whole, begun and not expired.
    std::optional<Token> verificar(std::string_view texto, std::int64_t ahora) const;

private:
    struct Llave;
    std::vector<std::unique_ptr<Llave>> llaves_;
    std::string emisor_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace gestor
