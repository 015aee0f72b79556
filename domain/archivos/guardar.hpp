#pragma once
// Storage of files, for every area: in the transaction of their document, in blocks.
#include <functional>

#include "domain/motor/tipos.hpp"
#include "domain/operacion/sesion.hpp"
#include "domain/operacion/subida.hpp"
#include "persistence/unidad.hpp"

namespace gestor::archivos {

struct ArchivoNuevo {
    IdOCero transaccionId;             // 0: the file belongs to no document
    std::string nombre, extension;     // the extension in lower case
    std::string tipo;                  // XML, PDF, Imagen, Otro
    std::string tipo_contenido;        // media type: chosen by the server, never by the sender
    std::optional<FechaHora> fecha{};  // absent: now
};

// ContenidoNuevo: the bytes to store: a received file, or memory that the caller keeps alive.
struct ContenidoNuevo {
    std::uint64_t bytes = 0;
    std::string hash;  // hex SHA-256
    std::function<std::string(std::uint64_t desde, std::size_t cuantos)> leer;
};
ContenidoNuevo contenido_de(ArchivoRecibido const& archivo);
ContenidoNuevo contenido_de(std::string_view bytes);

// Stores a file once for each document: the same content again returns the stored file.
Archivo guardar_archivo(Escritura& db, Sesion const& sesion, ArchivoNuevo const& archivo,
                        ContenidoNuevo const& contenido);
// Papeles: the CFDI of a document and its printed form, under one name.
struct Papeles {
    std::string nombre;
    std::optional<std::string_view> xml{}, pdf{};
};
std::vector<Archivo> guardar_papeles(Escritura& db, Sesion const& sesion, Id transaccionId, Papeles const& papeles);
// Deletes a file of no document; the database refuses any other.
void borrar_archivo(Escritura& db, Id archivoId);

}  // namespace gestor::archivos
