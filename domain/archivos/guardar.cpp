#include "domain/archivos/guardar.hpp"

#include "domain/archivos/consultas.hpp"
#include "domain/archivos/ofrece.hpp"
#include "domain/operacion/token.hpp"
#include "domain/valores/base64.hpp"

namespace gestor::archivos {

ContenidoNuevo contenido_de(ArchivoRecibido const& archivo) {
    return {archivo.bytes, archivo.hash,
            [&archivo](std::uint64_t desde, std::size_t cuantos) { return archivo.leer(desde, cuantos); }};
}

ContenidoNuevo contenido_de(std::string_view bytes) {
    return {bytes.size(), sha256_hex(bytes),
            [bytes](std::uint64_t desde, std::size_t cuantos) { return std::string(bytes.substr(desde, cuantos)); }};
}

Archivo guardar_archivo(Escritura& db, Sesion const& sesion, ArchivoNuevo const& archivo,
                        ContenidoNuevo const& contenido) {
    auto const documento = archivo.transaccionId.presente() ? sql_de(archivo.transaccionId) : ValorSql();
    auto nuevo = db.uno<Archivo, sql::archivo_nuevo>(
        "transaccionId"_es(documento), "nombre"_es(archivo.nombre), "extension"_es(archivo.extension),
        "tipo"_es(archivo.tipo), "tipoContenido"_es(archivo.tipo_contenido),
        "tamano"_es(std::to_string(contenido.bytes)), "hash"_es(contenido.hash), "fecha"_es(archivo.fecha),
        "sucursalId"_es(sesion.sucursalId));
    if (!nuevo)
        return *db.uno<Archivo, sql::archivo_por_hash>("transaccionId"_es(documento), "hash"_es(contenido.hash));
    for (std::uint64_t desde = 0; desde < contenido.bytes; desde += bytes_por_bloque)
        db.encolar<sql::archivo_bloque_nuevo>("archivoId"_es(nuevo->archivoId),
                                              "numero"_es(std::to_string(desde / bytes_por_bloque)),
                                              "contenido"_es(base64(contenido.leer(desde, bytes_por_bloque))));
    return std::move(*nuevo);
}

std::vector<Archivo> guardar_papeles(Escritura& db, Sesion const& sesion, Id id, Papeles const& p) {
    std::vector<Archivo> guardados;
    auto const guardar = [&](std::optional<std::string_view> bytes, ArchivoNuevo const& archivo) {
        if (bytes) guardados.push_back(guardar_archivo(db, sesion, archivo, contenido_de(*bytes)));
    };
    guardar(p.xml, {id, p.nombre, "xml", "XML", "application/xml"});
    guardar(p.pdf, {id, p.nombre, "pdf", "PDF", "application/pdf"});
    return guardados;
}

void borrar_archivo(Escritura& db, Id archivoId) {
    db.consultar<sql::archivo_borrar>("archivoId"_es(archivoId));
}

}  // namespace gestor::archivos
