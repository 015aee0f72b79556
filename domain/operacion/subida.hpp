#pragma once
// A file that came with a request. It never is in memory as a whole: the server spools it, while it arrives, to a
// temporary file without a name; the handler reads it from there, block by block.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/problema.hpp"

namespace gestor {

// Its space is given back when the last owner goes, or the process dies. Throws std::system_error.
class Temporal {
public:
    explicit Temporal(std::string const& carpeta);
    ~Temporal();
    Temporal(Temporal const&) = delete;
    Temporal& operator=(Temporal const&) = delete;

    void agregar(std::string_view bytes);
    std::string leer(std::uint64_t desde, std::size_t cuantos) const;  // shorter only at the end

private:
    int fd_;
};

struct ArchivoRecibido {
    std::string nombre;  // as sent, without folders
    std::uint64_t bytes = 0;
    std::string hash;                          // hex SHA-256 of the content
    std::shared_ptr<Temporal const> temporal;  // null: an empty file
    std::string leer(std::uint64_t desde, std::size_t cuantos) const {
        return temporal ? temporal->leer(desde, cuantos) : std::string();
    }
};

// What is left of a body in parts: the file, if one came, and what was wrong with its form.
struct Recepcion {
    std::optional<ArchivoRecibido> archivo;
    std::vector<ErrorCampo> fallas;
};

// The part of a body that holds the file, in every operation that takes one.
inline constexpr std::string_view parte_archivo = "archivo";

// As the argument of a handler: the one file of the request, at most this many bytes; past them the server refuses the
// request while it arrives.
template <std::uint64_t Maximo>
struct Subida : ArchivoRecibido {};

}  // namespace gestor
