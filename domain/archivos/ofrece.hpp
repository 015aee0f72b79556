#pragma once
// Kind of a stored file, judged by its bytes, because its name is only the sender's claim. No file is ever unpacked.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/archivos/guardar.hpp"
#include "domain/fiscal/certificado.hpp"
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
// Class of an extension, in any case; null: an extension that is not stored.
ClaseDeArchivo const* clase_de(std::string_view extension);
// All extensions, as a message lists them: "xml, pdf, …".
std::string extensiones_admitidas();

struct NombreDeArchivo {
    std::string nombre;     // without folders and without its extension; never empty
    std::string extension;  // in lower case
};
NombreDeArchivo partir_nombre(std::string_view completo);
// Joins a name and an extension sent apart; an extension that the name already has is not repeated.
NombreDeArchivo unir_nombre(std::string_view nombre, std::string_view extension);

// Fault when the content does not match the extension. May read the whole content, so never on a network thread.
std::optional<Falla> impropio(ClaseDeArchivo const& clase, ContenidoNuevo const& contenido);
// Like impropio, for a file inside JSON: `ruta` is the prefix of extension and contenidoBase64.
void exigir_archivo(std::string_view extension, ContenidoNuevo const& contenido, std::string const& ruta,
                    Fallas& fallas);

// Judges an XML added to a document, and gives the document the folio of its own CFDI. Returns warnings: the folio was
// not taken, the seal or the stamp fails, the version is not read, or it is no CFDI.
std::vector<std::string> juzgar_adjunto(Escritura& db, fiscal::Certificados const& del_sat, Id transaccionId,
                                        ContenidoNuevo const& contenido);

}  // namespace gestor::archivos
