#pragma once
// Files of documents that are there already. An XML that is the document's own CFDI gives it its fiscal folio.
#include "domain/archivos/tipos.hpp"
#include "domain/operacion/entorno.hpp"

namespace gestor::archivos {

ArchivoAgregado agregar(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                        Formulario<ArchivoPeticion> const& peticion);
ArchivoAgregado agregar_base64(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                               Cuerpo<ArchivoBase64Peticion> const& peticion);
ArchivoCfdiViewModel agregar_cfdi(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                  Formulario<ArchivoCfdiPeticion> const& peticion);

}  // namespace gestor::archivos
