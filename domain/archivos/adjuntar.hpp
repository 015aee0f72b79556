#pragma once
// Files added to stored documents. The XML of a document's own CFDI gives the document its fiscal folio.
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
