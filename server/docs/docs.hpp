#pragma once
// The documentation at /docs, in Spanish: built at start from the tables (operations, errors, settings) and the bundled
// viewer; in memory and immutable afterwards.
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "domain/operacion/operacion.hpp"

namespace gestor {

class Settings;

class Docs {
public:
    struct Pagina {
        std::string tipo;  // media type
        std::string cuerpo;
        std::string etag;  // quoted
        std::string csp;   // Content-Security-Policy, for HTML
    };
    Docs(Settings const& settings, std::span<Area const* const> areas);
    // Page by name; "" is the first page; nullptr: no such page.
    Pagina const* buscar(std::string_view nombre) const;
    Pagina const& desconocida() const { return desconocida_; }  // page for a person who asks for an unknown address

private:
    std::map<std::string, Pagina, std::less<>> paginas_;
    Pagina desconocida_;
};

}  // namespace gestor
