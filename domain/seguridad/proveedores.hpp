#pragma once
// The identity providers that the operator believes, from a file of theirs (setting proveedores-identidad), and what
// they say of a token.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/operacion/exterior.hpp"
#include "domain/seguridad/claves.hpp"

namespace gestor::seguridad {

// As whom we exchange codes for tokens.
struct Canje {
    std::string url;  // empty: where the issuer's own discovery says
    std::string cliente, secreto;
};

struct Proveedor {
    std::string alias;
    Exigencia exige;
    std::optional<Canje> canje;     // none: nobody brings a code
    bool confiable = false;         // an address that it has verified may link, once
    std::int64_t organizacion = 0;  // whose users it has; 0: the key of the caller says
    std::unique_ptr<ClavesDelEmisor> claves;
};

class Proveedores {
public:
    using Avisar = std::function<void(std::string const&)>;  // a line for the operator

    // Text of the file; empty: there are none. Throws std::runtime_error with what to do.
    Proveedores(std::string_view archivo, Exterior& exterior, Avisar avisar);

    Proveedor const* buscar(std::string_view alias) const;
    // The identity token that is given for a code (RFC 6749, with PKCE). Asks outside. Throws IdentidadRechazada.
    std::string canjear(Proveedor const& proveedor, std::string_view codigo, std::string_view verificador,
                        std::string_view regreso) const;
    // Whose token it is. May ask outside, so that it is for threads that may wait. Throws IdentidadRechazada.
    static Identidad identificar(Proveedor const& proveedor, std::string idToken, std::string_view nonce,
                                 std::int64_t ahora);
    void avisar(std::string const& que) const { avisar_(que); }

private:
    JuegoDeClaves traer(std::string const& alias, std::string const& emisor, std::string const& fuente) const;
    std::string pedir(PeticionExterna peticion) const;
    std::string publicado(std::string const& emisor, std::string_view miembro) const;

    Exterior& exterior_;
    Avisar avisar_;
    std::vector<Proveedor> proveedores_;
};

}  // namespace gestor::seguridad
