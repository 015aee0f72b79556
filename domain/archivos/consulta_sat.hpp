#pragma once
// Status of a CFDI at the tax authority: question, finding, storage. Shared by all validations.
#include "domain/archivos/tipos_validacion.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/comun/tarea_sat.hpp"

namespace gestor::archivos {

// Asks the tax authority; a dry run sends no question.
ConsultaHecha consultar_sat(Externa const& db, Entorno const& entorno, fiscal::PreguntaSat const& pregunta);

// Adds consultaSat, and its checks: SAT01 (the CFDI is known and in force), SAT02 (its issuer is not listed).
void anotar_consulta(ConsultaHecha const& consulta, ValidacionCfdi& validacion);

// Stores the answer with the document that has this fiscal folio, if any, when the authority answered.
void guardar_consulta(Escritura& db, fiscal::PreguntaSat const& pregunta, ConsultaHecha const& consulta);

Vista<ValidacionCfdi> validar_folio(ExternaEscritura& db, Entorno const& entorno,
                                    Cuerpo<FolioFiscalPeticion> const& folio);

// Parts of the background job: whether this instance can ask, and the job itself.
bool puede_consultar(Entorno const& entorno);
EfectoDeTarea consultar_despues(ConsultarSat const& tarea, Externa& db, Entorno const& entorno);

}  // namespace gestor::archivos
