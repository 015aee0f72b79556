#pragma once
// Files are stored here, for every area: in the transaction of what they belong to, in blocks.
#include <functional>

#include "domain/motor/tipos.hpp"
#include "domain/operacion/sesion.hpp"
#include "domain/operacion/subida.hpp"
#include "persistence/unidad.hpp"

namespace gestor::archivos {

struct ArchivoNuevo {
    IdOCero transaccionId;             // 0: of no document
    std::string nombre, extension;     // the extension in lower case
    std::string tipo;                  // XML, PDF, Imagen, Otro
    std::string tipo_contenido;        // media type: the server's word, never the sender's
    std::optional<FechaHora> fecha{};  // absent: now
};

// Where the bytes come from: a file that was received, or bytes that the caller keeps alive.
struct ContenidoNuevo {
    std::uint64_t bytes = 0;
    std::string hash;  // hex SHA-256
    std::function<std::string(std::uint64_t desde, std::size_t cuantos)> leer;
};
ContenidoNuevo contenido_de(ArchivoRecibido const& archivo);
ContenidoNuevo contenido_de(std::string_view bytes);

// Once for each document: the same content again is the file that is there.
Archivo guardar_archivo(Escritura& db, Sesion const& sesion, ArchivoNuevo const& archivo,
                        ContenidoNuevo const& contenido);
// The CFDI of a document and how it is printed, under one name.
struct Papeles {
    std::string nombre;
    std::optional<std::string_view> xml{}, pdf{};
};
std::vector<Archivo> guardar_papeles(Escritura& db, Sesion const& sesion, Id transaccionId, Papeles const& papeles);
// Only what belongs to no document: the database refuses the others.
void borrar_archivo(Escritura& db, Id archivoId);

}  // namespace gestor::archivos
