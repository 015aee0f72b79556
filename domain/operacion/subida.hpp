#pragma once
// Form: texts and files, the parts of a multipart request. No file is in memory as a whole: the server spools it on
// arrival to a temporary file without a name, and the handler reads it block by block.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/problema.hpp"
#include "domain/valores/tipo.hpp"

namespace gestor {

// Temporal: a temporary file. The disk space is freed when the last owner goes, or the process dies. Throws
// std::system_error.
class Temporal {
public:
    explicit Temporal(std::string const& carpeta);
    ~Temporal();
    Temporal(Temporal const&) = delete;
    Temporal& operator=(Temporal const&) = delete;

    void agregar(std::string_view bytes);
    // shorter than `cuantos` only at the end of the file
    std::string leer(std::uint64_t desde, std::size_t cuantos) const;

private:
    int fd_;
};

struct ArchivoRecibido {
    std::string nombre;  // name as sent, without folders
    std::uint64_t bytes = 0;
    std::string hash;                          // hex SHA-256 of the content
    std::shared_ptr<Temporal const> temporal;  // null: an empty file
    std::string leer(std::uint64_t desde, std::size_t cuantos) const {
        return temporal ? temporal->leer(desde, cuantos) : std::string();
    }
};

// Parte: a part of the body, text or file. When the operation does not take the part, only its name is kept.
struct Parte {
    // bytes; of a longer text 8193 bytes are kept, so that its length is a fault
    static constexpr std::size_t texto_maximo = 8192;

    std::string nombre, texto;
    std::optional<ArchivoRecibido> archivo;
};
struct Recepcion {
    std::vector<Parte> partes;  // in order of arrival
    std::string falla;          // reason why the body could not be read to its end; empty: none
};

// ArchivoDe: a file member of a form, at most `Maximo` bytes; the server refuses a longer one while it arrives.
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

// Reads a form; faults carry the names of its members.
void formulario_leer(Tipo const& tipo, Recepcion const* recepcion, void* salida, Fallas& fallas);

}  // namespace gestor
