#pragma once
// Bearer token: JWT, HS256, signed by one of our own keys, named by `kid`. The header must be byte-equal to one that we
// write, so an attacker can choose no algorithm, key or reference.
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
    std::int64_t version_usuario = 0;  // checked against the table of revocations on every request
    std::int64_t version_consumidor = 0;
};

// Seconds since 1970, the unit of dates in a token.
std::int64_t segundos_ahora();

class Llavero {
public:
    // Text of the key file: one `kid secret` per line, the secret in base64 of at least 32 bytes; the first key signs.
    // Throws std::runtime_error with the remedy.
    Llavero(std::string_view archivo, std::string emisor);
    ~Llavero();
    Llavero(Llavero const&) = delete;
    Llavero& operator=(Llavero const&) = delete;

    std::string emitir(Token const& token, std::int64_t ahora) const;
    // The token, when it is ours, complete, already valid and not expired.
    std::optional<Token> verificar(std::string_view texto, std::int64_t ahora) const;

private:
    struct Llave;
    std::vector<std::unique_ptr<Llave>> llaves_;
    std::string emisor_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace gestor
