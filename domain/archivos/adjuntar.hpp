#pragma once
// Files of documents that are there already. An XML that is the document's own CFDI gives it its fiscal folio.
#include "domain/archivos/tipos.hpp"

namespace gestor::archivos {

ArchivoAgregado agregar(Escritura& db, Sesion const& sesion, Formulario<ArchivoPeticion> const& peticion);
ArchivoAgregado agregar_base64(Escritura& db, Sesion const& sesion, Cuerpo<ArchivoBase64Peticion> const& peticion);
ArchivoCfdiViewModel agregar_cfdi(Escritura& db, Sesion const& sesion, Formulario<ArchivoCfdiPeticion> const& peticion);

}  // namespace gestor::archivos
