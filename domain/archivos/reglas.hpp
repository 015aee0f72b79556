#pragma once
// Kind of a stored file, told by what the bytes say: the name is only the sender's word. Nothing is ever unpacked.
#include <optional>
#include <string>
#include <string_view>

#include "domain/archivos/guardar.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::archivos {

// Bytes of a block of a stored content; the last block is shorter. The schema has the same number.
inline constexpr std::size_t bytes_por_bloque = 256UL * 1024;

struct ClaseDeArchivo {
    std::string_view extension;
    std::string_view tipo;              // XML, PDF, Imagen, Otro
    std::string_view contenido;         // media type
    bool (*es)(ContenidoNuevo const&);  // whether a content is of this class
};
// By its extension, whatever its case; null: it is none that is kept.
ClaseDeArchivo const* clase_de(std::string_view extension);
// All of them, as a caller is told: "xml, pdf, …".
std::string extensiones_admitidas();

struct NombreDeArchivo {
    std::string nombre;     // without folders and without its extension; never empty
    std::string extension;  // in lower case
};
NombreDeArchivo partir_nombre(std::string_view completo);
// The extension was sent apart: a name that ends with it does not end with it twice.
NombreDeArchivo unir_nombre(std::string_view nombre, std::string_view extension);

// Nothing, or why the content is not what the extension says. All of it may be read: not on a thread of the network.
std::optional<Falla> impropio(ClaseDeArchivo const& clase, ContenidoNuevo const& contenido);
// The same of a file inside JSON: `ruta` is before the names of its members, extension and contenidoBase64.
void exigir_archivo(std::string_view extension, ContenidoNuevo const& contenido, std::string const& ruta,
                    Fallas& fallas);

}  // namespace gestor::archivos
