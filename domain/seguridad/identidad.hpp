#pragma once
// Identity tokens of other issuers (OpenID Connect): parsed, and accepted only when the issuer's own published key, the
// provider's row and the clock agree. Pure: bytes in, an identity or a refusal out.
#include <cstdint>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/valores/json.hpp"

struct evp_pkey_st;  // type of OpenSSL

namespace gestor::seguridad {

enum class Algoritmo : std::uint8_t { RS256, PS256, ES256, EdDSA };
std::optional<Algoritmo> algoritmo_de(std::string_view nombre);
using Algoritmos = std::set<Algoritmo>;

// IdentidadRechazada: the reason of a refusal, for the operator's log, never for the caller.
struct IdentidadRechazada : std::runtime_error {
    explicit IdentidadRechazada(std::string const& porque, std::string quien = {})
        : std::runtime_error(porque), sujeto(std::move(quien)) {}
    std::string sujeto;  // subject of an accepted token; empty: no token was accepted
};

struct ClavePublica {
    std::string kid;
    Algoritmos algoritmos;  // algorithms that its type, curve and `alg` allow
    std::shared_ptr<evp_pkey_st> clave;
};

// JuegoDeClaves: keys that an issuer publishes (JWKS, RFC 7517). An unusable key (other type, too short, malformed) is
// left out; of two keys with the same `kid` the first counts.
class JuegoDeClaves {
public:
    static constexpr std::size_t bytes_maximos = 256UL * 1024, claves_maximas = 32;

    // throws IdentidadRechazada: no set, too long, or without a usable key
    explicit JuegoDeClaves(std::string_view jwks);
    ClavePublica const* buscar(std::string_view kid) const;

private:
    std::vector<ClavePublica> claves_;
};

// TokenDeIdentidad: a parsed token, not verified yet: `kid` only tells which key to look for.
class TokenDeIdentidad {
public:
    static constexpr std::size_t bytes_maximos = 8192;

    explicit TokenDeIdentidad(std::string texto);  // throws IdentidadRechazada
    std::string const& kid() const { return kid_; }
    Algoritmo algoritmo() const { return algoritmo_; }

private:
    friend struct Exigencia;
    std::string texto_, firma_, kid_, typ_;
    std::size_t firmado_ = 0;  // length of the signed part of the text
    Algoritmo algoritmo_ = Algoritmo::RS256;
    Json reclamos_;
};

// Whether a name may be stored: printable, and of at most 255 bytes, like a subject of OpenID Connect.
bool es_nombre(std::string_view texto);

struct Identidad {
    std::string emisor, sujeto;
    std::string correo;  // address that the provider has verified; empty: not verified
};

// Exigencia: requirements on a token.
struct Exigencia {
    static constexpr std::int64_t tolerancia = 60;  // seconds by which the provider's clock and ours may differ

    std::string emisor;
    std::vector<std::string> audiencias;
    Algoritmos algoritmos;

    // Throws IdentidadRechazada. `nonce`: the nonce of the caller's request; empty: none.
    Identidad comprobar(TokenDeIdentidad const& token, ClavePublica const& clave, std::string_view nonce,
                        std::int64_t ahora) const;
};

}  // namespace gestor::seguridad
