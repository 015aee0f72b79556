#pragma once
// Identity providers that the operator trusts, from a file (setting proveedores-identidad), and their judgement of a
// token.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/operacion/exterior.hpp"
#include "domain/seguridad/identidad.hpp"
#include "domain/seguridad/publicado.hpp"

namespace gestor::seguridad {

// Canje: credentials with which we exchange codes for tokens.
struct Canje {
    std::string url;  // empty: the address in the issuer's discovery document
    std::string cliente, secreto;
};

struct Proveedor {
    std::string alias;
    Exigencia exige;
    std::optional<Canje> canje;  // absent: no code is accepted
    bool confiable = false;      // true: an identity with a verified address may be linked, once
    // organization of its users; 0: the organization of the caller's key
    std::int64_t organizacion = 0;
    std::unique_ptr<Publicado<Json>> descubrimiento;  // discovery document of the provider
    std::unique_ptr<Publicado<JuegoDeClaves>> claves;
};

// Whether a token of that issuer can log in to an organization, by the text of the file.
bool admite(std::string_view archivo, std::string_view emisor, std::int64_t organizacion);

class Proveedores {
public:
    // Avisar: a line for the operator, with the id of the request and the verified subject, if any.
    using Avisar = std::function<void(std::string const& que, std::string_view solicitud, std::string_view sujeto)>;

    // Text of the file; empty: no providers. Throws std::runtime_error with the remedy.
    Proveedores(std::string_view archivo, Exterior& exterior, Avisar avisar);

    Proveedor const* buscar(std::string_view alias) const;
    // Identity token for a code (RFC 6749, with PKCE). Asks the provider. Throws IdentidadRechazada, and FallaExterna
    // when the provider does not answer.
    std::string canjear(Proveedor const& proveedor, std::string_view codigo, std::string_view verificador,
                        std::string_view regreso) const;
    // falta_la_clave: whether identificar() would have to ask the provider. The next function asks.
    static bool falta_la_clave(Proveedor const& proveedor, std::string idToken);
    static void traer_la_clave(Proveedor const& proveedor, std::string idToken);
    // Identity of a token. May ask the provider, so only on threads that may wait. Throws IdentidadRechazada, and
    // FallaExterna when its keys are unknown and cannot be fetched.
    static Identidad identificar(Proveedor const& proveedor, std::string idToken, std::string_view nonce,
                                 std::int64_t ahora);
    void avisar(std::string const& que, std::string_view solicitud, std::string_view sujeto) const {
        avisar_(que, solicitud, sujeto);
    }

private:
    JuegoDeClaves traer(std::string const& alias, std::string const& fuente, Publicado<Json>& descubrimiento) const;
    std::string pedir(PeticionExterna peticion) const;
    Json descubrir(std::string const& emisor) const;

    Exterior& exterior_;
    Avisar avisar_;
    std::vector<Proveedor> proveedores_;
};

}  // namespace gestor::seguridad
