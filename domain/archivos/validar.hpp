#pragma once
// Validation of a CFDI: a sent file, a stored file, or the CFDI of a document. The rules are pure and run between
// transactions; the question to the tax authority does too.
#include "domain/archivos/tipos_validacion.hpp"
#include "domain/comun/tareas.hpp"
#include "domain/fiscal/xml.hpp"
#include "domain/operacion/entorno.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/operacion/subida.hpp"
#include "domain/valores/base64.hpp"

namespace gestor::archivos {

struct ValidarArchivoPeticion {
    ArchivoDe<fiscal::xml_maximo> archivo;
    Defecto<Booleano, "false"> consultarSat;
};
DTO(ValidarArchivoPeticion, archivo, consultarSat)

struct ValidarXmlPeticion {
    static constexpr std::uint64_t cuerpo_maximo = base64_longitud(fiscal::xml_maximo) + 8192;  // 8192: the other field
    Base64<fiscal::xml_maximo> xmlBase64;
    Defecto<Booleano, "false"> consultarSat;
};
DTO(ValidarXmlPeticion, xmlBase64, consultarSat)

struct ValidarAlmacenadoPeticion {
    std::optional<Id> archivoId;
    std::optional<Id> transaccionId;  // document whose XML is validated
    Defecto<Booleano, "true"> consultarSat;
};
DTO(ValidarAlmacenadoPeticion, archivoId, transaccionId, consultarSat)
void faltantes(ValidarAlmacenadoPeticion const& peticion, Fallas& fallas);

struct VerificarArchivoPeticion {
    Id transaccionId;
};
DTO(VerificarArchivoPeticion, transaccionId)

struct VerificacionArchivoViewModel {
    Entero<0, 9> codigo;
    Cadena mensaje;
    Id transaccionId;
    Opcion<"Sí", "No"> verificado;
};
DTO(VerificacionArchivoViewModel, codigo, mensaje, transaccionId, verificado)

// JuzgarXml: judges the documents after `desde` that have an XML and no judgement, twenty at a time. Schema 0118 asks
// for it: an earlier version stored some XML without judging them.
struct JuzgarXml {
    static constexpr std::string_view tipo_de_tarea = "JuzgarXml";
    IdOCero desde;
};
DTO(JuzgarXml, desde)
EfectoDeTarea juzgar_guardados(JuzgarXml const& tarea, Externa& db, Entorno const& entorno);

ValidacionCfdi validar_archivo(Externa& db, Entorno const& entorno,
                               FormularioOCuerpo<ValidarArchivoPeticion, ValidarXmlPeticion> const& peticion);
Vista<ValidacionCfdi> validar_almacenado(ExternaEscritura& db, Entorno const& entorno,
                                         Consulta<ValidarAlmacenadoPeticion> const& peticion);
Vista<VerificacionArchivoViewModel> verificar_archivo(ExternaEscritura& db, Entorno const& entorno,
                                                      Consulta<VerificarArchivoPeticion> const& peticion);

}  // namespace gestor::archivos
