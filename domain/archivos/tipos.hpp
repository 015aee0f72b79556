#pragma once
#include "domain/fiscal/xml.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/valores/base64.hpp"

namespace gestor::archivos {

inline constexpr std::uint64_t archivo_maximo = 20UL * 1024 * 1024;

// TipoDeArchivo: kind of a stored file. A sent kind must match the content; Otro keeps an XML from being taken for the
// document's CFDI.
using TipoDeArchivo = Opcion<"XML", "PDF", "Imagen", "Otro">;

struct ArchivoPeticion {
    ArchivoDe<archivo_maximo> archivo;
    Id transaccionId;
    std::optional<Texto<200>> nombre;  // replaces the name of the file
    std::optional<TipoDeArchivo> tipo;
};
DTO(ArchivoPeticion, archivo, transaccionId, nombre, tipo)

struct ArchivoBase64Peticion {
    static constexpr std::uint64_t cuerpo_maximo = base64_longitud(archivo_maximo) + 8192;  // 8192: the other fields
    Id transaccionId;
    TextoReq<200> nombre;
    TextoReq<10> extension;
    Base64<archivo_maximo> contenidoBase64;
    std::optional<TipoDeArchivo> tipo;
    static constexpr std::string_view sin_ejemplo[] = {"tipo"};
};
DTO(ArchivoBase64Peticion, transaccionId, nombre, extension, contenidoBase64, tipo)

struct ArchivoAgregado : Archivo {
    Cadena validacion;  // that the document has now
    std::vector<Cadena> advertencias;
};
DTO_DE((Archivo), ArchivoAgregado, validacion, advertencias)

// ArchivoCfdiPeticion: a CFDI and, optionally, its printed form.
struct ArchivoCfdiPeticion {
    ArchivoDe<fiscal::xml_maximo> xml;
    std::optional<ArchivoDe<archivo_maximo>> pdf;
    std::optional<IdOCero> transaccionId;  // absent: the document is looked up by the CFDI
};
DTO(ArchivoCfdiPeticion, xml, pdf, transaccionId)

// Coincidencia: how the document of a CFDI was found.
using Coincidencia = Opcion<"Uuid", "Datos", "Explicita">;
struct ArchivoCfdiViewModel {
    Id transaccionId;
    Cadena uuid;
    std::vector<Archivo> archivos;
    Coincidencia coincidencia;
    Cadena validacion;
    std::vector<Cadena> advertencias;
};
DTO(ArchivoCfdiViewModel, transaccionId, uuid, archivos, coincidencia, validacion, advertencias)

}  // namespace gestor::archivos
