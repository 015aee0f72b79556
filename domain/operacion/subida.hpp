#pragma once
// A form: texts and files that came as the parts of a request. A file never is in memory as a whole: the server spools
// it, while it arrives, to a temporary file without a name; the handler reads it from there, block by block.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/problema.hpp"
#include "domain/valores/tipo.hpp"

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

// A body in parts, taken apart: each is a text or a file. Of what the operation does not take, only the name is kept.
struct Parte {
    static constexpr std::size_t texto_maximo = 8192;  // bytes; of a longer text there is one more

    std::string nombre, texto;
    std::optional<ArchivoRecibido> archivo;
};
struct Recepcion {
    std::vector<Parte> partes;  // as they came
    std::string falla;          // why it could not be taken apart to its end; empty: it could
};

// A member of a form that is a file, at most this many bytes; past them the server refuses the request while it
// arrives.
template <std::uint64_t Maximo>
struct ArchivoDe : ArchivoRecibido {
    using ArchivoRecibido::leer;
    static constexpr Forma forma() {
        Forma f;
        f.formato = formato_archivo;
        f.maximo_texto = Maximo;
        return f;
    }
    static std::optional<Falla> leer(std::string_view, ArchivoDe&) {
        return Falla{codigo::formato, "debe enviarse como archivo, con su nombre (filename)"};
    }
    static ArchivoDe de_base(std::string_view texto) { return exigir<ArchivoDe>(texto); }
    void escribir(std::string& salida) const { salida += nombre; }
};

// Reads a form; whatever is wrong with its parts is told by the names of its members.
void formulario_leer(Tipo const& tipo, Recepcion const* recepcion, void* salida, Fallas& fallas);

}  // namespace gestor
