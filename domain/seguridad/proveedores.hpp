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
#include "domain/seguridad/identidad.hpp"
#include "domain/seguridad/publicado.hpp"

namespace gestor::seguridad {

// As whom we exchange codes for tokens.
struct Canje {
    std::string url;  // empty: where the issuer's own discovery says
    std::string cliente, secreto;
};

struct Proveedor {
    std::string alias;
    Exigencia exige;
    std::optional<Canje> canje;                       // none: nobody brings a code
    bool confiable = false;                           // an address that it has verified may link, once
    std::int64_t organizacion = 0;                    // whose users it has; 0: the key of the caller says
    std::unique_ptr<Publicado<Json>> descubrimiento;  // what it says of itself
    std::unique_ptr<Publicado<JuegoDeClaves>> claves;
};

// Whether a token of that issuer can enter an organization, by the text of the file.
bool admite(std::string_view archivo, std::string_view emisor, std::int64_t organizacion);

class Proveedores {
public:
    // A line for the operator; where it is of a request, with its id and with the subject that was verified, if any.
    using Avisar = std::function<void(std::string const& que, std::string_view solicitud, std::string_view sujeto)>;

    // Text of the file; empty: there are none. Throws std::runtime_error with what to do.
    Proveedores(std::string_view archivo, Exterior& exterior, Avisar avisar);

    Proveedor const* buscar(std::string_view alias) const;
    // The identity token that is given for a code (RFC 6749, with PKCE). Asks outside. Throws IdentidadRechazada,
    // and FallaExterna: the provider cannot say.
    std::string canjear(Proveedor const& proveedor, std::string_view codigo, std::string_view verificador,
                        std::string_view regreso) const;
    // Whether identificar() would have to ask outside, and the asking.
    static bool falta_la_clave(Proveedor const& proveedor, std::string idToken);
    static void traer_la_clave(Proveedor const& proveedor, std::string idToken);
    // Whose token it is. May ask outside, so that it is for threads that may wait. Throws IdentidadRechazada, and
    // FallaExterna: its keys are not known, and cannot be asked for now.
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
