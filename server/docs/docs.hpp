#pragma once
// The documentation at /docs, in Spanish: made at start from the tables (operations, errors, settings) and the bundled
// viewer; everything is in memory and immutable afterwards.
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
    // "" is the first page; nullptr when there is none.
    Pagina const* buscar(std::string_view nombre) const;
    Pagina const& desconocida() const { return desconocida_; }  // for whoever reads and asked for no page of ours

private:
    std::map<std::string, Pagina, std::less<>> paginas_;
    Pagina desconocida_;
};

}  // namespace gestor
