#pragma once
// Identity tokens of others (OpenID Connect): taken apart, and believed only where the issuer's own published key, the
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

struct evp_pkey_st;  // of OpenSSL

namespace gestor::seguridad {

enum class Algoritmo : std::uint8_t { RS256, PS256, ES256, EdDSA };
std::optional<Algoritmo> algoritmo_de(std::string_view nombre);
using Algoritmos = std::set<Algoritmo>;

// Why it is not believed: for the operator's log, never for the caller.
struct IdentidadRechazada : std::runtime_error {
    explicit IdentidadRechazada(std::string const& porque, std::string quien = {})
        : std::runtime_error(porque), sujeto(std::move(quien)) {}
    std::string sujeto;  // of a token that was believed; empty: none was
};

struct ClavePublica {
    std::string kid;
    Algoritmos algoritmos;  // that its type, curve and own `alg` allow
    std::shared_ptr<evp_pkey_st> clave;
};

// Keys that an issuer publishes (JWKS, RFC 7517). A key that we cannot use, of another type, too short or malformed, is
// left out; of two with the same name the first one counts.
class JuegoDeClaves {
public:
    static constexpr std::size_t bytes_maximos = 256UL * 1024, claves_maximas = 32;

    explicit JuegoDeClaves(std::string_view jwks);  // throws IdentidadRechazada: no set, too long, no key of use
    ClavePublica const* buscar(std::string_view kid) const;

private:
    std::vector<ClavePublica> claves_;
};

// A token taken apart. Nothing of it is believed yet: `kid` only says which key to look for.
class TokenDeIdentidad {
public:
    static constexpr std::size_t bytes_maximos = 8192;

    explicit TokenDeIdentidad(std::string texto);  // throws IdentidadRechazada
    std::string const& kid() const { return kid_; }
    Algoritmo algoritmo() const { return algoritmo_; }

private:
    friend struct Exigencia;
    std::string texto_, firma_, kid_, typ_;
    std::size_t firmado_ = 0;  // how much of the text is signed
    Algoritmo algoritmo_ = Algoritmo::RS256;
    Json reclamos_;
};

// A name that may go to the database: printable, and of 255 bytes at most, as OpenID Connect lets a subject be.
bool es_nombre(std::string_view texto);

struct Identidad {
    std::string emisor, sujeto;
    std::string correo;  // that the provider says it has verified; empty: it does not say
};

// Demands on a token.
struct Exigencia {
    static constexpr std::int64_t tolerancia = 60;  // seconds that the provider's clock and ours may differ

    std::string emisor;
    std::vector<std::string> audiencias;
    Algoritmos algoritmos;

    // Throws IdentidadRechazada. `nonce` is what the caller says that it asked with; empty: without.
    Identidad comprobar(TokenDeIdentidad const& token, ClavePublica const& clave, std::string_view nonce,
                        std::int64_t ahora) const;
};

}  // namespace gestor::seguridad
